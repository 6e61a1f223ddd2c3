"""Recorded games as text: what was asked and when, what the engine answered, and the game after it.

    # what this game shows
    1000000 new 1 "Ana"                    when (ms), and by whom the game was opened
    1003200 join 2 "Bo"                    when, and a command in the engine's notation
        joined 2                           an event
        = lobby, starter 1, 1 0, 2 0       the game after it
    1009000 tap 2                          a tap on a card, of which the game learns with the next command

The lines that are not indented are the game as it was played, the others follow from them. After a change of the rules

    python -m tests.transcripts

tells every recorded game anew: read the difference before keeping it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.game import Game, GameId, Millis, PlayerId
from engine.notation import event_text, parse_command
from engine.play import new_game, play
from tests.duel import engine_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

FOLDER = Path(__file__).parent / "data" / "transcripts"
INDENT = "    "


@dataclass(frozen=True)
class Step:
    """One line of what was played, the taps on cards known by then, and the lines that were recorded below it."""

    line: str
    taps: Mapping[int, int]
    answers: tuple[str, ...]

    @property
    def at(self) -> int:
        return int(self.line.split(" ")[0])

    @property
    def words(self) -> str:
        return self.line.partition(" ")[2]

    @property
    def is_played(self) -> bool:
        return not self.line.startswith("#")

    @property
    def is_command(self) -> bool:
        return self.is_played and self.words.split(" ")[0] not in ("new", "tap")


def recorded(path: Path) -> list[Step]:
    """The steps of a recorded game."""
    steps: list[Step] = []
    taps: dict[int, int] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(INDENT):
            steps[-1] = Step(steps[-1].line, steps[-1].taps, (*steps[-1].answers, line.strip()))
            continue
        step = Step(line, dict(taps), ())
        steps.append(step)
        if step.is_played and step.words != "tick":
            taps[int(step.words.split(" ")[1])] = step.at
    return steps


def opened(step: Step) -> tuple[int, str, int]:
    """Who opened the game, under which name, and when."""
    _, player, name = step.words.split(" ", 2)
    return int(player), name.strip('"'), step.at


def retold(steps: Iterable[Step]) -> list[str]:
    """All lines of a recorded game as the engine tells it now."""
    lines: list[str] = []
    game: Game | None = None
    for step in steps:
        lines.append(step.line)
        if not step.is_played or step.words.startswith("tap "):
            continue
        answers: list[str] = []
        if game is None:
            player, name, at = opened(step)
            game = new_game(GameId("recorded"), PlayerId(player), name, Millis(at))
        else:
            taps = {PlayerId(player): Millis(at) for player, at in step.taps.items()}
            progress = play(game, parse_command(step.words), Millis(step.at), taps)
            game, answers = progress.after, [event_text(event) for event in progress.events]
        lines += [INDENT + answer for answer in [*answers, state_line(engine_state(game, step.at))]]
    return lines


def state_line(state: Mapping[str, Any]) -> str:
    """A game, as the engine or the second referee sees it, on one line."""
    parts = [state["phase"], f"starter {state['starter']}", *map(player_words, players_of(state))]
    if state["revision"]:
        cards = " ".join("".join(str(value + 1) for value in card) for card in state["table"])
        parts += [f"revision {state['revision']}", f"table {cards}", f"deck {len(state['deck'])}"]
    parts += [f"round {state['round']}"] if state["round"] > 1 else []
    if state["control"]:
        player, at, first_at, before = state["control"]
        parts.append(f"control {player} at {at} first {first_at} before {before}")
    parts += [f"deadline {state['deadline']}"] if state["deadline"] else []
    parts += ["stalled"] * state["stalled"]
    parts += ["votes " + " ".join(map(str, state["votes"]))] if state["votes"] else []
    parts += [f"paused {state['paused_at']}"] if state["paused_at"] else []
    parts += [f"{state['round_over']}, dealer {state['dealer']}"] if state["dealer"] else []
    if state["finish"]:
        parts.append(f"{state['finish']} {state['finished_at']}")
        parts += [f"rank {rank}: {player}" for rank, player, _ in state["standings"]]
        parts += [] if state["winners"] else ["nobody won"]
    return "= " + ", ".join(parts)


def players_of(state: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Everyone's entry, the costs, and while a table is played, the lockout and the wait."""
    waits = state["waits"] or [None] * len(state["players"])
    return zip(state["players"], state["costs"], state["locked"], waits, strict=True)


def player_words(entry: tuple[Any, ...]) -> str:
    """One player: the score, and what is out of the ordinary."""
    (player, score, _, _, left), (late, penalties, handicap), locked, waits_until = entry
    words = [f"{player} {score}"]
    words += [f"late {late}"] if late else []
    words += [f"penalties {penalties}"] if penalties else []
    words += [f"handicap {handicap}"] if handicap else []
    words += ["locked"] if locked else []
    words += [f"waits {waits_until}"] if waits_until else []
    words += ["left"] if left else []
    return " ".join(words)


def main() -> None:
    """Tell every recorded game anew."""
    for path in sorted(FOLDER.glob("*.txt")):
        path.write_text("\n".join(retold(recorded(path))) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
