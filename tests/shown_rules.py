"""The tests that show rules, as functions to be called: so that they can be run where a choice was made otherwise."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.presets import Flip, flipped, noting_what_is_asked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ENGINE_TESTS = Path(__file__).parent / "engine"

RULE_ID = re.compile(r"\bR\d+(?:\.\d+)?\b")


@dataclass(frozen=True)
class Shown:
    """One test, with one set of its parameters, and the rules that it shows."""

    name: str
    ids: frozenset[str]
    run: Callable[[], object]

    def fails(self, flip: Flip) -> bool:
        """Whether the test fails where a choice is flipped."""
        with flipped(flip):
            try:
                self.run()
            except (Exception, pytest.fail.Exception):
                return True
        return False

    def asks_for(self) -> frozenset[str]:
        """Whose rules the test rests on, by what it asks for. It has to pass."""
        with noting_what_is_asked() as asked:
            self.run()
        return frozenset(asked)


def all_shown() -> Iterator[Shown]:
    """All plain tests of the engine that name a rule. Hypothesis' own are left out: they look for what fails."""
    for path in sorted(ENGINE_TESTS.glob("test_*.py")):
        module = import_module(f"tests.engine.{path.stem}")
        for name, test in vars(module).items():
            ids = frozenset(RULE_ID.findall(test.__doc__ or "")) if inspect.isfunction(test) else frozenset()
            if name.startswith("test_") and ids and not getattr(test, "is_hypothesis_test", False):
                for number, chosen in enumerate(_parameters(test)):
                    if not set(inspect.signature(test).parameters) <= set(chosen):
                        continue  # it plants a fault itself, by a fixture: it shows no rule
                    yield Shown(f"{path.stem}::{name}[{number}]", ids, partial(test, **chosen))


def _parameters(test: Callable[..., object]) -> Iterator[dict[str, Any]]:
    """All that a test is called with: each way in which its marks give values to its parameters."""
    marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    for several in product(*(_values(*mark.args) for mark in marks)):
        yield {name: value for one in several for name, value in one.items()}


def _values(names: str | tuple[str, ...], values: Any) -> list[dict[str, Any]]:
    if isinstance(names, str):
        return [{names: value} for value in values]
    return [dict(zip(names, several, strict=True)) for several in values]
