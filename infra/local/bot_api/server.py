"""The server's HTTP side: `/bot<token>/<method>` in, the Bot API's envelope out."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from infra.local.bot_api.body import parameters_in
from infra.local.bot_api.delivery import Delivery
from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.methods import call
from infra.local.bot_api.poster import HttpPoster
from infra.local.bot_api.world import World

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from starlette.requests import Request

log = logging.getLogger(__name__)


def app(world: World, *, strict: bool = False, deliver: bool = True) -> Starlette:
    """The server of a world as an application.

    With `deliver` its lifespan brings updates to the webhook; `strict` refuses what fits no parameter of a method.
    """

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        if not deliver:
            yield
            return
        async with delivering(world):
            yield

    async def serve(request: Request) -> Response:
        return await _serve(world, request, strict)

    routes = [Route("/bot{token}/{method}", serve, methods=["GET", "POST"])]
    handlers = {HTTPException: _not_found, Exception: _broken}
    return Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)


@contextlib.asynccontextmanager
async def delivering(world: World) -> AsyncIterator[None]:
    """Bring a world's updates to its webhook for as long as the block lasts."""
    poster = HttpPoster(world.limits.read_timeout)
    task = asyncio.ensure_future(Delivery(world, poster).run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await poster.close()


async def _not_found(_request: Request, _error: Exception) -> Response:
    return _refusal(ApiError(404, "Not Found"))


async def _broken(_request: Request, _error: Exception) -> Response:
    return _refusal(ApiError(500, "Internal Server Error"))


async def _serve(world: World, request: Request, strict: bool) -> Response:
    if request.path_params["token"] != world.state.bot.token:
        return _refusal(ApiError(401, "Unauthorized"))
    try:
        given, files = await _parameters(request, world.limits.upload_bytes)
        result = await call(world, request.path_params["method"], given, files, strict=strict)
    except ApiError as error:
        return _refusal(error)
    return _envelope(200, {"ok": True, "result": result})


def _refusal(error: ApiError) -> Response:
    body: dict[str, object] = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    log.info("refused: %s", error)
    wait = error.parameters.get("retry_after")
    return _envelope(error.code, body, {"Retry-After": str(wait)} if wait else None)


def _envelope(status: int, body: dict[str, object], headers: dict[str, str] | None = None) -> Response:
    return Response(json.dumps(body, ensure_ascii=False), status, headers, media_type="application/json")


async def _parameters(request: Request, most: int) -> tuple[dict[str, object], dict[str, bytes]]:
    """What came in the address and in the body: parameters, and uploaded files."""
    if int(request.headers.get("content-length") or 0) > most:
        raise ApiError(413, "Request Entity Too Large")
    given, files = await parameters_in(request.headers.get("content-type", ""), await request.body())
    return dict(request.query_params) | given, files


def configured(arguments: Sequence[str] | None = None) -> uvicorn.Config:
    """A fresh world to be served on this machine as the arguments say."""
    parser = argparse.ArgumentParser(description="A Bot API server for one machine.")
    parser.add_argument("--port", type=int, default=8081)
    parser.add_argument("--token", default="1000001:local")
    parser.add_argument("--username", default="setgram_bot")
    parser.add_argument("--strict", action="store_true", help="refuse parameters that a method does not have")
    chosen = parser.parse_args(arguments)
    served = app(World(chosen.token, chosen.username), strict=chosen.strict)
    return uvicorn.Config(served, host="127.0.0.1", port=chosen.port, log_level="info")


if __name__ == "__main__":
    uvicorn.Server(configured()).run()
