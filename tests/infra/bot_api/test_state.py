from __future__ import annotations

from infra.local.bot_api.profile import Profile
from infra.local.bot_api.state import State


def test_numbers_of_each_name_count_from_their_own_first() -> None:
    state = State(Profile("1:x", 1, "bot", "Bot"))
    assert [state.count("query", 100), state.count("message"), state.count("query", 100)] == [100, 1, 101]
