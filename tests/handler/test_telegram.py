"""The Bot API over a real python-telegram-bot `Bot`: what goes out on the wire, and what its refusals become."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import pytest
from telegram import error as refusals

from engine.game import PlayerId
from handler import errors
from handler.ports import Admins, Button, ChatId, GameKey
from handler.telegram import BotTelegram, new_bot
from tests.wire import TOKEN, Refused, Wire

if TYPE_CHECKING:
    from handler.ports import Keyboard

PLACE, TOPIC = GameKey(ChatId(-1001)), GameKey(ChatId(-1001), 42)
KEYS: Keyboard = ((Button("1", "1c"), Button("2", "2c")), (Button("How to play", url="https://t.me/setgram_bot"),))

Call = Callable[[BotTelegram], Awaitable[object]]

CALLS: dict[str, Call] = {
    "answerCallbackQuery": lambda telegram: telegram.answer("q1", "7 ✓", alert=True),
    "sendPhoto": lambda telegram: telegram.send_photo(PLACE, b"picture", "Deck 69", KEYS),
    "sendMessage": lambda telegram: telegram.send_text(PLACE, "hello", KEYS),
    "editMessageMedia": lambda telegram: telegram.edit_photo(PLACE, 501, b"picture", "Deck 69", KEYS),
    "editMessageCaption": lambda telegram: telegram.edit_caption(PLACE, 501, "Deck 69", KEYS),
    "editMessageText": lambda telegram: telegram.edit_text(PLACE, 501, "hello", KEYS),
    "deleteMessage": lambda telegram: telegram.delete(PLACE, 501),
    "getChatAdministrators": lambda telegram: telegram.admins(PLACE.chat),
    "getChat": lambda telegram: telegram.photos_allowed(PLACE.chat),
}
EDITS = ("editMessageMedia", "editMessageCaption", "editMessageText")
SENDS = ("sendPhoto", "sendMessage")


def done(wire: Wire, call: Call | str) -> object:
    """Make a call on a wire; what it returns."""
    make = CALLS[call] if isinstance(call, str) else call

    async def making() -> object:
        return await make(wire.telegram())

    return asyncio.run(making())


def labels(markup: dict[str, list[list[dict[str, str]]]]) -> list[list[str]]:
    return [[button["text"] for button in row] for row in markup["inline_keyboard"]]


@pytest.mark.parametrize("method", CALLS)
def test_every_call_is_one_request(method: str) -> None:
    wire = Wire()
    done(wire, method)
    assert wire.methods == [method]


@pytest.mark.failure(27)
def test_an_answer_is_the_pressers_alone_and_may_be_an_alert() -> None:
    wire = Wire()
    done(wire, "answerCallbackQuery")
    assert wire.asked[0].fields == {"callback_query_id": "q1", "text": "7 ✓", "show_alert": True}


@pytest.mark.failure(51, 55, 63)
@pytest.mark.parametrize("method", SENDS)
def test_a_post_is_silent_returns_its_id_and_has_its_buttons(method: str) -> None:
    wire = Wire()
    assert done(wire, method) == 601
    fields = wire.asked[0].fields
    assert fields["disable_notification"] is True
    assert labels(fields["reply_markup"]) == [["1", "2"], ["How to play"]]
    assert "message_thread_id" not in fields


@pytest.mark.parametrize("method", [*SENDS, *EDITS])
def test_no_text_is_read_as_markup_whatever_names_are_in_it(method: str) -> None:
    wire = Wire()
    done(wire, method)
    assert wire.asked[0].text
    assert "parse_mode" not in json.dumps(wire.asked[0].fields)


def test_a_loud_text_notifies_and_a_reply_need_not_find_its_message() -> None:
    wire = Wire()
    done(wire, lambda telegram: telegram.send_text(TOPIC, "over", reply_to=501, loud=True))
    fields = wire.asked[0].fields
    assert fields["disable_notification"] is False
    assert fields["reply_parameters"] == {"message_id": 501, "allow_sending_without_reply": True}
    assert fields["message_thread_id"] == 42
    assert "reply_markup" not in fields


@pytest.mark.failure(12, 13)
def test_pictures_travel_as_files() -> None:
    for method in ("sendPhoto", "editMessageMedia"):
        wire = Wire()
        done(wire, method)
        assert wire.asked[0].files == (b"picture",)
        assert wire.asked[0].text == "Deck 69"


@pytest.mark.failure(7)
@pytest.mark.parametrize("method", EDITS)
def test_an_edit_carries_the_whole_keyboard_since_leaving_it_out_takes_it_away(method: str) -> None:
    wire = Wire()
    done(wire, method)
    assert labels(wire.asked[0].fields["reply_markup"]) == [["1", "2"], ["How to play"]]
    bare = Wire()
    done(bare, lambda telegram: telegram.edit_caption(PLACE, 501, "Game over", ()))
    assert "reply_markup" not in bare.asked[0].fields


MODIFIED = "Bad Request: message is not modified: specified new message content and reply markup are exactly the same"
OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"

REFUSALS: list[tuple[Refused | Exception, type[errors.TelegramError] | None]] = [
    (Refused(400, MODIFIED), None),
    (Refused(400, OLD), None),
    (Refused(400, "Bad Request: message to delete not found"), None),
    (Refused(400, "Bad Request: message can't be deleted for everyone"), None),
    (Refused(400, "Bad Request: canceled by new edit message request"), None),
    (Refused(400, "Bad Request: message to edit not found"), errors.MessageGone),
    (Refused(400, "Bad Request: MESSAGE_ID_INVALID"), errors.MessageGone),
    (Refused(400, "Bad Request: message can't be edited"), errors.MessageGone),
    (Refused(400, "Bad Request: there is no caption in the message to edit"), errors.MessageGone),
    (Refused(400, "Bad Request: there is no text in the message to edit"), errors.MessageGone),
    (Refused(400, "Bad Request: message media can't be edited"), errors.MessageGone),
    (Refused(400, "Bad Request: Message was deleted"), errors.MessageGone),
    (Refused(400, "Bad Request: not enough rights to send photos to the chat"), errors.PhotosForbidden),
    (Refused(400, "Bad Request: CHAT_SEND_PHOTOS_FORBIDDEN"), errors.PhotosForbidden),
    (Refused(400, "Bad Request: not enough rights to send text messages to the chat"), errors.Banned),
    (Refused(400, "Bad Request: have no rights to send a message"), errors.Banned),
    (Refused(400, "Bad Request: CHAT_WRITE_FORBIDDEN"), errors.Banned),
    (Refused(400, "Bad Request: chat not found"), errors.Banned),
    (Refused(400, "Bad Request: CHAT_RESTRICTED"), errors.Banned),
    (Refused(400, "Bad Request: TOPIC_CLOSED"), errors.Banned),
    (Refused(400, "Bad Request: group is deactivated"), errors.Banned),
    (Refused(403, "Forbidden: bot was kicked from the supergroup chat"), errors.Banned),
    (Refused(403, "Forbidden: bot is not a member of the supergroup chat"), errors.Banned),
    (Refused(403, "Forbidden: bot was blocked by the user"), errors.Banned),
    (Refused(400, "Bad Request: PHOTO_INVALID_DIMENSIONS"), errors.PhotosForbidden),
    (Refused(400, "Bad Request: IMAGE_PROCESS_FAILED"), errors.PhotosForbidden),
    (Refused(400, "Bad Request: PHOTO_EXT_INVALID"), errors.PhotosForbidden),
    (Refused(400, "Bad Request: BUTTON_DATA_INVALID"), errors.Refused),
    (Refused(401, "Unauthorized"), errors.Refused),
    (Refused(404, "Not Found"), errors.Refused),
    (Refused(409, "Conflict: terminated by other getUpdates request"), errors.Refused),
    (refusals.TimedOut(), errors.Unknown),
    (refusals.TelegramError("Invalid server response"), errors.Unknown),
]


@pytest.mark.failure(1, 3, 4, 5, 11, 14, 17, 31, 37, 39, 47, 56, 57)
@pytest.mark.parametrize(("refusal", "becomes"), REFUSALS, ids=lambda one: getattr(one, "description", None))
@pytest.mark.parametrize("method", EDITS)
def test_what_telegram_refuses_becomes_an_error_of_ours_or_nothing(
    method: str, refusal: Refused | Exception, becomes: type[errors.TelegramError] | None
) -> None:
    wire = Wire()
    wire.told[method] = [refusal]
    if becomes is None:
        assert done(wire, method) is None
    else:
        with pytest.raises(errors.TelegramError) as raised:
            done(wire, method)
        assert type(raised.value) is becomes
        assert TOKEN not in str(raised.value)
    assert len(wire.asked) == 1


@pytest.mark.parametrize("method", [*SENDS, "deleteMessage", "getChat", "getChatAdministrators", "answerCallbackQuery"])
def test_the_same_holds_for_all_other_calls(method: str) -> None:
    wire = Wire()
    wire.told[method] = [Refused(403, "Forbidden: bot was kicked from the group chat")]
    with pytest.raises(errors.Banned, match="kicked"):
        done(wire, method)


@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")
@pytest.mark.parametrize("as_timedelta", ["0", "1"])
def test_a_flood_tells_how_long_to_wait(as_timedelta: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", as_timedelta)  # the library reads it, and will one day act as if it were 1
    wire = Wire()
    wire.told["editMessageCaption"] = [Refused(429, "Too Many Requests: retry after 37", {"retry_after": 37})]
    with pytest.raises(errors.Flood) as raised:
        done(wire, "editMessageCaption")
    assert raised.value.retry_after == 37


def test_a_group_that_became_a_supergroup_tells_which() -> None:
    wire = Wire()
    upgraded = "Bad Request: group chat was upgraded to a supergroup chat"
    wire.told["sendMessage"] = [Refused(400, upgraded, {"migrate_to_chat_id": -1002345678901})]
    with pytest.raises(errors.Moved) as raised:
        done(wire, "sendMessage")
    assert raised.value.chat == -1002345678901


BROKEN = refusals.NetworkError("httpx.ReadError: ")


@pytest.mark.failure(58)
@pytest.mark.parametrize("method", ["answerCallbackQuery", *EDITS])
def test_where_the_connection_broke_what_is_harmless_is_tried_once_more(method: str) -> None:
    wire = Wire()
    wire.told[method] = [BROKEN]
    assert done(wire, method) is None
    assert wire.methods == [method] * 2
    wire.told[method] = [BROKEN, Refused(502, "Bad Gateway")]
    with pytest.raises(errors.Unknown):
        done(wire, method)


@pytest.mark.failure(58)
@pytest.mark.parametrize("method", SENDS)
def test_a_post_is_never_tried_again_since_it_may_have_landed(method: str) -> None:
    wire = Wire()
    wire.told[method] = [BROKEN]
    with pytest.raises(errors.Unknown):
        done(wire, method)
    assert wire.methods == [method]


@pytest.mark.failure(38)
def test_a_topic_that_is_gone_is_left_for_the_chat_itself() -> None:
    wire = Wire()
    wire.told["sendPhoto"] = [Refused(400, "Bad Request: message thread not found")]
    assert done(wire, lambda telegram: telegram.send_photo(TOPIC, b"picture", "Deck 69", KEYS)) == 601
    assert [asked.fields.get("message_thread_id") for asked in wire.asked] == [42, None]


def test_without_a_topic_there_is_no_second_try_and_another_refusal_stays_one() -> None:
    for place, why in ((PLACE, "message thread not found"), (TOPIC, "BUTTON_DATA_INVALID")):
        wire = Wire()
        wire.told["sendMessage"] = [Refused(400, f"Bad Request: {why}")]
        with pytest.raises(errors.Refused):
            done(wire, lambda telegram, place=place: telegram.send_text(place, "hello"))  # type: ignore[misc]
        assert len(wire.asked) == 1


def test_a_post_that_is_refused_like_an_edit_is_a_refusal() -> None:
    wire = Wire()
    wire.told["sendMessage"] = [Refused(400, MODIFIED)]
    with pytest.raises(errors.Refused, match="as if it were an old one"):
        done(wire, "sendMessage")


def test_admins_are_ids_and_some_hide_their_names() -> None:
    wire = Wire()
    rights = dict.fromkeys(("is_anonymous",), False)
    owner = {"status": "creator", "user": {"id": 7, "is_bot": False, "first_name": "Ana"}, **rights}
    masked = owner | {"user": {"id": 8, "is_bot": False, "first_name": "Ben"}, "is_anonymous": True}
    wire.told["getChatAdministrators"] = [[owner, masked], []]
    assert done(wire, "getChatAdministrators") == Admins((PlayerId(7), PlayerId(8)), (PlayerId(8),))
    assert done(wire, "getChatAdministrators") == Admins()


@pytest.mark.parametrize(("photos", "allowed"), [(True, True), (False, False), (None, True)])
def test_photos_are_allowed_unless_the_chat_says_no(photos: bool | None, allowed: bool) -> None:
    wire = Wire()
    gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
    chat = {"id": -1001, "type": "supergroup", "accent_color_id": 0, "max_reaction_count": 11}
    permissions = {} if photos is None else {"permissions": {"can_send_photos": photos}}
    wire.told["getChat"] = [chat | {"accepted_gift_types": dict.fromkeys(gifts, False)} | permissions]
    assert done(wire, "getChat") is allowed


def test_a_new_bot_asks_telegram_nothing_and_goes_where_it_is_sent() -> None:
    async def made() -> str:
        bot = new_bot(TOKEN, "http://127.0.0.1:8081")
        await bot.request.shutdown()
        return bot.base_url

    assert asyncio.run(made()) == f"http://127.0.0.1:8081/bot{TOKEN}"
