from __future__ import annotations

import asyncio

import pytest

from infra.local.bot_api.feed import Event, Feeds

pytestmark = pytest.mark.anyio

NEWS = Event("message", -1, {"text": "hello"})


async def test_news_come_from_the_moment_one_listens() -> None:
    feeds = Feeds()
    feeds.tell(1, Event("message", -1, {"text": "before"}))
    feed = feeds.open(1)
    feeds.tell(1, NEWS)
    assert await anext(feed) == NEWS


async def test_every_window_of_a_person_hears_and_nobody_elses() -> None:
    feeds = Feeds()
    windows, other = [feeds.open(1), feeds.open(1)], feeds.open(2)
    feeds.tell(1, NEWS)
    assert [await anext(feed) for feed in windows] == [NEWS, NEWS]
    other.close()
    assert [event async for event in other] == []


async def test_closing_a_feed_lets_its_listener_go_after_what_came_before() -> None:
    feeds = Feeds()
    feed = feeds.open(1)
    listening = asyncio.ensure_future(_all(feed))
    feeds.tell(1, NEWS)
    feed.close()
    feeds.tell(1, NEWS)
    assert await listening == [NEWS]


async def _all(feed: object) -> list[Event]:
    return [event async for event in feed]  # type: ignore[attr-defined]


async def test_closing_twice_does_no_harm() -> None:
    feed = Feeds().open(1)
    feed.close()
    feed.close()
    assert await _all(feed) == []
