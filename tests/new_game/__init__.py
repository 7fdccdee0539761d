"""A room for a new game that plays already: `make game NAME=…` writes it, to be changed into yours.

The three folders here are a small game, Pig, and are checked as all code is. Written as another
game's, they keep their shape; its names, labels and imports become those of the new one.
"""
