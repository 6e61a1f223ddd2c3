"""Refusals of the server.

Exception
├── ApiError     the bot is told so, in the Bot API's envelope
└── PeopleError  a person cannot do that in Telegram's apps; the caller of the World is told
"""

from __future__ import annotations


class ApiError(Exception):
    """A refusal as the Bot API words it."""

    def __init__(self, code: int, description: str, parameters: dict[str, int] | None = None) -> None:
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description
        self.parameters = parameters or {}


class PeopleError(Exception):
    """What a person's app would not offer: writing in a group one is not in, pressing a button that is not there."""


def bad_request(text: str) -> ApiError:
    """A request that Telegram does not carry out."""
    return ApiError(400, f"Bad Request: {text}")


def forbidden(text: str) -> ApiError:
    """A request that the bot has no access for."""
    return ApiError(403, f"Forbidden: {text}")


def conflict(text: str) -> ApiError:
    """Two ways of getting updates at once."""
    return ApiError(409, f"Conflict: {text}")


def flood(seconds: int) -> ApiError:
    """Too much in too short a time."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})


def moved(chat: int) -> ApiError:
    """The group became the supergroup `chat`."""
    text = "Bad Request: group chat was upgraded to a supergroup chat"
    return ApiError(400, text, {"migrate_to_chat_id": chat})
