"""Taps of those who do not play, when they come in crowds: answered from what was read a moment ago."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from engine.events import Rejected
from engine.picking import may_pick
from engine.reasons import Reason
from handler import replies

if TYPE_CHECKING:
    from engine.game import GameId, Millis
    from handler.intents import Press
    from handler.ports import GameKey, Loaded, Stored
    from handler.replies import Toast
    from handler.words import Words

FRESH_MS = 2_000
"""How long a read is believed: who joined since then by way of another process is told wrongly for so long at most."""

CROWD = 3
"""So many refused taps within `CROWD_MS` are a crowd; below it every tap is judged on a read of its own."""

CROWD_MS = 20_000
"""Long, since a flood is spread over all processes, and each sees but its part of it."""

PLACES = 200
"""How many places are remembered at once."""


class _Place:
    """A game as it was read at an instant, and when the last taps on it were refused."""

    def __init__(self, game: GameId, loaded: Loaded, read_at: Millis) -> None:
        self.game = game
        self.loaded = loaded
        self.read_at = read_at
        self.refused: deque[Millis] = deque(maxlen=CROWD)


class Crowds:
    """What one process remembers of the games that outsiders tap on. Losing it loses nothing."""

    def __init__(self) -> None:
        self._places: dict[GameKey, _Place] = {}

    def turned_away(self, press: Press, loaded: Loaded, now: Millis) -> None:
        """A tap was refused on what was read just now, since its presser does not play."""
        there = self._places.get(press.key)
        if there is None or there.game != press.data.game:
            if len(self._places) >= PLACES:
                self._places.clear()
            there = self._places[press.key] = _Place(press.data.game, loaded, now)
        there.loaded, there.read_at = loaded, now
        there.refused.append(now)

    def saw(self, key: GameKey, loaded: Loaded, now: Millis) -> None:
        """A game that outsiders tap on was read for somebody else: that read serves them as well."""
        there = self._places.get(key)
        if there is not None and loaded.stored is not None and loaded.stored.game.id == there.game:
            there.loaded, there.read_at = loaded, now

    def known(self, press: Press, now: Millis) -> Loaded | None:
        """What was read a moment ago, where there is a crowd and by that read this presser does not play either."""
        there = self._places.get(press.key)
        if there is None or there.game != press.data.game or there.loaded.stored is None:
            return None
        crowded = len(there.refused) == CROWD and now - there.refused[0] <= CROWD_MS
        if not crowded or now - there.read_at > FRESH_MS:
            return None
        if may_pick(there.loaded.stored.game, press.person.id, now) is not Reason.NOT_IN_GAME:
            return None
        there.refused.append(now)
        return there.loaded

    def forget(self, key: GameKey) -> None:
        """Somebody did more than tap a card at this place: who plays there may have changed."""
        self._places.pop(key, None)


def in_vain(press: Press, stored: Stored, reason: Reason, now: Millis, words: Words) -> Toast:
    """Why a press on a card does not count."""
    rejected = Rejected(press.person.id, reason)
    return replies.refused(stored.game, rejected, press.data.revision, now, words)
