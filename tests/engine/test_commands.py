from dataclasses import FrozenInstanceError, fields
from typing import get_args

import pytest
from hypothesis import find

from engine.commands import Command, Tick
from engine.play import play
from tests import strategies
from tests.builders import NOON, started


@pytest.mark.parametrize("kind", get_args(Command))
def test_every_kind_of_command_names_its_player_first_and_does_not_change(kind: type[Command]) -> None:
    command = find(strategies.commands, lambda one: isinstance(one, kind))
    names = [one.name for one in fields(command)]
    assert names[:1] == ([] if kind is Tick else ["player"])
    for name in names:
        with pytest.raises(FrozenInstanceError):
            setattr(command, name, None)


@pytest.mark.parametrize("kind", get_args(Command))
def test_every_kind_of_command_may_be_asked_of_a_game(kind: type[Command]) -> None:
    """R4."""
    command = find(strategies.commands, lambda one: isinstance(one, kind))
    game = started()
    assert play(game, command, NOON).before is game
