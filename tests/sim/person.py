"""A person at the table: looks, thinks, taps what the message offers, and sometimes taps twice."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

from engine.card import Card
from engine.picking import third_claims
from engine.sets import find_sets
from handler.callback_data import Action, ButtonData, parse_button
from handler.claiming import calls_first
from tests.group import KEY

if TYPE_CHECKING:
    from tests.group import Post
    from tests.sim.world import World

HASTE = 0.45
"""Seconds between two taps at least: sooner they may be one."""

SENT_AGAIN = 0.2
"""Seconds until an app sends a press again, at most: a tap that arrives 0.4 s after the same is another one."""


class Person:
    """Sees nothing but the chat. `clear` tells that nothing can be picked from before."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.number = world, number
        self.rng = Random(f"person {world.plan.seed} {number}")
        self.clear = True

    async def plays(self) -> None:
        for _ in range(self.world.plan.steps):
            await asyncio.sleep(self.rng.choice((0.3, 1, 2, 4)) * self.rng.uniform(0.5, 1.5))
            await self.moves()

    def offered(self) -> tuple[Post, dict[Action, list[ButtonData]]] | None:
        """The newest message with buttons, and what they ask."""
        for post in reversed(self.world.chats.posts.values()):
            found: dict[Action, list[ButtonData]] = {}
            for button in (button for row in post.keyboard for button in row if button.data):
                data = parse_button(button.data or "", post.place.chat, KEY)
                if data is not None:
                    found.setdefault(data.action, []).append(data)
            if found:
                return post, found
        return None

    async def moves(self) -> None:
        seen = self.offered()
        if seen is None:
            return
        post, found = seen
        if Action.START in found:
            action = Action.START if self.rng.random() < 0.3 and self.number == 1 else Action.JOIN
            action = action if action in found else Action.START
            await self.press(post, found[action][0])
        elif Action.PICK in found and self.rng.random() < 0.85:
            await self.claims(post, found)
        else:
            action = self.rng.choice([action for action in found if action is not Action.PICK])
            self.clear = self.clear and action is not Action.CLAIM
            await self.press(post, self.rng.choice(found[action]))

    async def claims(self, post: Post, found: dict[Action, list[ButtonData]]) -> None:
        cards = {Card(data.argument): data for data in found[Action.PICK]}
        sets, claim = find_sets(tuple(cards)), found.get(Action.CLAIM)
        if claim is None:
            return
        chosen = self.rng.choice(sets) if sets and self.rng.random() < 0.75 else self.rng.sample(list(cards), 3)
        rules, before = self.world.rules, self.world.faults
        if calls_first(rules):
            await self.press(post, claim[0])
        elif not self.clear:
            await self.clears(post, found)
        clean = self.clear
        self.clear = False
        for card in chosen:
            await self.press(post, cards[card])
            await asyncio.sleep(HASTE)
        if not third_claims(rules):
            clean = clean and before == self.world.faults
            self.clear = await self.press(post, claim[0], wanted=tuple(chosen) if clean else ())

    async def clears(self, post: Post, found: dict[Action, list[ButtonData]]) -> None:
        for _ in range(2):
            await self.press(post, found[Action.MY_PICKS][0])
            await asyncio.sleep(1.3)
        self.clear = self.world.told.get(self.number, "").startswith("Cleared")

    async def press(self, post: Post, data: ButtonData, wanted: tuple[Card, ...] = ()) -> bool:
        """One press, perhaps sent twice by the app; whether it was judged."""
        press = self.world.press(self.number, post, data, wanted)
        if self.rng.random() < self.world.plan.twice:
            await asyncio.sleep(self.rng.uniform(0.02, SENT_AGAIN))
            self.world.send(press)
        await self.world.hears(press, self.rng.choice((0.3, 3, 3, 20)))
        return self.world.ledger.judged[press.id] > 0
