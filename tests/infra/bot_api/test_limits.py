from __future__ import annotations

import dataclasses

from telegram import constants

from infra.local.bot_api import describing, updating
from infra.local.bot_api.limits import Limits

LIMITS = Limits()


def test_the_limits_are_those_that_the_library_knows() -> None:
    assert LIMITS.answer_chars == constants.CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH
    assert LIMITS.caption_chars == constants.MessageLimit.CAPTION_LENGTH
    assert LIMITS.text_chars == constants.MessageLimit.MAX_TEXT_LENGTH
    assert LIMITS.entities == constants.MessageLimit.MESSAGE_ENTITIES
    assert LIMITS.callback_data_bytes == constants.InlineKeyboardButtonLimit.MAX_CALLBACK_DATA
    assert LIMITS.buttons == constants.InlineKeyboardMarkupLimit.TOTAL_BUTTON_NUMBER
    assert LIMITS.buttons_in_row == constants.InlineKeyboardMarkupLimit.BUTTONS_PER_ROW
    assert LIMITS.group_sends == constants.FloodLimit.MESSAGES_PER_MINUTE_PER_GROUP


def test_the_library_counts_megabytes_in_thousands_and_telegram_in_1024s() -> None:
    assert LIMITS.photo_bytes == constants.FileSizeLimit.PHOTOSIZE_UPLOAD * 1.048576
    assert LIMITS.upload_bytes == constants.FileSizeLimit.FILESIZE_UPLOAD * 1.048576


def test_what_the_bot_says_of_itself_is_bounded_as_the_library_knows() -> None:
    assert describing.NAME_CHARS == constants.BotNameLimit.MAX_NAME_LENGTH
    assert describing.DESCRIPTION_CHARS == constants.BotDescriptionLimit.MAX_DESCRIPTION_LENGTH
    assert describing.SHORT_DESCRIPTION_CHARS == constants.BotDescriptionLimit.MAX_SHORT_DESCRIPTION_LENGTH
    assert describing.COMMANDS == constants.BotCommandLimit.MAX_COMMAND_NUMBER
    assert describing.COMMAND_DESCRIPTION_CHARS == constants.BotCommandLimit.MAX_DESCRIPTION
    assert updating.MOST_CONNECTIONS == constants.WebhookLimit.MAX_CONNECTIONS_LIMIT
    assert updating.MOST_UPDATES == constants.PollingLimit.MAX_LIMIT
    assert updating.SECRET_CHARS == constants.WebhookLimit.MAX_SECRET_TOKEN_LENGTH


def test_the_pauses_of_redelivery_add_up_to_the_known_instants() -> None:
    instants = [sum(LIMITS.redelivery[:count]) for count in range(len(LIMITS.redelivery) + 1)]
    assert instants == [0, 0, 2, 6, 14, 30, 62, 126]


def test_scaling_changes_all_times_and_nothing_else() -> None:
    scaled = LIMITS.scaled(0.5)
    times = {entry.name for entry in dataclasses.fields(Limits) if entry.type == "float"}
    assert len(times) >= 14
    for entry in dataclasses.fields(Limits):
        value, new = getattr(LIMITS, entry.name), getattr(scaled, entry.name)
        if entry.name == "redelivery":
            assert new == tuple(pause / 2 for pause in value)
        else:
            assert new == (value / 2 if entry.name in times else value)
