from typing import get_args

import pytest

from engine.commands import (
    Call,
    CastVote,
    Claim,
    Command,
    Configure,
    Deal,
    Join,
    Kick,
    Leave,
    NoSet,
    SetHandicap,
    Start,
    Stop,
    Tick,
    Touch,
)
from engine.game import Revision
from engine.look import Look
from engine.play import play
from engine.rules import CALL
from engine.value import fields
from tests.builders import ANA, BEN, NOON, lobby, shuffle, started

SAMPLES: list[Command] = [
    Join(ANA, "Ana"),
    Leave(ANA),
    Start(ANA, shuffle()),
    Claim(ANA, (), Revision(1)),
    Call(ANA, Revision(1)),
    CastVote(ANA, Revision(1)),
    NoSet(ANA, Revision(1)),
    Deal(ANA, shuffle()),
    Configure(ANA, CALL, Look()),
    SetHandicap(ANA, BEN, 5),
    Stop(ANA),
    Kick(ANA, BEN),
    Touch(ANA),
    Tick(),
]


def test_there_is_a_sample_of_every_kind() -> None:
    assert [type(command) for command in SAMPLES] == [*get_args(Command)]


@pytest.mark.parametrize("command", SAMPLES)
def test_every_kind_of_command_names_its_player_first_and_does_not_change(command: Command) -> None:
    names = fields(command)
    assert names[:1] == (() if isinstance(command, Tick) else ("player",))
    for name in names:
        with pytest.raises(AttributeError):
            setattr(command, name, None)


@pytest.mark.parametrize("command", SAMPLES)
def test_every_kind_of_command_may_be_asked_of_any_game(command: Command) -> None:
    """R4."""
    for game in (lobby(), started(), started(rules=CALL)):
        assert play(game, command, NOON).before is game
