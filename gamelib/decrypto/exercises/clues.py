"""Bayes over 24 codes: what clues say to whoever reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import log2, prod
from random import Random
from typing import Any, NamedTuple

from gamelib.decrypto.exercises.positions import (
    BLACK,
    GAME,
    HUNDREDTH,
    RULES,
    WHITE,
    Case,
    as_ratio,
    clue_weights,
    evenly,
    position,
)
from gamelib.decrypto.odds import (
    CODES,
    UNIFORM,
    WEIGHTS,
    belief,
    best,
    bits,
    digits,
    entropy,
    heard,
    posterior,
)
from gamelib.decrypto.rules import Phase
from gamelib.decrypto.screens import WORDS
from gamelib.decrypto.sheets import Code, by_number, spelled
from gamelib.exercises import NUMBER, Exercise, FunctionExercise, pick, shuffled


def _shared_clue(rng: Random) -> Case:
    """Draw a message whose first clue fits two of your words or more."""
    while True:
        view = position(rng, Phase.DECRYPTION, 2)
        fits = [n for n, weight in enumerate(clue_weights(view)[0], start=1) if weight > WEIGHTS[0]]
        if len(fits) > 1:
            return Case(view, pick(rng, fits))


def _first_words(case: Case) -> dict[str, object]:
    row = clue_weights(case.view)[0]
    return {
        "clue": heard(case.view, WHITE)[0],
        "number": case.number,
        "weights": as_ratio(row),
        "weight": row[case.number - 1],
        "sum": " + ".join(map(str, row)),
        "total": sum(row),
        "chances": tuple(map(float, evenly(row))),
        "digit_bits": _bits(evenly(row)),
    }


def _bits(chances: Sequence[Fraction]) -> float:
    return entropy(dict(enumerate(chances)))


def _related_only(case: Case) -> Fraction:
    row = clue_weights(case.view)[0]
    return Fraction(row[case.number - 1], sum(weight for weight in row if weight > WEIGHTS[0]))


first_clue = Exercise(
    key="first_clue",
    lesson="07",
    level=2,
    rules=RULES,
    make=_shared_clue,
    answer=lambda case: digits(posterior(case.view, upto=1))[0][case.number - 1],
    words=_first_words,
    misconceptions={
        "clue_not_used": lambda case: Fraction(1, WORDS),
        "unrelated_impossible": _related_only,
    },
    view=lambda case: case.view,
)

bits_after_clue = Exercise(
    key="bits_after_clue",
    lesson="07",
    level=2,
    rules=RULES,
    make=_shared_clue,
    answer=lambda case: bits(case.view)[1],
    words=_first_words,
    misconceptions={
        "other_digits_forgotten": lambda case: _bits(evenly(clue_weights(case.view)[0])),
        "bits_told_instead": lambda case: log2(len(CODES)) - bits(case.view)[1],
        "clue_not_used": lambda case: log2(len(CODES)),
    },
    kind=NUMBER,
    tolerance=HUNDREDTH,
    view=lambda case: case.view,
)


def _open_message(rng: Random) -> Case:
    """Draw a message that leaves a doubt: no code is almost certain."""
    while True:
        view = position(rng, Phase.DECRYPTION, 2)
        if max(posterior(view).values()) < Fraction(9, 10):
            return Case(view)


def _by_themselves(code: Code, rows: Sequence[Sequence[int]]) -> Fraction:
    """Return a code's chance as if each clue were read without the others."""
    return prod(
        (evenly(row)[digit - 1] for row, digit in zip(rows, code, strict=True)), start=Fraction(1)
    )


def _weight(code: Code, rows: Sequence[Sequence[int]]) -> int:
    return prod(row[digit - 1] for row, digit in zip(rows, code, strict=True))


def _message_words(case: Case) -> dict[str, object]:
    rows, code = clue_weights(case.view), best(posterior(case.view))
    clues = zip(heard(case.view, WHITE), rows, strict=True)
    return {
        "code": spelled(code),
        "rows": tuple(f"{clue} ({as_ratio(row)})" for clue, row in clues),
        "product": " × ".join(str(row[digit - 1]) for row, digit in zip(rows, code, strict=True)),
        "weight": _weight(code, rows),
        "total": sum(_weight(other, rows) for other in CODES),
    }


likeliest_code = Exercise(
    key="likeliest_code",
    lesson="07",
    level=2,
    rules=RULES,
    make=_open_message,
    answer=lambda case: max(posterior(case.view).values()),
    words=_message_words,
    misconceptions={
        "clues_one_by_one": lambda case: _by_themselves(
            best(posterior(case.view)), clue_weights(case.view)
        ),
        "clue_not_used": lambda case: UNIFORM,
    },
    view=lambda case: case.view,
)


def _their_clues(case: Case) -> tuple[str, ...]:
    """Return the revealed clues for the number of black's that is asked about."""
    return by_number(case.view.sheets[BLACK])[case.number - 1]


def _two_clues(rng: Random) -> Case:
    """Draw a position with two revealed clues for a number of black's, and a word they may mean."""
    while True:
        view = position(rng, Phase.CLUES, 3)
        sheet = by_number(tuple(m for m in view.sheets[BLACK] if m.revealed))
        numbers = [n for n, clues in enumerate(sheet, start=1) if len(clues) == 2]
        number = pick(rng, numbers)
        fits = sorted({word for clue in sheet[number - 1] for word, _ in GAME.offers.meant(clue)})
        fits = [word for word in fits if word not in view.words[WHITE]]
        if len(fits) > 1:
            return Case(view, number, pick(rng, fits))


def _word_weights(clues: Iterable[str], words: Iterable[str]) -> dict[str, int]:
    """Return for each word the product of what the clues weigh for it."""
    told = list(clues)
    close = GAME.vocabulary.closeness
    return {word: prod(WEIGHTS[close(word, clue)] for clue in told) for word in words}


def _share(case: Case, weights: dict[str, int]) -> Fraction:
    return Fraction(weights[case.word], sum(weights.values()))


def _free(case: Case) -> list[str]:
    return [word for word in GAME.vocabulary.words if word not in case.view.words[WHITE]]


def _summed(case: Case) -> Fraction:
    rows = [_word_weights([clue], _free(case)) for clue in _their_clues(case)]
    return _share(case, {word: sum(row[word] for row in rows) for word in _free(case)})


def _word_words(case: Case) -> dict[str, object]:
    clues = _their_clues(case)
    rows = {clue: _word_weights([clue], GAME.vocabulary.words) for clue in clues}
    told = [
        (clue, [f"{word} {weight}" for word, weight in row.items() if weight > WEIGHTS[0]])
        for clue, row in rows.items()
    ]
    weights = _word_weights(clues, _free(case))
    return {
        "number": case.number,
        "word": case.word,
        "words": len(GAME.vocabulary.words),
        "free": len(weights),
        "list": GAME.vocabulary.words,
        "told": tuple(f"{clue} ({', '.join(fits)})" for clue, fits in told),
        "product": " × ".join(str(row[case.word]) for row in rows.values()),
        "weight": weights[case.word],
        "all": " + ".join(map(str, weights.values())),
        "total": sum(weights.values()),
    }


which_word = Exercise(
    key="which_word",
    lesson="07",
    level=2,
    rules=RULES,
    make=_two_clues,
    answer=lambda case: belief(GAME, _their_clues(case), case.view.words[WHITE]).chance(case.word),
    words=_word_words,
    misconceptions={
        "own_words_possible": lambda case: _share(
            case, _word_weights(_their_clues(case), GAME.vocabulary.words)
        ),
        "last_clue_only": lambda case: _share(
            case, _word_weights(_their_clues(case)[-1:], _free(case))
        ),
        "weights_added": _summed,
    },
    view=lambda case: case.view,
)

Row = tuple[int, ...]


class TwoTables(NamedTuple):
    """What three clues weigh for each number: to your team, and to the other."""

    mates: tuple[Row, ...]
    rivals: tuple[Row, ...]


def _some_rows(rng: Random, code: Code, high: Sequence[int], low: Sequence[int]) -> tuple[Row, ...]:
    """Draw the weights of three clues; each is likeliest for its own number of the code."""
    numbers = range(1, WORDS + 1)
    return tuple(tuple(pick(rng, high if n == digit else low) for n in numbers) for digit in code)


def _two_tables(rng: Random) -> TwoTables:
    """Draw the same message as both teams read it: the other team less clearly."""
    code = pick(rng, CODES)
    return TwoTables(
        _some_rows(rng, code, (20, 30, 40), (1, 2, 5)), _some_rows(rng, code, (3, 4, 6), (1, 2, 3))
    )


def code_chances(rows: Sequence[Sequence[int]]) -> dict[Code, Fraction]:
    """Return the chance of each of the 24 codes, from what the clues weigh for each number."""
    weights = {code: _weight(code, rows) for code in CODES}
    total = sum(weights.values())
    return {code: Fraction(weight, total) for code, weight in weights.items()}


def _code_bits(rows: Sequence[Sequence[int]]) -> float:
    return entropy(code_chances(rows))


def _bits_by_themselves(rows: Sequence[Sequence[int]]) -> float:
    return sum(_bits(evenly(row)) for row in rows)


def _table_words(case: TwoTables) -> dict[str, object]:
    return {
        "mates": tuple(map(as_ratio, case.mates)),
        "rivals": tuple(map(as_ratio, case.rivals)),
        "mate_bits": _code_bits(case.mates),
        "rival_bits": _code_bits(case.rivals),
    }


head_start = Exercise(
    key="head_start",
    lesson="07",
    level=3,
    rules=RULES,
    make=_two_tables,
    answer=lambda case: _code_bits(case.rivals) - _code_bits(case.mates),
    words=_table_words,
    misconceptions={
        "wrong_way_round": lambda case: _code_bits(case.mates) - _code_bits(case.rivals),
        "clues_one_by_one": lambda case: (
            _bits_by_themselves(case.rivals) - _bits_by_themselves(case.mates)
        ),
        "team_forgotten": lambda case: _code_bits(case.rivals),
    },
    kind=NUMBER,
    tolerance=HUNDREDTH,
)


class Seeded(NamedTuple):
    """The seed of the messages that a student's function is tried on."""

    seed: int


def right_code_chance(code: Code, rows: Sequence[Sequence[int]]) -> Fraction:
    """Return the chance of a code: its weight over the weight of all 24."""
    return code_chances(rows)[code]


def _not_divided(code: Code, rows: Sequence[Sequence[int]]) -> int:
    return _weight(code, rows)


def _clue_not_used(code: Code, rows: Sequence[Sequence[int]]) -> Fraction:
    return UNIFORM


def _messages(case: Seeded) -> list[tuple[Any, ...]]:
    rng = Random(case.seed)
    trials: list[tuple[Any, ...]] = []
    for n in range(8):
        code, other = shuffled(rng, CODES)[:2]  # half of the time another one than the clues mean
        rows = _some_rows(rng, code, (20, 60, 120, 240), (1, 1, 5, 60))
        trials.append((other if n % 2 else code, rows))
    return trials


code_chance = FunctionExercise(
    key="code_chance",
    lesson="07",
    level=3,
    rules=RULES,
    make=lambda rng: Seeded(pick(rng, range(10**6))),
    answer=lambda case: right_code_chance,
    words=lambda case: {},
    misconceptions={
        "clues_one_by_one": lambda case: _by_themselves,
        "weight_not_chance": lambda case: _not_divided,
        "clue_not_used": lambda case: _clue_not_used,
    },
    tolerance=Fraction(1, 10**6),
    trials=_messages,
    about=lambda args: {"code": str(args[0]), "rows": str(args[1])},
)
