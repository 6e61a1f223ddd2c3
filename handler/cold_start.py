"""Imports without garbage collection: a cold start makes many objects that stay, and looking through them is wasted.

Imported first by the Lambda's entry, which calls `done` when all is built.
"""

from __future__ import annotations

import gc

gc.disable()


def done() -> None:
    """All is imported and built: collect as usual from here on."""
    gc.enable()
