"""Looks whether a bot is well: one line a check, with what to do where something is wrong."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx
from telegram.error import TelegramError

from handler.errors import HandlerError
from handler.ports import ChatId, GameKey
from handler.webhook import HEADER
from infra.asking import told
from infra.webhook import ALLOWED_UPDATES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from telegram import Bot, User, WebhookInfo

    from handler.ports import Store
    from handler.settings import Settings

MANY_PENDING = 100
"""So many updates wait only where they are not taken."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found; `advice` is empty where all is well."""

    what: str
    found: str
    advice: str = ""

    def line(self) -> str:
        """The finding as an operator reads it."""
        return f"{'not ok' if self.advice else 'ok    '} {self.what}: {self.found}" + (
            f" - {self.advice}" if self.advice else ""
        )


Check = tuple[str, "Callable[[], Awaitable[list[Finding]]]"]


async def findings(checks: Sequence[Check]) -> list[Finding]:
    """What all checks find, one after another; one that fails is a finding too."""
    found: list[Finding] = []
    for what, check in checks:
        try:
            found += await check()
        except TelegramError as refusal:
            found.append(Finding(what, "failed", told(refusal)))
        except HandlerError as fault:
            found.append(Finding(what, "failed", str(fault)))
    return found


def bot_findings(me: User, username: str) -> list[Finding]:
    """Whether the token's bot is the one that is set up, and may play in groups."""
    name = Finding("bot", f"@{me.username}")
    if (me.username or "").lower() != username.lower():
        name = Finding("bot", f"@{me.username}", f"BOT_USERNAME is {username}, or the token another bot's")
    groups = "may join groups" if me.can_join_groups else "may not join groups"
    advice = "" if me.can_join_groups else "BotFather: /setjoingroups, Enable"
    privacy = "privacy is off" if me.can_read_all_group_messages else "privacy is on: it reads commands alone"
    quiet = "BotFather: /setprivacy, Enable: it is sent what it never reads" if me.can_read_all_group_messages else ""
    return [name, Finding("groups", groups, advice), Finding("privacy", privacy, quiet)]


def polling_findings(info: WebhookInfo) -> list[Finding]:
    """Whether Telegram leaves updates to be asked for: it brings them to a webhook alone, if there is one."""
    if info.url:
        return [Finding("webhook", info.url, "`setgram poll` gets no updates: run `setgram webhook delete`")]
    return [Finding("webhook", "none: updates are asked for"), _pending(info, "is `setgram poll` running?")]


def webhook_findings(info: WebhookInfo, expected: str | None) -> list[Finding]:
    """Whether updates come, to where they should, and of all kinds."""
    if not info.url:
        advice = "run `setgram webhook set`, or `setgram resume` where it was paused"
        return [Finding("webhook", "none is set", advice)]
    elsewhere = expected is not None and info.url != expected
    kinds = sorted(info.allowed_updates or ())
    right = kinds == sorted(ALLOWED_UPDATES)
    failed = info.last_error_message
    return [
        Finding("webhook", info.url, f"it should be {expected}: run `setgram webhook set`" if elsewhere else ""),
        Finding("updates", ", ".join(kinds) or "not said", "" if right else "run `setgram webhook set`"),
        _pending(info, "they are not taken: see the last error, and the function's log"),
        Finding("last error", f"{failed} at {info.last_error_date}" if failed else "none"),
    ]


def _pending(info: WebhookInfo, advice: str) -> Finding:
    waiting = info.pending_update_count
    return Finding("pending", f"{waiting} updates wait", advice if waiting >= MANY_PENDING else "")


async def signed_update(url: str, secret: str) -> list[Finding]:
    """Send an update that is for nobody: with the secret it must be let in, without it refused."""
    body = json.dumps({"update_id": 0})
    async with httpx.AsyncClient(timeout=30) as client:
        try:
            let_in = (await client.post(url, content=body, headers={HEADER: secret})).status_code
            refused = (await client.post(url, content=body)).status_code
        except httpx.HTTPError as error:
            return [Finding("test update", type(error).__name__, f"{url} does not answer: see the function's log")]
    if let_in == 403:
        return [
            Finding("test update", "refused", "the function has another secret: run `setgram webhook set` after it")
        ]
    if let_in != 200 or refused != 403:
        told_so = f"{let_in} with the secret, {refused} without"
        return [Finding("test update", told_so, "200 and 403 were expected: see the function's log")]
    return [Finding("test update", "let in with the secret, refused without")]


async def store_findings(store: Store, settings: Settings) -> list[Finding]:
    """Whether the store answers."""
    await store.load(GameKey(ChatId(0)))
    return [Finding("store", settings.sqlite_path or f"table {settings.table_name}")]


async def live_table(bot: Bot, chat: int, picture: bytes, other: bytes) -> list[Finding]:
    """Post a table in a chat, edit it and delete it."""
    from telegram import InputMediaPhoto

    message = await bot.send_photo(chat, picture, caption="Setgram: a test", disable_notification=True)
    try:
        await bot.edit_message_media(
            InputMediaPhoto(other, caption="Setgram: a test, edited"), chat, message.message_id
        )
    finally:
        await bot.delete_message(chat, message.message_id)
    return [Finding("live", f"a table was posted, edited and deleted in {chat}")]


def pictures() -> tuple[bytes, bytes]:
    """Two tables to post one after the other."""
    from engine.card import DECK
    from engine.look import Look
    from render.table_image import Picture, table_png

    tables = [table_png(Picture(DECK[start : start + 12], Look(), frozenset())) for start in (0, 12)]
    return tables[0], tables[1]
