from engine.reasons import Reason


def test_reasons_stand_in_the_order_in_which_they_are_told() -> None:
    """R7."""
    in_order = [
        Reason.FINISHED,
        Reason.NOT_IN_GAME,
        Reason.STALE,
        Reason.LOCKED_OUT,
        Reason.ANOTHER_HAS_CALLED,
        Reason.NOT_THREE_CARDS,
    ]
    assert [*Reason][:6] == in_order
