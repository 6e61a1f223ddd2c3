"""Recorded games, told line by line as they were recorded, by the engine and by the second referee."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.events import Rejected
from engine.notation import command_text, parse_command, parse_event
from tests.duel import plain_command, referee_state
from tests.referee import Race
from tests.transcripts import FOLDER, Step, opened, recorded, retold, state_line

if TYPE_CHECKING:
    from pathlib import Path

TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))
each_transcript = pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)


def refusal_in(step: Step) -> tuple[str, int | None] | None:
    """The reason that was recorded for refusing a command, and who had been faster."""
    for answer in step.answers:
        if answer.startswith("rejected "):
            event = parse_event(answer)
            assert isinstance(event, Rejected)
            return event.reason.value, event.faster.player if event.faster else None
    return None


def test_games_were_recorded() -> None:
    assert len(TRANSCRIPTS) >= 4


@each_transcript
def test_the_engine_tells_a_recorded_game_line_by_line(path: Path) -> None:
    assert retold(recorded(path)) == path.read_text(encoding="utf-8").splitlines()


@each_transcript
def test_the_second_referee_sees_a_recorded_game_the_same_way(path: Path) -> None:
    opening, *steps = (step for step in recorded(path) if step.is_played)
    referee = Race(*opened(opening))
    assert opening.answers == (state_line(referee_state(referee)),)
    for step in steps:
        if step.is_command:
            refusal = referee.play(plain_command(parse_command(step.words)), step.at, step.taps)
            assert refusal_in(step) == (refusal and (refusal, referee.faster)), step.line
            assert step.answers[-1] == state_line(referee_state(referee)), step.line
    assert referee.phase == "finished"


@each_transcript
def test_the_commands_of_a_recorded_game_are_in_the_notation_that_the_engine_writes(path: Path) -> None:
    words = [step.words for step in recorded(path) if step.is_command]
    assert words
    assert [command_text(parse_command(text)) for text in words] == words


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("two_players", {"judged right", "judged wrong", "extended", "finished no-set-left"}),
        ("eight_players", {"left", "freed", "rejected stale", "rejected locked-out", "rejected kicked", "extended"}),
        ("agreed_end", {"paused", "resumed", "deadline", "freed", "voted", "rejected too-soon", "finished agreed"}),
        ("kicked_end", {"left", "rejected not-away", "rejected no-right", "finished kicked"}),
    ],
)
def test_a_recorded_game_shows_what_it_was_kept_for(name: str, shown: set[str]) -> None:
    answers = [answer.split(" ") for step in recorded(FOLDER / f"{name}.txt") for answer in step.answers]
    told = {words[0] for words in answers} | {f"{words[0]} {words[1]}" for words in answers if len(words) > 1}
    told |= {f"rejected {words[2]}" for words in answers if words[0] == "rejected"}
    assert shown <= told
