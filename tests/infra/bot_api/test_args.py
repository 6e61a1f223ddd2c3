from __future__ import annotations

import pytest

from infra.local.bot_api.args import Args, fits, read_args, unfit
from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.spec import METHODS


def test_whatever_is_no_text_is_written_as_json() -> None:
    args = read_args({"a": 5, "b": True, "c": {"x": [1]}, "d": "text", "e": None})
    assert args.texts == {"a": "5", "b": "true", "c": '{"x": [1]}', "d": "text"}


@pytest.mark.parametrize(("text", "number"), [("5", 5), (" -7 ", -7), ("x", 0), ("", 0), ("5.5", 0), ("٣", 0)])
def test_what_is_no_number_counts_as_0(text: str, number: int) -> None:
    assert Args({"n": text}).integer("n", 9) == number


def test_what_is_missing_has_its_default() -> None:
    args = Args({})
    assert (args.text("x"), args.integer("x", 9), args.truth("x"), args.value("x")) == ("", 9, False, None)
    assert (args.object("x"), args.objects("x"), args.has("x")) == ({}, [], False)


@pytest.mark.parametrize(
    ("text", "truth"), [("true", True), ("True", True), ("1", True), ("false", False), ("", False)]
)
def test_truth_has_several_names(text: str, truth: bool) -> None:
    assert Args({"b": text}).truth("b") is truth


def test_json_is_read_as_what_is_expected() -> None:
    args = Args({"list": '[{"a": 1}]', "object": '{"a": 1}'})
    assert args.objects("list") == [{"a": 1}]
    assert args.object("object") == {"a": 1}


@pytest.mark.parametrize(
    ("text", "why"),
    [("{", "can't parse x JSON object"), ("{}", "an Array was expected"), ("[1]", "an Array of Objects was expected")],
)
def test_other_json_is_refused(text: str, why: str) -> None:
    with pytest.raises(ApiError, match=why):
        Args({"x": text}).objects("x")


def test_an_object_is_not_read_from_a_list() -> None:
    with pytest.raises(ApiError, match="an Object was expected"):
        Args({"x": "[]"}).object("x")


@pytest.mark.parametrize(
    ("kind", "fitting", "not_fitting"),
    [
        ("int", ["5", "-5"], ["", "x", "1.5", "1e3"]),
        ("bool", ["true", "False", "0", ""], ["maybe"]),
        ("chat", ["-100123", "@name"], ["name", ""]),
        ("json", ["{}", "[]", "5"], ["{", "x"]),
        ("str", ["", "x"], []),
        ("file", ["AgAC", "attach://x"], []),
    ],
)
def test_a_text_fits_its_kind_or_does_not(kind: str, fitting: list[str], not_fitting: list[str]) -> None:
    assert all(fits(text, kind) for text in fitting)
    assert not any(fits(text, kind) for text in not_fitting)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (Args({"chat_id": "5", "text": "x"}), None),
        (Args({"chat_id": "5", "text": "x", "colour": "red"}), "unknown parameter colour"),
        (Args({"chat_id": "here", "text": "x"}), "parameter chat_id is no chat"),
        (Args({"chat_id": "5"}), "parameter text is missing"),
        (Args({"chat_id": "5", "text": "x"}, {"photo": b""}), "unknown file photo"),
    ],
)
def test_what_does_not_fit_a_method_is_named(args: Args, why: str | None) -> None:
    assert unfit(args, METHODS["sendMessage"]) == why


def test_a_file_fits_where_it_is_a_parameter_or_mentioned_in_one() -> None:
    assert unfit(Args({"chat_id": "5"}, {"photo": b"x"}), METHODS["sendPhoto"]) is None
    media = Args({"chat_id": "5", "message_id": "1", "media": '{"media": "attach://f1"}'}, {"f1": b"x"})
    assert unfit(media, METHODS["editMessageMedia"]) is None
