"""What was stored and by which commands, held against the second referee; and what must hold of each as it lands."""

from __future__ import annotations

from collections import Counter, defaultdict
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from engine import play as engine_play
from engine.commands import Claim
from engine.events import Called, ClaimJudged, Dealt, Joined, Left, NoSetSaid, Rejected, Started, Voted
from engine.game import Phase
from engine.players import seated
from engine.reasons import Reason
from tests.duel import engine_state, line, referee_state
from tests.plain import choices_of, plain_command
from tests.referee import referee
from tests.sim.outside import PROCESS, Process
from tests.sim.violations import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.commands import Command
    from engine.events import Event, Progress
    from engine.game import Game, GameId, Millis, PlayerId
    from handler.ports import GameKey, Stored
    from tests.referee import Referee

OWN = Called | ClaimJudged | Dealt | Joined | Left | NoSetSaid | Started | Voted

KIND_OF = {"locked": Kind.OTHER_LOCKOUT}
"""What differs from the second referee's game, where that has a kind of its own."""


class Ledger:
    """Written along by `play`, in the service's place of the engine's, and by the store as each save lands.

    `landed` has what each press came to, by its id; `heard` when a player of a game was last heard at a place.
    """

    def __init__(self, story: list[str], violate: Callable[[Kind, str], None]) -> None:
        self.story, self.violate = story, violate
        self.steps: dict[int, tuple[Game, Command, Millis, dict[PlayerId, Millis], Progress]] = {}
        self.referees: dict[tuple[GameKey, GameId], Referee] = {}
        self.last: dict[GameKey, Stored] = {}
        self.judged: Counter[int] = Counter()
        self.landed: defaultdict[int, list[Event]] = defaultdict(list)
        self.verdicts: defaultdict[PlayerId, set[bool]] = defaultdict(set)
        self.settled: set[tuple[int, PlayerId | None]] = set()
        self.told: dict[PlayerId, set[int]] = {}
        self.heard: dict[tuple[GameKey, GameId, PlayerId], int] = {}
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
        if taps and process is not None:
            self._remembers(process, game, command, now, taps)
        return progress

    def _as_pressed(self, process: Process, game: Game, command: Command, progress: Progress) -> None:
        player = process.press.player
        refusal = next((event for event in progress.events if isinstance(event, Rejected)), None)
        if refusal is not None and refusal.reason is Reason.STALE:
            self.told.setdefault(player, set()).add(progress.after.revision)
        if (process.update, player) in self.settled and type(command).__name__ not in ("Touch", "Tick"):
            self.violate(Kind.UPDATE_AGAIN, f"update {process.update}: {type(command).__name__}")
        wanted = process.press.wanted
        lost = refusal is not None and refusal.reason is Reason.NOT_THREE_CARDS
        if isinstance(command, Claim) and wanted and process.press.revision == game.revision and lost:
            self.violate(Kind.OTHER_CARDS, f"{player} picked {wanted} and claimed {command.cards}")

    def _remembers(
        self, process: Process, game: Game, command: Command, now: Millis, taps: Mapping[PlayerId, Millis]
    ) -> None:
        """Where taps are asked for, all that was done with by then must be known of everybody but who acts now.

        Known at the place where they were asked for: after a move, what is heard is heard at the new one.
        """
        if game.phase is not Phase.PLAYING:
            return
        for player in seated(game):
            known = max(player.seen_at, taps.get(player.id, 0))
            heard = process.heard.get((game.id, player.id), 0)
            if known < heard <= now and player.id != getattr(command, "player", None):
                self.violate(Kind.NOT_HEARD, f"{player.id} was heard at {heard}, and {known} is known")

    def opened(self, key: GameKey, game: Game) -> None:
        """A lobby as it was made, with its first players."""
        first, *others = game.players
        one = referee(game.rules.system, first.id, first.name, first.seated_at, choices_of(game.rules))
        for player in others:
            one.play(("join", player.id, player.name, False), player.seated_at, {})
        self.referees[key, game.id] = one

    def saved(self, key: GameKey, stored: Stored) -> None:
        """A save has landed: the referee hears the commands that made it, and has to come to the same game."""
        last = self.last.get(key)
        self.last[key] = stored
        chain, game = [], stored.game
        here = (key, game.id)
        if self._moved_here(key, stored):
            return
        while id(game) in self.steps and not (chain and here not in self.referees and game.phase is Phase.LOBBY):
            step = self.steps[id(game)]
            chain.append(step)
            game = step[0]
            if here in self.referees:
                break
        self._look_for_lost(last, stored, game)
        if here not in self.referees:
            self.opened(key, game)
        one, now = self.referees[here], stored.game.active_at
        for before, command, now, taps, progress in reversed(chain):
            self._as_landed(before, progress)
            plain = plain_command(command)
            self.story.append(f"{now} stored {stored.version}: {line(plain)}")
            now = max(now, before.active_at)  # who was frozen comes late: the game's time never runs back
            self._same_refusal(progress, one.play(plain, now, taps))
        self._compare(stored.game, one, now)

    def _moved_here(self, key: GameKey, stored: Stored) -> bool:
        """Whether a game comes along from a group that became this one: with all that was judged there."""
        old = next((place for place, game in self.referees if game == stored.game.id and place != key), None)
        if old is None or stored.game is not self.last[old].game:
            return False
        self.referees[key, stored.game.id] = deepcopy(self.referees[old, stored.game.id])
        return True

    def _look_for_lost(self, last: Stored | None, stored: Stored, base: Game) -> None:
        """Every save follows on the one before it."""
        if last is None:
            return
        lost = base.id == last.game.id and base is not last.game and base != last.game
        if lost or stored.version != last.version + 1:
            self.violate(Kind.OVERWRITTEN, f"version {stored.version} followed on {last.version}")

    def _same_refusal(self, progress: Progress, theirs: str | None) -> None:
        last = progress.events[-1] if progress.events else None
        ours = last.reason.value if isinstance(last, Rejected) else None
        if ours != theirs:
            self.violate(Kind.JUDGED_OTHERWISE, f"ours says {ours}, the referee {theirs}")

    def _as_landed(self, before: Game, progress: Progress) -> None:
        process = PROCESS.get(None)
        press: Any = process.press if process is not None else None
        if process is None or press is None:
            return
        own = [event for event in progress.events if isinstance(event, OWN)]
        self.landed[press.id] += own
        if own:
            self.settled.add((process.update, press.player))
        verdict = next((event.judged for event in own if isinstance(event, ClaimJudged)), None)
        if verdict is None:
            return
        self.verdicts[press.player].add(verdict.right)
        self.judged[press.id] += 1
        if self.judged[press.id] > 1:
            self.violate(Kind.PRESS_AGAIN, f"press {press.id} of {press.player}: {self.judged[press.id]} times")
        held = before.control
        oldest = held.before if held is not None and held.player == press.player else before.revision
        if press.revision < oldest and not {*self.told.get(press.player, ())} & {*range(oldest, before.revision + 1)}:
            self.violate(Kind.UNSEEN, f"{press.player} claimed on {before.revision} and had seen {press.revision}")

    def _compare(self, game: Game, one: Referee, now: int) -> None:
        ours, theirs = engine_state(game, now), referee_state(one, now)
        for what in ours:
            if ours[what] != theirs[what]:
                kind = KIND_OF.get(what, Kind.OTHER_GAME)
                self.violate(kind, f"{what}: stored is {ours[what]}, the referee says {theirs[what]}")
                return
