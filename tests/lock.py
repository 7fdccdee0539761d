"""Writes requirements.lock: one file, in three parts, with hashes and without any host name.

The parts add up. `lab` is what the notebooks need, `dev` adds what the tests need, `bench` adds the
peers that are measured against. So `make lab`, whose environment has the first part alone, does not
wait for a test tool and shows none, and neither it nor `make test` can fail because a peer has no
wheel for this machine. The whole file is an ordinary requirements file as well.

Pins stay as they are unless a name is given (`make lock UPGRADE="numpy scipy"`), or `all`.
"""

import argparse
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
LOCK = TOP / "requirements.lock"

PARTS = {
    "lab": ["--extra", "lab", "--no-default-groups", "--group", "build"],
    "dev": ["--extra", "lab", "--no-default-groups", "--group", "build", "--group", "dev"],
    "bench": ["--extra", "lab", "--all-groups"],
}

HEADER = """\
# Written by `make lock`. Do not edit. Each part needs the parts above it.
# pip install --require-hashes --no-deps -r requirements.lock
"""


def split(lock: str) -> dict[str, list[str]]:
    """Return the entries of each part; an entry is a requirement and its hashes."""
    parts: dict[str, list[str]] = {}
    for line in lock.splitlines():
        if line.startswith("# ["):
            entries = parts.setdefault(line[3:-1], [])
        elif line.startswith(" "):
            entries[-1] += "\n" + line
        elif line and not line.startswith("#"):
            entries.append(line)
    return parts


def requirement(entry: str) -> str:
    """Return an entry without its hashes: `numpy==2.4.6 ; python_full_version < '3.12'`."""
    return entry.splitlines()[0].removesuffix("\\").strip()


def name(entry: str) -> str:
    """Return the name of the package an entry pins."""
    return entry.partition("==")[0]


def normal(requirement: str) -> str:
    """Return the name in a requirement, in the one spelling package indexes agree on."""
    found = re.match(r"[\w.-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def main() -> None:
    """Resolve with uv, in a folder of its own, and write the lock."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("uv", help="the uv program")
    parser.add_argument("upgrade", nargs="*", help="packages whose pin may move, or: all")
    options = parser.parse_args()

    pinned = [entry for part in split(LOCK.read_text()).values() for entry in part]
    kept = [
        requirement(entry)
        for entry in pinned
        if "all" not in options.upgrade and name(entry) not in options.upgrade
    ]
    with tempfile.TemporaryDirectory() as folder:

        def uv(*command: str) -> str:
            done = subprocess.run(
                [Path(options.uv).absolute(), "--quiet", *command],
                cwd=folder,
                stdout=subprocess.PIPE,
                text=True,
            )
            if done.returncode:
                raise SystemExit(
                    "uv could not resolve this. If a pin stands in the way, let it move:"
                    ' make lock UPGRADE="its-name", or UPGRADE=all.'
                )
            return done.stdout

        shutil.copy(TOP / "pyproject.toml", folder)
        with (Path(folder) / "pyproject.toml").open("a") as project:
            project.write(f"\n[tool.uv]\nconstraint-dependencies = {json.dumps(kept)}\n")
        uv("lock")
        text, seen = HEADER, set[str]()
        for part, choice in PARTS.items():
            style = ["--no-emit-project", "--no-header", "--no-annotate"]
            exported = uv("export", *choice, *style)
            entries = split(f"# [{part}]\n{exported}")[part]
            text += "\n".join(["", f"# [{part}]", *(e for e in entries if e not in seen), ""])
            seen.update(entries)

    if "://" in text:
        raise SystemExit("The lock would name a host. Lock without an extra package index.")
    LOCK.write_text(text)


if __name__ == "__main__":
    main()
