from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
import telegram

from infra.local.bot_api.errors import ApiError
from tests.infra.bot_api.stage import settled

if TYPE_CHECKING:
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio

HOOK = "http://127.0.0.1:1/hook"


def numbers(updates: list[dict[str, object]]) -> list[object]:
    return [update["update_id"] for update in updates]


async def test_the_webhook_tells_how_it_is_set(town: Town) -> None:
    kinds = ["message", "callback_query"]
    await town.call("setWebhook", url=HOOK, max_connections=5, allowed_updates=kinds, ip_address="127.0.0.1")
    info = telegram.WebhookInfo.de_json(await town.call("getWebhookInfo"), None)
    assert not info.api_kwargs
    assert (info.url, info.max_connections, list(info.allowed_updates)) == (HOOK, 5, kinds)
    assert (info.ip_address, info.has_custom_certificate, info.pending_update_count) == ("127.0.0.1", False, 2)


@pytest.mark.parametrize(("asked", "kept"), [(None, 40), (0, 1), (1000, 100)])
async def test_connections_are_between_1_and_100(town: Town, asked: int | None, kept: int) -> None:
    await town.call("setWebhook", url=HOOK, **({} if asked is None else {"max_connections": asked}))
    assert (await town.call("getWebhookInfo"))["max_connections"] == kept


@pytest.mark.parametrize("url", ["ftp://a.org", "a.org/hook", "https://"])
async def test_an_address_must_be_one(town: Town, url: str) -> None:
    assert "An HTTPS URL must be provided" in await town.refusal("setWebhook", url=url)


@pytest.mark.parametrize("secret", ["with space", "ł", "x" * 257])
async def test_a_secret_has_plain_characters(town: Town, secret: str) -> None:
    told = await town.refusal("setWebhook", url=HOOK, secret_token=secret)
    assert told == "Bad Request: secret token contains unallowed characters"


async def test_a_webhook_is_set_at_most_once_a_second(town: Town) -> None:
    await town.call("setWebhook", url=HOOK)
    town.clock.advance(0.9)
    assert await town.refusal("setWebhook", url=HOOK) == "Too Many Requests: retry after 1"
    town.clock.advance(0.1)
    assert await town.call("setWebhook", url=HOOK)


async def test_allowed_updates_left_out_stay_as_they_were(town: Town) -> None:
    await town.call("setWebhook", url=HOOK, allowed_updates=["message"])
    town.clock.advance(1)
    await town.call("setWebhook", url=HOOK)
    assert (await town.call("getWebhookInfo"))["allowed_updates"] == ["message"]
    await town.call("deleteWebhook")
    assert (await town.call("getWebhookInfo"))["allowed_updates"] == ["message"]
    await town.call("getUpdates", allowed_updates=[])
    assert "allowed_updates" not in await town.call("getWebhookInfo")


async def test_what_is_queued_still_comes_when_its_kind_is_no_longer_wanted(town: Town) -> None:
    before = numbers(town.updates)
    await town.call("setWebhook", url=HOOK, allowed_updates=["callback_query"])
    town.world.say(town.ana, town.group.id, "/newgame")
    assert numbers(town.updates) == before


@pytest.mark.parametrize("method", ["setWebhook", "deleteWebhook"])
async def test_what_waits_can_be_dropped(town: Town, method: str) -> None:
    await town.call(method, **({"url": HOOK} if method == "setWebhook" else {}), drop_pending_updates=True)
    assert town.updates == []


async def test_an_empty_address_deletes_the_webhook(town: Town) -> None:
    await town.call("setWebhook", url=HOOK)
    await town.call("setWebhook", url="")
    info = await town.call("getWebhookInfo")
    assert (info["url"], "max_connections" in info) == ("", False)


async def test_updates_are_asked_for_and_confirmed_by_the_next_offset(town: Town) -> None:
    first, second = await town.call("getUpdates")
    assert numbers(await town.call("getUpdates")) == [first["update_id"], second["update_id"]]
    assert numbers(await town.call("getUpdates", offset=second["update_id"])) == [second["update_id"]]
    assert numbers(town.updates) == [second["update_id"]]


async def test_so_many_updates_come_as_were_asked_for(town: Town) -> None:
    assert len(await town.call("getUpdates", limit=1)) == 1
    assert len(await town.call("getUpdates", limit=0)) == 1
    assert len(town.updates) == 2


async def test_a_negative_offset_counts_from_the_end_and_forgets_the_rest(town: Town) -> None:
    last = numbers(town.updates)[-1]
    assert numbers(await town.call("getUpdates", offset=-1)) == numbers(town.updates) == [last]


async def test_a_poll_waits_for_the_first_update(town: Town) -> None:
    waiting = asyncio.ensure_future(town.call("getUpdates", offset=100, timeout=30))
    await settled()
    assert not waiting.done()
    town.world.state.outbox.next_id = 200
    town.world.say(town.ana, town.group.id, "/newgame")
    assert numbers(await waiting) == [200]


async def test_a_poll_ends_when_its_time_is_over(town: Town) -> None:
    waiting = asyncio.ensure_future(town.call("getUpdates", offset=100, timeout=30))
    await settled()
    town.clock.advance(30)
    assert await waiting == []


async def test_a_second_poll_ends_the_first(town: Town) -> None:
    first = asyncio.ensure_future(town.call("getUpdates", offset=100, timeout=30))
    await settled()
    assert await town.call("getUpdates", offset=100) == []
    with pytest.raises(ApiError, match="Conflict: terminated by other getUpdates request") as refused:
        await first
    assert refused.value.code == 409


async def test_setting_a_webhook_ends_a_poll_and_forbids_new_ones(town: Town) -> None:
    poll = asyncio.ensure_future(town.call("getUpdates", offset=100, timeout=30))
    await settled()
    await town.call("setWebhook", url=HOOK)
    with pytest.raises(ApiError, match="Conflict: terminated by setWebhook request"):
        await poll
    assert "can't use getUpdates method while webhook is active" in await town.refusal("getUpdates")


async def test_updates_that_are_a_day_old_are_gone(town: Town) -> None:
    town.clock.advance(86_400)
    assert await town.call("getUpdates") == []
