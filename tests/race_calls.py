"""Races of calls, and of third picks that claim, through the whole path: see `tests.race`."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.game import Phase, PlayerId
from engine.rules import CALL, FAMILY, RACE
from engine.sets import find_sets
from engine.value import replace
from handler.errors import Conflict
from handler.ports import Stored, Version
from tests.race import NAMES, Table, arena

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from engine.game import Game
    from engine.rules import Rules
    from handler.ports import Store
    from infra.local.bot_api.message import Json

    Round = Callable[["CallTable", "CallReport", int], Awaitable[None]]

CALLED, BY_COURTESY = "You have called: ", "Yours by courtesy: "
BEFORE = re.compile(r"called (\d+) ms before")

LONG = replace(CALL, call_seconds=600)
"""`call` in which no call runs out, however slow the machine is."""

PATIENT = replace(FAMILY, call_seconds=600, courtesy_ms=300_000)
"""`family` in which all who call at once are within the courtesy, however slow the machine is."""

FAMILY_LONG = replace(FAMILY, call_seconds=600)
QUICK = replace(RACE, quick_claim=True)


@dataclass
class CallReport:
    """What the rounds came to, and whatever was not as it must be; `late` callers came after the courtesy."""

    rounds: int = 0
    taken_over: int = 0
    late: int = 0
    wrong: list[str] = field(default_factory=list)

    def hold(self, fact: bool, *told: object) -> None:
        """Note what is not as it must be."""
        if not fact:
            self.wrong.append(" ".join(map(str, told)))


class CallTable(Table):
    """One chat in which everybody calls at once."""

    async def arrange(self, rules: Rules, scores: Sequence[int]) -> Game:
        """The game with these rules and scores, in nobody's control, where nobody has to wait; shown as it is."""
        while True:
            stored = (await self.store.load(self.key)).stored
            assert stored is not None
            game = _arranged(stored.game, rules, scores)
            try:
                await self.store.save(self.key, Stored(game, Version(stored.version + 1)), stored.version)
            except Conflict:
                continue
            return game

    async def ready(self, rules: Rules, scores: Sequence[int]) -> Game:
        """A table with a set on it, arranged, under a message that shows it."""
        game = (await self.store.load(self.key)).stored
        if game is None or game.game.phase is not Phase.PLAYING:
            await self.deal()
        found = await self.game()
        assert await self.shows(found), "the message is behind"
        return await self.arrange(rules, scores)

    async def all_press(self, labels: Sequence[str], message: Json) -> list[str]:
        """Everybody presses a button at once; what each is told."""
        pairs = zip(self.people, labels, strict=True)
        return await asyncio.gather(*(self.press(person, label, message) for person, label in pairs))

    def slots(self, game: Game, number: int) -> list[str]:
        """The buttons of a set, or where none lies there of three cards, in each round others.

        For a tap on a card within 0.4 s of another on it is the same tap, sent again: rounds may be as quick as that.
        """
        begin = 3 * (number % 4)
        cards = next(iter(find_sets(game.table)), game.table[begin : begin + 3])
        return [str(game.table.index(card) + 1) for card in cards]


def _arranged(game: Game, rules: Rules, scores: Sequence[int]) -> Game:
    players = [
        replace(player, score=score, wait_until=None) for player, score in zip(game.players, scores, strict=True)
    ]
    return replace(game, rules=rules, players=tuple(players), control=None)


async def one_caller(table: CallTable, report: CallReport, number: int) -> None:
    """All call at once: one has control. Then that one's third pick comes at once with the calls of all the others."""
    before = await table.ready(LONG, [0] * len(table.people))
    told = await table.all_press(["SET!"] * len(table.people), table.message_with("SET!"))
    game = await table.game()
    callers = [place for place, text in enumerate(told) if text.startswith(CALLED)]
    report.rounds += 1
    report.hold(len(callers) == 1 and game.control is not None, "callers", told)
    if len(callers) != 1 or game.control is None:
        return
    [caller] = callers
    named = [NAMES[caller] in text for place, text in enumerate(told) if place != caller]
    report.hold(game.control.player == table.people[caller].id, "control is another's", told)
    report.hold(game.revision == before.revision + 1, "revision", before.revision, game.revision)
    report.hold(all(named) and all("called" in text for text in told), "not told who called", told)
    await _claimed_at_once(table, report, caller, number)


async def _claimed_at_once(table: CallTable, report: CallReport, caller: int, number: int) -> None:
    """Two picks of the caller, and the third beside everybody else's SET!."""
    game = await table.game()
    assert await table.shows(game)
    first, second, third = table.slots(game, number)
    message = table.message_with("SET!")
    for slot in (first, second):
        report.hold("✓" in await table.press(table.people[caller], slot, message), "no pick", slot)
    labels = [third if place == caller else "SET!" for place in range(len(table.people))]
    told = await table.all_press(labels, message)
    after = await table.game()
    last = after.last
    others = [text for place, text in enumerate(told) if place != caller]
    report.hold(last is not None and last.player == table.people[caller].id, "the claim was not judged", told)
    report.hold(after.revision == game.revision + 1 and after.control is None, "revision after the claim", told)
    report.hold(told[caller].startswith(("SET! You have", "No set: you have")), "verdict", told)
    report.hold(not any(text.startswith((CALLED, "Too late")) for text in others), "somebody else called", told)


def differing(number: int, players: int) -> list[int]:
    """Scores of which no two are equal, and in each round another player's is the lowest."""
    return [(place * 3 + number) % players for place in range(players)]


async def lowest_by_courtesy(table: CallTable, report: CallReport, number: int) -> None:
    """All call at once, all within the courtesy: the lowest score has control, whoever came first."""
    scores = differing(number, len(table.people))
    told, game = await _family(table, report, PATIENT, scores)
    if game.control is None:
        return
    report.hold(scores[_place(table, game.control.player)] == min(scores), "not the lowest score", scores, told)


async def first_of_equals(table: CallTable, report: CallReport, number: int) -> None:
    """Equal scores: the first keeps control, and nobody takes it over."""
    told, game = await _family(table, report, PATIENT, [number % 3] * len(table.people))
    report.hold(sum(text.startswith(CALLED) for text in told) == 1, "not one caller", told)
    report.hold(not any(text.startswith(BY_COURTESY) for text in told), "courtesy among equals", told)
    assert game.control is not None


async def within_the_window(table: CallTable, report: CallReport, number: int) -> None:
    """By the real 700 ms: who has control has less than all before, and whoever has still less came too late."""
    scores = differing(number, len(table.people))
    told, game = await _family(table, report, FAMILY_LONG, scores)
    control = game.control
    if control is None:
        return
    end = control.first_at + FAMILY_LONG.courtesy_ms
    report.hold(control.at <= end, "taken over after the window", told)
    holder = scores[_place(table, control.player)]
    for place, text in enumerate(told):
        if scores[place] < holder:
            ms = BEFORE.search(text)
            report.late += 1
            report.hold(ms is not None and control.at + int(ms[1]) > end, "a lower score was not let in", scores, told)


async def _family(table: CallTable, report: CallReport, rules: Rules, scores: Sequence[int]) -> tuple[list[str], Game]:
    """All call at once; held to what is so however fast they are."""
    before = await table.ready(rules, scores)
    told = await table.all_press(["SET!"] * len(table.people), table.message_with("SET!"))
    game = await table.game()
    report.rounds += 1
    took = [place for place, text in enumerate(told) if text.startswith((CALLED, BY_COURTESY))]
    report.taken_over += sum(text.startswith(BY_COURTESY) for text in told)
    report.hold(game.control is not None, "nobody has control", told)
    report.hold(sum(text.startswith(CALLED) for text in told) == 1, "not one first call", told)
    report.hold(game.revision == before.revision + len(took), "revision", before.revision, game.revision, told)
    report.hold([player.score for player in game.players] == list(scores), "a score moved", told)
    if game.control is not None:
        least = min((scores[place] for place in took), default=None)
        report.hold(scores[_place(table, game.control.player)] == least, "control is not the lowest caller's", told)
    return told, game


def _place(table: CallTable, player: PlayerId) -> int:
    return [person.id for person in table.people].index(player)


async def third_picks_at_once(table: CallTable, report: CallReport, number: int) -> None:
    """Where the third pick claims: all have two cards of one set, and tap the third at once. One takes it."""
    del number
    game = await table.ready(QUICK, [0] * len(table.people))
    if not find_sets(game.table):
        raise AssertionError("in race a set always lies there")
    *two, third = find_sets(game.table)[0]
    await asyncio.gather(*(table.pick(person, tuple(two), game) for person in table.people))
    slot = str(game.table.index(third) + 1)
    told = await table.all_press([slot] * len(table.people), table.message_with("SET!"))
    after = await table.game()
    report.rounds += 1
    right = [place for place, text in enumerate(told) if text.startswith("SET! You have")]
    report.hold(len(right) == 1 and after.revision == game.revision + 1, "claims", told)
    report.hold(sum(player.score for player in after.players) == 1, "points", [p.score for p in after.players], told)
    if len(right) == 1:
        others = [text for place, text in enumerate(told) if place != right[0]]
        known = ("faster: ", "photo finish: ", "Gone: ")
        told_who = [text.startswith(known) and NAMES[right[0]] in text for text in others]
        report.hold(all(told_who), "not told who was faster", told)


async def race_calls(
    environment: Mapping[str, str], store: Store, play: Round, *, chats: int = 2, players: int = 8, rounds: int = 10
) -> CallReport:
    """So many rounds in so many chats at once; the report says what was not as it must be."""
    report, log = CallReport(), list[str]()
    async with arena(environment, log) as world:
        tables = []
        for number in range(chats):
            people = [world.add_person(name) for name in NAMES[:players]]
            tables.append(CallTable(world, store, people, world.make_group(f"Group {number}", people).id))
        for number in range(rounds):
            await asyncio.gather(*(play(table, report, number) for table in tables))
    faults = [line for line in log if json.loads(line).get("kind") in {"error", "fault"}]
    report.wrong.extend(faults[:5])
    return report
