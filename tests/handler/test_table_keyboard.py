"""The buttons below a table, by what its rules let people do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.commands import Call, Stop
from engine.game import Phase
from engine.rules import CALL, CLASSIC, FAMILY, RACE, SOLO, Rounds, Rules
from engine.value import replace
from handler.callback_data import Action, parse_button
from handler.face import Signer
from handler.ports import ChatId, GameKey
from handler.table_keyboard import table_keyboard
from handler.words import ENGLISH
from tests.builders import ANA, BEN, after, started, vote

if TYPE_CHECKING:
    from engine.game import Game

KEY = GameKey(ChatId(-(2**52 - 1)), 2**31 - 1)
SIGNER = Signer(b"k" * 32, "setgram_bot")


def below(game: Game) -> list[list[str]]:
    """The rows below the numbers."""
    keyboard = table_keyboard(KEY, game, SIGNER, ENGLISH)
    return [[button.text for button in row] for row in keyboard if not row[0].text.isdecimal()]


USUAL = ["SET!", "➕ Join", "👀 My picks"]


@pytest.mark.parametrize(
    ("rules", "rows"),
    [
        (RACE, [USUAL]),
        (CLASSIC, [["🚫 No set here? 0/2"], USUAL]),
        (CALL, [["🚫 No set here? 0/2"], USUAL]),
        (FAMILY, [["🚫 No set here? 0/2"], USUAL]),
    ],
)
def test_what_is_open_by_the_rules_has_a_button(rules: Rules, rows: list[list[str]]) -> None:
    assert below(started(2, rules=rules)) == rows


def test_one_who_plays_alone_says_no_set_on_a_row_of_its_own_and_nobody_joins() -> None:
    assert below(started(1, rules=SOLO)) == [["🚫 No set"], ["SET!", "👀 My picks"]]


@pytest.mark.parametrize("rules", [CALL, FAMILY])
def test_no_button_moves_from_under_a_finger_when_somebody_calls(rules: Rules) -> None:
    game = started(2, rules=rules)
    assert below(after(game, Call(BEN, game.revision))) == below(game) == [["🚫 No set here? 0/2"], USUAL]


def test_between_two_rounds_the_dealer_is_named_and_the_numbers_are_gone() -> None:
    game = replace(started(2, rules=replace(CALL, rounds=Rounds.MATCH)), deck=())
    waiting = after(game, vote, lambda before: vote(before, BEN))
    assert waiting.phase is Phase.DEALING
    keyboard = table_keyboard(KEY, waiting, SIGNER, ENGLISH)
    assert [[button.text for button in row] for row in keyboard] == [["🃏 Deal: ② Ben"], ["➕ Join"]]
    data = parse_button(keyboard[0][0].data or "", KEY.chat, SIGNER.key)
    assert data is not None
    assert data.action is Action.DEAL


def test_only_those_who_are_here_are_counted() -> None:
    keyboard = table_keyboard(KEY, after(started(3, rules=CALL), vote), SIGNER, ENGLISH, {ANA, BEN})
    assert ["🚫 No set here? 1/2"] in [[button.text for button in row] for row in keyboard]


@pytest.mark.parametrize("rules", [RACE, CLASSIC, CALL, FAMILY])
def test_a_game_that_is_over_has_no_buttons_and_no_button_ends_one(rules: Rules) -> None:
    game = started(2, rules=rules)
    actions = {
        data.action
        for row in table_keyboard(KEY, game, SIGNER, ENGLISH)
        for button in row
        if (data := parse_button(button.data or "", KEY.chat, SIGNER.key))
    }
    assert Action.PICK in actions
    assert not actions & {Action.LEAVE, Action.NEW, Action.CONFIRM_LEAVE, Action.CONFIRM_STOP}
    assert table_keyboard(KEY, after(game, Stop(ANA)), SIGNER, ENGLISH) == ()


@pytest.mark.parametrize("rules", [CLASSIC, SOLO])
def test_the_data_of_the_largest_table_fits_64_bytes(rules: Rules) -> None:
    game = started(rules.max_players, rules=rules)
    crowded = replace(game, table=game.table + game.deck[:9], deck=game.deck[9:])
    data = [button.data for row in table_keyboard(KEY, crowded, SIGNER, ENGLISH) for button in row]
    assert len(data) >= 24
    assert all(text is not None and len(text.encode()) <= 64 for text in data)
