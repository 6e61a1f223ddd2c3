"""The command of the game that a button is, for those that need no picks. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import commands
from engine.game import Phase
from handler.aliases import is_forgotten
from handler.callback_data import Action

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.game import Game
    from handler.desk import Desk
    from handler.intents import Press

BEGUN = {Phase.PLAYING, Phase.DEALING}
"""Where a seat is given up by /leave alone, which asks once more."""


def command_of(desk: Desk, press: Press, game: Game, *, admin: bool) -> Command:
    person, name, revision = press.person.id, press.person.name, press.data.revision
    match press.data.action:
        case Action.JOIN if is_forgotten(desk.signer.key, game, person):
            return commands.Touch(person)
        case Action.JOIN:
            return commands.Join(person, name, readmit=admin)
        case Action.LEAVE if game.phase in BEGUN:  # the lobby's button: nobody was asked once more
            return commands.Touch(person)
        case Action.LEAVE | Action.CONFIRM_LEAVE:
            return commands.Leave(person)
        case Action.START:
            return commands.Start(person, desk.shuffle(game.rules.deck), admin)
        case Action.VOTE:
            return commands.CastVote(person, revision)
        case Action.NO_SET:
            return commands.NoSet(person, revision)
        case Action.DEAL:
            return commands.Deal(person, desk.shuffle(game.rules.deck), admin)
        case Action.CONFIRM_STOP:
            return commands.Stop(person, admin)
        case _:
            return commands.Touch(person)
