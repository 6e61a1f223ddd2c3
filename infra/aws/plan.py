"""What is to be deployed: from the operator's environment, one stage one stack."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from infra.aws import prices
from infra.aws.errors import DeployFailure

if TYPE_CHECKING:
    from collections.abc import Mapping

TELEGRAM = "https://api.telegram.org"


@dataclass(frozen=True, slots=True)
class Plan:
    """One stage of one bot; `choices` are parameters of the template that differ from what it says itself."""

    stage: str
    username: str
    choices: Mapping[str, str]
    api_url: str = TELEGRAM

    @property
    def stack(self) -> str:
        """The name of the stack, and of its function and table."""
        return _stack_of(self.stage)

    @property
    def token_parameter(self) -> str:
        """Where the operator has put the bot's token."""
        return f"/setgram/{self.stage}/token"

    @property
    def secret_parameter(self) -> str:
        """Where the operator has put the webhook's secret."""
        return f"/setgram/{self.stage}/secret"

    @property
    def settings(self) -> str:
        """What was given now or before, as the operator gives it."""
        given = {name: self.choices[into] for name, (into, _) in CHOICES.items() if into in self.choices}
        return ", ".join(f"{name}={value}" for name, value in given.items()) or "as the template has them"

    @property
    def architecture(self) -> str:
        """The function's processor."""
        return self.choices.get("Architecture", "arm64")

    @property
    def reserved(self) -> int:
        """Updates at once that are set aside for the function; 0 for none."""
        return int(self.choices.get("ReservedConcurrency", "0"))

    def parameters(self, table: str, overview: str, versions: str) -> dict[str, str]:
        """The template's parameters; `table` is `made` or `adopted`, `overview` (the dashboard) `made` or `none`.

        `versions` are those of token and secret.
        """
        own = {"Stage": self.stage, "BotUsername": self.username, "Table": table, "Overview": overview}
        secrets = {"TokenParameter": self.token_parameter, "SecretParameter": self.secret_parameter}
        return {**own, **secrets, "SecretVersions": versions, "TelegramApiUrl": self.api_url, **self.choices}


def price_lines() -> tuple[str, ...]:
    """What it will cost, told before anything is made."""
    return (
        f"price (us-east-1, without any free tier): {prices.idle_dollars():.2f} $ in a month in which nobody plays,",
        f"  a game {prices.GAME.dollars():.4f} $; see docs/operations.md for what of it is free",
    )


CHOICES = {
    "ARCHITECTURE": ("Architecture", r"arm64|x86_64"),
    "MEMORY_MB": ("MemoryMB", r"\d{3,5}"),
    "ALARM_EMAIL": ("AlarmEmail", r"\S+@\S+"),
    "MONTHLY_BUDGET": ("MonthlyBudget", r"\d+"),
    "RESERVED_CONCURRENCY": ("ReservedConcurrency", r"\d+"),
    "LOG_DAYS": ("LogDays", r"\d+"),
    "DASHBOARD": ("Overview", r"made|none"),
    "GROUP_MESSAGES_PER_MINUTE": ("GroupMessagesPerMinute", r"\d+"),
}
"""Settings of a deployment that may be left out, the template's parameter of each, and its form."""


FIRM = {into for into, _ in CHOICES.values()} - {"Overview"}
"""What holds until it is given anew. The dashboard is decided at each deployment."""


def stack_name(environ: Mapping[str, str]) -> str:
    """The name of a stage's stack, and of its function and table.

    Raises:
        DeployFailure: the stage is missing or wrong.
    """
    return _stack_of(_stage(environ))


def read_plan(environ: Mapping[str, str], before: Mapping[str, str]) -> Plan:
    """The plan in an environment; what it leaves out is as the stack's parameters `before` have it.

    Raises:
        DeployFailure: a setting is missing or wrong; the text names it.
    """
    stage = _stage(environ)
    named = {"BOT_USERNAME": environ.get("BOT_USERNAME") or before.get("BotUsername", "")}
    username = _matching(named, "BOT_USERNAME", r"@?[A-Za-z0-9_]{3,32}", "the bot's user name without @")
    given = {name: into for name, into in CHOICES.items() if environ.get(name)}
    choices = {into: _matching(environ, name, form, f"what {form} matches") for name, (into, form) in given.items()}
    kept = {into: value for into, value in before.items() if into in FIRM and value}
    api_url = environ.get("TELEGRAM_API_URL") or before.get("TelegramApiUrl") or TELEGRAM
    return Plan(stage, username.removeprefix("@"), {**kept, **choices}, api_url)


def _stack_of(stage: str) -> str:
    return f"setgram-{stage}"


def _stage(environ: Mapping[str, str]) -> str:
    return _matching(environ, "STAGE", r"[a-z][a-z0-9-]{0,19}", "a short name such as prod: make deploy STAGE=prod")


def _matching(environ: Mapping[str, str], name: str, form: str, what: str) -> str:
    value = environ.get(name, "").strip()
    if not re.fullmatch(form, value):
        raise DeployFailure(f"{name} is {'wrong' if value else 'not set'}: give it {what}")
    return value
