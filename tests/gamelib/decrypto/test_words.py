"""The lists of words are fit for the game, and a teacher's own list is read or clearly refused."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib.decrypto import words as module
from gamelib.decrypto.words import (
    CLOSE,
    FAR,
    FEWEST,
    LANGUAGES,
    LONGEST,
    RELATED,
    Vocabulary,
    WordListError,
    plain,
    read_csv,
    vocabulary,
)
from gamelib.texts import texts

each_language = pytest.mark.parametrize("lang", LANGUAGES)

# -- the house's own lists -------------------------------------------------------------------------


def file_of(lang: str) -> Path:
    return Path(module.__file__).with_name(f"words.{lang}.json")


@each_language
def test_there_are_more_than_two_hundred_words_with_eight_clues_each(lang: str) -> None:
    own = vocabulary(lang)
    assert own.lang == lang
    assert len(own.words) >= 210
    for word in own.words:
        grades = Counter(own.table[word].values())
        assert set(grades) == {CLOSE, RELATED, FAR}, word
        assert min(grades.values()) >= 2, word
        assert grades.total() >= 8, word


@each_language
def test_words_and_clues_are_well_written(lang: str) -> None:
    """In one spelling throughout, short, with typographic apostrophes, a word a line."""
    own = vocabulary(lang)
    spellings: dict[str, set[str]] = {}
    for word, clues in own.table.items():
        for text in (word, *clues):
            assert text == " ".join(text.split()), word
            assert 0 < len(text) <= LONGEST, text
            assert re.fullmatch(r"[\w’ -]+", text), text
            spellings.setdefault(plain(text), set()).add(text)
    assert {key: found for key, found in spellings.items() if len(found) > 1} == {}
    assert list(own.words) == sorted(own.words, key=plain)
    lines = file_of(lang).read_text("utf-8").splitlines()
    assert [json.loads(line.strip(" ,").partition(": ")[0]) for line in lines[1:-1]] == list(
        own.words
    )


@each_language
def test_no_word_and_no_clue_of_a_word_stands_twice(lang: str) -> None:
    pairs = json.loads(file_of(lang).read_text("utf-8"), object_pairs_hook=list)
    written = [plain(word) for word, _ in pairs]
    assert len(written) == len(set(written))
    for word, clues in pairs:
        kept = [plain(clue) for clue, _ in clues]
        assert len(kept) == len(set(kept)), word


def gives_away(word: str, clue: str) -> bool:
    """Whether a clue shows letters of the word: holds it, is part of it, or begins as it does."""
    word, clue = plain(word), plain(clue)
    for mine in re.findall(r"\w{3,}", clue):
        for own in re.findall(r"\w{3,}", word):
            if own in mine or (len(mine) > 3 and (mine in own or mine[:4] == own[:4])):
                return True
    return word in clue


def test_the_search_for_clues_that_give_the_word_away_finds_them() -> None:
    given = [("sun", "Sunday"), ("hen", "then"), ("œil", "oeillet"), ("rainbow", "rain"),
             ("télévision", "téléviseur"), ("pomme de terre", "terre"),
             ("dé", "dé à coudre")]  # fmt: skip
    assert [pair for pair in given if not gives_away(*pair)] == []
    fair = [("moon", "night"), ("carpet", "car"), ("dé", "hasard"), ("star", "sky")]
    assert [pair for pair in fair if gives_away(*pair)] == []


@each_language
def test_no_clue_gives_its_word_away(lang: str) -> None:
    """DE-5 forbids the word itself; ours go by meaning, so no clue shares the word's stem."""
    own = vocabulary(lang)
    shown = [
        (word, clue) for word in own.words for clue in own.clues(word) if gives_away(word, clue)
    ]
    assert shown == []


@each_language
def test_a_third_of_the_clues_lead_to_several_words(lang: str) -> None:
    """Otherwise nobody would ever be misled."""
    own = vocabulary(lang)
    leads = Counter(plain(clue) for clues in own.table.values() for clue in clues)
    assert 3 * sum(words > 1 for words in leads.values()) >= len(leads)


def test_the_french_list_is_its_own() -> None:
    english, french = vocabulary("en"), vocabulary("fr")
    assert any("é" in word for word in french.words)
    assert english.closeness("owl", "wise") == FAR
    assert english.closeness("owl", "chou") == 0
    assert french.closeness("hibou", "chou") == FAR


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no language 'xx'; there are en, fr"):
        vocabulary("xx")
    with pytest.raises(ValueError, match="no language 'xx'; there are en, fr"):
        read_csv(GOOD, "xx")


def test_a_list_is_read_once_and_only_when_it_is_asked_for() -> None:
    assert vocabulary("fr") is vocabulary("fr")
    run = subprocess.run([sys.executable, "-c", OPENED], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["0", "1"]


OPENED = """
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
from gamelib.decrypto.words import vocabulary
before = sum(name.endswith(("words.en.json", "words.fr.json")) for name in opened)
vocabulary("fr"), vocabulary("fr")
print(before, sum(name.endswith(("words.en.json", "words.fr.json")) for name in opened))
"""

# -- a vocabulary ----------------------------------------------------------------------------------

PETS = Vocabulary(
    "fr",
    {
        "Chat": {"poil": 1, "souris": 2, "ronron": 3, "queue": 1, "miaou": 3},
        "Élan": {"Forêt": 2, "queue": 3},
        "bœuf": {},
    },
)


def test_clues_come_closest_first_and_otherwise_as_they_stand() -> None:
    assert PETS.words == ("Chat", "Élan", "bœuf")
    assert PETS.clues("Chat") == ("ronron", "miaou", "souris", "poil", "queue")
    assert PETS.clues("élan") == PETS.clues(" ELAN ") == ("queue", "Forêt")
    assert PETS.clues("bœuf") == PETS.clues("chien") == ()


@each_language
def test_the_order_of_clues_is_always_the_same(lang: str) -> None:
    own, again = vocabulary(lang), Vocabulary(lang, json.loads(file_of(lang).read_text("utf-8")))
    for word in own.words:
        clues = own.clues(word)
        assert clues == own.clues(word) == again.clues(word)
        grades = [own.closeness(word, clue) for clue in clues]
        assert grades == sorted(grades, reverse=True) == [own.table[word][clue] for clue in clues]


def test_closeness_is_the_same_for_every_spelling_and_0_for_the_unrelated() -> None:
    assert PETS.closeness("Chat", "poil") == FAR
    assert PETS.closeness("chat", "  SOURIS ") == RELATED
    assert PETS.closeness("elan", "foret") == RELATED
    assert PETS.closeness("Élan", "queue") == CLOSE
    assert PETS.closeness("Élan", "miaou") == 0
    assert PETS.closeness("boeuf", "miaou") == PETS.closeness("chien", "poil") == 0


def test_vocabularies_are_values() -> None:
    same = Vocabulary("fr", {word: dict(clues) for word, clues in PETS.table.items()})
    assert same == PETS
    assert hash(same) == hash(PETS)
    assert Vocabulary("en", PETS.table) != PETS
    assert pickle.loads(pickle.dumps(PETS)) == PETS
    with pytest.raises(AttributeError):
        PETS.lang = "en"  # type: ignore[misc]


# -- how spellings are compared (DE-5) -------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("été", "ETE"),
        ("e\u0301te\u0301", "été"),
        ("  lune ", "Lune"),
        ("pomme\u00a0 de\tterre", "pomme de terre"),
        ("Œuf", "oeuf"),
        ("œ\u0301", "oe"),
        ("l’île", "l'ile"),
        ("Straße", "STRASSE"),
        ("ﬁn", "fin"),
        ("ＳＵＮ", "sun"),
        ("ℌen", "hen"),
        ("İstanbul", "istanbul"),
        ("soft\u00adly", "softly"),
        ("\u200bnight\ufeff", "night"),
        ("\u200b \u2060\ufe0f", ""),
    ],
)
def test_spellings_that_are_the_same_word(one: str, other: str) -> None:
    assert plain(one) == plain(other)


@pytest.mark.parametrize(
    ("one", "other"), [("sun", "son"), ("lune", "lunes"), ("a b", "ab"), ("1", "2"), ("🌙", "⭐")]
)
def test_spellings_that_are_different_words(one: str, other: str) -> None:
    assert plain(one) != plain(other)


@given(st.text())
def test_a_plain_spelling_stays_as_it_is(text: str) -> None:
    found = plain(text)
    assert plain(found) == found == found.strip()
    assert plain(f"\n {text}  ") == found
    assert "  " not in found


# -- a teacher's own list --------------------------------------------------------------------------

GOOD = """\
Mot;Indice;Proximité
chat;miaou;3
chat;moustache;1
Chat ; Souris
chien;aboyer;3
chien;  moustache ;2
poule
vache
cochon
mouton
chèvre
âne
"""

READ = Vocabulary(
    "fr",
    {
        "chat": {"miaou": 3, "moustache": 1, "Souris": 2},
        "chien": {"aboyer": 3, "moustache": 2},
        **{word: {} for word in ("poule", "vache", "cochon", "mouton", "chèvre", "âne")},
    },
)


def test_a_list_is_read_as_it_is_written() -> None:
    found = read_csv(GOOD, "fr")
    assert found == READ
    assert found.words == READ.words
    assert found.clues("chat") == ("miaou", "Souris", "moustache")


@pytest.mark.parametrize(
    "text",
    [
        GOOD.partition("\n")[2],
        GOOD.replace("Mot;Indice;Proximité", "word;clue;closeness"),
        GOOD.replace(";", ","),
        GOOD.replace(";", "\t"),
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r"),
        GOOD.replace("\n", ";;\n").replace("chat;miaou;3;;", "chat;miaou;3"),
        "\n \n" + GOOD.replace("chien", "\n;;\nchien", 1),
        GOOD.replace("chat;miaou", '"chat"; "miaou"'),
        GOOD.replace("chat;moustache", "CHAT;moustache"),
        GOOD.replace("  moustache ", "MOUSTACHE"),
        "\ufeff" + GOOD,
        "\ufeff" + GOOD.partition("\n")[2],
    ],
)
def test_the_ways_spreadsheets_and_people_write_lists(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mots.csv"
    file.write_bytes(text.encode())
    for source in (text, text.encode(), file, str(file)):
        assert read_csv(source, "fr") == READ


def test_a_plain_list_of_words_will_do() -> None:
    names = ["sun", "moon", "star", "sky", "sea", "sand", "salt", "soap"]
    assert read_csv("\n".join(names)) == Vocabulary("en", {name: {} for name in names})
    assert read_csv("Words\n" + "\r\n".join(names)).words == tuple(names)


def test_a_heading_is_one_only_at_the_top() -> None:
    assert "mot" in read_csv(GOOD + "mot\n", "fr").words


def test_cells_may_hold_the_other_signs() -> None:
    found = read_csv(GOOD + 'pain;tendre, chaud;2\npain;"frais; doré";1\npain;"le\nmatin"\n', "fr")
    assert found.clues("pain") == ("tendre, chaud", "le matin", "frais; doré")


def test_the_first_sign_between_cells_decides() -> None:
    names = "\na\nb\nc\nd\ne\nf\ng\n"
    assert read_csv("pain;tendre, chaud" + names).clues("pain") == ("tendre, chaud",)
    assert read_csv("pain\ttendre, chaud" + names).clues("pain") == ("tendre, chaud",)
    assert read_csv(names + "pain,tendre\npain,salut; adieu").clues("pain") == (
        "tendre",
        "salut; adieu",
    )


def test_a_clue_may_be_another_word_of_the_list() -> None:
    found = read_csv(GOOD + "loup;Agneau;1\nagneau\nloup;poule;3\n", "fr")
    assert found.words[-2:] == ("loup", "agneau")
    assert found.clues("loup") == ("poule", "Agneau")


LONG = "x" * (LONGEST + 1)
CUT = {"text": f"{'x' * LONGEST}…", "longest": LONGEST}
LARGE = {"words": 1000, "clues": 10_000}
WRONG: list[tuple[str, Any, dict[str, Any]]] = [
    ("no_file", "missing.csv", {"name": "missing.csv"}),
    ("no_file", Path("missing"), {"name": "missing"}),
    ("no_file", "", {"name": ""}),
    ("no_file", "a\0b", {"name": "a\0b"}),
    ("not_utf8", GOOD.encode("cp1252"), {}),
    ("not_utf8", GOOD.encode("utf-16"), {}),
    ("no_source", None, {"given": "None"}),
    ("no_source", ["chat", "chien"], {"given": "['chat', 'chien']"}),
    ("no_source", 10**5000, {"given": "≈ 10^5000"}),
    ("not_text", GOOD.encode("utf-16")[2:].replace(b"\xe9", b"e").replace(b"\xe8", b"e")
        .replace(b"\xe2", b"a"), {"line": 2}),
    ("not_text", b"PK\x03\x04;\x00\n", {"line": 1}),
    ("not_text", GOOD + "pain;fr\x00ais\n", {"line": 13}),
    ("not_text", GOOD + "pa\x1bin\n", {"line": 13}),
    ("not_text", GOOD + "pain;\ud800\n", {"line": 13}),
    ("too_large", "".join(f"w{n}\n" for n in range(1001)), LARGE),
    ("too_large", "".join(f"w{n % 8};c{n}\n" for n in range(10_002)), LARGE),
    ("too_large", b"x" * 4_000_001, LARGE),
    ("not_cells", GOOD + 'pain;"frais;2\nlait\n', {"line": 13}),
    ("not_cells", GOOD + 'pain;"frais" et bon;2\nlait\n', {"line": 13}),
    ("too_many_cells", GOOD + "pain;frais;2;3\n", {"line": 13, "count": 4}),
    ("too_long", GOOD + f"{LONG};frais\n", {"line": 13, **CUT}),
    ("too_long", GOOD + f"\npain;{LONG}\n", {"line": 14, **CUT}),
    ("no_word", GOOD + ";frais;2\n", {"line": 13}),
    ("no_word", GOOD + "\u200b;frais;2\n", {"line": 13}),
    ("no_clue", GOOD + "pain;;2\n", {"line": 13, "word": "pain"}),
    ("no_clue", GOOD + "chat;\u200b;2\n", {"line": 13, "word": "chat"}),
    ("word_twice", GOOD + "Poule\n", {"line": 13, "word": "Poule"}),
    ("word_twice", GOOD + "chat\n", {"line": 13, "word": "chat"}),
    ("clue_is_word", GOOD + "pain; PAÏN ;2\n", {"line": 13, "word": "pain"}),
    ("clue_twice", GOOD + "chat;Miaôu;2\n", {"line": 13, "word": "chat", "clue": "miaou"}),
    ("bad_closeness", GOOD + "pain;frais;4\n", {"line": 13, "text": "4"}),
    ("bad_closeness", GOOD + "pain;frais;0\n", {"line": 13, "text": "0"}),
    ("bad_closeness", GOOD + "pain;frais;proche\n", {"line": 13, "text": "proche"}),
    ("bad_closeness", GOOD + 'a;"b\nc";1\npain;frais;²\n', {"line": 15, "text": "²"}),
    ("too_few_words", "Mot\nlait\npain\n", {"count": 2, "fewest": FEWEST}),
    ("too_few_words", b"", {"count": 0, "fewest": FEWEST}),
    ("too_few_words", GOOD.replace("âne\n", ""), {"count": 7, "fewest": FEWEST}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("reason", "source", "details"), WRONG, ids=[reason for reason, _, _ in WRONG]
)
def test_what_is_wrong_is_said_with_its_place(
    reason: str, source: Any, details: dict[str, Any], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    for lang in LANGUAGES:
        with pytest.raises(WordListError) as refused:
            read_csv(source, lang)
        error = refused.value
        assert (error.reason, error.lang, error.details) == (reason, lang, details)
        assert str(error) == texts(lang)[f"decrypto.list.{reason}"].format(**details)
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.details) == (str(error), details)


def test_every_wrong_has_words_and_the_other_way_round() -> None:
    told = {key.removeprefix("decrypto.list.") for key in texts() if "decrypto.list." in key}
    assert told == {reason for reason, _, _ in WRONG}


def test_a_list_of_exactly_enough_words_of_exactly_the_length_is_read() -> None:
    names = [letter * LONGEST for letter in "abcdefgh"]
    assert len(names) == FEWEST
    assert read_csv("\n".join(names)).words == tuple(names)


@given(st.text(alphabet=st.sampled_from('ab;,\t\n"3é \u200b')))
def test_any_text_is_read_or_refused(text: str) -> None:
    said = ""
    try:
        found = read_csv(text + "\nc\nd\ne\nf\ng\nh\ni\nj\n")
    except WordListError as error:
        said = str(error)
        found = READ
    assert said or found is not READ
    assert len(found.words) >= FEWEST
    for word in found.words:
        assert plain(word)
        for clue in found.clues(word):
            assert plain(clue) not in ("", plain(word))
            assert found.closeness(word, clue) in (CLOSE, RELATED, FAR)
