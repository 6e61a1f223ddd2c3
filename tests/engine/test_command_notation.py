import pytest
from hypothesis import given

from engine.commands import (
    Call,
    CastVote,
    Claim,
    Command,
    Configure,
    Deal,
    Join,
    Kick,
    Leave,
    NoSet,
    SetHandicap,
    Start,
    Stop,
    Tick,
    Touch,
)
from engine.errors import NotationError
from engine.game import PlayerId, Revision
from engine.look import Look
from engine.notation import command_text, parse_command, rules_text
from engine.rules import CALL, RACE, DeckKind
from engine.value import replace
from tests import strategies
from tests.builders import ANA, BEN, cards


@given(strategies.commands)
def test_every_command_is_read_back_from_one_line(command: Command) -> None:
    text = command_text(command)
    assert parse_command(text) == command
    assert len(text.splitlines()) == 1


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (Join(PlayerId(42), "Ana Bo"), 'join 42 "Ana Bo"'),
        (Join(ANA, "", readmit=True), 'join 1 readmit ""'),
        (Leave(ANA), "leave 1"),
        (Start(ANA, cards("1111 2222"), admin=True), "start 1 admin 1111 2222"),
        (Claim(BEN, cards("1111 2222 3333"), Revision(7)), "claim 2 revision 7 1111 2222 3333"),
        (Claim(BEN, (), Revision(7)), "claim 2 revision 7"),
        (CastVote(BEN, Revision(7)), "vote 2 revision 7"),
        (Call(BEN, Revision(7)), "call 2 revision 7"),
        (NoSet(ANA, Revision(7)), "no-set 1 revision 7"),
        (Deal(BEN, cards("1111 2222")), "deal 2 1111 2222"),
        (SetHandicap(ANA, BEN, 5, admin=True), "handicap 1 2 5 admin"),
        (Configure(ANA, CALL, Look()), f"configure 1 look original original rules {rules_text(CALL)}"),
        (
            Configure(ANA, replace(RACE, deck=DeckKind.EASY), Look(marks=True), admin=True),
            "configure 1 admin look original original marks rules race deck=easy",
        ),
        (Stop(ANA, anew=True), "stop 1 anew"),
        (Kick(ANA, BEN, admin=True), "kick 1 2 admin"),
        (Touch(BEN), "touch 2"),
        (Tick(), "tick"),
    ],
)
def test_a_commands_text_is_a_verb_and_what_belongs_to_it(command: Command, text: str) -> None:
    assert command_text(command) == text
    assert parse_command(text) == command


@pytest.mark.parametrize(
    "text",
    [
        "",
        "jump 42",
        "leave",
        "leave x",
        "leave 1 2",
        "tick 1",
        "stop 1 anew admin",
        "claim 1 7 1111",
        "join 1 Ana",
        "Tick",
        "configure 1 original original rules race",
        "configure 1 look original original race",
        "configure 1 look original original rules",
        "call 2 7",
    ],
)
def test_what_is_no_command_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_command(text)
    assert (caught.value.kind, caught.value.text) == ("command", text)
