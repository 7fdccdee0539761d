"""Joins plain JavaScript modules into the one module that a widget sends.

A page gets a widget's module alone, so that it can import nothing of ours. The modules in `static/`
import each other all the same, as browsers and type checkers know it. Here they are put one after
the other, those that others need first. This happens when Python imports a widget: edit a module,
restart the kernel, done.

Only plain ways of importing and exporting are understood, one way each. Everything else is refused
with a word on what to write instead, so that what is joined always means what it meant.

Every table carries its module, so it is sent without what only people read: comments, types,
indentation, spaces around signs, most ends of lines, and the promise that a const never changes,
which was checked before. Names stay, so that a fault still says in which functions it was.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_CAST = re.compile(r"/\*\* @type \{.*?\} \*/ ?(?:\(([\w.]+(?:\([^()]*\))?)\))?")
_IMPORT = re.compile(
    r'^import \{\s*(\w+(?:\s*,\s*\w+)*)\s*,?\s*\} from "(\.{1,2}/[^"]+\.js)";\n', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:async )?function\b|class\b|const\b|let\b)", re.MULTILINE)
_DECLARED = re.compile(
    r"^(export )?(?:(?:async )?function\*?|class|const|let|var)\b ?(\w*)", re.MULTILINE
)
# Texts, templates (with templates in them, but no deeper), and patterns: what stays as it is.
_TEXT = re.compile(
    r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'"""
    r"""|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*`"""
    r"""|(?<=[(=,:])\ ?/(?![/*])(?:[^/\\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+/)"""
)
_REMARK = re.compile(
    r"""^((?:[^"'`/]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)*?) // .*$"""
)
# Around + and - only where another does not follow: two of them are another sign.
_SPACED = re.compile(r" ?([=!*<>?:&|,;{}()[\]]) ?|(?<![+-]) ?([-+/%]) (?![-+])")
# What a template puts in, where it is plain.
_PLACE = re.compile(r"(?<=(?<!\\)\$)\{[^{}\"'`/\\]*\}")
_CONST = re.compile(r"\bconst\b")
_GROUP = re.compile(r"\([^][(){}]*\)|\[[^][(){}]*\]|\{[^][(){}]*\}")
_OPEN = re.compile(r"[({\[]")
_DECLARATION = re.compile(r"let\b[^;]*;")
_ONE_ARGUMENT = re.compile(r"\((\w+)\) =>")
# What is left of a line in which texts cannot be told from code so simply.
_TANGLED = re.compile(r"""["'`]|(?<! )/|/(?! )""")
# A line goes on to the next after these, and before those. Where a semicolon should have ended it,
# what is joined does not load: nothing changes what it means unseen.
_LINE_END = re.compile(r"(?<=[;{},()[=>&|?:])\n|\n(?=[.?:)}\]])")
_NEEDLESS = re.compile(r"[;,]\n(?=[)}\]])")
# What must not be left over when the above is taken out, and what to do about it.
_STRANGE = {
    re.compile(r"^import\b.*", re.MULTILINE): 'write import { a, b } from "./module.js";',
    re.compile(r"\bimport\s*[(.].*"): "what is joined can neither load more nor know its address",
    re.compile(r"^export (?!default\b).*", re.MULTILINE): (
        "write export before each function, class, const or let"
    ),
}


class BundleError(Exception):
    """Modules that cannot be joined."""


class _Module:
    """One file: its code without comments, what it declares, exports and imports."""

    def __init__(self, path: str) -> None:
        self.name = os.path.basename(path)
        lines = Path(path).read_text("utf-8").splitlines()
        code = "".join(f"{line}\n" for line in self._without_comments(lines))
        self.imports = [
            (os.path.normpath(os.path.join(path, "..", place)), set(re.findall(r"\w+", names)))
            for names, place in _IMPORT.findall(code)
        ]
        code = _IMPORT.sub("", code)
        declared = _DECLARED.findall(code)
        self.names = {name for _, name in declared}
        self.exports = {name for exported, name in declared if exported}
        self.code = _EXPORT.sub("", code)
        self._refuse_what_is_strange()
        self.code = _LINE_END.sub("", _NEEDLESS.sub("\n", _squeezed(self.code)))

    def _without_comments(self, lines: list[str]) -> Iterator[str]:
        """Return the lines that are code, without the types that stand among it.

        A comment has its lines to itself, or ends one that is plain otherwise; or it stays.
        """
        within = False
        for line in lines:
            bare = line.strip()
            if not within and bare.startswith("/*"):
                within = True
                bare = bare[2:]
            elif not within:
                if bare and not bare.startswith("//"):
                    yield _REMARK.sub(r"\1", _CAST.sub(r"\1", line))
                continue
            _, closed, rest = bare.partition("*/")
            within = not closed
            if rest:
                raise BundleError(f"{self.name}: {rest!r} has to stand on a line of its own")

    def _refuse_what_is_strange(self) -> None:
        for pattern, advice in _STRANGE.items():
            if found := pattern.search(self.code):
                raise BundleError(f"{self.name}: {found[0]!r} cannot be joined; {advice}")
        if "" in self.names:
            raise BundleError(f"{self.name}: declare one plain name at a time at the top level")
        for line in self.code.splitlines():
            if line.count("`") % 2:
                raise BundleError(
                    f"{self.name}: {line.strip()!r} opens a text of several lines, in which"
                    " comments cannot be told from words; make it of shorter ones"
                )


def _squeezed(code: str) -> str:
    """Return code without what means nothing; declarations that follow each other are one."""
    lines: list[str] = []
    declaration = ""  # the code of one that the last lines are, or have begun
    for line in map(str.strip, code.splitlines()):
        parts = _TEXT.split(line)
        if any(map(_TANGLED.search, parts[::2])):
            declaration = ""
            lines.append(line)
            continue
        parts[::2] = map(_shortened, parts[::2])
        parts[1::2] = [_PLACE.sub(lambda at: _shortened(at[0]), text) for text in parts[1::2]]
        line = "".join(parts)
        plain = "".join(parts[::2])
        if line.startswith("let"):
            if _DECLARATION.fullmatch(declaration):
                lines[-1] = lines[-1][:-1] + ","
                line = line[3:].lstrip()
            declaration = ""
        elif not _OPEN.search(declaration):
            declaration = plain = ""
        declaration = _without_groups(declaration + plain)
        lines.append(line)
    return "".join(f"{line}\n" for line in lines if line)


def _shortened(code: str) -> str:
    """Return code without spaces and signs that mean nothing. Types were checked: let will do."""
    code = _CONST.sub("let", _ONE_ARGUMENT.sub(r"\1 =>", code))
    return _SPACED.sub(r"\1\2", code).replace("return undefined", "return")


def _without_groups(code: str) -> str:
    """Return code without what stands in brackets that are closed."""
    count = 1
    while count:
        code, count = _GROUP.subn("_", code)
    return code


def bundle(entry: Path) -> str:
    """Return a module and all that it needs, as one module."""
    modules: dict[str, _Module] = {}
    _collect(os.path.normpath(entry), (), modules)
    *needed, _ = modules.values()
    for module in needed:
        if "export default" in module.code:
            raise BundleError(f"{module.name}: only the first module can have a default export")
    _refuse_clashes(modules.values())
    return "".join(module.code for module in modules.values())


def _collect(path: str, within: tuple[str, ...], modules: dict[str, _Module]) -> None:
    """Add a module after all that it needs."""
    if path in within:
        circle = " → ".join(map(os.path.basename, (*within[within.index(path) :], path)))
        raise BundleError(f"modules import each other in a circle: {circle}")
    if path in modules:
        return
    module = _Module(path)
    for needed, names in module.imports:
        _collect(needed, (*within, path), modules)
        if missing := names - modules[needed].exports:
            name = modules[needed].name
            raise BundleError(f"{module.name}: {name} does not export {', '.join(sorted(missing))}")
    modules[path] = module


def _refuse_clashes(modules: Iterable[_Module]) -> None:
    """Joined modules share their names: each must be declared by one alone."""
    owners: dict[str, str] = {}
    for module in modules:
        for name in sorted(module.names):
            if name in owners:
                raise BundleError(
                    f"{owners[name]} and {module.name} both declare {name} at the top level, and"
                    " joined modules share their names; rename one of them"
                )
            owners[name] = module.name
