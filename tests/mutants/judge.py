"""A pytest plugin that runs the collected tests on one mutant after another, each in a process forked from this one."""

from __future__ import annotations

import ast
import functools
import gc
import json
import time
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import TYPE_CHECKING

import coverage
import pytest

from tests.mutants import hasty, mutations
from tests.mutants.verdict import KILLED, SURVIVED, UNREACHED, apart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.mutants.mutations import Mutation
    from tests.mutants.verdict import Mutant

QUICK = 0.3
"""Tests below so many seconds are tried first, those of the file that mirrors the module before all others."""


@dataclass(slots=True)
class Judge:
    """Runs tests on mutants. A mutant is given tests that take `seconds` in all while nothing is changed."""

    mutants: list[Mutant]
    seconds: float
    tell: Callable[[int, str, str], None]
    failed: str | None = field(default=None, init=False)

    def pytest_configure(self) -> None:
        hasty.pytest_configure()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        outcome, text = apart(lambda: self._measured(session), cpu=3_600)
        if outcome != "measured":
            pytest.exit(f"a test fails without any mutant: {text}", returncode=1)
        took, reached = json.loads(text)
        tests = {item.nodeid: item for item in session.items}
        for number, (path, place) in enumerate(self.mutants):
            tree, all_of_it = mutations.read(path)
            names = _telling(all_of_it[place], reached.get(str(path), {}))
            chosen = [tests[name] for name in _within(names, took, self.seconds, path.stem)]
            if not chosen:
                self.tell(number, UNREACHED, "no test comes here")
                continue
            self.tell(number, *apart(lambda: self._judged(session, path, tree, all_of_it[place], chosen)))  # noqa: B023
        return True

    def _measured(self, session: pytest.Session) -> tuple[str, str]:
        """How long each test takes on the engine as it is, and which tests reach each line of each file."""
        _hush(session)
        measure = coverage.Coverage(data_file=None, source=["engine"], config_file=False)
        took = {}
        measure.start()
        for item in session.items:
            measure.switch_context(item.nodeid)
            began = time.process_time()
            self._run(session, item)
            took[item.nodeid] = time.process_time() - began
        measure.stop()
        data = measure.get_data()
        reached = {path: data.contexts_by_lineno(path) for path in data.measured_files()}
        return (KILLED, self.failed) if self.failed else ("measured", json.dumps([took, reached]))

    def _judged(
        self, session: pytest.Session, path: Path, tree: ast.Module, mutation: Mutation, tests: list[pytest.Item]
    ) -> tuple[str, str]:
        _hush(session)
        mutation.make()
        put_in(path, tree, mutation)
        for item in tests:
            self._run(session, item)
            if self.failed:
                return KILLED, self.failed
        return SURVIVED, f"{len(tests)} tests"

    def _run(self, session: pytest.Session, item: pytest.Item) -> None:
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def _hush(session: pytest.Session) -> None:
    """Nobody wants to see how a mutant dies."""
    session.config.pluginmanager.unregister(name="terminalreporter")


def _telling(mutation: Mutation, reached: dict[str, list[str]]) -> set[str]:
    """The tests that reach a mutation; none where it changes what runs at import."""
    if mutation.place.function is None:
        return set()
    return {name for line in mutation.place.lines for name in reached.get(str(line), ()) if name}


def _within(names: set[str], took: dict[str, float], seconds: float, stem: str) -> Iterator[str]:
    """As many of the tests as fit: quick ones first, and of them those that stand nearest."""
    near = f"/test_{stem}.py"
    for name in sorted(names, key=lambda name: (took[name] > QUICK, near not in name, took[name], name)):
        seconds -= took[name]
        if seconds < 0:
            return
        yield name


def put_in(path: Path, tree: ast.Module, mutation: Mutation) -> None:
    """Give the loaded function of a changed tree its changed code."""
    assert mutation.place.function is not None
    wanted = (*mutation.place.function, str(path))
    module = compile(ast.fix_missing_locations(tree), str(path), "exec")
    code = next(code for code in _codes(module) if _name(code) == wanted)
    functions = [thing for thing in gc.get_objects() if isinstance(thing, FunctionType)]
    loaded = [function for function in functions if _name(function.__code__) == wanted]
    assert loaded, f"{wanted} is not loaded"
    for function in loaded:
        function.__code__ = code
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper):
            thing.cache_clear()


def _name(code: CodeType) -> tuple[str, int, str]:
    return code.co_qualname, code.co_firstlineno, code.co_filename


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)
