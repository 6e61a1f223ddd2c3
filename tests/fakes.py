"""Stand-ins for the world: each keeps its port's contract, and can be watched or made to fail."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from handler.ports import Store


class CountingStore:
    """Any store, with its calls counted by name, and with calls made to fail on demand.

    `calls` counts; `log` has the names in the order they were called; `failing` maps a method's name to the error
    that it raises instead of calling the store. Hand it over wherever a `Store` is wanted.
    """

    def __init__(self, inner: Store) -> None:
        self.inner = inner
        self.calls: Counter[str] = Counter()
        self.log: list[str] = []
        self.failing: dict[str, Exception] = {}

    def reset(self) -> None:
        """Forget what was counted."""
        self.calls.clear()
        self.log.clear()

    def __getattr__(self, name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        method = getattr(self.inner, name)

        async def counted(*args: Any, **kwargs: Any) -> Any:
            self.calls[name] += 1
            self.log.append(name)
            if name in self.failing:
                raise self.failing[name]
            return await method(*args, **kwargs)

        return counted
