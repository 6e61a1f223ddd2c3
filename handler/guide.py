"""What explains the game and the bot: the rules, the commands, the tips, the first words in a chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handler import command_list

if TYPE_CHECKING:
    from handler.words import Words


def greeting(words: Words, *, photos: bool) -> str:
    """The one message with which the bot comes into a group."""
    hello = words(
        "I deal SET, the card game of quick eyes, and I am the referee: many press at once, one claim counts, "
        "and everyone is told why. /newgame opens a lobby for two to eight players."
    )
    if photos:
        return hello
    warning = words(
        "Pictures are forbidden here, so the table would come in words. "
        "Allow photos for members, or make me an admin, to see the cards."
    )
    return f"{hello}\n\n{warning}"


def welcome(words: Words) -> str:
    """The first words to one person alone."""
    return words(
        "I deal the card game SET in groups and referee it fairly: of all who press SET! at once, exactly one counts. "
        "Add me to a group and send /newgame there. /rules tells how it is played."
    )


def what_a_set_is(words: Words) -> str:
    """The one thing to understand."""
    return words(
        "Every card shows one to three symbols of one shape, colour and shading. Three cards are a set if each of "
        "these four features is the same on all three cards or different on all three. Where two cards share "
        "something that the third does not, it is no set.\n"
        "A set: 1 red solid diamond, 2 green solid diamonds, 3 purple solid diamonds. "
        "Number and colour all different, shape and shading all the same."
    )


def rules(words: Words) -> str:
    """The rules that are played."""
    course = words(
        "Twelve cards lie on the table and there are no turns. Tap the numbers of three cards, then press SET!\n"
        "✓ Right: one point, and three new cards are dealt.\n"
        "✗ Wrong: one point less, and no claims for you until somebody takes a set or two minutes pass.\n"
        "If no set lies there, three more cards come by themselves.\n"
        "Claims that arrive after the table has changed are not counted and cost nothing.\n"
        "The game ends when the deck is empty and no set is left. Most points win; equal points share a place."
    )
    return f"{what_a_set_is(words)}\n\n{course}"


def tips(words: Words) -> str:
    """Three tips for finding sets."""
    return words(
        "Hold one feature fixed: look only at the red cards, then go on to the next feature.\n"
        "Take any two cards and picture the third that makes a set: it lies there or it does not.\n"
        "Take your time: a wrong claim costs as much as a set brings."
    )


def how_to_play(words: Words) -> str:
    """The rules and the tips, for reading alone."""
    return f"{rules(words)}\n\n{tips(words)}"


def about_language(words: Words) -> str:
    """Where languages are chosen."""
    return words("Everybody chooses a language in private; admins choose the group's with /settings.")


def help_text(words: Words) -> str:
    """The commands and the tips."""
    return f"{command_list.explained(words)}\n\n{tips(words)}"
