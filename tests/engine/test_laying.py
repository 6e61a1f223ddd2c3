import pytest

from engine.commands import Tick
from engine.events import Extended, Finished
from engine.game import Finish, Game
from engine.laying import has_room, lay, lay_more
from engine.play import play
from engine.rules import DeckKind, Extension, Lockout, Vote
from engine.sets import has_set
from engine.table import Table
from engine.value import replace
from tests.builders import NOON, SET_FREE, later, near_the_end, stacked, started, vote
from tests.builders import after as played
from tests.presets import rules_of

SYSTEMS = ("race", "classic", "call", "family", "solo")


def table(system: str, deck: str = "") -> Game:
    """A game just dealt, from a deck with these cards on top."""
    rules = rules_of(system)
    players = 1 if system == "solo" else 3
    return started(players, rules=rules, deck=stacked(deck, rules) if deck else None)


@pytest.mark.parametrize(
    ("system", "size"), [("race", 21), ("classic", 12), ("call", 12), ("family", 12), ("solo", 12)]
)
def test_only_in_race_more_cards_come_by_themselves_where_no_set_lies(system: str, size: int) -> None:
    """R18, R21.1, R26.4."""
    game = table(system, SET_FREE)
    assert len(game.table) == size
    assert has_set(game.table) == (system == "race")


@pytest.mark.parametrize("system", SYSTEMS)
def test_three_cards_without_a_claim_are_a_step_of_the_revision(system: str) -> None:
    """R5.1."""
    game = table(system)
    laid, events = lay_more(game, later(7))
    assert events[0] == Extended(game.deck[:3])
    assert laid.table[:15] == game.table + game.deck[:3]
    assert laid.revision == laid.laid == game.revision + 1
    assert laid.changed_at == later(7)
    assert laid.fresh[:3] == game.deck[:3]


@pytest.mark.parametrize(
    ("system", "seconds"), [("race", 120), ("classic", 120), ("call", None), ("family", None), ("solo", None)]
)
def test_only_where_something_comes_of_it_a_table_has_a_deadline(system: str, seconds: int | None) -> None:
    """R20, R22.5, R15.4."""
    assert table(system).deadline == (None if seconds is None else later(seconds))


def test_changed_cards_void_votes() -> None:
    """R12.4."""
    game = played(table("classic"), vote)
    assert lay(game, Table(game.table, game.deck), NOON)[0].votes == ()


@pytest.mark.parametrize("system", ["race", "classic", "call", "solo"])
def test_the_game_is_over_when_the_last_cards_leave_nothing_to_find(system: str) -> None:
    """R14.1."""
    game = table(system)
    played_out = Table(game.table[:2], ())
    over, events = lay(game, played_out, later(9))
    assert (over.finish, over.finished_at) == (Finish.NO_SET_LEFT, later(9))
    assert events == (Finished(Finish.NO_SET_LEFT),)


def test_in_family_the_game_goes_on_even_on_an_empty_table() -> None:
    """R25.6."""
    game = table("family")
    assert lay(game, Table((), ()), later(9))[0].finish is None


def test_an_extension_that_empties_the_deck_without_bringing_a_set_ends_the_game() -> None:
    """R14.1, R22.5."""
    free = table("classic", SET_FREE)
    game = replace(free, deck=free.deck[:3], table=free.table[:12])
    over, events = lay_more(game, later(9))
    assert over.finish is Finish.NO_SET_LEFT
    assert [type(event) for event in events] == [Extended, Finished]


def test_there_is_room_up_to_21_cards_while_the_deck_has_some() -> None:
    """R10, R21.2."""
    game = table("classic", SET_FREE)
    for size in (12, 15, 18):
        assert len(game.table) == size
        assert has_room(game)
        game, _ = lay_more(game, NOON)
    assert len(game.table) == 21
    assert not has_room(game)
    assert not has_room(near_the_end(rules=rules_of("classic")))


def test_with_the_easy_deck_there_is_room_for_twelve() -> None:
    """R10, R1.2."""
    assert not has_room(started(rules=rules_of("race", deck=DeckKind.EASY)))


@pytest.mark.parametrize("lockout", Lockout)
@pytest.mark.parametrize("extension", Extension)
@pytest.mark.parametrize("vote", Vote)
def test_a_table_has_a_time_where_anything_comes_of_it_and_more_cards_where_the_rules_say_so(
    lockout: Lockout, extension: Extension, vote: Vote
) -> None:
    """Also in rules that no system has: each choice counts by itself."""
    rules = replace(rules_of(), lockout=lockout, extension=extension, vote=vote)
    brings = extension is Extension.BY_VOTE_OR_DEADLINE
    game = started(rules=rules)
    timed = brings or lockout is Lockout.UNTIL_SET_OR_DEADLINE or vote is Vote.END_AFTER_DEADLINE
    assert (game.deadline is not None) == timed
    late = play(game, Tick(), later(rules.table_seconds)).after
    assert len(late.table) == len(game.table) + 3 * brings
