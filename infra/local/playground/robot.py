"""A robot player: it sees what its app shows, thinks as long as people do, taps, and reads its toasts."""

from __future__ import annotations

import asyncio
import contextlib
from itertools import combinations
from typing import TYPE_CHECKING

from engine.reasons import Reason
from engine.rounds import ANYONE_DEALS_AFTER
from engine.sets import find_sets
from engine.verdict import mixed_features
from handler import refusals, replies
from handler.callback_data import Action
from handler.picks import REPEAT_MS
from infra.local.bot_api.errors import PeopleError
from infra.local.playground.shown import Shown, latest, picked_slots
from infra.local.playground.tempo import LOCKED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.card import Card
    from engine.game import GameId, Triple
    from infra.local.bot_api import World
    from infra.local.bot_api.feed import Feed
    from infra.local.bot_api.person import Person
    from infra.local.bot_api.query import Answer
    from infra.local.playground.tempo import Tempo

MOST_TAPS = 8
"""So many taps at most for one claim: whoever needs more has lost track, and looks again."""

UNPICK_AFTER = REPEAT_MS / 1000 + 0.05
"""Seconds after which a second tap on a card takes it back: sooner it would count as the same tap."""

AGREE_AFTER = 1.05
"""Seconds after which a second press on a vote counts as another one."""

CLEAR_AFTER = 1.3
"""Seconds between the two presses of My picks that clear them."""


class Robot:
    """Plays in one chat, in every game it has joined, until `run` is cancelled. `tempo` is asked anew each time."""

    def __init__(
        self, world: World, person: Person, chat: int, key: bytes, tempo: Callable[[], Tempo], rng: Random
    ) -> None:
        self._world, self._person, self._chat, self._key = world, person, chat, key
        self._tempo, self._rng = tempo, rng
        self._shown: Shown | None = None
        self._news = asyncio.Event()
        self._picked: tuple[Card, ...] = ()
        self._not_in: GameId | None = None
        """The last game in which it learned that it has no seat."""
        self._calls_in: GameId | None = None
        """The last game in which it learned that SET! comes before the cards."""
        self._agreed = ""
        """The button with which it last said that there is no set: another one is on other cards, or after a call."""

    async def run(self) -> None:
        """Play until cancelled."""
        feed = self._world.subscribe(self._person)
        watching = asyncio.create_task(self._watch(feed))
        try:
            while True:
                await self._turn(await self._table())
        finally:
            feed.close()
            await watching

    async def join(self, shown: Shown) -> None:
        """Take a seat in the game of a lobby or table."""
        self._not_in = None
        await self._press(shown, shown.buttons[Action.JOIN])
        self._news.set()

    async def close_menu(self, shown: Shown) -> None:
        """Go back to the lobby from an open page of its menu."""
        await self._press(shown, shown.buttons[Action.MENU])

    async def start(self, shown: Shown) -> None:
        """Start the game of a lobby, as a starter or an admin may."""
        await self._press(shown, shown.buttons[Action.START])

    async def _watch(self, feed: Feed) -> None:
        """Keep in mind what the chat shows."""
        self._look()
        async for event in feed:
            if event.chat == self._chat and event.kind in ("message", "edited", "deleted"):
                self._look()

    def _look(self) -> None:
        self._shown = latest(self._world.chat(self._chat), self._key)
        self._news.set()

    async def _table(self) -> Shown:
        """The table to play at, once there is one."""
        while (shown := self._shown) is None or not (shown.is_table or shown.is_deal) or shown.game == self._not_in:
            await self._hear()
        return shown

    async def _hear(self, seconds: float | None = None) -> None:
        """Wait for news, so long at most."""
        self._news.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):  # wait_for of Python 3.11 can swallow a cancellation
                await self._news.wait()

    async def _turn(self, table: Shown) -> None:
        """See a set, or believe to, and claim it unless somebody was faster."""
        if table.is_deal:
            return await self._deal(table)
        sets, tempo = find_sets(table.cards), self._tempo()
        if not sets:
            return await self._agree(table, tempo)
        mistake = mistaken_set(table.cards, self._rng) if tempo.is_mistaken(self._rng) else None
        cards = mistake or self._one_of(sets)
        if await self._still_there(cards, tempo.until_seen(len(sets), self._rng)):
            await self._claim(cards, tempo)
        return None

    async def _deal(self, shown: Shown) -> None:
        """Deal the next round if it is one's turn, else when anyone may."""
        mine = self._person.first_name in shown.dealer
        if await self._unchanged(shown, self._tempo().think if mine else ANYONE_DEALS_AFTER / 1000 + 1):
            await self._press(shown, shown.buttons[Action.DEAL])
            await self._unchanged(shown, self._tempo().think)

    async def _agree(self, table: Shown, tempo: Tempo) -> None:
        """Say once that there is no set, where that can be said; more cards are waited for else."""
        vote = table.buttons.get(Action.VOTE)
        if vote is None or vote == self._agreed:
            return await self._hear()
        if not await self._unchanged(table, tempo.until_seen(1, self._rng)):
            return None
        answer = await self._press(table, vote)
        if answer is not None and answer.text == replies.TAKEN_BACK:  # said already, on these cards
            await asyncio.sleep(AGREE_AFTER)
            await self._press(table, vote)
        self._agreed = vote
        return None

    async def _unchanged(self, shown: Shown, seconds: float) -> bool:
        """Wait, and tell whether the same is still shown; end sooner when it is not."""
        return await self._while(lambda: self._shown == shown, seconds)

    def _one_of(self, sets: tuple[Triple, ...]) -> Triple:
        """A set that is seen first: one of those of which the most cards are picked already."""
        picked = set(self._picked)
        most = max(len(picked & set(cards)) for cards in sets)
        return self._rng.choice([cards for cards in sets if len(picked & set(cards)) == most])

    async def _still_there(self, cards: Triple, seconds: float) -> bool:
        """Wait, and tell whether the cards are still shown; end sooner when they are not."""
        return await self._while(lambda: self._lie_there(cards), seconds)

    async def _while(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Wait so long; False, and sooner, once it does not hold any more."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while holds():
            if (left := until - loop.time()) <= 0:
                return True
            await self._hear(left)
        return False

    def _lie_there(self, cards: Triple) -> bool:
        return self._shown is not None and self._shown.is_table and set(cards) <= set(self._shown.cards)

    async def _claim(self, cards: Triple, tempo: Tempo) -> None:
        """Tap until exactly these cards are picked, then press SET!, or the other way round: the rules decide."""
        if self._shown is not None and self._shown.game == self._calls_in:
            await self._press(self._shown, self._shown.buttons[Action.CLAIM])
            self._picked = ()
        for _ in range(MOST_TAPS):
            to_tap = sorted(set(self._picked) - set(cards)) or [card for card in cards if card not in self._picked]
            if not to_tap:
                break
            shown = self._shown
            if shown is None or not self._lie_there(cards) or to_tap[0] not in shown.taps:
                self._picked = tuple(card for card in self._picked if shown is not None and card in shown.taps)
                return None
            if to_tap[0] in self._picked:
                await asyncio.sleep(UNPICK_AFTER)
            answer = await self._press(shown, shown.taps[to_tap[0]])
            if answer is not None and answer.alert:  # the third pick was the claim
                return await self._read_verdict(shown, answer)
            if not self._read_picks(shown, answer):
                return await self._hear(tempo.think)
            await asyncio.sleep(tempo.between_taps(self._rng))
        else:
            return await self._clear()
        if self._shown is not None and self._lie_there(cards):
            await self._read_verdict(self._shown, await self._press(self._shown, self._shown.buttons[Action.CLAIM]))
        return None

    async def _press(self, shown: Shown, data: str) -> Answer | None:
        """Press a button, and wait for what the toast says."""
        try:
            answer = await self._world.press(self._person, self._chat, shown.message, data)
        except PeopleError:  # the message has just gone
            return None
        if answer is not None and answer.text == replies.REASONS[Reason.NOT_IN_GAME]:
            self._not_in = shown.game
        return answer

    def _read_picks(self, shown: Shown, answer: Answer | None) -> bool:
        """Learn what is picked now; False where a pick was refused."""
        slots = picked_slots(answer.text) if answer is not None else None
        if answer is not None and answer.text == refusals.CALL_FIRST:
            self._calls_in = shown.game
        if slots is None:
            return False
        self._picked = tuple(shown.cards[slot - 1] for slot in slots if slot <= len(shown.cards))
        return True

    async def _read_verdict(self, shown: Shown, answer: Answer | None) -> None:
        """After a judged claim nothing is picked; after a wrong one, wait until the cards change."""
        if answer is None or not answer.alert:
            return await self._hear(self._tempo().think)
        self._picked = ()
        loop = asyncio.get_running_loop()
        until = loop.time() + LOCKED
        while self._shown is not None and self._shown.cards == shown.cards and loop.time() < until:
            await self._hear(until - loop.time())
        return None

    async def _clear(self) -> None:
        """Press My picks twice, which clears them."""
        for pause in (CLEAR_AFTER, 0.0):
            if self._shown is not None and Action.MY_PICKS in self._shown.buttons:
                await self._press(self._shown, self._shown.buttons[Action.MY_PICKS])
            await asyncio.sleep(pause)
        self._picked = ()


def mistaken_set(cards: Sequence[Card], rng: Random) -> Triple | None:
    """Three cards of which a hurried eye believes that they are a set: one feature fails, if that may be.

    None where all that lies there is one set.
    """
    wrong = [three for three in combinations(cards, 3) if mixed_features(three)]
    near = [three for three in wrong if len(mixed_features(three)) == 1]
    return rng.choice(near or wrong) if wrong else None
