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
        "and everyone is told why. /newgame opens a lobby for two to eight players; there are rules for a race, for "
        "beginners, for calling first and for families. /rules tells them."
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
        "Add me to a group and send /newgame there, or play alone with /solo. /rules tells how it is played."
    )


def tips(words: Words) -> str:
    """Three tips for finding sets."""
    return words(
        "Hold one feature fixed: look only at the red cards, then go on to the next feature.\n"
        "Take any two cards and picture the third that makes a set: it lies there or it does not.\n"
        "Take your time: a wrong claim costs you points or time."
    )


def about_language(words: Words) -> str:
    """Where languages are chosen."""
    return words("Everybody chooses a language in private; admins choose the group's with /settings.")


def help_text(words: Words) -> str:
    """The commands and the tips."""
    return f"{command_list.explained(words)}\n\n{tips(words)}"


def privacy(words: Words) -> str:
    """What is kept of people, how long, and who sees it."""
    return words(
        "Of whoever plays I keep the number that Telegram gave you, your name as the table shows it, and your moves in "
        "the game, until 30 days after it; for 60 days, in which groups you sat down; of whoever presses a card, that "
        "press, for a day; and your language. Your group sees the table, and whoever operates me can see all of it; "
        "nobody else gets it. I read my commands, and nothing else that you write.\n"
        "Send /forgetme in our private chat, and I delete it."
    )
