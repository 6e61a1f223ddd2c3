"""What the group's message shows: a pure function of the stored game."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from engine.game import Finish, Phase
from engine.players import player_of
from engine.value import Value
from handler import captions, lobby_face
from handler.callback_data import Action, ButtonData, button_text
from handler.ports import Button, Keyboard
from handler.table_keyboard import table_keyboard
from render.table_image import Picture, Taken

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.game import Game, PlayerId
    from handler.ports import GameKey
    from handler.words import Words

LOBBY, PHOTO, WORDS = "lobby", "photo", "words"
"""Kinds of message: a lobby's text, a table's picture, a table in words where pictures are forbidden."""


SIGNS = {
    Action.JOIN: "\N{HEAVY PLUS SIGN}",
    Action.LEAVE: "\N{HEAVY MINUS SIGN}",
    Action.START: "▶️",
    Action.MY_PICKS: "👀",
    Action.VOTE: "🚫",
    Action.NO_SET: "🚫",
    Action.DEAL: "🃏",
    Action.AGAIN: "🔁",
}
"""What stands before the words of buttons that people of several languages share."""


class Face(Value):
    """All that is on a message: `picture` only where its kind is PHOTO."""

    kind: str
    text: str
    keyboard: Keyboard
    picture: Picture | None = None

    def fingerprint(self) -> str:
        """A short text that differs where anything on the message does."""
        return _digest(f"{self.kind}\n{self.text}\n{self.keyboard}\n{self.picture_print()}")

    def picture_print(self) -> str:
        """A short text that differs where the picture does."""
        if self.picture is None:
            return ""
        fresh = sorted(self.picture.fresh)
        return _digest(f"{self.picture.cards} {self.picture.look} {fresh} {self.picture.taken}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Signer(Value):
    """Makes buttons that carry what they ask, signed for one bot; `username` is where How to play leads."""

    key: bytes
    username: str

    def button(self, text: str, key: GameKey, game: Game, action: Action, argument: int = 0) -> Button:
        """A button about a game, at its present revision."""
        data = ButtonData(action, game.id, key.topic, game.revision, argument)
        sign = f"{SIGNS[action]} " if action in SIGNS else ""
        return Button(f"{sign}{text}", button_text(data, key.chat, self.key))

    def private_link(self, payload: str) -> str:
        """The address of the private chat with the bot, opened with a word of ours."""
        return f"https://t.me/{self.username}?start={payload}"

    def group_link(self, payload: str) -> str:
        """The address that adds the bot to a group of the reader's choice."""
        return f"https://t.me/{self.username}?startgroup={payload}"


def face_of(
    key: GameKey,
    game: Game,
    signer: Signer,
    words: Words,
    *,
    in_words: bool = False,
    listed: bool = False,
    menu: str = "",
    here: Collection[PlayerId] | None = None,
) -> Face:
    """The message of a game; `in_words` where the chat forbids pictures, `listed` where it wants cards told as well.

    `menu` is the page of choices that is open under a lobby. `here` is who is present, where that is known.
    """
    if game.phase is Phase.LOBBY or game.finish is Finish.LOBBY_CLOSED or (not game.table and not game.taken):
        return Face(LOBBY, lobby_face.text(game, words), lobby_face.keyboard(key, game, menu, signer, words))
    keyboard = table_keyboard(key, game, signer, words, here)
    caption = captions.table(game, words)
    if in_words:
        return Face(WORDS, f"{caption}\n\n{captions.cards(game, words)}", keyboard)
    if listed and game.table:
        caption = f"{caption}\n\n{captions.cards(game, words)}"
    return Face(PHOTO, caption, keyboard, picture_of(game))


def picture_of(game: Game) -> Picture:
    """The picture of a game's table, with the last set below it."""
    taken = None
    if game.taken:
        last = game.taken[-1]
        taker = player_of(game, last.player)
        taken = Taken(taker.seat, last.cards) if taker else None
    if not game.table:  # every card was taken: the last set is what there is to show
        return Picture(game.taken[-1].cards, game.look, frozenset())
    return Picture(game.table, game.look, frozenset(game.fresh), taken)
