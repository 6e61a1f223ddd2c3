"""All that the server remembers, as one value that can be written down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from infra.local.bot_api.outbox import Outbox
from infra.local.bot_api.person import FAKE_PEOPLE, Person
from infra.local.bot_api.profile import Profile, Webhook

if TYPE_CHECKING:
    from infra.local.bot_api.chat import Chat
    from infra.local.bot_api.photo import Photo
    from infra.local.bot_api.query import Answer, Query


@dataclass(slots=True)
class CachedAnswer:
    """An answer that a person's app keeps and shows without asking the bot again."""

    answer: Answer
    until: float


@dataclass(slots=True)
class State:
    """The whole of Telegram, as far as one bot sees it."""

    bot: Profile
    people: dict[int, Person] = field(default_factory=lambda: {person.id: person for person in FAKE_PEOPLE})
    chats: dict[int, Chat] = field(default_factory=dict)
    photos: dict[str, Photo] = field(default_factory=dict)
    queries: dict[str, Query] = field(default_factory=dict)
    cached: dict[str, CachedAnswer] = field(default_factory=dict)
    webhook: Webhook = field(default_factory=Webhook)
    outbox: Outbox = field(default_factory=Outbox)
    counters: dict[str, int] = field(default_factory=dict)

    def count(self, name: str, first: int = 1) -> int:
        """The next number of this name; `first` the first time."""
        number = self.counters.get(name, first)
        self.counters[name] = number + 1
        return number
