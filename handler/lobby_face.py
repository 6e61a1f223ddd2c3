"""What a lobby shows: who sits there, what is chosen, and the buttons to choose. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Phase
from engine.players import seated
from engine.rules import Claiming
from handler import captions
from handler.callback_data import Action
from handler.keyboards import in_rows, ticked
from handler.ports import Button
from handler.rule_choices import CHOICES, HANDICAPS, PRESETS, Setup, departures

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Game, Player
    from handler.face import Signer
    from handler.ports import GameKey, Keyboard
    from handler.words import Words

PAGES = ("", "choices", "handicaps")
"""The pages of a lobby's menu; the first is that none is open. A button carries places in here."""

OPTIONS = 16
"""More than any choice has options: a button carries `choice * OPTIONS + option`, or `seat * OPTIONS + handicap`."""

HOW_SIGN, MORE_SIGN, BACK_SIGN, WAIT_SIGN = "❓", "⚙️", "↩️", "⏳"


def text(game: Game, words: Words) -> str:
    """Who is in, what will be played, and what to do."""
    if game.phase is Phase.FINISHED:
        return words("This lobby is closed. /newgame opens another.")
    chosen = departures(Setup(game.rules, game.look), words)
    return "\n".join(
        (
            words("SET: who plays?"),
            *(_seat(game, player, words) for player in seated(game)),
            "",
            words.line(words.parts(chosen)),
            _what_to_do(game, words),
            words("{name} starts when two to eight are in.", name=captions.name_of(game, game.starter, words)),
        )
    )


def _seat(game: Game, player: Player, words: Words) -> str:
    shown = f"{captions.chip(player)} {words.name(player.name)}"
    if not (game.rules.handicaps and player.handicap):
        return words.line(shown)
    return words("{player} waits {n} s", player=shown, n=player.handicap)


def _what_to_do(game: Game, words: Words) -> str:
    points = words.number(game.rules.wrong_points)
    match game.rules.claiming:
        case Claiming.CALL_FIRST:
            return words("SET! first, then pick three: right +1, wrong {points}.", points=points)
        case Claiming.PICK_FIRST if game.rules.quick_claim:
            return words("The third pick claims: right +1, wrong {points}.", points=points)
        case _:
            return words("Pick three cards, press SET!: right +1, wrong {points}.", points=points)


def keyboard(key: GameKey, game: Game, menu: str, signer: Signer, words: Words) -> Keyboard:
    """The buttons of a lobby, or of the page of its menu that is open."""
    if game.phase is not Phase.LOBBY:
        return ()
    match menu:
        case "choices":
            return _choices(key, game, signer, words)
        case "handicaps" if game.rules.handicaps:
            return _handicaps(key, game, signer, words)
        case _:
            return _lobby(key, game, signer, words)


def _lobby(key: GameKey, game: Game, signer: Signer, words: Words) -> Keyboard:
    presets = tuple(
        signer.button(ticked(words(preset.name), game.rules == preset.rules), key, game, Action.PRESET, index)
        for index, preset in enumerate(PRESETS)
    )
    return (
        presets,
        (
            signer.button(words("Join"), key, game, Action.JOIN),
            signer.button(words("Leave"), key, game, Action.LEAVE),
        ),
        (signer.button(words("Start"), key, game, Action.START),),
        (
            signer.button(f"{MORE_SIGN} " + words("More"), key, game, Action.MENU, PAGES.index("choices")),
            Button(f"{HOW_SIGN} " + words("How to play"), url=signer.private_link(f"how_{game.rules.system}")),
        ),
    )


def _choices(key: GameKey, game: Game, signer: Signer, words: Words) -> Keyboard:
    def button(label: str, choice: int, option: int) -> Button:
        return signer.button(label, key, game, Action.CHOOSE, choice * OPTIONS + option)

    rows = choice_rows(Setup(game.rules, game.look), button, words)
    to_waits = signer.button(f"{WAIT_SIGN} " + words("Handicaps"), key, game, Action.MENU, PAGES.index("handicaps"))
    waits = ((to_waits,),) if game.rules.handicaps else ()
    return (*rows, *waits, _last_row("", key, game, signer, words))


def _last_row(page: str, key: GameKey, game: Game, signer: Signer, words: Words) -> tuple[Button, ...]:
    """The way back to a page, and in: whoever opened this one may have gone away."""
    back = signer.button(f"{BACK_SIGN} " + words("Back"), key, game, Action.MENU, PAGES.index(page))
    return back, signer.button(words("Join"), key, game, Action.JOIN)


def choice_rows(setup: Setup, button: Callable[[str, int, int], Button], words: Words) -> Keyboard:
    """Rows of all choices that are open: first those that list their options, then those that go on to the next."""
    listed: list[tuple[Button, ...]] = []
    turning: list[Button] = []
    for index, choice in enumerate(CHOICES):
        if not choice.is_open(setup.rules):
            continue
        chosen = choice.chosen(setup)
        if choice.listed:
            options = [
                button(ticked(choice.label(option, words), place == chosen), index, place)
                for place, option in enumerate(choice.options)
            ]
            listed += in_rows(options, 2)
        else:
            turning.append(button(choice.now(setup, words), index, choice.following(setup)))
    return (*listed, *in_rows(turning, 2))


def _handicaps(key: GameKey, game: Game, signer: Signer, words: Words) -> Keyboard:
    """A button a player, which gives the next longer wait, or none after the longest."""

    def button(player: Player) -> Button:
        place = next((place for place, seconds in enumerate(HANDICAPS) if seconds > player.handicap), 0)
        label = words("{player}: {n} s", player=captions.who(game, player.id, words), n=player.handicap)
        return signer.button(label, key, game, Action.HANDICAP, player.seat * OPTIONS + place)

    rows = in_rows([button(player) for player in seated(game)], 2)
    return (*rows, _last_row("choices", key, game, signer, words))
