"""What a press on a button does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, assert_never

from engine import commands
from engine.card import Card
from engine.clock import PAUSE_AFTER
from engine.game import Millis, Phase
from engine.picking import may_pick
from engine.players import is_seated
from engine.reasons import Reason
from engine.value import Value, replace
from handler import claiming, replies
from handler.aliases import is_forgotten
from handler.button_commands import BEGUN, command_of
from handler.callback_data import Action
from handler.choices import Preferences, remember_setup
from handler.crowds import in_vain
from handler.desk import is_overdue
from handler.gone import bring_up, told_gone
from handler.judging import Busy, Deed, Done, Missing, as_admin_if_needed, carry_out
from handler.lobby import reopen
from handler.meter import count
from handler.picks import COMPACT_AT, compacted, fold
from handler.ports import Tap
from handler.replies import Toast, heard
from handler.view import is_behind

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.game import Game, Revision
    from handler.desk import Desk
    from handler.intents import Press
    from handler.ports import Loaded, Picks, Stored
    from handler.words import Words

SEEN_MS = 1_000
"""A press sooner after a refusal is the same press, sent again; later it counts on the revision the refusal told."""

CLEAR_MS = 3_000
"""My picks pressed again within this time, and after `SEEN_MS`, clears them."""

ON_THE_MESSAGE = {
    *(Action.JOIN, Action.LEAVE, Action.START),
    *(Action.PICK, Action.CLAIM, Action.MY_PICKS, Action.VOTE, Action.NO_SET, Action.DEAL),
}
"""The buttons of a lobby and of a table; all others stand under messages of their own."""


class Presses(Value):
    """Presses at work. Each returns the toast still to be given, or None where it was given already."""

    desk: Desk

    async def pressed(self, press: Press, now: Millis) -> Toast | None:
        """Do what a button asks."""
        match press.data.action:
            case Action.PICK:
                return await self._pick(press, now)
            case Action.MY_PICKS:
                return await self._my_picks(press, now)
            case Action.CLAIM:
                return await self._set(press, now)
            case Action.AGAIN | Action.OPEN | Action.NEW:
                return await reopen(self.desk, press, now)
            case Action.CONFIRM_LEAVE | Action.CONFIRM_STOP | Action.CONTINUE:
                return await self._confirmed(press, now)
            case Action.PRESET | Action.MENU | Action.CHOOSE | Action.HANDICAP:
                from handler import lobby_menu  # menus are rare: only the one that is asked for is loaded

                return await lobby_menu.chosen(self.desk, press, now)
            case Action.SETTING:
                from handler import settings_menu

                return await settings_menu.chosen(self.desk, press)
            case Action.LANGUAGE | Action.SPOKEN:
                from handler import language_menu

                return await language_menu.choose(self.desk, press)
            case Action.JOIN | Action.LEAVE | Action.START | Action.VOTE | Action.NO_SET | Action.DEAL:
                return await self._act(press, now)
            case _:
                assert_never(press.data.action)

    async def _pick(self, press: Press, now: Millis) -> Toast | None:
        """One round trip to the store, no call to Telegram: the most frequent thing that happens."""
        desk, person, card = self.desk, press.person.id, Card(press.data.argument)
        crowded = desk.crowds.known(press, now)
        if crowded is not None and crowded.stored is not None:
            own = replace(crowded, preferences=Preferences())
            return in_vain(press, crowded.stored, Reason.NOT_IN_GAME, now, desk.words_for(press.person, own))
        tap = Tap(press.update, card, now)
        count("Taps")
        loaded, picks = await asyncio.gather(
            desk.store.load(press.key, person), desk.store.add_tap(press.key, press.data.game, person, tap)
        )
        desk.crowds.saw(press.key, loaded, now)
        stored = loaded.stored if loaded.stored is not None and loaded.stored.game.id == press.data.game else None
        if len(picks.taps) >= COMPACT_AT:  # whoever tapped, and whatever came of it: the store keeps them all
            counts = stored is not None and may_pick(stored.game, person, now) is None
            kept = compacted(picks, stored.game, person, now) if stored is not None and counts else ()
            await desk.store.compact_picks(press.key, press.data.game, person, kept, len(picks.taps))
        words = desk.words_for(press.person, loaded)
        if stored is None:
            return await told_gone(self.desk, press, loaded, now)
        before = max((picks.noted_at or Millis(0), *(tap.at for tap in picks.taps if tap.update != press.update)))
        again = claiming.verdict_again(stored, person, tap, now)
        if again is not None:
            return replies.claimed(stored.game, again, words)
        refusal = may_pick(stored.game, person, now)
        if refusal is not None:
            return await self._may_not(press, loaded, stored, refusal, before, now)
        folded = fold(picks, stored.game, person, now)
        if claiming.is_third(stored.game, card, folded):
            return await self._set(press, now, replace(loaded, picks=picks), before)
        if card in stored.game.table:
            toast = replies.tapped(stored.game, card, folded, words)
        else:
            toast = replies.card_gone(stored.game, card, words)
        return await self._after_tap(press, loaded, stored, before, toast, now)

    async def _may_not(
        self, press: Press, loaded: Loaded, stored: Stored, reason: Reason, before: Millis, now: Millis
    ) -> Toast | None:
        """Why somebody may not pick now; whoever plays, or played, may bring the table up to date even so."""
        toast = in_vain(press, stored, reason, now, self.desk.words_for(press.person, loaded))
        if reason is Reason.NOT_IN_GAME:
            self.desk.crowds.turned_away(press, loaded, now)
            return heard(toast, loaded.preferences)
        return await self._after_tap(press, loaded, stored, before, toast, now)

    async def _after_tap(
        self, press: Press, loaded: Loaded, stored: Stored, before: Millis, toast: Toast, now: Millis
    ) -> Toast | None:
        """Almost always nothing: only a tap on a game long idle or overdue, or under a message left behind, does more.

        `before` is the player's last tap before this one.
        """
        toast = heard(toast, loaded.preferences)
        idle = now - stored.game.active_at >= PAUSE_AFTER or is_overdue(stored.game, now)
        if idle and await self._touched(press, stored, before, toast, now):
            return None
        if is_behind(loaded, stored, now) or _lost(press, loaded, stored, now) is not None:
            await bring_up(self.desk, press, loaded, toast, pressed=press.message)
            return None
        return toast

    async def _touched(self, press: Press, stored: Stored, before: Millis, toast: Toast, now: Millis) -> bool:
        """Whether a game that nobody wrote to for long, or whose clock ran out unseen, has changed by a tap."""
        touch = commands.Touch(press.person.id)
        deed = Deed(press.key, touch.player, press.update, stored.game.id, lambda _loaded, _stored: touch, before)
        done = await carry_out(self.desk.store, deed, now)
        if isinstance(done, Done) and done.changed:
            lost = _lost(press, done.loaded, done.stored, now)
            await self.desk.publish(press.key, done.loaded, press.query, toast, pressed=lost)
            return True
        return False

    async def _my_picks(self, press: Press, now: Millis) -> Toast | None:
        desk, person = self.desk, press.person.id
        loaded = await desk.store.load(press.key, person, press.data.game)
        stored, picks, words = loaded.stored, loaded.picks, desk.words_for(press.person, loaded)
        if stored is None or stored.game.id != press.data.game:
            return await told_gone(self.desk, press, loaded, now)
        refusal = may_pick(stored.game, person, now)
        if refusal is not None:
            await self._heard_of(press, stored.game, now)
            return await self._may_not(press, loaded, stored, refusal, picks.last_tap or Millis(0), now)
        toast = await self._shown_picks(press, stored.game, picks, words, now)
        return await self._after_tap(press, loaded, stored, picks.last_tap or Millis(0), toast, now)

    async def _shown_picks(self, press: Press, game: Game, picks: Picks, words: Words, now: Millis) -> Toast:
        """What is picked, or on a second press that it is cleared."""
        person, note = press.person.id, self.desk.store.note_picks
        update, at = picks.shown or (None, Millis(0))
        if update != press.update and SEEN_MS <= now - at <= CLEAR_MS:
            await note(press.key, game.id, person, now, cleared_at=now)
            return Toast(words("Cleared: _ _ _"))
        if update != press.update:
            await note(press.key, game.id, person, now, shown=(press.update, now))
        return replies.my_picks(game, fold(picks, game, person, now), words)

    async def _set(
        self, press: Press, now: Millis, read: Loaded | None = None, before: Millis | None = None
    ) -> Toast | None:
        """SET!, or a third pick that claims: then `read` is what the pick has read and stored."""
        rested: list[Revision] = []

        def command(loaded: Loaded, stored: Stored) -> Command:
            revision = _rests_on(press.data.revision, loaded.picks.seen, now)
            rested.append(revision)
            return claiming.asked_by_set(stored.game, loaded.picks, press.person.id, revision, now)

        deed = Deed(press.key, press.person.id, press.update, press.data.game, command, before, read=read)
        done = await carry_out(self.desk.store, deed, now)
        return await self._told(press, done, rested[-1] if rested else press.data.revision, now)

    async def _note(self, press: Press, done: Done, now: Millis) -> None:
        """That a player is there. A claim's refusal tells what changed: with that the player has seen it."""
        game, seen, refused = done.stored.game, done.loaded.picks.seen, done.rejected
        told = refused is not None and refused.reason is Reason.STALE
        news = told and press.data.action in (Action.CLAIM, Action.PICK) and (seen is None or seen[0] != game.revision)
        await self._heard_of(press, game, now, seen=(game.revision, now) if news else None)

    async def _heard_of(
        self, press: Press, game: Game, now: Millis, *, seen: tuple[Revision, Millis] | None = None
    ) -> None:
        """What writes no game shows even so that its player is there (R11)."""
        if game.phase is not Phase.FINISHED and is_seated(game, press.person.id):
            await self.desk.store.note_picks(press.key, game.id, press.person.id, now, seen=seen)

    async def _confirmed(self, press: Press, now: Millis) -> Toast | None:
        """The second asking of /leave and /stop, for who asked first alone, and of a paused game, for any player."""
        if press.data.argument not in (0, press.person.id):
            loaded = await self.desk.store.load(press.key, press.person.id)
            words = self.desk.words_for(press.person, loaded)
            return heard(Toast(words("This question was for somebody else")), loaded.preferences)
        done = await self._carried_out(press, now)
        toast = await self._told(press, done, press.data.revision, now)
        if isinstance(done, Busy):  # to be pressed again: the question stands
            return toast
        if isinstance(done, Missing) or done.rejected is None or press.data.action is not Action.CONTINUE:
            await self.desk.quietly(self.desk.telegram.delete(press.key, press.message))
        return toast

    async def _act(self, press: Press, now: Millis) -> Toast | None:
        """A command that needs no picks."""
        done = await self._carried_out(press, now)
        return await self._told(press, done, press.data.revision, now)

    async def _carried_out(self, press: Press, now: Millis) -> Done | Missing | Busy:
        def deed(admin: bool) -> Deed:
            return Deed(
                press.key,
                press.person.id,
                press.update,
                press.data.game,
                lambda _loaded, stored: command_of(self.desk, press, stored.game, admin=admin),
            )

        return await as_admin_if_needed(self.desk, press.person.id, deed, now)

    async def _told(self, press: Press, done: Done | Missing | Busy, revision: Revision, now: Millis) -> Toast | None:
        """Tell the presser, and the group if anything changed."""
        words = self.desk.words_for(press.person, done.loaded)
        if isinstance(done, Busy):
            return heard(replies.busy(words), done.loaded.preferences)
        if isinstance(done, Missing):
            return await told_gone(self.desk, press, done.loaded, now)
        if done.rejected is not None or not (done.changed or done.repeated):
            await self._note(press, done, now)
        toast = replies.outcome(done, press.person.id, revision, now, words)
        game = done.stored.game
        if press.data.action in (Action.NO_SET, Action.VOTE) and done.rejected and game.laid > revision:
            toast = Toast(words("Three more cards came: look again"))  # perhaps by this very press, sent again
        if press.data.action is Action.START and (done.changed or done.repeated):
            await remember_setup(self.desk.store, press.key, done.loaded.settings, game)
        if press.data.action is Action.JOIN and is_forgotten(self.desk.signer.key, game, press.person.id):
            toast = Toast(words("You asked to be forgotten: join the next game"))
        if press.data.action is Action.LEAVE and game.phase in BEGUN and is_seated(game, press.person.id):
            toast = Toast(words("The game is on: /leave gives up your seat"))
        lost = _lost(press, done.loaded, done.stored, now)
        if done.changed or done.repeated or is_behind(done.loaded, done.stored, now) or lost is not None:
            await self.desk.publish(press.key, done.loaded, press.query, toast, pressed=lost)
            return None
        return heard(toast, done.loaded.preferences)


def _rests_on(button: Revision, seen: tuple[Revision, Millis] | None, now: Millis) -> Revision:
    """The revision a claim rests on: the button's, or what a refusal told a second ago or more (R6)."""
    if seen is not None and now - seen[1] >= SEEN_MS:
        return max(button, seen[0])
    return button


def _lost(press: Press, loaded: Loaded, stored: Stored, now: Millis) -> int | None:
    """The pressed message where nobody knows the message of a game: it may be this one. A question never is.

    Nor is the message known where a newer one of this game is pressed: whoever posted that died before noting it.
    """
    view = loaded.view
    unknown = view.message is None or press.message > view.message
    lost = view.game == stored.game.id and unknown and view.lease_until <= now
    return press.message if lost and press.data.action in ON_THE_MESSAGE else None
