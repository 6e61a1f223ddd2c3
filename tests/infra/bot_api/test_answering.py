from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from infra.local.bot_api.query import Answer

if TYPE_CHECKING:
    from infra.local.bot_api.press import Press
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio


@pytest.fixture
async def press(town: Town) -> Press:
    sent = await town.picture()
    return town.world.press(town.ana, town.group.id, sent["message_id"], 0)


async def test_an_answer_may_be_empty(town: Town, press: Press) -> None:
    assert await town.call("answerCallbackQuery", callback_query_id=press.query)
    assert await press == Answer()


async def test_an_answer_is_cleaned_and_may_be_an_alert(town: Town, press: Press) -> None:
    await town.call("answerCallbackQuery", callback_query_id=press.query, text=" no\r\u202eset ", show_alert=True)
    assert await press == Answer("noset", alert=True)


async def test_200_characters_may_be_any_characters(town: Town, press: Press) -> None:
    assert await town.call("answerCallbackQuery", callback_query_id=press.query, text="👩" * 200)


@pytest.mark.parametrize("query", ["", "1", "x", "99999999999999999999"])
async def test_a_query_that_never_was_cannot_be_answered(town: Town, query: str) -> None:
    told = await town.refusal("answerCallbackQuery", callback_query_id=query)
    assert told == "Bad Request: query is too old and response timeout expired or query ID is invalid"


async def test_only_the_bots_own_address_may_be_opened(town: Town, press: Press) -> None:
    given = {"callback_query_id": press.query}
    told = await town.refusal("answerCallbackQuery", **given, url="https://example.org")
    assert told == "Bad Request: URL_INVALID"
    await town.call("answerCallbackQuery", **given, url="https://t.me/setgram_bot?start=learn")
    assert await press == Answer(url="https://t.me/setgram_bot?start=learn")


@pytest.mark.parametrize(("asked", "kept"), [(-5, 0), (10, 10), (10**9, 30 * 86_400)])
async def test_an_answer_is_cached_for_at_most_thirty_days(town: Town, press: Press, asked: int, kept: int) -> None:
    await town.call("answerCallbackQuery", callback_query_id=press.query, cache_time=asked)
    assert [cached.until - town.clock.now() for cached in town.world.state.cached.values()] == [kept] * (kept > 0)
