"""Every method is held against the library that calls it: names, kinds and requirements of its parameters."""

from __future__ import annotations

import inspect
import re

import pytest
import telegram

from infra.local.bot_api import methods
from infra.local.bot_api.spec import KINDS, METHODS, Parameter

OF_THE_LIBRARY = {"self", "read_timeout", "write_timeout", "connect_timeout", "pool_timeout", "api_kwargs"}
"""Parameters that never leave the library."""

SHORTHANDS = {
    "allow_sending_without_reply": "reply_parameters",
    "reply_to_message_id": "reply_parameters",
    "disable_web_page_preview": "link_preview_options",
    "filename": "photo",
}
"""Parameters that the library turns into others before it sends them."""


def called(method: str) -> inspect.Signature:
    snake = re.sub(r"([A-Z])", lambda capital: f"_{capital[1].lower()}", method)
    return inspect.signature(getattr(telegram.Bot, snake))


def sent_parameters(method: str) -> dict[str, inspect.Parameter]:
    """The parameters of the library's method that go over the wire."""
    found = called(method).parameters.values()
    kept = [entry for entry in found if entry.name not in OF_THE_LIBRARY and entry.name not in SHORTHANDS]
    return {entry.name: entry for entry in kept}


def kind_of(entry: inspect.Parameter) -> str:
    """What the library's annotation means on the wire."""
    text = str(entry.annotation)
    if "FileInput" in text:
        return "file"
    if entry.name == "chat_id":
        return "chat"
    if "Sequence" in text or re.search(r"ReplyMarkup|InlineKeyboardMarkup|InputMedia|Parameters|Options|Scope", text):
        return "json"
    return next(kind for kind in ("bool", "int", "str") if re.search(rf"\b{kind}\b", text))


def test_there_are_methods_and_each_is_carried_out() -> None:
    assert len(METHODS) >= 23
    assert METHODS.keys() == methods._CARRIED_OUT.keys()


@pytest.mark.parametrize("method", METHODS)
def test_a_method_takes_exactly_the_parameters_that_the_library_sends(method: str) -> None:
    assert {entry.name for entry in METHODS[method]} == set(sent_parameters(method))


@pytest.mark.parametrize("method", METHODS)
def test_what_the_library_sends_by_shorthand_is_a_parameter_too(method: str) -> None:
    names = {entry.name for entry in METHODS[method]}
    meant = {SHORTHANDS[name] for name in called(method).parameters if name in SHORTHANDS}
    assert meant <= names


@pytest.mark.parametrize("method", METHODS)
def test_a_parameter_holds_what_the_library_puts_in(method: str) -> None:
    sent = sent_parameters(method)
    assert {entry.name: entry.kind for entry in METHODS[method]} == {name: kind_of(sent[name]) for name in sent}


@pytest.mark.parametrize("method", METHODS)
def test_a_parameter_is_required_exactly_where_the_library_requires_it(method: str) -> None:
    required = {name for name, entry in sent_parameters(method).items() if entry.default is inspect.Parameter.empty}
    assert {entry.name for entry in METHODS[method] if entry.required} == required


def test_every_parameter_is_of_a_known_kind() -> None:
    entries: list[Parameter] = [entry for parameters in METHODS.values() for entry in parameters]
    assert len(entries) > 100
    assert {entry.kind for entry in entries} <= set(KINDS)
