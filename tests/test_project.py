"""The project held to its own promises: what is pinned, what is said, and how large things may grow."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "render", "handler", "infra")
TESTED_ROOMS = ("engine", "render", "handler")

REGISTRIES = tuple(
    ".".join(labels)
    for labels in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("debian", "org"),
        ("ubuntu", "com"),
        ("maven", "org"),
        ("crates", "io"),
        ("docker", "io"),
        ("ghcr", "io"),
    )
)
"""Hosts that packages come from: which one is used is the machine's business."""

OUTSIDE = re.compile("|".join((r"\.\./" + "shared", "/work/" + r"\w", "/tmp/" + "brief")))  # noqa: S108
"""Places on the machine where this was written: nothing here may lean on them."""

LONGEST_MODULE, LONGEST_FUNCTION = 300, 60
LONGEST_NOTE = 40

PINNED = re.compile(r"([A-Za-z0-9._-]+)==(\S+)( ; [^\\]+?)?( \\\n    --hash=sha256:[0-9a-f]{64})+\n")
"""One requirement: a name, an exact version, perhaps for which Pythons, and its hashes."""

LINK = re.compile(r"\]\(([^)#]+)[^)]*\)|<img src=\"([^\"]+)\"")


@cache
def tracked() -> tuple[Path, ...]:
    """The files of the project, relative to its root."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607
    paths = tuple(Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())
    assert len(paths) > 100
    return paths


def text_files() -> Iterator[tuple[Path, str]]:
    """Those with text in them, and the text."""
    for path in tracked():
        raw = (ROOT / path).read_bytes()
        if b"\0" not in raw:
            yield path, raw.decode()


def modules(*rooms: str) -> list[Path]:
    """The Python files of some rooms that hold more than a docstring."""
    found = [path for path in tracked() if path.parts[0] in rooms and path.suffix == ".py"]
    written = [path for path in found if len(ast.parse((ROOT / path).read_text()).body) > 1]
    assert {path.parts[0] for path in written} == set(rooms)
    return written


def read(name: str) -> str:
    return (ROOT / name).read_text()


def requirements(name: str) -> set[tuple[str, str]]:
    """What a file of requirements pins: names and versions, of which a name may have several for different Pythons."""
    return {(pin[1], pin[2]) for pin in PINNED.finditer(read(f"requirements/{name}.txt"))}


def test_no_file_names_the_host_of_a_package_registry() -> None:
    named = {(str(path), host) for path, text in text_files() for host in REGISTRIES if host in text}
    assert named == set()


def test_nothing_leans_on_what_is_outside_the_project() -> None:
    leaning = {(str(path), found[0]) for path, text in text_files() if (found := OUTSIDE.search(text))}
    assert leaning == set()


@pytest.mark.parametrize("name", ["runtime", "local", "dev", "deploy", "emulator", "lint"])
def test_requirements_are_pinned_with_hashes_and_nothing_else(name: str) -> None:
    text = read(f"requirements/{name}.txt")
    rest = re.sub(r"^ +#.*\n", "", PINNED.sub("", text), flags=re.MULTILINE)
    assert rest == ""
    assert len(requirements(name)) >= len(read(f"requirements/{name}.in").split())


@pytest.mark.parametrize(("smaller", "larger"), [("runtime", "local"), ("local", "dev")])
def test_what_is_tested_is_what_runs(smaller: str, larger: str) -> None:
    assert requirements(smaller) <= requirements(larger)


def test_the_package_depends_on_exactly_the_pinned_runtime() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    wanted = read("requirements/runtime.in").split()
    assert sorted(project["dependencies"]) == sorted(wanted)
    assert {tuple(line.split("==")) for line in wanted} <= requirements("runtime")


def test_the_readme_says_how_to_play_and_test_and_whose_game_it_is_not() -> None:
    readme = read("README.md")
    assert "\nmake play\n" in readme
    assert "\nmake test\n" in readme
    assert "not affiliated with the makers of SET" in " ".join(readme.split())
    assert '<img src="docs/images/table.png"' in readme[:500]


def test_the_readme_explains_every_setting() -> None:
    settings = set(re.findall(r'environ[^"\n]*"([A-Z]+_[A-Z_]+|STORE)"', read("handler/settings.py")))
    assert len(settings) == 8
    explained = set(re.findall(r"^\| `([A-Z_]+)`", read("README.md"), re.MULTILINE))
    assert settings <= explained


def test_links_in_documents_lead_somewhere() -> None:
    documents = [path for path in tracked() if path.suffix == ".md"]
    links = [(path, found[1] or found[2]) for path in documents for found in LINK.finditer(read(str(path)))]
    links = [(path, link) for path, link in links if "://" not in link]
    assert len(links) > 10
    assert [(str(path), link) for path, link in links if not (ROOT / path.parent / link).exists()] == []


def test_every_make_target_that_documents_name_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))
    documents = read("README.md") + read("CONTRIBUTING.md")
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", documents, re.MULTILINE))
    assert {"play", "test", "check", "bench"} <= named <= targets


def test_the_changelog_begins_with_what_is_unreleased() -> None:
    assert re.findall(r"^## (.+)$", read("CHANGELOG.md"), re.MULTILINE)[0] == "[Unreleased]"


def test_decision_notes_are_numbered_short_and_of_one_form() -> None:
    notes = sorted(path for path in tracked() if path.parts[:2] == ("docs", "adr"))
    assert len(notes) >= 8
    assert [path.name[:4] for path in notes] == [f"{number:04}" for number in range(1, len(notes) + 1)]
    for note in notes:
        text = read(str(note))
        assert len(text.splitlines()) <= LONGEST_NOTE, note
        assert re.search(r"^Date: \d{4}-\d\d-\d\d\nStatus: \w+", text, re.MULTILINE), note
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"], note


def test_every_module_has_a_test_file_of_its_name() -> None:
    tests = {path.name for path in tracked() if path.parts[0] == "tests"}
    assert [str(path) for path in modules(*TESTED_ROOMS) if f"test_{path.name}" not in tests] == []


def test_no_module_is_longer_than_can_be_read_at_once() -> None:
    sizes = {str(path): len(read(str(path)).splitlines()) for path in modules(*ROOMS)}
    assert {path: size for path, size in sizes.items() if size > LONGEST_MODULE} == {}


def test_no_function_is_longer_than_a_screen() -> None:
    sizes = {
        f"{path}:{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in modules(*ROOMS)
        for node in ast.walk(ast.parse(read(str(path))))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert len(sizes) > 300
    assert {name: size for name, size in sizes.items() if size > LONGEST_FUNCTION} == {}


def test_no_check_is_silenced_without_saying_which() -> None:
    silent = re.compile(r"# *(type: *ignore(?!\[)|noqa(?!: *[A-Z]+\d))")
    lines = [(str(path), line) for path, text in text_files() if path.suffix == ".py" for line in text.splitlines()]
    assert len(lines) > 5_000
    assert [(path, line) for path, line in lines if silent.search(line)] == []


def test_the_ci_script_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
