"""The playground's application over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import InvalidStatus

from infra.local.playground.web import WEBHOOK_PATH
from tests.infra.bot_api.stage import png
from tests.infra.playground.stage import TOKEN

if TYPE_CHECKING:
    from tests.infra.playground.stage import Stage

pytestmark = pytest.mark.anyio


async def test_the_page_and_its_parts_are_served_and_load_nothing_from_elsewhere(stage: Stage) -> None:
    page = await stage.client.get("/")
    assert "Setgram playground" in page.text
    assert "default-src 'self'" in page.headers["content-security-policy"]
    script = await stage.client.get("/page/main.js")
    assert script.status_code == 200
    assert "no-cache" in script.headers["cache-control"]


@pytest.mark.parametrize("host", ["example.com", "127.0.0.1.example.com"])
async def test_a_page_under_another_name_gets_nothing(stage: Stage, host: str) -> None:
    assert (await stage.client.get("/", headers={"host": host})).status_code == 400


async def test_another_page_cannot_open_a_window(stage: Stage) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        async with stage.window(origin="http://example.com"):
            pass
    async with stage.window(origin=f"http://{stage.host}") as window:
        assert await window.news("hello")


async def test_pictures_are_served_by_their_file_ids(stage: Stage) -> None:
    sent = await stage.called("sendPhoto", {"photo": png()}, chat_id=stage.group)
    picture = await stage.client.get(f"/photo/{sent['photo'][-1]['file_id']}")
    assert picture.content == png()
    assert picture.headers["content-type"] == "image/png"
    assert "immutable" in picture.headers["cache-control"]
    assert (await stage.client.get("/photo/none")).status_code == 404


async def test_an_update_is_handed_to_the_pool_with_its_secret_and_the_answer_comes_back(stage: Stage) -> None:
    headers = {"x-telegram-bot-api-secret-token": "s", "content-type": "application/json"}
    answer = await stage.client.post(WEBHOOK_PATH, content=b"{}", headers=headers)
    path, passed_on, body = stage.pool.posted[0]
    assert (path, passed_on["x-telegram-bot-api-secret-token"], body) == ("/", "s", b"{}")
    assert answer.json() == {"method": "x"}


async def test_an_update_whose_handler_ended_is_refused_so_that_it_comes_again(stage: Stage) -> None:
    stage.pool.answer = None
    assert (await stage.client.post(WEBHOOK_PATH, content=b"{}")).status_code == 502


async def test_the_bot_api_answers_under_the_same_address(stage: Stage) -> None:
    me = await stage.client.get(f"/bot{TOKEN}/getMe")
    assert me.json()["result"]["username"] == "setgram_bot"
    assert (await stage.client.get("/bot7:wrong/getMe")).status_code == 401


async def test_each_window_is_somebody_else_unless_it_says_who(stage: Stage) -> None:
    async with stage.window() as first, stage.window() as second:
        ana, ben = (await first.news("hello"))["me"], (await second.news("hello"))["me"]
        assert ana != ben
        async with stage.window(f"?as={ana}") as third, stage.window("?as=12") as fourth:
            assert (await third.news("hello"))["me"] == ana
            assert (await fourth.news("hello"))["me"] not in (ana, ben)


async def test_every_window_learns_who_is_there(stage: Stage) -> None:
    async def open_windows() -> int:
        return [entry["open"] for entry in (await first.news("people"))["people"]].count(True)

    async with stage.window() as first:
        assert await open_windows() == 1
        async with stage.window() as second:
            await second.news("hello")
            assert await open_windows() == 2
        assert await open_windows() == 1
