"""The world around the service: it delivers what people send, lets timers ring, and looks at the chat."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from engine.game import GameId, Millis, Phase, PlayerId
from engine.look import Look
from engine.play import new_game
from engine.table import CARDS
from handler.answers import Answers
from handler.callback_data import button_text
from handler.desk import Desk
from handler.face import WORDS, Signer, face_of
from handler.judging import expiry
from handler.ports import ChatId, GameKey, Stored, Version
from handler.service import Service
from handler.timers import Wake, wake_event
from handler.view import Shower
from handler.webhook import read_update
from handler.words import ENGLISH
from tests.builders import NOON
from tests.group import KEY
from tests.lambda_entry import SECRET
from tests.sim.chat import Chats
from tests.sim.ledger import Ledger
from tests.sim.loop import VirtualLoop
from tests.sim.memory_store import MemoryStore
from tests.sim.outside import PROCESS, Outside, Port, Process
from tests.sim.person import Person

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from types import ModuleType

    from engine.card import Card
    from engine.rules import Rules
    from handler.callback_data import ButtonData
    from handler.ports import View
    from tests.group import Post
    from tests.sim.schedule import Schedule

PLACE = GameKey(ChatId(-1001))
PER_MINUTE = 20
AGAIN = (0, 0, 2, 4, 8, 16, 32, 64)
"""Seconds before Telegram delivers once more what was not taken."""

HEARD = 15
"""Seconds in which a press can be answered."""

LAMBDA_SECONDS = 25

RINGING = 3_000
"""Milliseconds in which a wake that is due is still on its way."""


@dataclass(eq=False)
class Sent:
    """One press of a person, however often its app sends it."""

    id: int
    player: PlayerId
    revision: int
    wanted: tuple[Card, ...]
    post: Post
    data: ButtonData
    queries: dict[str, float] = field(default_factory=dict)


class Log:
    """The Lambda's log: what it could not handle is a violation."""

    def __init__(self, violate: Callable[[str], None]) -> None:
        self.violate = violate

    def line(self, kind: str, **fields: object) -> None:
        if kind == "error":
            self.violate(f"the service fell: {fields}")

    def report(self, why: str) -> None:
        """A fault that was survived."""


class KeepingStore(MemoryStore):
    """Tells the ledger of each save as it lands."""

    ledger: Ledger

    async def save(self, key: GameKey, stored: Stored, expected: Version, *, expires: Millis | None = None) -> None:
        await super().save(key, stored, expected, expires=expires)
        self.ledger.saved(key, stored)


class World:
    """One schedule's world; `run` plays it and returns what was violated."""

    def __init__(self, app: ModuleType, plan: Schedule, store: type[KeepingStore] = KeepingStore) -> None:
        self.app, self.plan = app, plan
        self.rng = Random(f"world {plan.seed}")
        self.loop = VirtualLoop()
        self.story: list[str] = []
        self.violations: list[str] = []
        self.ledger = Ledger(self.story, self.violate)
        self.chats = Chats(self.loop.time, self.violate, PER_MINUTE)
        self.store = store(self.now)
        self.store.ledger = self.ledger
        self.outside = Outside(self.rng, self.fault, self.story, self.now)
        self.calm, self.faults, self.updates, self.games = True, 0, 0, 0
        self.queues: dict[int, asyncio.Task[None]] = {}
        self.told: dict[int, str] = {}
        self.sent: list[Sent] = []
        self.wakes: set[asyncio.Task[None]] = set()
        self.service = self._service()

    @property
    def rules(self) -> Rules:
        rules: Rules = self._game().rules
        return rules

    def now(self) -> Millis:
        return Millis(NOON + round(self.loop.time() * 1000))

    def violate(self, what: str) -> None:
        self.violations.append(what)
        self.story.append(f"{self.now()} VIOLATION: {what}")

    def fault(self, process: Process, name: str) -> str | None:
        del process
        if self.calm or self.rng.randrange(1000) >= self.plan.trouble or not self.plan.faults:
            return None
        fault = self.rng.choice(self.plan.faults)
        if fault == "flood" and not name.startswith(("telegram.send", "telegram.edit")):
            return None
        self.faults += 1
        return fault

    def _service(self) -> Service:
        store, telegram = Port("store", self.store, self.outside), Port("telegram", self.chats, self.outside)
        timers, signer, log = Port("timers", self, self.outside), Signer(KEY, "setgram_bot"), Log(self.violate)
        words = {"en": ENGLISH}.__getitem__
        shower = Shower(store, telegram, timers, signer, words, self.now, log.report, PER_MINUTE)  # type: ignore[arg-type]
        return Service(
            Desk(
                store=store,  # type: ignore[arg-type]
                telegram=telegram,  # type: ignore[arg-type]
                timers=timers,  # type: ignore[arg-type]
                shower=shower,
                answers=Answers(store, telegram, self.now, PER_MINUTE),  # type: ignore[arg-type]
                signer=signer,
                words_of=words,
                clock=self.now,
                shuffle=lambda kind: tuple(self.rng.sample(CARDS[kind], len(CARDS[kind]))),
                new_id=self._new_id,
                report=log.report,
            )
        )

    def _new_id(self) -> GameId:
        self.games += 1
        return GameId(f"game{self.games:04d}")

    # --- the Lambda --------------------------------------------------------------------------------------------------

    async def invoke(self, process: Process, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Run one invocation; None if it died or took too long."""

        async def main() -> Any:
            PROCESS.set(process)
            return await work()

        running, dying = asyncio.ensure_future(main()), asyncio.ensure_future(process.died.wait())
        done, _ = await asyncio.wait({running, dying}, timeout=LAMBDA_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        dying.cancel()
        if running in done:
            return running.result()
        running.cancel()
        await asyncio.wait({running})
        return None

    async def wake(self, key: GameKey, version: Version, due: Millis, now: Millis) -> None:
        """The timers' port: a message that comes when it is due, or a little later."""
        ringing = asyncio.ensure_future(self._ring(Wake(key, version, due, "1"), max(0, due - now) / 1000))
        self.wakes.add(ringing)
        ringing.add_done_callback(self.wakes.discard)

    async def _ring(self, wake: Wake, seconds: float) -> None:
        await asyncio.sleep(seconds + self.rng.uniform(0.01, 1))
        event = wake_event([wake])
        for _ in range(4):
            answer = await self.invoke(Process(), lambda: self.app._wakes(event, self.now()))
            if answer is not None and not answer["batchItemFailures"]:
                return
            await asyncio.sleep(30)

    # --- people ------------------------------------------------------------------------------------------------------

    def press(self, player: int, post: Post, data: ButtonData, wanted: tuple[Card, ...]) -> Sent:
        sent = Sent(len(self.sent), PlayerId(player), data.revision, wanted, post, data)
        self.sent.append(sent)
        self.send(sent)
        return sent

    def send(self, sent: Sent) -> None:
        """Into the queue of its person, as a new update."""
        self.updates += 1
        query = f"q{self.updates}"
        sent.queries[query] = self.loop.time()
        self.story.append(f"{self.now()} P{sent.player} sends {query}: {sent.data.action.name} {sent.data.argument}")
        user = {"id": sent.player, "is_bot": False, "first_name": f"P{sent.player}", "language_code": "en"}
        chat = {"id": PLACE.chat, "type": "supergroup", "title": "Group"}
        message = {"message_id": sent.post.id, "date": 1, "chat": chat}
        pressed = {"id": query, "from": user, "chat_instance": "1", "message": message}
        pressed["data"] = button_text(sent.data, PLACE.chat, KEY)
        self._queue(sent.player, Process(self.updates, sent), {"callback_query": pressed})

    def type(self, player: int, text: str) -> None:
        self.updates += 1
        user = {"id": player, "is_bot": False, "first_name": f"P{player}"}
        chat = {"id": PLACE.chat, "type": "supergroup", "title": "Group"}
        message = {"message_id": 9_000 + self.updates, "date": 1, "chat": chat, "from": user, "text": text}
        self._queue(0, Process(self.updates), {"message": message})

    def _queue(self, queue: int, process: Process, body: dict[str, Any]) -> None:
        before = self.queues.get(queue)
        self.queues[queue] = asyncio.ensure_future(self._deliver(before, process, body))

    async def _deliver(self, before: asyncio.Task[None] | None, process: Process, body: dict[str, Any]) -> None:
        if before is not None:
            await asyncio.wait({before})
        event = {"headers": {"X-Telegram-Bot-Api-Secret-Token": SECRET}}
        event["body"] = json.dumps({"update_id": process.update, **body})
        for seconds in AGAIN:
            await asyncio.sleep(seconds + self.rng.uniform(0.02, 0.15))
            fresh = Process(process.update, process.press)
            reply = await self.invoke(
                fresh, lambda: self.app._handling().update(read_update(event, SECRET), self.now())
            )
            if fresh.died.is_set():
                continue
            if reply is not None:
                await self.chats.answer(reply.query, reply.toast.text)
                self.story.append(f"{self.now()} {reply.query} hears: {reply.toast.text}")
            return

    async def hears(self, sent: Sent, seconds: float) -> None:
        """Wait for the answer to a press, as long as its person likes."""
        until = self.loop.time() + seconds
        while self.loop.time() < until:
            for query in sent.queries:
                if query in self.chats.answers:
                    self.told[sent.player] = self.chats.answers[query][0]
                    return
            await asyncio.sleep(0.1)

    # --- the evening -------------------------------------------------------------------------------------------------

    def run(self) -> list[str]:
        with ExitStack() as stack:
            for where in ("handler.judging.play", "handler.lobby.play"):
                stack.enter_context(patch(where, self.ledger.play))
            stack.enter_context(patch("handler.view.table_png", lambda picture: repr(picture).encode()))
            for name, value in (
                ("SERVICE", self.service),
                ("KEY", KEY),
                ("LOG", Log(self.violate)),
                ("clock", self.now),
            ):
                stack.enter_context(patch.object(self.app, name, value))
            try:
                self.loop.run_until_complete(self._evening())
            finally:
                self._close()
        return self.violations

    def _close(self) -> None:
        self.loop.run_until_complete(self._send_home())
        self.loop.close()

    async def _send_home(self) -> None:
        left = asyncio.all_tasks(self.loop) - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _evening(self) -> None:
        game = new_game(self._new_id(), PlayerId(1), "P1", self.now(), self.plan.rules(), Look())
        self.ledger.opened(game)
        self.store.games[PLACE] = Stored(game, Version(1)), expiry(game, self.now())
        await self.invoke(Process(), lambda: self.service.desk.shower.show(PLACE))
        self.calm = False
        await asyncio.gather(*(Person(self, number).plays() for number in range(1, self.plan.people + 1)))
        self.calm = True
        if self.faults == 0:
            await self._idle(2)
            self._check_message("at once", waiting=True)
        await self._idle(75)
        await self._last_tap()
        await self._idle(75)
        self._check_message("after the next tap", waiting=False)
        self._check_answers()

    async def _idle(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        for queue in (*self.queues.values(),):
            await asyncio.wait({queue})

    async def _last_tap(self) -> None:
        """Somebody taps; where the message is gone somebody asks for it."""
        view = self.store.views[PLACE]
        if view.message not in self.chats.posts:
            self.type(1, "/table")
        offered = Person(self, 1).offered()
        if offered is not None:
            post, found = offered
            data = next(iter(found.values()))[0]
            if self._game().phase is not Phase.FINISHED or view.game == data.game:
                self.press(1, post, data, ())

    def _game(self) -> Any:
        return self.store.games[PLACE][0].game

    def _check_message(self, when: str, *, waiting: bool) -> None:
        stored, view = self.store.games[PLACE][0], self.store.views[PLACE]
        if waiting and (view.due > self.now() - RINGING or self._is_held(view)):
            return
        post = self.chats.posts.get(view.message or 0)
        face = face_of(
            PLACE, stored.game, self.service.desk.signer, ENGLISH, in_words=view.kind == WORDS, menu=stored.menu
        )
        if post is None:
            if stored.game.phase is not Phase.FINISHED:
                self.violate(f"{when} there is no message of the game: {view}")
            return
        data = [[button.data for button in row] for row in post.keyboard]
        if data != [[button.data for button in row] for row in face.keyboard] or post.text != face.text:
            self.violate(f"{when} the message shows {view.shown} and not {stored.version}: {view}")

    def _is_held(self, view: View) -> bool:
        return view.owner is not None and view.lease_until > self.now()

    def _check_answers(self) -> None:
        """A press is answered in time, unless the world itself was in the way."""
        if self.faults:
            return
        for sent in self.sent:
            for query, at in sent.queries.items():
                told = self.chats.answers.get(query)
                if told is None or told[1] - at > HEARD:
                    self.violate(f"{query} of P{sent.player} was not answered in time: {told}")


__all__ = ["KeepingStore", "Sent", "World"]
