"""The bot itself, as the server knows it: its token, its name, its commands, its webhook."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from infra.local.bot_api.message import Json

NOT_BY_DEFAULT = ("chat_member", "message_reaction", "message_reaction_count")
"""Updates that come only when they are asked for by name."""


@dataclass(slots=True)
class Profile:
    """What the bot says of itself, by language where it may differ."""

    token: str
    id: int
    username: str
    first_name: str
    privacy: bool = True
    names: dict[str, str] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)
    short_descriptions: dict[str, str] = field(default_factory=dict)
    commands: dict[str, list[Json]] = field(default_factory=dict)
    """Lists of commands by scope and language, as one key."""


@dataclass(slots=True)
class Webhook:
    """Where updates go, and how the last deliveries went. No `url`: nowhere."""

    url: str = ""
    secret: str = ""
    max_connections: int = 40
    certificate: bool = False
    ip_address: str = ""
    set_at: float = 0.0
    error_at: int = 0
    error: str = ""
    allowed: list[str] | None = None
    """The kinds of updates that are wanted, as last given; None for all but `NOT_BY_DEFAULT`. Polling has the same."""

    def wants(self, kind: str) -> bool:
        """Whether updates of this kind are kept for the bot."""
        return kind in self.allowed if self.allowed else kind not in NOT_BY_DEFAULT
