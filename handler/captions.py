"""What the group reads: lobby, caption, cards, standings. Pure; plain text, so that no name can break it."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.card import Feature
from engine.game import Control, Finish, Judged, Loss, Lost, Phase, Revision
from engine.players import player_of, seated
from engine.rounds import ANYONE_DEALS_AFTER, dealer, rounds_in_all
from engine.rules import Claiming
from engine.standings import standings
from engine.verdict import mixed_features
from handler import solo_result
from handler.names import columns, cut

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.card import Card
    from engine.game import Game, Player, PlayerId, Slot
    from engine.look import Look
    from engine.rules import Rules
    from handler.words import Words

LINE = 38
"""Columns of a caption's line that fit under a picture on a phone 360 wide."""

_CHIPS = "⓪①②③④⑤⑥⑦⑧"


def chip(player: Player) -> str:
    """The number on a player's chip, as it stands in the picture's footer."""
    return _CHIPS[player.seat]


def name_of(game: Game, player: PlayerId, words: Words) -> str:
    """A player's name, safe within a line."""
    entry = player_of(game, player)
    return words.name(entry.name) if entry else "?"


def slots_text(slots: Sequence[Slot]) -> str:
    """Slots in ascending order: `3 7 12`."""
    return " ".join(str(slot) for slot in sorted(slots))


def table(game: Game, words: Words) -> str:
    """A table's caption: three short lines during play, the news first."""
    return "\n".join((_news(game, words), *_anyone(game, words), *_score_lines(game, words), *_penalties(game, words)))


def _news(game: Game, words: Words) -> str:
    """The round and the deck as far as there is room, and the last thing that the group should know."""
    if game.phase is Phase.FINISHED:
        return words("Game over")
    if game.paused_at is not None:
        return words("Paused: tap to go on")
    named = dealer(game)
    if named is not None:
        name, of = who(game, named, words), rounds_in_all(game)
        return words("Round {n} of {of} over: {name} deals", n=game.round, of=of, name=name)
    parts = [*_round(game, words), words("Deck {n}", n=len(game.deck)), _happened(game, words)]
    while len(parts) > 1 and columns(words.parts(parts)) > LINE:
        parts.pop(0)
    return words.parts(parts)


def _anyone(game: Game, words: Words) -> list[str]:
    """Between two rounds: what is true at any time, however long the dealer has been waited for."""
    if dealer(game) is None or game.paused_at is not None:
        return []
    return [words("After {n} s anyone may deal", n=ANYONE_DEALS_AFTER // 1000)]


def _round(game: Game, words: Words) -> list[str]:
    of = rounds_in_all(game)
    return [words("Round {n}/{of}", n=game.round, of=of)] if of > 1 else []


def _happened(game: Game, words: Words) -> str:
    """What happened last, or at the beginning what to do."""
    last = latest(game)
    if game.laid > (Revision(0) if last is None else last.revision):
        return words("three more cards")
    match last:
        case None:
            return _what_to_do(game.rules, words)
        case Control(player):
            return words("⏱ {name}: {n} s", name=who(game, player, words), n=game.rules.call_seconds)
        case Lost(player, Loss.TIME):
            return words("⌛ {name}: too late", name=who(game, player, words))
        case Lost(player):
            return words("⌛ {name} called and left", name=who(game, player, words))
        case Judged():
            return _told(game, last, words)
        case _:
            assert_never(last)


def who(game: Game, player: PlayerId, words: Words) -> str:
    """A player's chip and short name."""
    entry = player_of(game, player)
    return f"{chip(entry)} {words.name(cut(entry.name, 10))}" if entry else "?"


def _what_to_do(rules: Rules, words: Words) -> str:
    match rules.claiming:
        case Claiming.CALL_FIRST:
            return words("SET! first, then pick three")
        case Claiming.PICK_FIRST if rules.quick_claim:
            return words("the third pick claims")
        case Claiming.PICK_FIRST:
            return words("pick three, then SET!")
        case _:
            assert_never(rules.claiming)


def latest(game: Game) -> Judged | Control | Lost | None:
    """What a player did last that the group should know: a claim, a call, or a call that came to nothing."""
    known = [one for one in (game.last, game.control, game.lost) if one is not None]
    return max(known, key=lambda one: one.revision, default=None)


def _told(game: Game, judged: Judged, words: Words) -> str:
    """One judged claim for all: who, which slots, and the features that fail."""
    entry = player_of(game, judged.player)
    sign, what = ("✅", slots_text(judged.slots)) if judged.right else ("❌", _wrong(judged, words))
    if entry is None:
        return words.line(f"{sign} {what}")
    room = LINE - columns(f"{sign} {chip(entry)} : {what}")
    return words.line(f"{sign} {chip(entry)} {words.name(cut(entry.name, min(room, 10)))}: {what}")


def _wrong(judged: Judged, words: Words) -> str:
    """A wrong claim's slots, and the features that fail, in short."""
    mixed = mixed_features(judged.cards)
    match [feature for feature in Feature if feature not in mixed]:
        case []:
            failing = words("all four")
        case [fine]:
            failing = words("all but {feature}", feature=words.feature_in_short(fine))
        case _:
            failing = words.listed([words.feature_in_short(feature) for feature in mixed])
    return f"{slots_text(judged.slots)} ({failing})"


def _score_lines(game: Game, words: Words) -> list[str]:
    """Seated players with their chips and scores, on one line up to three, on two beyond.

    Names are shown as far as there is room; where there is none, the chip stands for the player.
    """
    players = seated(game)
    a_line = len(players) if len(players) <= 3 else (len(players) + 1) // 2
    lines: list[str] = []
    for room in (*range(12, 1, -1), 0):
        cells = [_cell(player, room, words, agrees=player.id in game.votes) for player in players]
        lines = [
            words.line(words.parts(cells[start : start + a_line])) for start in range(0, len(cells), max(1, a_line))
        ]
        if all(columns(line) <= LINE for line in lines):
            break
    return lines


def _cell(player: Player, room: int, words: Words, *, agrees: bool) -> str:
    """One player's score; a raised hand for who agrees that no set is there, else a lock for who is locked out."""
    name = words.name(cut(player.name, room)) if room else ""
    return f"{chip(player)}{name} {words.number(player.score)}{'✋' if agrees else '🔒' if player.locked else ''}"


def _penalties(game: Game, words: Words) -> list[str]:
    """The penalties that a player alone has noted (R26)."""
    noted = sum(player.penalties for player in game.players)
    return [words.count("{n} penalty", "{n} penalties", noted)] if noted else []


def vote_button(game: Game, words: Words, here: Collection[PlayerId] | None = None) -> str:
    """The vote's button: how many agree, of those who are here; if nobody is or is known to be, of all who play."""
    of = here or [player.id for player in seated(game)]
    agree = sum(player in of for player in game.votes)
    if game.deck:
        return words("No set here? {n}/{of}", n=agree, of=len(of))
    return words("No set left? {n}/{of}", n=agree, of=len(of))


def cards(game: Game, words: Words) -> str:
    """A line per card, for those who do not see the picture: `7. two red striped ovals`."""
    return cards_text(game.table, game.look, words) or words("No cards lie on the table.")


def cards_text(table_cards: Sequence[Card], look: Look, words: Words) -> str:
    """Cards by slot, a line each."""
    return "\n".join(f"{slot}. {words.spoken_card(card, look)}" for slot, card in enumerate(table_cards, start=1))


def score(game: Game, words: Words) -> str:
    """A line per player: `1. Ana 3`."""
    return "\n".join(
        words("{rank}. {name} {score}", rank=row.rank, name=words.name(row.player.name), score=row.player.score)
        for row in standings(game)
    )


def final(game: Game, words: Words) -> str:
    """The end, told to all: why, and the standings."""
    return "\n".join((f"🏁 {_why(game, words)}", *solo_result.told(game, words), score(game, words)))


def _why(game: Game, words: Words) -> str:
    match game.finish:
        case Finish.NO_SET_LEFT:
            return words("The game is over: no set is left.")
        case Finish.AGREED:
            return words("The game is over: all agreed that no set is left.")
        case Finish.NO_SET_SAID:
            return words("The game is over: “No set” was said.")
        case Finish.ALL_LEFT:
            return words("The game is over: everybody left.")
        case Finish.ALONE:
            return words("The game is over: one player remains.")
        case Finish.KICKED:
            return words("The game is over without a winner: too few players remain.")
        case Finish.STOPPED:
            return words("The game was stopped.")
        case Finish.IDLE:
            return words("The game is over: nobody played for a day.")
        case Finish.LOBBY_CLOSED | None:
            return words("The lobby is closed.")
        case _:
            assert_never(game.finish)
