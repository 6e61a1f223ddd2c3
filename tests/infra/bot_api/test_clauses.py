"""What a faithful Bot API must do, clause by clause, as a real bot over HTTP meets it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from starlette.responses import Response
from telegram import InputMediaPhoto, Update
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter

from tests.infra.bot_api.stage import keyboard, method_reply, png, settled, until

if TYPE_CHECKING:
    from tests.infra.bot_api.stage import Delivered, Stage

pytestmark = pytest.mark.anyio

TOO_OLD = "query is too old and response timeout expired or query id is invalid"


async def test_callbacks_of_one_person_come_in_order_and_those_of_others_at_the_same_time(stage: Stage) -> None:
    gate = asyncio.Event()

    async def slow_for_ana(delivered: Delivered) -> Response:
        if delivered.raw["callback_query"]["from"]["id"] == stage.ana.id:
            await gate.wait()
        return Response()

    table = await stage.table()
    await stage.warm()
    stage.hook.answer = slow_for_ana
    for data in ("first", "second"):
        stage.world.press(stage.ana, stage.group.id, table.message_id, data)
    stage.world.press(stage.ben, stage.group.id, table.message_id, "third")
    await stage.delivered(2)
    await settled()
    assert [delivered.raw["callback_query"]["data"] for delivered in stage.hook.seen] == ["first", "third"]
    gate.set()
    assert (await stage.delivered(3))[2].raw["callback_query"]["data"] == "second"


async def test_messages_of_one_chat_come_in_order_and_those_of_others_at_the_same_time(stage: Stage) -> None:
    gate = asyncio.Event()
    other = stage.world.make_group("Others", [stage.ben])
    await stage.warm()

    async def slow_for_friends(delivered: Delivered) -> Response:
        if delivered.raw["message"]["chat"]["id"] == stage.group.id:
            await gate.wait()
        return Response()

    stage.hook.answer = slow_for_friends
    stage.world.say(stage.ana, stage.group.id, "/one")
    stage.world.say(stage.ana, stage.group.id, "/two")
    stage.world.say(stage.ben, other.id, "/three")
    await stage.delivered(2)
    await settled()
    assert stage.hook.texts == ["/one", "/three"]
    gate.set()
    await stage.delivered(3)
    assert stage.hook.texts == ["/one", "/three", "/two"]


async def test_membership_has_its_own_queue_and_may_overtake_messages(stage: Stage) -> None:
    gate = asyncio.Event()
    await stage.warm()

    async def slow_for_messages(delivered: Delivered) -> Response:
        if delivered.update.message:
            await gate.wait()
        return Response()

    stage.hook.answer = slow_for_messages
    stage.world.say(stage.ana, stage.group.id, "/stop")
    stage.world.kick_bot(stage.group.id)
    await stage.delivered(2)
    assert stage.hook.seen[1].update.my_chat_member is not None
    gate.set()


async def test_a_failed_update_comes_again_at_0_0_2_6_14_30_62_and_126_seconds(stage: Stage) -> None:
    table = await stage.table()
    await stage.listen(drop_pending_updates=True)
    stage.hook.answer = lambda _: Response(status_code=500)
    press = stage.world.press(stage.ana, stage.group.id, table.message_id, 0)
    for count, pause in enumerate((2, 4, 8, 16, 32, 64), start=2):
        await stage.failed(count)
        stage.clock.advance(pause - 0.5)
        await settled()
        assert len(stage.hook.seen) == count
        stage.clock.advance(0.5)
        await stage.delivered(count + 1)
    await until(lambda: not stage.world.state.outbox.pending)
    assert [delivered.at for delivered in stage.hook.seen] == [0, 0, 2, 6, 14, 30, 62, 126]
    assert {delivered.raw["callback_query"]["id"] for delivered in stage.hook.seen} == {press.query}
    assert len({delivered.update.update_id for delivered in stage.hook.seen}) == 1


async def test_a_callback_is_dropped_after_150_seconds_and_frees_the_persons_next(stage: Stage) -> None:
    table = await stage.table()
    await stage.listen(drop_pending_updates=True)
    stage.hook.answer = lambda delivered: Response(
        status_code=500 if delivered.raw["callback_query"]["data"] == "first" else 200
    )
    stage.world.press(stage.ana, stage.group.id, table.message_id, "first")
    await stage.failed(2)
    stage.world.press(stage.ana, stage.group.id, table.message_id, "second")
    assert (await stage.bot.get_webhook_info()).pending_update_count == 2
    stage.clock.advance(149)  # fails a third time, and a fourth would come too late
    await until(lambda: not stage.world.state.outbox.pending)
    assert [delivered.raw["callback_query"]["data"] for delivered in stage.hook.seen] == [*["first"] * 3, "second"]


async def test_a_retry_after_header_moves_the_redelivery(stage: Stage) -> None:
    table = await stage.table()
    await stage.listen(drop_pending_updates=True)
    stage.hook.answer = lambda _: Response(status_code=503, headers={"Retry-After": "5"})
    stage.world.press(stage.ana, stage.group.id, table.message_id, 0)
    await stage.failed(1)
    stage.clock.advance(4.5)
    await settled()
    assert len(stage.hook.seen) == 1
    stage.clock.advance(0.5)
    assert (await stage.delivered(2))[1].at == 5


async def test_an_update_carries_the_secret_header(stage: Stage) -> None:
    secret = "".join(("s3cret", "_-"))
    await stage.listen(secret_token=secret)
    assert (await stage.delivered(1))[0].headers["x-telegram-bot-api-secret-token"] == secret


async def test_a_method_in_the_webhooks_answer_is_carried_out(stage: Stage) -> None:
    table = await stage.table()
    await stage.listen(drop_pending_updates=True)
    stage.hook.answer = lambda delivered: method_reply(
        "answerCallbackQuery", callback_query_id=delivered.raw["callback_query"]["id"], text="7 ✓", show_alert=True
    )
    answer = await stage.world.press(stage.ana, stage.group.id, table.message_id, 0)
    assert answer is not None
    assert (answer.text, answer.alert) == ("7 ✓", True)


async def test_a_failing_method_in_the_webhooks_answer_is_nobodys_business(stage: Stage) -> None:
    await stage.listen(drop_pending_updates=True)
    stage.hook.answer = lambda _: method_reply("sendMessage", chat_id=-1, text="lost")
    stage.world.say(stage.ana, stage.group.id, "/a")
    stage.world.say(stage.ana, stage.group.id, "/b")
    await stage.delivered(2)
    info = await stage.bot.get_webhook_info()
    assert (info.pending_update_count, info.last_error_message) == (0, None)


@pytest.mark.parametrize("method", ["setWebhook", "deleteWebhook", "close", "logOut", "getMe"])
async def test_getters_and_webhook_methods_are_forbidden_in_the_webhooks_answer(stage: Stage, method: str) -> None:
    await stage.listen(drop_pending_updates=True)
    stage.hook.answer = lambda _: method_reply(method, url="http://127.0.0.1:1/elsewhere")
    stage.world.say(stage.ana, stage.group.id, "/a")
    await stage.delivered(1)
    await settled()
    assert (await stage.bot.get_webhook_info()).url == f"{stage.url}/hook"


async def test_an_edit_to_the_same_is_refused_as_message_is_not_modified(stage: Stage) -> None:
    table = await stage.table()
    with pytest.raises(BadRequest, match="Message is not modified: specified new message content and reply markup are"):
        await table.edit_caption("table", reply_markup=keyboard("one"))


async def test_an_edit_of_a_deleted_message_is_refused_as_message_to_edit_not_found(stage: Stage) -> None:
    table = await stage.table()
    await stage.listen(drop_pending_updates=True)
    stage.world.delete_message(stage.ana, stage.group.id, table.message_id)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await table.edit_caption("new")
    await settled()
    assert stage.hook.seen == []  # no update tells of deletions


@pytest.mark.parametrize("method", ["caption", "media", "reply_markup"])
async def test_an_edit_without_reply_markup_takes_the_keyboard_away(stage: Stage, method: str) -> None:
    table = await stage.table()
    edits = {
        "caption": lambda: table.edit_caption("new"),
        "media": lambda: table.edit_media(InputMediaPhoto(png(colour="blue"))),
        "reply_markup": table.edit_reply_markup,
    }
    edited = await edits[method]()
    assert table.reply_markup is not None
    assert edited.reply_markup is None


async def test_a_text_edit_without_reply_markup_takes_the_keyboard_away(stage: Stage) -> None:
    lobby = await stage.bot.send_message(stage.group.id, "lobby", reply_markup=keyboard("join"))
    assert (await lobby.edit_text("lobby 2")).reply_markup is None


async def test_a_media_edit_is_cancelled_by_a_newer_one(stage: Stage) -> None:
    table = await stage.table()
    for _ in range(19):
        await stage.bot.send_message(stage.group.id, "filler")
    stage.clock.advance(55)  # the next edit has to wait five seconds inside the call
    older = asyncio.ensure_future(table.edit_media(InputMediaPhoto(png(colour="green"), caption="older")))
    await until(lambda: (stage.group.id, table.message_id) in stage.world.media_edits)
    newer = asyncio.ensure_future(table.edit_media(InputMediaPhoto(png(colour="blue"), caption="newer")))
    with pytest.raises(BadRequest, match="Canceled by new edit message request"):
        await older
    stage.clock.advance(5)
    assert (await newer).caption == "newer"
    assert stage.group.messages[table.message_id].text == "newer"


async def test_a_query_is_too_old_after_15_seconds(stage: Stage) -> None:
    table = await stage.table()
    press = stage.world.press(stage.ana, stage.group.id, table.message_id, 0)
    late = stage.world.press(stage.ana, stage.group.id, table.message_id, 0)
    waiting = asyncio.ensure_future(_answer(late))
    stage.clock.advance(15)
    await stage.bot.answer_callback_query(press.query, "in time")
    stage.clock.advance(0.1)
    with pytest.raises(BadRequest, match=f"(?i){TOO_OLD}"):
        await stage.bot.answer_callback_query(late.query, "late")
    assert await waiting is None


async def _answer(press: object) -> object:
    return await press  # type: ignore[misc]


async def test_a_query_is_too_old_on_the_second_answer(stage: Stage) -> None:
    table = await stage.table()
    press = stage.world.press(stage.ana, stage.group.id, table.message_id, 0)
    await stage.bot.answer_callback_query(press.query, "first")
    with pytest.raises(BadRequest, match=f"(?i){TOO_OLD}"):
        await stage.bot.answer_callback_query(press.query, "second")
    answer = await press
    assert answer is not None
    assert answer.text == "first"


async def test_an_answer_has_at_most_200_characters(stage: Stage) -> None:
    table = await stage.table()
    press = stage.world.press(stage.ana, stage.group.id, table.message_id, 0)
    with pytest.raises(BadRequest, match=r"(?i)^message_too_long$"):
        await stage.bot.answer_callback_query(press.query, "x" * 201)
    assert await stage.bot.answer_callback_query(press.query, "x" * 200)


async def test_a_caption_has_at_most_1024_characters(stage: Stage) -> None:
    with pytest.raises(BadRequest, match="Message caption is too long"):
        await stage.bot.send_photo(stage.group.id, png(), "x" * 1025)
    table = await stage.bot.send_photo(stage.group.id, png(), "x" * 1024)
    with pytest.raises(BadRequest, match="Message caption is too long"):
        await table.edit_media(InputMediaPhoto(png(), "y" * 1025))


async def test_a_text_has_at_most_4096_characters(stage: Stage) -> None:
    with pytest.raises(BadRequest, match="Message is too long"):
        await stage.bot.send_message(stage.group.id, "x" * 4097)
    lobby = await stage.bot.send_message(stage.group.id, "x" * 4096)
    with pytest.raises(BadRequest, match=r"(?i)^message_too_long$"):
        await lobby.edit_text("y" * 4097)


@pytest.mark.parametrize("data", ["x" * 65, "ł" * 33])
async def test_callback_data_has_at_most_64_bytes(stage: Stage, data: str) -> None:
    with pytest.raises(BadRequest, match=r"(?i)^button_data_invalid$"):
        await stage.table(data=data)
    assert await stage.table(data="ł" * 32)


async def test_a_keyboard_has_at_most_100_buttons(stage: Stage) -> None:
    rows = [keyboard(*"abcdefgh").inline_keyboard[0] for _ in range(12)] + [keyboard(*"abcd").inline_keyboard[0]]
    full = keyboard("a").__class__(rows)
    assert await stage.bot.send_message(stage.group.id, "full", reply_markup=full)
    with pytest.raises(BadRequest, match="Reply markup is too long"):
        await stage.bot.send_message(stage.group.id, "more", reply_markup=full.__class__([*rows, rows[-1][:1]]))


async def test_a_row_has_at_most_8_buttons(stage: Stage) -> None:
    assert await stage.bot.send_message(stage.group.id, "full", reply_markup=keyboard(*"abcdefgh"))
    with pytest.raises(BadRequest, match="Reply markup is too long"):
        await stage.bot.send_message(stage.group.id, "more", reply_markup=keyboard(*"abcdefghi"))


@pytest.mark.filterwarnings("ignore:.*retry_after.*")  # the library announces another type of its own
async def test_a_group_takes_20_sends_and_edits_a_minute_then_429_with_retry_after(stage: Stage) -> None:
    table = await stage.table()
    for number in range(9):
        await stage.bot.send_message(stage.group.id, "send")
        await table.edit_caption(f"edit {number}")
    await stage.bot.send_message(stage.group.id, "the twentieth")
    stage.clock.advance(51)
    with pytest.raises(RetryAfter) as refused:
        await table.edit_caption("the twenty-first")
    assert refused.value.retry_after == 9
    stage.clock.advance(9)
    assert await table.edit_caption("now")


async def test_a_wait_of_up_to_8_seconds_is_hidden_inside_the_call(stage: Stage) -> None:
    for _ in range(20):
        await stage.bot.send_message(stage.group.id, "send")
    stage.clock.advance(52)
    waiting = asyncio.ensure_future(stage.bot.send_message(stage.group.id, "waits"))
    await settled()
    assert not waiting.done()
    stage.clock.advance(8)
    assert (await waiting).text == "waits"


@pytest.mark.filterwarnings("ignore:.*retry_after.*")  # the library announces another type of its own
async def test_all_topics_of_a_group_share_its_budget_and_private_chats_have_none(stage: Stage) -> None:
    forum = stage.world.make_group("Forum", [stage.ana], topics=["one", "two"])
    private = stage.world.open_private(stage.ana)
    for number in range(20):
        await stage.bot.send_message(forum.id, "send", message_thread_id=list(forum.topics)[number % 2])
    with pytest.raises(RetryAfter):
        await stage.bot.send_message(forum.id, "send")
    for _ in range(25):
        await stage.bot.send_message(private.id, "free")


async def test_answers_to_callbacks_have_no_budget(stage: Stage) -> None:
    table = await stage.table()
    for _ in range(60):
        press = stage.world.press(stage.ana, stage.group.id, table.message_id, 0)
        assert await stage.bot.answer_callback_query(press.query)


async def test_a_group_becomes_a_supergroup(stage: Stage) -> None:
    table = await stage.table()
    await stage.listen(drop_pending_updates=True)
    new = stage.world.migrate(stage.group.id)
    with pytest.raises(ChatMigrated) as refused:
        await table.edit_caption("new")
    assert refused.value.new_chat_id == new.id
    with pytest.raises(BadRequest, match=r"Message (to edit not found|can't be edited)"):
        await stage.bot.edit_message_caption(new.id, table.message_id, caption="new")
    assert await stage.bot.send_message(new.id, "here")
    messages = {seen.update.message.chat.id: seen.update.message for seen in await stage.delivered(2)}
    assert messages[stage.group.id].migrate_to_chat_id == new.id
    assert messages[new.id].migrate_from_chat_id == stage.group.id


@pytest.mark.parametrize(("wide", "kind"), [(False, "group"), (True, "supergroup")])
async def test_a_kicked_bot_reaches_nothing_and_is_told(stage: Stage, wide: bool, kind: str) -> None:
    chat = stage.world.make_group("There", [stage.ana], supergroup=wide)
    table = await stage.table(chat)
    await stage.listen(drop_pending_updates=True, allowed_updates=["my_chat_member"])
    stage.world.kick_bot(chat.id)
    for call in (table.edit_caption("new"), stage.table(chat), stage.bot.get_chat(chat.id)):
        with pytest.raises(Forbidden, match=f"bot was kicked from the {kind} chat"):
            await call
    change = (await stage.delivered(1))[0].update.my_chat_member
    assert (change.old_chat_member.status, change.new_chat_member.status) == ("member", "kicked")


async def test_where_photos_are_forbidden_texts_still_go(stage: Stage) -> None:
    stage.world.forbid_photos(stage.group.id)
    with pytest.raises(BadRequest, match="Not enough rights to send photos to the chat"):
        await stage.table()
    text = await stage.bot.send_message(stage.group.id, "a table of words")
    with pytest.raises(BadRequest, match="Not enough rights to send photos to the chat"):
        await text.edit_media(InputMediaPhoto(png()))
    assert (await stage.bot.get_chat(stage.group.id)).permissions.can_send_photos is False
    stage.world.promote(stage.world.bot, stage.group.id)
    assert await stage.table()


async def test_a_muted_bot_can_only_answer_presses(stage: Stage) -> None:
    table = await stage.table()
    stage.world.mute(stage.group.id)
    with pytest.raises(BadRequest, match="Not enough rights to send text messages to the chat"):
        await stage.bot.send_message(stage.group.id, "hello")
    with pytest.raises(BadRequest, match=r"(?i)^chat_write_forbidden$"):
        await table.edit_caption("new")
    press = stage.world.press(stage.ana, stage.group.id, table.message_id, 0)
    assert await stage.bot.answer_callback_query(press.query, "unmute me", show_alert=True)


async def test_a_forum_has_topics_that_may_be_missing_closed_or_deleted(stage: Stage) -> None:
    forum = stage.world.make_group("Forum", [stage.ana], topics=["games"])
    topic = next(iter(forum.topics))
    sent = await stage.bot.send_message(forum.id, "here", message_thread_id=topic)
    assert (sent.message_thread_id, sent.is_topic_message) == (topic, True)
    general = await stage.bot.send_message(forum.id, "there")
    assert (general.message_thread_id, general.is_topic_message) == (None, None)
    for wrong in (1, 999):
        with pytest.raises(BadRequest, match="Message thread not found"):
            await stage.bot.send_message(forum.id, "where", message_thread_id=wrong)
    stage.world.close_topic(forum.id, topic)
    with pytest.raises(BadRequest, match=r"(?i)^topic_closed$"):
        await stage.bot.send_message(forum.id, "closed", message_thread_id=topic)
    stage.world.delete_topic(forum.id, topic)
    with pytest.raises(BadRequest, match="Message thread not found"):
        await stage.bot.send_message(forum.id, "gone", message_thread_id=topic)


async def test_a_press_on_a_deleted_message_shows_a_message_of_date_0(stage: Stage) -> None:
    table = await stage.table()
    await stage.listen(drop_pending_updates=True)
    stage.world.delete_message(stage.ana, stage.group.id, table.message_id)
    stage.world.press(stage.ben, stage.group.id, table.message_id, "one")
    delivered = (await stage.delivered(1))[0]
    shown = delivered.raw["callback_query"]["message"]
    assert {name: shown[name] for name in ("message_id", "date")} == {"message_id": table.message_id, "date": 0}
    assert set(shown) == {"message_id", "date", "chat"}
    assert delivered.update.callback_query.message.is_accessible is False


async def test_a_first_name_may_be_empty(stage: Stage) -> None:
    table = await stage.table()
    await stage.listen(drop_pending_updates=True)
    nobody = stage.world.add_person("")
    stage.world.join(nobody, stage.group.id)
    stage.world.press(nobody, stage.group.id, table.message_id, 0)
    delivered = next(seen for seen in await stage.delivered(2) if seen.update.callback_query)
    assert delivered.raw["callback_query"]["from"] == {"id": nobody.id, "is_bot": False, "first_name": ""}


async def test_an_anonymous_admin_writes_as_the_group_but_presses_as_the_real_person(stage: Stage) -> None:
    table = await stage.table()
    await stage.listen(drop_pending_updates=True)
    stage.world.promote(stage.ben.id, stage.group.id, anonymous=True, title="boss")
    stage.world.say(stage.ben, stage.group.id, "/stop")
    stage.world.press(stage.ben, stage.group.id, table.message_id, 0)
    updates = [seen.update for seen in await stage.delivered(2)]
    message = next(update.message for update in updates if update.message)
    query = next(update.callback_query for update in updates if update.callback_query)
    assert (message.from_user.id, message.from_user.username) == (1087968824, "GroupAnonymousBot")
    assert (message.sender_chat.id, message.author_signature) == (stage.group.id, "boss")
    assert query.from_user.id == stage.ben.id


async def test_every_update_parses_as_the_library_expects(stage: Stage) -> None:
    table = await stage.table()
    stage.world.press(stage.ana, stage.group.id, table.message_id, 0)
    stage.world.say(stage.ana, stage.group.id, "/help@setgram_bot me")
    updates = await stage.bot.get_updates()
    assert len(updates) == 4
    for update in updates:
        assert not update.api_kwargs
        assert Update.de_json(update.to_dict(), None) == update
