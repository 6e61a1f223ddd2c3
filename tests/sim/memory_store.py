"""A store in memory that keeps the port's contract, for worlds that live a tenth of a second."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from engine.game import Millis
from engine.value import replace
from handler.chat_list import ChatList
from handler.choices import ChatSettings, Preferences
from handler.errors import Conflict
from handler.ports import Budget, Loaded, Notes, Picks, Version, View
from handler.store.item import expiry
from handler.store.items import BUDGET_KEPT, PICKS_KEPT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.game import Game, GameId, PlayerId, Revision
    from handler.ports import ChatId, GameKey, Stored, Tap


@dataclass
class Kept:
    """A versioned item and when it expires."""

    item: object
    version: Version
    until: Millis | None = None


class MemoryStore:
    """Every method is one step that nobody comes between."""

    def __init__(self, clock: Callable[[], Millis]) -> None:
        self._clock = clock
        self.games: dict[GameKey, tuple[Stored, Millis | None]] = {}
        self.views: dict[GameKey, View] = {}
        self.picks: dict[tuple[GameKey, GameId, PlayerId], tuple[Picks, Millis]] = {}
        self.versioned: dict[tuple[str, int], Kept] = {}
        self.preferences: dict[PlayerId, Preferences] = {}
        self.last_games: dict[GameKey, tuple[Game, Millis]] = {}
        self.seats: dict[tuple[PlayerId, GameKey], str] = {}
        self._marks = count()

    async def load(self, key: GameKey, player: PlayerId | None = None, game: GameId | None = None) -> Loaded:
        known = player is not None and game is not None
        picks = self._picks(key, game, player) if known and game is not None and player is not None else Picks()
        settings = self._get("settings", key.chat, ChatSettings())
        preferences = self.preferences.get(player, Preferences()) if player is not None else Preferences()
        return Loaded(self._game(key), self.views.get(key, View()), picks, settings, preferences)

    def _game(self, key: GameKey) -> Stored | None:
        stored, until = self.games.get(key, (None, None))
        return None if self._over(until) else stored

    async def save(self, key: GameKey, stored: Stored, expected: Version, *, expires: Millis | None = None) -> None:
        there = self._game(key)
        if (there.version if there else 0) != expected:
            raise Conflict(f"the game at {key} is not at {expected}")
        self.games[key] = (stored, expires)

    def _picks(self, key: GameKey, game: GameId, player: PlayerId) -> Picks:
        picks, until = self.picks.get((key, game, player), (Picks(), Millis(0)))
        return Picks() if self._over(until) else picks

    def _keep(self, key: GameKey, game: GameId, player: PlayerId, picks: Picks) -> Picks:
        self.picks[key, game, player] = picks, Millis(self._clock() + PICKS_KEPT)
        return picks

    async def add_tap(self, key: GameKey, game: GameId, player: PlayerId, tap: Tap) -> Picks:
        old = self._picks(key, game, player)
        return self._keep(key, game, player, replace(old, taps=(*old.taps, tap), last_tap=_later(old.last_tap, tap.at)))

    async def note_picks(
        self,
        key: GameKey,
        game: GameId,
        player: PlayerId,
        at: Millis,
        *,
        seen: tuple[Revision, Millis] | None = None,
        shown: tuple[int, Millis] | None = None,
        cleared_at: Millis | None = None,
    ) -> None:
        old = self._picks(key, game, player)
        new = replace(
            old,
            last_tap=_later(old.last_tap, at),
            noted_at=_later(old.noted_at, at),
            seen=seen or old.seen,
            shown=shown or old.shown,
            cleared_at=old.cleared_at if cleared_at is None else cleared_at,
        )
        self._keep(key, game, player, new)

    async def compact_picks(
        self, key: GameKey, game: GameId, player: PlayerId, taps: tuple[Tap, ...], count: int
    ) -> None:
        old = self._picks(key, game, player)
        if count and len(old.taps) == count:
            self._keep(key, game, player, replace(old, taps=taps))

    async def last_taps(self, key: GameKey, game: GameId) -> Mapping[PlayerId, Millis]:
        players = [player for place, played, player in self.picks if (place, played) == (key, game)]
        found = {player: self._picks(key, game, player).last_tap for player in players}
        return {player: at for player, at in found.items() if at is not None}

    async def take_lease(self, key: GameKey, owner: str, now: Millis, until: Millis) -> View | None:
        view = self.views.get(key, View())
        if view.owner not in (None, owner) and view.lease_until > now:
            return None
        self.views[key] = replace(view, owner=owner, lease_until=until)
        if view.owner not in (None, owner):
            return replace(self.views[key], look="", picture="")
        return self.views[key]

    async def put_view(self, key: GameKey, view: View, owner: str) -> bool:
        if self.views.get(key, View()).owner != owner:
            return False
        self.views[key] = view
        return True

    def _get(self, name: str, chat: int, empty: object) -> object:
        kept = self.versioned.get((name, chat))
        return kept.item if kept is not None and not self._over(kept.until) else empty

    def _over(self, until: Millis | None) -> bool:
        return until is not None and expiry(until) <= self._clock() // 1000

    def _put(self, name: str, chat: int, kept: Kept, expected: Version) -> None:
        there = self.versioned.get((name, chat))
        if (there.version if there is not None and not self._over(there.until) else 0) != expected:
            raise Conflict(f"{name} of {chat}: not at {expected}")
        self.versioned[name, chat] = kept

    async def load_budget(self, chat: ChatId) -> Budget:
        return self._get("budget", chat, Budget())

    async def save_budget(self, chat: ChatId, budget: Budget, expected: Version) -> None:
        self._put("budget", chat, Kept(budget, budget.version, Millis(self._clock() + BUDGET_KEPT)), expected)

    async def load_notes(self, chat: ChatId) -> Notes:
        return self._get("notes", chat, Notes())

    async def save_notes(self, chat: ChatId, notes: Notes, expected: Version) -> None:
        self._put("notes", chat, Kept(notes, notes.version), expected)

    async def save_settings(self, chat: ChatId, settings: ChatSettings, expected: Version) -> None:
        self._put("settings", chat, Kept(settings, settings.version), expected)

    async def save_preferences(self, person: PlayerId, preferences: Preferences) -> None:
        self.preferences[person] = preferences

    async def load_chat_list(self) -> ChatList:
        return self._get("chats", 0, ChatList())

    async def save_chat_list(self, chats: ChatList, expected: Version) -> None:
        self._put("chats", 0, Kept(chats, chats.version), expected)

    async def save_last_game(self, key: GameKey, game: Game, until: Millis) -> None:
        self.last_games[key] = game, until

    async def load_last_game(self, key: GameKey) -> Game | None:
        game, until = self.last_games.get(key, (None, None))
        return None if self._over(until) else game

    async def note_seat(self, person: PlayerId, key: GameKey, until: Millis) -> None:
        del until
        self.seats[person, key] = str(next(self._marks))

    async def seats_of(self, person: PlayerId) -> Mapping[GameKey, str]:
        return {key: mark for (who, key), mark in self.seats.items() if who == person}

    async def drop_seat(self, person: PlayerId, key: GameKey, mark: str) -> None:
        if self.seats.get((person, key)) == mark:
            del self.seats[person, key]

    async def erase_person(self, person: PlayerId) -> None:
        self.preferences.pop(person, None)
        for name in ("settings", "notes", "budget"):
            self.versioned.pop((name, person), None)

    async def erase_place(self, key: GameKey) -> None:
        for kept in (self.games, self.views, self.last_games):
            kept.pop(key, None)
        self.picks = {name: picks for name, picks in self.picks.items() if name[0] != key}

    async def erase_picks(self, key: GameKey, person: PlayerId) -> None:
        self.picks = {name: picks for name, picks in self.picks.items() if (name[0], name[2]) != (key, person)}


def _later(old: Millis | None, new: Millis) -> Millis:
    return new if old is None else max(old, new)
