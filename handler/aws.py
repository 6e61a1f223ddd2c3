"""AWS as this product calls it: the clients' settings, and errors in the operator's words."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import boto3
from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    NoCredentialsError,
    NoRegionError,
    ParamValidationError,
    PartialCredentialsError,
)
from botocore.exceptions import ConnectionError as NoConnectionError

from handler.errors import SettingsError
from handler.observability import unquoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_sqs import SQSClient

CONFIG = Config(
    retries={"mode": "standard", "total_max_attempts": 3},
    connect_timeout=1,
    read_timeout=2,
    tcp_keepalive=True,
    max_pool_connections=10,
)
"""A press must be answered within ten seconds or so, all attempts together; botocore's own settings wait minutes."""

REGION = "AWS needs a region: set AWS_DEFAULT_REGION, such as eu-west-1"
CREDENTIALS = "set working AWS credentials (a role, a profile, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)"
UNREACHABLE = "check the network, the region and, if one is set, the AWS_ENDPOINT_URL... of the service"
THROTTLED = "it is throttled and was tried again in vain; if that stays so, look at the account's quotas"

ADVICE = {
    "ResourceNotFoundException": "check TABLE_NAME and the region, or run `setgram table create`",
    "AWS.SimpleQueueService.NonExistentQueue": "check TIMER_QUEUE_URL and the region",
    "AccessDeniedException": "grant this action on this resource to the role that calls",
    "AccessDenied": "grant this action on this resource to the role that calls",
    "UnrecognizedClientException": CREDENTIALS,
    "InvalidClientTokenId": CREDENTIALS,
    "InvalidSignatureException": CREDENTIALS,
    "MissingAuthenticationTokenException": CREDENTIALS,
    "ExpiredTokenException": CREDENTIALS,
    "ProvisionedThroughputExceededException": THROTTLED,
    "RequestLimitExceeded": THROTTLED,
    "ThrottlingException": THROTTLED,
}


def dynamodb_client() -> DynamoDBClient:
    """A client for the whole process, at whatever endpoint and region the SDK's own environment says.

    Raises:
        SettingsError: no region is set, or the SDK cannot use what is set.
    """
    with _settings_told():
        return boto3.client("dynamodb", config=CONFIG)


def sqs_client() -> SQSClient:
    """The same for queues."""
    with _settings_told():
        return boto3.client("sqs", config=CONFIG)


def ssm_client() -> Any:
    """The same for parameters."""
    with _settings_told():
        return boto3.client("ssm", config=CONFIG)


@contextmanager
def _settings_told() -> Iterator[None]:
    """Turn what the SDK finds wrong with its own settings into the operator's error."""
    try:
        yield
    except NoRegionError as error:
        raise SettingsError(REGION) from error
    except (BotoCoreError, ValueError) as error:
        raise SettingsError(f"the AWS SDK's settings are wrong: {error}") from error


def reason(error: BotoCoreError | ClientError) -> str:
    """What went wrong and, where that is known, what to do about it."""
    if isinstance(error, NoCredentialsError | PartialCredentialsError):
        return f"{error}: {CREDENTIALS}"
    if isinstance(error, NoConnectionError):
        return f"{type(error).__name__}: {error}: {UNREACHABLE}"
    if isinstance(error, ParamValidationError):
        return f"{type(error).__name__}: the code gave a value that this call does not take"
    if not isinstance(error, ClientError):
        return f"{type(error).__name__}: {error}"
    code, said = error.response["Error"]["Code"], error.response["Error"].get("Message", "")
    if code == "ValidationException":
        said = unquoted(said)
    return f"{code}: {said}" + (f": {ADVICE[code]}" if code in ADVICE else "")
