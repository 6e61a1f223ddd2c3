"""Where games are kept: one contract, two adapters."""
