"""The playground's HTTP side: the page, its windows, its pictures, the webhook, and the Bot API for the handlers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from infra.local.bot_api.server import app as bot_api_app
from infra.local.handlers.pool import Lost
from infra.local.playground import windows
from infra.local.playground.session import Session

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import Scope
    from starlette.websockets import WebSocket

    from infra.local.handlers.pool import HandlerPool
    from infra.local.playground.demo import Demo
    from infra.local.playground.room import Room

PAGE = Path(__file__).with_name("page")
HOSTS = ["127.0.0.1", "localhost"]
"""Names under which the page may be opened: under any other it is somebody else's page that asks."""

WEBHOOK_PATH = "/webhook"
POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self'; frame-ancestors 'self'; form-action 'none'"
_PASSED_ON = ("content-type", "x-telegram-bot-api-secret-token", "user-agent", "host")


class Page(StaticFiles):
    """The page's files, asked for anew each time, since they are under development."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "no-cache"
        return response


class Web:
    """The application of one room."""

    def __init__(self, room: Room, demo: Demo, pool: HandlerPool) -> None:
        self._room, self._demo, self._pool = room, demo, pool
        self._open: list[Session] = []

    def app(self) -> Starlette:
        """Everything under one address."""
        routes = [
            Route("/", self._index),
            WebSocketRoute("/live", self._live),
            Route("/photo/{name}", self._photo),
            Route(WEBHOOK_PATH, self._webhook, methods=["POST"]),
            Mount("/page", Page(directory=PAGE)),
            Mount("/", bot_api_app(self._room.world, deliver=False)),
        ]
        return Starlette(routes=routes, middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=HOSTS)])

    async def _index(self, _request: Request) -> Response:
        headers = {"content-security-policy": POLICY, "cache-control": "no-cache"}
        return FileResponse(PAGE / "index.html", headers=headers)

    async def _photo(self, request: Request) -> Response:
        """A picture by its file id: it never changes."""
        try:
            data = self._room.world.photo(request.path_params["name"])
        except KeyError:
            return PlainTextResponse("There is no such picture", 404)
        kind = "image/png" if data.startswith(b"\x89PNG") else "image/jpeg"
        return Response(data, media_type=kind, headers={"cache-control": "max-age=31536000, immutable"})

    async def _webhook(self, request: Request) -> Response:
        """Hand an update to a free handler process."""
        headers = {name: value for name, value in request.headers.items() if name in _PASSED_ON}
        try:
            answer = await self._pool.post("/", headers, await request.body())
        except Lost:
            return Response(status_code=502)
        kind = answer.headers.get("content-type")
        return Response(answer.body, answer.status, media_type=kind)

    async def _live(self, socket: WebSocket) -> None:
        """One window, from its opening to its closing."""
        if not same_origin(socket.scope):
            await socket.close(4403)
            return
        await socket.accept()
        asked = socket.query_params.get("as", "")
        person = self._room.person(int(asked)) if asked.isdecimal() and asked.isascii() else None
        session = Session(self._room, self._demo, person or self._room.newcomer(), self.tell_people)
        self._room.connected.append(session.person.id)
        self._open.append(session)
        self.tell_people()
        try:
            await session.serve(socket)
        finally:
            self._open.remove(session)
            self._room.connected.remove(session.person.id)
            self.tell_people()

    def tell_people(self) -> None:
        """Tell every window who is there."""
        news = {"kind": "people", "people": windows.people(self._room)}
        for session in self._open:
            session.tell(news)


def same_origin(scope: Scope) -> bool:
    """Whether it is our own page that opens a window: a browser names the page that asks."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    return origin is None or urlsplit(origin).netloc == headers.get(b"host")
