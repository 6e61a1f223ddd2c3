"""The list of commands: all that are answered, nothing else, and in a form that Telegram takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from handler import command_list, private, typed
from handler.command_list import LIST, commands_of, explained
from handler.languages import languages, words_of
from handler.typed import PLAYED_ALONE
from handler.words import ENGLISH

BY_ITSELF = {"start"}
"""Telegram's own button sends it: nobody needs to know it."""

ELSEWHERE = {"forgetme"}
"""Told in a group where it is done, but listed only there."""


def handled(source: str) -> set[str]:
    """The commands that a module matches on."""
    cases = re.findall(r"case (\"[^:]*):", Path(source).read_text())
    return {name for case in cases for name in re.findall(r'"(\w+)"', case)}


def test_what_is_listed_for_a_group_is_what_is_answered_there() -> None:
    listed = {one.name for one in LIST if one.group}
    assert listed == handled(typed.__file__) - BY_ITSELF - ELSEWHERE
    assert len(listed) >= 11


def test_what_is_listed_for_one_person_is_answered_there_by_a_text_of_its_own() -> None:
    played = PLAYED_ALONE - {"newgame"}  # that is /solo by another name there
    assert {one.name for one in LIST if one.private} == (handled(private.__file__) - {"how"}) | played | ELSEWHERE
    assert len(played) >= 6


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("alone", [False, True])
def test_telegram_takes_every_list(language: str, alone: bool) -> None:
    listed = commands_of(words_of(language), private=alone)
    assert 2 < len(listed) <= 100
    for name, does in listed:
        assert re.fullmatch("[a-z0-9_]{1,32}", name)
        assert 3 <= len(does) <= 256


def test_help_tells_a_line_for_each_command_of_a_group() -> None:
    lines = explained(ENGLISH).splitlines()
    assert lines[0] == "/newgame opens a lobby"
    assert len(lines) == len([one for one in command_list.LIST if one.group])
