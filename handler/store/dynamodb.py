"""The store on AWS: one DynamoDB table."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from engine.game import Millis
from handler.chat_list import ChatList
from handler.errors import Conflict
from handler.ports import Budget, Notes, Picks, Version, View
from handler.store import items
from handler.store.chosen import (
    BOT,
    CHATS,
    PREFERENCES,
    SETTINGS,
    chat_list_item,
    chat_list_of,
    preferences_item,
    settings_item,
)
from handler.store.item import FORM, expiry, gone
from handler.store.table import Refused, Table, put_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mypy_boto3_dynamodb import DynamoDBClient

    from engine.game import Game, GameId, PlayerId, Revision
    from handler.choices import ChatSettings, Preferences
    from handler.ports import ChatId, GameKey, Loaded, Stored, Tap
    from handler.store.item import Item

APPEND = (
    "SET taps = list_append(if_not_exists(taps, :none), :taps), form = if_not_exists(form, :form), "
    "last_tap = :last_tap, expires = :expires"
)

NONE_THERE = "attribute_not_exists(version) OR expires <= :second"
"""Nothing is stored there, or what is still there has expired."""

SAME_VERSION = "version = :expected AND (attribute_not_exists(expires) OR expires > :second)"
"""What is stored there is what the writer has read."""

NEWEST = (
    "(attribute_not_exists(expires) OR expires > :second) AND (attribute_not_exists(last_tap) OR last_tap <= :last_tap)"
)
"""No expired item is in the way of picks, and nothing newer is known of their player."""

ANY = "attribute_exists(pk) OR attribute_not_exists(pk)"
"""Whatever is stored there gives way."""

EXPIRED = "expires <= :second"

THERE = "pk = :pk"

SAME_MARK = "body = :mark"
"""Nobody has noted it again since."""

SAME_COUNT = "attribute_exists(taps) AND expires > :second AND size(taps) = :count"
"""No tap has come since the taps were read."""

LEASE_FREE = "attribute_not_exists(holder) OR held_until <= :now OR holder = :holder"
"""Nobody may edit the message at that time, or the asker already may: then this is a second try."""

LEASE_HELD = "holder = :by"
"""The writer may still edit the message."""


class DynamoStore:
    """Keeps the contract of `handler.ports.Store` in one table, for any number of Lambdas.

    Every write is one UpdateItem. Conditional ones leave a mark of their own in the item: a call that was cut off may
    have landed, and is then refused when the SDK tries it again; the mark tells that from somebody else's write.
    """

    def __init__(self, client: DynamoDBClient, table_name: str, clock: Callable[[], Millis] = items.wall_clock) -> None:
        self._table = Table(client, table_name)
        self._clock = clock

    async def load(self, key: GameKey, player: PlayerId | None = None, game: GameId | None = None) -> Loaded:
        return items.loaded_of(await self._table.read(items.read_names(key, player, game)), self._clock())

    async def save(self, key: GameKey, stored: Stored, expected: Version, *, expires: Millis | None = None) -> None:
        await self._put(items.place(key), items.GAME, items.game_item(stored, expires), expected)

    async def add_tap(self, key: GameKey, game: GameId, player: PlayerId, tap: Tap) -> Picks:
        values: Item = {"none": [], "taps": [items.tap_text(tap)], **self._kept_picks(tap.at)}
        return items.picks_of(await self._touch(key, items.picks_name(game, player), APPEND, values))

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
        noted: Item = {
            "noted_at": at,
            "seen": seen and items.pair_text(seen),
            "shown": shown and items.pair_text(shown),
            "cleared_at": cleared_at,
        }
        given = {**{name: value for name, value in noted.items() if value is not None}, **self._kept_picks(at)}
        await self._touch(key, items.picks_name(game, player), put_text(given, kept="form"), given)

    async def compact_picks(
        self, key: GameKey, game: GameId, player: PlayerId, taps: tuple[Tap, ...], count: int
    ) -> None:
        values: Item = {"taps": [items.tap_text(tap) for tap in taps], "count": count, "second": self._second()}
        try:
            await self._table.update(
                items.place(key), items.picks_name(game, player), "SET taps = :taps", SAME_COUNT, values
            )
        except Refused:
            return

    async def last_taps(self, key: GameKey, game: GameId) -> Mapping[PlayerId, Millis]:
        found = await self._table.query(items.place(key), items.picks_name(game), "sk, last_tap, expires")
        return items.last_taps_of(found, self._clock())

    async def take_lease(self, key: GameKey, owner: str, now: Millis, until: Millis) -> View | None:
        held: Item = {"form": FORM, "holder": owner, "held_until": until}
        try:
            item = await self._table.update(
                items.place(key),
                items.VIEW,
                put_text(held, kept="form"),
                LEASE_FREE,
                {**held, "now": now},
                answer="ALL_OLD",
            )
        except Refused:
            return None
        return items.leased(item, owner, until)

    async def put_view(self, key: GameKey, view: View, owner: str) -> bool:
        item: Item = {**items.view_item(view), "mark": _mark()}
        try:
            await self._table.update(items.place(key), items.VIEW, put_text(item), LEASE_HELD, {**item, "by": owner})
        except Refused as refused:
            return refused.there.get("mark") == item["mark"]
        return True

    async def load_budget(self, chat: ChatId) -> Budget:
        item = await self._read_one(str(chat), items.BUDGET)
        return Budget() if item is None else items.budget_of(item)

    async def save_budget(self, chat: ChatId, budget: Budget, expected: Version) -> None:
        kept_until = Millis(self._clock() + items.BUDGET_KEPT)
        await self._put(str(chat), items.BUDGET, items.budget_item(budget, kept_until), expected)

    async def load_notes(self, chat: ChatId) -> Notes:
        item = await self._read_one(str(chat), items.NOTES)
        return Notes() if item is None else items.notes_of(item)

    async def save_notes(self, chat: ChatId, notes: Notes, expected: Version) -> None:
        await self._put(str(chat), items.NOTES, items.notes_item(notes), expected)

    async def save_settings(self, chat: ChatId, settings: ChatSettings, expected: Version) -> None:
        await self._put(str(chat), SETTINGS, settings_item(settings), expected)

    async def save_preferences(self, person: PlayerId, preferences: Preferences) -> None:
        item = preferences_item(preferences)
        await self._table.update(str(person), PREFERENCES, put_text(item), ANY, item)

    async def load_chat_list(self) -> ChatList:
        item = await self._read_one(BOT, CHATS)
        return ChatList() if item is None else chat_list_of(item)

    async def save_chat_list(self, chats: ChatList, expected: Version) -> None:
        await self._put(BOT, CHATS, chat_list_item(chats), expected)

    async def save_last_game(self, key: GameKey, game: Game, until: Millis) -> None:
        item = items.last_game_item(game, until)
        await self._table.update(items.place(key), items.LAST, put_text(item), ANY, item)

    async def load_last_game(self, key: GameKey) -> Game | None:
        item = await self._read_one(items.place(key), items.LAST)
        return None if item is None else items.last_game_of(item)

    async def note_seat(self, person: PlayerId, key: GameKey, until: Millis) -> None:
        item = items.seat_item(_mark(), until)
        await self._table.update(str(person), items.seat_name(key), put_text(item), ANY, item)

    async def seats_of(self, person: PlayerId) -> Mapping[GameKey, str]:
        return items.seats_of(await self._table.query(str(person), items.SEAT, "sk, body"))

    async def drop_seat(self, person: PlayerId, key: GameKey, mark: str) -> None:
        await self._delete(str(person), items.seat_name(key), SAME_MARK, {"mark": mark})

    async def erase_person(self, person: PlayerId) -> None:
        for name in items.PERSONAL:
            await self._delete(str(person), name, THERE, {"pk": str(person)})

    async def erase_place(self, key: GameKey) -> None:
        await self._erase(key, "", "")

    async def erase_picks(self, key: GameKey, person: PlayerId) -> None:
        await self._erase(key, items.PICKS, f"#{person}")

    async def _erase(self, key: GameKey, begin: str, end: str) -> None:
        """Delete what is kept at a place under names that begin and end so."""
        found = await self._table.query(items.place(key), begin, "sk")
        for name in (str(item["sk"]) for item in found):
            if name.endswith(end):
                await self._delete(items.place(key), name, THERE, {"pk": items.place(key)})

    async def _read_one(self, pk: str, name: str) -> Item | None:
        item = (await self._table.read(((pk, name),))).get(name)
        return None if item is None or gone(item, self._clock()) else item

    async def _put(self, pk: str, sk: str, item: Item, expected: Version) -> None:
        """Store an item that has a version, if the version there is `expected`."""
        item = {**item, "mark": _mark()}
        condition, values = (SAME_VERSION, {"expected": expected}) if expected else (NONE_THERE, {})
        try:
            await self._table.update(pk, sk, put_text(item), condition, {**item, **values, "second": self._second()})
        except Refused as refused:
            if refused.there.get("mark") != item["mark"]:
                raise Conflict(f"{pk} {sk}: another version than {expected} is stored") from None

    async def _touch(self, key: GameKey, name: str, change: str, values: Item) -> Item:
        """Write to picks. Expired ones go first, and what comes late takes no time back: both cost more calls."""
        pk, values = items.place(key), {**values, "second": self._second()}
        try:
            return await self._table.update(pk, name, change, NEWEST, values, answer="ALL_NEW")
        except Refused as refused:
            there = refused.there
        if gone(there, self._clock()):
            await self._delete(pk, name, EXPIRED, {"second": self._second()})
            there = {}
        return await self._touch(key, name, change, items.not_before(there, values))

    async def _delete(self, pk: str, sk: str, condition: str, values: Item) -> None:
        """Delete an item if the condition holds; that it does not is as good."""
        with suppress(Refused):
            await self._table.delete(pk, sk, condition, values)

    def _kept_picks(self, at: Millis) -> Item:
        """What every write to picks sets."""
        expires = expiry(Millis(self._clock() + items.PICKS_KEPT))
        return {"form": FORM, "last_tap": at, "expires": expires}

    def _second(self) -> int:
        return self._clock() // 1000


def _mark() -> str:
    return secrets.token_urlsafe(9)
