from __future__ import annotations

import httpx
import pytest

from infra.local.bot_api.body import parameters_in
from infra.local.bot_api.errors import ApiError
from tests.infra.bot_api.stage import png

pytestmark = pytest.mark.anyio


async def test_json_is_an_object() -> None:
    assert await parameters_in("application/json", b'{"a": 1}') == ({"a": 1}, {})
    assert await parameters_in("Application/JSON; charset=utf-8", b"") == ({}, {})


@pytest.mark.parametrize("body", [b"{", b"[]", b"5", b"\xff"])
async def test_other_json_is_refused(body: bytes) -> None:
    with pytest.raises(ApiError):
        await parameters_in("application/json", body)


async def test_a_form_holds_texts() -> None:
    body = b"a=1&text=7+%E2%9C%93&empty="
    found = await parameters_in("application/x-www-form-urlencoded", body)
    assert found == ({"a": "1", "text": "7 ✓", "empty": ""}, {})


async def test_a_form_in_parts_holds_texts_and_files() -> None:
    request = httpx.Request("POST", "http://x", data={"caption": "ł"}, files={"photo": ("a.png", png(), "image/png")})
    found = await parameters_in(request.headers["content-type"], request.read())
    assert found == ({"caption": "ł"}, {"photo": png()})


@pytest.mark.parametrize("kind", ["", "text/plain", "image/png"])
async def test_any_other_body_holds_nothing(kind: str) -> None:
    assert await parameters_in(kind, b"anything") == ({}, {})
