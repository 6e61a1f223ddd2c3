from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.methods import call

if TYPE_CHECKING:
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("name", ["getMe", "getme", "GETME"])
async def test_a_method_is_found_in_any_case(town: Town, name: str) -> None:
    assert await call(town.world, name, {})


@pytest.mark.parametrize("name", ["sendSticker", "", "get_me"])
async def test_another_method_is_not_found(town: Town, name: str) -> None:
    with pytest.raises(ApiError) as refused:
        await call(town.world, name, {})
    assert (refused.value.code, refused.value.description) == (404, "Not Found")


async def test_what_does_not_fit_is_logged_and_refused_only_if_strict(
    town: Town, caplog: pytest.LogCaptureFixture
) -> None:
    given = {"chat_id": town.group.id, "text": "x", "colour": "red"}
    with caplog.at_level(logging.WARNING):
        assert await call(town.world, "sendMessage", given)
    assert "sendMessage: unknown parameter colour" in caplog.text
    with pytest.raises(ApiError, match="unknown parameter colour"):
        await call(town.world, "sendMessage", given, strict=True)
