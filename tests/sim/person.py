"""A person at the table: looks, thinks, taps what the message offers, types, and sometimes does so twice."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from engine.card import Card
from engine.picking import third_claims
from engine.sets import find_sets
from handler.callback_data import Action, ButtonData, parse_button
from handler.claiming import calls_first
from tests.group import KEY

if TYPE_CHECKING:
    from handler.ports import GameKey
    from tests.group import Post
    from tests.sim.inbox import Sent
    from tests.sim.world import World

HASTE = 0.45
"""Seconds between two taps at least: sooner they may be one."""

SENT_AGAIN, SENT_LATE = 0.2, 4
"""Seconds until an app sends a press again, at most: a tap that arrives 0.4 s after the same is another one."""

GAME = {Action.JOIN, Action.START, Action.PICK, Action.CLAIM, Action.DEAL, Action.AGAIN, Action.MENU, Action.CHOOSE}
ASKED = {Action.CONFIRM_LEAVE, Action.CONFIRM_STOP, Action.CONTINUE, Action.NEW, Action.OPEN, Action.SETTING}
"""Buttons of games, and of the questions beside them."""

COMMANDS = ("table", "score", "cards", "rules", "help", "odds", "settings", "language", "newgame", "join", "SET!")
QUESTIONS = ("leave", "stop", "newgame", "settings")
ABOUT = ("kick", "unkick")

Offers = dict[Action, list[ButtonData]]


@lru_cache(maxsize=4096)
def read(text: str, chat: int) -> ButtonData | None:
    return parse_button(text, chat, KEY)  # type: ignore[arg-type]


class Person:
    """Sees nothing but the chat. `dirty` has the places where something may be picked from before."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.number = world, number
        self.rng = Random(f"person {world.plan.seed} {number}")
        self.dirty: set[GameKey] = set()
        self.told = ""

    async def plays(self) -> None:
        for _ in range(self.world.plan.steps):
            await asyncio.sleep(self.rng.choice((0.3, 1, 2, 4)) * self.rng.uniform(0.5, 1.5))
            self.world.look()
            await self.moves()

    def place(self) -> GameKey:
        """Where this person plays now."""
        places = self.world.places
        home = self.number % len(places)
        return places[home if len(places) == 1 or self.rng.random() < 0.8 else self.rng.randrange(len(places))]

    def offered(self, place: GameKey, wanted: set[Action] = GAME) -> tuple[Post, Offers] | None:
        """The newest message with such buttons, and all that its buttons ask."""
        for post in reversed(self.world.chats.posts.values()):
            if post.place != place:
                continue
            found: Offers = {}
            for button in (button for row in post.keyboard for button in row if button.data):
                data = read(button.data or "", place.chat)
                if data is not None:
                    found.setdefault(data.action, []).append(data)
            if found.keys() & wanted:
                return post, found
        return None

    async def moves(self) -> None:
        place = self.place()
        if self.world.plan.talk and self.rng.random() < self.world.plan.talk:
            return await self.talks(place)
        seen = self.offered(place)
        if seen is None:
            if self.world.plan.talk or self.world.plan.fates:
                self.types(place, self.rng.choice(("/newgame", "/table")))
            return None
        post, found = seen
        if Action.PICK in found and self.rng.random() < 0.85:
            return await self.claims(post, found)
        if Action.PICK not in found and len(found) > 1:
            return await self.waits(post, found)
        action = self.rng.choice([action for action in found if action is not Action.PICK])
        if action is Action.CLAIM:
            self.dirty.add(place)
        await self.press(post, self.rng.choice(found[action]))
        return None

    async def waits(self, post: Post, found: Offers) -> None:
        """In a lobby or between rounds: goes in, begins, or chooses by which rules."""
        if Action.START in found and self.rng.random() < 0.85:
            action = Action.START if self.rng.random() < 0.3 and self.number == 1 else Action.JOIN
            action = action if action in found else Action.START
            await self.press(post, found[action][0])
            return
        back = Action.MENU in found and Action.START not in found and self.rng.random() < 0.5
        action = Action.MENU if back else self.rng.choice(list(found))
        await self.press(post, found[action][-1] if back else self.rng.choice(found[action]))

    async def talks(self, place: GameKey) -> None:
        """A command, perhaps one that asks once more, and then the answer to that."""
        if self.rng.random() < 0.6:
            other = self.rng.randint(1, self.world.plan.people + 1)
            about = self.rng.random() < 0.25
            self.types(place, f"/{self.rng.choice(ABOUT if about else COMMANDS)}", other if about else None)
            return
        self.types(place, f"/{self.rng.choice(QUESTIONS)}")
        await asyncio.sleep(self.rng.uniform(1, 3))
        asked = self.offered(place, ASKED)
        if asked is not None:
            post, found = asked
            await self.press(post, self.rng.choice(found[self.rng.choice([*found.keys() & ASKED])]))

    def types(self, place: GameKey, text: str, answered: int | None = None) -> None:
        hidden = self.number == 1 and place.chat < 0 and self.rng.random() < 0.15
        self.world.inbox.type(self.number, place, text, answered, hidden=hidden)

    async def claims(self, post: Post, found: Offers) -> None:
        cards = {Card(data.argument): data for data in found[Action.PICK]}
        sets, claim = find_sets(tuple(cards)), found.get(Action.CLAIM)
        if claim is None:
            return
        chosen = self.rng.choice(sets) if sets and self.rng.random() < 0.75 else self.rng.sample(list(cards), 3)
        rules = self.world.rules(post.place)
        if calls_first(rules):
            await self.press(post, claim[0])
        elif post.place in self.dirty:
            await self.clears(post, found)
        clean, first = post.place not in self.dirty, len(self.world.inbox.sent)
        self.dirty.add(post.place)
        for card in chosen:
            await self.press(post, cards[card])
            await asyncio.sleep(HASTE)
        if not third_claims(rules):
            picks = tuple(sent for sent in self.world.inbox.sent[first:] if sent.player == self.number)
            if await self.press(post, claim[0], tuple(chosen) if clean else (), picks):
                self.dirty.discard(post.place)

    async def clears(self, post: Post, found: Offers) -> None:
        for _ in range(2):
            await self.press(post, found[Action.MY_PICKS][0])
            await asyncio.sleep(1.3)
        if self.told.startswith("Cleared"):
            self.dirty.discard(post.place)

    async def press(
        self, post: Post, data: ButtonData, chosen: tuple[Card, ...] = (), picks: tuple[Sent, ...] = ()
    ) -> bool:
        """One press, perhaps sent twice by the app; whether it was judged."""
        world = self.world
        press = world.inbox.press(self.number, post, data, chosen, picks)
        if self.rng.random() < world.plan.twice:
            late = self.rng.random() < world.plan.late
            await asyncio.sleep(self.rng.uniform(SENT_AGAIN, SENT_LATE) if late else self.rng.uniform(0.02, SENT_AGAIN))
            world.inbox.send(press)
        if press.told is None:
            press.waiting = world.loop.create_future()
            patience = world.loop.call_later(self.rng.choice((0.3, 3, 3, 20)), press.waits_no_longer)
            await press.waiting
            patience.cancel()
        self.told = press.told or self.told
        return world.ledger.judged[press.id] > 0
