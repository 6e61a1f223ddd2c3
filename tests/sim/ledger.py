"""What was stored and by which commands, held against the second referee; and what must hold of each as it lands."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from engine import play as engine_play
from engine.commands import Claim
from engine.events import Called, ClaimJudged, Joined, NoSetSaid, Rejected, Voted
from engine.game import Phase
from engine.reasons import Reason
from tests.duel import engine_state, line, referee_state
from tests.plain import choices_of, plain_command
from tests.referee import referee
from tests.sim.outside import PROCESS, Process

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.commands import Command
    from engine.events import Progress
    from engine.game import Game, GameId, Millis, PlayerId
    from handler.ports import GameKey, Stored
    from tests.referee import Referee

OWN = (Called, ClaimJudged, Joined, NoSetSaid, Voted)


class Ledger:
    """Written along by `play`, in the service's place of the engine's, and by the store as each save lands."""

    def __init__(self, story: list[str], violate: Callable[[str], None]) -> None:
        self.story, self.violate = story, violate
        self.steps: dict[int, tuple[Game, Command, Millis, dict[PlayerId, Millis], Progress]] = {}
        self.referees: dict[GameId, Referee] = {}
        self.judged: Counter[int] = Counter()
        self.settled: set[tuple[int, PlayerId | None]] = set()
        self.told: dict[PlayerId, set[int]] = {}
        self.engine = engine_play.play

    def play(
        self, game: Game, command: Command, now: Millis, taps: Mapping[PlayerId, Millis] | None = None
    ) -> Progress:
        """The engine's `play`, written down."""
        progress = self.engine(game, command, now, taps or {})
        if progress.after is not game:
            self.steps[id(progress.after)] = (game, command, now, dict(taps or {}), progress)
        process = PROCESS.get(None)
        if process is not None and process.press is not None:
            self._as_pressed(process, game, command, progress)
        return progress

    def _as_pressed(self, process: Process, game: Game, command: Command, progress: Progress) -> None:
        player = process.press.player
        refusal = next((event for event in progress.events if isinstance(event, Rejected)), None)
        if refusal is not None and refusal.reason is Reason.STALE:
            self.told.setdefault(player, set()).add(progress.after.revision)
        if (process.update, player) in self.settled and type(command).__name__ not in ("Touch", "Tick"):
            self.violate(f"update {process.update} was judged already, and again: {type(command).__name__}")
        wanted = process.press.wanted
        lost = refusal is not None and refusal.reason is Reason.NOT_THREE_CARDS
        if isinstance(command, Claim) and wanted and process.press.revision == game.revision and lost:
            self.violate(f"{player} picked {wanted} and claimed {command.cards}")

    def opened(self, game: Game) -> None:
        """A lobby as it was made, with its first players."""
        first, *others = game.players
        one = referee(game.rules.system, first.id, first.name, first.seated_at, choices_of(game.rules))
        for player in others:
            one.play(("join", player.id, player.name, False), player.seated_at, {})
        self.referees[game.id] = one

    def saved(self, key: GameKey, stored: Stored) -> None:
        """A save has landed: the referee hears the commands that made it, and has to come to the same game."""
        del key
        chain, game = [], stored.game
        while id(game) in self.steps and not (chain and game.id not in self.referees and game.phase is Phase.LOBBY):
            step = self.steps[id(game)]
            chain.append(step)
            game = step[0]
            if game.id in self.referees:
                break
        if game.id not in self.referees:
            self.opened(game)
        one, now = self.referees[game.id], stored.game.active_at
        for before, command, now, taps, progress in reversed(chain):
            self._as_landed(before, progress)
            plain = plain_command(command)
            self.story.append(f"{now} stored {stored.version}: {line(plain)}")
            now = max(now, before.active_at)  # who was frozen comes late: the game's time never runs back
            one.play(plain, now, taps)
        self._compare(stored.game, one, now)

    def _as_landed(self, before: Game, progress: Progress) -> None:
        process = PROCESS.get(None)
        press: Any = process.press if process is not None else None
        if process is None or press is None:
            return
        if any(isinstance(event, OWN) for event in progress.events):
            self.settled.add((process.update, press.player))
        if not any(isinstance(event, ClaimJudged) for event in progress.events):
            return
        self.judged[press.id] += 1
        if self.judged[press.id] > 1:
            self.violate(f"press {press.id} of {press.player} was judged {self.judged[press.id]} times")
        held = before.control
        oldest = held.before if held is not None and held.player == press.player else before.revision
        if press.revision < oldest and not {*self.told.get(press.player, ())} & {*range(oldest, before.revision + 1)}:
            self.violate(f"{press.player} claimed on {before.revision} and had seen {press.revision}")

    def _compare(self, game: Game, one: Referee, now: int) -> None:
        ours, theirs = engine_state(game, now), referee_state(one, now)
        for what in ours:
            if ours[what] != theirs[what]:
                self.violate(f"{what}: stored is {ours[what]}, the referee says {theirs[what]}")
                return
