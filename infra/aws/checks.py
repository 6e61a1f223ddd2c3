"""What is looked at before anything is made: whose account, how much it may run, the secrets, and the bot itself."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from telegram.error import TelegramError

from handler.parameters import with_parameters
from handler.settings import read_settings
from handler.telegram import new_bot
from infra.asking import aws_client, aws_told
from infra.aws.errors import DeployFailure
from infra.doctor import bot_findings

if TYPE_CHECKING:
    from telegram import Bot, User

    from handler.settings import Settings
    from infra.aws.plan import Plan

UNRESERVED = 100
"""Runs at once that AWS keeps for functions that reserve none."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What the checks found: all that the steps need to know. `lines` tell it to the operator.

    `versions` are those of token and secret in SSM, which count how often each was put there.
    """

    settings: Settings
    versions: str
    lines: tuple[str, ...]


def check(plan: Plan) -> Checked:
    """Look at everything; nothing is changed.

    Raises:
        DeployFailure, SettingsError: something is not as it must be; the text says what to do.
    """
    account, region = _identity()
    lines = [f"account {account}, region {region}", _quota(plan)]
    settings = _settings(plan)
    lines.append(f"parameters {plan.token_parameter} and {plan.secret_parameter} are there")
    bot = asyncio.run(_me(new_bot(settings.token, plan.api_url)))
    wrong = [f"{found.found}: {found.advice}" for found in bot_findings(bot, plan.username) if found.advice]
    if wrong:
        raise DeployFailure("; ".join(wrong))
    return Checked(settings, _versions(plan), (*lines, f"bot @{bot.username}: may join groups, privacy is on"))


def _identity() -> tuple[str, str]:
    client = aws_client("sts", None)
    with aws_told("who is deploying? STS GetCallerIdentity", DeployFailure):
        return client.get_caller_identity()["Account"], client.meta.region_name


def _quota(plan: Plan) -> str:
    """How much may run at once, told."""
    with aws_told("Lambda GetAccountSettings", DeployFailure):
        limit = int(aws_client("lambda", None).get_account_settings()["AccountLimit"]["ConcurrentExecutions"])
    if plan.reserved and limit - plan.reserved < UNRESERVED:
        most = max(limit - UNRESERVED, 0)
        raise DeployFailure(
            f"RESERVED_CONCURRENCY is {plan.reserved}, but this account may set aside {most} at most: leave it out, "
            "or ask for a higher quota of concurrent executions"
        )
    return f"{limit} functions may run at once, {plan.reserved or 'none'} set aside"


def _settings(plan: Plan) -> Settings:
    """What the function will read at its start."""
    names = {"BOT_TOKEN_PARAMETER": plan.token_parameter, "WEBHOOK_SECRET_PARAMETER": plan.secret_parameter}
    own = {"BOT_USERNAME": plan.username, "TABLE_NAME": plan.stack, "TELEGRAM_API_URL": plan.api_url}
    return read_settings(with_parameters({**names, **own}))


def _versions(plan: Plan) -> str:
    names = [plan.token_parameter, plan.secret_parameter]
    with aws_told("SSM GetParameters", DeployFailure):
        found = aws_client("ssm", None).get_parameters(Names=names)["Parameters"]
    versions = {parameter["Name"]: parameter["Version"] for parameter in found}
    return ".".join(str(versions[name]) for name in names)


async def _me(bot: Bot) -> User:
    try:
        return await bot.get_me()
    except TelegramError as refusal:
        raise DeployFailure(
            f"Telegram does not know the token ({refusal}): put the one that BotFather gave into its parameter"
        ) from refusal
