"""The errors: one tree, drawn in the module's docstring as it is."""

from __future__ import annotations

import re

from handler import errors

DRAWN = [line for line in (errors.__doc__ or "").splitlines() if re.search(r"[├└]──|^HandlerError", line)]


def drawn() -> dict[str, str]:
    """Each error in the drawing and the one it hangs from."""
    above: dict[int, str] = {}
    parents: dict[str, str] = {}
    for line in DRAWN:
        name = re.search(r"[A-Z]\w+", line)
        assert name is not None
        above[name.start()] = name[0]
        parents[name[0]] = above.get(name.start() - 4, "Exception")
    return parents


def test_the_tree_is_drawn_as_it_is() -> None:
    real = {
        name: error.__base__.__name__
        for name, error in vars(errors).items()
        if isinstance(error, type) and issubclass(error, Exception) and error.__base__ is not None
    }
    assert len(real) >= 11
    assert drawn() == real


def test_a_flood_says_how_long_and_a_move_where_to() -> None:
    assert (errors.Flood(37).retry_after, str(errors.Flood(37))) == (37, "flood: wait 37 s")
    assert (errors.Moved(-100).chat, str(errors.Moved(-100))) == (-100, "the chat moved to -100")
