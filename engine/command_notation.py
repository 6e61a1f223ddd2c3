"""One-line texts of commands, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.commands import CastVote, Claim, Join, Kick, Leave, Start, Stop, Tick, Touch
from engine.words import Words, cards_words, flag, joined, quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.commands import Command


def command_text(command: Command) -> str:
    """A command as a verb and what belongs to it; the inverse of `parse_command`."""
    match command:
        case Join(player, name, readmit):
            return joined(("join", player, flag("readmit", there=readmit), quoted(name)))
        case Leave(player):
            return f"leave {player}"
        case Start(player, deck, admin):
            return joined(("start", player, flag("admin", there=admin), cards_words(deck)))
        case Claim(player, cards, revision):
            return joined(("claim", player, "revision", revision, cards_words(cards)))
        case CastVote(player, revision):
            return f"vote {player} revision {revision}"
        case Stop(player, admin, anew):
            return joined(("stop", player, flag("admin", there=admin), flag("anew", there=anew)))
        case Kick(player, target, admin):
            return joined(("kick", player, target, flag("admin", there=admin)))
        case Touch(player):
            return f"touch {player}"
        case Tick():
            return "tick"
        case _:
            assert_never(command)


def parse_command(text: str) -> Command:
    """The command of a text.

    Raises:
        NotationError: the text is none.
    """
    words = Words("command", text)
    return words.read(_READERS)


_READERS: dict[str, Callable[[Words], Command]] = {
    "join": lambda words: Join(words.player(), readmit=words.flag("readmit"), name=words.name()),
    "leave": lambda words: Leave(words.player()),
    "start": lambda words: Start(words.player(), admin=words.flag("admin"), deck=words.cards()),
    "claim": lambda words: Claim(words.player(), revision=words.revision_named(), cards=words.cards()),
    "vote": lambda words: CastVote(words.player(), words.revision_named()),
    "stop": lambda words: Stop(words.player(), words.flag("admin"), words.flag("anew")),
    "kick": lambda words: Kick(words.player(), words.player(), words.flag("admin")),
    "touch": lambda words: Touch(words.player()),
    "tick": lambda _: Tick(),
}
"""How each verb's words are read: from left to right, as Python evaluates arguments."""
