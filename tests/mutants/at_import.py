"""Mutants of what runs at import: the tests start anew on each, with the changed module in the real one's place."""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import sys
from typing import TYPE_CHECKING

import hypothesis  # noqa: F401 -- loaded once for all that are forked from here
import pytest

from tests.mutants import mutations
from tests.mutants.verdict import KILLED, QUIETLY, SURVIVED, Mutant, Verdict, apart

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module, changed."""

    def __init__(self, name: str, code: CodeType) -> None:
        self._name, self._code = name, code

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        return importlib.machinery.ModuleSpec(fullname, self) if fullname == self._name else None

    def create_module(self, _spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(self._code, module.__dict__)  # noqa: S102 - our own code, changed


def judged(mutant: Mutant, tests: Sequence[str]) -> Verdict:
    """The verdict of all tests on one mutant."""
    assert not any(name.startswith("engine.") for name in sys.modules), "the engine is loaded already"
    return Verdict(mutant, *apart(lambda: _tested(mutant, tests)))


def _tested(mutant: Mutant, tests: Sequence[str]) -> tuple[str, str]:
    path, number = mutant
    tree, all_of_it = mutations.read(path)
    all_of_it[number].make()
    code = compile(ast.fix_missing_locations(tree), str(path), "exec")
    sys.meta_path.insert(0, _Changed(f"engine.{path.stem}", code))
    arguments = ["-x", *QUIETLY, *_near_first(path.stem, tests)]
    passed = pytest.main(arguments, plugins=["tests.mutants.hasty"]) == pytest.ExitCode.OK
    return (SURVIVED, "all tests") if passed else (KILLED, "")


def _near_first(stem: str, tests: Sequence[str]) -> list[str]:
    """The tests' files, first the one that mirrors the module."""
    return [f"tests/engine/test_{stem}.py", *tests]
