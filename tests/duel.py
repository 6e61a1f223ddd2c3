"""The engine and the second referee side by side: the same commands to both, and everything compared after each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.events import Rejected
from engine.game import Game, GameId, Millis, Phase, PlayerId
from engine.look import Look
from engine.play import new_game, play
from engine.rounds import dealer
from engine.standings import standings, winners
from tests.plain import engine_command, plain_cards, rules_of
from tests.referee import Choices, Command, Referee, referee

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.events import Progress


def line(command: Command) -> str:
    """A command on one line, its cards as four digits 1 to 3."""
    words = [f"{len(word)} cards" if isinstance(word, tuple) and len(word) > 9 else word for word in command]
    return " ".join(
        "-".join("".join(str(value + 1) for value in card) for card in word) if isinstance(word, tuple) else str(word)
        for word in words
    )


def engine_state(game: Game, now: int) -> dict[str, Any]:
    """All that both sides must agree on, in plain values."""
    going_on = game.phase in (Phase.PLAYING, Phase.DEALING)
    playing = game.phase is Phase.PLAYING
    control = game.control if playing else None
    return {
        "phase": game.phase.value,
        "starter": game.starter,
        "players": [(one.id, one.score, one.sets, one.wrong, one.left is not None) for one in game.players],
        "costs": [(one.late, one.penalties, one.handicap) for one in game.players],
        "locked": [one.locked for one in game.players],
        "waits": [one.wait_until if (one.wait_until or 0) > now else None for one in game.players] if playing else [],
        "table": list(plain_cards(game.table)),
        "deck": list(plain_cards(game.deck)),
        "taken": [(one.player, plain_cards(one.cards), one.revision) for one in game.taken],
        "revision": game.revision,
        "control": control and (control.player, control.at, control.first_at, control.before),
        "deadline": game.deadline if playing else None,
        "stalled": game.stalled and playing,
        "votes": sorted(game.votes) if playing else [],
        "paused_at": game.paused_at if going_on else None,
        "round": game.round,
        "dealer": dealer(game) if game.phase is Phase.DEALING else None,
        "round_over": game.round_over and game.round_over.why.value if game.phase is Phase.DEALING else None,
        "finish": game.finish and game.finish.value,
        "finished_at": game.finished_at,
        "standings": [(row.rank, row.player.id, row.player.score) for row in standings(game)],
        "winners": sorted(one.id for one in winners(game)) if game.finish else [],
    }


def referee_state(game: Referee, now: int) -> dict[str, Any]:
    going_on = game.phase in ("playing", "dealing")
    playing = game.phase == "playing"
    control = game.control if playing else None
    return {
        "phase": game.phase,
        "starter": game.starter,
        "players": [(one.player, one.score, one.sets, one.wrong, one.left) for one in game.entries],
        "costs": [(one.late, one.penalties, one.handicap) for one in game.entries],
        "locked": [one.locked for one in game.entries],
        "waits": [one.waits_until if (one.waits_until or 0) > now else None for one in game.entries] if playing else [],
        "table": game.table,
        "deck": game.deck,
        "taken": [(one.player, one.cards, one.revision) for one in game.taken],
        "revision": game.revision,
        "control": control and (control.player, control.at, control.first_at, control.before),
        "deadline": game.deadline if playing else None,
        "stalled": game.stalled and playing,
        "votes": sorted(game.votes) if playing else [],
        "paused_at": game.paused_at if going_on else None,
        "round": game.round,
        "dealer": game.dealer() if game.phase == "dealing" else None,
        "round_over": game.round_over if game.phase == "dealing" else None,
        "finish": game.finish,
        "finished_at": game.finished_at,
        "standings": game.standings(),
        "winners": sorted(game.winners()) if game.finish else [],
    }


class Duel:
    """One game played on both sides."""

    def __init__(self, starter: int, name: str, now: int, system: str = "race", choices: Choices | None = None) -> None:
        self.referee = referee(system, starter, name, now, choices)
        rules = rules_of(system, self.referee.choices)
        self.game = new_game(GameId("duelduel"), PlayerId(starter), name, Millis(now), rules, Look())
        self.log: list[tuple[int, Command, dict[int, int]]] = [
            (now, ("new", starter, name, system, self.referee.choices), {})
        ]
        self.refusals: list[str] = []
        self.compare(now)

    def step(self, command: Command, now: int, taps: Mapping[int, int]) -> Progress:
        """Give both sides one command and hold their answers and games together."""
        self.log.append((now, command, dict(taps)))
        known = {PlayerId(player): Millis(at) for player, at in taps.items()}
        progress = play(self.game, engine_command(command), Millis(now), known)
        refusal = self.referee.play(command, now, taps)
        self.refusals += [refusal] if refusal else []
        self.game = progress.after
        last = progress.events[-1] if progress.events else None
        refused = last if isinstance(last, Rejected) else None
        self.check("refusal", refused and refused.reason.value, refusal)
        self.check("faster", refused and refused.faster and refused.faster.player, self.referee.faster)
        self.check("until", refused and refused.until, self.referee.until)
        self.compare(now)
        return progress

    def compare(self, now: int) -> None:
        ours, theirs = engine_state(self.game, now), referee_state(self.referee, now)
        if ours != theirs:
            for what in ours:
                self.check(what, ours[what], theirs[what])

    def check(self, what: str, ours: object, theirs: object) -> None:
        """Fail with the whole game so far where the two sides differ."""
        if ours != theirs:
            story = "\n".join(f"{now} {line(command)} {taps}" for now, command, taps in self.log)
            raise AssertionError(f"{what}: the engine says {ours}, the referee {theirs}, after\n{story}")
