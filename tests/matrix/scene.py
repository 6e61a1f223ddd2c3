"""One cell of the matrix: a prepared game, an update, one call of it failed, and what people do and see after that."""

from __future__ import annotations

import asyncio
import copy
import logging
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from engine.game import Phase, PlayerId
from engine.table import CARDS
from handler.answers import Answers
from handler.callback_data import Action, parse_button
from handler.desk import Desk
from handler.face import Signer
from handler.ports import Stored, Version
from handler.service import Service
from handler.timers import SqsTimers, wake_event
from handler.view import Shower
from tests.group import KEY
from tests.matrix.case import MOVED_TO
from tests.matrix.gate import LASTING, ChatWire, Gate, Recorded, Sqs
from tests.matrix.interfering import interfere
from tests.matrix.seen import Seen, message_is_right
from tests.sim.inbox import Inbox, Sent
from tests.sim.outside import Process
from tests.sim.schedule import Schedule
from tests.sim.violations import Kind
from tests.sim.world import PER_MINUTE, Log, World
from tests.tongues import strict_words_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from handler.callback_data import ButtonData
    from handler.timers import Wake
    from tests.group import Post
    from tests.matrix.case import Case
    from tests.matrix.faults import Fault

NOISY = ("handler.timers", "telegram.request.BaseRequest", "telegram.Bot")
"""Loggers that tell of faults which are meant here."""

WAKES = 10_000_000
"""Update numbers of wakes: Telegram does not get so far here."""

QUIET, TAPPED = 60, 45
"""Seconds until somebody taps, and from then on until all is looked at again: less than a table's time."""

PATIENT, MORE_PATIENT = 12, 23
"""Seconds in which somebody who pressed or typed waits to see or hear something before doing it again."""

UNMUTED = 640
"""Seconds after which also a bot that was muted has looked again."""


@dataclass(frozen=True)
class Aim:
    """Which call of the update fails, counted from 0, and how."""

    call: int
    fault: Fault


@dataclass
class Played:
    """What came of a cell: what is seen when all is quiet, and once somebody has tapped."""

    calls: list[str] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    quiet: Seen = field(default_factory=Seen)
    tapped: Seen = field(default_factory=Seen)
    told: list[str] = field(default_factory=list)
    repeated: bool = False
    lasting: str = ""
    at_last: str | None = None
    met: bool = False
    story: list[str] = field(default_factory=list)


class Wakes(Inbox):
    """The simulation's inbox, whose wakes come from the queue's client, and of which one may be aimed at."""

    world: Scene

    def asked(self, wake: Wake, seconds: float) -> None:
        ringing = asyncio.ensure_future(self._ring(wake, seconds))
        self.ringing.add(ringing)
        ringing.add_done_callback(self.ringing.discard)

    async def _ring(self, wake: Wake, seconds: float) -> None:
        """The queue delivers, and again half a minute later what was not taken."""
        scene = self.world
        await asyncio.sleep(seconds + 0.2)
        scene.rings += 1
        number = WAKES + scene.rings
        aims = scene.ready and scene.case.wake is not None and scene.aimed_at is None
        if aims and scene.now() >= (scene.case.wake or 0):
            scene.aimed_at = number
        for _ in range(4):
            event = wake_event([wake])
            ended, answer = await self.invoke(Process(number), lambda: scene.app._wakes(event, scene.now()))  # noqa: B023
            if ended and not answer["batchItemFailures"]:
                return
            await asyncio.sleep(30)

    def comes(self, queue: int, body: dict[str, Any], sent: Sent | None = None) -> int:
        """An update, into the queue of a person or a chat; its number."""
        self._post(("queue", queue), sent, body)
        return self.updates


class Scene(World):
    """The simulation's world for one update. Nothing in it is left to chance."""

    def __init__(self, app: ModuleType, case: Case, aim: Aim | None = None, expected: Played | None = None) -> None:
        self.case, self.aim, self.expected = case, aim, expected
        self.aimed: Process | None = None
        self.aimed_at: int | None = None
        self.ready, self.lasting, self.rings = False, case.goes, 0
        self.cached: dict[int, Post] = {}
        self.result = Played(story=[])
        super().__init__(app, Schedule(0, 3, 0, 0))
        self.places = [case.key]
        self.result.story = self.story

    # --- the service -------------------------------------------------------------------------------------------------

    def _service(self) -> Service:
        self.inbox: Wakes = Wakes(self)
        gate = Gate(self.rng, lambda *_: None, self.story, self.now)
        gate.meets, gate.refusing = self.meets, self.refusing
        gate.interfere = lambda method, args: interfere(self, method, args)
        self.outside = gate
        self.wire = ChatWire(self.chats, gate)
        store, telegram = Recorded("store", self.store, gate), self.wire.telegram()
        timers = Recorded("queue", SqsTimers(Sqs(self.inbox.asked), "queue", self.story.append), gate)  # type: ignore[arg-type]
        signer, log = Signer(KEY, "setgram_bot"), Log(self)
        shower = Shower(store, telegram, timers, signer, strict_words_of, self.now, log.report, PER_MINUTE)  # type: ignore[arg-type]
        return Service(
            Desk(
                store=store,  # type: ignore[arg-type]
                telegram=telegram,
                timers=timers,  # type: ignore[arg-type]
                shower=shower,
                answers=Answers(store, telegram, self.now, PER_MINUTE),  # type: ignore[arg-type]
                signer=signer,
                words_of=strict_words_of,
                clock=self.now,
                shuffle=lambda kind: tuple(Random(7).sample(CARDS[kind], len(CARDS[kind]))),
                new_id=self._new_id,
                report=lambda why: self.story.append(f"{self.now()} reported: {why}"),
            )
        )

    def meets(self, process: Process, name: str) -> Fault | None:
        """The fault of the first process that has the update, at the call that is aimed at."""
        del name
        if not self.ready or process.update != self.aimed_at:
            return None
        self.aimed = self.aimed or process
        if process is not self.aimed or self.aim is None or len(process.calls) != self.aim.call + 1:
            return None
        self.result.met = True
        return self.aim.fault

    def refusing(self, fault: Fault) -> None:
        """Telegram refuses: some refusals go with what has become of the chat."""
        refusal, asked = fault.refusal, self.wire.last
        if refusal is None or asked is None:
            return
        if refusal.means == "gone":
            self.chats.posts.pop(int(asked.fields["message_id"]), None)
        if refusal.means in LASTING:
            self.lasting = self.result.lasting = refusal.means
            self.wire.lasting = refusal.answer
            self.wire.forbids = FORBIDDEN[refusal.means]
        if refusal.means == "out":
            self._later(3, {"my_chat_member": self.case.membership("member", "kicked")})
        if refusal.means == "moved":
            self._later(3, {"message": self.case.service({"migrate_to_chat_id": MOVED_TO.chat})})
            moved = {"migrate_from_chat_id": self.case.key.chat}
            self._later(4, {"message": self.case.service(moved, chat=MOVED_TO.chat)})

    def _later(self, seconds: float, body: dict[str, Any]) -> None:
        async def come() -> None:
            await asyncio.sleep(seconds)
            self.inbox.comes(-1, body)

        self.inbox.ringing.add(asyncio.ensure_future(come()))  # type: ignore[arg-type]

    # --- the cell ----------------------------------------------------------------------------------------------------

    def play(self) -> Played:
        """Play the cell."""
        with ExitStack() as stack:
            for name in NOISY:
                stack.enter_context(patch.object(logging.getLogger(name), "disabled", True))
            try:
                self.run()
            except Exception as error:
                self.violate(Kind.FELL, f"the world: {type(error).__name__}: {error}")
        self.result.violations = [*map(str, self.violations)]
        return self.result

    async def _evening(self) -> None:
        await self._prepare()
        self.ready = True
        if self.case.wake is not None:
            await self._until_it_rings()
        until = self.loop.time() + QUIET
        if self.case.wake is None:
            await self._someone_does_it(Seen.of(self))
        await self.inbox.idle(max(0.0, until - self.loop.time()))
        self.result.calls = self.aimed.calls if self.aimed is not None else []
        self.result.quiet = Seen.of(self)
        if self.lasting == "muted":
            self.wire.lasting = None
        self._tap()
        await self.inbox.idle(TAPPED)
        self.result.tapped = self.result.quiet.and_then(Seen.of(self))
        if self.lasting == "muted":
            await self.inbox.idle(UNMUTED)
            self.result.at_last = self.shows_its_game()

    async def _prepare(self) -> None:
        """The game as it was played, shown, its clock set, and whatever else the case wants."""
        case, prepared = self.case, self.case.prepared()
        desk = self.service.desk
        self.wire.admins = dict(case.admins)
        if prepared is not None:
            game = prepared.game
            self.opened += 1
            self.ledger.last[case.key] = Stored(game, Version(1), menu=case.menu)
            self.ledger.referees[case.key, game.id] = copy.deepcopy(prepared.referee)
            await asyncio.sleep(max(0.0, (prepared.at - self.now()) / 1000))
            for player, at in prepared.taps.items():
                await self.store.note_picks(case.key, game.id, player, at)
            self.store.games[case.key] = self.ledger.last[case.key], None
            await self.inbox.invoke(Process(), lambda: desk.shower.show(case.key))
        await asyncio.sleep(case.gap)
        await self.inbox.invoke(Process(), lambda: desk.answers.keep_topic(case.key))
        if case.setup is not None:
            await self.inbox.invoke(Process(), lambda: case.setup(self))  # type: ignore[misc]
        if case.picked:
            await self.inbox.invoke(Process(), lambda: case.picks(self))
        if prepared is not None:
            await self.inbox.invoke(Process(), lambda: desk.arm(case.key, self.store.games[case.key][0]))

    async def _until_it_rings(self) -> None:
        while self.aimed_at is None:
            if not self.inbox.ringing:
                raise AssertionError("no wake is to come")
            await asyncio.sleep(1)

    async def _someone_does_it(self, before: Seen) -> None:
        """The update comes; who did it does so again if nothing is to be heard or seen of it, or asked to."""
        self.aimed_at = self.case.happens(self)
        for patience in (PATIENT, MORE_PATIENT):
            if await self._is_content(before, patience) or self.lasting == "out":
                return
            self.result.repeated = True
            with suppress(LookupError):  # the button is gone
                self.case.happens(self)

    async def _is_content(self, before: Seen, patience: float) -> bool:
        """Whether something was heard or seen, and did not ask to try again."""
        since, told = self.loop.time(), None
        while self.loop.time() < since + patience:
            await asyncio.sleep(0.25)
            told = self._heard()
            if told is not None and not told.startswith(AGAIN):
                return True
        if told is not None:
            return False
        if self.expected is None:
            return True
        if self.expected.quiet.posts == before.posts:
            return not self.inbox.sent
        newest = next(reversed(self.chats.posts.values()), None)
        asked = newest is not None and "send " in newest.text and newest.text.endswith("again.")
        return Seen.of(self).posts != before.posts and not asked

    def _heard(self) -> str | None:
        """What the last press was told."""
        for query in self.inbox.sent[-1].queries if self.inbox.sent else ():
            if query in self.chats.answers:
                self.result.told.append(self.chats.answers[query][0])
                return self.chats.answers[query][0]
        return None

    def _tap(self) -> None:
        """Somebody else taps what the newest message of a game offers; where there is none somebody asks for it."""
        place = MOVED_TO if self.lasting == "moved" else self.case.key
        stored = self.store.games.get(place)
        if stored is None or self.lasting == "out":
            return
        person = next((one.id for one in stored[0].game.players if one.left is None), PlayerId(1))
        for post in reversed(self.chats.posts.values()):
            for data in buttons(post):
                if data.game == stored[0].game.id and data.action in HARMLESS and post.place.chat == place.chat:
                    self.inbox.press(person, post, data)
                    return
        if stored[0].game.phase is not Phase.FINISHED:
            self.inbox.comes(0, {"message": self.case.message("/table", person, chat=place.chat)})

    def newest(self, pick: Callable[[ButtonData], bool]) -> tuple[Post, ButtonData]:
        """The newest message with a button as wanted, and that."""
        for post in (*reversed(self.chats.posts.values()), *self.cached.values()):
            for data in buttons(post):
                if pick(data):
                    return post, data
        raise LookupError("no message has such a button")

    def shows_its_game(self) -> str | None:
        """What is wrong with the message of the place, if anything."""
        return message_is_right(self, MOVED_TO if self.lasting == "moved" else self.case.key)


def buttons(post: Post) -> list[ButtonData]:
    """What a message's buttons ask."""
    texts = (one.data for row in post.keyboard for one in row if one.data)
    return [data for text in texts if (data := parse_button(text, post.place.chat, KEY)) is not None]


AGAIN = "Not counted: press again"
HARMLESS = (Action.PICK, Action.MY_PICKS, Action.JOIN, Action.DEAL)
_SENDS = ("sendMessage", "sendPhoto", "editMessageText", "editMessageCaption", "editMessageMedia")
FORBIDDEN: dict[str, Callable[[Any], bool]] = {
    "no pictures": lambda asked: asked.method in ("sendPhoto", "editMessageMedia"),
    "muted": lambda asked: asked.method in _SENDS,
    "out": lambda asked: asked.method != "answerCallbackQuery",
    "blocked": lambda asked: asked.method != "answerCallbackQuery",
    "moved": lambda asked: (
        str(asked.fields.get("chat_id")) != str(MOVED_TO.chat) and asked.method != "answerCallbackQuery"
    ),
    "no topic": lambda asked: bool(asked.fields.get("message_thread_id")),
}
