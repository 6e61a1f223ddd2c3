"""Deliveries without sockets: what a simulation would do, on a clock that is moved by hand."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from infra.local.bot_api.delivery import Delivery, Reply
from tests.infra.bot_api.stage import settled

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio

HOOK = "http://127.0.0.1:1/hook"
JSON = {"content-type": "application/json"}


class Recorder:
    """A webhook without a network; `answer` may be a reply or an error."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.answer: Callable[[dict[str, Any]], Reply] = lambda _: Reply(200)
        self.gate = asyncio.Event()
        self.gate.set()

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Reply:
        update = json.loads(body)
        self.posts.append((url, dict(headers), update))
        await self.gate.wait()
        return self.answer(update)

    @property
    def texts(self) -> list[str]:
        return [update["message"]["text"] for _, _, update in self.posts]


@contextlib.asynccontextmanager
async def delivering(town: Town, recorder: Recorder) -> AsyncIterator[None]:
    task = asyncio.ensure_future(Delivery(town.world, recorder).run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def hook(town: Town) -> AsyncIterator[Recorder]:
    recorder = Recorder()
    await town.call("setWebhook", url=HOOK, allowed_updates=["message"], drop_pending_updates=True)
    async with delivering(town, recorder):
        yield recorder


def say(town: Town, *texts: str) -> None:
    for text in texts:
        town.world.say(town.ana, town.group.id, text)


async def test_nothing_is_brought_while_there_is_no_webhook(town: Town) -> None:
    recorder = Recorder()
    async with delivering(town, recorder):
        say(town, "/a")
        await settled()
        assert recorder.posts == []
        await town.call("setWebhook", url=HOOK)
        await settled()
    assert len(recorder.posts) == 3
    assert town.updates == []


async def test_an_update_is_brought_as_json_with_its_number_first(town: Town, hook: Recorder) -> None:
    say(town, "/a")
    await settled()
    (url, headers, update) = hook.posts[0]
    assert (url, headers) == (HOOK, JSON)
    assert list(update) == ["update_id", "message"]


async def test_one_queue_has_one_update_under_way(town: Town, hook: Recorder) -> None:
    hook.gate.clear()
    say(town, "/a", "/b")
    await settled()
    assert hook.texts == ["/a"]
    hook.gate.set()
    await settled()
    assert hook.texts == ["/a", "/b"]


async def test_more_chats_than_connections_wait_their_turn(town: Town, hook: Recorder) -> None:
    say(town, "/warm")
    await settled()
    town.world.state.webhook.max_connections = 3
    chats = [town.world.make_group(str(number), [town.ana]) for number in range(5)]
    await settled()
    hook.posts.clear()
    hook.gate.clear()
    for chat in chats:
        town.world.say(town.ana, chat.id, "/x")
    await settled()
    assert len(hook.posts) == 3
    hook.gate.set()
    await settled()
    assert len(hook.posts) == 5


async def test_a_burst_opens_ten_connections_and_ten_more_half_a_second_later(town: Town, hook: Recorder) -> None:
    chats = [town.world.make_group(str(number), [town.ana]) for number in range(25)]
    await settled()
    town.clock.advance(70)  # all connections are closed
    say(town, "/warm")
    await settled()
    hook.posts.clear()
    hook.gate.clear()
    for chat in chats:
        town.world.say(town.ana, chat.id, "/x")
    await settled()
    assert len(hook.posts) == 10  # one was opened for the first update of all, so nine are new
    town.clock.advance(0.5)
    await settled()
    assert len(hook.posts) == 20
    hook.gate.set()


async def test_an_answer_that_never_comes_is_a_failure(town: Town, hook: Recorder) -> None:
    def silent(_: dict[str, Any]) -> Reply:
        raise OSError("Read timeout expired")

    hook.answer = silent
    say(town, "/a")
    await settled()
    assert len(hook.posts) == 2  # at once, and once more at once
    info = await town.call("getWebhookInfo")
    assert (info["last_error_message"], info["last_error_date"]) == ("Read timeout expired", town.world.now())
    assert info["pending_update_count"] == 1


@pytest.mark.parametrize(("status", "told"), [(500, "500 Internal Server Error"), (302, "302 Found"), (599, "599")])
async def test_every_answer_but_a_good_one_is_a_failure(town: Town, hook: Recorder, status: int, told: str) -> None:
    hook.answer = lambda _: Reply(status)
    say(town, "/a")
    await settled()
    assert (await town.call("getWebhookInfo"))["last_error_message"] == f"Wrong response from the webhook: {told}"


@pytest.mark.parametrize("status", [200, 201, 204, 299])
async def test_every_good_answer_is_enough(town: Town, hook: Recorder, status: int) -> None:
    hook.answer = lambda _: Reply(status)
    say(town, "/a")
    await settled()
    assert town.updates == []


@pytest.mark.parametrize("header", ["soon", "", "-3"])
async def test_a_retry_after_that_is_no_number_is_none(town: Town, hook: Recorder, header: str) -> None:
    hook.answer = lambda _: Reply(500, {"retry-after": header})
    say(town, "/a")
    await settled()
    assert len(hook.posts) == 2


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        (JSON, b'{"method": "sendMessage", "chat_id": %d, "text": "done"}'),
        ({"content-type": "application/json; charset=utf-8"}, b'{"method":"SENDMESSAGE","chat_id":"%d","text":"done"}'),
        ({"content-type": "application/x-www-form-urlencoded"}, b"method=sendMessage&chat_id=%d&text=done"),
    ],
    ids=["json", "charset", "form"],
)
async def test_a_method_comes_in_json_or_a_form(
    town: Town, hook: Recorder, headers: dict[str, str], body: bytes
) -> None:
    hook.answer = lambda _: Reply(200, headers, body % town.group.id)
    say(town, "/a")
    await settled()
    assert town.world.history(town.group.id)[-1]["text"] == "done"


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        (JSON, b""),
        (JSON, b"{}"),
        (JSON, b"{broken"),
        (JSON, b'["sendMessage"]'),
        (JSON, b'{"method": "unheardOf"}'),
        (JSON, b'{"method": "sendMessage", "chat_id": 5, "text": "x"}'),
        ({"content-type": "text/html"}, b"<html>ok</html>"),
        ({}, b"ok"),
    ],
)
async def test_any_other_answer_does_nothing(town: Town, hook: Recorder, headers: dict[str, str], body: bytes) -> None:
    hook.answer = lambda _: Reply(200, headers, body)
    before = town.world.history(town.group.id)
    say(town, "/a")
    await settled()
    assert len(town.world.history(town.group.id)) == len(before) + 1
    assert town.updates == []


async def test_a_slow_method_does_not_hold_back_the_next_update(town: Town, hook: Recorder) -> None:
    for _ in range(20):
        await town.send()
    town.clock.advance(55)
    hook.answer = lambda _: Reply(200, JSON, json.dumps(reply(town)).encode())
    say(town, "/a", "/b")
    await settled()
    assert hook.texts == ["/a", "/b"]


def reply(town: Town) -> dict[str, object]:
    return {"method": "sendMessage", "chat_id": town.group.id, "text": "late"}


async def test_going_on_after_a_restart_brings_what_was_still_waiting(town: Town) -> None:
    await town.call("setWebhook", url=HOOK, drop_pending_updates=True, allowed_updates=["message"])
    say(town, "/a", "/b")
    town.world.restore(json.loads(json.dumps(town.world.snapshot())))
    recorder = Recorder()
    async with delivering(town, recorder):
        await settled()
    assert recorder.texts == ["/a", "/b"]
