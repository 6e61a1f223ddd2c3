"""What a player has picked, folded from the taps as they were stored.

Telegram's apps send one tap several times, under new ids; so a tap is no blind toggle. All taps are kept as they came,
and this pure code says what they mean.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from engine.game import Millis
from engine.picking import picks_from
from engine.players import player_of
from engine.value import Value, replace
from handler.ports import Tap

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.card import Card
    from engine.game import Game, PlayerId, Revision
    from handler.ports import Picks

REPEAT_MS = 400
"""A tap on the same card within this time of the one before is the same tap, sent again."""

LAPSE_MS = 60_000
"""Picks lapse after this time without a tap on a card (R8)."""

COMPACT_AT = 40
"""So many stored taps are worth one more write that puts fewer in their place."""

NO_HAND = 4 * COMPACT_AT
"""So many taps without a pause between them are a machine's, and no care is taken of what they mean."""

RECENT_MS = 2_000
"""Taps so young stay as they are when others are put together: apps may still send them again."""


class TapResult(Enum):
    """What a player's last tap did."""

    PICKED = "picked"
    DROPPED = "dropped"
    REFUSED = "refused"
    NOTHING = "nothing"


class Folded(Value):
    """The cards picked, in the order of picking, and what the last tap did."""

    cards: tuple[Card, ...] = ()
    result: TapResult = TapResult.NOTHING


def fold(picks: Picks, game: Game, player: PlayerId, now: Millis, as_of: Revision | None = None) -> Folded:
    """What the taps amount to at `now`: a card leaves the picks at the moment it left the table.

    With `as_of` only the sets up to that revision have taken cards: what the player had picked on that table.
    """
    gone = _gone(game, as_of)
    state = Folded()
    last: Tap | None = None
    for tap in _counting(picks, game, player):
        if last is not None and tap.at - last.at > LAPSE_MS:
            state = Folded()
        state = _step(state, tap, gone)
        last = tap
    if last is None or now - last.at > LAPSE_MS:
        return Folded()
    return Folded(_still(state.cards, gone, now), state.result)


def compacted(picks: Picks, game: Game, player: PlayerId, now: Millis) -> tuple[Tap, ...]:
    """Fewer taps that mean the same from `now` on: one for each card picked a while ago, and the recent ones.

    The old ones end where no tap follows so closely that it could be one of them, sent again; unless they are more
    than any hand taps without a pause.
    """
    taps = picks.taps
    split = old_enough = sum(tap.at <= now - RECENT_MS for tap in taps)
    while 0 < split < len(taps) and taps[split].at - taps[split - 1].at < REPEAT_MS:
        split -= 1
    split = old_enough if len(taps) - split > NO_HAND else split
    recent = taps[split:]
    old = tuple(_counting(replace(picks, taps=taps[:split]), game, player))
    if not old:
        return recent
    until = old[-1].at
    updates = {tap.card: tap.update for tap in old}
    kept = fold(replace(picks, taps=old), game, player, until).cards
    return (*(Tap(updates[card], card, until) for card in kept), *recent)


def _counting(picks: Picks, game: Game, player: PlayerId) -> Iterable[Tap]:
    """The taps that still count: no repeats, none before the last verdict, call or clearing, none on no card.

    Nor do those from before the player sat down: they were refused.
    """
    entry = player_of(game, player)
    if entry is None:
        return ()
    known = {*game.table, *(card for judged in game.taken for card in judged.cards)}
    cleared, used = picks.cleared_at or Millis(0), picks_from(game, player)
    since = used - 1 if used == game.dealt_at else used  # nobody can tap cards that do not lie there yet
    void = max(cleared, since)
    return (tap for tap in _fresh(picks.taps) if void < tap.at >= entry.seated_at and tap.card in known)


def _gone(game: Game, as_of: Revision | None) -> Mapping[Card, Millis]:
    """When each card left the table."""
    return {
        card: judged.at for judged in game.taken if as_of is None or judged.revision <= as_of for card in judged.cards
    }


def _fresh(taps: tuple[Tap, ...]) -> Iterable[Tap]:
    """The taps without those that are one press sent again: the same update, or the same card within `REPEAT_MS`."""
    updates: set[int] = set()
    latest: dict[Card, Millis] = {}
    for tap in taps:
        before = latest.get(tap.card)
        repeated = tap.update in updates or (before is not None and tap.at - before < REPEAT_MS)
        updates.add(tap.update)
        latest[tap.card] = tap.at
        if not repeated:
            yield tap


def _still(cards: tuple[Card, ...], gone: Mapping[Card, Millis], at: Millis) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in gone or gone[card] > at)


def _step(state: Folded, tap: Tap, gone: Mapping[Card, Millis]) -> Folded:
    cards = _still(state.cards, gone, tap.at)
    if tap.card in cards:
        return Folded(tuple(card for card in cards if card != tap.card), TapResult.DROPPED)
    if len(cards) == 3:
        return Folded(cards, TapResult.REFUSED)
    return Folded((*cards, tap.card), TapResult.PICKED)
