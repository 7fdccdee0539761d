"""Interactive tables: draws the games of gamelib in a notebook, with their odds in view."""
