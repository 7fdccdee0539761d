"""Decrypto's odds equal enumeration of the 24 codes, of all words, and of all rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import log2
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import IllegalAction, Match
from gamelib.counting import wilson
from gamelib.decrypto import (
    Clue,
    Decrypto,
    Drawn,
    Guess,
    Name,
    Phase,
    Screens,
    State,
    Tokens,
    View,
)
from gamelib.decrypto.odds import (
    WEIGHTS,
    Belief,
    belief,
    best,
    bits,
    digits,
    entropy,
    expected_rounds,
    heard,
    information,
    interception,
    likelihood,
    odds,
    overheard,
    pair_lasts,
    possible,
    posterior,
    race,
    reading,
    results,
    rounds_until,
    trial,
    word_chances,
)
from gamelib.decrypto.sheets import verdict

# A list that can be enumerated by hand: nine words, a few shared clues.
LISTED = (
    ("ant", (("hill", 3), ("tiny", 2), ("work", 1))),
    ("bee", (("hive", 3), ("honey", 3), ("work", 2))),
    ("cat", (("purr", 3), ("night", 1), ("tiny", 1))),
    ("cow", (("milk", 3), ("hill", 1))),
    ("dog", (("bark", 3), ("work", 1))),
    ("hen", (("egg", 3), ("night", 1))),
    ("owl", (("night", 3), ("wise", 2))),
    ("pig", (("mud", 3), ("hill", 1))),
    ("yak", (("hill", 2), ("milk", 1))),
)
GAME = Decrypto(players=4, words=LISTED)
WHITE, BLACK = ("ant", "bee", "cat", "cow"), ("dog", "hen", "owl", "pig")
CODES = list(permutations((1, 2, 3, 4), 3))
CLOSE = {word: dict(clues) for word, clues in LISTED}
Texts = tuple[str, ...]


def weight(word: str, clue: str) -> int:
    return WEIGHTS[CLOSE[word].get(clue, 0)]


def second_round(
    first: tuple[str, ...], now: tuple[str, ...], code: tuple[int, ...] = (1, 2, 3)
) -> State:
    """White's clues of two rounds, the first of which is revealed; black says nothing of use."""
    state = GAME.start()
    for step in (Screens((WHITE, BLACK)), Drawn((2, 1, 4)), Drawn((1, 2, 3)), *map(Clue, first)):
        state = GAME.play(state, step)
    for step in (
        *map(Clue, "xyz"),
        Guess((2, 1, 4)),
        Guess((1, 2, 3)),
        Drawn(code),
        Drawn((1, 2, 3)),
    ):
        state = GAME.play(state, step)
    for text in now:
        state = GAME.play(state, Clue(text))
    if len(now) == 3:
        for text in "uvw":
            state = GAME.play(state, Clue(text))
    return state


READ = second_round(("hive", "tiny", "milk"), ("hill", "honey", "night"))


# --- the posterior --------------------------------------------------------------------------------


def test_before_any_clue_and_in_every_round_all_24_codes_are_equally_likely() -> None:
    state = second_round(("hive", "tiny", "milk"), ())
    for seat in (None, 0, 1, 3):
        view = GAME.observe(state, seat)
        assert possible(view) == tuple(CODES)
        assert posterior(view, upto=0) == dict.fromkeys(CODES, Fraction(1, 24))
        assert list(bits(view)) == [pytest.approx(log2(24))]
    assert possible(GAME.observe(state, 2)) == ((1, 2, 3),)  # the encryptor knows
    assert possible(GAME.observe(GAME.start(), 0)) == tuple(CODES)


@pytest.mark.parametrize("upto", range(4))
def test_a_teammate_reads_clues_by_the_words(upto: int) -> None:
    """Each code's chance is its weight over the weight of all 24, written out."""
    view = GAME.observe(READ, 0)
    clues = ("hill", "honey", "night")[:upto]
    weights = {}
    for code in CODES:
        weights[code] = 1
        for number, clue in zip(code, clues, strict=False):
            weights[code] *= weight(WHITE[number - 1], clue)
    total = sum(weights.values())
    assert posterior(view, upto=upto) == {
        code: Fraction(each, total) for code, each in weights.items()
    }
    assert sum(posterior(view, upto=upto).values()) == 1


@pytest.mark.parametrize("seat", [None, 1, 3])
@pytest.mark.parametrize("upto", range(4))
def test_who_does_not_know_the_words_reads_clues_by_earlier_ones(
    seat: int | None, upto: int
) -> None:
    """Bayes over every word that each number may have, by brute force.

    Number 2 had the clue hive, 1 tiny, 4 milk, and 3 none. Black knows that its own words are not
    white's, and the public does not.
    """
    view = GAME.observe(READ, seat)
    known = BLACK if seat else ()
    words = [word for word, _ in LISTED if word not in known]
    earlier = {1: ["tiny"], 2: ["hive"], 3: [], 4: ["milk"]}
    clues = ("hill", "honey", "night")[:upto]

    def given(number: int, clue: str) -> Fraction:
        prior = {}
        for word in words:
            prior[word] = 1
            for old in earlier[number]:
                prior[word] *= weight(word, old)
        return Fraction(
            sum(prior[word] * weight(word, clue) for word in words), sum(prior.values())
        )

    weights = {}
    for code in CODES:
        weights[code] = Fraction(1)
        for number, clue in zip(code, clues, strict=False):
            weights[code] *= given(number, clue)
    total = sum(weights.values())
    expected = {code: each / total for code, each in weights.items()}
    assert posterior(view, upto=upto) == expected
    if seat is None:
        assert overheard(GAME.observe(READ, 2), clues=clues) == expected


def test_a_word_that_was_said_as_a_clue_cannot_be_the_teams() -> None:
    state = second_round(("yak", "tiny", "milk"), ("hill", "owl", "night"))
    view = GAME.observe(state, None)
    codes = posterior(view)
    assert sum(codes.values()) == 1
    other = posterior(view._replace(sheets=READ.sheets), clues=("hill", "owl", "night"))
    assert codes != other
    about = belief(GAME, ["hill"], ["yak", "owl"])
    assert about.chance("yak") == about.chance("owl") == 0
    assert sum(about.chance(word) for word, _ in LISTED) == 1


def test_a_belief_weighs_each_word_by_all_clues_of_its_number() -> None:
    about = belief(GAME, ["hill", "milk"])
    raw = {word: weight(word, "hill") * weight(word, "milk") for word, _ in LISTED}
    for word in raw:
        assert about.chance(word) == Fraction(raw[word], sum(raw.values()))
    assert about.total == sum(raw.values())
    assert belief(GAME, []) == Belief({}, 9, frozenset())
    assert list(reading(GAME, ["ant", about, belief(GAME, []), "owl"], "hill")) == [
        WEIGHTS[3],
        sum(Fraction(raw[word], sum(raw.values())) * weight(word, "hill") for word in raw),
        Fraction(sum(weight(word, "hill") for word in raw), 9),
        WEIGHTS[0],
    ]


def test_clues_are_read_without_case_and_accents() -> None:
    view = GAME.observe(READ, 0)
    assert posterior(view, clues=(" HÍLL", "Honey", "night ")) == posterior(view)


def test_the_digits_of_a_code_are_what_the_codes_sum_to() -> None:
    codes = posterior(GAME.observe(READ, 1))
    rows = digits(codes)
    for place, number in product(range(3), range(4)):
        assert rows[place][number] == sum(
            chance for code, chance in codes.items() if code[place] == number + 1
        )
    assert [sum(row) for row in rows] == [1, 1, 1]


def test_the_chance_to_intercept_is_one_in_24_at_random_and_the_best_codes_by_the_model() -> None:
    view = GAME.observe(READ, 1)
    uniform, model = interception(view)
    assert uniform == Fraction(1, 24)
    codes = posterior(view)
    assert model == max(codes.values()) == codes[best(codes)] > uniform


def test_what_is_heard_is_what_was_read_or_written() -> None:
    state = second_round(("hive", "tiny", "milk"), ("hill",))
    assert heard(GAME.observe(state, 2)) == ("hill",)
    assert heard(GAME.observe(state, 0)) == heard(GAME.observe(state, 1)) == ()
    assert heard(GAME.observe(READ, 1)) == ("hill", "honey", "night")
    assert heard(GAME.observe(READ, 0), team=1) == ()
    assert heard(GAME.observe(READ, 1), team=1) == ()


# --- information ----------------------------------------------------------------------------------


def test_entropy_is_that_of_coins_and_codes() -> None:
    assert entropy({"sure": Fraction(1), "never": Fraction(0)}) == 0
    assert entropy(dict.fromkeys(range(8), Fraction(1, 8))) == 3
    assert entropy(dict.fromkeys(CODES, Fraction(1, 24))) == pytest.approx(log2(24))
    assert entropy({"a": Fraction(1, 4), "b": Fraction(3, 4)}) == pytest.approx(2 - 3 / 4 * log2(3))


def test_bits_fall_clue_by_clue_and_the_information_adds_up() -> None:
    for seat in (0, 1):
        view = GAME.observe(READ, seat)
        levels, told = bits(view), information(view)
        assert len(levels) == 4
        assert len(told) == 3
        for upto, level in enumerate(levels):
            chances = posterior(view, upto=upto).values()
            assert level == pytest.approx(-sum(float(p) * log2(p) for p in chances if p))
        assert sum(told) == pytest.approx(levels[0] - levels[-1])
    assert bits(GAME.observe(READ, 0))[-1] < 1 < bits(GAME.observe(READ, 1))[-1]


def test_a_clue_that_nothing_relates_tells_nothing() -> None:
    view = GAME.observe(READ, 0)
    assert posterior(view, clues=("zzz", "qqq")) == dict.fromkeys(CODES, Fraction(1, 24))


# --- how long it lasts ----------------------------------------------------------------------------


@given(chance=st.fractions(Fraction(1, 20), 1), rounds=st.integers(0, 8), needed=st.integers(1, 3))
def test_the_round_of_the_second_interception_is_found_by_listing_all_courses(
    chance: Fraction, rounds: int, needed: int
) -> None:
    listed = [Fraction(0)] * rounds
    for course in product((False, True), repeat=rounds):
        if course.count(True) >= needed:
            at = [n for n, hit in enumerate(course) if hit][needed - 1]
            ways = Fraction(1)
            for hit in course:
                ways *= chance if hit else 1 - chance
            listed[at] += ways
    assert rounds_until(chance, rounds, needed) == tuple(listed)


def test_the_expected_number_of_rounds_is_the_mean_of_their_distribution() -> None:
    chance = Fraction(1, 3)
    chances = rounds_until(chance, 200)
    mean = sum(n * each for n, each in enumerate(chances, start=1))
    assert float(mean) == pytest.approx(float(expected_rounds(chance)))
    assert expected_rounds(chance) == 6
    assert expected_rounds(Fraction(1, 24)) == 48
    for wrong in (Fraction(0), Fraction(2)):
        with pytest.raises(ValueError, match="never happens"):
            expected_rounds(wrong)


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_pair_lasts_as_often_as_listing_all_courses_says(rounds: int) -> None:
    catch, miss = Fraction(1, 3), Fraction(1, 5)
    lasts = Fraction(0)
    for course in product((0, 1), repeat=2 * rounds):
        ways, tokens = Fraction(1), 0
        for number in range(rounds):
            caught, missed = course[2 * number : 2 * number + 2]
            chance = catch if number else Fraction(0)
            ways *= (chance if caught else 1 - chance) * (miss if missed else 1 - miss)
            tokens += caught + missed
        lasts += ways * (tokens < 2)
    assert pair_lasts(catch, miss, rounds) == lasts
    assert pair_lasts(Fraction(0), Fraction(0)) == 1
    assert pair_lasts(Fraction(1), Fraction(0)) == 0


def test_a_race_ends_as_listing_all_courses_of_three_rounds_says() -> None:
    """A round has 16 courses; what would come after the end is listed too, and sums to 1."""
    catch, miss = (Fraction(1, 3), Fraction(1, 4)), (Fraction(1, 5), Fraction(1, 2))
    ends: dict[int | None, Fraction] = {0: Fraction(0), 1: Fraction(0), None: Fraction(0)}
    length = Fraction(0)
    for course in product(product((0, 1), repeat=4), repeat=3):
        ways = Fraction(1)
        for number, step in enumerate(course, start=1):
            caught = catch if number > 1 else (Fraction(0), Fraction(0))
            chances = (caught[0], miss[0], caught[1], miss[1])
            for happens, chance in zip(step, chances, strict=True):
                ways *= chance if happens else 1 - chance
        for number in (1, 2, 3):
            a, b, c, d = (sum(step[n] for step in course[:number]) for n in range(4))
            decided = verdict(Tokens(a, b), Tokens(c, d), number == 3)
            if decided is not None:
                ends[decided.winner] += ways
                length += number * ways
                break
    found = race(catch, miss, rounds=3)
    assert [found.white, found.black, found.words] == [ends[0], ends[1], ends[None]]
    assert found.rounds == length
    assert found.white + found.black + found.words == 1


def test_a_race_of_equals_is_fair_and_one_that_never_errs_goes_to_the_words() -> None:
    third = Fraction(1, 3)
    even = race((third, third), (third, third))
    assert even.white == even.black
    none = race((Fraction(0),) * 2, (Fraction(0),) * 2)
    assert list(none) == [0, 0, 1, 8]
    sure = race((Fraction(1), Fraction(0)), (Fraction(0), Fraction(0)))
    assert list(sure) == [1, 0, 0, 3]


# --- what the table asks --------------------------------------------------------------------------


def asked(seeds: range) -> Iterator[tuple[View, State]]:
    """What the seat to move knows in random matches, from round 1 to the naming."""
    for seed in seeds:
        for game in (GAME, Decrypto(players=3), Decrypto(players=5, lang="fr")):
            match = Match(game, seed)
            while match.turn is not None:
                if isinstance(match.turn, int):
                    yield game.observe(match.state, match.turn), match.state
                match.step()


def test_results_of_every_action_sum_to_one_and_trials_give_only_possible_ones() -> None:
    rng = Random(5)
    seen: set[str] = set()
    for view, state in asked(range(2)):
        for action in rng.choices(view.game.actions(state), k=2):
            chances = results(view, action)
            assert sum(chances.values()) == 1
            assert all(type(chance) is Fraction and chance >= 0 for chance in chances.values())
            result = trial(view, action, rng)
            assert chances[result] > 0
            seen |= set(chances)
    assert seen == {
        "understood", "shared", "caught", "lost", "right", "wrong", "intercepted", "missed",
        "hit", "miss",
    }  # fmt: skip


def test_guesses_result_in_what_the_posterior_says() -> None:
    black, white = GAME.observe(READ, 1), GAME.observe(READ, 0)
    decryption = white._replace(phase=Phase.DECRYPTION)
    for code in CODES:
        caught, right = posterior(black)[code], posterior(white)[code]
        assert results(black, Guess(code)) == {"intercepted": caught, "missed": 1 - caught}
        assert results(decryption, Guess(code)) == {"right": right, "wrong": 1 - right}
    with pytest.raises(IllegalAction, match="not_a_code"):
        results(black, Guess((1, 1, 1)))


@pytest.mark.parametrize("text", ["honey", "work", "tiny", "zzz"])
def test_a_clue_is_read_by_a_mate_and_by_a_rival_each_on_their_own(text: str) -> None:
    """As the second clue, for bee: what two readers take it for, pair by pair."""
    state = second_round(("hive", "tiny", "milk"), ("hill",), code=(1, 2, 3))
    view = GAME.observe(state, 2)
    mate = posterior(GAME.observe(READ, 0), clues=("hill", text))
    rival = posterior(GAME.observe(READ, None), clues=("hill", text))
    listed: Counter[str] = Counter()
    names = {(1, 0): "understood", (1, 1): "shared", (0, 1): "caught", (0, 0): "lost"}
    for (one, p), (two, q) in product(mate.items(), rival.items()):
        listed[names[one[1] == 2, two[1] == 2]] += p * q  # type: ignore[assignment]
    assert results(view, Clue(text)) == {name: listed[name] for name in names.values()}


def test_nobody_intercepts_in_round_one() -> None:
    state = GAME.start()
    for step in (Screens((WHITE, BLACK)), Drawn((2, 1, 4)), Drawn((1, 2, 3))):
        state = GAME.play(state, step)
    chances = results(GAME.observe(state, 0), Clue("hive"))
    assert chances["shared"] == chances["caught"] == 0
    assert trial(GAME.observe(state, 0), Clue("hive"), Random(1)) in ("understood", "lost")


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_many_trials_agree_with_the_chances(seat: int) -> None:
    state = READ if seat < 2 else second_round(("hive", "tiny", "milk"), ("hill",))
    view = GAME.observe(state, seat)
    action = {0: Guess((1, 2, 3)), 1: Guess((1, 2, 3)), 2: Clue("work")}[seat]
    if seat == 0:
        view = view._replace(phase=Phase.DECRYPTION)
    rng = Random(seat)
    counted = Counter(trial(view, action, rng) for _ in range(1500))
    for result, chance in results(view, action).items():
        low, high = wilson(counted[result], 1500, z=4)
        assert low <= chance <= high


def test_a_named_word_is_one_of_theirs_as_often_as_the_beliefs_say() -> None:
    """Four numbers with beliefs of their own: all combinations of four words, listed."""
    view = GAME.observe(READ, 1)
    clues: tuple[Texts, ...] = (("tiny",), ("hive",), (), ("milk",))
    words = [word for word, _ in LISTED if word not in BLACK]
    chances = [belief(GAME, each, BLACK) for each in clues]
    for word in ("yak", "ant"):
        hit = Fraction(0)
        for four in product(words, repeat=4):
            ways = Fraction(1)
            for about, each in zip(chances, four, strict=True):
                ways *= about.chance(each)
            hit += ways * (word in four)
        assert word_chances(view, word.upper()) == hit
        assert results(view, Name(word)) == {"hit": hit, "miss": 1 - hit}
    assert word_chances(view, "dog") == word_chances(view, "no such word") == 0


def test_how_likely_chance_was() -> None:
    view = GAME.observe(GAME.start(), 0)
    assert likelihood(view, Drawn((4, 2, 1))) == Fraction(1, 24)
    assert likelihood(view, Drawn((4, 4, 1))) == 0
    assert likelihood(view, Screens((WHITE, BLACK))) == Fraction(1, 9 * 8 * 7 * 6 * 5 * 4 * 3 * 2)
    assert likelihood(view, Screens((WHITE, WHITE))) == 0


def test_who_is_not_to_move_gets_no_answer() -> None:
    state = second_round(("hive", "tiny", "milk"), ("hill",))
    for seat in (0, 1, 3, None):
        with pytest.raises(IllegalAction, match="not_your_turn"):
            results(GAME.observe(state, seat), Clue("work"))
        with pytest.raises(IllegalAction, match="not_your_turn"):
            trial(GAME.observe(state, seat), Clue("work"), Random(1))
    with pytest.raises(IllegalAction, match="not_in_game"):
        word_chances(GAME.observe(state, None), "ant")
    with pytest.raises(IllegalAction, match="wrong_phase"):
        results(GAME.observe(state, 2), Drawn((1, 2, 3)))
    with pytest.raises(IllegalAction, match="no_text"):
        results(GAME.observe(state, 2), Clue(" "))


# --- what came of it, and how a team stands -------------------------------------------------------


def told(match: Match, n: int) -> str | None:
    """What a seat knows in the end of what came of its n-th step."""
    seat = match.game.turn(match.states[n])
    assert isinstance(seat, int)
    views = [match.game.observe(state, seat) for state in match.states]
    return odds.came(views[n], match.steps[n].action, views[n + 1 :])


@pytest.mark.rule("DE-4")
def test_what_came_of_clues_and_guesses_is_read_off_the_sheets() -> None:
    """White's second message: number 2 was understood by both, 1 by the others, 4 by the team."""
    match = Match(Decrypto(players=4), seed=1)
    words = (("moon", "cat", "bread", "boat"), ("bee", "clock", "snow", "king"))
    first = ("whiskers", "night", "river", "sting", "time", "white")
    second = ("purr", "crater", "sail", "honey", "tick", "cold")
    for step in (
        Screens(words), Drawn((2, 1, 4)), Drawn((1, 2, 3)), *map(Clue, first),
        Guess((2, 1, 4)), Guess((1, 3, 2)),
        Drawn((2, 1, 4)), Drawn((1, 2, 3)), *map(Clue, second),
        Guess((2, 1, 3)), Guess((2, 3, 4)), Guess((1, 2, 3)), Guess((1, 2, 3)),
    ):  # fmt: skip
        match.play(step)
    came = [
        (type(step.action).__name__, told(match, n))
        for n, step in enumerate(match.steps)
        if not isinstance(step.action, Screens | Drawn)
    ]
    assert came == [
        ("Clue", "understood"), ("Clue", "understood"), ("Clue", "understood"),
        ("Clue", "understood"), ("Clue", "lost"), ("Clue", "lost"),
        ("Guess", "right"), ("Guess", "wrong"),
        ("Clue", "shared"), ("Clue", "caught"), ("Clue", "understood"),
        ("Clue", "shared"), ("Clue", "shared"), ("Clue", "shared"),
        ("Guess", "missed"), ("Guess", "wrong"), ("Guess", "intercepted"), ("Guess", "right"),
    ]  # fmt: skip
    view = match.game.observe(match.states[3], 0)
    assert odds.came(view, Clue("whiskers"), []) is None


def test_a_team_stands_by_its_tokens_and_the_rounds_that_are_left() -> None:
    match = Match(Decrypto(players=4), seed=3, players=["listener"] * 4)
    match.run()
    game = match.game
    for state in match.states:
        white, black = (odds.standing(game.observe(state, seat)) for seat in (0, 1))
        assert white is not None
        assert black is not None
        assert white + black == pytest.approx(1)
        assert odds.standing(game.observe(state, 2)) == white
        assert odds.standing(game.observe(state, None)) is None
    assert odds.standing(game.observe(match.states[0], 0)) == pytest.approx(0.5)
    outcome = match.outcome
    assert outcome is not None
    ends = [odds.standing(game.observe(match.states[-1], seat)) for seat in range(4)]
    share = 0.5 if len(outcome.winners) == 4 else 1
    assert ends == [share * (seat in outcome.winners) for seat in range(4)]


def test_how_a_team_stands_is_its_chance_in_a_race_of_equals() -> None:
    """The same Markov chain, in exact fractions, from the beginning."""
    catch, miss = (Fraction(1, 4),) * 2, (Fraction(1, 10),) * 2
    ends = race(catch, miss)
    start = Decrypto(players=4).observe(Decrypto(players=4).start(), 0)
    assert odds.standing(start) == pytest.approx(float(ends.white + ends.words / 2))
    pair = Decrypto(players=3).observe(Decrypto(players=3).start(), 0)
    assert odds.standing(pair) == pytest.approx(float(pair_lasts(catch[0], miss[0])))
