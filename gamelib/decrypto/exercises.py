"""Questions about Decrypto, lesson 07: permutations, Bayes over 24 codes, bits, who reads a clue.

Every answer comes from `odds.py`, every misconception is a small function that makes the mistake.
The words of the positions are spelled alike in English and French, so that a student has the same
case in both languages. The texts stand in `exercises.en.json` and its like.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb, log, log2, perm, prod
from random import Random
from typing import Any, NamedTuple

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
    pair_lasts,
    posterior,
    rounds_until,
)
from gamelib.decrypto.rules import Decrypto, Drawn, Guess, Phase, State, View
from gamelib.decrypto.screens import WORDS, Screens
from gamelib.decrypto.sheets import Code, by_number, spelled
from gamelib.exercises import NUMBER, Exercise, FunctionExercise, pick, shuffled
from gamelib.texts import listing, say

RULES = f"decrypto {Decrypto.rules_version}"
WHITE, BLACK = 0, 1
YOU = 0
HUNDREDTH = Fraction(1, 100)

# --- positions ------------------------------------------------------------------------------------

CLUES = {
    "lion": "Simba, safari / zoo, animal, jungle / film, cage, Madagascar, village",
    "crocodile": "alligator, reptile / zoo, animal, jungle / Peter Pan, cage, long",
    "piano": "Chopin, Steinway / concert, Mozart, instrument / solo, long, restaurant",
    "ballet": "tutu, entrechat / concert, solo, Degas / Mozart, Paris, sport",
    "train": "locomotive, wagon / transport, tunnel, destination / long, express, Paris",
    "taxi": "Uber, limousine / transport, destination, Paris / tunnel, express, film",
    "tennis": "Wimbledon, smash / sport, match, club / solo, court, Paris",
    "football": "dribble, corner / sport, match, club / passion, Madrid, village",
    "pizza": "mozzarella, margherita / restaurant, menu, olive / triangle, express, club",
    "orange": "Fanta, tangerine / fruit, dessert, menu / olive, Madrid, passion",
    "robot": "cyborg, Asimov / machine, film, intelligence / instrument, transport, radio",
    "pirate": "Jolly Roger, Jack Sparrow / Peter Pan, Madagascar, film / radio, village, court",
}
"""Words that are the same in both languages, with their close, related and far clues."""


def _entry(word: str, clues: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    rows = zip((3, 2, 1), clues.split(" / "), strict=True)
    return word, tuple((clue, grade) for grade, row in rows for clue in row.split(", "))


GAME = Decrypto(players=4, words=tuple(_entry(word, clues) for word, clues in CLUES.items()))


class Case(NamedTuple):
    """A position that you see from seat 0, of the white team, and what the question is about."""

    view: View
    number: int = 0
    """One of the numbers 1 to 4."""
    word: str = ""


def position(rng: Random, phase: Phase, number: int, team: int = WHITE) -> View:
    """Return what you see when this phase of a round begins for a team's message.

    Before that, everybody gave a clue of the list, understood their own team, and intercepted
    nothing.
    """
    words = shuffled(rng, GAME.vocabulary.words)[: 2 * WORDS]
    state = GAME.play(GAME.start(), Screens((tuple(words[:WORDS]), tuple(words[WORDS:]))))
    while (state.phase, state.round, state.team) != (phase, number, team):
        state = _step(rng, state)
    return GAME.observe(state, YOU)


def _step(rng: Random, state: State) -> State:
    if state.phase is Phase.CODE:
        return GAME.play(state, Drawn(pick(rng, CODES)))
    if state.phase is Phase.CLUES:
        return GAME.play(state, pick(rng, GAME.actions(state)))
    code = state.sheets[state.team][-1].code
    assert code is not None, "only a drawn code is guessed"
    if state.phase is Phase.INTERCEPTION:
        return GAME.play(state, Guess(pick(rng, [other for other in CODES if other != code])))
    return GAME.play(state, Guess(code))


def describe(view: View, lang: str = "en") -> str:
    """Return a position in words: the screen, both note sheets, and the message on its way."""
    mine = listing((f"{n} {word}" for n, word in enumerate(view.words[WHITE], start=1)), lang)
    parts = [say("exercise.decrypto.you", lang, words=mine)]
    for team in (WHITE, BLACK):
        for number, message in enumerate(view.sheets[team], start=1):
            clues = [clue for clue in message.clues if clue is not None]
            if message.code is not None and not message.revealed:
                parts.append(say("exercise.decrypto.code", lang, code=spelled(message.code)))
            if clues:
                key = "revealed" if message.revealed else "now"
                told = {"clues": listing(clues, lang), "code": spelled(message.code)}
                parts.append(say(f"exercise.decrypto.{key}.{team}", lang, round=number, **told))
    return " ".join(parts)


def _weights(view: View, clue: str) -> tuple[int, ...]:
    """Return how likely a clue is for each of your words, compared with each other."""
    return tuple(WEIGHTS[GAME.vocabulary.closeness(word, clue)] for word in view.words[WHITE])


def _rows(view: View) -> list[tuple[int, ...]]:
    return [_weights(view, clue) for clue in heard(view, WHITE)]


def _ratio(row: Iterable[int]) -> str:
    return "\u00a0:\u00a0".join(map(str, row))


def _even(row: Sequence[int]) -> list[Fraction]:
    """Return one clue's chances by itself: each weight over their sum."""
    return [Fraction(weight, sum(row)) for weight in row]


# --- level 1: permutations and bits ---------------------------------------------------------------


class Codes(NamedTuple):
    """Another game: so many words, and codes of so many different numbers."""

    words: int
    length: int
    place: int = 1
    digit: int = 1

    @property
    def total(self) -> int:
        """How many codes there are."""
        return perm(self.words, self.length)


def _some_codes(rng: Random) -> Codes:
    words, length = pick(rng, range(5, 13)), pick(rng, (2, 3, 4))
    return Codes(words, length, pick(rng, range(1, length + 1)), pick(rng, range(1, words + 1)))


def _factors(words: int, length: int) -> str:
    return " × ".join(str(words - n) for n in range(length))


how_many_codes = Exercise(
    key="how_many_codes",
    lesson="07",
    level=1,
    rules=RULES,
    make=_some_codes,
    answer=lambda case: case.total,
    words=lambda case: {**case._asdict(), "product": _factors(case.words, case.length)},
    misconceptions={
        "digits_repeat": lambda case: case.words**case.length,
        "order_ignored": lambda case: comb(case.words, case.length),
    },
    kind=NUMBER,
    tolerance=Fraction(0),
)


def _left(case: Codes) -> int:
    return perm(case.words - 1, case.length - 1)


lucky_guess = Exercise(
    key="lucky_guess",
    lesson="07",
    level=1,
    rules=RULES,
    make=_some_codes,
    answer=lambda case: Fraction(1, _left(case)),
    words=lambda case: {
        **case._asdict(),
        "product": _factors(case.words - 1, case.length - 1),
        "others": case.words - 1,
        "open": case.length - 1,
        "left": _left(case),
    },
    misconceptions={
        "known_digit_forgotten": lambda case: Fraction(1, case.total),
        "digits_repeat": lambda case: Fraction(1, case.words ** (case.length - 1)),
        "order_ignored": lambda case: Fraction(1, comb(case.words - 1, case.length - 1)),
    },
)


class Narrowed(NamedTuple):
    """So many codes, of which some are left, all equally likely."""

    codes: int
    left: int


bits_told = Exercise(
    key="bits_told",
    lesson="07",
    level=1,
    rules=RULES,
    make=lambda rng: Narrowed(pick(rng, (24, 60, 120, 210)), pick(rng, range(2, 21))),
    answer=lambda case: log2(Fraction(case.codes, case.left)),
    words=lambda case: {
        **case._asdict(),
        "before": log2(case.codes),
        "after": log2(case.left),
    },
    misconceptions={
        "bits_that_are_left": lambda case: log2(case.left),
        "another_logarithm": lambda case: log(Fraction(case.codes, case.left)),
        "no_logarithm": lambda case: Fraction(case.codes, case.left),
    },
    kind=NUMBER,
    tolerance=HUNDREDTH,
)

# --- level 2: Bayes over 24 codes -----------------------------------------------------------------


def _shared_clue(rng: Random) -> Case:
    """Draw a message whose first clue fits two of your words or more."""
    while True:
        view = position(rng, Phase.DECRYPTION, 2)
        fits = [n for n, weight in enumerate(_rows(view)[0], start=1) if weight > WEIGHTS[0]]
        if len(fits) > 1:
            return Case(view, pick(rng, fits))


def _first_words(case: Case) -> dict[str, object]:
    row = _rows(case.view)[0]
    return {
        "clue": heard(case.view, WHITE)[0],
        "number": case.number,
        "weights": _ratio(row),
        "weight": row[case.number - 1],
        "sum": " + ".join(map(str, row)),
        "total": sum(row),
        "chances": tuple(map(float, _even(row))),
        "digit_bits": _bits(_even(row)),
    }


def _bits(chances: Sequence[Fraction]) -> float:
    return entropy(dict(enumerate(chances)))


def _related_only(case: Case) -> Fraction:
    row = _rows(case.view)[0]
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
        "other_digits_forgotten": lambda case: _bits(_even(_rows(case.view)[0])),
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
        (_even(row)[digit - 1] for row, digit in zip(rows, code, strict=True)), start=Fraction(1)
    )


def _weight(code: Code, rows: Sequence[Sequence[int]]) -> int:
    return prod(row[digit - 1] for row, digit in zip(rows, code, strict=True))


def _message_words(case: Case) -> dict[str, object]:
    rows, code = _rows(case.view), best(posterior(case.view))
    clues = zip(heard(case.view, WHITE), rows, strict=True)
    return {
        "code": spelled(code),
        "rows": tuple(f"{clue} ({_ratio(row)})" for clue, row in clues),
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
            best(posterior(case.view)), _rows(case.view)
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

# --- levels 2 and 3: both teams listen ------------------------------------------------------------


class Readers(NamedTuple):
    """How likely your team, and the other team, take each of three clues for the right number."""

    mates: tuple[Fraction, ...]
    rivals: tuple[Fraction, ...]


def _tenths(rng: Random, choices: Sequence[int]) -> tuple[Fraction, ...]:
    return tuple(Fraction(pick(rng, choices), 10) for _ in range(3))


good_round = Exercise(
    key="good_round",
    lesson="07",
    level=2,
    rules=RULES,
    make=lambda rng: Readers(_tenths(rng, (7, 8, 9)), _tenths(rng, range(2, 9))),
    answer=lambda case: prod(case.mates) * (1 - prod(case.rivals)),
    words=lambda case: {
        **case._asdict(),
        "understood": prod(case.mates),
        "caught": prod(case.rivals),
        "missed": 1 - prod(case.rivals),
    },
    misconceptions={
        "every_clue_missed": lambda case: (
            prod(case.mates) * prod(1 - chance for chance in case.rivals)
        ),
        "rivals_forgotten": lambda case: prod(case.mates),
        "team_forgotten": lambda case: 1 - prod(case.rivals),
    },
)


class Rounds(NamedTuple):
    """A chance to intercept from round 2 on, the same in every round, and a number of rounds."""

    chance: Fraction
    rounds: int


def _rounds_words(case: Rounds) -> dict[str, object]:
    tries, chance = case.rounds - 1, case.chance
    return {
        **case._asdict(),
        "tries": tries,
        "none": (1 - chance) ** tries,
        "one": tries * chance * (1 - chance) ** (tries - 1),
    }


second_interception = Exercise(
    key="second_interception",
    lesson="07",
    level=2,
    rules=RULES,
    make=lambda rng: Rounds(Fraction(1, pick(rng, range(2, 11))), pick(rng, range(4, 9))),
    answer=lambda case: sum(rounds_until(case.chance, case.rounds - 1)),
    words=_rounds_words,
    misconceptions={
        "round_one_counted": lambda case: sum(rounds_until(case.chance, case.rounds)),
        "one_is_enough": lambda case: 1 - (1 - case.chance) ** (case.rounds - 1),
        "in_that_round": lambda case: rounds_until(case.chance, case.rounds - 1)[-1],
    },
)


class Chased(NamedTuple):
    """A pair against an interceptor: the chances of a token of either kind, round by round."""

    catch: Fraction
    miss: Fraction


def _at_most_one(chance: Fraction, tries: int) -> Fraction:
    return (1 - chance) ** tries + tries * chance * (1 - chance) ** (tries - 1)


def _from_round_one(case: Chased) -> Fraction:
    """Return the answer if the interceptor might guess in round 1 already."""
    none = (1 - case.catch) * (1 - case.miss)
    one = case.catch * (1 - case.miss) + (1 - case.catch) * case.miss
    return none**5 + 5 * one * none**4


def _chased_words(case: Chased) -> dict[str, object]:
    catch, miss = case
    none = (1 - catch) ** 4 * (1 - miss) ** 5
    caught = 4 * catch * (1 - catch) ** 3 * (1 - miss) ** 5
    return {
        **case._asdict(),
        "none": float(none),
        "caught": float(caught),
        "missed": float((1 - catch) ** 4 * 5 * miss * (1 - miss) ** 4),
    }


pair_survives = Exercise(
    key="pair_survives",
    lesson="07",
    level=3,
    rules=RULES,
    make=lambda rng: Chased(
        Fraction(1, pick(rng, range(3, 11))), Fraction(1, pick(rng, range(4, 16)))
    ),
    answer=lambda case: pair_lasts(case.catch, case.miss),
    words=_chased_words,
    misconceptions={
        "round_one_counted": _from_round_one,
        "one_is_enough": lambda case: (1 - case.catch) ** 4 * (1 - case.miss) ** 5,
        "tokens_kept_apart": lambda case: _at_most_one(case.catch, 4) * _at_most_one(case.miss, 5),
    },
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
    return sum(_bits(_even(row)) for row in rows)


def _table_words(case: TwoTables) -> dict[str, object]:
    return {
        "mates": tuple(map(_ratio, case.mates)),
        "rivals": tuple(map(_ratio, case.rivals)),
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

EXERCISES: tuple[Exercise[Any], ...] = (
    how_many_codes,
    lucky_guess,
    bits_told,
    first_clue,
    bits_after_clue,
    likeliest_code,
    which_word,
    good_round,
    second_interception,
    pair_survives,
    head_start,
    code_chance,
)
