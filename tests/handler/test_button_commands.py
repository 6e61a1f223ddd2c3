"""Buttons as commands: what each asks of the game it stands under."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from engine import commands
from engine.table import CARDS
from engine.value import replace
from handler.aliases import alias_of
from handler.button_commands import command_of
from handler.callback_data import Action, ButtonData
from handler.face import Signer
from handler.intents import Person, Press
from handler.ports import ChatId, GameKey
from tests.builders import ANA, lobby, started
from tests.group import KEY

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.game import Game
    from handler.desk import Desk

LOBBY, GAME = lobby(2), started(2)
DECK = CARDS[GAME.rules.deck]
DESK = cast("Desk", SimpleNamespace(shuffle=lambda kind: CARDS[kind], signer=Signer(KEY, "setgram_bot")))


def asked(action: Action, game: Game, *, admin: bool = False) -> Command:
    press = Press(1, "q", Person(ANA, "Ana"), GameKey(ChatId(-1)), 5, ButtonData(action, game.id, 0, game.revision))
    return command_of(DESK, press, game, admin=admin)


@pytest.mark.parametrize(
    ("action", "command"),
    [
        (Action.JOIN, commands.Join(ANA, "Ana")),
        (Action.CONFIRM_LEAVE, commands.Leave(ANA)),
        (Action.START, commands.Start(ANA, DECK, False)),
        (Action.VOTE, commands.CastVote(ANA, GAME.revision)),
        (Action.NO_SET, commands.NoSet(ANA, GAME.revision)),
        (Action.DEAL, commands.Deal(ANA, DECK, False)),
        (Action.CONFIRM_STOP, commands.Stop(ANA, False)),
        (Action.CONTINUE, commands.Touch(ANA)),
    ],
)
def test_a_button_is_a_command_of_who_presses_it(action: Action, command: Command) -> None:
    assert asked(action, GAME) == command


def test_leave_gives_up_a_seat_in_a_lobby_alone() -> None:
    assert asked(Action.LEAVE, LOBBY) == commands.Leave(ANA)
    assert asked(Action.LEAVE, GAME) == commands.Touch(ANA)


def test_an_admin_asks_as_one() -> None:
    assert asked(Action.JOIN, GAME, admin=True) == commands.Join(ANA, "Ana", readmit=True)
    assert asked(Action.START, LOBBY, admin=True) == commands.Start(ANA, DECK, True)
    assert asked(Action.CONFIRM_STOP, GAME, admin=True) == commands.Stop(ANA, True)


def test_who_asked_to_be_forgotten_takes_no_new_seat_in_that_game() -> None:
    alias = alias_of(KEY, GAME, ANA)
    there = replace(GAME, players=(replace(GAME.players[0], id=alias), *GAME.players[1:]))
    assert asked(Action.JOIN, there, admin=True) == commands.Touch(ANA)
