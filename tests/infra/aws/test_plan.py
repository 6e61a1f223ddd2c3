"""What an operator says of a deployment, and what is answered where that is missing or wrong."""

from __future__ import annotations

import pytest

from infra.aws.errors import DeployFailure
from infra.aws.plan import Plan, read_plan

NEEDED = {"STAGE": "prod", "BOT_USERNAME": "@setgram_bot"}


def test_a_stage_and_a_name_are_enough() -> None:
    plan = read_plan(NEEDED)
    assert plan == Plan("prod", "setgram_bot", {})
    assert (plan.stack, plan.architecture, plan.reserved) == ("setgram-prod", "arm64", 0)
    assert plan.parameters("made", "none", "3.1") == {
        "Stage": "prod",
        "BotUsername": "setgram_bot",
        "Table": "made",
        "Overview": "none",
        "SecretVersions": "3.1",
        "TokenParameter": "/setgram/prod/token",
        "SecretParameter": "/setgram/prod/secret",
        "TelegramApiUrl": "https://api.telegram.org",
    }


def test_what_is_chosen_goes_to_the_template() -> None:
    plan = read_plan(NEEDED | {"ARCHITECTURE": "x86_64", "RESERVED_CONCURRENCY": "20", "ALARM_EMAIL": "a@b.example"})
    assert (plan.architecture, plan.reserved) == ("x86_64", 20)
    assert plan.parameters("adopted", "made", "1.1")["AlarmEmail"] == "a@b.example"


@pytest.mark.parametrize(
    ("name", "value"),
    [("STAGE", ""), ("STAGE", "Prod!"), ("BOT_USERNAME", ""), ("MEMORY_MB", "lots"), ("ARCHITECTURE", "mips")],
)
def test_a_setting_that_is_missing_or_wrong_is_named(name: str, value: str) -> None:
    environ = NEEDED | {name: value}
    with pytest.raises(DeployFailure, match=f"^{name} is (not set|wrong): give it "):
        read_plan(environ)
