"""The answers of Decrypto's exercises, each reached a second way: by listing, counting, playing.

Nothing here asks `odds`: codes are listed anew, words are read from the list itself.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import log2
from random import Random
from typing import Any

import pytest

from gamelib.counting import wilson
from gamelib.decrypto.exercises import EXERCISES, describe
from gamelib.decrypto.exercises.clues import TwoTables, right_code_chance
from gamelib.decrypto.exercises.codes import Codes, Narrowed
from gamelib.decrypto.exercises.positions import CLUES, Case, position
from gamelib.decrypto.exercises.teams import Chased, Readers, Rounds
from gamelib.decrypto.rules import Phase
from gamelib.decrypto.words import plain
from gamelib.exercises import FunctionExercise, exercise, exercises

STUDENTS = [f"pupil {n}" for n in range(6)]
CODES = [code for code in product((1, 2, 3, 4), repeat=3) if len(set(code)) == 3]
WEIGHT = {0: 1, 1: 60, 2: 120, 3: 240}


def share(cases: list[bool]) -> Fraction:
    return Fraction(sum(cases), len(cases))


def listed(case: Codes) -> list[tuple[int, ...]]:
    """All codes of a larger game, by trying every row of numbers."""
    rows = product(range(1, case.words + 1), repeat=case.length)
    return [row for row in rows if len(set(row)) == case.length]


def how_many_codes(case: Codes) -> int:
    return len(listed(case))


def lucky_guess(case: Codes) -> Fraction:
    left = [code for code in listed(case) if code[case.place - 1] == case.digit]
    return share([code == left[0] for code in left])


def bits_told(case: Narrowed) -> float:
    """Halving all codes again and again: whole bits by counting, the rest by the powers of two."""
    halvings = 0.0
    for place in range(30):
        step = 2.0**-place
        while case.left * 2 ** (halvings + step) <= case.codes:
            halvings += step
    return halvings


def weight_of(word: str, clue: str) -> int:
    """What a clue weighs for a word, read from the list as it is written down."""
    for grade, row in zip((3, 2, 1), CLUES[word].split(" / "), strict=True):
        if clue in row.split(", "):
            return WEIGHT[grade]
    return WEIGHT[0]


def tables(case: Case) -> list[list[int]]:
    """What each of white's clues that is on its way weighs for the four words."""
    clues = [clue or "" for clue in case.view.sheets[0][-1].clues]
    return [[weight_of(word, clue) for word in case.view.words[0]] for clue in clues]


def code_weights(rows: Any) -> dict[tuple[int, ...], int]:
    weights: dict[tuple[int, ...], int] = {}
    for code in CODES:
        weight = 1
        for row, digit in zip(rows, code, strict=False):
            weight *= row[digit - 1]
        weights[code] = weight
    return weights


def first_clue(case: Case) -> Fraction:
    weights = code_weights(tables(case)[:1])
    good = sum(weight for code, weight in weights.items() if code[0] == case.number)
    return Fraction(good, sum(weights.values()))


def uncertainty(rows: Any) -> float:
    weights = code_weights(rows)
    total = sum(weights.values())
    return sum(weight / total * log2(total / weight) for weight in weights.values())


def bits_after_clue(case: Case) -> float:
    return uncertainty(tables(case)[:1])


def likeliest_code(case: Case) -> Fraction:
    weights = code_weights(tables(case))
    return Fraction(max(weights.values()), sum(weights.values()))


def which_word(case: Case) -> Fraction:
    weights = {}
    for word in CLUES:
        if word not in case.view.words[0]:
            weights[word] = 1
            for message in case.view.sheets[1]:
                if message.revealed and message.code and case.number in message.code:
                    clue = message.clues[message.code.index(case.number)]
                    weights[word] *= weight_of(word, clue or "")
    return Fraction(weights[case.word], sum(weights.values()))


def good_round(case: Readers) -> Fraction:
    """All 64 ways in which six readings go right or wrong."""
    total = Fraction(0)
    for went in product((True, False), repeat=6):
        chance = Fraction(1)
        for right, p in zip(went, (*case.mates, *case.rivals), strict=True):
            chance *= p if right else 1 - p
        total += chance if all(went[:3]) and not all(went[3:]) else 0
    return total


def second_interception(case: Rounds) -> Fraction:
    total = Fraction(0)
    for hits in product((0, 1), repeat=case.rounds - 1):
        total += (
            case.chance ** sum(hits) * (1 - case.chance) ** (len(hits) - sum(hits))
            if sum(hits) >= 2
            else 0
        )
    return total


def pair_survives(case: Chased) -> Fraction:
    """All that nine occasions for a token can bring: five to misunderstand, four to intercept."""
    chances = [case.miss] * 5 + [case.catch] * 4
    total = Fraction(0)
    for tokens in product((0, 1), repeat=9):
        weight = Fraction(1)
        for token, chance in zip(tokens, chances, strict=True):
            weight *= chance if token else 1 - chance
        total += weight if sum(tokens) < 2 else 0
    return total


def head_start(case: TwoTables) -> float:
    return uncertainty(case.rivals) - uncertainty(case.mates)


AGAIN: dict[str, Callable[[Any], Any]] = {
    "how_many_codes": how_many_codes,
    "lucky_guess": lucky_guess,
    "bits_told": bits_told,
    "first_clue": first_clue,
    "bits_after_clue": bits_after_clue,
    "likeliest_code": likeliest_code,
    "which_word": which_word,
    "good_round": good_round,
    "second_interception": second_interception,
    "pair_survives": pair_survives,
    "head_start": head_start,
}


def test_every_answer_is_reached_a_second_way() -> None:
    functions = {pattern.key for pattern in EXERCISES if isinstance(pattern, FunctionExercise)}
    assert functions == {"code_chance"}
    assert set(AGAIN) == {pattern.key for pattern in EXERCISES} - functions


def test_there_are_enough_exercises_from_easy_to_hard() -> None:
    assert exercises("07") == EXERCISES
    assert len(EXERCISES) >= 8
    assert {pattern.level for pattern in EXERCISES} == {1, 2, 3}


@pytest.mark.parametrize("key", AGAIN)
def test_the_answer_equals_trying_all_cases(key: str) -> None:
    pattern = exercise(key)
    for student in STUDENTS:
        case = pattern.case(student)
        answer = pattern.answer(case)
        if isinstance(answer, float):
            assert answer == pytest.approx(AGAIN[key](case), abs=1e-6)
        else:
            assert answer == AGAIN[key](case)


@pytest.mark.parametrize("student", STUDENTS)
def test_the_function_is_right_in_simulated_messages(student: str) -> None:
    """Codes are drawn and clues kept as often as their weights say: what remains is the answer."""
    pattern = exercise("code_chance")
    rng = Random(student)
    code, rows = pattern.trials(pattern.case(student))[0]  # type: ignore[attr-defined]
    top = max(code_weights(rows).values())
    kept: list[tuple[int, ...]] = []
    while len(kept) < 300:
        drawn = rng.choice(CODES)
        if rng.random() * top < code_weights(rows)[drawn]:
            kept.append(drawn)
    low, high = wilson(kept.count(code), len(kept), z=4)
    assert low <= right_code_chance(code, rows) <= high
    assert sum(right_code_chance(other, rows) for other in CODES) == 1


def test_no_clue_is_a_word_of_the_list() -> None:
    """Else a clue would rule its word out, and the weights that a question tells were not all."""
    for row in CLUES.values():
        clues = row.replace(" / ", ", ").split(", ")
        assert len(clues) == len(set(clues)) >= 8
        assert set(map(plain, clues)).isdisjoint(map(plain, CLUES))


@pytest.mark.parametrize("student", STUDENTS)
def test_a_position_is_one_of_the_game_without_tokens(student: str) -> None:
    for phase, number in ((Phase.DECRYPTION, 2), (Phase.CLUES, 3)):
        view = position(Random(student), phase, number)
        assert (view.phase, view.round, view.turn) == (phase, number, 0)
        assert all(count == 0 for tokens in view.tokens for count in tokens)
        assert view.words[1] == ()


def test_a_position_tells_everything_that_is_open() -> None:
    view = position(Random(3), Phase.CLUES, 3)
    for lang in ("en", "fr"):
        text = describe(view, lang)
        for n, word in enumerate(view.words[0], start=1):
            assert f"{n} {word}" in text
        for sheet in view.sheets:
            for message in sheet:
                if message.code is not None:
                    assert "-".join(map(str, message.code)) in text
                assert all(clue in text for clue in message.clues if clue is not None)
    assert "You have drawn the code " in describe(view)
    reader = position(Random(3), Phase.DECRYPTION, 2)
    assert "White, now, round 2: clues " in describe(reader)
    assert "Black, now" not in describe(reader), "black's clues are read later"
    assert "You have drawn" not in describe(reader)
