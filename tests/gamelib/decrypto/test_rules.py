"""The rules of Decrypto, label by label, by examples from the rule sheet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import perm
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import Action, IllegalAction, Match
from gamelib.decrypto import (
    Clue,
    Decrypto,
    Drawn,
    Guess,
    Message,
    Name,
    Phase,
    Screens,
    State,
    Tokens,
)
from gamelib.decrypto.screens import ScreenLottery
from gamelib.decrypto.sheets import CODES, Verdict, by_number, hits, tidy, tokens, verdict
from gamelib.decrypto.words import Vocabulary, read_csv
from gamelib.texts import LANGUAGES, explain

WHITE = ("moon", "cat", "bread", "boat")
BLACK = ("bee", "clock", "snow", "king")
GAME = Decrypto(players=4)
PAIR = Decrypto(players=3)

Code = tuple[int, ...]


def after(game: Decrypto, *actions: Action, start: State | None = None) -> State:
    """The state after these actions."""
    state = game.start() if start is None else start
    for action in actions:
        state = game.play(state, action)
    return state


def ready(game: Decrypto = GAME, white: Code = (2, 1, 4), black: Code = (1, 2, 3)) -> State:
    """The words are drawn, and the codes of the first round too."""
    if game.rivals:
        return after(game, Screens((WHITE, BLACK)), Drawn(white), Drawn(black))
    return after(game, Screens((WHITE,)), Drawn(white))


def written(state: State, game: Decrypto = GAME) -> State:
    """All clues of the round are written: new texts that nobody has said before."""
    for team in (0, 1) if game.rivals else (0,):
        for n in range(3):
            state = game.play(state, Clue(f"{'wb'[team]} {state.round} {n}"))
    return state


def play_round(game: Decrypto, state: State, happens: Sequence[bool]) -> State:
    """Play a round from the draw of the codes on.

    It is said what happens: white is intercepted, white misses, black is intercepted, black misses.
    """
    code, wrong = (1, 2, 3), (4, 3, 2)
    teams = (0, 1) if game.rivals else (0,)
    state = written(after(game, *[Drawn(code) for _ in teams], start=state), game)
    for team in teams:
        caught, missed = happens[2 * team : 2 * team + 2]
        if state.round > 1:
            state = game.play(state, Guess(code if caught else wrong))
        else:
            assert not caught
        state = game.play(state, Guess(wrong if missed else code))
    return state


def refused(game: Decrypto, state: State, action: Action) -> str:
    """The reason for which an action is refused; it can be explained."""
    with pytest.raises(IllegalAction) as error:
        game.play(state, action)
    for lang in LANGUAGES:
        assert explain(error.value, lang)
    return error.value.reason


# --- DE-1: words and codes ------------------------------------------------------------------------


@pytest.mark.rule("DE-1")
def test_each_team_has_four_numbered_words_and_all_24_codes() -> None:
    state = ready()
    assert state.words == (WHITE, BLACK)
    assert sorted(CODES) == sorted(permutations((1, 2, 3, 4), 3))
    assert len(CODES) == 4 * 3 * 2 == 24


@pytest.mark.rule("DE-1")
def test_any_eight_different_words_of_the_list_are_equally_likely() -> None:
    lottery = GAME.turn(GAME.start())
    assert isinstance(lottery, ScreenLottery)
    assert lottery.cases == perm(len(GAME.vocabulary.words), 8)
    drawn = lottery.sample(Random(1))
    assert lottery.probability(drawn) == Fraction(1, lottery.cases)
    for cards in (
        (WHITE, WHITE),
        (WHITE,),
        (WHITE, BLACK[:3]),
        (WHITE, (*BLACK[:3], "no such word")),
        (WHITE, (*BLACK[:3], "Moon")),
        [list(WHITE), list(BLACK)],
        None,
    ):
        wrong = Screens(cards)  # type: ignore[arg-type]
        assert lottery.probability(wrong) == 0
        assert refused(GAME, GAME.start(), wrong) == "impossible_chance"


@pytest.mark.rule("DE-1")
def test_every_draw_of_a_short_list_is_there_once_and_they_sum_to_one() -> None:
    lottery = ScreenLottery(("a", "b", "c", "d", "e"), 1)
    draws = dict(lottery)
    assert len(draws) == len(lottery.weights) == lottery.cases == 120
    assert sum(draws.values()) == 1
    assert {lottery.sample(Random(seed)) for seed in range(2000)} == set(draws)
    assert (
        lottery == ScreenLottery(("a", "b", "c", "d", "e"), 1) != ScreenLottery(tuple("abcdf"), 1)
    )
    assert hash(lottery) == hash(ScreenLottery(("a", "b", "c", "d", "e"), 1))


@pytest.mark.parametrize("players", Decrypto.player_counts)
def test_teams_are_as_even_as_can_be(players: int) -> None:
    white, black = Decrypto(players=players).teams
    assert sorted(white + black) == list(range(players))
    assert len(white) - len(black) in (0, 1)


# --- DE-2, DE-9: who does what --------------------------------------------------------------------


@pytest.mark.rule("DE-2")
def test_both_encryptors_draw_in_secret_and_write_three_clues_in_code_order() -> None:
    state = after(GAME, Screens((WHITE, BLACK)))
    assert state.phase is Phase.CODE
    state = ready(white=(2, 1, 4))
    assert (state.phase, GAME.turn(state)) == (Phase.CLUES, 0)
    for n, number in enumerate((2, 1, 4)):
        offered = GAME.actions(state)
        closest = GAME.vocabulary.clues(WHITE[number - 1])
        assert offered == tuple(map(Clue, closest))
        state = GAME.play(state, offered[0])
        assert state.sheets[0][0].clues[n] == closest[0]
    assert GAME.turn(state) == 1
    state = after(GAME, Clue("x"), Clue("y"), Clue("z"), start=state)
    assert state.sheets[1][0] == Message((1, 2, 3), ("x", "y", "z"))
    assert state.phase is Phase.DECRYPTION


@pytest.mark.rule("DE-2")
@pytest.mark.rule("DE-9")
@pytest.mark.parametrize(
    ("players", "number", "encryptors", "writers"),
    [
        (4, 1, (0, 1), (2, 3)),
        (4, 2, (2, 3), (0, 1)),
        (5, 1, (0, 1), (2, 3)),
        (5, 2, (2, 3), (4, 1)),
        (5, 3, (4, 1), (0, 3)),
        (5, 4, (0, 3), (2, 1)),
        (8, 4, (6, 7), (0, 1)),
        (3, 1, (0, 1), (2, 1)),
        (3, 2, (2, 1), (0, 1)),
    ],
)
def test_encryptors_take_turns_and_the_next_teammate_writes(
    players: int, number: int, encryptors: tuple[int, int], writers: tuple[int, int]
) -> None:
    game = Decrypto(players=players)
    assert tuple(game.encryptor(team, number) for team in (0, 1)) == encryptors
    assert tuple(game.writer(team, number) for team in (0, 1)) == writers


@pytest.mark.rule("DE-9")
def test_the_writer_writes_both_guesses_of_a_team() -> None:
    state = play_round(GAME, after(GAME, Screens((WHITE, BLACK))), (False,) * 4)
    state = written(after(GAME, Drawn((1, 2, 3)), Drawn((1, 2, 3)), start=state))
    turns = []
    for _ in range(4):
        turns.append((state.phase, GAME.turn(state)))
        state = GAME.play(state, Guess((1, 2, 3)))
    assert turns == [
        (Phase.INTERCEPTION, 1),
        (Phase.DECRYPTION, 0),
        (Phase.INTERCEPTION, 0),
        (Phase.DECRYPTION, 1),
    ]


# --- DE-3, DE-4: guesses and tokens ---------------------------------------------------------------


@pytest.mark.rule("DE-3")
def test_white_is_guessed_first_and_nobody_intercepts_in_round_one() -> None:
    state = written(ready())
    assert (state.phase, state.team, GAME.turn(state)) == (Phase.DECRYPTION, 0, 2)
    state = GAME.play(state, Guess((2, 1, 4)))
    assert (state.phase, state.team, GAME.turn(state)) == (Phase.DECRYPTION, 1, 3)
    state = GAME.play(state, Guess((1, 2, 3)))
    assert (state.phase, state.round, state.team) == (Phase.CODE, 2, 0)


@pytest.mark.rule("DE-3")
def test_clues_are_read_when_it_is_their_turn_and_guesses_stay_sealed_until_the_reveal() -> None:
    state = play_round(GAME, after(GAME, Screens((WHITE, BLACK))), (False,) * 4)
    state = after(GAME, Drawn((2, 1, 4)), Drawn((1, 2, 3)), start=state)
    encryptor, mate, rival = 2, 0, 1  # of white, in round 2
    state = after(GAME, Clue("one"), start=state)
    assert GAME.observe(state, encryptor).sheets[0][-1] == Message((2, 1, 4), ("one",))
    for other in (None, mate, rival, 3):
        assert GAME.observe(state, other).sheets[0][-1] == Message(None, (None,))
    state = after(GAME, *map(Clue, ("two", "three", "eins", "zwei", "drei")), start=state)
    for other in (None, mate, rival, 3):
        view = GAME.observe(state, other)
        assert view.sheets[0][-1] == Message(None, ("one", "two", "three"))
        clues = ("eins", "zwei", "drei") if other == 3 else (None,) * 3
        assert view.sheets[1][-1].clues == clues
    state = GAME.play(state, Guess((2, 1, 4)))  # black intercepts
    for other in (None, 0, 2, 3):
        assert GAME.observe(state, other).sheets[0][-1].interception is None
    assert GAME.observe(state, rival).sheets[0][-1].interception == (2, 1, 4)
    assert GAME.observe(state, rival).tokens == (Tokens(0, 0), Tokens(0, 0))
    state = GAME.play(state, Guess((2, 1, 3)))
    for anybody in (None, *range(4)):
        view = GAME.observe(state, anybody)
        clues = ("one", "two", "three")
        assert view.sheets[0][-1] == Message((2, 1, 4), clues, (2, 1, 4), (2, 1, 3))
        assert view.tokens == (Tokens(0, 1), Tokens(1, 0))
        assert view.sheets[1][-1].clues == ("eins", "zwei", "drei")


@pytest.mark.rule("DE-3")
def test_the_words_are_seen_by_their_team_alone_until_the_end() -> None:
    state = written(ready())
    assert [GAME.observe(state, seat).words for seat in (0, 1, 2, 3, None)] == [
        (WHITE, ()), ((), BLACK), (WHITE, ()), ((), BLACK), ((), ()),
    ]  # fmt: skip
    over = state._replace(phase=Phase.OVER)
    assert GAME.observe(over, None).words == (WHITE, BLACK)


@pytest.mark.rule("DE-4")
@pytest.mark.parametrize("happens", list(product((False, True), repeat=4)))
def test_an_exact_interception_and_an_inexact_guess_bring_a_token(happens: Sequence[bool]) -> None:
    state = play_round(GAME, after(GAME, Screens((WHITE, BLACK))), (False,) * 4)
    caught_white, missed_white, caught_black, missed_black = happens
    state = play_round(GAME, state, happens)
    white, black = tokens(state.sheets)
    assert white == Tokens(caught_black, missed_white)
    assert black == Tokens(caught_white, missed_black)


@pytest.mark.rule("DE-4")
def test_two_right_digits_in_place_are_not_exact() -> None:
    state = written(ready(white=(2, 1, 4)))
    state = GAME.play(state, Guess((2, 1, 3)))
    assert tokens(state.sheets)[0] == Tokens(0, 1)


@pytest.mark.rule("DE-4")
@pytest.mark.parametrize(
    "digits", [(1, 2), (1, 2, 2), (0, 1, 2), (1, 2, 5), (1, 2, 3, 4), (), "123", None, [1, 2, 3], 7]
)
def test_a_guess_is_three_different_digits_of_one_to_four(digits: Any) -> None:
    state = written(ready())
    assert refused(GAME, state, Guess(digits)) == "not_a_code"
    assert refused(GAME, after(GAME, Screens((WHITE, BLACK))), Drawn(digits)) == "impossible_chance"
    assert GAME.actions(state) == tuple(map(Guess, CODES))


# --- DE-5: clues ----------------------------------------------------------------------------------


@pytest.mark.rule("DE-5")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no_text"),
        ("   ", "no_text"),
        ("\u00a0\u3000", "no_text"),
        ("\u0301", "no_text"),
        ("x" * 41, "text_too_long"),
        ("e\u0301" * 21, "text_too_long"),
        ("a\nb", "control_character"),
        ("a\tb", "control_character"),
        ("a\x00b", "control_character"),
        ("a\x1b[31mb", "control_character"),
        ("sh\u200bip", "control_character"),
        ("\u202eabc", "control_character"),
        ("a\u2028b", "control_character"),
        ("\ud800", "control_character"),
        ("moon", "own_word"),
        (" MOON ", "own_word"),
        ("Möon", "own_word"),
        ("ｍｏｏｎ", "own_word"),
        ("boat", "own_word"),
        ("night", "clue_repeated"),
        ("  NIGHT\n", "clue_repeated"),
        ("nìght", "clue_repeated"),
    ],
)
def test_a_clue_is_refused(text: str, reason: str) -> None:
    state = after(GAME, Clue("night"), start=ready())
    assert refused(GAME, state, Clue(text)) == reason


@pytest.mark.rule("DE-10")
@pytest.mark.parametrize(
    ("lang", "word", "forms", "others"),
    [
        (
            "en",
            "moon",
            "moons Moons mooning the_moon The_moon’s moon's",
            "moonlight mood full_moon",
        ),
        ("en", "box", "boxes boxing boxed", "boxer ox boxwood"),
        ("en", "city", "cities", "citizen cite"),
        ("en", "knife", "knives knifed", "life knit"),
        ("en", "glasses", "glass", "glaze"),
        ("en", "plan", "plans planned planning", "plane plant"),
        ("en", "bake", "bakes baked baking", "bak baker"),
        ("fr", "cheval", "chevaux CHEVAUX un_cheval le_cheval les_chevaux", "chevalier cheveu"),
        ("fr", "bateau", "bateaux le_bateau", "bat bateleur"),
        ("fr", "chat", "chats chatte chattes", "château chaton"),
        ("fr", "élève", "eleves l’élève des_élèves", "éléphant lève"),
        ("fr", "boulanger", "boulangère boulangères", "boulangerie"),
        ("fr", "acteur", "actrice actrices", "acte"),
        ("fr", "danser", "danse dansant dansée dansés dansent", "danseur"),
        ("fr", "pomme de terre", "pommes_de_terre", "pomme terre"),
        ("fr", "œil", "l’œil", "œillet"),
    ],
)
def test_a_form_of_ones_own_word_is_refused_like_the_word(
    lang: str, word: str, forms: str, others: str
) -> None:
    """Our ruling, by the spelling: plurals, feminines, inflections, also after an article."""
    listed = (word, *(f"{n}{n}{n}" for n in "abcdefg"))
    game = Decrypto(players=4, lang=lang, words=listed)
    state = after(game, Screens((listed[:4], listed[4:])), Drawn((1, 2, 3)), Drawn((1, 2, 3)))
    for form in forms.split():
        text = form.replace("_", " ")
        with pytest.raises(IllegalAction) as caught:
            game.play(state, Clue(text))
        reason = caught.value.reason
        assert reason in ("form_of_own_word", "own_word"), text
        for told in LANGUAGES:
            assert text in explain(caught.value, told)
    for other in others.split():
        game.play(state, Clue(other.replace("_", " ")))


@pytest.mark.rule("DE-10")
def test_no_form_of_ones_own_word_is_offered() -> None:
    words = tuple((word, (("stars", 3), ("night", 1))) for word in ("star", "moon", "owl", "cap"))
    game = Decrypto(players=4, words=(*words, "bee", "clock", "snow", "king"))
    screens = Screens((("star", "moon", "owl", "cap"), ("bee", "clock", "snow", "king")))
    state = after(game, screens, Drawn((2, 1, 4)), Drawn((1, 2, 3)))
    assert game.actions(state) == (Clue("night"),)
    for seat in range(4):
        told = game.observe(game.play(state, Clue("night")), seat)
        assert game.imagine(told, Random(1)).phase is Phase.CLUES


@pytest.mark.rule("DE-5")
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("ship", "ship"),
        ("  ice   cream ", "ice cream"),
        ("e\u0301te\u0301", "été"),
        ("l’été", "l’été"),
        ("月", "月"),
        ("🌙", "🌙"),
        ("ß", "ß"),
        ("<b>{0}%s</b>", "<b>{0}%s</b>"),
        ("x" * 40, "x" * 40),
        ("moonlight", "moonlight"),
        ("42", "42"),
    ],
)
def test_any_other_text_is_a_clue_and_is_shown_as_it_was_written(text: str, kept: str) -> None:
    state = after(GAME, Clue(text), start=ready())
    assert state.sheets[0][0].clues == (kept,)
    assert kept in GAME.events(ready(), Clue(text), state)[0].values["text"]


@pytest.mark.rule("DE-5")
def test_a_clue_counts_once_for_the_team_all_game_but_the_other_team_may_say_it() -> None:
    state = after(GAME, Clue("Cœur"), Clue("b"), Clue("c"), start=ready())
    state = after(GAME, Clue("cœur"), Clue("cat"), Clue("c"), start=state)  # a white word
    state = after(GAME, Guess((2, 1, 4)), Guess((1, 2, 3)), start=state)
    state = after(GAME, Drawn((1, 2, 3)), Drawn((1, 2, 3)), start=state)
    assert refused(GAME, state, Clue("COEUR")) == "clue_repeated"
    assert GAME.play(state, Clue("clock")).sheets[0][-1].clues == ("clock",)


@given(text=st.text(max_size=50))
def test_whatever_is_written_is_taken_or_refused_and_never_taken_twice(text: str) -> None:
    state = ready()
    try:
        later = GAME.play(state, Clue(text))
    except IllegalAction:
        return
    kept = later.sheets[0][0].clues[0]
    assert kept is not None
    assert tidy(kept) == kept
    assert kept.isprintable() or any(sign.isspace() for sign in kept)
    for again in (text, kept, kept.upper(), kept.swapcase(), f" {kept} "):
        with pytest.raises(IllegalAction):
            GAME.play(later, Clue(again))


@pytest.mark.rule("DE-5")
def test_offered_clues_are_new_and_never_run_out() -> None:
    ant = ("ant", (("tiny", 3), ("bee", 2), ("Hill", 1)))
    game = Decrypto(players=4, words=(ant, "bee", "cat", "cow", "dog", "hen", "owl", "pig"))
    state = after(game, Screens((("ant", "bee", "cat", "cow"), ("dog", "hen", "owl", "pig"))))
    offered = []
    for number in range(1, 9):
        state = after(game, Drawn((1, 2, 3)), Drawn((1, 2, 3)), start=state)
        for team in (0, 1):
            for place in range(3):
                actions = game.actions(state)
                assert actions
                for action in actions:
                    game.play(state, action)
                if team == 0 and place == 0:
                    offered.append([action.text for action in actions if isinstance(action, Clue)])
                state = game.play(state, actions[0])
        if number > 1:
            state = game.play(state, Guess((4, 3, 2)))
        state = game.play(state, Guess((1, 2, 3)))
        if number > 1:
            state = game.play(state, Guess((4, 3, 2)))
        state = game.play(state, Guess((1, 2, 3)))
    assert offered[0] == ["tiny", "Hill"]  # not bee: that is one of the team's words
    assert offered[1] == ["Hill"]
    assert state.phase is Phase.NAMING


# --- DE-6 -----------------------------------------------------------------------------------------


@pytest.mark.rule("DE-6")
def test_every_round_each_of_the_24_codes_is_equally_likely_again() -> None:
    state = after(GAME, Screens((WHITE, BLACK)))
    for _ in range(3):
        for team in (0, 1):
            lottery = GAME.turn(state)
            assert dict(lottery) == {Drawn(code): Fraction(1, 24) for code in CODES}  # type: ignore
            state = GAME.play(state, Drawn((1, 2, 3)))
            assert state.sheets[team][-1].code == (1, 2, 3)
        state = written(state)
        while state.phase is not Phase.CODE:
            state = GAME.play(
                state, Guess((1, 2, 3) if state.phase is Phase.DECRYPTION else (2, 1, 3))
            )


# --- DE-7: how it ends ----------------------------------------------------------------------------

# Rows are white's tokens and columns black's: interceptions, then miscommunications. W and B win,
# = goes to the words, . goes on; after a dot stands what becomes of it after the last round.
DECISIONS = """
        00   01   02   10   11   12   20   21   22
    00  .=   .W   W    .B   .=   W    B    B    =
    01  .B   .=   W    .B   .B   W    B    B    B
    02  B    B    =    B    B    B    B    B    B
    10  .W   .W   W    .=   .W   W    B    B    W
    11  .=   .W   W    .B   .=   W    B    B    =
    12  B    B    W    B    B    =    B    B    B
    20  W    W    W    W    W    W    =    W    W
    21  W    W    W    W    W    W    B    =    W
    22  =    W    W    B    =    W    B    B    =
"""


def decisions() -> Iterable[tuple[Tokens, Tokens, bool, str]]:
    columns, *rows = DECISIONS.strip().splitlines()
    for row in rows:
        name, *cells = row.split()
        for column, cell in zip(columns.split(), cells, strict=True):
            white, black = (Tokens(int(each[0]), int(each[1])) for each in (name, column))
            yield white, black, False, cell[0]
            yield white, black, True, cell[-1]


TABLE = list(decisions())
EVERY = [Tokens(i, m) for i in range(3) for m in range(3)]


def test_the_table_has_every_combination_once() -> None:
    assert [case[:3] for case in TABLE] == [
        (white, black, last) for white in EVERY for black in EVERY for last in (False, True)
    ]


@pytest.mark.rule("DE-7")
@pytest.mark.parametrize(("white", "black", "last", "end"), TABLE)
def test_the_tokens_decide_at_the_end_of_a_round(
    white: Tokens, black: Tokens, last: bool, end: str
) -> None:
    decided = verdict(white, black, last)
    if decided is None:
        assert end == "."
    else:
        assert end == {0: "W", 1: "B", None: "="}[decided.winner]
        assert (decided.why == "words") == (end == "=")


@pytest.mark.rule("DE-7")
@pytest.mark.parametrize(
    ("white", "black", "last", "decided"),
    [
        ((2, 0), (0, 0), False, Verdict(0, "interceptions")),
        ((2, 1), (1, 0), True, Verdict(0, "interceptions")),
        ((0, 1), (0, 2), False, Verdict(0, "miscommunications")),
        ((2, 1), (1, 2), False, Verdict(0, "interceptions")),  # one has these, the other those
        ((1, 2), (2, 1), False, Verdict(1, "interceptions")),
        ((2, 2), (0, 1), False, Verdict(0, "balance")),
        ((2, 0), (2, 1), False, Verdict(0, "balance")),
        ((0, 2), (1, 2), False, Verdict(1, "balance")),
        ((1, 0), (0, 0), True, Verdict(0, "balance")),
        ((1, 0), (1, 0), True, Verdict(None, "words")),
        ((1, 0), (1, 0), False, None),
    ],
)
def test_the_reason_for_a_win_is_the_rule_that_gave_it(
    white: tuple[int, int], black: tuple[int, int], last: bool, decided: Verdict | None
) -> None:
    assert verdict(Tokens(*white), Tokens(*black), last) == decided


@pytest.mark.rule("DE-7")
def test_the_second_token_ends_the_game_only_when_the_round_is_over() -> None:
    state = after(GAME, Screens((WHITE, BLACK)))
    state = play_round(GAME, state, (False, False, False, False))
    state = play_round(GAME, state, (True, False, False, False))
    state = written(after(GAME, Drawn((1, 2, 3)), Drawn((1, 2, 3)), start=state))
    state = after(GAME, Guess((1, 2, 3)), Guess((1, 2, 3)), start=state)
    assert tokens(state.sheets)[1] == Tokens(2, 0)
    assert (state.phase, state.team, GAME.outcome(state)) == (Phase.INTERCEPTION, 1, None)
    state = after(GAME, Guess((4, 3, 2)), Guess((1, 2, 3)), start=state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome == ((1, 3), (0, 1, 0, 1), "interceptions")


@pytest.mark.rule("DE-7")
def test_eight_rounds_are_the_most_and_then_the_balance_decides() -> None:
    state = after(GAME, Screens((WHITE, BLACK)))
    state = play_round(GAME, state, (False, False, False, True))
    for _ in range(6):
        state = play_round(GAME, state, (False,) * 4)
    assert (state.phase, state.round) == (Phase.CODE, 8)
    outcome = GAME.outcome(play_round(GAME, state, (False,) * 4))
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0, 2), "balance")


def naming() -> State:
    """Both teams have misunderstood each other in both rounds: the words have to decide."""
    state = after(GAME, Screens((WHITE, BLACK)))
    for _ in range(2):
        state = play_round(GAME, state, (False, True, False, True))
    assert (state.phase, state.team, GAME.turn(state)) == (Phase.NAMING, 0, 0)
    return state


@pytest.mark.rule("DE-7")
@pytest.mark.parametrize(
    ("by_white", "by_black", "winners", "reason"),
    [
        (("king", "a", "b", "c"), ("moon", "CAT", "x", "y"), (1, 3), "words"),
        ((" Bée", "SNOW", "clock", "c"), ("moon", "cat", "x", "y"), (0, 2), "words"),
        (("snow", "bee", "b", "c"), ("boat", "bread", "x", "y"), (0, 1, 2, 3), "drawn"),
        (("a", "b", "c", "d"), ("a", "b", "c", "d"), (0, 1, 2, 3), "drawn"),
    ],
)
def test_when_all_is_equal_more_words_found_win(
    by_white: Sequence[str], by_black: Sequence[str], winners: tuple[int, ...], reason: str
) -> None:
    state = naming()
    for text in by_white:
        assert GAME.turn(state) == 0
        state = GAME.play(state, Name(text))
    for text in by_black:
        assert GAME.turn(state) == 1
        assert GAME.observe(state, 1).named[0] == (None,) * 4
        assert GAME.observe(state, 2).named[0] == (None,) * 4
        assert GAME.observe(state, 0).named[0] == tuple(map(tidy, by_white))
        state = GAME.play(state, Name(text))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (winners, reason)
    assert GAME.observe(state, None).named[1] == tuple(map(tidy, by_black))


@pytest.mark.rule("DE-7")
def test_each_word_counts_once_and_is_named_once() -> None:
    assert hits(("Moon", "moon", " MOON", "cat"), WHITE) == 2
    state = after(GAME, Name("Moon"), start=naming())
    assert refused(GAME, state, Name(" möon ")) == "named_twice"
    assert refused(GAME, state, Name("")) == "no_text"
    assert refused(GAME, state, Name("x" * 41)) == "text_too_long"
    assert refused(GAME, state, Clue("x")) == "wrong_phase"


def test_likely_words_are_offered_for_each_number_and_none_of_ones_own() -> None:
    state = after(GAME, Screens((WHITE, BLACK)))
    state = after(GAME, Drawn((1, 2, 3)), Drawn((1, 2, 3)), start=state)
    for text in ("w1", "w2", "w3", "sting", "ticking", "flakes"):
        state = GAME.play(state, Clue(text))
    state = after(GAME, Guess((4, 3, 2)), Guess((4, 3, 2)), start=state)
    state = play_round(GAME, state, (False, True, False, True))
    for expected in ("bee", "clock", "snow"):
        offered = [name.text for name in GAME.actions(state) if isinstance(name, Name)]
        assert offered[0] == expected
        assert len(offered) == len(set(offered)) == 12
        assert not {*offered} & {*WHITE}
        state = GAME.play(state, Name(expected))
        assert Name(expected) not in GAME.actions(state)


def test_the_notes_at_the_foot_of_the_sheet_are_by_number() -> None:
    sheet = (
        Message((2, 1, 4), ("a", "b", "c"), None, (2, 1, 4)),
        Message((1, 2, 3), ("d", "e", "f"), (1, 2, 3), (3, 2, 1)),
        Message(None, ("g", "h", "i")),
    )
    assert by_number(sheet) == (("b", "d"), ("a", "e"), ("f",), ("c",))


# --- DE-8: three players --------------------------------------------------------------------------


@pytest.mark.rule("DE-8")
def test_a_pair_plays_against_one_who_has_no_words() -> None:
    state = ready(PAIR)
    assert state.words == (WHITE, ())
    assert PAIR.screens.cases == perm(len(PAIR.vocabulary.words), 4)
    assert [PAIR.observe(state, seat).words[0] for seat in range(3)] == [WHITE, (), WHITE]
    assert (PAIR.turn(state), state.phase) == (0, Phase.CLUES)
    state = written(state, PAIR)
    assert (PAIR.turn(state), state.phase) == (2, Phase.DECRYPTION)  # no interception in round 1
    state = PAIR.play(state, Guess((2, 1, 4)))
    assert (state.phase, state.round) == (Phase.CODE, 2)
    state = written(after(PAIR, Drawn((2, 1, 4)), start=state), PAIR)
    assert (PAIR.turn(state), state.phase) == (1, Phase.INTERCEPTION)


@pytest.mark.rule("DE-8")
@pytest.mark.parametrize(
    ("rounds", "winners", "reason"),
    [
        ([(0, 1), (0, 1)], (1,), "two_tokens"),
        ([(0, 0), (1, 1)], (1,), "two_tokens"),
        ([(0, 1), (0, 0), (0, 0), (1, 0)], (1,), "two_tokens"),
        ([(0, 0), (1, 0), (0, 0), (0, 0), (1, 0)], (1,), "two_tokens"),
        ([(0, 0), (1, 0), (0, 0), (0, 0), (0, 0)], (0, 2), "lasted"),
        ([(0, 1), (0, 0), (0, 0), (0, 0), (0, 0)], (0, 2), "lasted"),
        ([(0, 0)] * 5, (0, 2), "lasted"),
    ],
)
def test_two_tokens_win_for_the_interceptor_and_five_rounds_for_the_pair(
    rounds: Sequence[tuple[bool, bool]], winners: tuple[int, ...], reason: str
) -> None:
    state = after(PAIR, Screens((WHITE,)))
    for happens in rounds:
        assert PAIR.outcome(state) is None
        state = play_round(PAIR, state, happens)
    outcome = PAIR.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (winners, reason)


# --- a table of one's own -------------------------------------------------------------------------


def test_a_teachers_list_goes_into_the_record_and_is_replayed() -> None:
    animals = read_csv("cat;purr;3\ncat;fur;1\ndog;bark;3\nhen\ncow\npig\nowl\nbee\nant\nélan\n")
    game = Decrypto(players=5, lang="fr", words=animals)
    assert game.vocabulary == animals.__class__("fr", animals.table)
    match = Match(game, seed=3)
    match.run()
    record = json.loads(match.to_json())
    assert record["options"]["words"][0] == ["cat", [["purr", 3], ["fur", 1]]]
    again = Match.from_json(match.to_json())
    assert again.game == game
    assert again.states == match.states
    assert hash(again.game) == hash(game)


def test_texts_of_ones_own_are_kept_in_the_record() -> None:
    match = Match(GAME, seed=2)
    for action in (Screens((WHITE, BLACK)), Drawn((1, 2, 3)), Drawn((1, 2, 3)), Clue(" Été 🌙 ")):
        match.play(action)
    again = Match.from_json(match.to_json())
    assert again.steps == match.steps
    assert again.state.sheets[0][0].clues == ("Été 🌙",)


def listed(table: Any) -> Vocabulary:
    """A list that somebody has put together by hand."""
    return Vocabulary("en", table)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"lang": "de"}, "lang is one of en, fr, not 'de'"),
        ({"lang": ["en"]}, "lang is one of"),
        ({"words": ("ant", "bee")}, "at least 8 different words"),
        ({"words": ("ant", "bee", "cat", "cow", "dog", "hen", "owl", "OWL")}, "at least 8"),
        ({"words": (*"abcdefg", 8)}, "a word stands alone or with its clues, not 8"),
        ({"words": (*"abcdefg", "  ")}, "words and clues are texts, not '  '"),
        ({"words": (*"abcdefg", ("h", (("x", 4),)))}, "as close as 1, 2 or 3"),
        ({"words": (*"abcdefg", ("h", (("x", "3"),)))}, "as close as 1, 2 or 3"),
        ({"words": (*"abcdefg", ("h", ((5, 3),)))}, "words and clues are texts"),
        ({"words": (*"abcdefg", ("h", "xyz"))}, "a word stands alone"),
        ({"words": (*"abcdefg", "x" * 41)}, "one line of at most 40"),
        ({"words": (*"abcdefg", "a\nb")}, "one line of at most 40"),
        ({"words": (*"abcdefg", b"h")}, "words: a word stands alone or with its clues, not b'h'"),
        ({"words": (*"abcdefg", None)}, "words: a word stands alone or with its clues, not None"),
        ({"words": (*"abcdefg", "")}, "words: words and clues are texts, not ''"),
        ({"words": (*"abcdefg", ["h", ["i"]])}, "words: a word stands alone"),
        ({"words": (*"abcdefg", ("h", (("x", True),)))}, "as close as 1, 2 or 3"),
        ({"words": (*"abcdefg", ("h", ((["x"], 3),)))}, "words and clues are texts"),
        ({"words": (*"abcdefg", "h\x00")}, "one line of at most 40"),
        ({"words": (*"abcdefg", ("h", tuple((f"c{n}", 1) for n in range(10_001))))}, "10000 clues"),
        ({"words": tuple(f"w{n}" for n in range(1001))}, "at most 1000 words"),
        ({"words": b"abcdefgh"}, "words is a list of words, not b'abcdefgh'"),
        ({"words": {"ant": {}}}, "words is a list of words, not"),
        ({"words": listed({5: {}})}, "words and clues are texts"),
        ({"words": listed({"ant": None})}, "a word stands alone"),
        ({"words": listed(None)}, "a list of words"),
        ({"words": listed({"ant": {}})}, "at least 8 different words"),
        ({"words": 5}, "a list of words"),
        ({"words": "abcdefgh"}, "a list of words"),
        ({"players": 2}, "Decrypto is for 3 to 8 players, not 2"),
        ({"players": 9}, "Decrypto is for 3 to 8 players, not 9"),
    ],
)
def test_options_that_make_no_table_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Decrypto(**{"players": 4, **options})


def test_what_is_imagined_never_contradicts_the_clues_even_on_the_shortest_list() -> None:
    """Each team has said two of the other's words as clues, so few divisions are left."""
    listed = ("ant", "bee", "cat", "cow", "dog", "hen", "owl", "pig")
    game = Decrypto(players=4, words=listed)
    state = after(game, Screens((listed[:4], listed[4:])), Drawn((1, 2, 3)), Drawn((1, 2, 3)))
    state = after(game, *map(Clue, ("dog", "HEN", "x", "ant", "bee", "y")), start=state)
    state = after(game, Guess((1, 2, 3)), start=state)
    rng, seen = Random(4), set()
    for _ in range(200):
        world = game.imagine(game.observe(state, None), rng)
        assert not {"dog", "hen"} & {*world.words[0]}
        assert not {"ant", "bee"} & {*world.words[1]}
        seen.add(frozenset(world.words[0]))
    assert len(seen) == 6  # ant, bee and two of cat, cow, owl, pig
