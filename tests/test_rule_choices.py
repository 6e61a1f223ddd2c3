"""Each choice of each system is made otherwise once: then a test that shows a rule resting on it fails.

Which rules rest on which choice stands in tables at the end of docs/rules.md. Where a dash stands there, the choice is
shown to make no difference: games go the same way.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.game import Millis
from engine.play import play
from engine.rules import SYSTEMS, Rules
from engine.value import fields, replace
from tests.builders import MINUTE, SECOND, lobby, shuffle, started
from tests.presets import Flip, rules_of
from tests.shown_rules import RULE_ID, Shown, all_shown
from tests.strategies import some_command

DOCUMENT = (Path(__file__).parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")

OTHERWISE: dict[str, tuple[Any, ...]] = {
    "wrong_points": (0, -1, -2),
    "score_floor": (None, 0),
    "table_seconds": (60, 120, 240),
    "away_seconds": (60, 120, 240),
    "min_players": (1, 2, 3),
    "max_players": (1, 2, 7, 8, 9),
    "call_seconds": (5, 8, 10, 20),
    "courtesy_ms": (0, 300, 700, 3000),
}
"""What else the choices may be that are numbers; the others may be all that there is."""

UNCHOSEN = {"R19.1"}
"""Of the systems' own rules those that rest on no choice: a set is a point in all of them."""


def table(heading: str) -> list[list[str]]:
    """The rows of the document's table whose heading begins so, each as its cells."""
    lines = DOCUMENT[DOCUMENT.index(f"\n{heading}") :].strip().split("\n\n")[0].splitlines()
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in [lines[0], *lines[2:]]]


HEADING, *ROWS = table("| choice | race |")
RESTING = {
    (system, row[0]): RULE_ID.findall(cell) for row in ROWS for system, cell in zip(HEADING[1:], row[1:], strict=True)
}
CHOSEN = {(row[1], row[0]): RULE_ID.findall(row[3]) for row in table("| choice | in |")[1:]}

resting = pytest.mark.parametrize(("system", "choice"), [place for place, ids in RESTING.items() if ids])


def flips(system: str, choice: str) -> list[Flip]:
    """All ways to make a system's choice otherwise."""
    value = getattr(SYSTEMS[system], choice)
    kinds = (True, False) if isinstance(value, bool) else type(value) if isinstance(value, Enum) else OTHERWISE[choice]
    return [Flip(system, choice, other) for other in kinds if other != value]


@cache
def shown() -> tuple[tuple[Shown, frozenset[str]], ...]:
    """The tests that show rules, all of which pass, and what each asks for."""
    found = tuple((one, one.asks_for()) for one in all_shown())
    assert len(found) > 400
    return found


def failing(flip: Flip, ids: list[str]) -> set[str]:
    """The rules among some that a test shows to be broken by a flip."""
    asked = f"{flip.system}.{flip.choice}" if flip.of_chosen else flip.system
    tests = [one for one, asks in shown() if asked in asks and one.ids & {*ids}]
    return {rule for one in tests if one.fails(flip) for rule in one.ids & {*ids}}


def test_the_document_has_a_row_for_each_choice_and_a_column_for_each_system() -> None:
    assert ["choice", *SYSTEMS] == HEADING
    assert sorted(row[0] for row in ROWS) == sorted(name for name in fields(Rules) if name != "system")


def test_every_rule_of_a_system_rests_on_a_choice() -> None:
    stated = re.findall(r"^(?:- )?\*\*(R\d+(?:\.\d+)?)\*\*", DOCUMENT, re.MULTILINE)
    own = {rule for rule in stated if 17 <= float(rule[1:].split(".")[0]) <= 26 and f"{rule}.1" not in stated}
    listed = {rule for ids in (*RESTING.values(), *CHOSEN.values()) for rule in ids}
    assert listed <= {*stated}
    assert own - listed == UNCHOSEN


@resting
def test_a_choice_made_otherwise_breaks_the_rules_that_rest_on_it(system: str, choice: str) -> None:
    ids = RESTING[system, choice]
    broken = {str(flip): failing(flip, ids) for flip in flips(system, choice)}
    assert broken
    assert [name for name, rules in broken.items() if not rules] == []
    assert set[str]().union(*broken.values()) == {*ids}


@pytest.mark.parametrize(("system", "choice"), CHOSEN)
def test_what_is_chosen_breaks_its_rules_when_it_is_taken_back(system: str, choice: str) -> None:
    flip = Flip(system, choice, getattr(SYSTEMS[system], choice), of_chosen=True)
    assert failing(flip, CHOSEN[system, choice]) == {*CHOSEN[system, choice]}


@pytest.mark.parametrize(("system", "choice"), [place for place, ids in RESTING.items() if not ids])
def test_a_choice_on_which_nothing_rests_makes_no_difference(system: str, choice: str) -> None:
    for flip in flips(system, choice):
        for seed in range(10):
            assert_same_game(SYSTEMS[system], flip.flipped(), Random(seed))


def assert_same_game(rules: Rules, others: Rules, rng: Random) -> None:
    """Play a game by both rules, with the same commands, and compare it after each."""
    players = 1 if rules.max_players == 1 else 4
    deck, seed = shuffle(rng.randrange(999), rules), rng.randrange(999)
    game, other = (started(players, deck=deck, seed=seed, rules=one) for one in (rules, others))
    now = game.active_at
    for _ in range(80):
        now = Millis(now + rng.choice([200, 700, 3 * SECOND, 15 * SECOND, MINUTE, 3 * MINUTE, 11 * MINUTE]))
        command = some_command(game, rng)
        ours, theirs = play(game, command, now), play(other, command, now)
        assert ours.events == theirs.events
        game, other = ours.after, theirs.after
        assert replace(other, rules=rules) == game


def test_what_is_flipped_is_what_tests_are_given() -> None:
    flip = Flip("race", "wrong_points", -2)
    [passing] = [one for one, _ in shown() if one.name.startswith("test_claims::test_a_wrong_claim_costs_a_point_and")]
    assert passing.fails(flip)
    assert rules_of("race") == SYSTEMS["race"]
    assert not passing.fails(Flip("call", "wrong_points", -2))
    assert lobby().rules == SYSTEMS["race"]
