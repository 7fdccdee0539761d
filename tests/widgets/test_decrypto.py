"""Decrypto drawn: all in its place, no secret given away, and every number as the odds say."""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations as pairs
from math import log2
from random import Random
from xml.etree import ElementTree

import pytest

from gamelib.decrypto import odds as chances
from gamelib.decrypto.rules import Decrypto, Drawn, Guess, Phase, State, View
from gamelib.decrypto.screens import Clue, Name, Screens
from gamelib.decrypto.sheets import CODES, Message, spelled
from gamelib.decrypto.words import plain
from gamelib.game import IllegalAction
from gamelib.match import Match
from gamelib.texts import LANGUAGES, percent, say
from tests.gamelib.decrypto.table import hidden_permuted
from tests.gamelib.tables import slow
from tests.widgets.contract import check_chances, check_choices, check_words_are_large
from tests.widgets.geometry import Box, boxes, outside
from tests.widgets.pages import PageModel
from widgets import Table
from widgets.decrypto.board import MOST, board
from widgets.decrypto.choices import choices, weighed, written
from widgets.decrypto.odds import OWN, mark, odds
from widgets.decrypto.tokens import WRITE
from widgets.film import told_choice
from widgets.scene import HIDDEN, Item, Scene, follow

each_count = pytest.mark.parametrize("players", Decrypto.player_counts)
LONG = tuple(f"Maximilian-Alexander the {n}th" for n in range(8))
EVIL = ("<script>alert(1)</script>", '"&', "<b>", "É" * 40, "書" * 40, "m" * 40)


@cache
def played(players: int, seed: int = 2, who: str = "random") -> Match:
    """A match between players of one kind."""
    match = Match(Decrypto(players), seed=seed, players=[who] * players)
    match.run()
    return match


def positions(players: int, every: int = 1) -> Iterator[State]:
    """The states of a match, some of them left out."""
    states = played(players).states
    yield from states[::every]
    yield states[-1]


@cache
def balanced() -> Match:
    """A match in which the words have to decide."""
    match = played(4, 3, "listener")
    assert any(state.phase is Phase.NAMING for state in match.states)
    return match


def crowded(players: int) -> State:
    """A table at its fullest: eight rounds of the longest clues, the last one on its way."""
    game = Decrypto(players)
    words = tuple(
        tuple(game.vocabulary.words[4 * team : 4 * team + 4]) for team in range(1 + game.rivals)
    )
    sheets = []
    for team in range(len(words)):
        sheet = []
        for number in range(game.rounds):
            clues = tuple(f"{'wm' * 18}{team}{number}{n}" for n in range(3))
            code = CODES[number % 6]  # number 1 is in all of these
            last = number == game.rounds - 1
            sheet.append(Message(code, clues, (2, 3, 4), None if last else code))
        sheets.append(tuple(sheet))
    if not game.rivals:
        words, sheets = (*words, ()), [*sheets, ()]
    return State(Phase.DECRYPTION, game.rounds, 0, words, tuple(sheets), ((), ()))


def views(game: Decrypto, state: State) -> Iterator[tuple[View, State | None]]:
    """A table as its seats, the public and the teacher see it."""
    turn = game.turn(state)
    deciding = turn if isinstance(turn, int) else None
    for seat in dict.fromkeys((0, 1, deciding, None)):
        yield game.observe(state, seat), None
    yield game.observe(state, deciding), state


def decisions(match: Match) -> Iterator[tuple[State, View]]:
    """Where somebody decides, from that seat."""
    for state in match.states:
        seat = match.game.turn(state)
        if isinstance(seat, int):
            yield state, match.game.observe(state, seat)


def words(item: Item) -> str:
    drawn = ElementTree.fromstring(f"<g>{item.svg}</g>").iter("text")
    return " ".join(node.text for node in drawn if node.text)


def by_key(scene: Scene) -> dict[str, Item]:
    return {item.key: item for item in scene.items}


def said(scene: Scene) -> str:
    """All that can be read in a picture, or is read aloud."""
    return " ".join(f"{words(item)} {item.label} {item.face}" for item in scene.items)


# --- the table ------------------------------------------------------------------------------------


@each_count
def test_every_piece_has_a_key_of_its_own_and_keeps_inside_its_picture(players: int) -> None:
    game = Decrypto(players)
    states = [*positions(players, every=9), crowded(players)]
    for state in states:
        for view, whole in views(game, state):
            for lang in LANGUAGES:
                for scene in (
                    board(view, lang, state=whole),
                    board(view, lang, LONG, state=whole),
                    odds(view, lang),
                ):
                    keys = [item.key for item in scene.items]
                    assert len(set(keys)) == len(keys)
                    assert outside(scene) == []
                    check_words_are_large(scene)


def test_the_naming_and_the_end_keep_inside_too() -> None:
    for state in balanced().states[-9:]:
        for view, whole in views(Decrypto(4), state):
            for lang in LANGUAGES:
                assert outside(board(view, lang, LONG, state=whole)) == []
                assert outside(odds(view, lang)) == []


@each_count
def test_nothing_lies_over_anything_else(players: int) -> None:
    """Cells of the sheets, windows, plates, tokens and what is on the desk keep apart."""
    game = Decrypto(players)
    apart = ("clue", "window", "seat", "others", "team", "interceptions", "misc", "slip", "digit")
    checked = 0
    for state in (*positions(players, every=11), crowded(players)):
        for view, whole in views(game, state):
            laid: list[tuple[str, Box]] = []
            for item in board(view, names=LONG, state=whole).items:
                if item.key.startswith(apart) or item.key in ("desk", "do write", "to write"):
                    found = boxes(item)
                    laid.append((item.key, around(found)))
            for (one, box), (other, second) in pairs(laid, 2):
                assert not box.overlaps(second), (one, other)
                checked += 1
    assert checked


def around(found: list[Box]) -> Box:
    return Box(
        min(box.left for box in found),
        min(box.top for box in found),
        max(box.right for box in found),
        max(box.bottom for box in found),
    )


@each_count
@pytest.mark.rule("DE-1")
def test_a_screen_is_open_to_its_team_and_the_teacher_and_in_the_end_to_all(players: int) -> None:
    game = Decrypto(players)
    for state in positions(players, every=5):
        for view, whole in views(game, state):
            windows = by_key(board(view, state=whole))
            for team in (0, 1) if game.rivals else (0,):
                mine = view.seat is not None and view.seat % 2 == team
                opened = whole is not None or mine or state.phase is Phase.OVER
                for n in range(1, 5):
                    shown = words(windows[f"window {team} {n}"])
                    if opened and state.words[team]:
                        assert shown == f"{n} {state.words[team][n - 1]}"
                    else:
                        assert shown == str(n)


@each_count
@pytest.mark.rule("DE-2")
def test_a_code_lies_open_to_its_encryptor_alone_until_it_is_revealed(players: int) -> None:
    game = Decrypto(players)
    hidden = 0
    for state in positions(players):
        if state.phase in (Phase.SCREENS, Phase.NAMING, Phase.OVER):
            continue
        for seat in (*range(players), None):
            items = by_key(board(game.observe(state, seat)))
            for team, sheet in enumerate(state.sheets):
                if len(sheet) < state.round:
                    assert f"line {team} {state.round}" not in items
                    continue
                code = sheet[-1].code
                assert code is not None
                knows = sheet[-1].revealed or seat == game.encryptor(team, state.round)
                line = items[f"line {team} {state.round}"]
                assert words(line).startswith("".join(map(str, code))) == knows
                assert (str(spelled(code)) in line.label) == knows
                assert (say("decrypto.piece.code_hidden") in line.label) == (not knows)
                hidden += not knows
    assert hidden


@each_count
@pytest.mark.rule("DE-3")
def test_clues_are_covered_until_they_are_read_and_a_guess_stays_in_its_envelope(
    players: int,
) -> None:
    game = Decrypto(players)
    covered = sealed = 0
    for state in positions(players):
        for seat in (*range(players), None):
            view = game.observe(state, seat)
            items = by_key(board(view))
            for team, sheet in enumerate(view.sheets):
                for n, clue in enumerate(sheet[-1].clues if sheet else ()):
                    cell = items[f"clue {team} {len(sheet)} {n}"]
                    assert cell.face == (clue or "")
                    assert bool(words(cell)) == (clue is not None)
                    covered += clue is None
            if state.phase is Phase.DECRYPTION and state.round > 1:
                line = items[f"line {state.team} {state.round}"]
                guess = state.sheets[state.team][-1].interception
                writer = seat == game.writer(1 - state.team, state.round)
                assert ("".join(map(str, guess or ())) in words(line)) == writer
                assert (say("decrypto.piece.sealed") in line.label) == (not writer)
                sealed += not writer
    assert covered
    assert sealed


@each_count
def test_no_secret_is_anywhere_in_a_picture(players: int) -> None:
    """Two tables that a seat cannot tell apart look the same, in every part."""
    game, rng, changed = Decrypto(players), Random(players), 0
    for state in positions(players, every=4):
        for seat in (0, 1, None):
            other = hidden_permuted(game, state, seat, rng)
            changed += other != state
            one, two = game.observe(state, seat), game.observe(other, seat)
            assert board(one) == board(two)
            assert odds(one) == odds(two)
            assert choices(one) == choices(two)
    assert changed


@each_count
def test_sheets_tell_the_clues_by_round_and_by_number_and_what_was_guessed(players: int) -> None:
    game, state = Decrypto(players), played(players).states[-1]
    items = by_key(board(game.observe(state, None)))
    for team, sheet in enumerate(state.sheets):
        for number, message in enumerate(sheet, start=1):
            line, code = items[f"line {team} {number}"], message.code
            assert code is not None
            read = dict(zip(code, message.clues, strict=True))
            if number < len(sheet):
                assert [clue for _, clue in clues_in(line)] == [read[n] for n in sorted(read)]
                assert all(str(clue) in line.label for clue in message.clues)
                assert not any(key.startswith(f"clue {team} {number} ") for key in items)
            else:
                for n, clue in enumerate(message.clues):
                    cell = items[f"clue {team} {number} {n}"]
                    assert words(cell) == clue
                    assert cell.x == items[f"window {team} {code[n]}"].x, "below its word"
            assert str(spelled(code)) in line.label
            for guess in (message.interception, message.guess):
                if guess is not None:
                    assert "".join(map(str, guess)) in words(line)
                    assert str(spelled(guess)) in line.label
            right = [guess == code for guess in (message.interception, message.guess) if guess]
            assert line.svg.count("--tw-good") == sum(right)
            assert line.svg.count("--tw-hurt") == len(right) - sum(right)


def clues_in(line: Item) -> list[tuple[float, str | None]]:
    """Where the clues of a round stand that lies longer, and what they say."""
    drawn = ElementTree.fromstring(f"<g>{line.svg}</g>")
    moved = [(one.get("transform", ""), one.find("text")) for one in drawn.findall("g")]
    return [
        (float(place.removeprefix("translate(").split()[0]), text.text)
        for place, text in moved
        if text is not None
    ]


def test_clues_lie_in_the_column_of_their_word_however_long_they_lie_there() -> None:
    match, kept = played(4, 3, "listener"), 0
    for before, after in pairwise_states(match):
        if len(after.sheets[0]) != len(before.sheets[0]) + 1 or not before.sheets[0]:
            continue
        was, now = (
            by_key(board(match.game.observe(state, None), state=state)) for state in (before, after)
        )
        number = len(before.sheets[0])
        line = now[f"line 0 {number}"]
        cells = [item for key, item in was.items() if key.startswith(f"clue 0 {number} ")]
        shown = {(line.x + x, clue) for x, clue in clues_in(line)}
        assert {(cell.x, cell.face) for cell in cells} == shown
        kept += 1
    assert kept


@each_count
@pytest.mark.rule("DE-4")
def test_tokens_lie_there_as_they_were_earned(players: int) -> None:
    game = Decrypto(players)
    earned = 0
    for state in positions(players):
        view = game.observe(state, None)
        items = by_key(board(view))
        for team in (0, 1):
            for kind in ("interceptions", "miscommunications"):
                count = getattr(view.tokens[team], kind)
                item = items[f"{kind} {team}"]
                circles = ElementTree.fromstring(f"<g>{item.svg}</g>").iter("circle")
                filled = [one for one in circles if "fill:none" not in one.get("style", "")]
                assert len(filled) == count
                assert item.label.endswith(f": {count}")
                earned += count
    assert earned


@each_count
def test_it_is_said_whose_go_it_is_who_encrypts_and_who_has_won(players: int) -> None:
    game = Decrypto(players)
    told = set()
    for state in positions(players):
        items = by_key(board(game.observe(state, None)))
        turn = game.turn(state)
        outcome = game.outcome(state)
        wins = {int(key.split()[1]) for key in items if key.startswith("win ")}
        assert wins == set(outcome.winners if outcome else ())
        if isinstance(turn, int):
            plate, tag = items[f"seat {turn}"], items["turn"]
            assert (tag.x, tag.y) == (plate.x, plate.y)
            assert words(tag) == say(f"decrypto.tag.{state.phase.value}")
            assert words(tag) in plate.label
            told.add(state.phase)
        elif state.phase is Phase.CODE:
            encryptor = items[f"seat {game.encryptor(state.team, state.round)}"]
            assert (items["turn"].x, items["turn"].y) == (encryptor.x, encryptor.y)
        else:
            assert "turn" not in items
    assert told >= {Phase.CLUES, Phase.DECRYPTION}


@pytest.mark.rule("DE-7")
def test_named_words_are_sealed_for_all_but_who_wrote_them_until_the_end() -> None:
    match = balanced()
    game = match.game
    assert isinstance(game, Decrypto)
    sealed = 0
    for state in match.states:
        for seat in (*range(4), None):
            items = by_key(board(game.observe(state, seat)))
            for team, named in enumerate(state.named):
                for n, text in enumerate(named, start=1):
                    slip = items[f"named {1 - team} {n}"]
                    opened = state.phase is Phase.OVER or seat == game.writer(team, state.round)
                    assert words(slip) == (text if opened else "")
                    sealed += not opened
    assert sealed
    end = match.states[-1]
    slips = by_key(board(game.observe(end, None)))
    for team in (0, 1):
        theirs = set(map(plain, end.words[1 - team]))
        for n, text in enumerate(end.named[team], start=1):
            hit = plain(text or "") in theirs
            assert ("--tw-good" in slips[f"named {1 - team} {n}"].svg) == hit


def test_a_clue_that_is_chosen_glides_onto_the_sheet() -> None:
    game, match = Decrypto(4), played(4)
    glided = 0
    for n, (before, after) in enumerate(pairwise_states(match)):
        if before.phase is not Phase.CLUES:
            continue
        seat = game.turn(before)
        assert isinstance(seat, int)
        action = match.steps[n].action
        assert isinstance(action, Clue)
        was = board(game.observe(before, seat))
        now = follow(was.items, board(game.observe(after, seat)))
        cell = next(item for item in now.items if item.face == action.text)
        assert by_key(was)[cell.key].action.startswith("clue:")
        glided += 1
    assert glided > 5


def pairwise_states(match: Match) -> list[tuple[State, State]]:
    return list(zip(match.states, match.states[1:], strict=False))


def test_names_and_clues_stay_words_and_inside_whatever_they_are() -> None:
    game = Decrypto(4)
    names = ("<script>alert(1)</script>", '"&', "", "x" * 200)
    state = game.start()
    state = game.play(
        state, Screens((("moon", "cat", "bread", "boat"), ("bee", "clock", "snow", "king")))
    )
    for action in (*map(Drawn, ((2, 1, 4), (1, 2, 3))), *map(Clue, EVIL)):
        state = game.play(state, action)
    for view, whole in views(game, state):
        for lang in LANGUAGES:
            for scene in (board(view, lang, names, whole), odds(view, lang, names)):
                assert outside(scene) == []
                root = ElementTree.fromstring(scene.svg())
                assert {node.tag.split("}")[1] for node in root.iter()} <= {
                    "svg", "title", "style", "rect", "g", "path", "circle", "text",
                }  # fmt: skip
    assert EVIL[0] in said(board(game.observe(state, 1)))


def test_a_piece_has_the_words_of_each_language() -> None:
    game, state = Decrypto(4), crowded(4)
    for view, whole in views(game, state):
        english, french = board(view, "en", state=whole), board(view, "fr", state=whole)
        assert [item.key for item in english.items] == [item.key for item in french.items]
        clues = {clue for sheet in state.sheets for message in sheet for clue in message.clues}
        same = {item.label for item in french.items} & {item.label for item in english.items}
        alone = {"", *clues, "Carl", "Daniel", "Ada", "Blaise"}
        assert same <= alone


# --- the odds -------------------------------------------------------------------------------------


def shading(item: Item) -> str:
    """How the part of a cell is drawn that tells its chance."""
    drawn = ElementTree.fromstring(f"<g>{item.svg}</g>").iter("rect")
    (style,) = (one.get("style", "") for one in drawn if "fill-opacity" in one.get("style", ""))
    return style


def shade(item: Item) -> float:
    """How dark a cell is."""
    return float(shading(item).split("fill-opacity:")[1].split(";")[0])


@slow
@each_count
def test_the_grid_shades_and_tells_every_code_by_its_chance_and_marks_the_best(
    players: int,
) -> None:
    game, marked = Decrypto(players), 0
    for state in positions(players, every=5):
        if state.phase in (Phase.SCREENS, Phase.CODE, Phase.NAMING, Phase.OVER):
            continue
        for seat in (0, 1, None):
            view = game.observe(state, seat)
            expected = chances.posterior(view)
            cells = {code: by_key(odds(view))[mark(code)] for code in CODES}
            top = max(expected.values())
            for code, cell in cells.items():
                digits = "".join(map(str, code))
                share = expected[code]
                assert words(cell) == percent(share, digits=1 if share < Fraction(1, 10) else 0)
                assert cell.label.startswith("-".join(digits))
                assert cell.told.startswith(percent(share))
                assert shade(cell) == pytest.approx(float(expected[code]) / 2, abs=0.0126)
                best = expected[code] == top > Fraction(1, 24)
                assert (say("decrypto.odds.likeliest") in cell.told) == best
                assert ("stroke-width:3" in shading(cell)) == best
                marked += best
            ordered = sorted(CODES, key=lambda code: expected[code])
            assert [shade(cells[code]) for code in ordered] == sorted(map(shade, cells.values()))
    assert marked


def test_before_a_message_has_begun_all_codes_are_alike() -> None:
    game = Decrypto(4)
    found = 0
    for state in positions(4):
        if state.phase is Phase.CODE:
            for seat in (0, None):
                cells = by_key(odds(game.observe(state, seat)))
                assert all(words(cells[mark(code)]) == "4.2%" for code in CODES)
            found += 1
    assert found > 2


def test_a_code_is_marked_for_its_encryptor_and_nobody_else() -> None:
    game, seen = Decrypto(4), 0
    for state in positions(4):
        if state.phase not in (Phase.CLUES, Phase.INTERCEPTION, Phase.DECRYPTION):
            continue
        for seat in (*range(4), None):
            scene = odds(game.observe(state, seat))
            marked = [
                item.key
                for item in scene.items
                if say("decrypto.odds.the_code") in item.label and item.key.startswith("cell")
            ]
            knows = seat == game.encryptor(state.team, state.round)
            code = state.sheets[state.team][-1].code
            assert marked == ([mark(code or ())] if knows else [])
            seen += knows
    assert seen


def test_bits_stand_before_and_after_each_clue_for_who_knows_the_words_and_who_does_not() -> None:
    match = played(4, 3, "listener")
    told = 0
    for state, view in decisions(match):
        if state.phase not in (Phase.CLUES, Phase.INTERCEPTION, Phase.DECRYPTION):
            continue
        rows = by_key(odds(view))
        levels = chances.bits(view)
        assert levels[0] == pytest.approx(log2(24))
        clues = chances.heard(view)
        for upto in range(4):
            shown = words(rows[f"bits {upto}"])
            if upto >= len(levels):
                assert shown == say("decrypto.odds.after", place=upto)
                continue
            numbers = [f"{levels[upto]:.2f}"]
            if view.words[view.team]:
                others = chances.overheard(view, clues=clues[:upto])
                numbers.append(f"{chances.entropy(others):.2f}")
            assert shown.endswith(" · ".join(numbers))
            told += 1
    assert told > 40


def test_the_chance_of_interception_is_told_for_a_guess_at_random_and_for_the_model() -> None:
    match = played(4, 3, "listener")
    found = 0
    for state, view in decisions(match):
        if state.phase is not Phase.INTERCEPTION:
            continue
        rows = by_key(odds(view))
        uniform, model = chances.interception(view)
        assert words(rows["hit random"]).endswith("1/24 = 4.2%")
        assert uniform == Fraction(1, 24)
        assert words(rows["hit clues"]).endswith(percent(model))
        assert "hit words" not in rows
        found += 1
    assert found


def test_words_that_may_be_behind_a_number_are_told_with_their_chances() -> None:
    match = balanced()
    seen = 0
    for state, view in decisions(match):
        if state.phase is not Phase.NAMING:
            continue
        rows = by_key(odds(view))
        for n, about in enumerate(chances.beliefs(view, 1 - view.team), start=1):
            assert isinstance(about, chances.Belief)
            best = max(about.weights, key=about.weights.__getitem__)
            row = rows[f"word {n} {plain(best)}"]
            assert words(row) == f"{best} {percent(about.chance(best))}"
            seen += 1
    assert seen


def test_in_the_end_it_is_told_what_every_message_told_to_whom() -> None:
    match = balanced()
    game, end = match.game, match.states[-1]
    rows = by_key(odds(game.observe(end, None)))
    for team in (0, 1):
        for number in range(1, len(end.sheets[team]) + 1):
            then = next(
                state
                for state in match.states
                if state.phase is Phase.DECRYPTION and (state.round, state.team) == (number, team)
            )
            mate = game.observe(then, team)  # two members: whoever it is knows the words
            mine = log2(24) - chances.bits(mate)[-1]
            theirs = log2(24) - chances.bits(game.observe(then, None))[-1]
            assert words(rows[f"told {team} {number}"]).endswith(f"{mine:.2f} · {theirs:.2f}")


def test_where_a_guess_is_asked_for_first_no_picture_tells_the_answer() -> None:
    """Only what is known without looking at a clue is told before: a guess at random, all bits."""
    seen = set()
    for state, view in decisions(balanced()):
        marked = {key for choice in choices(view) for key in choice.marks}
        for key, item in by_key(odds(view)).items():
            told = key in ("hit random", "bits 0", "heading")
            assert told or not any(sign in item.label for sign in ("%", "/"))
            open_words = words_outside_answers(item)
            assert told or "%" not in open_words
            if key in ("bits 1", "bits 2", "bits 3") and item.told:
                assert item.told in words(item)
                assert item.told not in open_words
            if item.told and state.phase is not Phase.CLUES and key.startswith(("bits", "hit")):
                assert key in marked, "it is seen once a guess was given"
                seen.add(key)
    assert seen >= {"bits 1", "bits 3", "hit clues", "hit words"}


def words_outside_answers(item: Item) -> str:
    """What can be read in a piece while answers are kept back."""
    drawn = ElementTree.fromstring(f"<g>{item.svg}</g>")
    for parent in [*drawn.iter()]:
        for child in list(parent):
            if "tw-answer" in child.get("class", ""):
                parent.remove(child)
    return " ".join(node.text for node in drawn.iter("text") if node.text)


# --- what can be done -----------------------------------------------------------------------------


@each_count
def test_every_legal_action_is_offered_in_order_and_can_be_clicked_and_nothing_else(
    players: int,
) -> None:
    game, seen = Decrypto(players), set()
    naming = balanced().states[-9:-1] if players == 4 else ()
    for state in (*positions(players), *naming):
        actions = game.actions(state)
        check_choices(game, state)
        for view, whole in views(game, state):
            tokens = {item.action for item in board(view, state=whole).items if item.action}
            offered = choices(view)
            if view.seat is None or view.seat != game.turn(state):
                assert tokens == set()
                continue
            assert {token for choice in offered for token in choice.path} == tokens
            seen.add(state.phase)
            if isinstance(actions[0], Guess):
                assert len(offered) == len(actions) == 24
                for choice, action in zip(offered, actions, strict=True):
                    assert isinstance(action, Guess)
                    paths = tuple(f"at{n}:{d}" for n, d in enumerate(action.digits, start=1))
                    assert choice.path == paths
                continue
            *listed, own = offered
            assert own.path == (WRITE,)
            assert len(listed) == len(actions)
            slips = {item.action: item for item in board(view, state=whole).items if item.action}
            for choice, action in zip(listed, actions, strict=True):
                assert isinstance(action, Clue | Name)
                (token,) = choice.path
                assert slips[token].face == action.text
                assert action.text in choice.label
    assert seen >= {Phase.CLUES, Phase.DECRYPTION}
    assert Phase.NAMING in seen or players != 4


def test_a_long_list_is_offered_as_a_whole_though_there_is_room_for_its_first_words_only() -> None:
    clues = tuple((f"clue {n}", 3 - n % 3) for n in range(60))
    game = Decrypto(4, words=tuple((f"word {n}", clues) for n in range(8)))
    match = Match(game, seed=1)
    while not isinstance(match.turn, int):
        match.step()
    view = game.observe(match.state, match.turn)
    assert len(choices(view)) == 61
    scene = board(view)
    assert outside(scene) == []
    slips = [item for item in scene.items if item.key.startswith("slip")]
    assert len(slips) == MOST
    assert not any(one.overlaps(two) for one, two in pairs([boxes(s)[0] for s in slips], 2))


@pytest.mark.parametrize("who", ["random", "listener"])
def test_every_chance_is_that_of_the_odds_and_marks_what_is_counted(who: str) -> None:
    match = played(4, 3, who)
    asked = {
        Phase.CLUES: "understood",
        Phase.INTERCEPTION: "intercepted",
        Phase.DECRYPTION: "right",
        Phase.NAMING: "hit",
    }
    seen = set()
    for state, view in decisions(match):
        actions, offered = match.game.actions(state), choices(view)
        keys = by_key(odds(view))
        for action, choice in list(zip(actions, offered, strict=False))[::3]:
            results = chances.results(view, action)
            assert choice.chance == results[choice.asked]
            assert choice.asked == asked[state.phase]
            assert {
                code: chance for code, _, chance, _ in choice.results
            }.items() <= results.items()
            assert sum(chance for _, _, chance, _ in choice.results) == 1
            assert choice.trials == 0
            if isinstance(action, Guess):
                best = choice.chance == chances.interception(view)[1]
                bar = "hit words" if view.words[view.team] else "hit clues"
                assert choice.marks[0] == mark(action.digits)
                assert (bar in choice.marks) == best
                assert {"bits 1", "bits 2", "bits 3"} <= set(choice.marks)
            assert choice.marks
            if not isinstance(action, Name):
                assert set(choice.marks) <= keys.keys()
        seen.add(state.phase)
    assert seen == set(asked)


def test_a_clue_offered_shows_for_which_number_each_side_would_take_it() -> None:
    match = played(4, 3, "listener")
    seen = 0
    for state, view in decisions(match):
        if state.phase is not Phase.CLUES or view.round < 2:
            continue
        pictures = by_key(odds(view))
        for n, action in enumerate(match.game.actions(state)[:3]):
            assert isinstance(action, Clue)
            clues = (*chances.heard(view), action.text)
            mine = chances.digits(chances.posterior(view, clues=clues))[len(clues) - 1]
            theirs = chances.digits(chances.overheard(view, clues=clues))[len(clues) - 1]
            shown = words(pictures[f"reading {n}"])
            expected = [
                f"{percent(a, digits=0)} · {percent(b, digits=0)}"
                for a, b in zip(mine, theirs, strict=True)
            ]
            assert shown == " ".join(expected)
            assert 'class="tw-if-marked tw-answer"' in pictures[f"reading {n}"].svg
            seen += 1
    assert seen


# --- words of one's own ---------------------------------------------------------------------------


def at_the_table(phase: Phase) -> Table:
    """A table at which a person is to write."""
    match = Match(Decrypto(4), seed=3, players=["listener"] * 4)
    while match.state.phase is not phase:
        match.step()
    assert isinstance(match.turn, int)
    return Table(match, seat=match.turn, people=[match.turn])


def ask(table: Table, text: str) -> str:
    """Let the page send words of one's own; return what the table answers."""
    steps = len(table.match.steps)
    message = {"id": 1, "do": "play", "at": steps, "of": steps, "branch": 0}
    table._receive(table, {**message, "path": [WRITE], "text": text}, [])
    return str(table.notice["text"])


@pytest.mark.parametrize("text", ["lighthouse", "  Été  ", "書", "<b>&", "x" * 40])
@pytest.mark.rule("DE-5")
def test_a_clue_of_ones_own_is_played_as_it_was_written(text: str) -> None:
    table = at_the_table(Phase.CLUES)
    before = len(table.match.steps)
    assert ask(table, text) == ""
    assert table.match.steps[before].action == Clue(text)
    assert table.match.states[before + 1].sheets[0][-1].clues[-1] == text.strip()
    frame = table._film().frames[before]
    assert frame.played is not None
    assert frame.choices[frame.played].entry


@pytest.mark.rule("DE-5")
def test_a_clue_that_the_rules_refuse_is_told_why_and_nothing_is_lost() -> None:
    table = at_the_table(Phase.CLUES)
    record, film = table.match.to_json(), bytes(table.film)
    own_word = table.match.state.words[0][0]
    for text, reason in (
        ("", "no_text"),
        ("   ", "no_text"),
        (own_word.upper(), "own_word"),
        ("x" * 41, "text_too_long"),
        ("a\nb", "control_character"),
    ):
        answer = ask(table, text)
        values = {"text": own_word.upper(), "longest": 40}
        assert answer == say(f"reason.{reason}", **values)
        assert table.notice["kind"] == "error"
        assert table.match.to_json() == record
        assert bytes(table.film) == film
    assert ask(table, "lighthouse") == ""
    given = len(table.match.steps)
    assert ask(table, "LIGHTHOUSE") == say("reason.clue_repeated", text="LIGHTHOUSE")
    assert len(table.match.steps) == given


def test_a_page_is_told_what_words_would_come_to_and_nothing_is_played() -> None:
    table = at_the_table(Phase.CLUES)
    page, record = PageModel(table), table.match.to_json()
    before = len(page.sent)
    assert page.ask("weigh", at=page.last, path=[WRITE], text="lighthouse") == ""
    (told,) = [json.loads(data) for _, data, _ in page.sent[before:] if "weighed" in data]
    assert isinstance(table.match.turn, int)
    view = table.match.game.observe(table.match.state, table.match.turn)
    choice = weighed(view, "lighthouse")
    assert choice is not None
    told = told["content"]
    assert (told["do"], told["at"], told["text"]) == ("weighed", page.last, "lighthouse")
    assert told["choice"] == json.loads(json.dumps(told_choice(choice, "en")))
    assert page.ask("weigh", at=page.last, path=[WRITE], text=None) != "", "there are no words"
    assert table.match.to_json() == record


def test_a_person_whose_list_has_one_clue_left_writes_it_or_another() -> None:
    """Nothing is forced where any words may be written."""
    game = Decrypto(4, words=tuple((f"word {n}", ((f"clue {n}", 3),)) for n in "abcdefgh"))
    table = Table(Match(game, seed=1), seat=0)
    assert table.match.turn == 0
    assert len(table.match.actions) == 1
    assert table.match.state.sheets[0][-1].clues == ()
    assert ask(table, "lighthouse") == ""


@pytest.mark.rule("DE-7")
def test_a_word_of_ones_own_can_be_named() -> None:
    table = at_the_table(Phase.NAMING)
    before = len(table.match.steps)
    assert ask(table, "unicorn") == ""
    assert table.match.steps[before].action == Name("unicorn")


def asked_for(phase: Phase, number: int = 1) -> View:
    """What somebody knows who is to write."""
    for state, view in decisions(balanced()):
        if state.phase is phase and state.round >= number:
            return view
    raise AssertionError("nobody is to write then")


def test_a_clue_of_ones_own_is_weighed_before_it_is_given_like_one_that_is_offered() -> None:
    view = asked_for(Phase.CLUES, 2)
    offered, *_ = choices(view)
    assert isinstance(offered.action, Clue)
    choice = weighed(view, offered.action.text.upper())
    assert choice is not None
    check_chances(choice)
    assert choice.path == (WRITE,)
    assert choice.results == offered.results
    assert (choice.asked, choice.question) == (offered.asked, offered.question)
    assert weighed(view, "  ") is None


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", [1, 2])
def test_a_clue_that_computer_players_do_not_know_is_said_to_be_noise(
    number: int, lang: str
) -> None:
    """The first of three: nobody but by chance takes it for the right number."""
    view = asked_for(Phase.CLUES, number)
    own = choices(view, lang)[-1]
    assert own.question == say("decrypto.question.own_clue", lang)
    choice = weighed(view, "Quetzalcóatl", lang)
    assert choice is not None
    check_chances(choice)
    assert choice.question == say("decrypto.question.noise", lang)
    assert choice.marks == (OWN,)
    assert words(by_key(odds(view, lang))[OWN])
    chance = {code: chance for code, _, chance, _ in choice.results}
    assert chance["understood"] + chance.get("shared", 0) == Fraction(1, 4)


def test_words_that_the_rules_refuse_are_told_why_before_they_are_given() -> None:
    view = asked_for(Phase.CLUES, 2)
    word = view.words[view.team][0]
    for text, reason, values in (
        (word, "own_word", {"text": word}),
        (f"{word}s", "form_of_own_word", {"text": f"{word}s", "word": word}),
        ("x" * 41, "text_too_long", {"longest": 40}),
    ):
        choice = weighed(view, text)
        assert choice is not None
        assert choice.question == say(f"reason.{reason}", **values)
        assert (choice.results, choice.asked) == ((), "")


def test_a_word_of_ones_own_is_weighed_by_the_clues() -> None:
    view = asked_for(Phase.NAMING)
    offered, *_ = choices(view)
    assert isinstance(offered.action, Name)
    choice = weighed(view, offered.action.text)
    assert choice is not None
    assert choice.results == offered.results
    assert choice.marks == offered.marks


def test_a_code_is_counted_among_24_as_long_as_all_are_equally_likely() -> None:
    counted = set()
    for state, view in decisions(played(4, 2)):
        if state.phase in (Phase.INTERCEPTION, Phase.DECRYPTION):
            alike = len(set(chances.posterior(view).values())) == 1
            for choice in choices(view):
                assert (choice.cases is not None) == alike
                counted.add(choice.cases and tuple(choice.cases[:2]))
    assert counted >= {None}
    view = Decrypto(4).observe(crowded(4), 0)  # clues that the list does not know
    assert {choice.cases and choice.cases[:2] for choice in choices(view)} == {(1, 24)}


def test_what_is_written_stands_for_a_clue_or_a_name_and_the_rules_judge_it() -> None:
    for phase, kind in ((Phase.CLUES, Clue), (Phase.NAMING, Name)):
        match = at_the_table(phase).match
        assert isinstance(match.turn, int)
        view = match.game.observe(match.state, match.turn)
        assert written(view, "a b") == kind("a b")
        with pytest.raises(IllegalAction):
            match.game.play(match.state, written(view, ""))


def test_a_picture_is_the_same_each_time() -> None:
    game, state = Decrypto(5), crowded(5)
    view = game.observe(state, 0)
    assert board(view) == board(game.observe(state, 0))
    assert odds(view) == odds(game.observe(state, 0))
    assert HIDDEN not in {item.face for item in board(view).items}
