"""A bot deployed to the emulator as an operator would, with the local Bot API standing for Telegram."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import boto3
import uvicorn

from handler.aws import CONFIG
from handler.store.dynamodb import DynamoStore
from infra.local.bot_api import World
from infra.local.bot_api.delivery import Delivery
from infra.local.bot_api.poster import HttpPoster
from infra.local.bot_api.server import app
from tests.infra.aws.tools import ROOT
from tests.race import LIMITS, SECRET, TOKEN, USERNAME

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.infra.aws.emulator import Emulator

STACK = "setgram-test"


@dataclass
class Deployment:
    """An emulator, a Telegram, and an operator who deploys from the one to the other by docs/operations.md."""

    emulator: Emulator
    world: World
    api_url: str
    exported: dict[str, str] = field(default_factory=dict)
    """What a deployment tells the operator to export."""

    def client(self, service: str) -> Any:
        """A client of the emulator."""
        keys = {"aws_access_key_id": "test", "aws_secret_access_key": "test", "region_name": "eu-west-1"}
        return boto3.client(service, endpoint_url=self.emulator.endpoint, config=CONFIG, **keys)  # type: ignore[call-overload]

    @property
    def store(self) -> DynamoStore:
        """What the deployed bot keeps."""
        return DynamoStore(self.client("dynamodb"), STACK)

    def put_secrets(self, token: str = TOKEN, secret: str = SECRET) -> None:
        """What the operator puts into SSM; only what is new is put."""
        ssm = self.client("ssm")
        for name, value in (("token", token), ("secret", secret)):
            parameter = f"/setgram/test/{name}"
            found = ssm.get_parameters(Names=[parameter], WithDecryption=True)["Parameters"]
            if [each["Value"] for each in found] != [value]:
                ssm.put_parameter(Name=parameter, Value=value, Type="SecureString", Overwrite=True)

    async def run(self, *command: str, **more: str) -> tuple[int, str]:
        """Run a command of the operator's; the exit code and all that was said."""
        own = {"STAGE": "test", "BOT_USERNAME": USERNAME, "TELEGRAM_API_URL": self.api_url, "ARCHITECTURE": "x86_64"}
        own |= {"GROUP_MESSAGES_PER_MINUTE": "10000", "PYTHONPATH": str(ROOT), "RESERVED_CONCURRENCY": ""}
        own |= {"WEBHOOK_URL": f"{self.emulator.endpoint}/_aws/lambda-url/{{id}}/"}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", *command),
            env={**os.environ, **own, **self.emulator.environment, **more},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, said.decode()

    async def deploy(self, **more: str) -> str:
        """`make deploy STAGE=test`, which must work; what was said."""
        code, said = await self.run("infra.aws.deploy", **more)
        assert code == 0, said
        found = re.search(r"^export (.+)$", said, re.MULTILINE)
        assert found is not None
        self.exported = dict(pair.split("=", 1) for pair in found[1].split())
        return said

    async def setgram(self, *command: str, **more: str) -> tuple[int, str]:
        """`setgram COMMAND ...`, with what the deployment said to export."""
        return await self.run("infra.cli", *command, **{**self.exported, **more})

    async def done(self, *command: str) -> str:
        """`setgram COMMAND ...`, which must work; what was said."""
        code, said = await self.setgram(*command)
        assert code == 0, said
        return said


@contextlib.asynccontextmanager
async def telegram(emulator: Emulator) -> AsyncIterator[Deployment]:
    """A Telegram beside the emulator, that brings updates to wherever the webhook is set."""
    world = World(TOKEN, USERNAME, limits=LIMITS)
    server = uvicorn.Server(uvicorn.Config(app(world, deliver=False), port=0, log_level="error", lifespan="off"))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    poster = HttpPoster(60)
    delivering = asyncio.create_task(Delivery(world, poster).run())
    try:
        yield Deployment(emulator, world, f"http://127.0.0.1:{port}")
    finally:
        delivering.cancel()
        server.should_exit = True
        await asyncio.gather(delivering, serving, return_exceptions=True)
        await poster.close()
