"""Changes throws: as trees of JSON, as texts, and at the door."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tests.fuzz.throw import DOORS, Throw

if TYPE_CHECKING:
    from random import Random

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 1.5, 1e308, float("inf"), float("nan")),
    *(2**31, 2**52, -(2**52), 2**53, 2**63, -(2**63) - 1, 2**64, 10**40, 10**400),
    *("", " ", "0", "-1", "x" * 300, "x" * 5_000, "\0", "\ud800", "\u202eAna", "e\u0301" * 50, "🂡" * 64, "/stop", "//"),
    *("/newgame@setgram_bot", "/kick " + "9" * 30, "$", "1", "group", "private", "left", "kicked", "administrator"),
    *([], {}, [[]], [None], {"id": 1}, {"id": "1"}, {"update_id": 1}),
)
"""What stands in no update, or not there."""


def changed(throw: Throw, others: list[Throw], chance: Random) -> Throw:
    """One to four changes of a throw; `others` lend their parts."""
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 4))):
        throw = _once(throw, others, chance)
    return throw


def _once(throw: Throw, others: list[Throw], chance: Random) -> Throw:
    luck = chance.random()
    if throw.kind == "update" and luck < 0.03:
        return replace(throw, door=chance.choice(DOORS))
    if throw.kind == "update" and luck < 0.13:
        return replace(throw, text=_text(throw.text, chance))
    try:
        tree = json.loads(throw.text)
    except (ValueError, RecursionError):
        return replace(throw, text=chance.choice(others).text if throw.kind == "update" else throw.text)
    tree = _tree(tree, chance.choice(others), chance)
    if throw.kind == "wake" and not isinstance(tree, dict):
        return throw  # Lambda makes the event: it always is an object
    if throw.kind == "wake" and "Records" not in tree:
        tree = {**tree, "Records": []}
    return replace(throw, text=json.dumps(tree))


def _places(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values in a tree."""
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return [path, *(found for key, value in inner for found in _places(value, (*path, key)))][:400]


def _tree(tree: Any, lender: Throw, chance: Random) -> Any:
    place = chance.choice(_places(tree))
    if not place:
        return chance.choice(ODD) if chance.random() < 0.05 else tree
    *way, last = place
    inside = tree
    for step in way:
        inside = inside[step]
    _change(inside, last, lender, chance)
    return tree


def _change(inside: Any, last: Any, lender: Throw, chance: Random) -> None:
    """Change one value where it is: away, odd, a little different, doubled, from elsewhere, or under another name."""
    match chance.randrange(8):
        case 0:
            del inside[last]
        case 1 | 2:
            inside[last] = chance.choice(ODD)
        case 3 | 4:
            inside[last] = _a_little(inside[last], chance)
        case 5 if isinstance(inside, list):
            inside.append(inside[last])
        case 6 if isinstance(inside, dict):
            inside[chance.choice([*inside, "message", "callback_query", "from", "chat", "text", "data"])] = inside[last]
        case 7:
            inside[last] = _lent(lender, chance)
        case _:
            inside[last] = [inside[last]]


def _lent(lender: Throw, chance: Random) -> Any:
    """A part of another throw."""
    try:
        tree = json.loads(lender.text)
    except (ValueError, RecursionError):
        return lender.text[:64]
    for step in chance.choice(_places(tree)):
        tree = tree[step]
    return tree


def _a_little(value: Any, chance: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice((-1, 1, 10, -1000, 2**32, -2 * value))
        case str():
            return _text(value, chance)
        case list():
            return value[::-1]
        case _:
            return chance.choice(ODD)


def _text(text: str, chance: Random) -> str:
    """A text with one sign changed, added or left out, cut, doubled, or deep within brackets."""
    at = chance.randrange(len(text) + 1)
    sign = chance.choice('0129azAZ_-./@ "\\{}[],:\0\u00e9\u202e')
    match chance.randrange(7):
        case 0:
            return text[:at] + sign + text[at + 1 :]
        case 1:
            return text[:at] + sign + text[at:]
        case 2:
            return text[:at] + text[at + 1 :]
        case 3:
            return text[:at]
        case 4:
            return text[:at] + text[at // 2 :]
        case 5:
            return text[:at] + chance.choice(("[", '{"a":', "9")) * chance.choice((50, 5_000)) + text[at:]
        case _:
            return text[at:] + text[:at]
