"""Throws changed updates, buttons and wakes at the Lambda's entry, and keeps what reaches new lines: `make fuzz`."""
