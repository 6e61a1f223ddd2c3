"""Every kind of update that the product meets, as Telegram posts it, through the Lambda's entry.

`tests/data/updates` holds one update a file, in the form of Telegram's documentation; what comes of it is told below,
by the file's name. Ana's app speaks Romanian, Ben's English, a stranger's Polish; the groups' language is English, but
where Ana adds the bot. Data of buttons is signed for a chat and a game, so the files have words in its place: `$PICK`
(slot 7), `$CLAIM` and `$JOIN` of the game in the file's chat, `$PICK_ELSEWHERE` of another chat's.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from engine.game import Phase
from handler.callback_data import Action, ButtonData, button_text
from handler.ports import ChatId, GameKey
from tests.lambda_entry import DATA, TABLE_MESSAGE, entry, function_url_event, game_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.lambda_entry import Entry

ANA, BEN = 7012345678, 7087654321
GROUP, SUPERGROUP, FORUM, MOVED = (
    GameKey(ChatId(chat)) for chat in (-4012345678, -1002123456789, -1002987654321, -1002345678901)
)
TOPIC = GameKey(FORUM.chat, 42)
SCORES = {GROUP: 1, SUPERGROUP: 2, FORUM: 3, TOPIC: 4}
"""Where Ana and Ben are at play, and what Ana has there."""

FILES = sorted((DATA / "updates").glob("*.json"))

LOBBY = "sendMessage: SET: who plays?\n① "
HELLO = "sendMessage: Împart SET, jocul de cărți al ochilor iuți"
WELCOME = "sendMessage: Împart în grupuri jocul de cărți SET"
HOW = "sendPhoto: Trei cărți sunt un set dacă fiecare trăsătură"
HELP = "sendMessage: /newgame deschide o sală de așteptare"
ASK_WHO = "sendMessage: Whoever opens the lobby sits down first"
NOT_KICKED = "sendMessage: Reply with /kick to a message of the player."
KICKED = (
    "sendMessage: Ben was removed from the game.",
    "editMessageMedia: Game over",
    "sendMessage: 🏁 The game is over",
)
PICKED = "toast: 7 ✓ "
FORGED, FORGED_BY_BOT = "toast: Butonul nu este de la această masă", "toast: This button is not from this table"
NO_COMMAND = "why: a message that is no command"
OTHER_KIND = "why: a kind of update that is not for us"
UNREADABLE = "why: the update cannot be read"

EXPECTED: dict[str, tuple[str, ...]] = {
    "private_start": ("typed", WELCOME),
    "private_start_how": ("typed", HOW),
    "private_help": ("typed", HELP),
    "private_rules": ("typed", HOW),
    "private_command_of_a_group": ("typed", "sendPhoto: Pachet 69 · a treia alegere e anunțul"),
    "private_text": ("ignored", NO_COMMAND),
    "private_photo": ("ignored", NO_COMMAND),
    "group_newgame_in_a_new_chat": ("typed", LOBBY + "Ana\n"),
    "group_score": ("typed", "sendMessage: 1. Ana 1\n2. Ben 0"),
    "group_score_to_us": ("typed", "sendMessage: 1. Ana 1\n2. Ben 0"),
    "group_score_to_us_in_other_case": ("typed", "sendMessage: 1. Ana 1\n2. Ben 0"),
    "group_score_to_another_bot": ("ignored", "why: a command for another bot"),
    "group_unknown_command": ("typed",),
    "group_text": ("ignored", NO_COMMAND),
    "group_command_within_a_text": ("ignored", NO_COMMAND),
    "group_start_after_adding": ("typed",),
    "group_command_of_another_bot": ("ignored", "why: a command that no person typed here"),
    "supergroup_cards": ("typed", "sendMessage: 1. "),
    "supergroup_stop_on_two_lines": ("typed", "sendMessage: End the game for all, with its standings?"),
    "supergroup_leave": ("typed", "sendMessage: Ben, leave the game?"),
    "supergroup_with_unknown_fields": ("typed", "sendMessage: 1. Ana 2\n2. Ben 0"),
    "supergroup_kick_by_reply": ("typed", *KICKED),
    "supergroup_kick_by_reply_to_a_channel": ("typed", NOT_KICKED),
    "supergroup_kick_by_reply_to_nobody": ("typed", NOT_KICKED),
    "topic_score": ("typed", "sendMessage: 1. Ana 4\n2. Ben 0"),
    "topic_kick_by_no_reply_but_the_topics_own": ("typed", NOT_KICKED),
    "topic_general_score": ("typed", "sendMessage: 1. Ana 3\n2. Ben 0"),
    "topic_general_reply_with_a_thread_id": ("typed", "sendMessage: 1. Ana 3\n2. Ben 0"),
    "anonymous_admin_newgame_in_a_new_chat": ("typed", ASK_WHO),
    "anonymous_admin_kick_by_reply": ("typed", *KICKED),
    "anonymous_admin_leave": ("typed", "sendMessage: Send /leave under your own name"),
    "channel_identity_kick_by_reply": ("typed", "sendMessage: You are not in this game"),
    "channel_identity_newgame_in_a_new_chat": ("typed", ASK_WHO),
    "linked_channel_post": ("ignored", "why: a command that no person typed here"),
    "name_empty_newgame": ("typed", LOBBY + "Player 0123\n"),
    "name_from_right_to_left_newgame": ("typed", LOBBY + "\u2068\u05de\u05e8\u05d9\u05dd\u2069\n"),
    "name_of_128_emoji_newgame": ("typed", LOBBY + "\U0001f468\u200d\U0001f469"),
    "name_of_markup_newgame": ("typed", LOBBY + "<b>*_[Ana](tg://use…\n"),
    "callback_pick_in_a_group": ("press", PICKED),
    "callback_pick_in_a_supergroup": ("press", PICKED),
    "callback_pick_in_a_topic": ("press", PICKED),
    "callback_pick_under_an_inaccessible_message": ("press", PICKED),
    "callback_claim_in_a_supergroup": ("press", "toast: Pick three cards first, then SET!"),
    "callback_join_of_a_52_bit_id": (
        "press",
        "getChatAdministrators: ",
        "answerCallbackQuery: Grasz jako ③",
        "editMessageMedia: Deck 69",
    ),
    "callback_pick_of_one_not_in_the_game": ("press", "toast: Nie grasz w tej grze: naciśnij „Dołącz”"),
    "callback_pick_by_inline_message": ("forgedpress", FORGED),
    "callback_game": ("forgedpress", FORGED),
    "callback_without_data": ("forgedpress", FORGED),
    "callback_with_data_of_another_chat": ("forgedpress", FORGED),
    "callback_with_noise": ("forgedpress", FORGED),
    "callback_by_a_bot": ("forgedpress", FORGED_BY_BOT),
    "bot_added_to_a_group": ("added", "getChat: ", HELLO),
    "bot_added_to_a_supergroup": ("added", "getChat: ", HELLO),
    "bot_added_back_after_a_kick": ("added", "getChat: ", HELLO),
    "bot_added_as_administrator": ("added", HELLO),
    "bot_added_without_the_right_to_send_photos": ("added", "getChat: ", HELLO),
    "bot_kicked_from_a_supergroup": ("removed",),
    "bot_left_a_group": ("removed",),
    "bot_restricted_and_out": ("removed",),
    "bot_promoted": ("ignored", "why: a change of rights"),
    "bot_muted": ("ignored", "why: a change of rights"),
    "bot_added_to_a_channel": ("ignored", "why: a membership in a channel"),
    "bot_blocked_in_private": ("ignored", "why: a membership in a private"),
    "service_migrate_to_supergroup": ("moved", "sendPhoto: Deck 69"),
    "service_migrate_from_group": ("moved", "sendPhoto: Deck 69"),
    "service_new_members": ("ignored", NO_COMMAND),
    "service_left_member": ("ignored", NO_COMMAND),
    "service_pinned_message": ("ignored", NO_COMMAND),
    "service_pinned_inaccessible_message": ("ignored", NO_COMMAND),
    "service_topic_created": ("ignored", NO_COMMAND),
    "service_auto_delete_timer": ("ignored", NO_COMMAND),
    "edited_message_to_a_command": ("ignored", OTHER_KIND),
    "channel_post": ("ignored", OTHER_KIND),
    "edited_channel_post": ("ignored", OTHER_KIND),
    "command_in_a_direct_messages_chat": ("ignored", "why: a command in a chat where nobody plays"),
    "poll": ("ignored", OTHER_KIND),
    "poll_answer": ("ignored", OTHER_KIND),
    "inline_query": ("ignored", OTHER_KIND),
    "message_reaction": ("ignored", OTHER_KIND),
    "chat_member": ("ignored", OTHER_KIND),
    "business_message": ("ignored", OTHER_KIND),
    "kind_unknown": ("ignored", OTHER_KIND),
    "no_kind_at_all": ("ignored", OTHER_KIND),
    "broken_message_without_date": ("refused", UNREADABLE),
    "broken_message_without_chat": ("refused", UNREADABLE),
    "broken_callback_without_sender": ("refused", UNREADABLE),
    "broken_text_that_is_a_number": ("refused", UNREADABLE),
    "broken_message_that_is_a_list": ("refused", UNREADABLE),
    "broken_without_update_id": ("refused", UNREADABLE),
    "broken_empty_object": ("refused", UNREADABLE),
    "broken_list": ("refused", UNREADABLE),
    "broken_string": ("refused", UNREADABLE),
    "broken_number": ("refused", UNREADABLE),
    "broken_null": ("refused", UNREADABLE),
}

OVER = {
    "supergroup_kick_by_reply": SUPERGROUP,
    "anonymous_admin_kick_by_reply": SUPERGROUP,
    "bot_kicked_from_a_supergroup": SUPERGROUP,
    "bot_restricted_and_out": SUPERGROUP,
    "bot_left_a_group": GROUP,
    "service_migrate_to_supergroup": GROUP,
    "service_migrate_from_group": GROUP,
}
"""Which update ends which game."""


@pytest.fixture
def lambda_entry(tmp_path: Path) -> Iterator[Entry]:
    with entry(tmp_path / "games.sqlite") as made:
        for place, score in SCORES.items():
            made.put(place, game_of(ANA, BEN, score=score))
        yield made


def signed(text: str, made: Entry) -> str:
    """The update with the words for buttons' data replaced by the data."""
    if "$" not in text:
        return text
    message = json.loads(text).get("callback_query", {}).get("message") or {"chat": {"id": SUPERGROUP.chat}}
    key = GameKey(ChatId(message["chat"]["id"]), message.get("message_thread_id", 0))
    game = made.game(key)
    assert game is not None

    def data(action: Action, argument: int = 0, chat: ChatId = key.chat) -> str:
        return button_text(ButtonData(action, game.id, key.topic, game.revision, argument), chat, made.app.KEY)

    words = {
        "$PICK_ELSEWHERE": data(Action.PICK, game.table[6], SUPERGROUP.chat),
        "$PICK": data(Action.PICK, game.table[6]),
        "$CLAIM": data(Action.CLAIM),
        "$JOIN": data(Action.JOIN),
    }
    for word, meant in words.items():
        text = text.replace(f'"{word}"', f'"{meant}"')
    return text


def came_of_it(made: Entry, answer: dict[str, Any], lines: list[dict[str, Any]]) -> list[str]:
    """What an update led to: the log's words, the bot's calls, the answer's."""
    whys = [f"why: {line['why']}" for line in lines if "why" in line]
    calls = [f"{asked.method}: {asked.text}" for asked in made.wire.asked]
    told = json.loads(answer["body"]) if answer["body"] else {}
    assert told.get("method", "answerCallbackQuery") == "answerCallbackQuery"
    return [lines[-1]["kind"], *whys, *calls, *([f"toast: {told['text']}"] if told else [])]


@pytest.mark.failure(22, 23, 32, 41, 42, 43, 45, 49, 51, 61)
@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_update_is_answered_as_it_should_be(file: Path, lambda_entry: Entry) -> None:
    packed = len(file.stem) % 2 == 1  # a Function URL hands bodies over in both ways
    event = function_url_event(signed(file.read_text(), lambda_entry), packed=packed)
    answer, lines = lambda_entry.handle(event)
    assert answer["statusCode"] == 200
    found, wanted = came_of_it(lambda_entry, answer, lines), EXPECTED[file.stem]
    assert len(lines) == 1
    assert len(found) == len(wanted), found
    assert all(one.startswith(other) for one, other in zip(found, wanted, strict=True)), found
    check_calls(lambda_entry, file.stem)
    over = {place for place in SCORES if (game := lambda_entry.game(place)) and game.phase is Phase.FINISHED}
    assert over == ({OVER[file.stem]} if file.stem in OVER else set())


def check_calls(made: Entry, name: str) -> None:
    """All is silent but the end of a game, goes to the topic it came from, and replies to the table."""
    for asked in made.wire.asked:
        if not asked.method.startswith("send"):
            continue
        loud = asked.text.startswith("🏁")
        assert asked.fields["disable_notification"] == (not loud)
        in_topic = name.startswith("topic_") and not name.startswith("topic_general")
        assert asked.fields.get("message_thread_id") == (42 if in_topic else None)
        played = asked.fields["chat_id"] in {place.chat for place in SCORES}
        if played and not loud and not asked.text.startswith("Împart"):
            assert asked.fields["reply_parameters"]["message_id"] == TABLE_MESSAGE


def test_every_file_has_its_line_and_every_line_its_file() -> None:
    assert {file.stem for file in FILES} == set(EXPECTED)
    assert len(FILES) >= 90


@pytest.mark.failure(33)
@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")
def test_a_group_that_says_twice_that_it_moved_moves_once(lambda_entry: Entry) -> None:
    for name in ("service_migrate_from_group", "service_migrate_to_supergroup", "service_migrate_to_supergroup"):
        lambda_entry.post(json.loads((DATA / "updates" / f"{name}.json").read_text()))
    assert lambda_entry.wire.methods == ["sendPhoto"]
    moved = lambda_entry.game(MOVED)
    assert moved is not None
    assert [player.score for player in moved.players] == [1, 0]


def test_where_photos_are_forbidden_the_greeting_warns(lambda_entry: Entry) -> None:
    rights = dict.fromkeys(("can_send_messages", "can_send_photos"), False)
    chat = {"id": SUPERGROUP.chat, "type": "supergroup", "accent_color_id": 0, "max_reaction_count": 11}
    gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
    kinds = {"accepted_gift_types": dict.fromkeys(gifts, False)}
    lambda_entry.wire.told["getChat"].append(chat | kinds | {"permissions": rights})
    lambda_entry.post(json.loads((DATA / "updates" / "bot_added_to_a_supergroup.json").read_text()))
    assert "Pozele sunt interzise aici" in lambda_entry.wire.asked[-1].text
