"""Packs the function: engine, render, handler and their pinned packages, compiled; no Docker, one tree one result.

`python -m infra.aws.build` fills build/lambda for arm64.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

from infra.aws.errors import BuildFailure

ROOT = Path(__file__).parents[2]
BUNDLE = ROOT / "build" / "lambda"
"""Where the template looks for the function's code."""

ROOMS = ("engine", "render", "handler")
PYTHON = "3.13"
PLATFORMS = {"arm64": "aarch64-manylinux_2_28", "x86_64": "x86_64-manylinux_2_28"}
"""Lambda's names of its processors, and the packages that run there: its Linux has glibc 2.34."""

SERVICES = ("dynamodb", "sqs", "ssm")
"""Those of botocore's 400 descriptions of services that the handler calls: all are 26 MB, and listed at each start."""

NOTES = ("RECORD", "INSTALLER", "REQUESTED", "uv_cache.json")
"""Files that tell of an installation, not of a package."""


def build(architecture: str = "arm64", to: Path = BUNDLE) -> Path:
    """Fill a folder with what the function needs and nothing else, whatever was there before.

    Raises:
        BuildFailure: a tool is missing or fails; the text says which and what to do.
    """
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    _install(PLATFORMS[architecture], to)
    for room in ROOMS:
        shutil.copytree(ROOT / room, to / room, ignore=shutil.ignore_patterns("__pycache__", "*.po"))
    _trim(to)
    compile_in(to)
    return to


def size_of(folder: Path) -> int:
    """The bytes of all files in a folder: what Lambda's limit counts."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _install(platform: str, to: Path) -> None:
    uv = [_tool("uv"), "pip", "install", "--quiet", "--no-python-downloads", "--python", python()]
    what = ["--require-hashes", "--requirements", str(ROOT / "requirements" / "runtime.txt")]
    where = ["--python-version", PYTHON, "--python-platform", platform, "--target", str(to)]
    _run([*uv, *what, *where, "--only-binary", ":all:", "--no-compile-bytecode", "--link-mode", "copy"])


def _trim(to: Path) -> None:
    """Take away what never runs."""
    shutil.rmtree(to / "bin", ignore_errors=True)
    (to / ".lock").unlink(missing_ok=True)
    for note in [note for name in NOTES for note in to.glob(f"*.dist-info/{name}")]:
        note.unlink()
    for service in (to / "botocore" / "data").iterdir():
        if service.is_dir() and service.name not in SERVICES:
            shutil.rmtree(service)


def compile_in(to: Path) -> None:
    """Compile all modules to bytecode that is taken as it is: the zip's dates would have any other compiled again."""
    unchecked = ["--invalidation-mode", "unchecked-hash", "-s", str(to), "-p", "/var/task"]
    _run([python(), "-I", "-m", "compileall", "-q", "-f", *unchecked, str(to)])


def python() -> str:
    """The path of a Python of the function's version, as it was installed: bytecode of another is none.

    Never a virtual environment's, whose packages the function must not see.

    Raises:
        BuildFailure: there is none.
    """
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    kept = [*ROOT.glob(".venv-aws/*/bin/python"), *pyenv.glob(f"{PYTHON}*/bin/python")]
    for candidate in [sys.executable, f"python{PYTHON}", f"/usr/bin/python{PYTHON}", *map(str, sorted(kept))]:
        if found := _installed(candidate):
            return found
    raise BuildFailure(f"there is no working python{PYTHON} on the PATH, which Lambda runs: install it")


_WHENCE = f"""
import os, sys
if "%d.%d" % sys.version_info[:2] == "{PYTHON}":
    print(os.path.join(sys.base_exec_prefix, "bin", "python{PYTHON}"))
"""


def _installed(candidate: str) -> str | None:
    """The interpreter that this one is, or that its virtual environment was made from, if of the version wanted."""
    try:
        said = subprocess.run([candidate, "-I", "-c", _WHENCE], capture_output=True, text=True, check=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return None
    return said.stdout.strip() or None


def _tool(name: str) -> str:
    """A tool beside this Python, or on the PATH."""
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        raise BuildFailure(f"there is no {name} beside {sys.executable} or on the PATH: `make install` brings it")
    return found


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise BuildFailure(f"`{' '.join(command)}` failed:\n{(done.stderr or done.stdout).strip()[-2000:]}")


def main() -> None:
    """Build as the command line asks, and tell what came of it."""
    parser = ArgumentParser("python -m infra.aws.build", description="Pack the function into a folder.")
    parser.add_argument("--architecture", choices=sorted(PLATFORMS), default="arm64")
    parser.add_argument("--to", type=Path, default=BUNDLE, help="the folder, which is emptied first")
    asked = parser.parse_args()
    try:
        built = build(asked.architecture, asked.to.resolve())
    except BuildFailure as failure:
        sys.exit(f"setgram: {failure}")
    sys.stdout.write(f"{built}: {size_of(built) / 1e6:.1f} MB for {asked.architecture}\n")


if __name__ == "__main__":
    main()
