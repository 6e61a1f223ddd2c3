"""Calls of the operator's own to Telegram and to AWS, with refusals in the operator's words."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import boto3
from botocore.exceptions import BotoCoreError, ClientError, NoRegionError
from telegram.error import InvalidToken, TelegramError

from handler.aws import CONFIG, REGION, reason
from handler.telegram import WRONG_TOKEN, new_bot
from infra.errors import OperationFailure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from botocore.config import Config
    from telegram import Bot

    from handler.errors import HandlerError

T = TypeVar("T")


async def asked(token: str, api_url: str, ask: Callable[[Bot], Awaitable[T]]) -> T:
    """What Telegram answers to the bot of a token.

    Raises:
        OperationFailure: it refuses, or does not answer.
    """
    bot = new_bot(token, api_url)
    try:
        return await ask(bot)
    except TelegramError as refusal:
        raise OperationFailure(told(refusal)) from refusal
    finally:
        await bot.request.shutdown()  # the bot was never initialized: its own shutdown would do nothing


def told(refusal: TelegramError) -> str:
    """A refusal by Telegram, and what to do about it."""
    if isinstance(refusal, InvalidToken):
        return WRONG_TOKEN
    return f"Telegram: {type(refusal).__name__}: {refusal}"


@contextmanager
def aws_told(what: str, failure: type[HandlerError] = OperationFailure) -> Iterator[None]:
    """Turn what AWS refuses into the operator's error, which says `what` was asked."""
    try:
        yield
    except (BotoCoreError, ClientError) as error:
        raise failure(f"{what}: {reason(error)}") from error


def aws_client(service: str, config: Config | None = CONFIG) -> Any:
    """A client of a service that only operators call; with None as `config` it takes the time that AWS takes."""
    try:
        return boto3.client(service, config=config)  # type: ignore[call-overload]
    except NoRegionError as error:
        raise OperationFailure(REGION) from error
    except (BotoCoreError, ValueError) as error:
        raise OperationFailure(f"the AWS SDK's settings are wrong: {error}") from error
