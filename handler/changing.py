"""Records that many may change at once: read, changed, and stored if nobody else has stored one since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from engine.value import replace
from handler.errors import Conflict
from handler.ports import Version

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

TRIES = 3


class Versioned(Protocol):
    """A frozen record whose stored writes are counted."""

    @property
    def version(self) -> Version:
        """How often it was stored; 0 if never."""


T = TypeVar("T", bound=Versioned)


async def changed(
    load: Callable[[], Awaitable[T]], save: Callable[[T, Version], Awaitable[None]], change: Callable[[T], T]
) -> tuple[T, T | None]:
    """Change a record: as it was read last, and as it is stored then, or None if too many wrote at once.

    `change` gives back the very record it was given where nothing is to be stored.
    """
    for _ in range(TRIES):
        old = await load()
        new = change(old)
        if new is old:
            return old, old
        new = replace(new, version=Version(old.version + 1))  # type: ignore[type-var]
        try:
            await save(new, old.version)
        except Conflict:
            continue
        return old, new
    return old, None
