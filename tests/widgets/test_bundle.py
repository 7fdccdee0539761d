"""Modules are joined into one that means the same, or they are refused."""

import re
from pathlib import Path

import pytest

from tests.widgets.node import run_node
from widgets.bundle import BundleError, bundle
from widgets.question import Question
from widgets.stage import STATIC, Stage


def write(folder: Path, **modules: str) -> Path:
    """Write modules by name; return the one called `entry`."""
    for name, code in modules.items():
        (folder / f"{name}.js").write_text(code, "utf-8")
    return folder / "entry.js"


def joined(folder: Path, **modules: str) -> str:
    return bundle(write(folder, **modules))


def printed(folder: Path, module: str) -> str:
    """Return what a module prints when it is loaded alone, from a folder of its own."""
    place = folder / "joined.mjs"
    place.write_text(module, "utf-8")
    return run_node(place).strip()


def test_joined_modules_do_what_they_did_apart(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        entry="""// The first
import { Bird } from "./bird.js";
import { LOUD, shout } from "./voice.js";

/** @type {Bird} */
const bird = new Bird(shout("kra"));
console.log(bird.says, LOUD, /** @type {string} */ (`a // ${1 + 1} /* b */`));
export default { bird };
""",
        bird="""import {
	shout,
} from "./voice.js";

/**
 * A bird.
 * @import { Voice } from "./voice.js"
 */
export class Bird {
	// says what it is told
	constructor(says) {
		this.says = shout(says);
	}
}
""",
        voice="""const MARK = "!"; // said loudly
export const LOUD = true;
export async function later() {}
export function shout(words) {
	return words + MARK;
}
""",
    )
    apart = run_node(entry).strip()
    together = bundle(entry)
    assert printed(tmp_path, together) == apart == "kra!! true a // 2 /* b */"
    assert "import" not in together
    assert "@type" not in together
    assert "A bird" not in together


def test_what_others_need_comes_first_and_once(tmp_path: Path) -> None:
    module = joined(
        tmp_path,
        entry='import { b } from "./b.js";\nimport { a } from "./a.js";\nb + a;\n',
        a="export const a = 1;\n",
        b='import { a } from "./a.js";\nexport const b = a;\n',
    )
    assert module == "let a=1;let b=a;b+a;"


def test_what_only_people_read_is_left_out(tmp_path: Path) -> None:
    module = joined(
        tmp_path,
        entry="""const PAUSE = 5; // ms to look
function wait(a, { b = [1, 2] }) {
	const sum = a + +b; // not one sign
	let n = a++ + b % 2;
	return a ? "a  =  { b }" : 'it\\'s // here'; // why
}
const url = "http://a // b";
const pattern = / = "/.test(url);
const other = !url && / = "/.test(url);
const words = `${PAUSE + 1} = { }`;
const nested = `${PAUSE ? `a = b` : "c"}` + [url.length / 2 - 1].map((one) => one);
const later = async (one) => ({
	one,
});
""",
    )
    assert module.splitlines() == [
        "let PAUSE=5;"
        "function wait(a,{b=[1,2]}){"
        "let sum=a + +b,"
        "n=a++ +b%2;"
        "return a?\"a  =  { b }\":'it\\'s // here'}"
        'let url="http://a // b",'
        'pattern= / = "/.test(url);'
        'const other = !url && / = "/.test(url);'
        "let words=`${PAUSE+1} = { }`,"
        'nested=`${PAUSE ? `a = b` : "c"}`+[url.length/2-1].map(one=>one),'
        "later=async one=>({one});"
    ]


def test_a_forgotten_semicolon_changes_nothing_unseen(tmp_path: Path) -> None:
    module = joined(tmp_path, entry="let a = 1\nlet b = a\n++b\nconsole.log(a, b)\n")
    assert printed(tmp_path, module) == "1 2"
    module = joined(tmp_path, entry="const a = { b: 1 }\nconst c = a.b\nconsole.log(c)\n")
    with pytest.raises(AssertionError):
        printed(tmp_path, module)


def test_modules_of_another_folder_are_found(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    write(tmp_path / "deep", a='import { b } from "../b.js";\nexport const a = b;\n')
    module = joined(
        tmp_path, entry='import { a } from "./deep/a.js";\na;\n', b="export const b = 1;\n"
    )
    assert module.index("let b") < module.index("let a")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('import a from "./a.js";', "write import { a, b } from"),
        ('import * as a from "./a.js";', "write import { a, b } from"),
        ('import "./a.js";', "write import { a, b } from"),
        ('import { a as b } from "./a.js";', "write import { a, b } from"),
        ('import { a } from "somewhere";', "write import { a, b } from"),
        ('const a = await import("./a.js");', "can neither load more"),
        ("const here = import.meta.url;", "can neither load more"),
        ('export { a } from "./a.js";', "write export before each"),
        ('export * from "./a.js";', "write export before each"),
        ("const { b } = {};", "one plain name at a time"),
        ("const b = `one\ntwo`;", "opens a text of several lines"),
        ("/* why */ const b = 1;", "a line of its own"),
        ('import { missing } from "./a.js";', "a.js does not export missing"),
        ('import { hidden } from "./a.js";', "a.js does not export hidden"),
        ('import { a } from "./a.js";\nconst hidden = 1;', "a.js and entry.js both declare hidden"),
        ('import { c } from "./default.js";', "only the first module can have a default"),
        ('import { d } from "./circle.js";\nexport const e = 1;', "entry.js → circle.js → entry"),
    ],
)
def test_what_cannot_be_joined_safely_is_refused(tmp_path: Path, code: str, told: str) -> None:
    entry = write(
        tmp_path,
        entry=code + "\n",
        a="export const a = 1;\nconst hidden = 2;\n",
        default="export const c = 1;\nexport default c;\n",
        circle='import { e } from "./entry.js";\nexport const d = e;\n',
    )
    with pytest.raises(BundleError) as refused:
        bundle(entry)
    assert told in str(refused.value)
    assert ".js" in str(refused.value)


@pytest.mark.parametrize("widget", [Stage, Question])
def test_what_a_widget_sends_is_a_module_that_renders(widget: type[Stage], tmp_path: Path) -> None:
    place = tmp_path / "sent.mjs"
    place.write_text(str(widget._esm), "utf-8")
    script = f"console.log(typeof (await import({place.as_uri()!r})).default.render)"
    assert run_node("--input-type=module", "-e", script) == "function\n"


def test_every_module_travels_with_a_widget_and_loads_by_itself() -> None:
    modules = sorted(STATIC.rglob("*.js"))
    sent = str(Stage._esm) + str(Question._esm)
    export = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)
    exported = [export.findall(path.read_text("utf-8")) for path in modules]
    declared = set(re.findall(r"(?:\b(?:function|class|let)|,) ?(\w+)", sent))
    assert [names for names in exported if not declared.issuperset(names)] == []
    script = "".join(f"await import({path.as_uri()!r});" for path in modules)
    run_node("--input-type=module", "-e", script)
