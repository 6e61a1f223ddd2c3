"""A window of the page: what it asks, and what it hears."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.infra.playground.stage import Stage, Window

pytestmark = pytest.mark.anyio

KEYS = {"inline_keyboard": [[{"text": "1", "callback_data": "one"}]]}


async def bot_says(stage: Stage, text: str) -> int:
    """A message of the bot with one button; its number."""
    sent = await stage.called("sendMessage", chat_id=stage.group, text=text, reply_markup=KEYS)
    return int(sent["message_id"])


async def test_a_window_begins_with_all_it_needs(stage: Stage, window: Window) -> None:
    hello = await window.news("hello")
    assert hello["bot"]["username"] == "setgram_bot"
    assert [chat["type"] for chat in hello["chats"]] == ["supergroup", "private"]
    assert hello["speed"] == "normal"
    assert len(hello["people"]) == 7
    assert [one["code"] for one in hello["languages"]] == ["en", "fa", "pl", "ro"]
    assert hello["chats"][0]["id"] == stage.group


async def test_what_one_says_all_windows_show(stage: Stage, window: Window) -> None:
    async with stage.window() as other:
        await window.ask("say", chat=stage.group, text="hello")
        assert await window.text("hello") == await other.text("hello")


async def test_an_answer_to_a_message_names_it(stage: Stage, window: Window) -> None:
    number = await bot_says(stage, "hello")
    await window.ask("say", chat=stage.group, text="/kick", reply_to=number)
    assert (await window.text("/kick"))["reply_to_message"]["message_id"] == number


async def test_a_toast_comes_only_to_the_window_that_pressed(stage: Stage, window: Window) -> None:
    number = await bot_says(stage, "table")
    me = (await window.news("hello"))["me"]
    async with stage.window(f"?as={me}") as twin, stage.window() as other:
        await window.ask("press", chat=stage.group, message=number, data="one")
        await window.ask("say", chat=stage.group, text="pressed")
        await window.text("pressed")
        [query] = stage.room.world.state.queries
        await stage.called("answerCallbackQuery", callback_query_id=query, text="picked")
        toast = await window.news("answer")
        assert (toast["text"], toast["message_id"], toast["data"]) == ("picked", number, "one")
        await window.ask("say", chat=stage.group, text="after")
        for silent in (twin, other):
            heard = [await silent.hear()]
            while heard[-1].get("message", {}).get("text") != "after":
                heard.append(await silent.hear())
            assert "answer" not in [each["kind"] for each in heard]


async def test_the_private_chat_is_opened_with_its_first_words(window: Window) -> None:
    me = (await window.news("hello"))["me"]
    await window.ask("open", text="/start how")
    assert (await window.text("/start how"))["chat"]["id"] == me


async def test_somebody_new_is_made_and_all_windows_learn_of_it(stage: Stage, window: Window) -> None:
    async with stage.window() as other:
        await other.news("hello")
        await window.ask("add person", name="Eva")
        added = (await window.news("added person"))["id"]
        while added not in [entry["id"] for entry in (await other.news("people"))["people"]]:
            pass


async def test_the_app_can_be_set_to_another_language_and_the_bot_is_told_with_the_next_press(
    stage: Stage, window: Window
) -> None:
    number = await bot_says(stage, "table")
    me = (await window.news("hello"))["me"]
    await window.ask("language", language="fa")
    while {"id": me, "language": "fa"}.items() - _person(await window.news("people"), me).items():
        pass
    await window.ask("press", chat=stage.group, message=number, data="one")
    await window.ask("say", chat=stage.group, text="pressed")
    await window.text("pressed")
    [query] = [one.body for one in stage.room.world.state.outbox.pending if one.kind == "callback_query"]
    assert query["from"]["language_code"] == "fa"


def _person(news: dict[str, Any], number: int) -> dict[str, Any]:
    return next(entry for entry in news["people"] if entry["id"] == number)


async def test_a_new_group_is_opened_at_once(window: Window) -> None:
    await window.news("hello")
    await window.ask("add group", title="Family")
    hello = await window.news("hello")
    assert next(chat["title"] for chat in hello["chats"] if chat["id"] == hello["chat"]) == "Family"


async def test_the_robots_speed_can_be_chosen(window: Window) -> None:
    await window.news("hello")
    await window.ask("speed", speed="slow")
    await window.ask("hello")
    assert (await window.news("hello"))["speed"] == "slow"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ('{"do": "fly"}', "fly is not known"),
        ("{}", "Not understood"),
        ("[]", "Not understood"),
        ("5", "Not understood"),
        ('{"do": "say", "chat": 5, "text": "x"}', "there is no chat 5"),
        ('{"do": "say", "chat": "five", "text": "x"}', "Not understood"),
        ('{"do": "press", "chat": 5, "message": 1, "data": "x"}', "there is no chat 5"),
        ('{"do": "demo", "chat": 5, "speed": "fast"}', "there is no chat 5"),
        ('{"do": "speed", "speed": "light"}', "there is no speed light"),
        ('{"do": "language", "language": "xx"}', "there is no language xx"),
        ('{"do": "add person", "name": ""}', "a name has 1 to 64 characters"),
    ],
)
async def test_what_cannot_be_done_is_told_and_the_window_stays(window: Window, asked: str, told: str) -> None:
    await window.news("hello")
    await window.send(asked)
    assert (await window.news("notice"))["text"] == told
    await window.ask("hello")
    assert await window.news("hello")


async def test_a_window_that_sends_no_json_is_closed(window: Window) -> None:
    await window.send("{")
    await window.closed()
