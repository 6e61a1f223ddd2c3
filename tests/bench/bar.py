"""One bar: a figure, the limit it must keep, and what was compared with what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """A measured value and its limit: at least that, or at most that."""

    id: str
    value: float
    limit: float
    at_least: bool
    compared: str

    @property
    def kept(self) -> bool:
        """Whether the limit is kept."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def line(self) -> str:
        """The bar on one line, for people and for scripts."""
        return f"BAR {self.id} {self.value:.4g} {self.limit:.4g} {'ok' if self.kept else 'short'}"
