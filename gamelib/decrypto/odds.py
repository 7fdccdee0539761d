"""What a player of Decrypto asks, answered in exact Fractions from what that seat knows.

The model: a clue that the list grades 3 for a word is four times as likely to be given for it as
one graded 1, and 240 times as likely as one that the list does not relate to it (`WEIGHTS`).
Whoever knows the words reads a clue by them. Who does not, has a belief about the word behind each
number: any word of the list at first, then, by Bayes' rule, those that the number's earlier clues
point at; the four numbers are taken as independent. Only bits of information are floats, as
logarithms are.

>>> from gamelib.decrypto import Clue, Decrypto, Drawn, Screens
>>> game = Decrypto(players=4)
>>> words = (("moon", "cat", "bread", "boat"), ("bee", "clock", "snow", "king"))
>>> state = game.start()
>>> for step in (Screens(words), Drawn((2, 1, 4)), Drawn((1, 2, 3))):
...     state = game.play(state, step)
>>> for text in ("whiskers", "night", "river", "sting", "time", "white"):
...     state = game.play(state, Clue(text))
>>> view = game.observe(state, seat=2)  # a teammate of the encryptor: the words are known
>>> best(posterior(view))
(2, 1, 4)
>>> public = game.observe(state, seat=None)  # nothing was revealed yet: clues say nothing
>>> posterior(public)[2, 1, 4]
Fraction(1, 24)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import comb, lcm, log2, prod
from random import Random
from typing import NamedTuple, TypeVar

from gamelib.decrypto.rules import Decrypto, Drawn, Guess, Phase, State, View
from gamelib.decrypto.screens import WORDS, Clue, Name, Screens
from gamelib.decrypto.sheets import CODES, Code, Tokens, by_number, said, tidy, verdict
from gamelib.decrypto.words import plain
from gamelib.game import Action, IllegalAction
from gamelib.odds import GameOdds

__all__ = [
    "CODES", "UNIFORM", "WEIGHTS", "Belief", "Ends", "Reading", "belief", "beliefs", "best", "bits",
    "came", "digits", "entropy", "expected_rounds", "heard", "information", "interception",
    "likelihood", "overheard", "pair_lasts", "possible", "posterior", "race", "readers", "reading",
    "results", "rounds_until", "standing", "trial", "word_chances",
]  # fmt: skip

WEIGHTS = (1, 60, 120, 240)
"""How likely a clue is to be given for a word, compared with others, by its closeness 0 to 3."""

Chances = tuple[Fraction, ...]

UNIFORM = Fraction(1, len(CODES))
"""The chance of a code, and of a guess at random. DE-1, DE-6."""

T = TypeVar("T")


# --- what one clue says ---------------------------------------------------------------------------


class Belief(NamedTuple):
    """What somebody takes for the word behind a number: words by weight, all others weigh 1."""

    weights: Mapping[str, int]
    others: int
    """How many further words of the list are possible."""
    impossible: frozenset[str]

    @property
    def total(self) -> int:
        """The weight of all words together."""
        return sum(self.weights.values()) + self.others

    def chance(self, word: str) -> Fraction:
        """Return how likely a word of the list is to be the one."""
        if word in self.impossible:
            return Fraction(0)
        return Fraction(self.weights.get(word, 1 if self.others else 0), self.total)


def belief(game: Decrypto, clues: Iterable[str], impossible: Iterable[str] = ()) -> Belief:
    """Return what earlier clues of a number tell about its word; some words cannot be it."""
    out = frozenset(impossible)
    weights: dict[str, int] = {}
    for clue in clues:
        for word, closeness in game.offers.meant(clue):
            if word not in out:
                weights[word] = weights.get(word, 1) * WEIGHTS[closeness]
    return Belief(weights, len(game.vocabulary.words) - len(out) - len(weights), out)


Reading = tuple[Fraction, ...]
"""How likely a clue is for each number; only the proportions matter."""


def reading(game: Decrypto, behind: Sequence[Belief | str], clue: str) -> Reading:
    """Return how likely a clue is for each of the numbers 1 to 4, compared with each other.

    `behind` says what is behind each number: a word, or a belief about it.
    """
    return tuple(_weight(game, about, clue) for about in behind)


def _weight(game: Decrypto, about: Belief | str, clue: str) -> Fraction:
    if isinstance(about, str):
        return Fraction(WEIGHTS[game.vocabulary.closeness(about, clue)])
    more = sum(
        about.weights.get(word, 1 if about.others else 0) * (WEIGHTS[closeness] - 1)
        for word, closeness in game.offers.meant(clue)
        if word not in about.impossible
    )
    return 1 + Fraction(more, about.total)


# --- the 24 codes ---------------------------------------------------------------------------------


def possible(view: View, team: int | None = None) -> tuple[Code, ...]:
    """Return the codes that a team's message may have, as far as this seat knows.

    Past rounds leave all 24, as the codes are shuffled anew (DE-6); only the encryptor, and after
    the reveal everybody, knows better.
    """
    sheet = view.sheets[_team(view, team)]
    known = sheet[-1].code if sheet else None
    return CODES if known is None else (known,)


def heard(view: View, team: int | None = None) -> tuple[str, ...]:
    """Return the clues of a team's latest message that this seat knows, in code order."""
    sheet = view.sheets[_team(view, team)]
    return tuple(clue for clue in sheet[-1].clues if clue is not None) if sheet else ()


def posterior(
    view: View, team: int | None = None, upto: int = 3, clues: Sequence[str] | None = None
) -> dict[Code, Fraction]:
    """Return the chance of each of the 24 codes after the first clues, by Bayes' rule.

    Read with the words, if this seat knows them, else by what was revealed before. The code itself
    is left aside even if this seat knows it: so an encryptor learns what the others may think.
    `clues` stands for other clues than those that were heard.
    """
    team = _team(view, team)
    given = heard(view, team) if clues is None else clues
    behind = _behind(view, team, given)
    return _codes(view.game, behind, given[:upto])


def _codes(
    game: Decrypto, behind: Sequence[Belief | str], clues: Sequence[str]
) -> dict[Code, Fraction]:
    weights = _weights(game, behind, clues)
    total = sum(weights.values())
    return {code: Fraction(weight, total) for code, weight in weights.items()}


def _weights(
    game: Decrypto, behind: Sequence[Belief | str], clues: Sequence[str]
) -> dict[Code, int]:
    """Return how likely each code makes the clues, compared with the others, in whole numbers."""
    rows = []
    for clue in clues:
        row = reading(game, behind, clue)
        scale = lcm(*[weight.denominator for weight in row])
        rows.append([weight.numerator * (scale // weight.denominator) for weight in row])
    return {
        code: prod([row[number - 1] for row, number in zip(rows, code, strict=False)])
        for code in CODES
    }


def overheard(
    view: View, team: int | None = None, clues: Sequence[str] | None = None
) -> dict[Code, Fraction]:
    """Return what somebody makes of the clues who has heard all that was revealed, but no words.

    So an encryptor can tell what the other team may think: all of this lies open.
    """
    team = _team(view, team)
    given = heard(view, team) if clues is None else clues
    return _codes(view.game, _behind(_public(view), team, given), given)


def _public(view: View) -> View:
    """Return a view without the words: what somebody knows who sees behind no screen."""
    return view._replace(words=((),) * len(view.words))


def _behind(view: View, team: int, clues: Sequence[str]) -> tuple[Belief | str, ...]:
    """Return what is behind the numbers of a team: its words, or beliefs about them."""
    if view.words[team]:
        return view.words[team]
    spoken = said(view.sheets[team]).union(map(plain, clues))
    out = {word for words in view.words for word in words}
    out.update(*map(view.game.vocabulary.ruled_out, spoken))
    before = by_number(tuple(message for message in view.sheets[team] if message.revealed))
    return tuple(belief(view.game, column, out) for column in before)


def beliefs(view: View, team: int | None = None) -> tuple[Belief | str, ...]:
    """Return what this seat takes for the words behind a team's numbers: itself, where known."""
    return _behind(view, _team(view, team), ())


def best(chances: Mapping[T, Fraction]) -> T:
    """Return what is most likely; of equals the first."""
    return max(chances, key=chances.__getitem__)


def digits(codes: Mapping[Code, Fraction]) -> tuple[Chances, ...]:
    """Return for each of the three clues the chances that it stands for number 1, 2, 3 or 4."""
    return tuple(_digit(codes, place) for place in range(3))


def _digit(weights: Mapping[Code, Fraction] | Mapping[Code, int], place: int) -> Chances:
    """Return the chances of the numbers 1 to 4 at one place of the code."""
    rows: list[Fraction | int] = [0] * WORDS
    for code, weight in weights.items():
        rows[code[place] - 1] += weight
    total = sum(rows)
    return tuple(Fraction(row, total) for row in rows)


def interception(view: View, team: int | None = None) -> tuple[Fraction, Fraction]:
    """Return the chance to hit the code: by any guess at random, and by the likeliest code."""
    return UNIFORM, max(posterior(view, team).values())


# --- information ----------------------------------------------------------------------------------


def entropy(chances: Mapping[T, Fraction]) -> float:
    """Return how uncertain it is what will come true, in bits.

    >>> entropy({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})
    1.0
    """
    return -sum(float(chance) * log2(chance) for chance in chances.values() if chance) + 0.0


def bits(view: View, team: int | None = None) -> tuple[float, ...]:
    """Return the uncertainty about the code before the first clue and after each clue heard."""
    clues = heard(view, team)
    return tuple(entropy(posterior(view, team, upto)) for upto in range(len(clues) + 1))


def information(view: View, team: int | None = None) -> tuple[float, ...]:
    """Return how many bits each clue has told; a clue that confuses tells less than nothing."""
    levels = bits(view, team)
    return tuple(before - after for before, after in pairwise(levels))


# --- how long it lasts ----------------------------------------------------------------------------


def expected_rounds(chance: Fraction, needed: int = 2) -> Fraction:
    """Return the mean number of attempts until so many have come true: needed ÷ chance.

    >>> expected_rounds(Fraction(1, 24))
    Fraction(48, 1)
    """
    if not 0 < chance <= 1:
        raise ValueError(f"this never happens, or is no chance: {chance}")
    return Fraction(needed) / chance


def rounds_until(chance: Fraction, rounds: int, needed: int = 2) -> tuple[Fraction, ...]:
    """Return the chances that the needed one comes in attempt 1, 2, 3 …, up to `rounds`.

    The negative binomial distribution: all but one of them before, in any order, then the last.

    >>> rounds_until(Fraction(1, 2), 3)
    (Fraction(0, 1), Fraction(1, 4), Fraction(1, 4))
    """
    return tuple(
        comb(n - 1, needed - 1) * chance**needed * (1 - chance) ** (n - needed)
        if n >= needed
        else Fraction(0)
        for n in range(1, rounds + 1)
    )


def pair_lasts(catch: Fraction, miss: Fraction, rounds: int = 5) -> Fraction:
    """Return the chance that a pair lasts against an interceptor: never two tokens. DE-8.

    A Markov chain: the number of tokens, round by round; nobody intercepts in round 1.
    """
    tokens = [Fraction(1), Fraction(0)]
    for number in range(1, rounds + 1):
        caught = catch if number > 1 else Fraction(0)
        none = (1 - caught) * (1 - miss)
        one = caught * (1 - miss) + (1 - caught) * miss
        tokens = [tokens[0] * none, tokens[0] * one + tokens[1] * none]
    return sum(tokens, Fraction(0))


class Ends(NamedTuple):
    """How a game of two teams ends, with how likely, and after how many rounds on average. DE-7."""

    white: Fraction
    black: Fraction
    words: Fraction
    """The tokens are equal and the words have to decide."""
    rounds: Fraction


def race(
    catch: tuple[Fraction, Fraction], miss: tuple[Fraction, Fraction], rounds: int = 8
) -> Ends:
    """Return how a game ends if each team catches and misses with the same chances every round.

    `catch` is how likely white and black intercept a code of the other's, `miss` how likely they do
    not understand their own. A Markov chain on the four numbers of tokens; DE-7 decides.
    """
    level: dict[tuple[int, int, int, int], Fraction] = {(0, 0, 0, 0): Fraction(1)}
    ends = {0: Fraction(0), 1: Fraction(0), None: Fraction(0)}
    length = Fraction(0)
    for number in range(1, rounds + 1):
        caught = catch if number > 1 else (Fraction(0), Fraction(0))
        chances = (caught[0], miss[0], caught[1], miss[1])
        following: dict[tuple[int, int, int, int], Fraction] = {}
        for position, weight in level.items():
            for case in range(16):
                new = [case >> n & 1 for n in range(4)]
                chance = weight * prod(
                    p if happens else 1 - p for p, happens in zip(chances, new, strict=True)
                )
                if not chance:
                    continue
                a, b, c, d = (old + more for old, more in zip(position, new, strict=True))
                decided = verdict(Tokens(a, b), Tokens(c, d), number == rounds)
                if decided is None:
                    following[a, b, c, d] = following.get((a, b, c, d), Fraction(0)) + chance
                else:
                    ends[decided.winner] += chance
                    length += number * chance
        level = following
    return Ends(ends[0], ends[1], ends[None], length)


# --- what the table asks --------------------------------------------------------------------------


def word_chances(view: View, text: str) -> Fraction:
    """Return the chance that a word is one of the other team's four, by its clues. DE-7."""
    team = 1 - _own_team(view)
    key = plain(text)
    word = next((word for word in view.game.vocabulary.words if plain(word) == key), None)
    missed = Fraction(1)
    for about in _behind(view, team, ()):
        if isinstance(about, str):
            missed *= int(about != word)
        else:
            missed *= 1 - (about.chance(word) if word is not None else 0)
    return 1 - missed


def results(view: View, action: Action) -> dict[str, Fraction]:
    """Return everything that can come of an action of mine, by code; it sums to 1.

    A clue is read by a teammate, who knows the words, and from round 2 on by an opponent, who knows
    the earlier clues: each takes it for one of the numbers, in proportion to how likely that is.
    """
    match action:
        case Clue():
            mate, rival = _readers(view, action)
            number = _number(view)
            heard, caught = mate[number - 1], rival[number - 1]
            return {
                "understood": heard * (1 - caught),
                "shared": heard * caught,
                "caught": (1 - heard) * caught,
                "lost": (1 - heard) * (1 - caught),
            }
        case Guess():
            right = posterior(view)[_checked(action)]
            if view.phase is Phase.INTERCEPTION:
                return {"intercepted": right, "missed": 1 - right}
            return {"right": right, "wrong": 1 - right}
        case Name():
            hit = word_chances(view, tidy(action.text))
            return {"hit": hit, "miss": 1 - hit}
    raise IllegalAction("wrong_phase")


def trial(view: View, action: Action, rng: Random) -> str:
    """Try an action of mine once, in the model of `results`; return which result it had."""
    match action:
        case Clue():
            number = _number(view)
            heard, caught = (
                _drawn(dict(enumerate(row, start=1)), rng) == number
                for row in _readers(view, action)
            )
            if heard:
                return "shared" if caught else "understood"
            return "caught" if caught else "lost"
        case Guess():
            right = _drawn(posterior(view), rng) == _checked(action)
            if view.phase is Phase.INTERCEPTION:
                return "intercepted" if right else "missed"
            return "right" if right else "wrong"
    return "hit" if rng.random() < results(view, action)["hit"] else "miss"


def came(view: View, action: Action, later: Sequence[View]) -> str | None:
    """Return which result an action of mine has had, once the code, or the words, lie open.

    A clue was understood by whoever wrote its number at its place in their guess.
    """
    if isinstance(action, Name):
        end = next((now for now in later if now.phase is Phase.OVER), None)
        if end is None:
            return None
        theirs = end.words[1 - _own_team(view)]
        return "hit" if plain(action.text) in map(plain, theirs) else "miss"
    opened = (now.sheets[view.team][view.round - 1] for now in later)
    message = next((message for message in opened if message.revealed), None)
    if message is None:
        return None
    code, _, interception, guess = message
    assert code is not None, "what is revealed lies open"
    assert guess is not None
    if isinstance(action, Guess):
        if view.phase is Phase.INTERCEPTION:
            return "intercepted" if interception == code else "missed"
        return "right" if guess == code else "wrong"
    place = len(heard(view))
    caught = interception is not None and interception[place] == code[place]
    if guess[place] == code[place]:
        return "shared" if caught else "understood"
    return "caught" if caught else "lost"


CATCH, MISS = 0.25, 0.1
"""How often codes are intercepted and misunderstood in `standing`, by whichever team."""


def standing(view: View) -> float | None:
    """Return my team's chance to win if both teams are equally good from here on.

    From the tokens and the rounds that are left alone: every code is intercepted with the chance
    `CATCH` and misunderstood with the chance `MISS`. Where words decide, each team has a half.
    """
    if view.seat is None:
        return None
    mine = _own_team(view)
    if view.phase is Phase.SCREENS:
        white = _white_wins((0, 0, 0, 0), 1, 0, view.game.rivals)
    elif view.phase is Phase.NAMING:
        white = 0.5
    elif (outcome := _outcome(view)) is not None:
        return outcome
    else:
        tokens = (*view.tokens[0], *view.tokens[1])
        white = _white_wins(tokens, view.round, view.team, view.game.rivals)
    return white if mine == 0 else 1 - white


def _outcome(view: View) -> float | None:
    """Return 1 for a game that is won, 0 for one that is lost, a half for one that is drawn."""
    if view.phase is not Phase.OVER:
        return None
    over = State(view.phase, view.round, view.team, view.words, view.sheets, view.named)
    outcome = view.game.outcome(over)
    assert outcome is not None, "it is over"
    return (view.seat in outcome.winners) / (2 if outcome.reason == "drawn" else 1)


@cache
def _white_wins(held: tuple[int, ...], number: int, team: int, rivals: bool) -> float:
    """Return white's chance to win, where a team's message of a round is still to be guessed."""
    catch = CATCH if number > 1 else 0.0
    wins = 0.0
    for caught, missed in product((0, 1), repeat=2):
        a, b, c, d = held
        now = (a, b + missed, c + caught, d) if team == 0 else (a + caught, b, c, d + missed)
        chance = (catch if caught else 1 - catch) * (MISS if missed else 1 - MISS)
        if chance:
            wins += chance * _white_after(now, number, team, rivals)
    return wins


def _white_after(held: tuple[int, ...], number: int, team: int, rivals: bool) -> float:
    """Return the same, after a message: DE-7 and DE-8 are asked at the end of a round."""
    if rivals and team == 0:
        return _white_wins(held, number, 1, rivals)
    a, b, c, d = held
    if not rivals:
        if b + c >= 2:
            return 0.0
        return 1.0 if number == 5 else _white_wins(held, number + 1, 0, rivals)
    decided = verdict(Tokens(a, b), Tokens(c, d), number == 8)
    if decided is None:
        return _white_wins(held, number + 1, 0, rivals)
    return 0.5 if decided.winner is None else float(decided.winner == 0)


def likelihood(view: View, outcome: Action) -> Fraction:
    """Return how likely chance was, as far as this seat knows, to bring such words or a code."""
    match outcome:
        case Drawn(digits):
            return Fraction(int(digits in CODES), len(CODES))
        case Screens():
            return view.game.screens.probability(outcome)
        case _:
            return Fraction(0)


def readers(view: View, text: str) -> tuple[Chances, Chances]:
    """Return how likely a teammate and an opponent take my next clue for each number."""
    clues = (*heard(view), tidy(text))
    place, team = len(clues) - 1, view.team
    mate, rival = (
        _digit(_weights(view.game, _behind(reader, team, clues), clues), place)
        for reader in (view, _public(view))
    )
    return mate, rival


def _readers(view: View, clue: Clue) -> tuple[Chances, Chances]:
    """Return the same, but in the first round no opponent listens."""
    mate, rival = readers(view, clue.text)
    return mate, rival if view.round > 1 else (Fraction(0),) * WORDS


def _number(view: View) -> int:
    """Return the number that the encryptor's next clue is for."""
    code = view.sheets[view.team][-1].code if view.sheets[view.team] else None
    if code is None or view.phase is not Phase.CLUES or view.seat != view.turn:
        raise IllegalAction("not_your_turn")
    return code[len(heard(view))]


def _drawn(chances: Mapping[T, Fraction], rng: Random) -> T | None:
    """Let chance decide; None if nothing of it comes true."""
    case = rng.random()
    for outcome, chance in chances.items():
        case -= chance
        if case < 0:
            return outcome
    return None


def _checked(guess: Guess) -> Code:
    if guess.digits not in CODES:
        raise IllegalAction("not_a_code")
    return guess.digits


def _team(view: View, team: int | None) -> int:
    """Return the team asked about: the one whose message is on its way, if nothing else is said."""
    return view.team if team is None else team


def _own_team(view: View) -> int:
    if view.seat is None:
        raise IllegalAction("not_in_game", target=None)
    return view.seat % 2


class DecryptoOdds(GameOdds[View]):
    """What the table asks about Decrypto."""

    results = staticmethod(results)
    trial = staticmethod(trial)
    came = staticmethod(came)
    standing = staticmethod(standing)
    likelihood = staticmethod(likelihood)


odds = DecryptoOdds()
