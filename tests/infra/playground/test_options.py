from __future__ import annotations

from pathlib import Path

import pytest

from infra.local.playground.options import Options, read_options


def test_without_flags_and_variables_the_defaults_hold() -> None:
    assert read_options([], {}) == Options()
    assert Options().processes >= 4


def test_a_variable_beats_the_default_and_a_flag_beats_the_variable() -> None:
    environ = {"PLAYGROUND_PORT": "9000", "GROUP_MESSAGES_PER_MINUTE": "600", "PLAYGROUND_STATE": "a.sqlite"}
    assert read_options([], environ) == Options(port=9000, per_minute=600, state=Path("a.sqlite"))
    assert read_options(["--port", "9001", "--haste", "5", "--verbose"], environ) == Options(
        port=9001, per_minute=600, state=Path("a.sqlite"), haste=5.0, verbose=True
    )


@pytest.mark.parametrize("wrong", [["--processes", "3"], ["--haste", "0"], ["--port", "x"]])
def test_wrong_options_are_refused_with_a_word_why(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read_options(wrong, {})
    assert wrong[0] in capsys.readouterr().err


def test_wrong_variables_are_refused_too() -> None:
    with pytest.raises(SystemExit):
        read_options([], {"PLAYGROUND_PORT": "many"})
