"""The small changes that are made to a module: each sets one field of one node of its syntax tree."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.USub: ast.UAdd,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
STATEMENTS = (ast.stmt, ast.match_case, ast.ExceptHandler)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node is: the lines of its statement, and the outermost function around it with its first line.

    Outside of functions stands what runs at import.
    """

    lines: range
    names: tuple[str, ...] = ()
    function: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change: `node.field` becomes `new`."""

    place: Place
    line: int
    node: ast.AST
    field: str
    new: Any
    what: str

    def make(self) -> None:
        """Change the tree for good."""
        setattr(self.node, self.field, self.new)


def read(path: Path) -> tuple[ast.Module, list[Mutation]]:
    """A module's tree, and every mutation of it, always in the same order."""
    tree = ast.parse(path.read_text(), str(path))
    return tree, list(_below(tree, Place(range(0))))


def _below(node: ast.AST, place: Place) -> Iterator[Mutation]:
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_for_readers(child):
                yield from _at(child, _place_of(child, name, node, place))


def _at(node: ast.AST, place: Place) -> Iterator[Mutation]:
    for field, new, what in _edits(node):
        yield Mutation(place, getattr(node, "lineno", place.lines.start), node, field, new, what)
    yield from _below(node, place)


def _is_for_readers(node: ast.AST) -> bool:
    """What never runs, or only names: docstrings, types, texts of errors, what is proved never to be reached."""
    match node:
        case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.Expr(ast.Constant()) | ast.Raise():
            return True
        case ast.Expr(ast.Call(ast.Name("assert_never"))) | ast.Assign(targets=[ast.Name("__all__")]):
            return True
        case ast.Assign(value=ast.Call(ast.Name("NewType"))) | ast.Assign(value=ast.BinOp(op=ast.BitOr())):
            return True
        case _:
            return False


def _place_of(node: ast.AST, field: str, parent: ast.AST, place: Place) -> Place:
    """The place of a child: defaults of a function's arguments are still outside of it."""
    outermost = place.function is not None and place.function[0] == ".".join(place.names)
    if field == "args" and isinstance(parent, ast.FunctionDef) and outermost:
        return replace(place, function=None)
    if isinstance(node, STATEMENTS):
        place = replace(place, lines=_lines(node))
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        place = replace(place, names=(*place.names, node.name))
    if isinstance(node, ast.FunctionDef) and place.function is None:
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        place = replace(place, function=(".".join(place.names), first))
    return place


def _lines(node: ast.AST) -> range:
    """The lines of a statement, of a compound one those of its head."""
    inner = [child for child in ast.iter_child_nodes(node) if isinstance(child, STATEMENTS)]
    first = _first_line(node)
    return range(first, max(first + 1, _first_line(inner[0]) if inner else (getattr(node, "end_lineno", 0) + 1)))


def _first_line(node: ast.AST) -> int:
    line: int = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno  # type: ignore[attr-defined]
    return line


def _edits(node: ast.AST) -> Iterator[tuple[str, Any, str]]:
    """Field, new value and description of each change of a node."""
    match node:
        case ast.Constant(value):
            yield from (("value", new, f"{value!r} -> {new!r}") for new in _others(value))
        case ast.BinOp() | ast.AugAssign() | ast.BoolOp() | ast.UnaryOp() | ast.Compare():
            yield from _of_operator(node)
        case ast.Call() | ast.Expr(ast.Call()):
            yield from _of_call(node)
        case ast.If(test) | ast.While(test) | ast.IfExp(test) if not _is_turned_itself(test):
            yield "test", _negated(test), f"not {ast.unparse(test)}"
        case ast.comprehension(_, _, ifs):
            for at, test in enumerate(ifs):
                if not _is_turned_itself(test):
                    yield "ifs", [*ifs[:at], _negated(test), *ifs[at + 1 :]], f"not {ast.unparse(test)}"
        case ast.match_case(guard=ast.expr() as guard):
            yield "guard", _negated(guard), f"not {ast.unparse(guard)}"
        case ast.MatchOr(patterns) if len(patterns) > 2:
            yield from _without_one("patterns", patterns)


def _of_operator(node: ast.AST) -> Iterator[tuple[str, Any, str]]:
    match node:
        case ast.BoolOp(op, values):
            yield "op", OPERATORS[type(op)](), _turned(op)
            yield from _without_side(values)
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                yield "ops", [*ops[:at], OPERATORS[type(op)](), *ops[at + 1 :]], _turned(op)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "operand", _negated(operand), f"without not: {ast.unparse(operand)}"
        case ast.BinOp(op=op) | ast.AugAssign(op=op) | ast.UnaryOp(op=op) if type(op) in OPERATORS:
            yield "op", OPERATORS[type(op)](), _turned(op)


def _of_call(node: ast.AST) -> Iterator[tuple[str, Any, str]]:
    match node:
        case ast.Expr(call):
            yield "value", ast.copy_location(ast.Constant(None), call), f"without {ast.unparse(call)}"
        case ast.Call(func, _, keywords):
            if isinstance(func, ast.Name) and func.id in NAMES:
                other = ast.copy_location(ast.Name(NAMES[func.id], ast.Load()), func)
                yield "func", other, f"{func.id} -> {other.id}"
            yield from _without_one("keywords", keywords)


def _without_one(field: str, parts: Sequence[ast.AST]) -> Iterator[tuple[str, Any, str]]:
    for at, part in enumerate(parts):
        yield field, [*parts[:at], *parts[at + 1 :]], f"without {ast.unparse(part)}"


def _without_side(values: Sequence[ast.expr]) -> Iterator[tuple[str, Any, str]]:
    """One side of a condition left out; where only one is left, it stands there twice."""
    for at, value in enumerate(values):
        rest = [*values[:at], *values[at + 1 :]]
        yield "values", rest if len(rest) > 1 else rest * 2, f"without {ast.unparse(value)}"


def _is_turned_itself(test: ast.expr) -> bool:
    """Whether one of its own mutations makes a condition its opposite."""
    turned = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn)
    return isinstance(test, ast.UnaryOp) or (isinstance(test, ast.Compare) and isinstance(test.ops[0], turned))


def _negated(test: ast.expr) -> ast.expr:
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def _turned(op: ast.AST) -> str:
    return f"{type(op).__name__} -> {OPERATORS[type(op)].__name__}"


def _others(value: object) -> list[object]:
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1]
        case str():
            return [f"XX{value}"]
        case bytes():
            return [value + b"X"]
        case _:
            return []
