"""Why calls, votes and deals are refused, in the player's terms: who, and for how long still. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.game import Control, Judged, Loss, Lost, Revision
from engine.players import player_of
from engine.reasons import Reason
from engine.rounds import dealer
from handler import captions
from handler.names import cut
from handler.words import N_

if TYPE_CHECKING:
    from engine.events import Rejected
    from engine.game import Game, Millis, PlayerId
    from handler.words import Words

CALL_FIRST = N_("Press SET! first, then pick three")
"""What a pick comes to where nobody has called."""

NAME = 12
"""Columns of a name in a toast: a phone shows some 40."""


AGAIN_MS = 1_000
"""So soon after the claim that was judged, SET! is the same press, sent again."""


def seconds_until(until: int, now: Millis) -> int:
    """Whole seconds still to go, none below zero."""
    return max(0, until - now + 999) // 1000


def seconds_left(game: Game, control: Control, now: Millis) -> int:
    """How long a caller has, as it is told: without the grace for the way there and back."""
    return seconds_until(control.at + game.rules.call_seconds * 1000, now)


def told(game: Game, rejected: Rejected, now: Millis, words: Words) -> str | None:
    """What to say of a refusal that has to do with calls, votes or rounds; None of any other."""
    wait = seconds_until(rejected.until or now, now)
    match rejected.reason:
        case Reason.CALL_FIRST:
            return _not_called(game, rejected.player, words)
        case Reason.ANOTHER_HAS_CALLED | Reason.ALREADY_CALLED:
            return _called(game, rejected.player, now, words)
        case Reason.WAIT_TO_CALL:
            return words("Wait {n} s to call again, or until another does", n=wait)
        case Reason.HANDICAP:
            return words("Handicap: {n} s until you may call", n=wait)
        case Reason.TABLE_FULL:
            return words("{n} cards always hold a set: look again", n=len(game.table))
        case Reason.ROUND_OVER:
            return words("The round is over: {name} deals the next", name=_dealer(game, words))
        case Reason.NOT_DEALER:
            return words("{name} deals: anyone may in {n} s", name=_dealer(game, words), n=wait)
        case Reason.TOO_MANY_PLAYERS:
            return words("Too many have joined for these rules")
        case Reason.NOT_IN_RULES:
            return words("That is not in the rules of this game")
        case _:
            return None


def _not_called(game: Game, player: PlayerId, words: Words) -> str:
    """Nobody has called, or this player did and has just been too late, whether or not that is settled yet."""
    last = captions.latest(game)
    late = isinstance(last, Control) or (isinstance(last, Lost) and last.why is Loss.TIME)
    if last is not None and late and last.player == player:
        return words("Too late: the time of your call is over")
    return words(CALL_FIRST)


def _called(game: Game, player: PlayerId, now: Millis, words: Words) -> str:
    control = game.control
    if control is None:
        return words("Somebody else has called")
    left = seconds_left(game, control, now)
    if control.player == player:
        return words("You have called: pick three, {n} s left", n=left)
    return words("{name} has called: {n} s left", name=short_name(game, control.player, words), n=left)


def _dealer(game: Game, words: Words) -> str:
    named = dealer(game)
    return "?" if named is None else short_name(game, named, words)


def short_name(game: Game, player: PlayerId, words: Words) -> str:
    """A player's name, short enough for a toast."""
    entry = player_of(game, player)
    return words.name(cut(entry.name, NAME)) if entry else "?"


def sent_again(own: Judged | None, now: Millis) -> bool:
    """Whether a stale press is that of the player's own claim just judged: an app sends a press several times."""
    return own is not None and now - own.at <= AGAIN_MS


def own_doing(
    game: Game, player: PlayerId, own: Judged | None, revision: Revision, now: Millis, words: Words
) -> str | None:
    """What to say where a player has called, or claimed (`own`), since a press's revision, perhaps by it; else None.

    Whoever came after that: the first of two deliveries may have kept the second one waiting for long.
    """
    held = game.control
    if held is not None and held.player == player and revision < held.revision == game.revision:
        return _called(game, player, now, words)
    if own is None:
        return None
    slots = captions.slots_text(own.slots)
    if own.right:
        return words("You took {slots} before: look again", slots=slots)
    return words("You were wrong with {slots} before: look again", slots=slots)


def change(game: Game, revision: Revision, now: Millis, words: Words) -> str:
    """What happened last since a revision: a claim, a call, a call that came to nothing, more cards."""
    latest = captions.latest(game)
    newest = Revision(0) if latest is None else latest.revision
    if game.laid > max(revision, newest):
        return words("three more cards came")
    if latest is None or newest <= revision:
        return words("the table has changed")
    name = short_name(game, latest.player, words)
    match latest:
        case Control():
            return _call(name, latest.at, now, words)
        case Lost():
            return _end_of_call(name, latest, words)
        case Judged():
            return _claim(name, latest, words)
        case _:
            assert_never(latest)


def _call(name: str, at: Millis, now: Millis, words: Words) -> str:
    if now <= at:
        return words("{name} called at the same moment", name=name)
    return words("{name} called {ms} ms before", name=name, ms=now - at)


def _end_of_call(name: str, lost: Lost, words: Words) -> str:
    if lost.why is Loss.LEFT:
        return words("{name} called and left", name=name)
    return words("{name} called and was too late", name=name)


def _claim(name: str, judged: Judged, words: Words) -> str:
    slots = captions.slots_text(judged.slots)
    if judged.right:
        return words("{name} took {slots}", name=name, slots=slots)
    return words("{name} was wrong with {slots}", name=name, slots=slots)
