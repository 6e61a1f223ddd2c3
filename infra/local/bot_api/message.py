"""A message as it is kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
Rows = list[list[Json]]


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `text` is the caption where there is a photo; `service` holds the fields of a service message."""

    id: int
    chat: int
    sender: int
    date: int
    text: str = ""
    entities: list[Json] = field(default_factory=list)
    photo: str | None = None
    keyboard: Rows | None = None
    reply_to: int | None = None
    thread: int | None = None
    in_topic: bool = False
    silent: bool = False
    protected: bool = False
    above: bool = False
    spoiler: bool = False
    edited: int | None = None
    deleted: bool = False
    sender_chat: int | None = None
    signature: str = ""
    forwarded: bool = False
    """Whether a linked channel's post was put here by Telegram."""
    fixed: bool = False
    """Whether it came with a keyboard that is not inline, so that it can never be edited."""
    service: Json = field(default_factory=dict)

    def shows_the_same_as(self, other: Message) -> bool:
        """Whether nobody could tell the two apart."""
        return self._content() == other._content()

    def _content(self) -> tuple[object, ...]:
        return self.text, self.entities, self.photo, self.keyboard, self.above, self.spoiler
