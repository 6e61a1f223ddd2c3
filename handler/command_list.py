"""The commands that people can choose from a list, in Telegram's menu and in /help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.value import Value
from handler.words import N_

if TYPE_CHECKING:
    from handler.words import Words


class Listed(Value):
    """A command, what it does, and where it can be given."""

    name: str
    does: str
    group: bool = True
    private: bool = False


LIST = (
    Listed("newgame", N_("opens a lobby")),
    Listed("solo", N_("deals a game for you alone"), private=True),
    Listed("table", N_("brings the table to the bottom"), private=True),
    Listed("cards", N_("tells the cards in words"), private=True),
    Listed("score", N_("tells the standings"), private=True),
    Listed("leave", N_("gives up your seat"), private=True),
    Listed("stop", N_("ends the game"), private=True),
    Listed("kick", N_("removes a player who is away: reply to a message of theirs")),
    Listed("unkick", N_("lets that player back")),
    Listed("rules", N_("shows what a set is and tells the rules chosen"), private=True),
    Listed("odds", N_("tells the figures behind the game"), private=True),
    Listed("settings", N_("language, who starts, rules and look"), private=True),
    Listed("language", N_("your language, and spoken answers"), private=True),
    Listed("privacy", N_("what I keep of you"), private=True),
    Listed("forgetme", N_("deletes what I keep of you"), group=False, private=True),
    Listed("help", N_("tells the commands"), private=True),
)


def commands_of(words: Words, *, private: bool) -> list[tuple[str, str]]:
    """Each command of a group or of a private chat, and what it does, as Telegram lists them."""
    return [(one.name, words(one.does)) for one in LIST if (one.private if private else one.group)]


def explained(words: Words) -> str:
    """The commands of a group, a line each."""
    return "\n".join(words.line(f"{words.command(name)} {does}") for name, does in commands_of(words, private=False))
