from engine import notation


def test_every_text_has_its_inverse() -> None:
    texts = {name.removesuffix("_text") for name in notation.__all__ if name.endswith("_text")}
    parsers = {name.removeprefix("parse_") for name in notation.__all__ if name.startswith("parse_")}
    assert texts == parsers == {"card", "cards", "command", "event", "game", "judged", "look", "rules"}
    assert len(notation.__all__) == 2 * len(texts)
    assert all(callable(getattr(notation, name)) for name in notation.__all__)
