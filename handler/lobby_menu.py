"""What a press in a lobby's menu does: one choice, one edit. Who may choose is the engine's to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import commands
from engine.game import PlayerId
from engine.players import seated
from engine.value import replace
from handler import replies
from handler.callback_data import Action
from handler.captions import who
from handler.gone import told_gone
from handler.judging import Busy, Deed, Done, Missing, as_admin_if_needed
from handler.lobby_face import OPTIONS, PAGES
from handler.replies import Toast, heard
from handler.rule_choices import HANDICAPS, PRESETS, Setup, option_at, with_rules
from handler.view import is_behind

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.game import Game, Millis
    from handler.desk import Desk
    from handler.intents import Press
    from handler.rule_choices import Preset
    from handler.words import Words

CLOSED = PAGES[0]


async def chosen(desk: Desk, press: Press, now: Millis) -> Toast | None:
    """Do what a button of the menu asks; the toast, or None where it was given beside the edit."""
    done = await _carried_out(desk, press, now)
    if press.data.action is Action.PRESET and isinstance(done, Done) and done.rejected is None:
        done = await _handicapped(desk, press, done, now)
    words = desk.words_for(press.person, done.loaded)
    if isinstance(done, Busy):
        return heard(replies.busy(words), done.loaded.preferences)
    if isinstance(done, Missing):
        return await told_gone(desk, press, done.loaded, now)
    if done.rejected is not None:
        refused = replies.refused(done.stored.game, done.rejected, press.data.revision, now, words)
        if not is_behind(done.loaded, done.stored, now):
            return heard(refused, done.loaded.preferences)
        await desk.publish(press.key, done.loaded, press.query, refused)  # the menu stands where the table should
        return None
    await desk.publish(press.key, done.loaded, press.query, Toast(_told(press, done.stored.game, words)))
    return None


async def _carried_out(desk: Desk, press: Press, now: Millis) -> Done | Missing | Busy:
    page = _page(press) if press.data.action is Action.MENU else None

    def deed(admin: bool) -> Deed:
        return Deed(
            press.key,
            press.person.id,
            press.update,
            press.data.game,
            lambda _loaded, stored: _command(press, stored.game, admin=admin),
            menu=page,
        )

    return await as_admin_if_needed(desk, press.person.id, deed, now)


def _command(press: Press, game: Game, *, admin: bool) -> Command:
    """To open a page is to choose what is chosen already: the same may do it."""
    person, argument = press.person.id, press.data.argument
    if press.data.action is Action.HANDICAP:
        target = next((player.id for player in game.players if player.seat == argument // OPTIONS), PlayerId(0))
        return commands.SetHandicap(person, target, _seconds(argument), admin)
    setup = _setup(press, Setup(game.rules, game.look))
    return commands.Configure(person, setup.rules, setup.look, admin)


def _setup(press: Press, setup: Setup) -> Setup:
    match press.data.action:
        case Action.PRESET:
            return with_rules(setup, _preset(press).rules)
        case Action.CHOOSE:
            chosen = option_at(*divmod(press.data.argument, OPTIONS))
            return chosen[1].apply(setup) if chosen is not None and chosen[0].is_open(setup.rules) else setup
        case _:
            return setup


def _page(press: Press) -> str:
    """The page that a button opens; one that this version does not have is closed."""
    return PAGES[press.data.argument] if press.data.argument < len(PAGES) else CLOSED


def _preset(press: Press) -> Preset:
    """The preset of a button; the usual one where this version does not have it."""
    return PRESETS[press.data.argument] if press.data.argument < len(PRESETS) else PRESETS[0]


def _seconds(argument: int) -> int:
    place = argument % OPTIONS
    return HANDICAPS[place] if place < len(HANDICAPS) else 0


async def _handicapped(desk: Desk, press: Press, done: Done, now: Millis) -> Done | Missing | Busy:
    """The preset's handicap, for whoever starts: a grown-up among children. All others' stay as they are."""
    seconds, starter = _preset(press).handicap, done.stored.game.starter
    if not seconds or all(player.id != starter or player.handicap for player in seated(done.stored.game)):
        return done

    def deed(admin: bool) -> Deed:
        command = commands.SetHandicap(press.person.id, starter, seconds, admin)
        return Deed(press.key, press.person.id, press.update, press.data.game, lambda _loaded, _stored: command)

    after = await as_admin_if_needed(desk, press.person.id, deed, now)
    return replace(after, changed=True) if isinstance(after, Done) and after.rejected is None else done


def _told(press: Press, game: Game, words: Words) -> str:
    match press.data.action:
        case Action.PRESET:
            return words(_preset(press).told)
        case Action.CHOOSE:
            chosen = option_at(*divmod(press.data.argument, OPTIONS))
            return words("Choose") if chosen is None else chosen[0].told(chosen[1], words)
        case Action.HANDICAP:
            player = next(player for player in game.players if player.seat == press.data.argument // OPTIONS)
            name = who(game, player.id, words)
            return words("{player} waits {n} s", player=name, n=_seconds(press.data.argument))
        case _:
            return words("Choose") if _page(press) != CLOSED else words("Chosen")
