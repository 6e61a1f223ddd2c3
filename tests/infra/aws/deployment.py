"""A bot deployed to the emulator as an operator would, with the local Bot API standing for Telegram."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import boto3
import uvicorn

from handler.aws import CONFIG
from handler.store.dynamodb import DynamoStore
from infra.local.bot_api import World
from infra.local.bot_api.delivery import Delivery, Reply
from infra.local.bot_api.methods import call
from infra.local.bot_api.poster import HttpPoster
from infra.local.bot_api.server import app
from tests.infra.aws.tools import ROOT
from tests.race import LIMITS, SECRET, TOKEN, USERNAME

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from tests.infra.aws.emulator import Emulator

DEPLOY = "import os; from infra.aws.deploy import deploy; deploy(os.environ, print, [('commands',)])"
DESTROY = "import os; from infra.aws.deploy import destroy; destroy(os.environ, print)"
STACK = "setgram-test"


@dataclass
class Deployment:
    """An emulator, a Telegram, and an operator who deploys from the one to the other."""

    emulator: Emulator
    world: World
    api_url: str

    def client(self, service: str) -> Any:
        """A client of the emulator."""
        keys = {"aws_access_key_id": "test", "aws_secret_access_key": "test", "region_name": "eu-west-1"}
        return boto3.client(service, endpoint_url=self.emulator.endpoint, config=CONFIG, **keys)  # type: ignore[call-overload]

    @property
    def store(self) -> DynamoStore:
        """What the deployed bot keeps."""
        return DynamoStore(self.client("dynamodb"), STACK)

    def put_secrets(self, token: str = TOKEN) -> None:
        """What the operator puts into SSM."""
        for name, value in (("token", token), ("secret", SECRET)):
            self.client("ssm").put_parameter(
                Name=f"/setgram/test/{name}", Value=value, Type="SecureString", Overwrite=True
            )

    async def run(self, script: str, **more: str) -> tuple[int, str]:
        """Run the operator's steps; the exit code and all that was said."""
        own = {"STAGE": "test", "BOT_USERNAME": USERNAME, "TELEGRAM_API_URL": self.api_url, "ARCHITECTURE": "x86_64"}
        own |= {"GROUP_MESSAGES_PER_MINUTE": "10000", "PYTHONPATH": str(ROOT)}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", script),
            env={**os.environ, **own, **self.emulator.environment, **more},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, said.decode()

    async def deploy(self, **more: str) -> str:
        """Deploy, and have the updates come to the function; what was said."""
        code, said = await self.run(DEPLOY, **more)
        assert code == 0, said
        url = "https://bot.example/"
        await call(self.world, "setWebhook", {"url": url, "secret_token": SECRET}, {})
        return said

    def url(self) -> str:
        """Where the emulator answers for the function's URL."""
        url = self.client("lambda").get_function_url_config(FunctionName=STACK)["FunctionUrl"]
        return f"{self.emulator.endpoint}/_aws/lambda-url/{url.split('//')[1].split('.')[0]}/"


@dataclass
class ToFunction:
    """Carries updates to the function's URL where the emulator has it."""

    deployment: Deployment
    poster: HttpPoster

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Reply:
        del url
        return await self.poster.post(self.deployment.url(), headers, body)


@contextlib.asynccontextmanager
async def telegram(emulator: Emulator) -> AsyncIterator[Deployment]:
    """A Telegram beside the emulator, that brings updates to whatever is deployed there."""
    world = World(TOKEN, USERNAME, limits=LIMITS)
    server = uvicorn.Server(uvicorn.Config(app(world, deliver=False), port=0, log_level="error", lifespan="off"))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    deployment = Deployment(emulator, world, f"http://127.0.0.1:{port}")
    poster = HttpPoster(60)
    delivering = asyncio.create_task(Delivery(world, ToFunction(deployment, poster)).run())
    try:
        yield deployment
    finally:
        delivering.cancel()
        server.should_exit = True
        await asyncio.gather(delivering, serving, return_exceptions=True)
        await poster.close()
