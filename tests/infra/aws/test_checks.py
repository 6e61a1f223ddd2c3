"""What a deployment looks at before it makes anything."""

from __future__ import annotations

import boto3
import pytest
from moto import mock_aws
from telegram import User

from infra.aws import checks
from infra.aws.errors import DeployFailure
from infra.aws.plan import Plan
from infra.doctor import bot_findings


def bot(username: str = "setgram_bot", *, groups: bool = True, reads: bool = False) -> User:
    return User(1, "Setgram", True, username=username, can_join_groups=groups, can_read_all_group_messages=reads)


def test_a_bot_as_it_must_be_has_no_faults() -> None:
    assert not any(finding.advice for finding in bot_findings(bot(), "Setgram_Bot"))


@pytest.mark.parametrize(
    ("me", "told"),
    [
        (bot("other_bot"), "@other_bot - BOT_USERNAME is setgram_bot, or the token another bot's"),
        (bot(groups=False), "may not join groups - BotFather: /setjoingroups, Enable"),
        (bot(reads=True), "privacy is off - BotFather: /setprivacy, Enable"),
    ],
)
def test_each_fault_of_a_bot_says_where_to_mend_it(me: User, told: str) -> None:
    [fault] = [finding for finding in bot_findings(me, "setgram_bot") if finding.advice]
    assert told in fault.line()


class Account:
    """An account that may run so many functions at once."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def get_account_settings(self) -> dict[str, dict[str, int]]:
        return {"AccountLimit": {"ConcurrentExecutions": self.limit}}


@pytest.mark.parametrize(("limit", "reserved"), [(10, 0), (1000, 0), (1000, 900), (120, 20)])
def test_what_may_be_set_aside_is_told(limit: int, reserved: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "aws_client", lambda *_: Account(limit))
    plan = Plan("test", "setgram_bot", {"ReservedConcurrency": str(reserved)})
    assert checks._quota(plan).startswith(f"{limit} functions may run at once, ")


@pytest.mark.parametrize(("limit", "reserved"), [(10, 1), (1000, 901)])
def test_a_new_account_cannot_set_functions_aside(limit: int, reserved: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "aws_client", lambda *_: Account(limit))
    with pytest.raises(DeployFailure, match=r"RESERVED_CONCURRENCY is \d+, but this account may set aside \d+"):
        checks._quota(Plan("test", "setgram_bot", {"ReservedConcurrency": str(reserved)}))


def test_a_secret_that_was_put_anew_has_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"):
        monkeypatch.setenv(name, "eu-west-1")
    plan = Plan("test", "setgram_bot", {})
    with mock_aws():
        client = boto3.client("ssm")
        for name in (plan.token_parameter, plan.secret_parameter, plan.secret_parameter):
            client.put_parameter(Name=name, Value="a", Type="SecureString", Overwrite=True)
        client.close()
        assert checks._versions(plan) == "1.2"
