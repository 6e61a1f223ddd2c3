"""AWS errors in the operator's words, and clients that never wait for minutes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from botocore.exceptions import ClientError, NoCredentialsError, ReadTimeoutError

from handler.aws import ADVICE, dynamodb_client, reason, sqs_client, ssm_client
from handler.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import MutableMapping
    from pathlib import Path


def refusal(code: str) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": "so it says"}}, "UpdateItem")


@pytest.mark.parametrize("code", ADVICE)
def test_a_known_error_says_what_to_do(code: str) -> None:
    assert reason(refusal(code)) == f"{code}: so it says: {ADVICE[code]}"


def test_an_unknown_error_is_told_as_it_is() -> None:
    assert reason(refusal("TeapotException")) == "TeapotException: so it says"


def test_missing_credentials_say_how_to_set_them() -> None:
    assert "AWS_ACCESS_KEY_ID" in reason(NoCredentialsError())


def test_an_answer_that_never_came_is_named() -> None:
    told = reason(ReadTimeoutError(endpoint_url="http://127.0.0.1:1"))
    assert told.startswith("ReadTimeoutError: ")
    assert "127.0.0.1:1" in told


@pytest.fixture
def without_region(aws_environ: MutableMapping[str, str], tmp_path: Path) -> MutableMapping[str, str]:
    """An environment that says nothing of a region, and has made-up credentials."""
    for name in ("AWS_DEFAULT_REGION", "AWS_REGION", "AWS_PROFILE"):
        aws_environ.pop(name, None)
    aws_environ["AWS_CONFIG_FILE"] = str(tmp_path / "none")
    return aws_environ


@pytest.mark.parametrize("make", [dynamodb_client, sqs_client, ssm_client])
@pytest.mark.usefixtures("aws_environ")
def test_a_client_gives_up_before_a_press_does(make: type) -> None:
    config = make().meta.config
    attempts = config.retries["total_max_attempts"]
    assert attempts * (config.connect_timeout + config.read_timeout) < 10
    assert (attempts, config.retries["mode"]) == (3, "standard")


@pytest.mark.parametrize("make", [dynamodb_client, sqs_client, ssm_client])
@pytest.mark.usefixtures("without_region")
def test_a_missing_region_is_told(make: type) -> None:
    with pytest.raises(SettingsError, match="AWS_DEFAULT_REGION"):
        make()


@pytest.mark.parametrize("make", [dynamodb_client, sqs_client, ssm_client])
def test_an_endpoint_that_is_none_is_told(make: type, aws_environ: MutableMapping[str, str]) -> None:
    aws_environ["AWS_ENDPOINT_URL"] = "the server next door"
    with pytest.raises(SettingsError, match="the server next door"):
        make()
