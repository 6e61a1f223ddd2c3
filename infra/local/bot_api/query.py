"""Callback queries: presses on buttons, waiting for their answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """What the presser alone is shown."""

    text: str = ""
    alert: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """One press."""

    id: str
    person: int
    chat: int
    message: int
    data: str
    at: float
    answer: Answer | None = None
