"""Exercises: answers in every form, the same case on every machine, and help for every mistake."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gamelib.attempts import read_attempts
from gamelib.exercises import (
    CHANCE,
    CHANGE,
    NUMBER,
    Exercise,
    FunctionExercise,
    Task,
    decimals,
    exact,
    exercise,
    exercises,
    main,
    read_answer,
    sheet,
    student_copy,
)
from gamelib.reading import NotUnderstood
from gamelib.texts import LANGUAGES, texts
from tests.gamelib.tables import THOROUGH, slow

STUDENTS = [f"student {n}" for n in range(16 if THOROUGH else 3)]
STUDENTS += ["Ada", "Émile Borel", "刘徽", "<script>"] if THOROUGH else ["Émile Borel"]
ASKED = 8 if THOROUGH else 1
"""How many of them write functions, which are tried in a process of their own."""

every = pytest.mark.parametrize("pattern", exercises(), ids=lambda pattern: pattern.key)
with_number = pytest.mark.parametrize(
    "pattern",
    [pattern for pattern in exercises() if not isinstance(pattern, FunctionExercise)],
    ids=lambda pattern: pattern.key,
)
with_function = pytest.mark.parametrize(
    "pattern",
    [pattern for pattern in exercises() if isinstance(pattern, FunctionExercise)],
    ids=lambda pattern: pattern.key,
)


def tasks(pattern: Exercise[Any], lang: str = "en") -> Iterator[Task[Any]]:
    return (pattern(student, lang) for student in STUDENTS)


def right(task: Task[Any]) -> Fraction:
    return exact(task.exercise.answer(task.case))


# --- reading answers -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("1/9", "1/9"),
        (" 1 / 9 ", "1/9"),
        ("0.111", "111/1000"),
        ("0,111", "111/1000"),
        (".5", "1/2"),
        (",5", "1/2"),
        ("5.", "5"),
        ("11.1 %", "111/1000"),
        ("11.1%", "111/1000"),
        ("11,1 %", "111/1000"),
        ("11,1\u00a0%", "111/1000"),
        ("11,1\u202f%", "111/1000"),
        ("50/9 %", "1/18"),
        ("−1/4", "-1/4"),
        ("-0,25", "-1/4"),
        ("+0.25", "1/4"),
        ("≈ 0.25", "1/4"),
        ("½", "1/2"),
        ("１/４", "1/4"),
        ("1⁄9", "1/9"),
        ("2.5e-1", "1/4"),
        ("2.e-1", "1/5"),
        (3, "3"),
        (0.25, "1/4"),
        (Fraction(1, 9), "1/9"),
        (Decimal("0.25"), "1/4"),
        (np.float64(0.25), "1/4"),
        (np.float32(0.25), "1/4"),
        (np.int64(3), "3"),
        (np.array(0.25), "1/4"),
    ],
)
def test_an_answer_is_read_in_every_form(answer: object, value: str) -> None:
    read = read_answer(answer)
    assert read == Fraction(value)
    assert type(read) is Fraction
    assert type(read.numerator) is int


@pytest.mark.parametrize("answer", [None, ..., "", "  ", "\t\n", "\u00a0"])
def test_no_answer_is_none(answer: object) -> None:
    assert read_answer(answer) is None


@pytest.mark.parametrize(
    "answer",
    [
        "a ninth", "1/0", "0/0", "1 1/2", "1/2/3", "1,2,3", "1.2.3", "%", "/", "1//2", "--1", "0x1",
        "nan", "inf", "1e999999999", "9" * 5000, "1_000", "٣", "<b>1</b>", "1 2",
        nan, inf, -inf, np.nan, np.inf, Decimal("NaN"), Decimal("Infinity"), Decimal("1e999999"),
        True, np.True_, 1j, [0.5], (1, 9), {}, object(), np.array([0.5]), b"1/9", print,
    ],
    ids=lambda answer: repr(answer)[:20],
)  # fmt: skip
def test_what_is_no_number_is_not_understood(answer: object) -> None:
    with pytest.raises(NotUnderstood):
        read_answer(answer)
    assert exercise("next_card")("Ada").check(answer).outcome == "not_understood"


@pytest.mark.parametrize("answer", ["2401", "2,401", "2.401", "2 401", "2’401", "2\u202f401"])
def test_a_large_number_may_be_written_in_groups(answer: str) -> None:
    assert read_answer(answer, large=True) == 2401


def test_groups_are_of_three() -> None:
    assert read_answer("2,40", large=True) == Fraction(12, 5)
    assert read_answer("1,234,567", large=True) == 1234567


# --- every exercise, many students ----------------------------------------------------------------


@with_number
def test_its_own_answer_is_right_in_every_form(pattern: Exercise[Any]) -> None:
    for task in tasks(pattern):
        value = right(task)
        digits = decimals(pattern.tolerance)
        written = f"{float(value):.{digits}f}"
        share = f"{float(100 * value):.{max(0, digits - 2)}f}"
        forms: list[object] = [value, float(value), np.float64(value), str(value), f" {written} "]
        forms += [written.replace(".", ","), written.replace("-", "−")]
        if pattern.kind != NUMBER:
            forms += [f"{share}%", f"{share.replace('.', ',')} %"]
        for form in forms:
            verdict = task.check(form)
            assert verdict.outcome == "right", (task.student, form, verdict)
            assert verdict


def test_a_grader_finds_the_verdict_and_the_points(capsys: pytest.CaptureFixture[str]) -> None:
    task = exercise("next_card")("Ada")
    assert task.check(right(task)).points(2) == 2
    assert (
        task.check("1/2").points(2) == task.check(None).points(2) == task.check("?").points(2) == 0
    )
    told = [line[0] for line in capsys.readouterr().out.splitlines()]
    assert told == ["✓", "✗", "–", "?"]


@every
def test_blank_is_not_attempted(pattern: Exercise[Any]) -> None:
    for task in tasks(pattern):
        for blank in (None, ...) if isinstance(pattern, FunctionExercise) else (None, ..., "", " "):
            verdict = task.check(blank)
            assert verdict.outcome == "not_attempted"
            assert not verdict
        assert task.tries == 0


@with_number
def test_each_misconception_gets_its_message(pattern: Exercise[Any]) -> None:
    assert pattern.misconceptions
    for lang in LANGUAGES:
        for task in tasks(pattern, lang):
            for code, wrong in pattern.misconceptions.items():
                for answer in (wrong(task.case), float(wrong(task.case))):
                    verdict = task.check(answer)
                    assert verdict.outcome == "wrong"
                    assert verdict.misconception == code
                    assert verdict.message == texts(lang)[f"misconception.{code}"]


@with_number
def test_no_answer_can_be_taken_for_two_things(pattern: Exercise[Any]) -> None:
    for task in tasks(pattern):
        values = [
            right(task),
            *(exact(wrong(task.case)) for wrong in pattern.misconceptions.values()),
        ]
        for n, value in enumerate(values):
            for other in values[:n]:
                assert abs(value - other) > 2 * pattern.tolerance


@with_number
def test_just_outside_the_tolerance_is_wrong(pattern: Exercise[Any]) -> None:
    for task in tasks(pattern):
        step = pattern.tolerance * Fraction(101, 100) or Fraction(1, 100)
        for off in (right(task) + step, right(task) - step):
            assert task.check(off).outcome == "wrong"


def forms(value: Fraction) -> Iterator[str]:
    """All the ways in which a text might give an answer away."""
    yield f"{value.numerator}/{value.denominator}"
    if value.denominator == 1:
        yield str(value)
    for digits in (2, 3, 4):
        yield f"{float(value):.{digits}f}"
    for digits in (0, 1, 2):
        yield f"{float(100 * value):.{digits}f}%"
    yield f"{float(100 * value):g}%"


def gives_away(text: str, value: Fraction) -> bool:
    plain = re.sub(r"\s+%", "%", text.replace("−", "-").replace(",", "."))
    return any(
        re.search(rf"(?<![\d./]){re.escape(form)}(?![\d/]|\.\d)", plain) for form in forms(value)
    )


def test_a_text_that_gives_the_answer_away_is_recognised() -> None:
    for text in ("it is 1/8.", "(0,125)", "12.5 %", "12,5\u00a0%", "so 12.50%"):
        assert gives_away(text, Fraction(1, 8)), text
    for text in ("it is 11/8.", "1/80", "0.1251", "112.5%", "1 of 8"):
        assert not gives_away(text, Fraction(1, 8)), text
    assert gives_away("14 cards", Fraction(14))
    assert not gives_away("14.5 or 114 cards", Fraction(14))


@with_number
def test_hints_never_contain_the_answer(pattern: Exercise[Any]) -> None:
    for lang in LANGUAGES:
        for task in tasks(pattern, lang):
            assert len(task.hints) >= 2
            for hint in task.hints:
                assert not gives_away(hint, right(task)), (task.student, hint)


@every
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_is_complete(pattern: Exercise[Any], lang: str) -> None:
    for task in tasks(pattern, lang):
        told = [task.title, task.question, task.precision, task.solution(), *task.hints, repr(task)]
        told.append(task._repr_markdown_())
        for text in told:
            assert text.strip()
            assert not re.search(r"[{}]|\bNone(?! at all)|Fraction\(", text), text
        if not isinstance(pattern, FunctionExercise):
            assert task.exercise.shown(pattern.answer(task.case), lang) in task.solution()


@every
def test_all_languages_have_the_same_hints_and_ask_about_the_same_case(
    pattern: Exercise[Any],
) -> None:
    english = pattern("Ada", "en")
    for lang in LANGUAGES[1:]:
        other = pattern("Ada", lang)
        assert english.case == other.case
        assert len(english.hints) == len(other.hints) >= 2
        assert english.question != other.question


def test_french_is_written_as_french_is() -> None:
    for key, text in texts("fr").items():
        if key.startswith(("exercise.", "misconception.", "question.", "report.")):
            prose = re.sub(r"\n\n.*", "", text, flags=re.DOTALL)  # what follows is code
            assert not re.search(r" [:;?!%»]|« |'", prose), key


def test_every_text_of_an_exercise_or_misconception_is_used() -> None:
    keys = {pattern.key for pattern in exercises()}
    codes = {code for pattern in exercises() for code in pattern.misconceptions}
    codes |= {"percent_sign", "not_a_chance", "not_a_change", "rounded"}
    for key in texts():
        kind, _, name = key.partition(".")
        name, *rest = name.split(".")
        if kind == "exercise" and rest in (["title"], ["question"], ["solution"]):
            assert name in keys, key
        if kind == "misconception":
            assert name in codes, key
    for code in codes:
        assert f"misconception.{code}.name" in texts()


def test_there_are_enough_exercises_from_easy_to_hard() -> None:
    enough = {"01": 8, "02": 8, "03": 8, "04": 4, "05": 8, "06": 8, "07": 8, "08": 8, "09": 8}
    for lesson, least in enough.items():
        levels = [pattern.level for pattern in exercises(lesson)]
        assert len(levels) >= least
        assert set(levels) == {1, 2, 3}
        assert levels == sorted(levels)
    for lesson in ("04", "05", "06"):
        assert any(isinstance(pattern, FunctionExercise) for pattern in exercises(lesson))
    assert len({pattern.key for pattern in exercises()}) == len(exercises())


@slow
@every
def test_neighbours_cannot_copy(pattern: Exercise[Any]) -> None:
    answers = {repr(pattern.case(f"pupil {n}")) for n in range(40)}
    assert len(answers) >= 6


@every
def test_the_position_shown_is_one_that_can_be(pattern: Exercise[Any]) -> None:
    for task in tasks(pattern):
        if (view := task.view) is not None:
            state = view.game.imagine(view, Random(1))
            assert view.game.observe(state, 0) == view
            assert view.game.turn(state) == 0
            assert task.position in task.question


# --- the same on every machine --------------------------------------------------------------------

GOLDEN = {
    ("next_card", "Ada"): "4/45",
    ("next_card", "Blaise"): "3/46",
    ("accusation", "Ada"): "272/473",
    ("survive", "Émile"): "4135/6972",
    ("games_needed", "Ada"): "683",
    ("first_pair", "刘徽"): "13652533/3453450",
}


@pytest.mark.parametrize(("key", "student"), GOLDEN)
def test_a_students_case_never_changes(key: str, student: str) -> None:
    assert str(right(exercise(key)(student))) == GOLDEN[key, student]


@slow
@every
def test_only_random_is_asked_for_chance(pattern: Exercise[Any]) -> None:
    """Python promises no more than that random() gives the same numbers in every version."""

    class Plain(Random):
        def getrandbits(self, k: int, /) -> int:
            raise AssertionError("getrandbits may change with the version of Python")

        choice = sample = shuffle = choices = randrange = randint = uniform = getrandbits  # type: ignore[assignment]

    plain, usual = Plain("seed"), Random("seed")
    for _ in range(20):
        assert pattern.make(plain) == pattern.make(usual)


def test_the_case_does_not_depend_on_how_a_name_is_typed() -> None:
    pattern = exercise("draw_pair")
    assert pattern.case("Émile  Borel") == pattern.case(" e\u0301MILE borel ")
    assert pattern.case("Ada") != pattern.case("Blaise")


@slow
def test_the_case_does_not_depend_on_the_process() -> None:
    code = (
        "from gamelib.exercises import exercises;print([repr(e.case('Ada')) for e in exercises()])"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_new_rules_give_new_cases() -> None:
    pattern = exercise("draw_pair")
    assert pattern.variant("Ada") == "draw_pair/auberge 1/ada"


@pytest.mark.parametrize("name", ["", "  ", "\n"])
def test_a_task_needs_a_name(name: str) -> None:
    with pytest.raises(ValueError, match="give a name"):
        exercise("next_card")(name)


def test_unknown_things_are_named() -> None:
    with pytest.raises(ValueError, match="there is no exercise 'x'; there are next_card, "):
        exercise("x")
    with pytest.raises(ValueError, match="lesson '99'; there are for 01, 02, 03, 04"):
        exercises("99")
    with pytest.raises(ValueError, match="no language 'de'; there are en, fr"):
        exercise("next_card")("Ada", lang="de")
    with pytest.raises(KeyError, match="there is no exercise 'x' here"):
        sheet("01", "your name here")["x"]


# --- verdicts -------------------------------------------------------------------------------------


def simple(**changes: Any) -> Exercise[Any]:
    """An exercise whose answer is 1/8, with words of another one."""
    fields: dict[str, Any] = {
        "key": "break_even",
        "lesson": "01",
        "level": 1,
        "rules": "none",
        "make": lambda rng: None,
        "answer": lambda case: Fraction(1, 8),
        "words": lambda case: {"players": 3, "left": 2},
    }
    return Exercise(**fields | changes)


@pytest.mark.parametrize("answer", ["12.5", 12.5, "99", 1.0001])
def test_a_percentage_without_its_sign_gets_help(answer: object) -> None:
    verdict = simple()("Ada").check(answer)
    assert (verdict.outcome, verdict.misconception) == ("wrong", "percent_sign")
    assert "write the sign" in verdict.message


@pytest.mark.parametrize("answer", ["-0.1", -3, "101", "1000%", -12.5])
def test_a_chance_lies_between_0_and_1(answer: object) -> None:
    verdict = simple()("Ada").check(answer)
    assert (verdict.outcome, verdict.misconception) == ("wrong", "not_a_chance")


def test_a_change_may_be_negative_and_still_need_its_sign() -> None:
    task = simple(kind=CHANGE, answer=lambda case: Fraction(-1, 8))("Ada")
    assert task.check("-12.5%")
    assert task.check("-12.5").misconception == "percent_sign"
    assert task.check("1/8").misconception == ""
    assert task.check(-101).misconception == "not_a_change"


@pytest.mark.parametrize("answer", ["0.12", 0.12, "12%", "12 %", np.float64(0.12)])
def test_an_answer_rounded_too_early_gets_help(answer: object) -> None:
    verdict = simple()("Ada").check(answer)
    assert (verdict.outcome, verdict.misconception) == ("wrong", "rounded")
    assert "one decimal more" in verdict.message


@pytest.mark.parametrize("answer", ["0.13", 0.11, "12.1%"])
def test_another_wrong_answer_is_not_taken_for_rounded(answer: object) -> None:
    assert simple()("Ada").check(answer).misconception == ""


def test_an_exact_answer_has_to_be_exact() -> None:
    task = simple(kind=NUMBER, tolerance=Fraction(0), answer=lambda case: 14)("Ada")
    assert task.check(14)
    assert task.check("14.0")
    assert not task.check("14.001")
    assert task.precision == "Answer with a whole number."


def test_the_student_is_told_how_exact_the_answer_has_to_be() -> None:
    assert simple()("Ada").question.endswith("it may be off by 0.001.")
    assert "off by 0.0005" in simple(kind=NUMBER, tolerance=Fraction(1, 2000))("Ada").question
    assert "l’écart permis est de 0,001" in simple()("Ada", lang="fr").question
    assert "off by 5." in exercise("games_needed")("Ada").question


def test_the_same_wrong_answer_again_is_no_new_try() -> None:
    task = simple()("Ada")
    for answer in ("0.5", "0.5", "0.25", None, "?", "1/8", "0.5"):
        task.check(answer)
    assert task.tries == 3
    assert task.solved


def test_hints_come_one_by_one_and_the_last_one_stays() -> None:
    task = exercise("survive")("Ada")
    hints = [task.hint() for _ in range(4)]
    assert [hint[:12] for hint in hints] == ["Hint 1 of 3:", "Hint 2 of 3:"] + ["Hint 3 of 3:"] * 2
    assert repr(hints[0]) == str(hints[0])


def test_a_case_in_which_a_mistake_does_not_show_is_drawn_again() -> None:
    drawn = iter(range(10))
    pattern = simple(
        make=lambda rng: next(drawn),
        misconceptions={"half": lambda case: Fraction(1, 8) + Fraction(case, 1000)},
    )
    assert pattern.case("Ada") == 3  # 1 is within the tolerance; at 2, 0.126 would be both


def test_an_exercise_without_any_fair_case_says_so() -> None:
    pattern = simple(misconceptions={"half": lambda case: Fraction(1, 8)})
    with pytest.raises(RuntimeError, match="break_even finds no case for 'Ada'"):
        pattern("Ada")


def test_a_certain_chance_is_no_exercise() -> None:
    assert not simple(answer=lambda case: Fraction(1)).tells_apart(None)
    assert not simple(answer=lambda case: Fraction(0)).tells_apart(None)
    assert simple(kind=NUMBER, answer=lambda case: Fraction(0)).tells_apart(None)


# --- functions ------------------------------------------------------------------------------------


def taught(text: str) -> Any:
    """The function that a worked solution writes down."""
    names: dict[str, Any] = {}
    exec(text.split("\n\n", 1)[1], names)
    [name] = re.findall(r"^def (\w+)", text, re.MULTILINE)
    return names[name]


@with_function
def test_the_worked_solution_and_the_reference_are_right(pattern: FunctionExercise[Any]) -> None:
    for lang in LANGUAGES:
        for task in list(tasks(pattern, lang))[:ASKED]:
            assert task.check(pattern.answer(task.case))
            verdict = task.check(taught(task.solution()))
            assert verdict, (task.student, verdict)
            assert str(len(pattern.trials(task.case))) in verdict.message


@with_function
def test_a_wrong_function_gets_the_message_of_its_misconception(
    pattern: FunctionExercise[Any],
) -> None:
    for task in list(tasks(pattern))[:ASKED]:
        for code, wrong in pattern.misconceptions.items():
            verdict = task.check(wrong(task.case))
            assert (verdict.outcome, verdict.misconception) == ("wrong", code)
            assert verdict.message == texts()[f"misconception.{code}"]


@with_function
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_function_that_is_not_written_yet_is_not_attempted(
    pattern: FunctionExercise[Any], lang: str
) -> None:
    def unwritten(*args: object) -> None:
        raise NotImplementedError

    task = pattern("Ada", lang)
    for blank in (lambda *args: None, lambda *args: ..., unwritten):
        assert task.check(blank).outcome == "not_attempted"
    for wrong in (3, "estimate", [1]):
        assert task.check(wrong).outcome == "not_understood"


@with_function
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_function_that_fails_is_told_where(pattern: FunctionExercise[Any], lang: str) -> None:
    def broken(*args: object) -> float:
        denominator = 0
        return 1 / denominator

    verdict = pattern("Ada", lang).check(broken)
    assert verdict.outcome == "wrong"
    assert "ZeroDivisionError: division by zero" in verdict.message
    assert "return 1 / denominator" in verdict.message
    assert re.search(r"(line|ligne) 3", verdict.message)
    assert "{" not in verdict.message


@with_function
def test_a_function_with_other_arguments_is_told_so(pattern: FunctionExercise[Any]) -> None:
    verdict = pattern("Ada").check(lambda: 1)
    assert verdict.outcome == "wrong"
    assert "TypeError" in verdict.message


def test_the_first_case_that_goes_wrong_is_shown_with_both_answers() -> None:
    def estimate(trial: Any, n: int, rng: Random) -> Any:
        return sum(trial(rng) for _ in range(n)) / (n + (n == 10))

    verdict = exercise("estimate")("Ada").check(estimate)
    assert verdict.outcome == "wrong"
    shown = re.search(
        r"estimate\((\w+), 10, rng\)\. Expected: ([\d.]+)\. .*: ([\d.]+)\.$", verdict.message
    )
    assert shown, verdict
    assert float(shown[3]) == pytest.approx(float(shown[2]) * 10 / 11)


def test_a_function_may_fail_in_one_case_only() -> None:
    def estimate(trial: Any, n: int, rng: Random) -> Any:
        if n == 50:
            raise LookupError("no such number")
        return sum(trial(rng) for _ in range(n)) / n

    verdict = exercise("estimate")("Ada").check(estimate)
    assert "50" in verdict.message
    assert "LookupError: no such number" in verdict.message


def test_a_share_as_one_of_numpys_numbers_is_right() -> None:
    def estimate(trial: Any, n: int, rng: Random) -> Any:
        return np.mean([trial(rng) for _ in range(n)])

    assert exercise("estimate")("Ada").check(estimate)


def test_an_answer_of_another_kind_is_wrong_and_shown_short() -> None:
    verdict = exercise("estimate")("Ada").check(lambda trial, n, rng: "x" * 10_000)
    assert verdict.outcome == "wrong"
    assert len(verdict.message) < 500


def test_a_stop_by_the_user_is_no_mistake() -> None:
    def endless(*args: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        exercise("estimate")("Ada").check(endless)


# --- sheets and attempts --------------------------------------------------------------------------


def test_a_sheet_keeps_attempts_beside_the_notebook(tmp_path: Path) -> None:
    tasks = sheet("01", "Ada Lovelace", folder=tmp_path)
    task = tasks["next_card"]
    task.check("?")
    task.check(task.exercise.misconceptions["whole_deck"](task.case))
    task.check(None)  # blank is no attempt
    task.check(right(task))
    kept = read_attempts(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["attempts-ada-lovelace.jsonl"]
    assert "attempts-ada-lovelace.jsonl" in repr(tasks)
    assert [attempt.outcome for attempt in kept] == ["not_understood", "wrong", "right"]
    assert [attempt.misconception for attempt in kept] == ["", "whole_deck", ""]
    assert {attempt.student for attempt in kept} == {"Ada Lovelace"}
    assert {attempt.exercise for attempt in kept} == {"next_card"}
    assert len({attempt.variant for attempt in kept}) == 1
    assert kept[2].answer == str(right(task))
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", a.time) for a in kept)


@pytest.mark.parametrize("name", ["your name here", "votre nom ici", " Your  Name Here "])
def test_until_there_is_a_name_nothing_is_kept(name: str, tmp_path: Path) -> None:
    tasks = sheet("01", name, folder=tmp_path)
    tasks["next_card"].check("1/2")
    assert list(tmp_path.iterdir()) == []
    assert "Write your name above" in repr(tasks)


def test_an_attempt_that_cannot_be_kept_is_judged_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "attempts-ada.jsonl").mkdir()
    task = sheet("01", "Ada", folder=tmp_path)["next_card"]
    verdict = task.check(right(task))
    assert verdict
    assert "could not be written down" in verdict.message


def test_a_function_is_kept_by_its_name(tmp_path: Path) -> None:
    task = sheet("04", "Ada", folder=tmp_path)["estimate"]
    task.check(task.exercise.answer(task.case))
    [kept] = read_attempts(tmp_path)
    assert re.fullmatch(r"right_estimate [0-9a-f]{12}", kept.answer)


# --- handing out ----------------------------------------------------------------------------------

SOURCE = """\
answer = ...
### BEGIN SOLUTION
answer = 1 / 8
### END SOLUTION

def f(x):
    ### BEGIN SOLUTION
    return x
    ### END SOLUTION
"""


@pytest.fixture
def notebook(tmp_path: Path) -> SimpleNamespace:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["### BEGIN SOLUTION is a mark"]},
        {
            "cell_type": "code",
            "execution_count": 3,
            "metadata": {"nbgrader": {"solution": True}},
            "outputs": [{"output_type": "stream", "name": "stdout", "text": ["0.125"]}],
            "source": SOURCE.splitlines(keepends=True),
        },
    ]
    source, target = tmp_path / "source.ipynb", tmp_path / "target.ipynb"
    source.write_text(json.dumps({"cells": cells, "metadata": {"é": 1}, "nbformat": 4}), "utf-8")
    return SimpleNamespace(source=source, target=target)


def test_the_students_copy_has_neither_solutions_nor_outputs(notebook: SimpleNamespace) -> None:
    student_copy(notebook.source, notebook.target)
    text, code = json.loads(notebook.target.read_text("utf-8"))["cells"]
    assert text["source"] == ["### BEGIN SOLUTION is a mark"]
    assert "".join(code["source"]) == (
        "answer = ...\n# your answer here\n\ndef f(x):\n    ...  # your answer here\n"
    )
    compile("".join(code["source"]), "cell", "exec")
    assert code["outputs"] == []
    assert code["execution_count"] is None
    assert code["metadata"] == {"nbgrader": {"solution": True}}


def test_the_command_line_makes_copies_and_reports(
    notebook: SimpleNamespace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["student", str(notebook.source), str(notebook.target)])
    assert "your answer here" in notebook.target.read_text("utf-8")
    task = sheet("01", "Ada", folder=tmp_path)["next_card"]
    task.check(right(task))
    main(["report", str(tmp_path)])
    assert "✓1" in capsys.readouterr().out
    main(["report", str(tmp_path), str(tmp_path / "class.csv")])
    assert "Ada,next_card" in (tmp_path / "class.csv").read_text("utf-8-sig")
    with pytest.raises(SystemExit, match=r"python -m gamelib\.exercises student SOURCE TARGET"):
        main([])


def test_the_module_runs_from_a_shell(tmp_path: Path) -> None:
    task = sheet("01", "Ada", folder=tmp_path)["next_card"]
    task.check(right(task))
    command = [sys.executable, "-m", "gamelib.exercises", "report", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True,
                          env={**os.environ, "PYTHONUTF8": "1"})  # fmt: skip
    assert "✓1" in done.stdout
    assert done.stderr == ""


def test_importing_exercises_loads_nothing_but_the_standard_library() -> None:
    code = (
        "import sys; from gamelib.exercises import exercises; exercises();"
        "print([name for name in sys.modules if name.split('.')[0] in"
        " ('numpy', 'matplotlib', 'IPython', 'tqdm', 'traitlets', 'widgets')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_kinds_of_answers_are_all_in_use() -> None:
    assert {pattern.kind for pattern in exercises()} == {CHANCE, CHANGE, NUMBER}
