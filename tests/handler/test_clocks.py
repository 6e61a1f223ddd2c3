"""Every clock of every system through the Lambda's entry: its wake comes in time, late, twice, too early, or never."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import force_setattr

from engine.commands import CastVote, Tick
from engine.game import Phase
from engine.moment import last_change
from engine.play import play
from engine.rounds import ANYONE_DEALS_AFTER
from engine.rules import CALL, CLASSIC, FAMILY, RACE, SOLO, DeckKind, Rounds
from engine.value import replace
from handler.callback_data import Action, ButtonData, button_text
from handler.desk import next_wake
from handler.ports import ChatId, GameKey, Version
from handler.timers import Wake, wake_event
from tests.builders import ANA, BEN, after, call, later, lobby, played_until, started, vote, with_vote_open, wrong
from tests.lambda_entry import DATA, Entry, entry

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from engine.game import Game, Millis
    from engine.rules import Rules

PLACE = GameKey(ChatId(-1002123456789))
MATCH = replace(CALL, rounds=Rounds.MATCH, deck=DeckKind.EASY)
VOTES = replace(CLASSIC, table_seconds=500)


def held(rules: Rules) -> Game:
    """A game in Ana's control."""
    return after(started(2, rules=rules), call)


def one_agrees(game: Game) -> Game:
    """Ana has agreed, a minute after Ben's last sign."""
    now = last_change(game)
    heard = replace(game, players=tuple(replace(player, seen_at=now) for player in game.players))
    return after(heard, vote, now=later(60, now))


def all_but_one_locked() -> Game:
    """Ana has been wrong, a minute after Ben's last sign."""
    return after(started(2, rules=VOTES), wrong, now=later(60))


def between_rounds() -> Game:
    """A match whose first round is over."""
    return played_until(lambda game: game.phase is Phase.DEALING, started(2, rules=MATCH))


CLOCKS: dict[str, Callable[[], Game]] = {
    "race: a deadline frees": lambda: after(started(2), wrong),
    "race: the others go away, and the end is agreed": lambda: one_agrees(with_vote_open(2)),
    "race: pause": lambda: started(2, rules=replace(RACE, table_seconds=3600)),
    "classic: a deadline lays three cards": lambda: started(2, rules=CLASSIC),
    "classic: the others go away, and three cards are agreed on": lambda: one_agrees(started(2, rules=VOTES)),
    "classic: the only free player goes away": all_but_one_locked,
    "classic: pause": lambda: started(2, rules=replace(CLASSIC, table_seconds=3600)),
    "call: a call runs out": lambda: held(CALL),
    "call: the others go away, and three cards are agreed on": lambda: one_agrees(started(2, rules=CALL)),
    "call: pause": lambda: started(2, rules=CALL),
    "match: pause between rounds": between_rounds,
    "family: a call runs out": lambda: held(FAMILY),
    "family: the others go away, and the end is agreed": lambda: one_agrees(with_vote_open(2, rules=FAMILY)),
    "family: pause": lambda: started(2, rules=FAMILY),
    "solo: pause": lambda: started(1, rules=SOLO),
    "a lobby closes": lambda: lobby(2),
}


def look(game: Game | None) -> tuple[object, ...]:
    """All of a game that counts, but who was heard of last."""
    assert game is not None
    players = [(one.id, one.score, one.locked, one.wait_until, one.late, one.left) for one in game.players]
    table = (game.table, game.deck, game.revision, game.phase, game.finish, game.finished_at, game.votes)
    return (*table, players, game.control, game.lost, game.deadline, game.paused_at)


class Clocked:
    """A game behind the entry, whose clock is set by hand."""

    def __init__(self, made: Entry, game: Game) -> None:
        self.made, self.game_id = made, game.id
        made.put(PLACE, game)

    def at(self, now: Millis) -> None:
        """It is now so late."""
        self.made.app.clock = lambda: now  # type: ignore[attr-defined]
        force_setattr(self.made.app.SERVICE.desk, "clock", lambda: now)

    def wake(self, now: Millis, due: Millis, times: int = 1) -> None:
        """The queue brings a wake, so many times in one batch."""
        self.at(now)
        wakes = [Wake(PLACE, Version(1), due, f"m{number}") for number in range(times)]
        answer, _ = self.made.handle(wake_event(wakes))
        assert answer == {"batchItemFailures": []}

    def press(self, action: Action, now: Millis, person: int = BEN) -> None:
        """Somebody presses a button of the table."""
        self.at(now)
        game = self.made.game(PLACE)
        assert game is not None
        body: dict[str, Any] = json.loads((DATA / "updates" / "callback_pick_in_a_supergroup.json").read_text())
        body["update_id"] += now
        body["callback_query"]["from"]["id"] = person
        data = ButtonData(action, self.game_id, 0, game.revision)
        body["callback_query"]["data"] = button_text(data, PLACE.chat, self.made.app.KEY)
        answer, _ = self.made.post(body)
        assert answer["statusCode"] == 200

    @property
    def look(self) -> tuple[object, ...]:
        return look(self.made.game(PLACE))

    def settled(self, now: Millis) -> tuple[object, ...]:
        """What is stored, as it counts now."""
        game = self.made.game(PLACE)
        assert game is not None
        taps = self.made.app.LOOP.run_until_complete(self.made.store.last_taps(PLACE, game.id))
        return look(play(game, Tick(), now, taps).after)

    @property
    def edits(self) -> int:
        """How often the group was shown something."""
        return sum(asked.method.startswith(("edit", "send")) for asked in self.made.wire.asked)


@pytest.mark.parametrize("make", CLOCKS.values(), ids=CLOCKS)
def test_a_wake_in_time_late_twice_or_never_comes_to_the_same(make: Callable[[], Game], tmp_path: Path) -> None:
    game = make()
    due = next_wake(game, game.active_at)
    assert due is not None
    now, ends = later(9, due), {}
    for name, woken in {"in time": (0, 1), "late": (7, 1), "twice": (3, 2), "never": None}.items():
        with entry(tmp_path / f"{name}.sqlite") as made:
            table = Clocked(made, game)
            table.wake(later(-0.001, due), due)
            before = table.look
            assert table.edits == 0, "it came too early"
            if woken is not None:
                seconds, times = woken
                table.wake(later(seconds, due), due, times)
                assert table.look != before
                shown = table.edits
                assert shown > 0
                table.wake(later(seconds + 0.1, due), due)
                assert table.edits == shown
            table.press(Action.PICK, now, game.players[-1].id)
            ends[name] = table.settled(now)
    assert [name for name, end in ends.items() if end != ends["in time"]] == []


def test_between_rounds_nobody_needs_a_wake_for_anyone_to_deal_after_a_minute(tmp_path: Path) -> None:
    game = between_rounds()
    assert game.round_over is not None
    from_then = later(ANYONE_DEALS_AFTER / 1000, game.round_over.at)
    with entry(tmp_path / "games.sqlite") as made:
        table = Clocked(made, game)
        before = table.look
        table.press(Action.DEAL, later(-0.001, from_then), ANA)
        table.wake(from_then, from_then, 2)
        assert table.look == before
        table.press(Action.DEAL, later(1, from_then), ANA)
        dealt = made.game(PLACE)
        assert dealt is not None
        assert (dealt.phase, dealt.round) == (Phase.PLAYING, 2)


def test_a_vote_that_was_agreed_on_by_going_away_is_not_undone_by_a_vote_that_comes_late(tmp_path: Path) -> None:
    game = one_agrees(started(2, rules=CALL))
    due = next_wake(game, game.active_at)
    assert due is not None
    with entry(tmp_path / "games.sqlite") as made:
        table = Clocked(made, game)
        table.press(Action.VOTE, later(5, due), ANA)  # nobody woke: a second press would have taken it back
        laid = made.game(PLACE)
        assert laid is not None
        assert len(laid.table) == 15
    assert after(game, CastVote(ANA, game.revision), now=later(2, game.active_at)).votes == ()
