"""The world around the service: one schedule, its people, what befalls them, and a look at the chat at its end."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from random import Random
from typing import TYPE_CHECKING
from unittest.mock import patch

from engine.game import GameId, Millis, Phase, PlayerId
from engine.look import Look
from engine.play import new_game
from engine.players import seated
from engine.table import CARDS
from handler.answers import Answers
from handler.choices import ChatSettings
from handler.desk import Desk
from handler.face import Signer
from handler.judging import expiry
from handler.ports import ChatId, GameKey, Stored, Version
from handler.service import Service
from handler.view import Shower
from handler.words import ENGLISH
from tests.builders import NOON
from tests.group import KEY
from tests.sim import quiet
from tests.sim.chat import Chats
from tests.sim.happenings import Fate
from tests.sim.inbox import Inbox, Remembered, Sent
from tests.sim.ledger import Ledger
from tests.sim.loop import VirtualLoop
from tests.sim.memory_store import MemoryStore
from tests.sim.outside import PROCESS, Outside, Port, Process
from tests.sim.person import Person
from tests.sim.truth import untrue
from tests.sim.violations import Kind, Violation

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    from engine.rules import Rules
    from tests.sim.schedule import Schedule

GROUP = ChatId(-1001)
PER_MINUTE = 20
QUIET = 75
"""Seconds in which whatever is still due has happened."""


class Log:
    """The Lambda's log: what it could not handle is a violation."""

    def __init__(self, world: World) -> None:
        self.world = world

    def line(self, kind: str, **fields: object) -> None:
        if kind == "error":
            self.world.violate(Kind.FELL, f"the service: {fields}")

    def report(self, why: str) -> None:
        """A fault that was survived."""


class KeepingStore(MemoryStore):
    """Tells the ledger of each save as it lands, and keeps when that was."""

    ledger: Ledger

    async def save(self, key: GameKey, stored: Stored, expected: Version, *, expires: Millis | None = None) -> None:
        await super().save(key, stored, expected, expires=expires)
        self.saved_at[key] = self._clock()
        self.ledger.saved(key, stored)

    async def last_taps(self, key: GameKey, game: GameId) -> Mapping[PlayerId, Millis]:
        PROCESS.get().heard = {at[1:]: when for at, when in self.ledger.heard.items() if at[0] == key}
        return await super().last_taps(key, game)

    def begin(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.saved_at: dict[GameKey, Millis] = {}

    def settings_of(self, chat: ChatId) -> ChatSettings:
        settings = self._get("settings", chat, ChatSettings())
        assert isinstance(settings, ChatSettings)
        return settings


class World:
    """One schedule's world; `run` plays it."""

    def __init__(self, app: ModuleType, plan: Schedule, store: type[KeepingStore] = KeepingStore) -> None:
        self.app, self.plan = app, plan
        self.rng = Random(f"world {plan.seed}")
        self.loop = VirtualLoop()
        self.story: list[str] = []
        self.violations: list[Violation] = []
        self.calm, self.faults, self.opened = True, 0, 0
        self.chat = ChatId(1) if plan.alone else GROUP
        self.places = [GameKey(self.chat, topic) for topic in ((0,) if plan.topics == 1 else (7, 9))]
        self.ledger = Ledger(self.story, self.violate)
        self.chats = Chats(self.loop.time, self.violate, PER_MINUTE, self._hears, self._is_table)
        self.store = store(self.now)
        self.store.begin(self.ledger)
        self.outside = Outside(self.rng, self.fault, self.story, self.now)
        self.inbox = Inbox(self)
        self.service = self._service()

    def rules(self, place: GameKey) -> Rules:
        return self.store.games[place][0].game.rules

    def now(self) -> Millis:
        return Millis(NOON + round(self.loop.time() * 1000))

    def tell(self, what: str) -> None:
        self.story.append(f"{self.now()} {what}")

    def violate(self, kind: Kind, what: str) -> None:
        self.violations.append(Violation(kind, what))
        self.tell(f"VIOLATION: {kind.value}: {what}")

    def fault(self, process: Process, name: str) -> str | None:
        del process
        if self.calm or self.rng.randrange(1000) >= self.plan.trouble or not self.plan.faults:
            return None
        fault = self.rng.choice(self.plan.faults)
        if fault == "flood" and not name.startswith(("telegram.send", "telegram.edit")):
            return None
        self.faults += 1
        return fault

    def _hears(self, query: str, text: str) -> None:
        sent = self.inbox.by_query[query]
        process = PROCESS.get(None)
        wrong = untrue(self.ledger, sent, [*sent.faults, *(process.faults if process is not None else ())], text)
        if wrong is not None:
            self.violate(Kind.TOLD_WRONG, wrong)
        sent.hears(text)

    def _is_table(self, message: int) -> bool:
        return any(view.message == message for view in self.store.views.values())

    def _service(self) -> Service:
        store, telegram = Port("store", self.store, self.outside), Port("telegram", self.chats, self.outside)
        timers, signer, log = Port("timers", self.inbox, self.outside), Signer(KEY, "setgram_bot"), Log(self)

        def words(_language: str) -> object:
            return ENGLISH  # whatever the group chooses, so that what is said can be held against what is so

        shower = Shower(store, telegram, timers, signer, words, self.now, log.report, PER_MINUTE)  # type: ignore[arg-type]
        return Service(
            Desk(
                store=store,  # type: ignore[arg-type]
                telegram=telegram,  # type: ignore[arg-type]
                timers=timers,  # type: ignore[arg-type]
                shower=shower,
                answers=Answers(store, telegram, self.now, PER_MINUTE),  # type: ignore[arg-type]
                signer=signer,
                words_of=words,  # type: ignore[arg-type]
                clock=self.now,
                shuffle=lambda kind: tuple(self.rng.sample(CARDS[kind], len(CARDS[kind]))),
                new_id=self._new_id,
                report=log.report,
            )
        )

    def _new_id(self) -> GameId:
        self.opened += 1
        return GameId(f"game{self.opened:04d}")

    def look(self) -> None:
        """A look at the messages in passing."""
        if not self.faults and not self.plan.fates and not self.plan.bells:
            quiet.check_behind(self)

    # --- the evening -------------------------------------------------------------------------------------------------

    def run(self) -> list[Violation]:
        with ExitStack() as stack:
            for where in ("handler.judging.play", "handler.lobby.play", "handler.moving.play"):
                stack.enter_context(patch(where, self.ledger.play))
            stack.enter_context(patch("telegram._callbackquery.Message", Remembered))
            stack.enter_context(patch("handler.view.table_png", lambda picture: repr(picture).encode()))
            for name, value in (("SERVICE", self.service), ("KEY", KEY), ("LOG", Log(self)), ("clock", self.now)):
                stack.enter_context(patch.object(self.app, name, value))
            try:
                self.loop.run_until_complete(self._evening())
            finally:
                self.loop.run_until_complete(self._send_home())
                self.loop.close()
        return self.violations

    async def _send_home(self) -> None:
        left = asyncio.all_tasks(self.loop) - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _open(self) -> None:
        """A lobby at each place, by the rules of the schedule, which the group has chosen."""
        rules = self.plan.rules()
        await self.store.save_settings(self.chat, ChatSettings(rules=rules, version=Version(1)), Version(0))
        for place in self.places:
            game = new_game(self._new_id(), PlayerId(1), "P1", self.now(), rules, Look())
            self.ledger.opened(place, game)
            await self.store.save(place, Stored(game, Version(1)), Version(0), expires=expiry(game, self.now()))
            await self.service.desk.answers.keep_topic(place)
            await self.service.desk.shower.show(place)

    async def _evening(self) -> None:
        await self.inbox.invoke(Process(), self._open)
        self.calm = False
        people = (Person(self, number).plays() for number in range(1, self.plan.people + 1))
        await asyncio.gather(Fate(self).befalls(), *people)
        self.calm = True
        if self.faults == 0 and not self.plan.fates and not self.plan.bells:
            await self.inbox.idle(2)
            quiet.check_messages(self, "at once", waiting=True)
        await self.inbox.idle(QUIET)
        await self._wait_for_views()
        for place in self.places:
            await self._last_tap(place)
        await self.inbox.idle(QUIET)
        quiet.check_messages(self, "after the next tap", waiting=False)
        quiet.check_answers(self)

    async def _wait_for_views(self) -> None:
        """A message that may not be edited yet is looked at when it may."""
        due = max((view.due for view in self.store.views.values()), default=0)
        if due > self.now():
            await self.inbox.idle((due - self.now()) / 1000 + QUIET)

    async def _last_tap(self, place: GameKey) -> None:
        """Somebody taps; where the message is gone somebody asks for it."""
        if place not in self.store.games:
            return
        stored, view = self.store.games[place][0], self.store.views[place]
        if view.message not in self.chats.posts and stored.game.phase is not Phase.FINISHED:
            self.inbox.type(1, place, "/table")
            await self.inbox.idle(3)
        offered = Person(self, 1).offered(place)
        if offered is None and stored.game.phase is not Phase.FINISHED:
            self.inbox.type(1, place, "/table")
        if offered is not None:
            post, found = offered
            data, here = next(iter(found.values()))[0], seated(stored.game)
            if stored.game.phase is not Phase.FINISHED or data.game in (view.game, stored.game.id):
                self.inbox.press(here[0].id if here else 1, post, data)


__all__ = ["KeepingStore", "Sent", "World"]
