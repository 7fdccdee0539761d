"""Which codes the source gives: "empty_pile" in `raise IllegalAction("empty_pile")`.

They are read and not run, as no test comes by every line. So a code has to stand in the call.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).parents[2]
Codes = dict[str, str]
"""Codes, each with where it stands."""


def codes_in(folder: Path, call: str, keyword: str = "") -> Codes:
    """The codes that calls of this name give in a folder: by a keyword, or first."""
    found: Codes = {}
    for path in sorted(folder.rglob("*.py")):
        file = path.relative_to(TOP).as_posix()
        found = codes_of(path.read_text("utf-8"), file, call, keyword) | found
    return found


def codes_of(source: str, file: str, call: str, keyword: str = "") -> Codes:
    """The same in a module."""
    tree = ast.parse(source)
    return {
        code: f"{file}, line {node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == call
        for given in arguments(node, keyword)
        for value in returned(tree, given)
        for code in written(value, file, call)
    }


def arguments(call: ast.Call, keyword: str) -> list[ast.expr]:
    """The argument of a call that is a code."""
    if keyword:
        return [each.value for each in call.keywords if each.arg == keyword]
    return call.args[:1]


def returned(tree: ast.Module, value: ast.expr) -> Iterator[ast.expr]:
    """The value itself, or all that it may be if a method of this module returns it."""
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)):
        yield value
        return
    for method in ast.walk(tree):
        if isinstance(method, ast.FunctionDef) and method.name == value.func.attr:
            for node in ast.walk(method):
                if isinstance(node, ast.Return) and node.value is not None:
                    yield node.value


def written(value: ast.expr, file: str, call: str) -> set[str]:
    """The codes that stand in an expression; one that is worked out elsewhere is not accepted."""
    match value:
        case ast.Constant(value=str(code)):
            return {code}
        case ast.IfExp(body=body, orelse=other):
            return written(body, file, call) | written(other, file, call)
    raise AssertionError(
        f"{file}, line {value.lineno}: which code is {ast.unparse(value)}? Write it in the call, "
        f'as {call}("one_code") or {call}("one_code" if … else "another"), or in the `return` of '
        f"a method that is called there: this is how a test knows that it has words"
    )
