"""Counts what the product takes of AWS: the Lambda's entry over the real DynamoDB Local, with a local Telegram."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from msgspec.structs import force_setattr

from engine.game import Millis, Phase
from engine.rules import RACE
from engine.sets import find_sets
from handler.bootstrap import clock
from handler.ports import ChatId, GameKey
from handler.store.creation import create_table
from handler.timers import wake_event
from infra.aws.prices import Use
from tests.builders import shuffle
from tests.dynamodb_local import connect
from tests.group import FakeTimers
from tests.lambda_entry import SECRET, Entry, imported
from tests.local_telegram import LocalTelegram
from tests.race import LIMITS, dynamodb_environment
from tests.wire import TOKEN, Wire

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType

    from engine.game import Game
    from infra.local.bot_api.person import Person

NAMES = ("Ana", "Ben", "Cleo", "Dan")

PACE_MS = 1_000
"""From one thing that somebody does to the next: a machine's pace would look like taps sent again."""


@dataclass
class Units:
    """DynamoDB's units, summed up from each answer. An item that is not there is charged like one of up to 4 KB, which
    the local DynamoDB leaves out.
    """

    reads: float = 0
    writes: float = 0
    asked: int = 0

    def watch(self, client: Any) -> None:
        """Ask for the units with every call, and add up what is told."""
        client.meta.events.register("provide-client-params.dynamodb", self._asked)
        client.meta.events.register("after-call.dynamodb", self._told)

    def _asked(self, params: dict[str, Any], **_: Any) -> dict[str, Any]:
        self.asked = sum(len(each["Keys"]) for each in params.get("RequestItems", {}).values())
        return {**params, "ReturnConsumedCapacity": "TOTAL"}

    def _told(self, parsed: dict[str, Any], model: Any, **_: Any) -> None:
        if model.name in {"UpdateItem", "DeleteItem"}:
            # A write that its condition stopped is charged as well, but its units are not told.
            self.writes += float(parsed["ConsumedCapacity"]["CapacityUnits"]) if "Error" not in parsed else 1
        else:
            told = parsed["ConsumedCapacity"]
            units = sum(float(each["CapacityUnits"]) for each in (told if isinstance(told, list) else [told]))
            self.reads += max(units, self.asked)


class Town:
    """Four people in a group with the bot, and an account of what it takes to serve them."""

    def __init__(self, app: ModuleType, path: Path) -> None:
        self.entry = Entry(app, Wire(), None, path)  # type: ignore[arg-type]  # its own store is not looked at
        self.town = LocalTelegram(self.entry, LIMITS)
        self.units, self.timers, self.desk = Units(), FakeTimers(), app.SERVICE.desk
        self.units.watch(self.desk.store.inner._table._client)
        for holder in (self.desk, self.desk.shower):
            force_setattr(holder, "timers", self.timers)
        self.now = clock()
        app.clock = lambda: self.now  # type: ignore[attr-defined]
        for holder in (self.desk, self.desk.shower, self.desk.answers):
            force_setattr(holder, "clock", app.clock)
        force_setattr(self.desk, "shuffle", lambda kind: shuffle(0, RACE if kind is RACE.deck else None))
        self.people = [self.town.world.add_person(name) for name in NAMES]
        self.chat = self.town.world.make_group("Four", self.people).id
        self.quick = self.calling = self.wakes = self.sent_bytes = self.log_bytes = 0
        self._count_calls()

    def _count_calls(self) -> None:
        """Note of each invocation whether it called Telegram, and what it sent and logged."""
        handle, request, asked = self.entry.handle, self.town.request.do_request, [0]

        async def sending(
            url: str, method: str, request_data: Any = None, *rest: Any, **more: Any
        ) -> tuple[int, bytes]:
            asked[0] += 1
            given = json.dumps(request_data.json_parameters) if request_data else ""
            files = (request_data.multipart_data if request_data else None) or {}
            self.sent_bytes += len(given) + sum(len(part[1]) for part in files.values() if isinstance(part[1], bytes))
            return await request(url, method, request_data, *rest, **more)

        def handling(event: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
            before = asked[0]
            self.now = Millis(self.now + PACE_MS)
            answer, lines = handle(event)
            self.calling, self.quick = self.calling + (asked[0] > before), self.quick + (asked[0] == before)
            self.log_bytes += sum(len(json.dumps(line, separators=(",", ":"))) + 1 for line in lines)
            self.sent_bytes += len(str(answer.get("body", "")))
            return answer, lines

        self.town.request.do_request = sending  # type: ignore[method-assign]
        self.entry.handle = handling  # type: ignore[method-assign]

    def used(self) -> Use:
        """What it took since the last look."""
        found = Use(
            quick=self.quick,
            calling=self.calling,
            writes=self.units.writes,
            reads=self.units.reads,
            wakes=len(self.timers.asked) + self.wakes,
            log_bytes=self.log_bytes,
            sent_bytes=self.sent_bytes,
        )
        self.quick = self.calling = self.wakes = self.sent_bytes = self.log_bytes = 0
        self.units.reads = self.units.writes = 0
        self.timers.asked.clear()
        return found

    def game(self) -> Game:
        loaded = self.entry.app.LOOP.run_until_complete(self.desk.store.load(GameKey(ChatId(self.chat))))
        game: Game = loaded.stored.game
        return game

    def open(self) -> None:
        """A game under way with all four."""
        self.town.say(self.people[0], self.chat, "/newgame")
        lobby = self.town.newest(self.chat)["message_id"]
        for person in self.people[1:]:
            self.town.press(person, self.chat, lobby, "Join")
        self.town.press(self.people[0], self.chat, lobby, "Start")

    def press(self, person: Person, label: str) -> str:
        answer = self.town.press(person, self.chat, self.town.table(self.chat)["message_id"], label)
        return answer.text if answer is not None else ""

    def to_the_end(self) -> int:
        """Each set is tapped by all and claimed by two, one too late; so many sets."""
        sets = 0
        while (game := self.game()).phase is Phase.PLAYING:
            found = find_sets(game.table)
            if not found:
                self.press(self.people[0], "No set")
                for person in self.people[1:]:
                    if self.game().revision == game.revision and self.game().phase is Phase.PLAYING:
                        self.press(person, "No set")
                continue
            for person in self.people:
                for card in found[0]:
                    self.press(person, str(game.table.index(card) + 1))
            first, second = self.people[sets % 4], self.people[(sets + 1) % 4]
            self.press(first, "SET!")
            if self.game().phase is Phase.PLAYING:
                self.press(second, "SET!")
            sets += 1
        return sets

    def ring(self) -> None:
        """Bring each wake that was asked for, once, and those that it leads to."""
        while self.timers.asked:
            wake = self.timers.asked.pop(0)
            self.wakes += 1
            self.now = Millis(max(self.now, wake.due))
            self.entry.handle(wake_event([wake]))


@contextmanager
def town(endpoint: str, path: Path) -> Iterator[Town]:
    """A town over a new table."""
    name = f"setgram-{uuid4()}"
    client = connect(endpoint)
    create_table(client, name)
    client.close()
    settings = {"BOT_TOKEN": TOKEN, "BOT_USERNAME": "setgram_bot", "WEBHOOK_SECRET": SECRET}
    settings |= {"GROUP_MESSAGES_PER_MINUTE": "10000", **dynamodb_environment(endpoint, name)}
    with imported(**settings) as app:
        yield Town(app, path)
        app.SERVICE.desk.store.inner._table._client.close()
