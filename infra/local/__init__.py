"""The whole product on one machine, without Telegram and without AWS."""
