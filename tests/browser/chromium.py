"""The browser the tests drive: found on this machine, or installed by `make test`."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)
DEBIAN_PACKAGES = ("chromium", "fonts-dejavu", "fonts-noto-core")

# A container has neither a sandbox nor a GPU, and a test has no business on the network.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find() -> str | None:
    """The path of a Chromium that starts: $CHROMIUM, one on PATH, or Playwright's own."""
    candidates = (os.environ.get("CHROMIUM"), *NAMES)
    on_path = (shutil.which(candidate) for candidate in candidates if candidate)
    return next((path for path in on_path if path and _starts(path)), None) or _playwrights()


def install() -> None:
    """Debian's package where we may, else Playwright's download."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if root and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        _run(["apt-get", "-qq", "update"], quiet)
        _run(
            ["apt-get", "-qq", "install", "-y", "--no-install-recommends", *DEBIAN_PACKAGES], quiet
        )
    if not find():
        with_deps = ["--with-deps"] if root else []
        _run([sys.executable, "-m", "playwright", "install", *with_deps, "chromium"], os.environ)


def _starts(path: str) -> bool:
    # Ubuntu puts a program of this name on PATH that only asks for a snap.
    done = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    return done.returncode == 0


def _playwrights() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _run(command: Sequence[str], env: "os._Environ[str] | dict[str, str]") -> None:
    print("   ", *command, flush=True)
    done = subprocess.run(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        print(done.stdout)


def main() -> None:
    """Print where the browser is, after installing one if there is none."""
    path = find()
    if path is None:
        print("    no Chromium on PATH: installing one", flush=True)
        install()
        path = find()
    if path is None:
        sys.exit("No Chromium could be installed. Install one, or say where it is: CHROMIUM=…")
    print("   ", path)


if __name__ == "__main__":
    main()
