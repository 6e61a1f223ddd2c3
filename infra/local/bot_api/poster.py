"""Updates carried to the webhook over HTTP."""

from __future__ import annotations

import functools
import ssl
from typing import TYPE_CHECKING

import httpx

from infra.local.bot_api.delivery import Reply

if TYPE_CHECKING:
    from collections.abc import Mapping


@functools.cache
def _trusted() -> ssl.SSLContext:
    """Whom to believe; reading that takes longer than all else here, so once is enough."""
    return ssl.create_default_context()


class HttpPoster:
    """Carries updates with one client and its kept connections; to be closed."""

    def __init__(self, read_timeout: float) -> None:
        timeout = httpx.Timeout(read_timeout, pool=None)
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=60)
        self._client = httpx.AsyncClient(verify=_trusted(), timeout=timeout, limits=limits, trust_env=False)

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Bring an update to its address; redirects are not followed.

        Raises:
            OSError: no answer came; its text says why.
        """
        try:
            answer = await self._client.post(url, headers=dict(headers), content=body)
        except httpx.TimeoutException as error:
            raise OSError("Read timeout expired") from error
        except httpx.ConnectError as error:
            raise OSError("Connection refused") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise OSError(str(error) or "Connection closed") from error
        return Reply(
            answer.status_code, {name.lower(): value for name, value in answer.headers.items()}, answer.content
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()
