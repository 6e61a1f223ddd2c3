from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.limits import Limits
from tests.infra.bot_api.stage import buttons, make_town, png, settled

if TYPE_CHECKING:
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio


async def edit(town: Town, what: str, message_id: int, **parameters: Any) -> Any:
    return await town.call(f"editMessage{what}", chat_id=town.group.id, message_id=message_id, **parameters)


async def refused(town: Town, what: str, message_id: int, **parameters: Any) -> str:
    given = {"chat_id": town.group.id, "message_id": message_id} | parameters
    return (await town.refusal(f"editMessage{what}", **given)).removeprefix("Bad Request: ")


async def repaint(town: Town, message_id: int, caption: str, **parameters: Any) -> Any:
    media = {"type": "photo", "media": "attach://new", "caption": caption}
    given = {"chat_id": town.group.id, "message_id": message_id, "media": media} | parameters
    return await town.call("editMessageMedia", {"new": png(colour="blue")}, **given)


async def test_each_kind_of_message_has_its_own_edits(town: Town) -> None:
    text, picture = (await town.send())["message_id"], (await town.picture())["message_id"]
    assert await refused(town, "Text", picture, text="x") == "there is no text in the message to edit"
    assert await refused(town, "Caption", text, caption="x") == "there is no caption in the message to edit"
    assert (await edit(town, "Text", text, text="new"))["text"] == "new"
    assert (await edit(town, "Caption", picture, caption="new"))["caption"] == "new"


async def test_one_edit_replaces_picture_caption_and_keyboard(town: Town) -> None:
    sent = await town.picture()
    town.clock.advance(3)
    edited = await repaint(town, sent["message_id"], "new", reply_markup=buttons("two"))
    assert town.world.photo(edited["photo"][-1]["file_id"]) == png(colour="blue")
    assert (edited["caption"], edited["reply_markup"]) == ("new", buttons("two"))
    assert edited["edit_date"] == edited["date"] + 3


async def test_a_text_may_become_a_picture(town: Town) -> None:
    sent = await town.send()
    edited = await repaint(town, sent["message_id"], "now seen")
    assert "text" not in edited
    assert edited["caption"] == "now seen"


async def test_an_upload_is_new_even_if_it_looks_the_same_but_a_file_id_is_not(town: Town) -> None:
    sent = await town.picture()
    given = {"chat_id": town.group.id, "message_id": sent["message_id"], "reply_markup": buttons("one")}
    media = {"type": "photo", "media": sent["photo"][-1]["file_id"], "caption": "table"}
    assert "message is not modified" in await town.refusal("editMessageMedia", media=media, **given)
    assert await town.call("editMessageMedia", {"new": png()}, media=media | {"media": "attach://new"}, **given)


@pytest.mark.parametrize("media", [{"type": "video", "media": "attach://new"}, {"type": "photo"}, {}])
async def test_only_photos_are_taken(town: Town, media: dict[str, object]) -> None:
    sent = await town.picture()
    assert (await refused(town, "Media", sent["message_id"], media=media)).startswith("can't parse InputMedia")


async def test_a_keyboard_alone_can_be_replaced(town: Town) -> None:
    sent = await town.picture()
    edited = await edit(town, "ReplyMarkup", sent["message_id"], reply_markup=buttons("two"))
    assert (edited["reply_markup"], edited["caption"]) == (buttons("two"), "table")


async def test_people_see_an_edit(town: Town) -> None:
    sent = await town.picture()
    feed = town.world.subscribe(town.ben)
    edited = await edit(town, "Caption", sent["message_id"], caption="new")
    event = await anext(feed)
    assert (event.kind, event.body) == ("edited", edited)


async def test_an_edit_names_its_message(town: Town) -> None:
    told = await town.refusal("editMessageText", chat_id=town.group.id, text="x")
    assert told == "Bad Request: message identifier is not specified"
    assert await town.refusal("editMessageText", inline_message_id="abc", text="x") == "Bad Request: MESSAGE_ID_INVALID"


async def test_a_message_deleted_during_its_upload_is_not_edited() -> None:
    town = make_town(Limits(upload_seconds=2.0))
    sent = await town.send()
    editing = asyncio.ensure_future(repaint(town, sent["message_id"], "late"))
    await settled()
    town.world.delete_message(town.ana, town.group.id, sent["message_id"])
    town.clock.advance(2)
    with pytest.raises(ApiError, match="message was deleted"):
        await editing


async def test_a_cancelled_edit_spends_nothing_and_leaves_nothing_behind() -> None:
    town = make_town(Limits(upload_seconds=2.0))
    sent = await town.send()
    older = asyncio.ensure_future(repaint(town, sent["message_id"], "older"))
    await settled()
    newer = asyncio.ensure_future(repaint(town, sent["message_id"], "newer"))
    await settled()
    with pytest.raises(ApiError, match="canceled by new edit message request"):
        await older
    town.clock.advance(2)
    assert (await newer)["caption"] == "newer"
    assert len(town.group.spent) == 2
    assert town.world.media_edits == {}


async def test_of_three_edits_at_once_only_the_last_lands() -> None:
    town = make_town(Limits(upload_seconds=2.0))
    sent = await town.send()
    edits = [asyncio.ensure_future(repaint(town, sent["message_id"], str(number))) for number in range(3)]
    await settled()
    town.clock.advance(2)
    results = await asyncio.gather(*edits, return_exceptions=True)
    assert [isinstance(result, ApiError) for result in results] == [True, True, False]


async def test_edits_of_different_messages_do_not_cancel_each_other() -> None:
    town = make_town(Limits(upload_seconds=2.0))
    sent = [await town.send() for _ in range(2)]
    edits = [asyncio.ensure_future(repaint(town, message["message_id"], "new")) for message in sent]
    await settled()
    town.clock.advance(2)
    assert [(await edit)["caption"] for edit in edits] == ["new", "new"]


async def test_a_client_that_is_stopped_stops_its_edit() -> None:
    town = make_town(Limits(upload_seconds=2.0))
    sent = await town.send()
    editing = asyncio.ensure_future(repaint(town, sent["message_id"], "never"))
    await settled()
    editing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await editing
    assert town.world.media_edits == {}


async def test_edits_of_one_chat_land_in_the_order_they_came(town: Town) -> None:
    sent = await town.picture()
    for _ in range(19):
        await town.send()
    town.clock.advance(56)
    edits = [asyncio.ensure_future(edit(town, "Caption", sent["message_id"], caption=str(number))) for number in (1, 2)]
    feed = town.world.subscribe(town.ben)
    await settled()
    town.clock.advance(4)
    await asyncio.gather(*edits)
    assert [(await anext(feed)).body["caption"] for _ in edits] == ["1", "2"]


async def test_a_refused_edit_that_reached_telegram_spends_the_budget_too(town: Town) -> None:
    sent = await town.picture()
    spent = len(town.group.spent)
    await refused(town, "Caption", sent["message_id"], caption="table", reply_markup=buttons("one"))
    assert len(town.group.spent) == spent + 1
    await refused(town, "Caption", 9999, caption="x")
    assert len(town.group.spent) == spent + 1


async def test_an_edit_whose_message_went_while_it_waited_finds_nothing(town: Town) -> None:
    sent = await town.picture()
    for _ in range(19):
        await town.send()
    town.clock.advance(55)
    told = asyncio.ensure_future(refused(town, "Caption", sent["message_id"], caption="x"))
    await settled()
    town.world.delete_message(town.ana, town.group.id, sent["message_id"])
    town.clock.advance(5)
    assert await told == "message to edit not found"


async def test_the_bot_deletes_its_own_messages_for_two_days(town: Town) -> None:
    first, second = (await town.send())["message_id"], (await town.send())["message_id"]
    assert await town.call("deleteMessage", chat_id=town.group.id, message_id=first)
    told = await town.refusal("deleteMessage", chat_id=town.group.id, message_id=first)
    assert told == "Bad Request: message to delete not found"
    town.clock.advance(48 * 3600 + 1)
    told = await town.refusal("deleteMessage", chat_id=town.group.id, message_id=second)
    assert told == "Bad Request: message can't be deleted"


async def test_the_bot_deletes_others_messages_only_as_an_admin_who_may(town: Town) -> None:
    said = town.world.say(town.ana, town.group.id, "hello").id
    told = await town.refusal("deleteMessage", chat_id=town.group.id, message_id=said)
    assert told == "Bad Request: message can't be deleted"
    town.world.promote(town.world.bot, town.group.id)
    member = town.group.member(town.world.bot)
    town.world.place(town.group, replace(member, may_delete=False), town.ana.id)
    assert await town.refusal("deleteMessage", chat_id=town.group.id, message_id=said)
    town.world.place(town.group, member, town.ana.id)
    assert await town.call("deleteMessage", chat_id=town.group.id, message_id=said)
