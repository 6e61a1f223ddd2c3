"""A table of cards, drawn: the engine's values in, image bytes out."""
