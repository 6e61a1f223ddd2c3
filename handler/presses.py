"""What a press on a button does."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from engine import commands
from engine.card import Card
from engine.game import Millis, Phase
from engine.players import is_seated
from engine.reasons import Reason
from handler import language_menu, replies
from handler.callback_data import Action
from handler.judging import IDLE_MS, Busy, Deed, Done, Missing, as_admin_if_needed, carry_out
from handler.lobby import reopen
from handler.picks import COMPACT_AT, compacted, fold
from handler.ports import Tap
from handler.replies import Toast, heard

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.game import Game, PlayerId, Revision
    from handler.desk import Desk
    from handler.intents import Press
    from handler.ports import Loaded, Picks, Stored
    from handler.words import Words

SEEN_MS = 1_000
"""A press sooner after a refusal is the same press, sent again; later it counts on the revision the refusal told."""

CLEAR_MS = 3_000
"""My picks pressed again within this time, and after `SEEN_MS`, clears them."""

BEHIND_MS = 3_000
"""A message so long behind its game is nobody's any more: the next tap brings it up to date."""


@dataclass(frozen=True, slots=True)
class Presses:
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
                return await self._claim(press, now)
            case Action.AGAIN | Action.OPEN | Action.NEW:
                return await reopen(self.desk, press, now)
            case Action.CONFIRM_LEAVE | Action.CONFIRM_STOP:
                return await self._confirmed(press, now)
            case Action.LANGUAGE | Action.SPOKEN:
                return await language_menu.choose(self.desk, press)
            case Action.JOIN | Action.LEAVE | Action.START | Action.VOTE | Action.CONTINUE:
                return await self._act(press, now)
            case _:
                assert_never(press.data.action)

    async def _pick(self, press: Press, now: Millis) -> Toast | None:
        """One round trip to the store, no call to Telegram: the most frequent thing that happens."""
        desk, person, card = self.desk, press.person.id, Card(press.data.argument)
        tap = Tap(press.update, card, now)
        loaded, picks = await asyncio.gather(
            desk.store.load(press.key, person), desk.store.add_tap(press.key, press.data.game, person, tap)
        )
        stored, words = loaded.stored, desk.words_for(press.person, loaded)
        if stored is None or stored.game.id != press.data.game:
            return heard(_gone(loaded, words), loaded.preferences)
        refusal = _may_pick(stored.game, person)
        if refusal is not None:
            return heard(Toast(words(replies.REASONS[refusal])), loaded.preferences)
        if len(picks.taps) >= COMPACT_AT:
            kept = compacted(picks, stored.game, person, now)
            await desk.store.compact_picks(press.key, press.data.game, person, kept, len(picks.taps))
        if card in stored.game.table:
            toast = replies.tapped(stored.game, card, fold(picks, stored.game, person, now), words)
        else:
            toast = replies.card_gone(stored.game, card, words)
        return await self._after_tap(press, loaded, stored, picks, heard(toast, loaded.preferences), now)

    async def _after_tap(
        self, press: Press, loaded: Loaded, stored: Stored, picks: Picks, toast: Toast, now: Millis
    ) -> Toast | None:
        """Almost always nothing: only a tap on a game long idle, or under a message left behind, does more."""
        if now - stored.game.active_at >= IDLE_MS:
            return await self._touch(press, stored, picks, toast, now)
        if is_behind(loaded, stored, now) or _is_lost(loaded, stored, now):
            show = self.desk.shower.show(press.key, loaded, pressed=press.message)
            await asyncio.gather(self.desk.tell(press.query, toast, loaded), self.desk.quietly(show))
            return None
        return toast

    async def _touch(self, press: Press, stored: Stored, picks: Picks, toast: Toast, now: Millis) -> Toast | None:
        """A tap on a game that nobody wrote to for long: it may have paused, and then it goes on."""
        touch = commands.Touch(press.person.id)
        before = max((tap.at for tap in picks.taps if tap.update != press.update), default=Millis(0))
        deed = Deed(press.key, touch.player, press.update, stored.game.id, lambda _loaded, _stored: touch, before)
        done = await carry_out(self.desk.store, deed, now)
        if isinstance(done, Done) and done.changed:
            await self.desk.publish(press.key, done.loaded, press.query, toast)
            return None
        return toast

    async def _my_picks(self, press: Press, now: Millis) -> Toast:
        desk, person = self.desk, press.person.id
        loaded = await desk.store.load(press.key, person, press.data.game)
        stored, picks, words = loaded.stored, loaded.picks, desk.words_for(press.person, loaded)
        if stored is None or stored.game.id != press.data.game:
            return heard(_gone(loaded, words), loaded.preferences)
        refusal = _may_pick(stored.game, person)
        if refusal is not None:
            return heard(Toast(words(replies.REASONS[refusal])), loaded.preferences)
        since = now - picks.shown_at if picks.shown_at is not None else None
        if since is not None and SEEN_MS <= since <= CLEAR_MS:
            await desk.store.note_picks(press.key, press.data.game, person, now, cleared_at=now)
            return heard(Toast(words("Cleared: _ _ _")), loaded.preferences)
        if since is None or since > CLEAR_MS:
            await desk.store.note_picks(press.key, press.data.game, person, now, shown_at=now)
        toast = replies.my_picks(stored.game, fold(picks, stored.game, person, now), words)
        return heard(toast, loaded.preferences)

    async def _claim(self, press: Press, now: Millis) -> Toast | None:
        rested: list[Revision] = []

        def claim(loaded: Loaded, stored: Stored) -> Command:
            revision = _rests_on(press.data.revision, loaded.picks.seen, now)
            rested.append(revision)
            as_of = revision if revision < stored.game.revision else None
            cards = fold(loaded.picks, stored.game, press.person.id, now, as_of).cards
            return commands.Claim(press.person.id, cards, revision)

        deed = Deed(press.key, press.person.id, press.update, press.data.game, claim)
        done = await carry_out(self.desk.store, deed, now)
        if isinstance(done, Done) and done.rejected is not None and done.rejected.reason is Reason.STALE:
            await self._tell_revision(press, done, now)
        return await self._told(press, done, rested[-1] if rested else press.data.revision, now)

    async def _tell_revision(self, press: Press, done: Done, now: Millis) -> None:
        """The refusal tells what changed: with that the player has seen the new revision."""
        seen = done.loaded.picks.seen
        revision = done.stored.game.revision
        if seen is None or seen[0] != revision:
            await self.desk.store.note_picks(press.key, press.data.game, press.person.id, now, seen=(revision, now))

    async def _confirmed(self, press: Press, now: Millis) -> Toast | None:
        """The second asking of /leave and /stop: only who asked first may press it."""
        if press.data.argument not in (0, press.person.id):
            loaded = await self.desk.store.load(press.key, press.person.id)
            words = self.desk.words_for(press.person, loaded)
            return heard(Toast(words("This question was for somebody else")), loaded.preferences)
        toast = await self._act(press, now)
        await self.desk.quietly(self.desk.telegram.delete(press.key, press.message))
        return toast

    async def _act(self, press: Press, now: Millis) -> Toast | None:
        """A command that needs no picks."""

        def deed(admin: bool) -> Deed:
            return Deed(
                press.key,
                press.person.id,
                press.update,
                press.data.game,
                lambda _loaded, stored: _command(self.desk, press, stored.game, admin=admin),
            )

        done = await as_admin_if_needed(self.desk, press.person.id, deed, now)
        return await self._told(press, done, press.data.revision, now)

    async def _told(self, press: Press, done: Done | Missing | Busy, revision: Revision, now: Millis) -> Toast | None:
        """Tell the presser, and the group if anything changed."""
        words = self.desk.words_for(press.person, done.loaded)
        if isinstance(done, Busy):
            return heard(replies.busy(words), done.loaded.preferences)
        if isinstance(done, Missing):
            return heard(_gone(done.loaded, words), done.loaded.preferences)
        toast = replies.outcome(done.stored.game, done.events, press.person.id, revision, now, words)
        if done.changed or done.repeated or is_behind(done.loaded, done.stored, now):
            await self.desk.publish(press.key, done.loaded, press.query, toast)
            return None
        return heard(toast, done.loaded.preferences)


def _may_pick(game: Game, person: PlayerId) -> Reason | None:
    """Why a person may not pick, if so. A locked-out player may (R8)."""
    if game.phase is Phase.FINISHED:
        return Reason.FINISHED
    if not is_seated(game, person):
        return Reason.NOT_IN_GAME
    return Reason.NOT_STARTED if game.phase is Phase.LOBBY else None


def _gone(loaded: Loaded, words: Words) -> Toast:
    """A button of a game that is no longer here."""
    if loaded.stored is None or loaded.stored.game.phase is Phase.FINISHED:
        return Toast(words(replies.REASONS[Reason.FINISHED]))
    return Toast(words("That game is over: the new one is further down"))


def _rests_on(button: Revision, seen: tuple[Revision, Millis] | None, now: Millis) -> Revision:
    """The revision a claim rests on: the button's, or what a refusal told a second ago or more (R6)."""
    if seen is not None and now - seen[1] >= SEEN_MS:
        return max(button, seen[0])
    return button


def is_behind(loaded: Loaded, stored: Stored, now: Millis) -> bool:
    """Whether the message shows an older game and nobody is about to change that."""
    view, game = loaded.view, stored.game
    older = view.game != game.id or view.shown < stored.version
    return older and view.lease_until <= now and view.due <= now and now - game.active_at >= BEHIND_MS


def _is_lost(loaded: Loaded, stored: Stored, now: Millis) -> bool:
    """Whether nobody knows the message of a game: it may be the one that was pressed."""
    view = loaded.view
    return view.game == stored.game.id and view.message is None and view.lease_until <= now


def _command(desk: Desk, press: Press, game: Game, *, admin: bool) -> Command:
    person, name, revision = press.person.id, press.person.name, press.data.revision
    match press.data.action:
        case Action.JOIN:
            return commands.Join(person, name)
        case Action.LEAVE | Action.CONFIRM_LEAVE:
            return commands.Leave(person)
        case Action.START:
            return commands.Start(person, desk.shuffle(game.rules.deck), admin)
        case Action.VOTE:
            return commands.CastVote(person, revision)
        case Action.CONFIRM_STOP:
            return commands.Stop(person, admin)
        case _:
            return commands.Touch(person)
