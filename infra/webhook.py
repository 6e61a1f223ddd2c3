"""The webhook as Telegram keeps it: set, looked at, taken away. Updates that wait are never dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from telegram import Bot, WebhookInfo

ALLOWED_UPDATES = ("message", "callback_query", "my_chat_member")
"""Exactly the kinds that `handler.intents` understands. Left out, Telegram would keep whatever was set before."""

MOST_CONNECTIONS = 40
"""Telegram's own default."""


def connections(quota: int | None) -> int:
    """How many updates Telegram may bring at once: a fifth of the account's Lambdas is left to the timers."""
    return MOST_CONNECTIONS if quota is None else max(1, min(MOST_CONNECTIONS, quota * 4 // 5))


async def set_webhook(bot: Bot, url: str, secret: str, max_connections: int) -> str:
    """Have Telegram bring updates to an address."""
    await bot.set_webhook(
        url, secret_token=secret, allowed_updates=list(ALLOWED_UPDATES), max_connections=max_connections
    )
    return f"webhook set to {url}, {max_connections} connections, {', '.join(ALLOWED_UPDATES)}"


async def delete_webhook(bot: Bot) -> str:
    """Have Telegram bring nothing: what happens is kept for 24 hours, presses for two and a half minutes."""
    await bot.delete_webhook(drop_pending_updates=False)
    return "webhook deleted; updates wait at Telegram"


async def webhook_info(bot: Bot) -> str:
    """What Telegram says of the webhook."""
    return "\n".join(info_lines(await bot.get_webhook_info()))


def info_lines(info: WebhookInfo) -> list[str]:
    """A line for each thing worth knowing."""
    if not info.url:
        return ["no webhook is set: `setgram webhook set`", f"pending updates: {info.pending_update_count}"]
    lines = [
        f"url: {info.url}",
        f"pending updates: {info.pending_update_count}",
        f"connections: {info.max_connections}",
        f"updates: {', '.join(info.allowed_updates or ('as set before',))}",
    ]
    if info.last_error_message:
        lines.append(f"last error: {info.last_error_message} ({info.last_error_date})")
    return lines
