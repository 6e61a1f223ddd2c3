"""What an operator sets, read from the environment once at start."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.value import Value
from handler.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping

TABLE_NAME = "setgram"
"""The table's name where TABLE_NAME is not set."""

_TOKEN = re.compile(r"\d+:[A-Za-z0-9_-]{3,}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")


class Settings(Value):
    """One bot's settings; `store` is `dynamodb` or `sqlite:PATH`, `api_url` the Bot API's root without a path."""

    token: str
    username: str
    secret: str
    store: str = "dynamodb"
    table_name: str = TABLE_NAME
    timer_queue_url: str | None = None
    api_url: str = "https://api.telegram.org"
    per_minute: int = 20

    @property
    def sqlite_path(self) -> str | None:
        """Where the SQLite file is, if that is the store."""
        return self.store.removeprefix("sqlite:") if self.store.startswith("sqlite:") else None


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings in an environment.

    Raises:
        SettingsError: one is missing or wrong; the text names it and says what to do.
    """
    store = environ.get("STORE") or "dynamodb"
    if store != "dynamodb" and not store.removeprefix("sqlite:").strip():
        raise SettingsError("STORE=sqlite: needs the path of a file after the colon")
    if store != "dynamodb" and not store.startswith("sqlite:"):
        raise SettingsError(f"STORE is {store!r}: set it to dynamodb or sqlite:PATH")
    return Settings(
        token=token_in(environ),
        username=_present(environ, "BOT_USERNAME", "the bot's user name without @").removeprefix("@"),
        secret=_matching(environ, "WEBHOOK_SECRET", _SECRET, "1 to 256 characters of A-Z a-z 0-9 _ -"),
        store=store,
        table_name=table_name_in(environ),
        timer_queue_url=environ.get("TIMER_QUEUE_URL") or None,
        api_url=api_url_in(environ),
        per_minute=_per_minute(environ.get("GROUP_MESSAGES_PER_MINUTE") or "20"),
    )


def table_name_in(environ: Mapping[str, str]) -> str:
    """The name of the table in an environment: all that making the table needs to know of the settings."""
    return environ.get("TABLE_NAME") or TABLE_NAME


def token_in(environ: Mapping[str, str]) -> str:
    """The bot's token in an environment.

    Raises:
        SettingsError: it is missing or no token.
    """
    return _matching(environ, "BOT_TOKEN", _TOKEN, "the token that BotFather gave, digits:letters")


def api_url_in(environ: Mapping[str, str]) -> str:
    """The Bot API's root in an environment."""
    return (environ.get("TELEGRAM_API_URL") or "https://api.telegram.org").rstrip("/")


def _present(environ: Mapping[str, str], name: str, what: str) -> str:
    value = environ.get(name, "").strip()
    if not value:
        raise SettingsError(f"{name} is not set: give it {what}")
    return value


def _matching(environ: Mapping[str, str], name: str, form: re.Pattern[str], what: str) -> str:
    value = _present(environ, name, what)
    if not form.fullmatch(value):
        raise SettingsError(f"{name} has the wrong form: give it {what}")
    return value


def _per_minute(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 3 <= int(text) <= 10_000:
        raise SettingsError(f"GROUP_MESSAGES_PER_MINUTE is {text!r}: give it a whole number from 3 to 10000")
    return int(text)
