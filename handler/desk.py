"""What every hand at the table needs: the ports, and the ways to show, answer and wake."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from engine.clock import GAME_ENDS_AFTER, LOBBY_CLOSES_AFTER, PAUSE_AFTER
from engine.control import runs_out_at
from engine.game import Millis, Phase
from engine.laying import has_room
from engine.lockouts import freed_from
from engine.moment import NO_TAPS
from engine.rules import Extension, Lockout, Vote
from engine.value import Value, field
from engine.voting import agreed_from
from handler.crowds import Crowds
from handler.errors import HandlerError
from handler.gate import Gate
from handler.languages import language_for
from handler.replies import heard

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from engine.card import Card
    from engine.game import Game, GameId
    from engine.rules import DeckKind
    from handler.answers import Answers
    from handler.face import Signer
    from handler.intents import Person
    from handler.ports import GameKey, Loaded, Store, Stored, Telegram, Timers
    from handler.replies import Toast
    from handler.view import Shower
    from handler.words import Words


END_SHOWN_AFTER = 35_000
"""Milliseconds after which an end is shown, or whoever was to show it has died and holds the message no longer."""


class Desk(Value):
    """The service's tools, made once per process. `shuffle` and `new_id` are where chance comes in.

    `words_of` has the words of each language: see `words_for` and `words_here`.
    """

    store: Store
    telegram: Telegram
    timers: Timers
    shower: Shower
    answers: Answers
    signer: Signer
    words_of: Callable[[str], Words]
    clock: Callable[[], Millis]
    shuffle: Callable[[DeckKind], tuple[Card, ...]]
    new_id: Callable[[], GameId]
    report: Callable[[str], None]
    crowds: Crowds = field(default_factory=Crowds)
    gate: Gate = field(default_factory=Gate)

    def words_for(self, person: Person, loaded: Loaded | None = None) -> Words:
        """The words for one person alone: toasts, alerts, private answers. `loaded` was read with that person."""
        own = loaded.preferences.language if loaded else None
        group = loaded.settings.language if loaded else None
        return self.words_of(language_for(own, person.language, group))

    def words_here(self, loaded: Loaded) -> Words:
        """The words for all in a chat: its table, and answers to commands."""
        return self.words_of(language_for(None, None, loaded.settings.language))

    async def publish(
        self,
        key: GameKey,
        loaded: Loaded,
        query: str | None = None,
        toast: Toast | None = None,
        *,
        pressed: int | None = None,
    ) -> None:
        """After a save: the toast leaves at once, beside the edit and the timer that watches the new state.

        `loaded` has in it what was saved, and was read with whom the toast is for. `pressed` is the message that may
        be the game's, where nobody knows which that is.
        """
        calls: list[Awaitable[object]] = [self.quietly(self.shower.show(key, loaded, pressed=pressed))]
        if loaded.stored is not None:
            calls.append(self.quietly(self.arm(key, loaded.stored)))
        if query is not None and toast is not None:
            calls.insert(0, self.tell(query, toast, loaded))
        await asyncio.gather(*calls)

    async def tell(self, query: str, toast: Toast, loaded: Loaded) -> None:
        """Answer a press by a call of its own, as its presser wants to be told."""
        told = heard(toast, loaded.preferences)
        await self.quietly(self.telegram.answer(query, told.text, alert=told.alert))

    async def arm(self, key: GameKey, stored: Stored) -> None:
        """Ask for a wake when the game's next clock runs out."""
        now = self.clock()
        due = next_wake(stored.game, now)
        if due is not None:
            await self.timers.wake(key, stored.version, due, now)

    async def quietly(self, call: Awaitable[object]) -> None:
        """What comes after a save must not undo its telling: a failure is reported, and repaired by the next tap."""
        try:
            await call
        except HandlerError as failure:
            self.report(f"{type(failure).__name__}: {failure}")


def next_wake(game: Game, now: Millis) -> Millis | None:
    """When somebody should look at a game again by itself; None where only a tap changes anything."""
    if game.phase is Phase.LOBBY:
        return _ahead(game.active_at + LOBBY_CLOSES_AFTER, now, LOBBY_CLOSES_AFTER)
    if game.phase is Phase.FINISHED:  # what has no buttons gets no tap: one look whether the end is shown and told
        return Millis(now + END_SHOWN_AFTER)
    if game.paused_at is not None:
        return _ahead(game.active_at + GAME_ENDS_AFTER, now, PAUSE_AFTER)
    clocks = [_ahead(game.active_at + PAUSE_AFTER, now, PAUSE_AFTER)]
    if game.control is not None:
        clocks.append(runs_out_at(game.control, game.rules))
    if game.deadline is not None and (_brings_cards(game) or _deadline_shows(game)):
        clocks.append(game.deadline)
    for presence in (agreed_from(game, NO_TAPS), freed_from(game, NO_TAPS)):
        if presence is not None:
            clocks.append(_ahead(presence, now, game.rules.away_seconds * 1_000))
    return min(clocks)


def is_overdue(game: Game, now: Millis) -> bool:
    """Whether a clock has run out that nobody has settled, and the table looks or plays otherwise by that.

    Who has gone away is what the game knows of: taps on cards, unknown to it, may have put off what hangs on that.
    """
    if game.phase is not Phase.PLAYING or game.paused_at is not None:
        return False
    if game.control is not None:
        return now >= runs_out_at(game.control, game.rules)
    clocks = [agreed_from(game, NO_TAPS), freed_from(game, NO_TAPS), game.deadline if _brings_cards(game) else None]
    return any(at is not None and now >= at for at in clocks)


def _brings_cards(game: Game) -> bool:
    """Whether the table's time, once it has passed, lays three more cards."""
    return game.rules.extension is Extension.BY_VOTE_OR_DEADLINE and has_room(game)


def _deadline_shows(game: Game) -> bool:
    """Whether somebody is freed by the table's time, or may agree to the end from then on."""
    frees = game.rules.lockout is Lockout.UNTIL_SET_OR_DEADLINE and any(player.locked for player in game.players)
    return frees or (game.rules.vote is Vote.END_AFTER_DEADLINE and not game.deck and not game.stalled)


def _ahead(due: int, now: Millis, again: int) -> Millis:
    """An instant to come. What should have happened by now did not: taps on cards, unknown to the game, put it off."""
    return Millis(due if due > now else now + again)
