from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from telegram import Bot, InputMediaPhoto
from telegram.error import InvalidToken
from telegram.request import HTTPXRequest

from infra.local.bot_api import server
from infra.local.bot_api.limits import Limits
from infra.local.bot_api.server import app
from tests.infra.bot_api.stage import TOKEN, keyboard, make_town, png

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.infra.bot_api.stage import Stage

pytestmark = pytest.mark.anyio


@pytest.fixture
async def web(stage: Stage) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=stage.url, trust_env=False, verify=False) as client:  # noqa: S501 - plain http
        yield client


def envelope(response: httpx.Response) -> dict[str, Any]:
    assert response.headers["content-type"] == "application/json"
    found: dict[str, Any] = response.json()
    assert found["ok"] is (response.status_code == 200)
    return found


async def test_a_result_comes_in_the_envelope(stage: Stage, web: httpx.AsyncClient) -> None:
    found = envelope(await web.get(f"/bot{TOKEN}/getMe"))
    assert found["result"]["id"] == stage.world.bot


async def test_a_wrong_token_is_unauthorized(stage: Stage, web: httpx.AsyncClient) -> None:
    response = await web.post("/bot1000001:other/getMe")
    assert envelope(response) == {"ok": False, "error_code": 401, "description": "Unauthorized"}
    async with HTTPXRequest() as request:
        with pytest.raises(InvalidToken):
            await Bot("1000001:other", f"{stage.url}/bot", request=request).get_me()


@pytest.mark.parametrize("path", [f"/bot{TOKEN}/sendSticker", f"/bot{TOKEN}/", f"/bot{TOKEN}", "/", "/file/x"])
async def test_whatever_else_is_not_found(web: httpx.AsyncClient, path: str) -> None:
    response = await web.post(path)
    assert envelope(response) == {"ok": False, "error_code": 404, "description": "Not Found"}
    assert response.status_code == 404


async def test_parameters_come_in_the_address_in_json_in_a_form_or_in_parts(
    stage: Stage, web: httpx.AsyncClient
) -> None:
    path, given = f"/bot{TOKEN}/sendMessage", {"chat_id": str(stage.group.id), "text": "7 ✓"}
    responses = [
        await web.get(path, params=given),
        await web.post(path, json=given | {"chat_id": stage.group.id}),
        await web.post(path, data=given),
        await web.post(path, files={name: (None, value) for name, value in given.items()}),
        await web.post(path, params={"text": "7 ✓"}, data={"chat_id": given["chat_id"]}),
    ]
    assert [envelope(response)["result"]["text"] for response in responses] == ["7 ✓"] * 5


async def test_json_may_hold_values_or_their_texts(stage: Stage, web: httpx.AsyncClient) -> None:
    markup = keyboard("x").to_dict()
    for given in (markup, json.dumps(markup)):
        body = {"chat_id": stage.group.id, "text": "x", "reply_markup": given, "disable_notification": True}
        found = envelope(await web.post(f"/bot{TOKEN}/sendMessage", json=body))
        assert found["result"]["reply_markup"] == {"inline_keyboard": [[{"text": "x", "callback_data": "x"}]]}


async def test_a_broken_body_is_a_bad_request(web: httpx.AsyncClient) -> None:
    headers = {"content-type": "application/json"}
    response = await web.post(f"/bot{TOKEN}/getMe", content=b"{", headers=headers)
    assert envelope(response)["description"] == "Bad Request: can't parse JSON in the request body"


async def test_a_refusal_tells_its_parameters_also_as_a_header(stage: Stage, web: httpx.AsyncClient) -> None:
    for _ in range(20):
        await stage.bot.send_message(stage.group.id, "x")
    given = {"chat_id": stage.group.id, "text": "x"}
    response = await web.post(f"/bot{TOKEN}/sendMessage", json=given)
    assert response.status_code == 429
    assert envelope(response)["parameters"] == {"retry_after": 60}
    assert response.headers["retry-after"] == "60"


async def test_too_large_a_body_is_not_read() -> None:
    town = make_town(Limits(upload_bytes=10))
    transport = httpx.ASGITransport(app(town.world, deliver=False))
    async with httpx.AsyncClient(transport=transport, base_url="http://x", verify=False) as client:  # noqa: S501
        response = await client.post(f"/bot{TOKEN}/getMe", content=b"x" * 11)
    assert envelope(response)["description"] == "Request Entity Too Large"


async def test_a_defect_of_the_server_is_told_as_one_too() -> None:
    town = make_town()
    transport = httpx.ASGITransport(app(town.world, deliver=False), raise_app_exceptions=False)
    town.world.state.people.clear()  # so that nothing works any more
    async with httpx.AsyncClient(transport=transport, base_url="http://x", verify=False) as client:  # noqa: S501
        response = await client.post(f"/bot{TOKEN}/getMe")
    assert envelope(response) == {"ok": False, "error_code": 500, "description": "Internal Server Error"}


async def test_pictures_travel_as_files(stage: Stage) -> None:
    sent = await stage.bot.send_photo(stage.group.id, png(), caption="one")
    assert stage.world.photo(sent.photo[-1].file_id) == png()
    edited = await sent.edit_media(InputMediaPhoto(png(colour="blue"), caption="two"))
    assert stage.world.photo(edited.photo[-1].file_id) == png(colour="blue")
    again = await stage.bot.send_photo(stage.group.id, edited.photo[0])
    assert again.photo == edited.photo


async def test_the_application_delivers_for_as_long_as_it_lives(stage: Stage) -> None:
    town = make_town()
    await town.call("setWebhook", url=f"{stage.url}/hook")
    served = app(town.world)
    async with served.router.lifespan_context(served):
        await stage.delivered(2)
    assert town.updates == []
    town.world.say(town.ana, town.group.id, "/later")
    await asyncio.sleep(0.01)
    assert len(stage.hook.seen) == 2


async def test_the_application_may_leave_delivering_to_others(stage: Stage) -> None:
    town = make_town()
    await town.call("setWebhook", url=f"{stage.url}/hook")
    served = app(town.world, deliver=False)
    async with served.router.lifespan_context(served):
        await asyncio.sleep(0.01)
    assert stage.hook.seen == []


async def test_it_is_served_on_this_machine_only_and_as_was_asked_for() -> None:
    config = server.configured(["--port", "9000", "--token", "7:x", "--username", "other_bot", "--strict"])
    assert (config.host, config.port) == ("127.0.0.1", 9000)
    transport = httpx.ASGITransport(config.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://x", verify=False) as client:  # noqa: S501
        me = envelope(await client.get("/bot7:x/getMe"))["result"]
        strict = envelope(await client.get("/bot7:x/getMe", params={"colour": "red"}))
    assert (me["id"], me["username"]) == (7, "other_bot")
    assert "unknown parameter colour" in strict["description"]
