"""Parameters and files in a body, of a request to the server or of a webhook's answer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from starlette.datastructures import UploadFile
from starlette.requests import Request

from infra.local.bot_api.errors import bad_request

if TYPE_CHECKING:
    from starlette.types import Message

_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


async def parameters_in(content_type: str, body: bytes) -> tuple[dict[str, object], dict[str, bytes]]:
    """The parameters and the files that a body of this type holds; none where the type holds none.

    Raises:
        ApiError: the body is broken.
    """
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "application/json":
        return _json_object(body), {}
    return await _form(content_type, body) if kind in _FORMS else ({}, {})


def _json_object(body: bytes) -> dict[str, object]:
    try:
        found = json.loads(body or b"{}")
    except ValueError as error:
        raise bad_request("can't parse JSON in the request body") from error
    if not isinstance(found, dict):
        raise bad_request("an Object was expected in the request body")
    return found


async def _form(content_type: str, body: bytes) -> tuple[dict[str, object], dict[str, bytes]]:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    scope = {"type": "http", "method": "POST", "headers": [(b"content-type", content_type.encode("latin-1"))]}
    given: dict[str, object] = {}
    files: dict[str, bytes] = {}
    async with Request(scope, receive).form(max_part_size=len(body) + 1) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                files[name] = await value.read()
            else:
                given[name] = value
    return given, files
