import pytest

from engine.card import DECK, EASY_DECK
from engine.commands import Join, Leave, Start
from engine.errors import DeckError
from engine.events import Extended, Started
from engine.game import GameId, Phase
from engine.look import Design, Look, Palette
from engine.opening import new_game
from engine.play import play
from engine.reasons import Reason
from engine.rules import RACE, DeckKind, Rules
from engine.sets import has_set
from tests.builders import (
    ANA,
    BEN,
    CLEO,
    NOON,
    SET_FREE,
    STRANGER,
    after,
    entry,
    later,
    lobby,
    refusal,
    shuffle,
    stacked,
    started,
)
from tests.presets import rules_of


def test_a_new_game_is_a_lobby_in_which_its_starter_sits() -> None:
    """R2.1."""
    look = Look(Design.MODERN, Palette.SAFE, marks=True)
    game = new_game(GameId("aB3-_x9Z"), ANA, "Ana", NOON, RACE, look)
    assert (game.phase, game.starter, game.look, game.rules) == (Phase.LOBBY, ANA, look, RACE)
    assert [(player.id, player.name, player.seat) for player in game.players] == [(ANA, "Ana", 1)]
    assert (game.table, game.revision, game.deadline) == ((), 0, None)


def test_starting_deals_twelve_cards_and_sets_the_deadline() -> None:
    """R3.1, R5.1, R20."""
    progress = play(lobby(), Start(ANA, DECK), later(9))
    game = progress.after
    assert progress.events == (Started(ANA),)
    assert (game.phase, game.table, game.deck) == (Phase.PLAYING, DECK[:12], DECK[12:])
    assert (game.revision, game.deadline, game.active_at) == (1, later(129), later(9))


def test_a_first_deal_without_a_set_is_extended_in_the_same_step() -> None:
    """R18, R5.1."""
    progress = play(lobby(), Start(ANA, stacked(SET_FREE)), NOON)
    laid = progress.after.table
    assert progress.events == (Started(ANA), Extended(laid[12:15]), Extended(laid[15:18]), Extended(laid[18:21]))
    assert (len(laid), progress.after.revision, progress.after.fresh) == (21, 1, laid[12:])
    assert has_set(laid)


def test_one_person_alone_does_not_start() -> None:
    """R1.1."""
    assert refusal(play(lobby(1), Start(ANA, shuffle()), NOON)) is Reason.TOO_FEW_PLAYERS
    alone = lobby(1, rules=Rules("alone", min_players=1))
    assert refusal(play(alone, Start(ANA, shuffle()), NOON)) is None


def test_a_game_is_started_once() -> None:
    """R14.2."""
    assert refusal(play(started(), Start(ANA, shuffle()), NOON)) is Reason.ALREADY_STARTED


def test_the_starter_and_admins_start_and_others_when_it_has_been_quiet() -> None:
    """R14.2."""
    game = play(lobby(2), Join(CLEO, "Cleo"), later(60)).after
    for player in (ANA, BEN, STRANGER):
        assert refusal(play(game, Start(player, shuffle(), admin=True), later(61))) is None
    assert refusal(play(game, Start(STRANGER, shuffle()), later(999))) is Reason.NOT_IN_GAME
    assert refusal(play(game, Start(BEN, shuffle()), later(179))) is Reason.NO_RIGHT
    assert refusal(play(game, Start(BEN, shuffle()), later(180))) is None
    handed_on = after(game, Leave(ANA), now=later(61))
    assert refusal(play(handed_on, Start(BEN, shuffle()), later(61))) is None


def test_only_a_shuffle_of_the_games_deck_is_dealt() -> None:
    """R1.2."""
    with pytest.raises(DeckError):
        play(lobby(), Start(ANA, EASY_DECK), NOON)


def test_who_starts_is_present() -> None:
    """R11."""
    assert entry(play(lobby(), Start(ANA, shuffle()), later(500)).after, ANA).seen_at == later(500)


@pytest.mark.parametrize("system", ["race", "classic", "call", "family", "solo"])
def test_all_81_cards_are_played_with_unless_the_easy_start_is_chosen(system: str) -> None:
    """R1.2."""
    game = started(1 if system == "solo" else 3, rules=rules_of(system))
    assert sorted((*game.table, *game.deck)) == list(DECK)


def test_the_easy_start_is_played_with_the_solid_cards() -> None:
    """R1.2."""
    game = started(rules=rules_of("race", deck=DeckKind.EASY))
    assert sorted((*game.table, *game.deck)) == sorted(EASY_DECK)


def test_a_game_is_in_its_first_round_from_the_deal_on() -> None:
    """R24.1."""
    game = play(lobby(), Start(ANA, shuffle()), later(5)).after
    assert (lobby().round, game.round) == (0, 1)
    assert game.dealt_at == game.changed_at == later(5)


def test_whoever_opens_a_lobby_sits_there_and_is_seen_at_that_moment() -> None:
    opener = entry(lobby(1), ANA)
    assert (opener.seated_at, opener.seen_at) == (NOON, NOON)
