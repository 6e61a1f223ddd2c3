"""The game itself: cards in, verdicts out. Pure: no clock, no randomness, no files, of packages only its values'."""
