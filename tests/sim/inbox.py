"""How updates and wakes come to the service: Telegram's queues, which deliver again what failed, and the Lambda."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from telegram import Message

from engine.game import PlayerId
from handler.callback_data import Action, button_text
from handler.picks import REPEAT_MS
from handler.timers import Wake, wake_event
from handler.webhook import Refusal, read_update
from tests.group import KEY
from tests.lambda_entry import SECRET
from tests.sim.outside import PROCESS, Process

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from telegram import Bot

    from engine.card import Card
    from engine.game import Millis
    from handler.callback_data import ButtonData
    from handler.ports import ChatId, GameKey, Version
    from tests.group import Post
    from tests.sim.world import World

AGAIN = (0, 0, 2, 4, 8, 16, 32, 64)
"""Seconds before Telegram delivers once more what was not taken."""

LAMBDA_SECONDS = 25
MOST_MESSAGES = 5_000

AT_THE_TABLE = {Action.PICK, Action.CLAIM, Action.MY_PICKS, Action.VOTE, Action.NO_SET, Action.JOIN, Action.LEAVE}
"""Presses that show their player to be there, even if they are refused."""


class Remembered:
    """Stands where the library reads the message under a button: each is read once, which is most of a press's work."""

    messages: ClassVar[dict[str, Message | None]] = {}

    @classmethod
    def de_json(cls, data: dict[str, Any], bot: Bot | None = None) -> Message | None:
        text = json.dumps(data)
        if text not in cls.messages:
            if len(cls.messages) > MOST_MESSAGES:
                cls.messages.clear()
            cls.messages[text] = Message.de_json(data, bot)
        return cls.messages[text]


@dataclass(eq=False)
class Sent:
    """One press of a person, however often its app sends it. `faults` has the outside calls that met one for it.

    A claim is of the cards `chosen`, by the presses `picks`.
    """

    id: int
    player: PlayerId
    revision: int
    chosen: tuple[Card, ...]
    picks: tuple[Sent, ...]
    post: Post
    data: ButtonData
    queries: dict[str, float] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    arrived: list[Millis] = field(default_factory=list)
    waiting: asyncio.Future[None] | None = None
    told: str | None = None

    @property
    def wanted(self) -> tuple[Card, ...]:
        """The cards that a claim has to be of; none where a pick came again so late that it was another tap."""
        return () if any(pick.faults or pick.apart for pick in self.picks) else self.chosen

    @property
    def apart(self) -> bool:
        """Whether it came once more when it could not be known as the same tap."""
        return any(later - first >= REPEAT_MS for first, later in pairwise(self.arrived))

    def hears(self, text: str) -> None:
        """The first answer is the one that is seen."""
        self.told = text if self.told is None else self.told
        self.waits_no_longer()

    def waits_no_longer(self) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)


class Inbox:
    """Everything on its way to the service. One person's presses wait for one another, and so do a chat's messages."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.updates = 0
        self.queues: dict[tuple[str, int], asyncio.Task[None]] = {}
        self.sent: list[Sent] = []
        self.by_query: dict[str, Sent] = {}
        self.ringing: set[asyncio.Task[None]] = set()

    # --- the Lambda --------------------------------------------------------------------------------------------------

    async def invoke(self, process: Process, work: Callable[[], Coroutine[Any, Any, Any]]) -> tuple[bool, Any]:
        """Run one invocation: whether it came to its end, and what it returned."""

        async def main() -> Any:
            PROCESS.set(process)
            return await work()

        process.task = asyncio.ensure_future(main())
        done, _ = await asyncio.wait({process.task}, timeout=LAMBDA_SECONDS)
        if not done:
            process.task.cancel()
            await asyncio.wait({process.task})
        if not done or process.task.cancelled():
            return False, None
        return True, process.task.result()

    async def wake(self, key: GameKey, version: Version, due: Millis, now: Millis) -> None:
        """The timers' port: a message that comes when it is due or a little later, or as it may: late, twice, never."""
        bad = self.world.plan.bells and not self.world.calm
        fate = self.world.rng.choice(("late", "twice", "never", "well", "well")) if bad else "well"
        wake, seconds = Wake(key, version, due, "1"), max(0, due - now) / 1000
        if fate == "late":
            seconds += self.world.rng.uniform(5, 60)
        for _ in range({"twice": 2, "never": 0}.get(fate, 1)):
            ringing = asyncio.ensure_future(self._ring(wake, seconds))
            self.ringing.add(ringing)
            ringing.add_done_callback(self.ringing.discard)

    async def _ring(self, wake: Wake, seconds: float) -> None:
        world = self.world
        await asyncio.sleep(seconds + world.rng.uniform(0.01, 1))
        event = wake_event([wake])
        for _ in range(4):
            ended, answer = await self.invoke(Process(), lambda: world.app._wakes(event, world.now()))
            if ended and not answer["batchItemFailures"]:
                return
            await asyncio.sleep(30)

    # --- what people send --------------------------------------------------------------------------------------------

    def press(
        self,
        player: int,
        post: Post,
        data: ButtonData,
        chosen: tuple[Card, ...] = (),
        picks: tuple[Sent, ...] = (),
    ) -> Sent:
        sent = Sent(len(self.sent), PlayerId(player), data.revision, chosen, picks, post, data)
        self.sent.append(sent)
        self.send(sent)
        return sent

    def send(self, sent: Sent) -> None:
        """Into the queue of its person, as a new update."""
        chat, query = sent.post.place.chat, f"q{self.updates + 1}"
        sent.queries[query] = self.world.loop.time()
        self.by_query[query] = sent
        self.world.tell(f"P{sent.player} sends {query}: {sent.data.action.name} {sent.data.argument}")
        pressed = {"id": query, "from": _user(sent.player), "chat_instance": "1"}
        pressed["message"] = {"message_id": sent.post.id, "date": 1, "chat": _chat(chat)}
        pressed["data"] = button_text(sent.data, chat, KEY)
        self._post(("presses of", sent.player), sent, {"callback_query": pressed})

    def type(
        self, player: int, place: GameKey, text: str, answered: int | None = None, *, hidden: bool = False
    ) -> None:
        """A message, perhaps in answer to a player's; `hidden` is an admin who shows no name."""
        self.world.tell(f"P{player} types {text} {answered or ''}")
        message = {"from": _user(player), "text": text, **self._message(place.chat)}
        if place.topic:
            message |= {"message_thread_id": place.topic, "is_topic_message": True}
        if answered is not None:
            message["reply_to_message"] = {"from": _user(answered), **self._message(place.chat)}
        if hidden:
            message["sender_chat"] = _chat(place.chat)
        self._post(("messages in", place.chat), None, {"message": message})

    def says(self, chat: ChatId, **fields: object) -> None:
        """A message of the chat itself."""
        self._post(("messages in", chat), None, {"message": {**self._message(chat), **fields}})

    def changes_membership(self, chat: ChatId, old: str, new: str) -> None:
        """The bot comes or goes."""
        bot = {"id": 99, "is_bot": True, "first_name": "Setgram"}
        members = [{"user": bot, "status": one, **({"until_date": 0} if one == "kicked" else {})} for one in (old, new)]
        change = {"chat": _chat(chat), "from": _user(1), "date": 1}
        change |= {"old_chat_member": members[0], "new_chat_member": members[1]}
        self._post(("memberships in", chat), None, {"my_chat_member": change})

    def _message(self, chat: int) -> dict[str, Any]:
        return {"message_id": 9_000 + self.updates, "date": 1, "chat": _chat(chat)}

    # --- Telegram's side ---------------------------------------------------------------------------------------------

    def _post(self, queue: tuple[str, int], sent: Sent | None, body: dict[str, Any]) -> None:
        self.updates += 1
        before = self.queues.get(queue)
        self.queues[queue] = asyncio.ensure_future(self._deliver(before, self.updates, sent, body))

    async def _deliver(
        self, before: asyncio.Task[None] | None, update: int, sent: Sent | None, body: dict[str, Any]
    ) -> None:
        if before is not None and not before.done():
            await asyncio.wait({before})
        world = self.world
        event = {"headers": {"X-Telegram-Bot-Api-Secret-Token": SECRET}}
        event["body"] = json.dumps({"update_id": update, **body})
        for seconds in AGAIN:
            await asyncio.sleep(seconds + world.rng.uniform(0.02, 0.15))
            process, came = Process(update, sent), world.now()
            if sent is not None:
                sent.arrived.append(came)
            ended, reply = await self.invoke(
                process, lambda: world.app._handling().update(read_update(event, SECRET), world.now())
            )
            if sent is not None:
                sent.faults += process.faults
            if not ended or isinstance(reply, Refusal):
                continue
            if reply is not None:
                world.tell(f"{reply.query} hears: {reply.toast.text}")
                await world.chats.answer(reply.query, reply.toast.text)
            if sent is not None and not sent.faults and self._is_here(sent):
                world.ledger.heard[sent.post.place, sent.data.game, sent.player] = came
            return

    def _is_here(self, sent: Sent) -> bool:
        return sent.data.action in AT_THE_TABLE and sent.post.place in self.world.places

    async def idle(self, seconds: float) -> None:
        """So long, and until all that was sent has been dealt with."""
        await asyncio.sleep(seconds)
        while waiting := [queue for queue in self.queues.values() if not queue.done()]:
            await asyncio.wait(waiting)


def _user(player: int) -> dict[str, Any]:
    return {"id": player, "is_bot": False, "first_name": f"P{player}", "language_code": "en"}


def _chat(chat: int) -> dict[str, Any]:
    if chat > 0:
        return {"id": chat, "type": "private", "first_name": f"P{chat}"}
    return {"id": chat, "type": "supergroup", "title": "Group"}
