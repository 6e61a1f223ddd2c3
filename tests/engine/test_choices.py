import pytest

from engine.commands import Configure, Kick, Leave, SetHandicap, Stop
from engine.events import Configured, HandicapSet
from engine.look import Design, Look, Palette
from engine.play import play
from engine.reasons import Reason
from engine.rules import CALL, CLASSIC, FAMILY, SOLO, SYSTEMS, DeckKind
from engine.value import replace
from tests.builders import (
    ANA,
    BEN,
    CLEO,
    NOON,
    STRANGER,
    after,
    entry,
    later,
    lobby,
    refusal,
    shuffle,
    started,
)
from tests.presets import rules_of

MODERN = Look(Design.MODERN, Palette.MODERN)


@pytest.mark.parametrize("system", [rules for rules in SYSTEMS.values() if rules is not SOLO])
def test_the_starter_chooses_rules_and_look_in_the_lobby(system: object) -> None:
    """R27.1, R5.2."""
    game = lobby()
    progress = play(game, Configure(ANA, system, MODERN), later(5))  # type: ignore[arg-type]  # a system's rules
    assert progress.events == (Configured(ANA),)
    assert (progress.after.rules, progress.after.look) == (system, MODERN)
    assert progress.after.players[1:] == game.players[1:]
    assert progress.after.active_at == entry(progress.after, ANA).seen_at == later(5)
    assert progress.after.revision == game.revision


def test_an_admin_chooses_too_seated_or_not() -> None:
    """R27.1."""
    for player in (BEN, STRANGER):
        assert play(lobby(), Configure(player, CALL, Look(), admin=True), NOON).after.rules == CALL


def test_nobody_else_chooses() -> None:
    """R27.1."""
    assert refusal(play(lobby(), Configure(BEN, CALL, Look()), NOON)) is Reason.NO_RIGHT
    assert refusal(play(lobby(), Configure(STRANGER, CALL, Look()), NOON)) is Reason.NOT_IN_GAME
    handed_over = after(lobby(), Leave(ANA))
    assert refusal(play(handed_over, Configure(BEN, CALL, Look()), NOON)) is None


def test_once_dealt_a_game_keeps_its_rules() -> None:
    """R27.1."""
    for game, reason in ((started(), Reason.ALREADY_STARTED), (after(started(), Stop(ANA)), Reason.FINISHED)):
        progress = play(game, Configure(ANA, CLASSIC, MODERN), NOON)
        assert refusal(progress) is reason
        assert progress.after == game


def test_solo_cannot_be_chosen_while_others_sit_there() -> None:
    """R27.1, R26.1."""
    choice = Configure(ANA, rules_of("solo"), Look())
    assert refusal(play(lobby(2), choice, NOON)) is Reason.TOO_MANY_PLAYERS
    alone = after(lobby(2), Leave(BEN), choice)
    assert alone.rules.system == "solo"


def test_what_was_chosen_is_what_is_dealt() -> None:
    """R27.1, R1.2."""
    easy = replace(FAMILY, deck=DeckKind.EASY)
    game = after(lobby(), Configure(ANA, easy, Look()))
    assert sorted((*started(rules=game.rules).table, *started(rules=game.rules).deck)) == sorted(shuffle(rules=easy))


@pytest.mark.parametrize("waiting", [True, False])
def test_the_starter_gives_handicaps_before_the_game_and_during_it(waiting: bool) -> None:
    """R27.2, R25.4, R5.2."""
    rules = rules_of("family")
    game = lobby(rules=rules) if waiting else started(rules=rules)
    progress = play(game, SetHandicap(ANA, BEN, 5), later(3))
    assert progress.events == (HandicapSet(ANA, BEN, 5),)
    assert [player.handicap for player in progress.after.players] == [0, 5, 0]
    assert progress.after.revision == game.revision
    assert progress.after.active_at == later(3)
    own = play(progress.after, SetHandicap(ANA, ANA, 2), later(4)).after
    assert (entry(own, ANA).handicap, entry(own, ANA).seen_at) == (2, later(4))


def test_an_admin_gives_handicaps_too_and_nobody_else_does() -> None:
    """R27.2."""
    game = started(rules=rules_of("family"))
    assert entry(after(game, SetHandicap(STRANGER, BEN, 5, admin=True)), BEN).handicap == 5
    assert refusal(play(game, SetHandicap(CLEO, BEN, 5), NOON)) is Reason.NO_RIGHT
    assert refusal(play(game, SetHandicap(STRANGER, BEN, 5), NOON)) is Reason.NOT_IN_GAME


def test_a_handicap_is_for_players_who_sit_there_and_stays_theirs() -> None:
    """R27.2."""
    game = started(4, rules=rules_of("family"))
    gone = after(game, SetHandicap(ANA, BEN, 5), Kick(ANA, BEN, admin=True))
    for target in (BEN, STRANGER):
        assert refusal(play(gone, SetHandicap(ANA, target, 5), NOON)) is Reason.NO_SUCH_PLAYER
    assert entry(gone, BEN).handicap == 5


@pytest.mark.parametrize("system", ["race", "classic", "call", "solo"])
def test_other_systems_have_no_handicaps(system: str) -> None:
    """R25.4."""
    game = started(1 if system == "solo" else 3, rules=rules_of(system))
    assert refusal(play(game, SetHandicap(ANA, ANA, 5), NOON)) is Reason.NOT_IN_RULES
