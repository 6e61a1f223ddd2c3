from __future__ import annotations

import pytest

from infra.local.bot_api.profile import NOT_BY_DEFAULT, Webhook


@pytest.mark.parametrize("allowed", [None, []])
def test_most_kinds_of_updates_come_by_default(allowed: list[str] | None) -> None:
    webhook = Webhook(allowed=allowed)
    assert all(webhook.wants(kind) for kind in ("message", "edited_message", "callback_query", "my_chat_member"))
    assert not any(webhook.wants(kind) for kind in NOT_BY_DEFAULT)


def test_only_what_was_asked_for_comes() -> None:
    webhook = Webhook(allowed=["message", "chat_member"])
    assert webhook.wants("message")
    assert webhook.wants("chat_member")
    assert not webhook.wants("callback_query")
