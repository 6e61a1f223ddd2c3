"""What a lobby shows: who sits there, what is chosen, and its pages of choices, whatever the words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.commands import Configure, Leave, SetHandicap
from engine.look import Design, Look, Palette
from engine.rules import CALL, CLASSIC, FAMILY, RACE, SOLO, DeckKind, Rounds, Rules
from engine.value import replace
from handler import lobby_face
from handler.face import Signer
from handler.names import columns
from handler.ports import ChatId, GameKey
from handler.words import ENGLISH
from tests.builders import ANA, BEN, after, lobby
from tests.tongues import OTHERS, strict_words_of

if TYPE_CHECKING:
    from engine.game import Game

PLACE = GameKey(ChatId(-1001), 7)
SIGNER = Signer(b"k" * 32, "setgram_bot")


def chosen(rules: Rules, look: Look | None = None, people: int = 2) -> Game:
    return after(lobby(people), Configure(ANA, rules, look or Look()))


def labels(rules: Rules, page: str, language: str = "en", people: int = 2) -> list[list[str]]:
    words = strict_words_of(language)
    rows = lobby_face.keyboard(PLACE, chosen(rules, people=people), page, SIGNER, words)
    return [[button.text for button in row] for row in rows]


def test_a_lobby_tells_who_is_in_what_is_played_and_who_starts() -> None:
    assert lobby_face.text(lobby(2), ENGLISH).splitlines() == [
        "SET: who plays?",
        "① Ana",
        "② Ben",
        "",
        "Race",
        "Pick three cards, press SET!: right +1, wrong −1.",
        "Ana starts when two to eight are in.",
    ]
    assert "closed" in lobby_face.text(after(lobby(1), Leave(ANA)), ENGLISH)


@pytest.mark.parametrize(
    ("rules", "look", "line"),
    [
        (CLASSIC, Look(Design.MODERN, Palette.MODERN), "Classic"),
        (CLASSIC, Look(), "Classic · Colours: original · Cards: original"),
        (
            replace(RACE, deck=DeckKind.EASY, quick_claim=True),
            Look(),
            "Race · Deck: easy start · Quick claim: yes",
        ),
        (
            replace(CALL, rounds=Rounds.MATCH, call_seconds=15),
            Look(marks=True),
            "Call first · Marks: yes · Rounds: match · To pick: 15 s",
        ),
        (
            replace(FAMILY, wrong_points=0),
            Look(palette=Palette.SAFE),
            "Family · Colours: for all eyes · Wrong claim: 0",
        ),
    ],
)
def test_a_lobby_tells_what_is_not_as_these_rules_usually_have_it(rules: Rules, look: Look, line: str) -> None:
    assert lobby_face.text(chosen(rules, look), ENGLISH).splitlines()[4] == line


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (RACE, "Pick three cards, press SET!: right +1, wrong −1."),
        (replace(RACE, quick_claim=True), "The third pick claims: right +1, wrong −1."),
        (CLASSIC, "Pick three cards, press SET!: right +1, wrong 0."),
        (CALL, "SET! first, then pick three: right +1, wrong −1."),
    ],
)
def test_a_lobby_tells_what_to_do(rules: Rules, told: str) -> None:
    assert told in lobby_face.text(chosen(rules), ENGLISH)


def test_a_handicap_stands_beside_its_player_where_it_counts() -> None:
    game = after(chosen(FAMILY), SetHandicap(ANA, BEN, 10))
    assert "② Ben waits 10 s" in lobby_face.text(game, ENGLISH)
    assert "② Ben\n" in lobby_face.text(after(game, Configure(ANA, RACE, Look())), ENGLISH)


def test_the_page_of_choices_shows_those_that_the_rules_have() -> None:
    race = [label for row in labels(RACE, "choices") for label in row]
    call = [label for row in labels(CALL, "choices") for label in row]
    family = [label for row in labels(FAMILY, "choices") for label in row]
    assert {"✓ Race", "✓ 🎨 original", "Deadline: 120 s", "Deck: all cards", "Quick claim: no"} <= set(race)
    assert {"✓ Call first", "To pick: 10 s", "Rounds: one"} <= set(call)
    assert {"⏳ Handicaps", "To pick: 8 s"} <= set(family)
    assert not {"Rounds: one", "⏳ Handicaps", "To pick: 10 s"} & set(race)
    assert not {"Quick claim: no", "Deadline: 120 s"} & set(call)
    assert labels(SOLO, "choices", people=1)[0] == ["✓ 🎨 original", "🎨 modern"]


def test_a_value_between_the_options_has_none_of_them_marked() -> None:
    rows = labels(replace(RACE, table_seconds=90, wrong_points=-2), "choices")
    assert {"Deadline", "Wrong claim"} <= {label for row in rows for label in row}


def test_the_page_of_handicaps_falls_back_where_the_rules_have_none() -> None:
    assert labels(FAMILY, "handicaps") == [["① Ana: 0 s", "② Ben: 0 s"], ["↩️ Back", "➕ Join"]]
    assert labels(RACE, "handicaps") == labels(RACE, "")


@pytest.mark.parametrize("language", ["en", *OTHERS])
@pytest.mark.parametrize("rules", [RACE, CLASSIC, CALL, FAMILY])
def test_every_button_fits_its_row_on_a_phone_in_every_language(language: str, rules: Rules) -> None:
    for page in lobby_face.PAGES:
        for row in labels(rules, page, language, people=8):
            assert all(columns(label) * len(row) <= (30 if len(row) == 3 else 36) for label in row), row
