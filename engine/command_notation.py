"""One-line texts of commands, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.commands import (
    Call,
    CastVote,
    Claim,
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
from engine.errors import NotationError
from engine.look import Design, Look, Palette
from engine.value_notation import look_text, parse_rules, rules_text
from engine.words import Words, cards_words, flag, joined, quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.commands import Command


def command_text(command: Command) -> str:
    """A command as a verb and what belongs to it; the inverse of `parse_command`."""
    match command:
        case Join() | Leave() | Start() | Deal() | Configure() | SetHandicap() | Stop() | Kick():
            return _seats_text(command)
        case Claim() | Call() | CastVote() | NoSet():
            return _tables_text(command)
        case Touch(player):
            return f"touch {player}"
        case Tick():
            return "tick"
        case _:
            assert_never(command)


def _seats_text(command: Join | Leave | Start | Deal | Configure | SetHandicap | Stop | Kick) -> str:
    """What is asked by those who sit there, or who lead."""
    match command:
        case Join(player, name, readmit):
            return joined(("join", player, flag("readmit", there=readmit), quoted(name)))
        case Leave(player):
            return f"leave {player}"
        case Start(player, deck, admin):
            return joined(("start", player, flag("admin", there=admin), cards_words(deck)))
        case Deal(player, deck, admin):
            return joined(("deal", player, flag("admin", there=admin), cards_words(deck)))
        case Configure(player, rules, look, admin):
            chosen = f"{look_text(look)} rules {rules_text(rules)}"
            return joined(("configure", player, flag("admin", there=admin), "look", chosen))
        case SetHandicap(player, target, seconds, admin):
            return joined(("handicap", player, target, seconds, flag("admin", there=admin)))
        case Stop(player, admin, anew):
            return joined(("stop", player, flag("admin", there=admin), flag("anew", there=anew)))
        case Kick(player, target, admin):
            return joined(("kick", player, target, flag("admin", there=admin)))
        case _:
            assert_never(command)


def _tables_text(command: Claim | Call | CastVote | NoSet) -> str:
    """What rests on a revision of the table."""
    match command:
        case Claim(player, cards, revision):
            return joined(("claim", player, "revision", revision, cards_words(cards)))
        case Call(player, revision):
            return f"call {player} revision {revision}"
        case CastVote(player, revision):
            return f"vote {player} revision {revision}"
        case NoSet(player, revision):
            return f"no-set {player} revision {revision}"
        case _:
            assert_never(command)


def parse_command(text: str) -> Command:
    """The command of a text.

    Raises:
        NotationError: the text is none.
    """
    words = Words("command", text)
    return words.read(_READERS)


def _read_configure(words: Words) -> Configure:
    player, admin = words.player(), words.flag("admin")
    words.mark("look")
    look = Look(words.member(Design), words.member(Palette), words.flag("marks"))
    words.mark("rules")
    try:
        rules = parse_rules(words.rest())
    except NotationError as error:
        raise words.error(f"{error.text!r} are no rules") from error
    return Configure(player, rules, look, admin)


_READERS: dict[str, Callable[[Words], Command]] = {
    "join": lambda words: Join(words.player(), readmit=words.flag("readmit"), name=words.name()),
    "leave": lambda words: Leave(words.player()),
    "start": lambda words: Start(words.player(), admin=words.flag("admin"), deck=words.cards()),
    "claim": lambda words: Claim(words.player(), revision=words.revision_named(), cards=words.cards()),
    "call": lambda words: Call(words.player(), words.revision_named()),
    "vote": lambda words: CastVote(words.player(), words.revision_named()),
    "no-set": lambda words: NoSet(words.player(), words.revision_named()),
    "deal": lambda words: Deal(words.player(), admin=words.flag("admin"), deck=words.cards()),
    "configure": _read_configure,
    "handicap": lambda words: SetHandicap(words.player(), words.player(), words.number(), words.flag("admin")),
    "stop": lambda words: Stop(words.player(), words.flag("admin"), words.flag("anew")),
    "kick": lambda words: Kick(words.player(), words.player(), words.flag("admin")),
    "touch": lambda words: Touch(words.player()),
    "tick": lambda _: Tick(),
}
"""How each verb's words are read: from left to right, as Python evaluates arguments."""
