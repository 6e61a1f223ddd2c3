"""setWebhook, deleteWebhook, getWebhookInfo, getUpdates: how the bot wants its updates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from infra.local.bot_api.clock import wait_for
from infra.local.bot_api.errors import bad_request, conflict, flood
from infra.local.bot_api.profile import Webhook

if TYPE_CHECKING:
    from infra.local.bot_api.args import Args
    from infra.local.bot_api.core import Core
    from infra.local.bot_api.message import Json

SECRET_CHARS = 256
_SECRET = re.compile(rf"[A-Za-z0-9_-]{{1,{SECRET_CHARS}}}")
MOST_CONNECTIONS = 100
MOST_UPDATES = 100
_HOOKED = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
_OTHER_POLL = "terminated by other getUpdates request; make sure that only one bot instance is running"


async def set_webhook(core: Core, args: Args) -> bool:
    """Send updates to an address from now on; plain http is allowed, since this server is local."""
    url = args.text("url").strip()
    if not url:
        return await delete_webhook(core, args)
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if args.text("secret_token") and not _SECRET.fullmatch(args.text("secret_token")):
        raise bad_request("secret token contains unallowed characters")
    if core.clock.now() - core.state.webhook.set_at < core.limits.webhook_pause:
        raise flood(1)
    _hook(core, args, url)
    return True


def _hook(core: Core, args: Args, url: str) -> None:
    core.state.webhook = Webhook(
        url,
        args.text("secret_token"),
        min(max(args.integer("max_connections", core.limits.max_connections), 1), MOST_CONNECTIONS),
        args.has("certificate"),
        args.text("ip_address"),
        core.clock.now(),
        allowed=core.state.webhook.allowed,
    )
    _settle(core, args)


def _settle(core: Core, args: Args) -> None:
    """What setting and deleting share."""
    _allow(core, args)
    if args.truth("drop_pending_updates"):
        core.state.outbox.pending.clear()
    core.changes += 1
    core.updates.ring()


def _allow(core: Core, args: Args) -> None:
    """Take over which updates are wanted; if that is left out, what was said before still counts."""
    kinds = args.value("allowed_updates", list)
    if isinstance(kinds, list):
        core.state.webhook.allowed = [str(kind) for kind in kinds]


async def delete_webhook(core: Core, args: Args) -> bool:
    """Send updates nowhere; they wait to be asked for."""
    core.state.webhook = Webhook(set_at=core.state.webhook.set_at, allowed=core.state.webhook.allowed)
    _settle(core, args)
    return True


async def get_webhook_info(core: Core, _args: Args) -> Json:
    """Where updates go and how that goes."""
    webhook, outbox = core.state.webhook, core.state.outbox
    outbox.forget_expired(core.clock.now())
    body: Json = {
        "url": webhook.url,
        "has_custom_certificate": webhook.certificate,
        "pending_update_count": len(outbox.pending),
    }
    more = {
        "ip_address": webhook.ip_address,
        "last_error_date": webhook.error_at,
        "last_error_message": webhook.error,
        "max_connections": webhook.max_connections if webhook.url else 0,
        "allowed_updates": webhook.allowed,
    }
    return body | {name: value for name, value in more.items() if value}


async def get_updates(core: Core, args: Args) -> list[Json]:
    """The updates from `offset` on; those before it are done with. Waits `timeout` seconds for the first."""
    if core.state.webhook.url:
        raise conflict(_HOOKED)
    _allow(core, args)
    limit = min(max(args.integer("limit", MOST_UPDATES), 1), MOST_UPDATES)
    offset = _confirm(core, args.integer("offset"))
    found = await _poll(core, offset, core.clock.now() + max(args.integer("timeout"), 0))
    return found[:limit]


async def _poll(core: Core, offset: int, until: float) -> list[Json]:
    """Wait for updates, and end whoever waits for them already."""
    core.poll += 1
    mine, bell = core.poll, core.updates.hear()
    core.updates.ring()
    try:
        while not (found := _waiting(core, offset)) and core.clock.now() < until:
            bell.clear()
            await wait_for(core.clock, bell, until - core.clock.now())
            if core.poll != mine:
                raise conflict(_OTHER_POLL)
            if core.state.webhook.url:
                raise conflict("terminated by setWebhook request")
    finally:
        core.updates.leave(bell)
    return found


def _confirm(core: Core, offset: int) -> int:
    """Forget what the bot has; where to go on. A negative offset counts from the end."""
    outbox = core.state.outbox
    if offset < 0:
        offset = max(outbox.next_id + offset, 0)
    outbox.forget_before(offset)
    core.changes += 1
    return offset


def _waiting(core: Core, offset: int) -> list[Json]:
    outbox = core.state.outbox
    outbox.forget_expired(core.clock.now())
    return [update.update() for update in outbox.pending if update.id >= offset]
