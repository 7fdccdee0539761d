"""Attempts: written line by line, read whatever happened to the file, summed up for the teacher."""

import csv
import json
import multiprocessing
import re
from html import escape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib.attempts import (
    Attempt,
    _harmless,
    file_for,
    keep_attempt,
    read_attempts,
    report,
    same_student,
    tidy_name,
)
from tests.gamelib.tables import disk_full_after

FIRST = Attempt("Ada", "next_card", "ab12", "1/9", "wrong", "whole_deck", "2026-01-05T10:00:00")


def at(minute: int, **changes: str) -> Attempt:
    return FIRST._replace(time=f"2026-01-05T10:{minute:02}:00", **changes)


def write(folder: Path, *attempts: Attempt) -> Path:
    for attempt in attempts:
        keep_attempt(folder / file_for(attempt.student), attempt)
    return folder


# --- files ----------------------------------------------------------------------------------------


def test_a_line_is_readable_json(tmp_path: Path) -> None:
    write(tmp_path, FIRST._replace(student="Émile"))
    [line] = (tmp_path / "attempts-émile.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line) == {
        "student": "Émile",
        "exercise": "next_card",
        "variant": "ab12",
        "answer": "1/9",
        "outcome": "wrong",
        "misconception": "whole_deck",
        "time": "2026-01-05T10:00:00",
    }
    assert "Émile" in line


@given(st.lists(st.builds(Attempt, *[st.text()] * 6, st.datetimes().map(str)), max_size=5))
def test_whatever_is_kept_is_read_again(attempts: list[Attempt]) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        for attempt in attempts:
            keep_attempt(Path(folder) / "attempts.jsonl", attempt)
        kept = {Attempt(*map(str, attempt)) for attempt in attempts}
        assert set(read_attempts(folder)) == kept


@pytest.mark.parametrize("cut", range(1, 140, 7))
def test_a_line_that_was_cut_off_is_passed_over_and_never_glued_to_the_next(
    tmp_path: Path, cut: int
) -> None:
    path = tmp_path / "attempts.jsonl"
    keep_attempt(path, at(0))
    whole = path.stat().st_size
    keep_attempt(path, at(1, student="Émile"))
    with path.open("r+b") as file:
        file.truncate(whole + cut)
    keep_attempt(path, at(2))
    assert read_attempts(tmp_path) == [at(0), at(2)]


def test_a_file_cut_in_the_middle_of_a_letter_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "attempts.jsonl"
    keep_attempt(path, at(0))
    with path.open("ab") as file:
        file.write('{"student": "É'.encode()[:-1])
    assert read_attempts(tmp_path) == [at(0)]


@pytest.mark.parametrize(
    "line", ["", "null", "[]", "3", "{}", '{"student": "Ada"}', "not json", "[" * 100_000, "\x00"]
)
def test_a_line_that_is_no_attempt_is_passed_over(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.jsonl").write_text(f"{line}\n")
    write(tmp_path, at(0))
    assert read_attempts(tmp_path) == [at(0)]


def test_a_mark_before_the_first_line_loses_nothing(tmp_path: Path) -> None:
    """As some editors put one there when a file is saved."""
    path = tmp_path / "attempts.jsonl"
    keep_attempt(path, at(0))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    keep_attempt(path, at(1))
    assert read_attempts(tmp_path) == [at(0), at(1)]


@pytest.mark.parametrize("free", [1, 20, 100])
def test_a_full_disk_is_told_and_loses_nothing_that_was_kept(tmp_path: Path, free: int) -> None:
    path = tmp_path / "attempts.jsonl"
    keep_attempt(path, at(0))
    with disk_full_after(path.stat().st_size + free), pytest.raises(OSError, match="space left"):
        keep_attempt(path, at(1))
    keep_attempt(path, at(2))
    assert read_attempts(tmp_path) == [at(0), at(2)]


def test_a_folder_in_place_of_a_file_is_told_and_passed_over(tmp_path: Path) -> None:
    (tmp_path / file_for("Ada")).mkdir()
    with pytest.raises(IsADirectoryError):
        write(tmp_path, at(0))
    write(tmp_path, at(1, student="Émile"))
    assert read_attempts(tmp_path) == [at(1, student="Émile")]
    assert report(tmp_path).unread == ()


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, at(0), at(1, student="Émile"))
    opened = Path.open

    def closed(path: Path, *args: Any, **kwargs: Any) -> Any:
        if path.name == file_for("Ada"):
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", closed)
    made = report(tmp_path)
    assert made.students == ("Émile",)
    assert made.unread == ("attempts-ada.jsonl",)
    assert "Files missing here, as they cannot be read: attempts-ada.jsonl." in made.text()
    assert "attempts-ada.jsonl" in made.html()
    assert "illisibles\u00a0: attempts-ada.jsonl." in report(tmp_path, lang="fr").text()
    with pytest.raises(OSError, match=r"cannot be read: attempts-ada\.jsonl"):
        read_attempts(tmp_path)


def test_a_name_with_the_end_of_a_line_in_it_stays_on_one_line(tmp_path: Path) -> None:
    odd = at(0, student="A\u2028B\x85C\nD")
    write(tmp_path, odd)
    assert read_attempts(tmp_path) == [odd]


def test_attempts_come_from_all_folders_in_the_order_of_time(tmp_path: Path) -> None:
    write(tmp_path / "b", at(2))
    write(tmp_path / "a" / "c", at(1), at(3))
    assert read_attempts(tmp_path) == [at(1), at(2), at(3)]


def test_a_copied_file_counts_once(tmp_path: Path) -> None:
    for folder in ("submitted", "collected"):
        write(tmp_path / folder, at(1), at(2))
    assert read_attempts(tmp_path) == [at(1), at(2)]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no folder '.*nowhere'"):
        read_attempts(tmp_path / "nowhere")


def _keep_many(path: Path, student: str) -> None:
    for n in range(50):
        keep_attempt(path, FIRST._replace(student=student, answer=str(n)))


def test_two_notebooks_may_write_at_the_same_time(tmp_path: Path) -> None:
    path = tmp_path / "attempts.jsonl"
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=_keep_many, args=(path, name)) for name in ("Ada", "Emmy")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(read_attempts(tmp_path)) == 100


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Ada Lovelace", "attempts-ada-lovelace.jsonl"),
        ("../../etc/passwd", "attempts-etc-passwd.jsonl"),
        ("C:\\con", "attempts-c-con.jsonl"),
        ("a*b?c|d<e>f\"g'h\0i", "attempts-a-b-c-d-e-f-g-h-i.jsonl"),
        ("Émile", "attempts-émile.jsonl"),
        ("E\u0301mile", "attempts-émile.jsonl"),
        ("刘徽", "attempts-刘徽.jsonl"),
        ("…", "attempts-student.jsonl"),
        ("x" * 300, f"attempts-{'x' * 40}.jsonl"),
    ],
)
def test_every_name_makes_a_file_name_fit_for_any_system(name: str, file: str) -> None:
    assert file_for(name) == file


@given(st.text())
def test_no_name_breaks_out_of_the_folder(name: str) -> None:
    file = file_for(name)
    assert Path(file).name == file
    assert len(file.encode()) < 200
    assert same_student(tidy_name(name)) == same_student(name)


# --- the report -----------------------------------------------------------------------------------


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """Ada: two tries and one cell run again; Émile: unsolved; Zoë: at once, and one not read."""
    return write(
        tmp_path,
        at(0),
        at(1),
        at(2, answer="2/9", misconception=""),
        at(3, answer="1/10", outcome="right", misconception=""),
        at(4, answer="1/7", outcome="wrong"),
        at(5, student="Émile"),
        at(6, student="émile ", answer="0.3", misconception="pile_only"),
        at(7, student="Zoë", exercise="fresh_pair", answer="?", outcome="not_understood"),
        at(8, student="Zoë", exercise="fresh_pair", answer="", outcome="not_attempted"),
        at(
            9, student="Zoë", exercise="fresh_pair", answer="1/9", outcome="right", misconception=""
        ),
    )


def test_the_report_counts_tries_up_to_the_first_right_answer(school: Path) -> None:
    made = report(school)
    assert made.students == ("Ada", "émile", "Zoë")
    assert made.exercises == ("next_card", "fresh_pair")
    assert made.result("Ada", "next_card") == (True, 3, ("whole_deck",))
    assert made.result("émile", "next_card") == (False, 2, ("whole_deck", "pile_only"))
    assert made.result("Zoë", "fresh_pair") == (True, 1, ())
    assert made.result("Ada", "fresh_pair") == (False, 0, ())
    assert made.misconceptions == {"whole_deck": ("Ada", "émile"), "pile_only": ("émile",)}


def test_the_report_prints_well(school: Path) -> None:
    assert str(report(school)) == (
        "Students: 3. ✓ solved, ✗ not yet, – not tried; the number says in how many tries.\n"
        "student   1   2  solved\n"
        "Ada      ✓3   –  1 of 2\n"
        "émile    ✗2   –  0 of 2\n"
        "Zoë       –  ✓1  1 of 2\n"
        "1  The next card (next_card): solved by 1 of 3\n"
        "2  Two cards of a fresh deck (fresh_pair): solved by 1 of 3\n"
        "Misconception “counted in the whole deck”, met by 2: Ada and émile.\n"
        "Misconception “divided by the pile only”, met by 1: émile."
    )
    assert "Idée fausse «\u00a0compté dans tout le paquet\u00a0»" in str(report(school, lang="fr"))


def test_the_report_of_one_lesson_leaves_the_others_out(school: Path) -> None:
    write(school, at(20, exercise="break_even"))
    assert report(school, lesson="02").exercises == ("break_even",)
    assert "break_even" not in report(school, lesson="01").exercises


def test_an_exercise_that_no_longer_exists_is_still_reported(school: Path) -> None:
    write(school, at(20, exercise="of_last_year", misconception="of_last_year"))
    assert report(school).exercises[-1] == "of_last_year"
    assert "of_last_year" in str(report(school))


def test_an_empty_folder_makes_an_empty_report(tmp_path: Path) -> None:
    made = report(tmp_path)
    assert made.students == ()
    assert str(made).startswith("Students: 0.")
    assert made.html().startswith("<table>")
    made.plot()


def test_names_never_become_markup(tmp_path: Path) -> None:
    write(tmp_path, at(0, student="<script>alert(1)</script>"))
    html = report(tmp_path)._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert '<th scope="row">' in html


def test_the_csv_has_a_line_for_each_student_and_exercise(school: Path) -> None:
    path = school / "class.csv"
    report(school).to_csv(path)
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6
    assert rows[0] == {
        "student": "Ada",
        "exercise": "next_card",
        "title": "The next card",
        "solved": "1",
        "tries": "3",
        "misconceptions": "counted in the whole deck",
    }


def cells(path: Path, separator: str) -> list[list[str]]:
    """What a spreadsheet shows that splits lines at this sign."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file, delimiter=separator))


def test_french_spreadsheets_find_their_semicolons(school: Path) -> None:
    report(school, lang="fr").to_csv(school / "classe.csv")
    head, first, *_ = cells(school / "classe.csv", ";")
    assert head == ["élève", "exercice", "titre", "résolus", "essais", "idées fausses"]
    assert first[0] == "Ada"
    assert first[3:] == ["1", "3", "compté dans tout le paquet"]
    assert all(len(row) == 6 for row in cells(school / "classe.csv", ";"))


def is_formula(cell: str) -> bool:
    """Whether a spreadsheet calculates this: what stands before the sign does not stop it."""
    return cell.lstrip(' \t\r\n"\0\u00a0').startswith(tuple("=+-@＝＋－＠"))


FORMULA = 'HYPERLINK("x")'
BEGINNINGS = [
    "=",
    "+",
    "-",
    "@",
    " =",
    "\t=",
    "＝",
    "\r=",
    "\n=",
    '"=',
    "\0=",
    "\u200b=",
    "-+",
    "'=",
]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("before", ["", "Ada;", "Ada,", "Ada\t", "Ada|", 'Ada";', '"Ada",', "Ada "])
def test_no_name_becomes_a_formula_wherever_a_spreadsheet_splits(
    tmp_path: Path, lang: str, before: str
) -> None:
    for n, beginning in enumerate(BEGINNINGS):
        name = f"{before}{beginning}{FORMULA} {n}"
        write(tmp_path, at(n, student=name, exercise=name, misconception=name))
    report(tmp_path, lang=lang).to_csv(tmp_path / "class.csv")
    for separator in ";,\t| :":
        found = [cell for row in cells(tmp_path / "class.csv", separator) for cell in row]
        assert [cell for cell in found if is_formula(cell)] == []
        assert sum(FORMULA.split("(")[0] in cell for cell in found) >= len(BEGINNINGS)


def test_names_stay_readable_in_a_spreadsheet(tmp_path: Path) -> None:
    names = ["Anne-Marie O’Neil", "ada@school.fr", "Dvořák, Antonín", "Emmy (3-b)", "刘徽"]
    write(tmp_path, *(at(n, student=name) for n, name in enumerate(names)))
    report(tmp_path).to_csv(tmp_path / "class.csv")
    assert {row[0] for row in cells(tmp_path / "class.csv", ",")[1:]} == set(names)


@given(st.text(), st.sampled_from(";,\t|: /"))
def test_no_cell_whatever_becomes_a_formula(text: str, separator: str) -> None:
    harmless = _harmless(text)
    assert not any(map(is_formula, re.split(f'[{separator}"]', harmless)))
    assert _harmless(harmless) == harmless


def test_the_picture_says_it_without_colour_and_in_words(school: Path) -> None:
    figure = report(school).plot()
    [axes] = figure.axes
    assert [text.get_text() for text in axes.texts] == ["✓3", "–", "✗2", "–", "–", "✓1"]
    assert [patch.get_hatch() or "" for patch in axes.patches] == ["", "", "///", "", "", ""]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["Ada", "émile", "Zoë"]
    assert axes.get_xticklabels()[0].get_text() == "The next card"
    assert figure.get_label() == str(report(school))
    shown = figure._repr_html_() or ""
    assert shown.startswith('<img src="data:image/png;base64,iVBOR')
    assert f'alt="{escape(str(report(school)))}"' in shown
    figure.savefig(school / "class.png")
    assert (school / "class.png").stat().st_size > 5_000


def test_a_name_is_no_formula_in_the_picture(tmp_path: Path) -> None:
    write(tmp_path, at(0, student="$\\frac"))
    report(tmp_path).plot().savefig(tmp_path / "class.png")
