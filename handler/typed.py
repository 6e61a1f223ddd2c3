"""What a typed command does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine import commands
from engine.game import GameId, Phase, PlayerId
from engine.players import is_seated, player_of
from engine.reasons import Reason
from engine.rights import leads
from handler import captions, guide, replies
from handler.callback_data import Action, ButtonData, button_text
from handler.judging import Busy, Deed, Done, Missing, as_admin_if_needed, carry_out
from handler.lobby import is_paused, open_lobby, under_way
from handler.ports import Button

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.game import Game, Millis
    from handler.desk import Desk
    from handler.intents import Person, Typed
    from handler.ports import Keyboard, Loaded

REPOST_MS = 30_000
"""/table sooner than this after the table was posted only points to it."""

ADDED_WORD = "play"
"""Comes back with the command that Telegram types into a group to which Add to group led."""

PLAYED_ALONE = {"newgame", "solo", "table", "cards", "score", "leave", "stop"}
"""Commands that do in a private chat what they do in a group: one person plays there against the deck."""

NOBODY = PlayerId(0)
"""Who gives a command where Telegram hides it."""


@dataclass(frozen=True, slots=True)
class TypedCommands:
    """Commands at work."""

    desk: Desk

    async def typed(self, typed: Typed, now: Millis) -> None:
        """Do what a command asks; one that is not ours is left alone."""
        if typed.private and typed.command not in PLAYED_ALONE:
            return await self._private(typed)
        match typed.command:
            case "newgame" | "solo":
                await self._new_game(typed, now)
            case "table":
                await self._table(typed, now)
            case "cards" | "score":
                await self._read_out(typed)
            case "leave" | "stop":
                await self._ask_once_more(typed)
            case "kick" | "unkick":
                await self._kick(typed, now)
            case "rules":
                await self._say(typed, "rules", guide.rules(self.desk.words))
            case "start" if (
                typed.argument == ADDED_WORD
            ):  # Telegram types this for whoever adds the bot: it was greeted
                return None
            case "help" | "start":
                await self._say(typed, "help", guide.help_text(self.desk.words))
            case _:
                return None
        return None

    async def _private(self, typed: Typed) -> None:
        """Alone with one person: what this is, how to play, and the way into a group."""
        words = self.desk.words
        url = f"https://t.me/{self.desk.signer.username}?startgroup={ADDED_WORD}"
        add = ((Button(words("Add to group"), url=url),),)
        if typed.command == "rules" or typed.argument == "how":
            text = guide.how_to_play(words)
        elif typed.command == "help":
            text = guide.help_text(words)
        else:
            text = guide.welcome(words)
        await self.desk.answers.say(typed.key, "guide", text, add)

    async def _say(self, typed: Typed, kind: str, text: str, keyboard: Keyboard = ()) -> None:
        loaded = await self.desk.store.load(typed.key)
        await self._reply(typed, loaded, kind, text, keyboard)

    async def _reply(self, typed: Typed, loaded: Loaded, kind: str, text: str, keyboard: Keyboard = ()) -> None:
        """Silently, replying to the table."""
        await self.desk.answers.say(typed.key, kind, text, keyboard, loaded.view.message)

    async def _new_game(self, typed: Typed, now: Millis) -> None:
        desk, words = self.desk, self.desk.words
        if typed.person is not None:
            alone = typed.private or typed.command == "solo"
            opened = await open_lobby(desk, typed.key, typed.person, typed.update, now, alone=alone)
        else:  # Telegram hides who asks
            opened = await under_way(desk, typed.key, now)
        if opened is None and typed.person is None:
            text = words("Whoever opens the lobby sits down first: press the button.")
            return await self._say(typed, "open", text, ((self._button(typed, "Open a lobby", Action.OPEN),),))
        if opened is None:
            return await self._say(typed, "table", words("Not done just now: send it again."))
        if opened.new:
            return await desk.publish(typed.key, opened.stored)
        if is_paused(opened.stored.game):
            ask = (
                self._button(typed, "Continue", Action.CONTINUE, opened.stored.game),
                self._button(typed, "New", Action.NEW, opened.stored.game),
            )
            return await self._say(
                typed, "table", words("A game is paused here. Go on with it, or begin anew?"), (ask,)
            )
        return await self._say(typed, "table", words("A game is open here: this is its table."))

    def _button(self, typed: Typed, text: str, action: Action, game: Game | None = None, argument: int = 0) -> Button:
        if game is not None:
            return self.desk.signer.button(self.desk.words(text), typed.key, game, action, argument)
        data = ButtonData(action, GameId("none"), typed.key.topic)
        return Button(self.desk.words(text), button_text(data, typed.key.chat, self.desk.signer.key))

    async def _table(self, typed: Typed, now: Millis) -> None:
        loaded = await self.desk.store.load(typed.key)
        stored = loaded.stored
        if stored is None or stored.game.phase is Phase.FINISHED:
            return await self._reply(typed, loaded, "table", self.desk.words("No game is on here: /newgame opens one."))
        busy = loaded.view.lease_until > now  # it is being edited: nobody may post it beside that
        if loaded.view.message is not None and (busy or now - loaded.view.posted_at < REPOST_MS):
            return await self._reply(typed, loaded, "table", self.desk.words("Here is the table."))
        return await self.desk.quietly(self.desk.shower.show(typed.key, stored, anew=True))

    async def _read_out(self, typed: Typed) -> None:
        """/cards and /score, also of the last game."""
        loaded = await self.desk.store.load(typed.key)
        words = self.desk.words
        game = loaded.stored.game if loaded.stored is not None else None
        if game is None or (not game.table and not game.taken):  # a lobby, or one that closed
            game = await self.desk.answers.last_game(typed.key)
        if game is None:
            return await self._reply(typed, loaded, typed.command, words("No game has been played here yet."))
        text = captions.cards(game, words) if typed.command == "cards" else captions.score(game)
        return await self._reply(typed, loaded, typed.command, text)

    async def _ask_once_more(self, typed: Typed) -> None:
        """/leave and /stop ask again with a button: a slip must not end a game."""
        loaded = await self.desk.store.load(typed.key)
        words, game = self.desk.words, loaded.stored.game if loaded.stored else None
        if game is None or game.phase is Phase.FINISHED:
            return await self._reply(typed, loaded, typed.command, words(replies.REASONS[Reason.FINISHED]))
        person = typed.person.id if typed.person else NOBODY
        if typed.command == "leave" and typed.person is None:
            text = words(
                "Send /leave under your own name: written as a group or channel it does not tell me who you are."
            )
            return await self._reply(typed, loaded, "leave", text)
        if typed.command == "leave" and not is_seated(game, person):
            return await self._reply(typed, loaded, "leave", words("You are not in this game."))
        name = captions.name_of(game, person) if is_seated(game, person) else words("you")
        if typed.command == "leave":
            cost = words("Points above zero are lost.") if game.phase is Phase.PLAYING else ""
            text = f"{words('{name}, leave the game?', name=name)} {cost}".rstrip()
            button = self._button(typed, "Yes, leave", Action.CONFIRM_LEAVE, game, person)
        else:
            text = words("End the game for all, with its standings?")
            button = self._button(typed, "Yes, end it", Action.CONFIRM_STOP, game, person)
        return await self._reply(typed, loaded, typed.command, text, ((button,),))

    async def _kick(self, typed: Typed, now: Millis) -> None:
        """/kick puts out, /unkick lets back: both by replying to a message of the one it is about."""
        desk, words, target = self.desk, self.desk.words, typed.target
        if target is None:
            text = words("Reply with /{command} to a message of the player.", command=typed.command)
            return await self._say(typed, "kick", text)
        by = typed.person.id if typed.person else NOBODY
        make = _kick if typed.command == "kick" else _readmit

        def deed(admin: bool) -> Deed:
            return Deed(
                typed.key, by, typed.update, None, lambda _loaded, stored: make(stored.game, by, target, admin=admin)
            )

        if typed.command == "unkick" and not await self._is_out(typed, target):
            return await self._say(typed, "kick", words("{name} was not put out.", name=target.name))
        known = typed.admin or typed.person is None
        done = (
            await carry_out(desk.store, deed(typed.admin), now)
            if known
            else await as_admin_if_needed(desk, by, deed, now)
        )
        if isinstance(done, Busy):
            return await self._say(typed, "kick", words("Not done just now: send it again."))
        if isinstance(done, Missing):
            return await self._say(typed, "kick", words("No game is on here: /newgame opens one."))
        await self._tell_kick(typed, done, target, now)
        if done.changed:
            await desk.publish(typed.key, done.stored)
        return None

    async def _is_out(self, typed: Typed, target: Person) -> bool:
        stored = (await self.desk.store.load(typed.key)).stored
        return stored is not None and _was_kicked(stored.game, target)

    async def _tell_kick(self, typed: Typed, done: Done, target: Person, now: Millis) -> None:
        game, words = done.stored.game, self.desk.words
        if done.rejected is not None:
            rejected = done.rejected
            if typed.command == "unkick" and rejected.reason is Reason.KICKED:  # that is for the one who asks
                rejected = replace(rejected, reason=Reason.NO_RIGHT)
            text = replies.refused(game, rejected, game.revision, now, words).text
        elif typed.command == "kick":
            text = words("{name} was put out of the game.", name=target.name)
        else:
            text = words("{name} is back in the game.", name=target.name)
        await self._reply(typed, done.loaded, "kick", text)


def _kick(_game: Game, by: PlayerId, target: Person, *, admin: bool) -> Command:
    return commands.Kick(by, target.id, admin)


def _readmit(game: Game, by: PlayerId, target: Person, *, admin: bool) -> Command:
    """A kicked player comes back only by leave of who may kick (R14)."""
    return commands.Join(target.id, target.name, readmit=leads(game, by, admin=admin))


def _was_kicked(game: Game, target: Person) -> bool:
    entry = player_of(game, target.id)
    return target.id in game.barred or (entry is not None and entry.kicked)
