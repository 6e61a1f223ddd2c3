from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest
from starlette.responses import Response

from infra.local.bot_api.poster import HttpPoster

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.infra.bot_api.stage import Stage

pytestmark = pytest.mark.anyio

BODY = b'{"update_id": 1}'


@pytest.fixture
async def poster() -> AsyncIterator[HttpPoster]:
    made = HttpPoster(0.2)
    yield made
    await made.close()


async def test_an_update_is_carried_and_the_answer_brought_back(stage: Stage, poster: HttpPoster) -> None:
    stage.hook.answer = lambda _: Response("done", 201, {"X-Some": "thing"})
    reply = await poster.post(f"{stage.url}/hook", {"x-secret": "s"}, BODY)
    assert (reply.status, reply.body, reply.headers["x-some"]) == (201, b"done", "thing")
    assert stage.hook.seen[0].headers["x-secret"] == "s"


async def test_redirects_are_answers_and_are_not_followed(stage: Stage, poster: HttpPoster) -> None:
    stage.hook.answer = lambda _: Response(status_code=302, headers={"location": f"{stage.url}/elsewhere"})
    assert (await poster.post(f"{stage.url}/hook", {}, BODY)).status == 302


async def test_where_nobody_listens_the_connection_is_refused(poster: HttpPoster) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    with pytest.raises(OSError, match="Connection refused"):
        await poster.post(f"http://127.0.0.1:{port}/hook", {}, BODY)


async def test_who_listens_but_says_nothing_is_given_up(poster: HttpPoster) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute, pytest.raises(OSError, match="Read timeout expired"):
        await poster.post(f"http://127.0.0.1:{mute.getsockname()[1]}/hook", {}, BODY)


async def test_an_address_that_is_none_is_an_error_of_the_delivery(poster: HttpPoster) -> None:
    for url in ("ftp://127.0.0.1/hook", "http://127.0.0.1/\x00hook"):
        with pytest.raises(OSError, match=r"protocol|URL"):
            await poster.post(url, {}, BODY)
