"""The rules that tests rest on, from one place, so that a test of the tests can put others in their stead."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.rules import SYSTEMS, Rules
from engine.value import replace

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Flip:
    """One choice of a system made otherwise. With `of_chosen` it is taken back where a test chose `value`."""

    system: str
    choice: str
    value: Any
    of_chosen: bool = False

    def __str__(self) -> str:
        return f"{self.system}.{self.choice}={getattr(self.value, 'value', self.value)}{' taken back' * self.of_chosen}"

    def flipped(self) -> Rules:
        """The system's rules with the choice made otherwise."""
        return replace(SYSTEMS[self.system], **{self.choice: self.value})


_flip: ContextVar[Flip | None] = ContextVar("flip", default=None)
_asked: ContextVar[set[str] | None] = ContextVar("asked", default=None)


def rules_of(system: str = "race", **chosen: Any) -> Rules:
    """The rules of a system, with single choices made otherwise: what tests that show its rules play by."""
    asked, flip = _asked.get(), _flip.get()
    if asked is not None:
        asked |= {system, *(f"{system}.{choice}" for choice in chosen)}
    if flip is None or flip.system != system:
        return replace(SYSTEMS[system], **chosen)
    if flip.of_chosen:
        return replace(SYSTEMS[system], **{name: made for name, made in chosen.items() if name != flip.choice})
    return replace(flip.flipped(), **chosen)


@contextmanager
def flipped(flip: Flip) -> Iterator[None]:
    """What is asked for meanwhile is flipped."""
    token = _flip.set(flip)
    try:
        yield
    finally:
        _flip.reset(token)


@contextmanager
def noting_what_is_asked() -> Iterator[set[str]]:
    """The names of the systems whose rules are asked for meanwhile, and `system.choice` where one is chosen."""
    asked: set[str] = set()
    token = _asked.set(asked)
    try:
        yield asked
    finally:
        _asked.reset(token)
