"""Garbage is collected again once the Lambda's entry is built."""

from __future__ import annotations

import gc
from importlib import reload

from handler import cold_start


def test_nothing_is_collected_from_the_import_on_until_all_is_built() -> None:
    try:
        reload(cold_start)
        assert not gc.isenabled()
    finally:
        cold_start.done()
    assert gc.isenabled()
