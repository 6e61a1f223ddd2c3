from __future__ import annotations

from typing import Any

import pytest

from engine.game import Game, GameId, Phase, PlayerId
from engine.players import player_of
from engine.rounds import dealer
from engine.rules import CALL, DeckKind, Rounds
from engine.value import replace
from handler.callback_data import Action, parse_button
from handler.face import Signer, face_of
from handler.ports import Button, ChatId, GameKey
from handler.words import ENGLISH
from infra.local.bot_api import World
from infra.local.bot_api.chat import Chat
from infra.local.bot_api.message import Message
from infra.local.playground.shown import Shown, latest, picked_slots, shown_in
from tests.builders import lobby, played_until, started

KEY = b"key"
CHAT = ChatId(-1001)


def message_of(game: Game, number: int = 5, key: bytes = KEY, menu: str = "") -> Message:
    face = face_of(GameKey(CHAT), game, Signer(key, "setgram_bot"), ENGLISH, in_words=False, menu=menu)
    rows = [[_button(button) for button in row] for row in face.keyboard]
    return Message(number, CHAT, 1, 0, face.text, keyboard=rows)


def _button(button: Button) -> dict[str, Any]:
    return {"text": button.text} | ({"callback_data": button.data} if button.data else {"url": button.url})


def shown(game: Game) -> Shown:
    found = shown_in(message_of(game), KEY)
    assert found is not None
    return found


def test_the_buttons_of_a_table_tell_its_cards() -> None:
    game = started()
    assert shown(game).cards == game.table
    assert shown(game).game == game.id
    assert shown(game).is_table
    assert not shown(game).is_lobby
    assert set(shown(game).taps) == set(game.table)
    assert {Action.CLAIM, Action.JOIN, Action.MY_PICKS} <= set(shown(game).buttons)


def test_a_lobby_is_told_by_its_start_button() -> None:
    assert lobby().phase is Phase.LOBBY
    assert shown(lobby()).is_lobby
    assert not shown(lobby()).is_table
    assert shown(lobby()).cards == ()


def test_an_open_page_of_the_menu_leads_back_by_its_last_button() -> None:
    found = shown_in(message_of(lobby(), menu="choices"), KEY)
    assert found is not None
    assert (found.is_menu, found.is_lobby, found.is_table) == (True, False, False)
    data = parse_button(found.buttons[Action.MENU], CHAT, KEY)
    assert data is not None
    assert data.argument == 0
    assert not shown(lobby()).is_menu


def test_between_two_rounds_the_button_names_the_dealer() -> None:
    match = started(rules=replace(CALL, rounds=Rounds.MATCH, deck=DeckKind.EASY))
    game = played_until(lambda game: game.phase is Phase.DEALING, match)
    named = player_of(game, dealer(game) or PlayerId(0))
    assert shown(game).is_deal
    assert not shown(game).is_table
    assert named is not None
    assert named.name in shown(game).dealer


def test_other_messages_show_no_game() -> None:
    assert shown_in(Message(1, CHAT, 1, 0, "hello"), KEY) is None
    rows = [[{"text": "New", "callback_data": "1nnone.0.0.0.AAAAAAAA"}]]
    assert shown_in(Message(1, CHAT, 1, 0, "", keyboard=rows), KEY) is None


def test_a_keyboard_of_another_bot_shows_no_game() -> None:
    assert shown_in(message_of(started(), key=b"other"), KEY) is None


def test_the_latest_game_counts() -> None:
    world = World()
    chat = Chat(CHAT, "supergroup")
    world.state.chats[CHAT] = chat
    assert latest(chat, KEY) is None
    chat.messages = {5: message_of(lobby(), 5), 6: message_of(started(), 6), 7: Message(7, CHAT, 1, 0, "hi")}
    found = latest(chat, KEY)
    assert found is not None
    assert (found.message, found.game) == (6, GameId(started().id))


@pytest.mark.parametrize(
    ("toast", "slots"),
    [
        ("7 ✓ 2 red striped ovals · 3 7 _", (3, 7)),
        ("7 ✗ 2 red striped ovals · _ _ _", ()),
        ("Three are picked: 3 7 12. Press SET!", (3, 7, 12)),
        ("You are not in this game: press Join", None),
    ],
)
def test_picks_are_read_from_toasts(toast: str, slots: tuple[int, ...] | None) -> None:
    assert picked_slots(toast) == slots
