import pytest
from hypothesis import given

from engine.errors import NotationError
from engine.events import (
    Called,
    Configured,
    ControlLost,
    Dealt,
    Event,
    Extended,
    Finished,
    Freed,
    HandicapSet,
    Joined,
    Left,
    NoSetSaid,
    PenaltyCancelled,
    Rejected,
    Resumed,
    RoundEnded,
    Voted,
    VotePassed,
)
from engine.game import Finish, Loss
from engine.notation import event_text, parse_event, parse_judged
from engine.reasons import Reason
from tests import strategies
from tests.builders import ANA, BEN, NOON, cards

TAKEN = "right 42 1111 2222 3333 slots 1 12 7 at 1800000000000 revision 9"


@given(strategies.events)
def test_every_event_is_read_back_from_one_line(event: Event) -> None:
    text = event_text(event)
    assert parse_event(text) == event
    assert len(text.splitlines()) == 1


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Joined(BEN, back=True), "joined 2 back"),
        (Left(BEN), "left 2"),
        (Left(BEN, kicked_by=ANA), "left 2 by 1"),
        (Extended(cards("1111 2222 3333")), "extended 1111 2222 3333"),
        (Freed((ANA, BEN)), "freed 1 2"),
        (Called(ANA), "called 1"),
        (Called(BEN, taken_from=ANA), "called 2 from 1"),
        (ControlLost(ANA, Loss.TIME, NOON), f"lost 1 time {NOON}"),
        (VotePassed(NOON), f"agreed {NOON}"),
        (NoSetSaid(ANA, had_set=True), "no-set 1 wrongly"),
        (NoSetSaid(ANA, had_set=False), "no-set 1 rightly"),
        (PenaltyCancelled(ANA), "cancelled 1"),
        (RoundEnded(1, Finish.AGREED), "round 1 agreed"),
        (Dealt(BEN, 2), "dealt 2 round 2"),
        (Configured(ANA), "configured 1"),
        (HandicapSet(ANA, BEN, 30), "handicap 1 2 30"),
        (Resumed(BEN), "resumed 2"),
        (Rejected(BEN, Reason.HANDICAP, until=NOON), f"rejected 2 handicap until {NOON}"),
        (Voted(ANA, agrees=False), "voted 1 no"),
        (Finished(Finish.NO_SET_LEFT), "finished no-set-left"),
        (Rejected(BEN, Reason.LOCKED_OUT), "rejected 2 locked-out"),
        (Rejected(BEN, Reason.STALE, parse_judged(TAKEN)), f"rejected 2 stale faster {TAKEN}"),
    ],
)
def test_an_events_text_is_a_verb_and_what_belongs_to_it(event: Event, text: str) -> None:
    assert event_text(event) == text
    assert parse_event(text) == event


@pytest.mark.parametrize(
    "text",
    [
        "",
        "jumped 1",
        "left 2 by",
        "left 2 1",
        "voted 1",
        "voted 1 maybe",
        "finished",
        "rejected 2 rude",
        "freed 1 ",
        "paused",
        "lost 1 sleep 5",
        "dealt 1 2",
        "no-set 1 maybe",
        "called 2 from",
    ],
)
def test_what_is_no_event_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_event(text)
    assert (caught.value.kind, caught.value.text) == ("event", text)
