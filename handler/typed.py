"""What a typed command does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import commands
from engine.game import GameId, Phase, PlayerId
from engine.players import is_seated, player_of
from engine.reasons import Reason
from engine.rights import leads
from engine.rules import Ranking
from engine.value import Value, replace
from handler import captions, house, replies
from handler.callback_data import Action, ButtonData, button_text
from handler.house import Barred, barred
from handler.judging import Busy, Deed, Done, Missing, as_admin_if_needed, carry_out
from handler.lobby import is_paused, open_lobby, under_way
from handler.ports import Button
from handler.private import ADDED_WORD, arrived, typed_alone
from handler.solo_result import is_alone

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.game import Game, Millis
    from handler.desk import Desk
    from handler.intents import Person, Typed
    from handler.ports import Keyboard, Loaded
    from handler.words import Words

REPOST_MS = 30_000
"""/table sooner than this after the table was posted only points to it."""

PLAYED_ALONE = {"newgame", "solo", "table", "cards", "score", "leave", "stop", "settings"}
"""Commands that do in a private chat what they do in a group: one person plays there against the deck."""

ANSWERED = {
    "cards",
    "score",
    "leave",
    "stop",
    "settings",
    "rules",
    "odds",
    "help",
    "start",
    "language",
    "privacy",
    "forgetme",
}
"""Commands that do nothing but answer, if only with a question."""

NOBODY = PlayerId(0)
"""Who gives a command where Telegram hides it."""


class TypedCommands(Value):
    """Commands at work."""

    desk: Desk

    async def typed(self, typed: Typed, now: Millis) -> None:
        """Do what a command asks; one that is not ours is left alone."""
        if typed.private and typed.command not in PLAYED_ALONE:
            return await typed_alone(self.desk, typed, now)
        if typed.private:
            await arrived(self.desk, typed)
        if _only_answered(typed) and self.desk.answers.spent(typed.key.chat):
            return None
        return await self._done(typed, now)

    async def _done(self, typed: Typed, now: Millis) -> None:
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
            case "settings":
                await self._settings(typed)
            case "rules" | "odds" | "help" | "start" | "language" | "privacy" | "forgetme":
                await self._explain(typed)
            case _:
                return

    async def _load(self, typed: Typed) -> tuple[Loaded, Words]:
        """The place as it is, and the words in which it is answered."""
        loaded = await self.desk.store.load(typed.key)
        return loaded, self.desk.words_here(loaded)

    async def _explain(self, typed: Typed) -> None:
        """What is always the same but for the language."""
        if typed.command == "start" and typed.argument == ADDED_WORD:
            return  # Telegram types this for whoever adds the bot: it was greeted
        loaded, words = await self._load(typed)
        from handler import guide, lessons  # only what is asked for is loaded

        match typed.command:
            case "rules":
                await lessons.rules(self.desk, typed.key, loaded, words, lessons.chosen(loaded, typed.key))
            case "odds":
                await lessons.odds(self.desk, typed.key, loaded, words, lessons.chosen(loaded, typed.key))
            case "language":
                link = Button(words("My language"), url=self.desk.signer.private_link("language"))
                await self._reply(typed, loaded, "language", guide.about_language(words), ((link,),))
            case "privacy" | "forgetme":
                link = Button(words("To our private chat"), url=self.desk.signer.private_link("privacy"))
                await self._reply(typed, loaded, "privacy", guide.privacy(words), ((link,),))
            case _:
                await self._reply(typed, loaded, "help", guide.help_text(words))

    async def _settings(self, typed: Typed) -> None:
        from handler import settings_menu

        loaded, words = await self._load(typed)
        known = typed.private or typed.admin
        if not known and not (typed.person and await self.desk.answers.is_admin(typed.key.chat, typed.person.id)):
            return await self._reply(typed, loaded, "settings", words("Only admins change the settings"))
        menu = settings_menu.Menu(self.desk, typed.key, loaded.settings, words)
        return await self._reply(typed, loaded, "settings", menu.text(), menu.page(settings_menu.MAIN))

    async def _reply(self, typed: Typed, loaded: Loaded, kind: str, text: str, keyboard: Keyboard = ()) -> None:
        """Silently, replying to the table."""
        await self.desk.answers.say(typed.key, kind, text, keyboard, loaded.view.message)

    async def _new_game(self, typed: Typed, now: Millis) -> None:
        desk = self.desk
        if typed.person is not None:
            alone = typed.private or typed.command == "solo"
            opened = await open_lobby(desk, typed.key, typed.person, typed.update, now, alone=alone)
            words = desk.words_here(opened.loaded)
        else:  # Telegram hides who asks
            loaded, words = await self._load(typed)
            stands = await under_way(desk, typed.key, loaded, now) or await barred(desk, typed.key, loaded, None, now)
            if stands is None:
                text = words("Whoever opens the lobby sits down first: press the button.")
                button = self._button(typed, words("Open a lobby"), Action.OPEN)
                return await self._reply(typed, loaded, "open", text, ((button,),))
            opened = stands
        if isinstance(opened, Busy):
            return await self._reply(typed, opened.loaded, "table", words("That did not work: send it again."))
        if isinstance(opened, Barred):
            way = house.way_there(opened, typed.key, words)
            return await self._reply(typed, opened.loaded, "table", house.told(opened, words), way)
        if opened.new:
            return await desk.publish(typed.key, opened.loaded)
        if _was_never_shown(opened.loaded, opened.stored.game, now):
            return await desk.publish(typed.key, opened.loaded)
        if not is_paused(opened.stored.game):
            text = words("A game is open here: this is its table.")
            return await self._reply(typed, opened.loaded, "table", text)
        text = words("A game is paused here. Go on with it, or begin anew?")
        ask = (
            self._button(typed, words("Continue"), Action.CONTINUE, opened.stored.game),
            self._button(typed, words("New"), Action.NEW, opened.stored.game),
        )
        return await self._reply(typed, opened.loaded, "table", text, (ask,))

    def _button(self, typed: Typed, text: str, action: Action, game: Game | None = None, argument: int = 0) -> Button:
        if game is not None:
            return self.desk.signer.button(text, typed.key, game, action, argument)
        data = ButtonData(action, GameId("none"), typed.key.topic)
        return Button(text, button_text(data, typed.key.chat, self.desk.signer.key))

    async def _table(self, typed: Typed, now: Millis) -> None:
        loaded, words = await self._load(typed)
        if loaded.stored is None or loaded.stored.game.phase is Phase.FINISHED:
            return await self._reply(typed, loaded, "table", words("No game is on here: /newgame opens one."))
        busy = loaded.view.lease_until > now  # it is being edited: nobody may post it beside that
        just_posted = loaded.view.game == loaded.stored.game.id and now - loaded.view.posted_at < REPOST_MS
        if loaded.view.message is not None and (busy or just_posted):
            return await self._reply(typed, loaded, "table", words("Here is the table."))
        return await self.desk.quietly(self.desk.shower.show(typed.key, loaded, anew=True))

    async def _read_out(self, typed: Typed) -> None:
        """/cards and /score, also of the last game."""
        loaded, words = await self._load(typed)
        game = loaded.stored.game if loaded.stored is not None else None
        if game is None or (not game.table and not game.taken):  # a lobby, or one that closed
            game = await self.desk.store.load_last_game(typed.key)
        if game is None:
            return await self._reply(typed, loaded, typed.command, words("No game has been played here yet."))
        told = captions.cards if typed.command == "cards" else captions.score
        return await self._reply(typed, loaded, typed.command, told(game, words))

    async def _ask_once_more(self, typed: Typed) -> None:
        """/leave and /stop ask again with a button: a slip must not end a game."""
        loaded, words = await self._load(typed)
        game = loaded.stored.game if loaded.stored else None
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
        if typed.command == "leave":
            name = captions.name_of(game, person, words)
            if is_alone(game.rules):
                text = words("{name}, leave the game? That ends it.", name=name)
            elif game.phase is not Phase.LOBBY and game.rules.ranking is Ranking.LEAVERS_LAST:
                text = words("{name}, leave the game? Points above zero are lost.", name=name)
            else:
                text = words("{name}, leave the game?", name=name)
            button = self._button(typed, words("Yes, leave"), Action.CONFIRM_LEAVE, game, person)
        else:
            text = words("End the game for all, with its standings?")
            button = self._button(typed, words("Yes, end it"), Action.CONFIRM_STOP, game, person)
        return await self._reply(typed, loaded, typed.command, text, ((button,),))

    async def _kick(self, typed: Typed, now: Millis) -> None:
        """/kick puts out, /unkick lets back: both by replying to a message of the one it is about."""
        desk, target = self.desk, typed.target
        loaded, words = await self._load(typed)
        if target is None:
            text = words("Reply with /{command} to a message of the player.", command=typed.command)
            return await self._reply(typed, loaded, "kick", text)
        by = typed.person.id if typed.person else NOBODY
        make = _kick if typed.command == "kick" else _readmit

        def deed(admin: bool) -> Deed:
            return Deed(
                typed.key, by, typed.update, None, lambda _loaded, stored: make(stored.game, by, target, admin=admin)
            )

        if typed.command == "unkick" and not _may_be_let_back(loaded, by, target, typed.update):
            text = words("{name} was not removed.", name=words.name(target.name))
            return await self._reply(typed, loaded, "kick", text)
        known = typed.admin or typed.person is None
        done = (
            await carry_out(desk.store, deed(typed.admin), now)
            if known
            else await as_admin_if_needed(desk, by, deed, now)
        )
        if isinstance(done, Busy):
            return await self._reply(typed, loaded, "kick", words("That did not work: send it again."))
        if isinstance(done, Missing):
            return await self._reply(typed, loaded, "kick", words("No game is on here: /newgame opens one."))
        await self._reply(typed, done.loaded, "kick", _kick_text(typed, done, target, now, words))
        if done.changed or done.repeated:
            await desk.publish(typed.key, done.loaded)
        return None


def _was_never_shown(loaded: Loaded, game: Game, now: Millis) -> bool:
    """Whether a game has no message, and nobody is about to change that: whoever opened it died."""
    view = loaded.view
    return view.lease_until <= now and (view.game != game.id or view.message is None)


def _only_answered(typed: Typed) -> bool:
    """Whether a command does nothing but bring an answer: one that cannot be given now need not be made."""
    return typed.command in ANSWERED or (typed.command in ("kick", "unkick") and typed.target is None)


def _kick_text(typed: Typed, done: Done, target: Person, now: Millis, words: Words) -> str:
    game, name = done.stored.game, words.name(target.name)
    if done.rejected is not None:
        rejected = done.rejected
        if typed.command == "unkick" and rejected.reason is Reason.KICKED:  # that is for the one who asks
            rejected = replace(rejected, reason=Reason.NO_RIGHT)
        return replies.refused(game, rejected, game.revision, now, words).text
    if typed.command == "kick":
        return words("{name} was removed from the game.", name=name)
    return words("{name} is back in the game.", name=name)


def _kick(_game: Game, by: PlayerId, target: Person, *, admin: bool) -> Command:
    return commands.Kick(by, target.id, admin)


def _readmit(game: Game, by: PlayerId, target: Person, *, admin: bool) -> Command:
    """A kicked player comes back only by leave of who may kick (R14)."""
    return commands.Join(target.id, target.name, readmit=leads(game, by, admin=admin))


def _may_be_let_back(loaded: Loaded, by: PlayerId, target: Person, update: int) -> bool:
    """Whether somebody was put out, or this very update has let them back already."""
    stored = loaded.stored
    if stored is None:
        return False
    known = any((answered.player, answered.update) == (by, update) for answered in stored.answered)
    return known or _was_kicked(stored.game, target)


def _was_kicked(game: Game, target: Person) -> bool:
    entry = player_of(game, target.id)
    return target.id in game.barred or (entry is not None and entry.kicked)
