"""Every rule of every game has a text in each language and a test that proves it by its label."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamelib import Match, games
from gamelib.game import OPEN
from gamelib.texts import LANGUAGES, texts
from tests.gamelib.tables import AnyGame, each_game, short

TESTS = Path(__file__).parents[1]
LABELS = {label for kind in games.values() for label in kind.rulings}


def called(node: ast.expr) -> str:
    """The dotted name of what is called or named: pytest.mark.rule, mark.rule, rule."""
    return ast.unparse(node.func if isinstance(node, ast.Call) else node)


def labels_of(node: ast.Call) -> list[str]:
    """The labels that a use of the marker names."""
    labels = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
    if len(labels) != len(node.args) or node.keywords or not labels:
        raise AssertionError(f"line {node.lineno}: name the label itself: {ast.unparse(node)}")
    return [str(label) for label in labels]


def marked(tree: ast.AST) -> Iterator[str]:
    """Every label that the marker names, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node).endswith("mark.rule"):
            yield from labels_of(node)


def proved(tree: ast.AST) -> Iterator[str]:
    """The labels of tests that are run: functions named test_…, not set aside."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        names = [called(decorator) for decorator in node.decorator_list]
        if any(name.endswith(("mark.skip", "mark.skipif", "mark.xfail")) for name in names):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and called(decorator).endswith("mark.rule"):
                yield from labels_of(decorator)


def trees() -> list[ast.Module]:
    """All tests, but for those of the room that `make game` writes: its labels are nobody's yet."""
    paths = [path for path in sorted(TESTS.rglob("test_*.py")) if "new_game" not in path.parts]
    return [ast.parse(path.read_text("utf-8")) for path in paths]


@pytest.fixture(scope="module")
def forest() -> list[ast.Module]:
    return trees()


@each_game
def test_every_rule_is_proved_by_a_test(kind: type[AnyGame], forest: list[ast.Module]) -> None:
    labels = {label for tree in forest for label in proved(tree)}
    assert [label for label in kind.rulings if label not in labels] == []


def test_no_test_names_a_rule_that_does_not_exist(forest: list[ast.Module]) -> None:
    assert {label for tree in forest for label in marked(tree)} - LABELS == set()


@each_game
def test_every_rule_has_a_text_in_every_language(kind: type[AnyGame]) -> None:
    start = f"{kind.name}.rule."
    for lang in LANGUAGES:
        told = [key.removeprefix(start) for key in texts(lang) if key.startswith(start)]
        assert told == list(kind.rulings)


@each_game
def test_every_event_names_the_rule_that_it_follows(kind: type[AnyGame]) -> None:
    game = short(kind.name)
    for seed in range(8):
        match = Match(game, seed=seed)
        match.run()
        for n, step in enumerate(match.steps):
            for told in game.events(match.states[n], step.action, match.states[n + 1], OPEN):
                assert told.rule in kind.rulings, f"{told.code} has no label in `EVENTS.rules`"


@each_game
def test_the_rules_name_their_labels_where_they_follow_them(kind: type[AnyGame]) -> None:
    """Someone who looks for AP-3 finds it in the code."""
    source = (TESTS.parent / "gamelib" / kind.name / "rules.py").read_text("utf-8")
    prefix, first, last = kind.rulings[0].split("-")[0], kind.rulings[0], kind.rulings[-1]
    assert f"{prefix}-" in source
    assert f"{first} to {last}" in source.splitlines()[0]


EXAMPLE = """
import pytest

@pytest.mark.rule("XX-1")
def test_one(): ...

@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.rule("XX-2")
@pytest.mark.rule("XX-3")
def test_two(n): ...

@pytest.mark.skip
@pytest.mark.rule("XX-4")
def test_set_aside(): ...

@pytest.mark.xfail(reason="later")
@pytest.mark.rule("XX-5")
def test_expected_to_fail(): ...

@pytest.mark.rule("XX-6")
def helper(): ...

class TestMore:
    @pytest.mark.rule("XX-7")
    def test_inside(self): ...

def test_unmarked():
    "XX-8 is only mentioned"
"""


def test_only_tests_that_run_prove_a_rule() -> None:
    assert set(proved(ast.parse(EXAMPLE))) == {"XX-1", "XX-2", "XX-3", "XX-7"}
    assert set(marked(ast.parse(EXAMPLE))) == {f"XX-{n}" for n in range(1, 8)}


@pytest.mark.parametrize("use", ["rule(label)", 'rule(label="XX-1")', "rule()"])
def test_a_label_is_written_out(use: str) -> None:
    with pytest.raises(AssertionError, match="name the label itself"):
        set(marked(ast.parse(f"@pytest.mark.{use}\ndef test(): ...")))
