"""What the tests of the playground's windows share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.infra.playground.stage import Stage, Window, served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    """A served room."""
    async with served() as made:
        yield made


@pytest.fixture
async def window(stage: Stage) -> AsyncIterator[Window]:
    """The first window of the room: Ana's."""
    async with stage.window() as made:
        yield made
