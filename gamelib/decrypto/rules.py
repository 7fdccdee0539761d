"""Decrypto: give clues that your team understands and the other team does not. DE-1 to DE-10.

Labels such as DE-5 name the rule a line follows; `gamelib.texts` tells each in a sentence. DE-9 and
DE-10 are ours: which teammate writes down what a team has agreed on; that a form of a secret word,
such as its plural, is no clue either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from random import Random
from typing import Any, ClassVar, NamedTuple

from gamelib.bounds import Bound, JudgedBy, Maybe, OneOf
from gamelib.decrypto.screens import (
    WORDS,
    Clue,
    Name,
    Offers,
    ScreenLottery,
    Screens,
    WordList,
    Words,
    entries,
)
from gamelib.decrypto.sheets import (
    CODES,
    Code,
    Message,
    Naming,
    Sheet,
    Sheets,
    Tokens,
    Verdict,
    column,
    hits,
    said,
    spelled,
    tidy,
    tokens,
    verdict,
)
from gamelib.decrypto.words import LANGUAGES, Vocabulary, plain, vocabulary
from gamelib.game import (
    Action,
    Chance,
    Game,
    IllegalAction,
    Lottery,
    Outcome,
    Phases,
    replaced,
)


class Phase(Phases):
    """Where in the rule sheet we are."""

    SCREENS = "screens"
    CODE = "code"
    CLUES = "clues"
    INTERCEPTION = "interception"
    DECRYPTION = "decryption"
    NAMING = "naming"
    OVER = "over"


SCREENS, CODE, CLUES, INTERCEPTION, DECRYPTION, NAMING, OVER = Phase


@dataclass(frozen=True, slots=True)
class Drawn(Chance):
    """Chance: the code card that an encryptor draws. DE-2."""

    digits: Code


@dataclass(frozen=True, slots=True)
class Guess(Action):
    """DE-3: write down, sealed, what the code may be: the other team's, or one's own."""

    digits: Code

    def words(self) -> Mapping[str, Any]:
        """Return the code as it is said."""
        return {"digits": spelled(self.digits)}


class State(NamedTuple):
    """A position. Team 0 is white, 1 is black; each has its words and its sheet, round by round."""

    phase: Phase
    round: int
    team: int
    """Whose message is drawn, written or guessed; when words are named: which team names."""
    words: tuple[Words, ...]
    sheets: Sheets
    named: Naming


class View(NamedTuple):
    """What a seat knows (`seat=None`: what all know); a state's fields, with None for secrets."""

    game: Decrypto
    seat: int | None
    phase: Phase
    round: int
    team: int
    turn: int | None
    words: tuple[Words, ...]
    """Empty for a team whose screen this seat cannot see."""
    sheets: Sheets
    named: Naming
    tokens: tuple[Tokens, ...]


# The same few actions are offered again and again: each is made once.
_GUESSES = tuple(map(Guess, CODES))
_DRAWN = Lottery(dict.fromkeys(map(Drawn, CODES), 1))
_CODE: Mapping[Code, Code] = {code: code for code in CODES}


def _gives_away(game: Decrypto, words: Words, sheet: Sheet) -> bool:
    """DE-5, DE-10: whether one of these words, or a form of one, was said: they are not theirs."""
    out = game.vocabulary.ruled_out
    return any(not out(clue).isdisjoint(words) for clue in said(sheet))


def is_read(state: State | View, owner: int) -> bool:
    """DE-3: whether the clues of this round were read aloud; white's are read before black's."""
    return state.phase in (INTERCEPTION, DECRYPTION) and owner <= state.team


def _screens_step(game: Decrypto, state: State, screens: Screens) -> State:
    if not game.screens.can_bring(screens):
        raise IllegalAction("impossible_chance", outcome=screens)
    words = screens.cards if game.rivals else (*screens.cards, ())
    return State(CODE, 1, 0, words, state.sheets, state.named)


def _drawn_step(game: Decrypto, state: State, drawn: Drawn) -> State:
    """DE-2 and DE-6: every round the whole deck, so any of the 24 codes."""
    _, number, team, words, sheets, named = state
    message = Message(_checked(drawn.digits, drawn))
    sheets = replaced(sheets, team, (*sheets[team], message))
    if team == 0 and game.rivals:
        return State(CODE, number, 1, words, sheets, named)
    return State(CLUES, number, 0, words, sheets, named)


def _clue_step(game: Decrypto, state: State, clue: Clue) -> State:
    """DE-5, DE-10: a clue is new for the team, and no form of one of its words.

    White's clues are read first.
    """
    _, number, team, words, sheets, named = state
    text, sheet = tidy(clue.text), sheets[team]
    key = plain(text)
    if key in said(sheet):
        raise IllegalAction("clue_repeated", text=text)
    for word in words[team]:
        if key == plain(word):
            raise IllegalAction("own_word", text=text)
        if word in game.vocabulary.ruled_out(key):
            raise IllegalAction("form_of_own_word", text=text, word=word)
    code, clues, _, _ = sheet[-1]
    sheets = replaced(sheets, team, (*sheet[:-1], Message(code, (*clues, text))))
    if len(clues) < 2:
        return State(CLUES, number, team, words, sheets, named)
    if team == 0 and game.rivals:
        return State(CLUES, number, 1, words, sheets, named)
    return State(_first_guess(number), number, 0, words, sheets, named)


def _first_guess(number: int) -> Phase:
    """DE-3 and DE-8: nobody intercepts in the first round."""
    return DECRYPTION if number == 1 else INTERCEPTION


def _interception_step(game: Decrypto, state: State, guess: Guess) -> State:
    """DE-3: the other team's guess is written, and stays sealed until the team has guessed."""
    _, number, team, words, sheets, named = state
    *before, (code, clues, _, _) = sheets[team]
    message = Message(code, clues, _checked(guess.digits))
    return State(DECRYPTION, number, team, words, replaced(sheets, team, (*before, message)), named)


def _decryption_step(game: Decrypto, state: State, guess: Guess) -> State:
    """DE-3, DE-4: the team's guess, and the code is revealed; after black's the round ends."""
    _, number, team, words, sheets, named = state
    *before, (code, clues, interception, _) = sheets[team]
    message = Message(code, clues, interception, _checked(guess.digits))
    sheets = replaced(sheets, team, (*before, message))
    if team == 0 and game.rivals:
        return State(_first_guess(number), number, 1, words, sheets, named)
    decided = game.verdict(sheets)
    if decided is None:
        return State(CODE, number + 1, 0, words, sheets, named)
    return State(NAMING if decided.winner is None else OVER, number, 0, words, sheets, named)


def _name_step(game: Decrypto, state: State, name: Name) -> State:
    """DE-7: each team writes four different words, white first; black does not see them."""
    _, number, team, words, sheets, named = state
    text, written = tidy(name.text), named[team]
    if plain(text) in {plain(word) for word in written if word is not None}:
        raise IllegalAction("named_twice", text=text)
    named = replaced(named, team, (*written, text))
    if len(named[team]) < WORDS:
        return State(NAMING, number, team, words, sheets, named)
    return State(NAMING if team == 0 else OVER, number, 1, words, sheets, named)


def _checked(code: object, outcome: Drawn | None = None) -> Code:
    """DE-4: a code is three different digits of 1 to 4."""
    try:
        return _CODE[code]  # type: ignore[index]  # whatever it is
    except (KeyError, TypeError):
        if outcome is None:
            raise IllegalAction("not_a_code") from None
        raise IllegalAction("impossible_chance", outcome=outcome) from None


@dataclass(frozen=True, repr=False)
class Decrypto(Game[State, View]):
    """Decrypto, 3 to 8 players: even seats are white, odd seats black.

    With three players seats 0 and 2 are the pair and seat 1 intercepts. `lang` chooses the house's
    list of words; `words` is a teacher's own list instead: words alone, or a `Vocabulary`. It goes
    into the record, so that a match can be replayed by those who do not have the list. (The house's
    lists do not, so whoever takes a word out of one raises `rules_version`.)

    >>> game = Decrypto(players=5)
    >>> game.teams
    ((0, 2, 4), (1, 3))
    """

    players: int = 4
    lang: str = "en"
    words: WordList | None = None

    name: ClassVar[str] = "decrypto"
    rules_version: ClassVar[int] = 2
    player_counts: ClassVar[range] = range(3, 9)
    rulings: ClassVar[tuple[str, ...]] = tuple(f"DE-{n}" for n in range(1, 11))
    action_types: ClassVar[tuple[type[Action], ...]] = (Screens, Drawn, Clue, Guess, Name)
    open_ended: ClassVar[frozenset[type[Action]]] = frozenset({Clue, Name})
    bounds: ClassVar[Mapping[str, Bound]] = {
        "lang": OneOf(LANGUAGES),
        "words": Maybe(JudgedBy(entries)),
    }
    steps: ClassVar[Mapping[tuple[Enum, type[Action]], Callable[..., State]]] = {
        (SCREENS, Screens): _screens_step,
        (CODE, Drawn): _drawn_step,
        (CLUES, Clue): _clue_step,
        (INTERCEPTION, Guess): _interception_step,
        (DECRYPTION, Guess): _decryption_step,
        (NAMING, Name): _name_step,
    }

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The list that the secret words are drawn from, with its clues."""
        if self.words is None:
            return vocabulary(self.lang)
        return Vocabulary(self.lang, {word: dict(clues) for word, clues in entries(self.words)})

    @cached_property
    def rivals(self) -> bool:
        """Whether there are two teams with words; three players are a pair and one who listens."""
        return self.players > 3

    @cached_property
    def rounds(self) -> int:
        """How many rounds there are at most. DE-7, DE-8."""
        return 8 if self.rivals else 5

    @cached_property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of white and of black: as even as can be."""
        return tuple(tuple(range(team, self.players, 2)) for team in (0, 1))

    def encryptor(self, team: int, number: int) -> int:
        """Return who gives a team's clues in a round: each in turn. DE-2."""
        seats = self.teams[team]
        return seats[(number - 1) % len(seats)]

    def writer(self, team: int, number: int) -> int:
        """Return who writes a team's guesses in a round: the teammate after the encryptor. DE-9."""
        seats = self.teams[team]
        return seats[number % len(seats)]

    @cached_property
    def screens(self) -> ScreenLottery:
        """The Lottery of the secret words."""
        return ScreenLottery(self.vocabulary.words, 2 if self.rivals else 1)

    @cached_property
    def offers(self) -> Offers:
        """What the list offers to write, and what it says a clue may mean."""
        return Offers(self.vocabulary)

    def start(self) -> State:
        """Return the table before the words are drawn."""
        return State(SCREENS, 1, 0, ((), ()), ((), ()), ((), ()))

    def turn(self, state: State) -> int | Lottery[Any] | None:
        """Return a seat, or the Lottery of the words or of a code, or None when over."""
        phase = state.phase
        if phase is CLUES:
            return self.encryptor(state.team, state.round)
        if phase is DECRYPTION or phase is NAMING:
            return self.writer(state.team, state.round)
        if phase is INTERCEPTION:
            return self.writer(1 - state.team, state.round)
        if phase is CODE:
            return _DRAWN
        return self.screens if phase is SCREENS else None

    def actions(self, state: State) -> tuple[Action, ...]:
        """Return codes, or what the list offers as clues and names: any other text may do too."""
        phase, _, team, words, sheets, named = state
        if phase is CLUES:
            code, clues, _, _ = sheets[team][-1]
            assert code is not None
            word = words[team][code[len(clues)] - 1]
            return self.offers.clues(word, said(sheets[team]), words[team])
        if phase is INTERCEPTION or phase is DECRYPTION:
            return _GUESSES
        if phase is NAMING:
            about = column(sheets[1 - team], len(named[team]) + 1)
            return self.offers.names(about, words[team], named[team])
        return ()

    def verdict(self, sheets: Sheets) -> Verdict | None:
        """Return how a round that is over ends the game, or None if it goes on. DE-7, DE-8."""
        white, black = tokens(sheets)
        last = len(sheets[0]) == self.rounds
        if self.rivals:
            return verdict(white, black, last)
        if black.interceptions + white.miscommunications >= 2:
            return Verdict(1, "two_tokens")
        return Verdict(0, "lasted") if last else None

    def outcome(self, state: State) -> Outcome | None:
        """Return which team has won, and by what; a drawn game is won by all. DE-7, DE-8."""
        if state.phase is not OVER:
            return None
        decided = self.verdict(state.sheets)
        assert decided is not None
        winner, why = decided
        if winner is None:
            found = [hits(state.named[team], state.words[1 - team]) for team in (0, 1)]
            if found[0] == found[1]:
                everybody = tuple(range(self.players))
                return Outcome(winners=everybody, scores=(1,) * self.players, reason="drawn")
            winner = found.index(max(found))
        return Outcome(
            winners=self.teams[winner],
            scores=tuple(int(seat % 2 == winner) for seat in range(self.players)),
            reason="interceptions" if why == "interceptions"
            else "miscommunications" if why == "miscommunications"
            else "balance" if why == "balance"
            else "words" if why == "words"
            else "two_tokens" if why == "two_tokens"
            else "lasted",
        )  # fmt: skip

    def observe(self, state: State, seat: int | None) -> View:
        """Return what a seat knows: its team's words, what was read, and what it wrote itself."""
        self.check_seat(seat)
        phase, number, team, words, sheets, named = state
        turn, over = self.turn(state), phase is OVER
        mine = None if seat is None else seat % 2
        return View(
            game=self,
            seat=seat,
            phase=phase,
            round=number,
            team=team,
            turn=turn if isinstance(turn, int) else None,
            words=tuple(w if over or owner == mine else () for owner, w in enumerate(words)),
            sheets=tuple(self._seen(state, owner, seat) for owner in (0, 1)),
            named=tuple(
                texts if over or seat == self.writer(owner, number) else (None,) * len(texts)
                for owner, texts in enumerate(named)
            ),
            tokens=tokens(sheets),
        )

    def _seen(self, state: State, owner: int, seat: int | None) -> Sheet:
        """Return a team's sheet with what a seat knows of the message that is on its way. DE-3."""
        sheet = state.sheets[owner]
        if not sheet or sheet[-1].revealed:
            return sheet
        *before, (code, clues, interception, _) = sheet
        encryptor = seat == self.encryptor(owner, state.round)
        message = Message(
            code if encryptor else None,
            clues if encryptor or is_read(state, owner) else (None,) * len(clues),
            interception if seat == self.writer(1 - owner, state.round) else None,
        )
        return (*before, message)

    def imagine(self, view: View, rng: Random) -> State:
        """Return a full state that fits a view; what is hidden is drawn evenly.

        Unknown words may be any that the team has not said as clues, an unknown code any of the 24:
        that clues point at words is for `odds` to weigh, not for the rules.
        """
        if view.phase is SCREENS:
            return self.start()
        words, sheets = list(view.words), list(view.sheets)
        unknown = [team for team in (0, 1) if (self.rivals or team == 0) and not words[team]]
        free = [word for word in self.vocabulary.words if word not in (*words[0], *words[1])]
        while any(
            not words[team] or _gives_away(self, words[team], sheets[team]) for team in unknown
        ):
            drawn = rng.sample(free, WORDS * len(unknown))
            for n, team in enumerate(unknown):
                words[team] = tuple(drawn[WORDS * n : WORDS * (n + 1)])
        for team, sheet in enumerate(sheets):
            if sheet and not sheet[-1].revealed:
                sheets[team] = self._completed(view, team, words[team], rng)
        named = list(view.named)
        for team, texts in enumerate(named):
            if None in texts:
                free = [word for word in self.vocabulary.words if word not in words[team]]
                named[team] = tuple(rng.sample(free, len(texts)))
        phase, number, team = view.phase, view.round, view.team
        return State(phase, number, team, tuple(words), tuple(sheets), tuple(named))

    def _completed(self, view: View, owner: int, words: Words, rng: Random) -> Sheet:
        """Return a team's sheet with the message on its way made whole."""
        *before, (code, clues, interception, _) = view.sheets[owner]
        code = code or rng.choice(CODES)
        if None in clues:
            already = said(tuple(before))
            clues = ()
            for digit in code[: len(view.sheets[owner][-1].clues)]:
                text = rng.choice(self.offers.clues(words[digit - 1], already, words)).text
                already.add(plain(text))
                clues = (*clues, text)
        sealed = view.phase is DECRYPTION and view.team == owner and view.round > 1
        if sealed and interception is None:
            interception = rng.choice(CODES)
        return (*before, Message(code, clues, interception))
