"""What a player sees in a message: the buttons of a lobby or a table, and from them the cards that lie there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.card import Card
from handler.callback_data import Action, parse_button
from handler.ports import ChatId

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import GameId
    from infra.local.bot_api.chat import Chat
    from infra.local.bot_api.message import Message

_PLACES = re.compile(r"(\d+|_) (\d+|_) (\d+|_)")


@dataclass(frozen=True, slots=True)
class Shown:
    """A message of a game with buttons.

    `cards` lie on the table by slot, none in a lobby; `taps` is the data of each card's button, `buttons` that of the
    others by what they do. `dealer` is what stands on the button that deals.
    """

    message: int
    game: GameId
    cards: tuple[Card, ...] = ()
    taps: Mapping[Card, str] = field(default_factory=dict)
    buttons: Mapping[Action, str] = field(default_factory=dict)
    dealer: str = ""

    @property
    def is_table(self) -> bool:
        """Whether cards are claimed here."""
        return Action.CLAIM in self.buttons

    @property
    def is_deal(self) -> bool:
        """Whether the next round waits here for its dealer."""
        return Action.DEAL in self.buttons

    @property
    def is_menu(self) -> bool:
        """Whether a page of the lobby's menu is open here; its last button leads back."""
        return Action.MENU in self.buttons and not self.is_lobby

    @property
    def is_lobby(self) -> bool:
        """Whether a game may be started here."""
        return Action.START in self.buttons


def shown_in(message: Message, key: bytes) -> Shown | None:
    """The lobby or table in a message, or None; `key` is the one that signs buttons."""
    texts: dict[str, str] = {
        button["callback_data"]: button["text"]
        for row in message.keyboard or ()
        for button in row
        if "callback_data" in button
    }
    parsed = [(text, data) for text in texts if (data := parse_button(text, ChatId(message.chat), key)) is not None]
    if not parsed:
        return None
    taps = {Card(data.argument): text for text, data in parsed if data.action is Action.PICK}
    buttons: dict[Action, str] = {data.action: text for text, data in parsed if data.action is not Action.PICK}
    dealer = texts.get(buttons.get(Action.DEAL, ""), "")
    shown = Shown(message.id, parsed[0][1].game, tuple(taps), taps, buttons, dealer)
    return shown if shown.is_table or shown.is_lobby or shown.is_deal or shown.is_menu else None


def latest(chat: Chat, key: bytes) -> Shown | None:
    """The last game that a chat shows: its lobby, a page of that one's menu, its table, or its wait for a deal."""
    messages = reversed(chat.messages.values())
    return next((shown for message in messages if (shown := shown_in(message, key)) is not None), None)


def picked_slots(toast: str) -> tuple[int, ...] | None:
    """The slots that a toast says are picked, or None where it does not say: `7 ✓ 2 red striped ovals · 3 7 _`."""
    found = _PLACES.search(toast)
    if found is None:
        return None
    return tuple(int(place) for place in found.groups() if place != "_")
