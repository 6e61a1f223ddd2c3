"""What each operator's command does, over the settings that the handler reads."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from handler.aws import sqs_client
from handler.bootstrap import make_store
from handler.observability import Log
from handler.settings import read_settings
from infra import aws_doctor, chats, doctor, function, webhook
from infra.asking import asked, aws_client
from infra.errors import OperationFailure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Mapping

    from telegram import Bot

    from handler.ports import Store
    from handler.settings import Settings
    from infra.doctor import Check, Finding

T = TypeVar("T")


@dataclass(frozen=True)
class Operations:
    """Commands at work in an environment. All of them may be repeated."""

    environ: Mapping[str, str]

    @cached_property
    def settings(self) -> Settings:
        """What the handler reads."""
        return read_settings(self.environ)

    @property
    def function(self) -> str | None:
        """The deployed function's name, where there is one."""
        return self.environ.get("FUNCTION_NAME") or None

    def set_webhook(self, url: str | None = None, most: int | None = None) -> str:
        """Have updates come to the function, or to the address given."""
        where = url or self._url()
        if where is None:
            raise OperationFailure(
                "say where updates go: --url, WEBHOOK_URL, or FUNCTION_NAME of the deployed function"
            )
        count = most or webhook.connections(self._quota())
        return self._ask(lambda bot: webhook.set_webhook(bot, where, self.settings.secret, count))

    def delete_webhook(self) -> str:
        """Have no updates come."""
        return self._ask(webhook.delete_webhook)

    def webhook_info(self) -> str:
        """How updates come."""
        return self._ask(webhook.webhook_info)

    def pause(self) -> str:
        """Stop all that costs money; no game is lost."""
        done = [self.delete_webhook()]
        if self.function is not None:
            function.stop(aws_client("lambda"), self.function)
            done.append(f"function {self.function} stopped; wakes wait in their queue")
        return "\n".join([*done, "games stand as they are; their clocks run on: see docs/operations.md"])

    def resume(self, url: str | None = None) -> str:
        """Go on after a pause."""
        done = []
        if self.function is not None:
            reserved = int(self.environ.get("RESERVED_CONCURRENCY") or 0)
            function.go_on(aws_client("lambda"), self.function, reserved or None)
            done.append(f"function {self.function} runs")
        return "\n".join([*done, self.set_webhook(url)])

    def change_chats(self, what: str, group: str) -> str:
        """Allow, deny or forget a group."""
        chat = chats.group_id(group)
        return self._in_store(lambda store: chats.change(store, what, chat))

    def list_chats(self) -> str:
        """Which groups are allowed and denied."""
        return self._in_store(chats.listed)

    def examine(self, live: int | None = None, *, just_deployed: bool = False) -> list[Finding]:
        """What is well and what is not."""
        return asyncio.run(doctor.findings(self._checks(live, just_deployed)))

    def _checks(self, live: int | None, just_deployed: bool) -> list[Check]:
        async def bot() -> list[Finding]:
            return doctor.bot_findings(await self._asked(lambda bot: bot.get_me()), self.settings.username)

        async def hook() -> list[Finding]:
            expected, info = self._url(), await self._asked(lambda bot: bot.get_webhook_info())
            if expected is None and self.settings.sqlite_path:
                return doctor.polling_findings(info)
            found = doctor.webhook_findings(info, expected)
            return found + (await doctor.signed_update(expected, self.settings.secret) if expected else [])

        async def store() -> list[Finding]:
            return await doctor.store_findings(make_store(self.settings, Log())[0], self.settings)

        async def table() -> list[Finding]:
            first, second = doctor.pictures()
            return await self._asked(lambda bot: doctor.live_table(bot, live or 0, first, second))

        checks: list[Check] = [("bot", bot), ("webhook", hook), ("store", store), *self._aws_checks(just_deployed)]
        return [*checks, ("live", table)] if live is not None else checks

    def _aws_checks(self, just_deployed: bool) -> list[Check]:
        """The checks of what only a deployed bot has."""
        checks: list[Check] = []
        if (queue := self.settings.timer_queue_url) is not None:

            async def waiting() -> list[Finding]:
                return aws_doctor.queue_findings(sqs_client(), queue)

            checks.append(("queue", waiting))
        if (name := self.function) is not None:

            async def alarms() -> list[Finding]:
                return aws_doctor.alarm_findings(aws_client("cloudwatch"), name, just_deployed=just_deployed)

            async def running() -> list[Finding]:
                return aws_doctor.function_findings(aws_client("lambda"), name)

            async def kept() -> list[Finding]:
                return aws_doctor.table_findings(aws_client("dynamodb"), self.settings.table_name)

            checks += [("alarms", alarms), ("function", running), ("table", kept)]
        return checks

    def _url(self) -> str | None:
        """Where updates go: WEBHOOK_URL, in which `{id}` stands for that of the function's own URL, or that URL."""
        given = self.environ.get("WEBHOOK_URL") or None
        if self.function is None or (given is not None and "{id}" not in given):
            return given
        own = function.url_of(aws_client("lambda"), self.function)
        return own if given is None else given.replace("{id}", function.id_of(own))

    def _quota(self) -> int | None:
        reserved = int(self.environ.get("RESERVED_CONCURRENCY") or 0)
        return reserved or (function.quota(aws_client("lambda")) if self.function is not None else None)

    def _in_store(self, work: Callable[[Store], Coroutine[None, None, str]]) -> str:
        """What comes of work in the bot's store, and where that is: a wrong setting leads to another one."""
        store, _ = make_store(self.settings, Log())
        where = self.settings.sqlite_path or f"table {self.settings.table_name}"
        return f"{asyncio.run(work(store))}\n(kept in {where})"

    def _ask(self, ask: Callable[[Bot], Awaitable[T]]) -> T:
        return asyncio.run(self._asked(ask))

    def _asked(self, ask: Callable[[Bot], Awaitable[T]]) -> Coroutine[None, None, T]:
        return asked(self.settings.token, self.settings.api_url, ask)
