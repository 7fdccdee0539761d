"""Every code has words in every language, and the words are well set."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from random import Random
from string import Formatter

import pytest

import gamelib
from gamelib import Action, Event, IllegalAction, games
from gamelib.auberge import Accuse, Attack, Auberge, Draw, Place
from gamelib.game import OPEN, Chance
from gamelib.texts import (
    LANGUAGES,
    MissingText,
    explain,
    listing,
    name_action,
    number,
    percent,
    say,
    seat_names,
    tell,
    tell_outcome,
    tell_step,
    texts,
    texts_by_file,
)
from tests.gamelib.kit import kit
from tests.gamelib.sources import Codes, codes_in, codes_of
from tests.gamelib.tables import AnyGame, brief, each_game, each_table, slow, walk

SOURCES = Path(gamelib.__file__).parent
ENGLISH = texts_by_file("en")
ROOMS = {file.split("/")[1] for file in ENGLISH}
each_language = pytest.mark.parametrize("lang", LANGUAGES)
each_translation = pytest.mark.parametrize("lang", LANGUAGES[1:])
each_file = pytest.mark.parametrize("file", ENGLISH)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# -- the files -------------------------------------------------------------------------------------


def translated(file: str, lang: str) -> str:
    """The file that holds in another language what an English one holds."""
    return file.replace(".en.json", f".{lang}.json")


@each_translation
def test_every_file_has_its_like_in_every_language(lang: str) -> None:
    assert list(texts_by_file(lang)) == [translated(file, lang) for file in ENGLISH]


@each_file
@each_translation
def test_all_languages_have_the_same_keys_in_the_same_order(file: str, lang: str) -> None:
    other = translated(file, lang)
    assert list(texts_by_file(lang)[other]) == list(ENGLISH[file]), f"{file} and {other} differ"


@each_file
@each_translation
def test_all_languages_mention_the_same_values(file: str, lang: str) -> None:
    other = translated(file, lang)
    for key, text in texts_by_file(lang)[other].items():
        mentioned = placeholders(ENGLISH[file][key])
        assert placeholders(text) == mentioned, f"{other}: {key} is to mention what {file} does"


@each_language
def test_no_key_stands_twice_and_every_text_says_something(lang: str) -> None:
    stands: dict[str, str] = {}
    for file in texts_by_file(lang):
        content = (SOURCES.parent / file).read_text("utf-8")
        for key, text in json.loads(content, object_pairs_hook=list):
            assert key not in stands, f"{key} stands in {file} and in {stands[key]}"
            stands[key] = file
            assert isinstance(text, str), f"{file}: {key} is no text"
            assert text, f"{file}: {key} says nothing"
            outer = text != text.strip() and key != "number.point"
            assert not outer, f"{file}: {key} begins or ends with a space"
            assert not re.search(r"\S  ", text), f"{file}: {key} has two spaces in a row"
    assert stands.keys() == texts(lang).keys()


def test_the_words_of_a_room_stand_in_it() -> None:
    for file, content in ENGLISH.items():
        folder = file.split("/")[1]
        for key in content:
            room = next((part for part in key.split(".")[:2] if part in ROOMS), folder)
            assert folder == room, f"{file}: {key} belongs in gamelib/{room}/"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no language 'xx'; there are en, fr"):
        texts("xx")


@each_language
def test_a_missing_text_is_told_by_key_language_place_and_who_asked(lang: str) -> None:
    pieces = [
        f"there is no text 'fuji_flush.action.yawn' in '{lang}'",
        f"write it in gamelib/fuji_flush/texts.{lang}.json",
        "Asked for by tests.gamelib.test_texts, line ",
        f"looked for in gamelib/*/texts.{lang}.json and gamelib/*/exercises.{lang}.json",
    ]

    @dataclass(frozen=True)
    class Yawn(Action):
        code = "yawn"

    with pytest.raises(MissingText) as told:
        name_action(games["fuji_flush"](players=3), Yawn(), lang)
    assert [piece for piece in pieces if piece not in str(told.value)] == []
    with pytest.raises(KeyError, match=rf"write it in gamelib/texts/texts\.{lang}\.json"):
        texts(lang)["table.yawn"]
    with pytest.raises(KeyError, match=rf"gamelib/texts/exercises\.{lang}\.json"):
        say("exercise.yawn.title", lang)
    assert "table.yawn" not in texts(lang)


def test_a_missing_value_is_told_by_text_file_and_who_asked() -> None:
    pieces = [
        "'auberge.event.attack' in gamelib/auberge/texts.fr.json mentions {card}",
        "but is given seat and target. Asked for by tests.gamelib.test_texts, line ",
    ]
    with pytest.raises(MissingText) as told:
        tell(Event("auberge.event.attack", {"seat": 1, "target": 0}), "fr")
    assert [piece for piece in pieces if piece not in str(told.value)] == []
    with pytest.raises(MissingText, match="is given nothing"):
        say("list.and")


# -- every code has its words ----------------------------------------------------------------------


EXAMPLE = """
def f(self, x):
    if x:
        raise IllegalAction("one", card=x)
    raise IllegalAction("two" if x > 1 else "three")
def g(self):
    raise IllegalAction(self._why(1))
def _why(self, n):
    if n:
        return "four" if n > 1 else "five"
    return "six"
def h(self):
    return Outcome((), reason="seven")
"""


def test_the_search_for_codes_finds_them_and_where_they_stand() -> None:
    found = codes_of(EXAMPLE, "gamelib/pig/rules.py", "IllegalAction")
    assert found.keys() == {"one", "two", "three", "four", "five", "six"}
    assert found["two"] == found["three"] == "gamelib/pig/rules.py, line 5"
    assert codes_of(EXAMPLE, "", "Outcome", "reason").keys() == {"seven"}
    assert {"pair_on_table", "not_by_chance", "nothing_to_undo"} <= reasons().keys()


def test_a_code_that_does_not_stand_in_the_call_is_refused_in_words_that_help() -> None:
    source = "def f(reason):\n    raise IllegalAction(reason)"
    with pytest.raises(AssertionError) as told:
        codes_of(source, "gamelib/pig/rules.py", "IllegalAction")
    assert str(told.value).startswith(
        "gamelib/pig/rules.py, line 2: which code is reason? Write it in the call, as Illegal"
    )


def reasons() -> Codes:
    """The reasons that anything here gives for an illegal action."""
    folders = (SOURCES, SOURCES.parent / "widgets")
    return {k: v for folder in folders for k, v in codes_in(folder, "IllegalAction").items()}


def stands_in(key: str) -> str:
    return next(file for file, content in ENGLISH.items() if key in content)


def gaps(given: Codes, start: str, room: str) -> list[str]:
    """What to do so that every code has a text whose key starts so, and every such text a code."""
    told = {key.removesuffix(".hidden") for key in texts() if key.startswith(start)}
    lacking = [
        f"{place} gives {code!r}, which has no words: "
        f"write {start}{code} in gamelib/{room}/texts.*.json"
        for code, place in given.items()
        if start + code not in told
    ]
    unused = [
        f"{stands_in(key)}: no line gives {key.removeprefix(start)!r}; take {key} away"
        for key in sorted(told)
        if key.removeprefix(start) not in given
    ]
    return lacking + unused


def test_gaps_are_told_with_what_to_write_and_where() -> None:
    lacking, unused = gaps({"won": "x", "yawn": "gamelib/pig/rules.py, line 7"}, "list.", "pig")[
        1:3
    ]
    assert lacking == (
        "gamelib/pig/rules.py, line 7 gives 'yawn', which has no words: "
        "write list.yawn in gamelib/pig/texts.*.json"
    )
    assert unused == "gamelib/texts/texts.en.json: no line gives 'and'; take list.and away"


def test_every_reason_is_explained_and_every_explanation_has_a_reason() -> None:
    assert gaps(reasons(), "reason.", "<the game, or texts>") == []


@each_game
def test_every_event_has_words_and_the_other_way_round(kind: type[AnyGame]) -> None:
    told = codes_in(SOURCES / kind.name, "tell")
    assert gaps(told, f"{kind.name}.event.", kind.name) == []


@each_game
def test_every_outcome_has_words_and_the_other_way_round(kind: type[AnyGame]) -> None:
    reasons = codes_in(SOURCES / kind.name, "Outcome", "reason")
    assert gaps(reasons, f"{kind.name}.outcome.", kind.name) == []


@each_game
def test_every_action_of_a_seat_has_words_and_the_other_way_round(kind: type[AnyGame]) -> None:
    actions = [action for action in kind.action_types if not issubclass(action, Chance)]
    given = {action.code: f"{action.__module__}.{action.__name__}" for action in actions}
    assert gaps(given, f"{kind.name}.action.", kind.name) == []
    for action in actions:
        key, named = f"{kind.name}.action.{action.code}", {field.name for field in fields(action)}
        assert placeholders(texts()[key]) == named, (
            f"{stands_in(key)}: {key} is to mention what the action has, {listing(sorted(named))}"
        )


@each_game
def test_every_game_has_a_name(kind: type[AnyGame]) -> None:
    for lang in LANGUAGES:
        assert say(f"{kind.name}.name", lang)


def heard(game: AnyGame, seed: int) -> set[str]:
    """Play at random and tell everybody everything in all languages; return the keys used."""
    used: set[str] = set()
    for state, action in walk(game, Random(seed)):
        for choice in game.actions(state):
            for lang in LANGUAGES:
                whole(name_action(game, choice, lang))
        if action is None:
            outcome = game.outcome(state)
            assert outcome is not None
            for lang in LANGUAGES:
                whole(tell_outcome(game, outcome, lang))
            continue
        after = game.play(state, action)
        for seat in (OPEN, None, *range(game.players)):
            events = game.events(state, action, after, seat)
            for event in events:
                hidden = None in event.values.values()
                used.add(event.code + ".hidden" * hidden)
                for lang in LANGUAGES:
                    whole(tell(event, lang))
            assert tell_step(game, state, action, after, seat) == " ".join(map(tell, events))
    return used


def whole(sentence: str) -> None:
    """A sentence has no gap where a value should be, and shows no value as Python writes it."""
    assert sentence
    assert not re.search(r"[{}()\[\]_]|None|  | [.,]|:\.|,\.", sentence), sentence


@each_table
def test_whatever_happens_in_random_play_can_be_told(kind: type[AnyGame], players: int) -> None:
    assert heard(brief(kind, players), seed=1)


@slow
@each_game
def test_every_event_text_is_heard_in_random_play(kind: type[AnyGame]) -> None:
    used: set[str] = set()
    tables = [brief(kind, 4), kit(kind.name).rare]
    for seed in range(12):
        for game in filter(None, tables):
            used |= heard(game, seed)
    assert used == {key for key in texts() if key.startswith(f"{kind.name}.event.")}


# -- how it reads ----------------------------------------------------------------------------------


def test_lists_read_as_in_a_sentence() -> None:
    assert listing([]) == ""
    assert listing([8]) == "8"
    assert listing([8, 11]) == "8 and 11"
    assert listing("abc") == "a, b and c"
    assert listing(["Ada", "Blaise", "Carl"], "fr") == "Ada, Blaise et Carl"


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert number(12.345) == "12.3"
    assert number(Fraction(1, 4), "fr", 2) == "0,25"
    assert number(3, digits=0) == "3"
    assert percent(Fraction(1, 4)) == "25.0%"
    assert percent(0.251, "fr") == "25,1\u00a0%"
    assert percent(0) == "0.0%"
    assert percent(1, "fr") == "100,0\u00a0%"
    assert percent(Fraction(1, 10**6)) == "<0.1%"
    assert percent(Fraction(10**6 - 1, 10**6), "fr") == ">99,9\u00a0%"


def test_the_eight_seats_have_names() -> None:
    for lang in LANGUAGES:
        names = seat_names(lang)
        assert (
            len(names) == len(set(names)) == max(kind.player_counts[-1] for kind in games.values())
        )


def test_seats_are_called_by_the_names_they_are_given() -> None:
    event = Event("auberge.event.attack", {"seat": 1, "card": 8, "target": 0})
    assert tell(event) == "Blaise attacks Ada with the 8."
    assert tell(event, "fr", names=["Zoé", "Yann"]) == "Yann attaque Zoé avec le 8."
    assert (
        tell(Event("fuji_flush.event.won", {"seats": (0, 2)})) == "No cards left: Ada and Carl won!"
    )
    assert (
        tell(Event("auberge.event.drawn", {"seat": 0, "card": None}))
        == "Only Ada sees which one it is."
    )
    assert (
        tell(Event("auberge.event.shows", {"seat": 0, "target": 1, "cards": ()}))
        == "Blaise shows Ada the hand: nothing."
    )


@pytest.mark.parametrize(
    ("action", "english", "french"),
    [
        (Place(8), "Lay down your 8", "Poser le 8"),
        (Attack(8, 1), "Put your 8 before Blaise", "Mettre le 8 devant Blaise"),
        (Accuse(0), "Accuse Ada of having a pair", "Accuser Ada d’avoir une paire"),
        (Draw(), "Draw a card", "Piocher une carte"),
    ],
)
def test_actions_read_as_invitations(action: Action, english: str, french: str) -> None:
    assert name_action(Auberge(players=2), action) == english
    assert name_action(Auberge(players=2), action, "fr") == french


def test_a_refusal_is_explained_even_for_a_seat_that_does_not_exist() -> None:
    error = IllegalAction("pair_on_table", card=8, target=1)
    assert explain(error).startswith("Blaise already has 8 on the table")
    assert explain(error, names=["Ada"]).startswith("1 already has 8")
    for target in (-1, 8, 10**30):
        assert (
            explain(IllegalAction("not_in_game", target=target)) == "No such player is in the game."
        )
    with pytest.raises(IllegalAction) as refused:
        Auberge(players=2).play(Auberge(players=2).start(), Draw())
    assert explain(refused.value, "fr").startswith("Le hasard décide d’abord")


# -- how it is set ---------------------------------------------------------------------------------


def prose(text: str) -> str:
    """A text without formulas, code and addresses, which have a typography of their own."""
    text = re.sub(r"(?m)^ +\S.*|^def .*", "x", text)
    code = r"`[^`]*`|\w+\[[^\]]*\]\S*|\w+\([^)]*\)|\{[^{}]*\}"
    return re.sub(rf"{code}|\$[^$]*\$|https?://\S+", "x", text)


def placed(lang: str) -> Iterator[tuple[str, str]]:
    """Every text, with the file in which it stands and its key."""
    for file, content in texts_by_file(lang).items():
        for key, text in content.items():
            yield f"{file}: {key}", text


def found(pattern: str, lang: str) -> dict[str, str]:
    """The texts in whose prose a pattern occurs, by file and key."""
    return {place: text for place, text in placed(lang) if re.search(pattern, prose(text))}


@each_language
def test_apostrophes_quotes_and_dots_are_typographic(lang: str) -> None:
    assert found(r"""['"]|\.\.\.""", lang) == {}


def test_french_has_a_space_that_does_not_break_before_double_signs() -> None:
    """A narrow one before ! ? and ;, a full one before : and % and inside « »."""
    assert found("[^\u202f!?][!?;]", "fr") == {}
    assert found("[^\u00a0][:%»]|«[^\u00a0]", "fr") == {}


def test_english_has_no_space_before_double_signs() -> None:
    assert found(r"\s[!?;:]", "en") == {}


def test_english_needs_no_a_or_an_before_a_value() -> None:
    """A 7, but an 8, an 11 and an 18: so neither is used before a value."""
    pattern = re.compile(r"(?i)\ban? \{")
    assert [place for place, text in placed("en") if pattern.search(text)] == []


def test_french_needs_no_elision_before_a_name() -> None:
    """De Blaise, but d’Ada, d’Emmy and d’Hypatia: so such a word never stands before a name."""
    names = r"\{(seat|seats|target|targets|partner|name|winner)\}"
    small = r"(?i)\b(de|que|le|la|se|ne|je|me|te|ce|jusque|lorsque|puisque|quoique)"
    pattern = re.compile(rf"{small}\s+{names}|’{names}")
    assert [place for place, text in placed("fr") if pattern.search(text)] == []
