"""The engine and the second referee side by side: the same commands to both, and everything compared after each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine import commands
from engine.card import DECK, Card, card_of, features
from engine.events import Rejected
from engine.game import Game, GameId, Millis, Phase, PlayerId, Revision
from engine.look import Look
from engine.play import new_game, play
from engine.rules import SYSTEMS, DeckKind
from engine.standings import standings
from tests import referee

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.events import Progress

PLAIN: tuple[referee.Card, ...] = tuple(features(card) for card in DECK)


def engine_cards(cards: tuple[referee.Card, ...]) -> tuple[Card, ...]:
    return tuple(card_of(*card) for card in cards)


def engine_command(plain: referee.Command) -> commands.Command:
    """The engine's form of a referee's command."""
    match plain:
        case ("join", player, name, readmit):
            return commands.Join(PlayerId(player), name, readmit)
        case ("leave", player):
            return commands.Leave(PlayerId(player))
        case ("start", player, deck, admin):
            return commands.Start(PlayerId(player), engine_cards(deck), admin)
        case ("claim", player, cards, revision):
            return commands.Claim(PlayerId(player), engine_cards(cards), Revision(revision))
        case ("vote", player, revision):
            return commands.CastVote(PlayerId(player), Revision(revision))
        case ("stop", player, admin, anew):
            return commands.Stop(PlayerId(player), admin, anew)
        case ("kick", player, target, admin):
            return commands.Kick(PlayerId(player), PlayerId(target), admin)
        case ("touch", player):
            return commands.Touch(PlayerId(player))
        case ("tick",):
            return commands.Tick()
    raise AssertionError(f"no such command: {plain}")


def plain_command(command: commands.Command) -> referee.Command:
    """The referee's form of an engine's command; the inverse of `engine_command`."""
    match command:
        case commands.Join(player, name, readmit):
            return ("join", player, name, readmit)
        case commands.Leave(player):
            return ("leave", player)
        case commands.Start(player, deck, admin):
            return ("start", player, tuple(PLAIN[card] for card in deck), admin)
        case commands.Claim(player, cards, revision):
            return ("claim", player, tuple(PLAIN[card] for card in cards), revision)
        case commands.CastVote(player, revision):
            return ("vote", player, revision)
        case commands.Stop(player, admin, anew):
            return ("stop", player, admin, anew)
        case commands.Kick(player, target, admin):
            return ("kick", player, target, admin)
        case commands.Touch(player):
            return ("touch", player)
        case commands.Tick():
            return ("tick",)


def line(command: referee.Command) -> str:
    """A command on one line, its cards as four digits 1 to 3."""
    if command[0] not in ("claim", "start"):
        return " ".join(map(str, command))
    word, player, cards, rest = command
    digits = "-".join("".join(str(value + 1) for value in card) for card in cards)
    return f"{word} {player} {digits} {rest}"


def engine_state(game: Game) -> dict[str, Any]:
    """All that both sides must agree on, in plain values."""
    playing = game.phase is Phase.PLAYING
    return {
        "phase": game.phase.value,
        "starter": game.starter,
        "players": [(one.id, one.score, one.sets, one.wrong, one.locked, one.left is not None) for one in game.players],
        "table": [PLAIN[card] for card in game.table],
        "deck": [PLAIN[card] for card in game.deck],
        "taken": [(one.player, tuple(PLAIN[card] for card in one.cards), one.revision) for one in game.taken],
        "revision": game.revision,
        "deadline": game.deadline if playing else None,
        "stalled": game.stalled and playing,
        "votes": sorted(game.votes) if playing else [],
        "paused_at": game.paused_at if playing else None,
        "finish": game.finish and game.finish.value,
        "finished_at": game.finished_at,
        "standings": [(row.rank, row.player.id, row.player.score) for row in standings(game)],
    }


def referee_state(game: referee.Referee) -> dict[str, Any]:
    playing = game.phase == "playing"
    return {
        "phase": game.phase,
        "starter": game.starter,
        "players": [(one.player, one.score, one.sets, one.wrong, one.locked, one.left) for one in game.entries],
        "table": game.table,
        "deck": game.deck,
        "taken": [(one.player, one.cards, one.revision) for one in game.taken],
        "revision": game.revision,
        "deadline": game.deadline if playing else None,
        "stalled": game.stalled and playing,
        "votes": sorted(game.votes) if playing else [],
        "paused_at": game.paused_at if playing else None,
        "finish": game.finish,
        "finished_at": game.finished_at,
        "standings": game.standings(),
    }


class Duel:
    """One game played on both sides."""

    def __init__(self, starter: int, name: str, now: int, system: str = "race", *, easy: bool = False) -> None:
        rules = replace(SYSTEMS[system], deck=DeckKind.EASY if easy else DeckKind.FULL)
        self.game = new_game(GameId("duelduel"), PlayerId(starter), name, Millis(now), rules, Look())
        self.referee = referee.SYSTEMS[system](starter, name, now)
        self.log: list[tuple[int, referee.Command, dict[int, int]]] = [(now, ("new", starter, name), {})]
        self.refusals: list[str] = []
        self.compare()

    def step(self, command: referee.Command, now: int, taps: Mapping[int, int]) -> Progress:
        """Give both sides one command and hold their answers and games together."""
        self.log.append((now, command, dict(taps)))
        known = {PlayerId(player): Millis(at) for player, at in taps.items()}
        progress = play(self.game, engine_command(command), Millis(now), known)
        refusal = self.referee.play(command, now, taps)
        self.refusals += [refusal] if refusal else []
        self.game = progress.after
        last = progress.events[-1] if progress.events else None
        refused = last if isinstance(last, Rejected) else None
        faster = refused and refused.faster and refused.faster.player
        self.check("refusal", refused and refused.reason.value, refusal)
        self.check("faster", faster, self.referee.faster)
        self.compare()
        return progress

    def compare(self) -> None:
        ours, theirs = engine_state(self.game), referee_state(self.referee)
        if ours["finish"] == theirs["finish"] == "agreed":
            # Of several taps the engine knows only the last, so it cannot always tell since when all present agreed.
            theirs["finished_at"] = ours["finished_at"]
        if ours != theirs:
            for what in ours:
                self.check(what, ours[what], theirs[what])

    def check(self, what: str, ours: object, theirs: object) -> None:
        """Fail with the whole game so far where the two sides differ."""
        if ours != theirs:
            story = "\n".join(f"{now} {line(command)} {taps}" for now, command, taps in self.log)
            raise AssertionError(f"{what}: the engine says {ours}, the referee {theirs}, after\n{story}")
