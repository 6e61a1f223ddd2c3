"""The log: one JSON line for each thing, and nothing in it that somebody said."""

from __future__ import annotations

import io
import json

import pytest

from handler.observability import Log, place


def test_each_thing_is_one_line_of_json() -> None:
    stream = io.StringIO()
    log = Log(stream)
    log.line("press", update=7, ms=12)
    log.report("DynamoDB: two\nlines")
    lines = stream.getvalue().splitlines()
    assert [json.loads(line) for line in lines] == [
        {"kind": "press", "update": 7, "ms": 12},
        {"kind": "fault", "why": "DynamoDB: two\nlines"},
    ]


def test_a_value_that_json_does_not_know_is_written_as_its_text() -> None:
    stream = io.StringIO()
    Log(stream).line("press", data=b"\0")
    assert json.loads(stream.getvalue()) == {"kind": "press", "data": "b'\\x00'"}


def test_the_lambdas_log_is_its_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    Log().line("press")
    assert capsys.readouterr().out == '{"kind":"press"}\n'


def test_an_error_is_told_by_its_type_and_place_and_not_by_its_words() -> None:
    def fail() -> None:
        raise ValueError("Ana's secret")

    with pytest.raises(ValueError, match="secret") as raised:
        fail()
    told = place(raised.value)
    assert told.startswith("ValueError at ")
    assert __file__ in told
    assert told.endswith(f":{fail.__code__.co_firstlineno + 1}")
    assert "secret" not in told


def test_an_error_that_was_never_raised_is_told_by_its_type() -> None:
    assert place(KeyError("Ana")) == "KeyError"
