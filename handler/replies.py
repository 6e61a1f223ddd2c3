"""What one person is told: a toast of one short line, the news first, or an alert for a verdict. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.events import (
    Called,
    ClaimJudged,
    Dealt,
    Joined,
    Left,
    NoSetSaid,
    PenaltyCancelled,
    Rejected,
    Started,
    Voted,
    VotePassed,
)
from engine.game import Finish, Phase
from engine.picking import third_claims
from engine.players import player_of
from engine.reasons import Reason
from engine.rules import Lockout
from engine.table import slot_of
from engine.value import Value, replace
from engine.verdict import Spread, verdict
from handler import captions, refusals
from handler.claiming import calls_first, done_since
from handler.picks import TapResult
from handler.refusals import seconds_until, short_name
from handler.words import N_

if TYPE_CHECKING:
    from engine.card import Card
    from engine.game import Game, Judged, Millis, PlayerId, Revision
    from engine.look import Look
    from engine.verdict import FeatureVerdict
    from handler.choices import Preferences
    from handler.judging import Done
    from handler.picks import Folded
    from handler.ports import Loaded
    from handler.words import Words

TAKEN_BACK = N_("Taken back: keep looking")
"""What a second press on a vote comes to."""

LONGEST = 200
"""Telegram's limit of a toast or alert, in UTF-16 units to be safe."""


class Toast(Value):
    """One private line, or with `alert` a box that stays until it is closed."""

    text: str
    alert: bool = False


def heard(toast: Toast, preferences: Preferences) -> Toast:
    """A toast as it is given to somebody who may have chosen to hear it: screen readers speak alerts."""
    return replace(toast, alert=toast.alert or preferences.spoken)


def fitted(text: str) -> str:
    """A text within Telegram's limit."""
    while len(text.encode("utf-16-le")) // 2 > LONGEST:
        text = text[:-2].rstrip() + "…"
    return text


def picks_text(game: Game, cards: tuple[Card, ...]) -> str:
    """Three places of slots, empty ones as a line: `3 7 _`."""
    slots = [str(slot_of(game.table, card)) for card in cards if card in game.table]
    return " ".join(([*slots, "_", "_", "_"])[:3])


def tapped(game: Game, card: Card, folded: Folded, words: Words) -> Toast:
    """What a tap on a card did: `7 ✓ 2 red striped ovals · 3 7 _`."""
    slot = slot_of(game.table, card)
    picked = picks_text(game, folded.cards)
    if folded.result is TapResult.REFUSED:
        return Toast(words("Three are picked: {picked}. Press SET!", picked=picked))
    sign = "✓" if card in folded.cards else "✗"
    return Toast(words.line(f"{slot} {sign} {words.card(card, game.look)} · {picked}"))


def card_gone(game: Game, card: Card, words: Words) -> Toast:
    """A tap on a card that no longer lies there."""
    taker = next((judged.player for judged in game.taken if card in judged.cards), None)
    if taker is None:
        return Toast(words("That card is not on the table: look again"))
    return Toast(words("Gone: {name} took that card. Look again", name=short_name(game, taker, words)))


def my_picks(game: Game, folded: Folded, words: Words) -> Toast:
    """What is picked now."""
    picked = picks_text(game, folded.cards)
    if not folded.cards:
        return Toast(words("Nothing picked: tap three numbers"))
    return Toast(words("{picked} · press again to clear", picked=picked))


def outcome(done: Done, person: PlayerId, revision: Revision, now: Millis, words: Words) -> Toast:
    """What a command came to, for the one who gave it; `revision` is the one it rested on."""
    game = done.stored.game
    for event in done.events:
        match event:
            case ClaimJudged(judged):
                cancelled = any(isinstance(one, PenaltyCancelled) for one in done.events)
                return claimed(game, judged, words, cancelled=cancelled)
            case Called(player, taken_from) if player == person:
                return _called(game, words, courtesy=taken_from is not None)
            case Joined(player, back) if player == person:
                return _joined(game, person, words, back=back)
            case Left(player) if player == person:
                return _left(game, words)
            case Started() | Dealt():
                return _go(game, words)
            case Voted(player, agrees) if player == person:
                # Where it is told once more, the cards that came tell that it passed.
                passed = game.laid > revision or any(isinstance(one, VotePassed) for one in done.events)
                return _voted(game, words, agrees=agrees, passed=passed)
            case NoSetSaid(_, had_set):
                return _no_set_said(words, had_set=had_set)
            case Rejected():
                return refused(
                    game, event, revision, now, words, done_since(done.stored, done.loaded.picks, person, revision)
                )
            case _:
                continue
    return _goes_on(game, words)


def _goes_on(game: Game, words: Words) -> Toast:
    return Toast(words("The game is over") if game.phase is Phase.FINISHED else words("The game goes on"))


def _called(game: Game, words: Words, *, courtesy: bool) -> Toast:
    seconds = game.rules.call_seconds
    if courtesy:
        return Toast(words("Yours by courtesy: pick three in {n} s", n=seconds))
    return Toast(words("You have called: pick three in {n} s", n=seconds))


def _go(game: Game, words: Words) -> Toast:
    if calls_first(game.rules):
        return Toast(words("Go! SET! first, then pick three"))
    if third_claims(game.rules):
        return Toast(words("Go! Your third pick claims"))
    return Toast(words("Go! Pick three cards, then SET!"))


def _voted(game: Game, words: Words, *, agrees: bool, passed: bool) -> Toast:
    if passed:
        return Toast(words("All agree: three more cards"))
    if not agrees:
        return Toast(words(TAKEN_BACK))
    return Toast(words("You agree: no set is here") if game.deck else words("You agree: no set is left"))


def _no_set_said(words: Words, *, had_set: bool) -> Toast:
    if had_set:
        return Toast(words("A set was there! Three more cards, one penalty"))
    return Toast(words("Three more cards, one penalty"))


def busy(words: Words) -> Toast:
    """Nothing was done, and nothing is lost: press again."""
    return Toast(words("Not counted: press again"))


def gone(loaded: Loaded, words: Words) -> Toast:
    """A button of a game that is no longer here."""
    if loaded.stored is None or loaded.stored.game.phase is Phase.FINISHED:
        return Toast(words(REASONS[Reason.FINISHED]))
    return Toast(words("That game is over: the new one is further down"))


def _left(game: Game, words: Words) -> Toast:
    if game.finish is Finish.LOBBY_CLOSED:
        return Toast(words("You have left: the lobby is closed"))
    if game.phase is Phase.FINISHED:
        return Toast(words("You have left: the game is over"))
    return Toast(words("You have left. Join brings you back"))


def _joined(game: Game, person: PlayerId, words: Words, *, back: bool) -> Toast:
    player = player_of(game, person)
    chip = captions.chip(player) if player else ""
    if game.phase is Phase.LOBBY:
        return Toast(words("You are in as {chip}. Wait for Start", chip=chip))
    if calls_first(game.rules):
        return Toast(words("You are in as {chip}. SET! first, then pick three", chip=chip))
    if back:
        return Toast(words("Welcome back as {chip}. Pick three, then SET!", chip=chip))
    return Toast(words("You are in as {chip}. Pick three, then SET!", chip=chip))


def claimed(game: Game, judged: Judged, words: Words, *, cancelled: bool = False) -> Toast:
    """The whole verdict for the claimer."""
    player = player_of(game, judged.player)
    score = player.score if player else 0
    if judged.right:
        head = words("SET! You have {score} now.", score=score)
        if cancelled:
            head += " " + words("One penalty less.")
    else:
        head = words("No set: you have {score} now.", score=score)
        if player is not None and player.locked:
            head += " " + _lockout(game.rules.lockout, words)
        if player is not None and player.wait_until is not None:
            head += " " + words("You may call again in {n} s.", n=seconds_until(player.wait_until, judged.at))
    lines = [feature_line(feature, game.look, words) for feature in verdict(judged.cards)]
    return Toast(fitted("\n".join((head, *lines))), alert=True)


def _lockout(lockout: Lockout, words: Words) -> str:
    if lockout is Lockout.UNTIL_ANOTHERS_SET:
        return words("Locked out until another's set.")
    return words("Locked out until a set is taken.")


def feature_line(judged: FeatureVerdict, look: Look, words: Words) -> str:
    """One feature of three cards: what it allows, or why it does not."""
    name, feature = words.feature(judged.feature), judged.feature
    match judged.spread:
        case Spread.ALIKE:
            return words(
                "✓ {feature}: all {value}", feature=name, value=words.value(feature, judged.values[0], look, 3)
            )
        case Spread.DIFFERENT:
            return words("✓ {feature}: all different", feature=name)
        case Spread.MIXED:
            twice, once = (words.value(feature, value, look) for value in judged.values)
            return words("✗ {feature}: {twice} twice, {once} once", feature=name, twice=twice, once=once)
        case _:
            assert_never(judged.spread)


def refused(
    game: Game, rejected: Rejected, revision: Revision, now: Millis, words: Words, own: Judged | None = None
) -> Toast:
    """Why a command was refused, in the player's terms; `own` is what that player had claimed since then."""
    if rejected.faster is not None:
        return _faster(game, rejected.faster, now, words)
    match rejected.reason:
        case Reason.STALE if refusals.sent_again(own, now):
            return Toast(words("Counted already: that was the same press"))
        case Reason.STALE if done := refusals.own_doing(game, rejected.player, own, revision, now, words):
            return Toast(done)
        case Reason.STALE:
            return Toast(words("Not counted: {change}. Look again", change=refusals.change(game, revision, now, words)))
        case Reason.LOCKED_OUT:
            return Toast(_locked_out(game, now, words))
        case Reason.NO_RIGHT:
            return Toast(words("Only {name} or an admin can do it", name=short_name(game, game.starter, words)))
        case _:
            return Toast(refusals.told(game, rejected, now, words) or words(REASONS[rejected.reason]))


REASONS = {
    Reason.FINISHED: N_("This game is over. /newgame opens the next"),
    Reason.NOT_IN_GAME: N_("You are not in this game: press Join"),
    Reason.NOT_THREE_CARDS: N_("Pick three cards first, then SET!"),
    Reason.NOT_STARTED: N_("The game has not started yet"),
    Reason.ALREADY_STARTED: N_("The game is already on"),
    Reason.ALREADY_IN: N_("You are in already"),
    Reason.SEATS_TAKEN: N_("All eight seats are taken"),
    Reason.TOO_FEW_PLAYERS: N_("Two players are needed: who joins?"),
    Reason.NO_SUCH_PLAYER: N_("That person is not in this game"),
    Reason.NOT_AWAY: N_("Not away: only an admin may do that now"),
    Reason.KICKED: N_("You were removed: ask an admin to /unkick"),
    Reason.NO_VOTE_NOW: N_("There is nothing to agree on now"),
    Reason.TOO_SOON: N_("Too soon: press again in a moment"),
}
"""The reasons that need nothing but themselves. STALE, LOCKED_OUT, NO_RIGHT and those of `refusals` name people and
times."""


def _faster(game: Game, faster: Judged, now: Millis, words: Words) -> Toast:
    """Who took the cards first, by how much, and whether that ended the game."""
    name = short_name(game, faster.player, words)
    if now <= faster.at:
        told = words("photo finish: {name} was first", name=name)
    else:
        told = words("faster: {name}, {ms} ms", name=name, ms=now - faster.at)
    over = [words("game over")] if game.phase is Phase.FINISHED else []
    return Toast(words.line(words.parts([told, *over])))


def _locked_out(game: Game, now: Millis, words: Words) -> str:
    if game.rules.lockout is Lockout.UNTIL_ANOTHERS_SET:
        return words("Locked out until another takes a set")
    if game.deadline is None:
        return words("Locked out until a set is taken")
    left = words.minutes(max(0, game.deadline - now + 999) // 1000)
    return words("Locked out {time}, or until a set is taken", time=left)
