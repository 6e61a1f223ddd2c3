"""Secrets out of SSM: read once, in one call, decrypted; and what an operator is told when that fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from handler.errors import SettingsError
from handler.parameters import with_parameters
from handler.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAMES = {"BOT_TOKEN_PARAMETER": "/setgram/test/token", "WEBHOOK_SECRET_PARAMETER": "/setgram/test/secret"}
TOKEN, SECRET = "1234567890:AAE-x_y", "s3cret_-"


@pytest.fixture
def ssm(aws_environ: Mapping[str, str]) -> Iterator[Any]:
    """A parameter store, and what is asked of it."""
    with mock_aws():
        client: Any = boto3.client("ssm", region_name=aws_environ["AWS_DEFAULT_REGION"])
        yield client
        client.close()


def put(ssm: Any, name: str, value: str) -> None:
    ssm.put_parameter(Name=name, Value=value, Type="SecureString")


def test_secrets_come_decrypted_from_the_parameters_that_are_named(ssm: Any) -> None:
    put(ssm, NAMES["BOT_TOKEN_PARAMETER"], TOKEN)
    put(ssm, NAMES["WEBHOOK_SECRET_PARAMETER"], SECRET)
    settings = read_settings(with_parameters({"BOT_USERNAME": "setgram_bot", **NAMES}))
    assert (settings.token, settings.secret) == (TOKEN, SECRET)


def test_both_are_read_in_one_call() -> None:
    client = Asked()
    with_parameters(NAMES, lambda: client)
    assert client.calls == [{"Names": ["/setgram/test/secret", "/setgram/test/token"], "WithDecryption": True}]


def test_what_the_environment_holds_itself_is_not_asked_for() -> None:
    client = Asked()
    own = {"BOT_TOKEN": TOKEN, "WEBHOOK_SECRET": SECRET}
    assert with_parameters({**NAMES, **own}, lambda: client) == {**NAMES, **own}
    assert with_parameters({}, lambda: client) == {}
    assert client.calls == []


def test_a_missing_parameter_is_named_with_how_to_put_it_there(ssm: Any) -> None:
    put(ssm, NAMES["BOT_TOKEN_PARAMETER"], TOKEN)
    with pytest.raises(SettingsError) as raised:
        with_parameters(NAMES)
    assert "/setgram/test/secret in eu-west-1: put it there with `aws ssm put-parameter" in str(raised.value)
    assert "test/token" not in str(raised.value)
    assert TOKEN not in str(raised.value)


def test_a_parameter_that_may_not_be_read_is_told_with_what_to_grant() -> None:
    refusal = ClientError({"Error": {"Code": "AccessDeniedException", "Message": "no"}}, "GetParameters")
    with pytest.raises(SettingsError, match=r"^SSM GetParameters of /setgram/test/secret, .*grant this action"):
        with_parameters(NAMES, lambda: Asked(refusal))


class Asked:
    """A client that notes what is asked of it, and refuses it where told to."""

    def __init__(self, refusal: ClientError | None = None) -> None:
        self.refusal = refusal
        self.calls: list[dict[str, Any]] = []

    def get_parameters(self, **asked: Any) -> dict[str, Any]:
        if self.refusal:
            raise self.refusal
        self.calls.append(asked)
        return {"Parameters": [{"Name": name, "Value": "value"} for name in asked["Names"]]}
