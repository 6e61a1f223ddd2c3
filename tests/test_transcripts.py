"""Recorded games, told line by line as they were recorded, by the engine and by the second referee."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.commands import Configure
from engine.events import Rejected
from engine.notation import command_text, parse_command, parse_event
from engine.rules import SYSTEMS, DeckKind
from tests.duel import referee_state
from tests.plain import plain_command
from tests.referee import referee
from tests.transcripts import FOLDER, Step, opened, recorded, retold, state_line

if TYPE_CHECKING:
    from pathlib import Path

TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))
each_transcript = pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)


def refusal_in(step: Step) -> tuple[str, int | None, int | None] | None:
    """The reason that was recorded for refusing a command, who had been faster, and when it will have passed."""
    for answer in step.answers:
        if answer.startswith("rejected "):
            event = parse_event(answer)
            assert isinstance(event, Rejected)
            return event.reason.value, event.faster.player if event.faster else None, event.until
    return None


def test_games_were_recorded() -> None:
    assert len(TRANSCRIPTS) >= 10


@each_transcript
def test_the_engine_tells_a_recorded_game_line_by_line(path: Path) -> None:
    assert retold(recorded(path)) == path.read_text(encoding="utf-8").splitlines()


@each_transcript
def test_the_second_referee_sees_a_recorded_game_the_same_way(path: Path) -> None:
    opening, *steps = (step for step in recorded(path) if step.is_played)
    second = referee("race", *opened(opening))
    assert opening.answers == (state_line(referee_state(second, opening.at)),)
    for step in steps:
        if step.is_command:
            refusal = second.play(plain_command(parse_command(step.words)), step.at, step.taps)
            assert refusal_in(step) == (refusal and (refusal, second.faster, second.until)), step.line
            assert step.answers[-1] == state_line(referee_state(second, step.at)), step.line
    assert second.phase == "finished"


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
        ("classic", {"freed", "deadline", "extended", "agreed", "rejected locked-out", "rejected table-full"}),
        (
            "call_agreed_end",
            {"called", "lost time", "agreed", "rejected another-has-called", "rejected already-called"},
        ),
        ("match_with_easy_start", {"round", "dealt", "lost left", "rejected not-dealer", "rejected round-over"}),
        ("match_with_easy_start", {"joined back", "rejected wait-to-call", "rejected call-first", "lost time"}),
        ("family", {"handicap", "called from", "rejected handicap", "joined back", "lost time", "finished agreed"}),
        ("solo_won", {"no-set rightly", "no-set wrongly", "cancelled", "judged wrong", "finished no-set-left"}),
        ("solo_lost", {"no-set wrongly", "paused", "rejected stale", "finished no-set-said"}),
    ],
)
def test_a_recorded_game_shows_what_it_was_kept_for(name: str, shown: set[str]) -> None:
    answers = [answer.split(" ") for step in recorded(FOLDER / f"{name}.txt") for answer in step.answers]
    told = {words[0] for words in answers}
    told |= {f"{words[0]} {word}" for words in answers for word in words[1:3]}
    assert shown <= told


@pytest.mark.parametrize(("name", "won"), [("solo_won", True), ("solo_lost", False), ("kicked_end", False)])
def test_a_recorded_game_tells_whether_anybody_won(name: str, won: bool) -> None:
    *_, last = recorded(FOLDER / f"{name}.txt")
    assert last.answers[-1].endswith("nobody won") is not won


def test_all_systems_were_recorded_and_the_easy_start() -> None:
    chosen = [parse_command(step.words) for path in TRANSCRIPTS for step in recorded(path) if step.is_command]
    rules = [command.rules for command in chosen if isinstance(command, Configure)]
    assert {rule.system for rule in rules} == set(SYSTEMS) - {"race"}
    assert DeckKind.EASY in {rule.deck for rule in rules}
