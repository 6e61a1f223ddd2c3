"""The buttons below a table: its cards by number, what is done with them, and what may be agreed or dealt. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Phase
from engine.rounds import dealer
from engine.voting import may_vote
from handler import captions
from handler.callback_data import Action
from handler.keyboards import in_rows
from handler.solo_result import is_alone

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.game import Game, PlayerId
    from handler.face import Signer
    from handler.ports import Button, GameKey, Keyboard
    from handler.words import Words


def table_keyboard(
    key: GameKey, game: Game, signer: Signer, words: Words, here: Collection[PlayerId] | None = None
) -> Keyboard:
    """All buttons of a table; none once its game is over. `here` is who is present, where that is known."""

    def button(text: str, action: Action) -> Button:
        return signer.button(text, key, game, action)

    join = button(words("Join"), Action.JOIN)
    if game.phase is Phase.DEALING:
        return ((button(_deal(game, words), Action.DEAL),), (join,))
    if game.phase is not Phase.PLAYING:
        return ()
    rows = _numbers(key, game, signer)
    if may_vote(game):  # also while somebody has called: no number moves from under a finger
        rows.append((button(captions.vote_button(game, words, here), Action.VOTE),))
    alone = is_alone(game.rules)
    if alone:
        rows.append((button(words("No set"), Action.NO_SET),))
    claim, picks = button(words("SET!"), Action.CLAIM), button(words("My picks"), Action.MY_PICKS)
    rows.append((claim, picks) if alone else (claim, join, picks))
    return tuple(rows)


def _numbers(key: GameKey, game: Game, signer: Signer) -> list[tuple[Button, ...]]:
    """Slot numbers three to a row, as the cards lie."""
    slots = [signer.button(str(slot), key, game, Action.PICK, card) for slot, card in enumerate(game.table, start=1)]
    return in_rows(slots, 3)


def _deal(game: Game, words: Words) -> str:
    """Deal, with the name of whose turn it is."""
    named = dealer(game)
    return words("Deal: {name}", name="?" if named is None else captions.who(game, named, words))
