from engine.reasons import Reason


def test_reasons_stand_in_the_order_in_which_they_are_told() -> None:
    """R7."""
    in_order = [Reason.FINISHED, Reason.NOT_IN_GAME, Reason.STALE, Reason.LOCKED_OUT, Reason.NOT_THREE_CARDS]
    assert [reason for reason in Reason if reason in in_order] == in_order == [*Reason][:5]
