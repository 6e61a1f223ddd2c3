"""What an operator says of a deployment, and what is answered where that is missing or wrong."""

from __future__ import annotations

import pytest

from infra.aws.errors import DeployFailure
from infra.aws.plan import Plan, read_plan, stack_name

NEEDED = {"STAGE": "prod", "BOT_USERNAME": "@setgram_bot"}


def test_a_stage_and_a_name_are_enough() -> None:
    plan = read_plan(NEEDED, {})
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
    given = {"ARCHITECTURE": "x86_64", "RESERVED_CONCURRENCY": "20", "ALARM_EMAIL": "a@b.example"}
    plan = read_plan(NEEDED | given, {})
    assert (plan.architecture, plan.reserved) == ("x86_64", 20)
    assert plan.parameters("adopted", "made", "1.1")["AlarmEmail"] == "a@b.example"


def test_what_is_left_out_is_as_it_was_but_for_the_dashboard() -> None:
    given = {"ARCHITECTURE": "x86_64", "RESERVED_CONCURRENCY": "20", "DASHBOARD": "none", "LOG_DAYS": "30"}
    first = read_plan(NEEDED | given | {"TELEGRAM_API_URL": "http://127.0.0.1:8081"}, {})
    before = first.parameters("made", "none", "1.1") | {"AlarmEmail": "", "MonthlyBudget": "0"}
    again = read_plan({"STAGE": "prod", "LOG_DAYS": "7"}, before)
    assert (again.username, again.api_url) == ("setgram_bot", "http://127.0.0.1:8081")
    assert (again.architecture, again.reserved) == ("x86_64", 20)
    assert again.settings == "ARCHITECTURE=x86_64, MONTHLY_BUDGET=0, RESERVED_CONCURRENCY=20, LOG_DAYS=7"
    assert "Overview" not in again.choices


def test_a_stack_is_named_by_its_stage_alone() -> None:
    assert stack_name({"STAGE": "dev"}) == "setgram-dev"
    assert read_plan(NEEDED, {}).settings == "as the template has them"


@pytest.mark.parametrize(
    ("name", "value"),
    [("STAGE", ""), ("STAGE", "Prod!"), ("BOT_USERNAME", ""), ("MEMORY_MB", "lots"), ("ARCHITECTURE", "mips")],
)
def test_a_setting_that_is_missing_or_wrong_is_named(name: str, value: str) -> None:
    environ = NEEDED | {name: value}
    with pytest.raises(DeployFailure, match=f"^{name} is (not set|wrong): give it "):
        read_plan(environ, {})
