"""A game's clocks: what time alone brings about, settled before every command."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, assert_never

from engine.control import run_out, runs_out_at
from engine.ending import finish
from engine.events import DeadlinePassed, Paused, Resumed
from engine.game import Finish, Millis, Phase
from engine.laying import has_room, lay_more
from engine.lockouts import after_deadline, free_all, freed_from
from engine.moment import MINUTE, last_change, table_millis
from engine.players import touched
from engine.presence import last_tap
from engine.rules import Extension
from engine.step import then
from engine.value import Value, replace
from engine.voting import agreed_from, pass_vote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.game import Game, PlayerId
    from engine.moment import Moment, Taps
    from engine.step import Step

PAUSE_AFTER = 10 * MINUTE
LOBBY_CLOSES_AFTER = 30 * MINUTE
GAME_ENDS_AFTER = 24 * 60 * MINUTE


def settle(game: Game, moment: Moment) -> Step:
    """The game brought up to a moment; the same whether it is done at once or in many small steps."""
    match game.phase:
        case Phase.LOBBY:
            return _end_if_idle(game, moment, LOBBY_CLOSES_AFTER, Finish.LOBBY_CLOSED)
        case Phase.PLAYING | Phase.DEALING:
            return _settle_play(game, moment)
        case Phase.FINISHED:
            return game, ()
        case _:
            assert_never(game.phase)


def _settle_play(game: Game, moment: Moment) -> Step:
    ran = _run(game, moment) if game.paused_at is None else (game, ())
    return then(ran, lambda after: _end_if_idle(after, moment, GAME_ENDS_AFTER, Finish.IDLE))


def _end_if_idle(game: Game, moment: Moment, after: int, why: Finish) -> Step:
    end = _idle_from(game, moment.taps, after)
    return (game, ()) if game.phase is Phase.FINISHED or moment.at < end else finish(game, why, end)


def _idle_from(game: Game, taps: Taps, after: int) -> Millis:
    return max(Millis(last_tap(game, taps) + after), last_change(game))


def _run(game: Game, moment: Moment) -> Step:
    """Let the clocks run until the moment or a pause, whichever comes first."""
    pause = _idle_from(game, moment.taps, PAUSE_AFTER)
    ran = _pass_time((game, ()), min(moment.at, pause), moment.taps)
    return ran if moment.at < pause else then(ran, lambda after: _pause(after, pause))


def _pass_time(step: Step, until: Millis, taps: Taps) -> Step:
    """Let all happen that is due, one thing after the other: each may bring on or call off the next."""
    while due := sorted(_dues(step[0], taps), key=lambda one: one.at):
        first, *later = due
        if first.at > until:
            break
        step = then(step, partial(first.happens, first.at, min([until, *(one.at for one in later)])))
    return step


class _Due(Value):
    """What time alone brings about, and when. `happens` also takes until when nothing else does."""

    at: Millis
    happens: Callable[[Millis, Millis, Game], Step]


def _dues(game: Game, taps: Taps) -> Iterator[_Due]:
    """What will happen on the table if nobody does anything; of two at one instant the first here comes first."""
    if game.phase is not Phase.PLAYING:
        return
    if (control := game.control) is not None:
        yield _Due(runs_out_at(control, game.rules), lambda at, _, now: run_out(now, control, at))
    if game.deadline is not None:
        yield _Due(game.deadline, _pass_deadlines)
    if (freed := freed_from(game, taps)) is not None:
        yield _Due(freed, lambda _at, _, now: free_all(now))
    if (agreed := agreed_from(game, taps)) is not None:
        yield _Due(agreed, lambda at, _, now: pass_vote(now, at))


def _pause(game: Game, at: Millis) -> Step:
    return (game, ()) if game.phase is Phase.FINISHED else (replace(game, paused_at=at), (Paused(at),))


def _pass_deadlines(at: Millis, until: Millis, game: Game) -> Step:
    """The next deadline passed: more cards where it brings some, else all deadlines up to `until` at once."""
    if _brings_cards(game):
        return then((game, (DeadlinePassed(at),)), lambda after: lay_more(after, at))
    every = table_millis(game.rules)
    last = Millis(at + (until - at) // every * every)
    freed, events = after_deadline(game)
    return replace(freed, deadline=Millis(last + every), stalled=True), (DeadlinePassed(last), *events)


def _brings_cards(game: Game) -> bool:
    match game.rules.extension:
        case Extension.BY_VOTE_OR_DEADLINE:
            return has_room(game) and game.control is None
        case Extension.AUTOMATIC | Extension.BY_VOTE | Extension.BY_NO_SET:
            return False
        case _:
            assert_never(game.rules.extension)


def resume(game: Game, player: PlayerId, moment: Moment) -> Step:
    """The game going on after a pause, its clocks later by the length of it; a game that runs stays as it is."""
    if game.paused_at is None:
        return game, ()
    pause = moment.at - game.paused_at
    running = replace(_put_off(game, pause), paused_at=None, paused_for=game.paused_for + pause)
    return touched(running, player, moment.at), (Resumed(player),)


def _put_off(game: Game, by: int) -> Game:
    """The game with all that its clocks count from or up to so many milliseconds later."""

    def put_off(at: Millis | None) -> Millis | None:
        return None if at is None else Millis(at + by)

    held = game.control
    return replace(
        game,
        deadline=put_off(game.deadline),
        changed_at=Millis(game.changed_at + by),
        control=held and replace(held, at=Millis(held.at + by), first_at=Millis(held.first_at + by)),
        players=tuple(replace(player, wait_until=put_off(player.wait_until)) for player in game.players),
    )


def next_due(game: Game, taps: Taps) -> Millis | None:
    """When time alone will next change the game, unless something comes before; None for a finished game."""
    match game.phase:
        case Phase.LOBBY:
            return _idle_from(game, taps, LOBBY_CLOSES_AFTER)
        case Phase.PLAYING | Phase.DEALING if game.paused_at is not None:
            return _idle_from(game, taps, GAME_ENDS_AFTER)
        case Phase.PLAYING | Phase.DEALING:
            return min([_idle_from(game, taps, PAUSE_AFTER), *(due.at for due in _dues(game, taps))])
        case Phase.FINISHED:
            return None
        case _:
            assert_never(game.phase)


def played_for(game: Game, now: Millis) -> int:
    """How long a round was played, or has been by now, in milliseconds, without its pauses."""
    over_at = None if game.round_over is None else game.round_over.at
    ends = (at for at in (game.finished_at, over_at, game.paused_at) if at is not None)
    return max(0, next(ends, now) - game.dealt_at - game.paused_for)
