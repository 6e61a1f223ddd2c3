"""People and bots as Telegram's users."""

from __future__ import annotations

from dataclasses import dataclass

ANONYMOUS_ADMIN = 1087968824
"""Who appears to write when an admin writes as the group."""
CHANNEL_BOT = 136817688
"""Who appears to write when somebody writes as a channel."""
SERVICE_USER = 777000
"""Who appears to write when a linked channel's post arrives in its group."""


@dataclass(frozen=True, slots=True)
class Person:
    """One user. `first_name` is empty where the account is deleted or unknown."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = ""
    is_bot: bool = False
    deactivated: bool = False


FAKE_PEOPLE = (
    Person(ANONYMOUS_ADMIN, "Group", username="GroupAnonymousBot", is_bot=True),
    Person(CHANNEL_BOT, "Channel", username="Channel_Bot", is_bot=True),
    Person(SERVICE_USER, "Telegram"),
)
