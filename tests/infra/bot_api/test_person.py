from __future__ import annotations

from telegram import constants

from infra.local.bot_api.person import ANONYMOUS_ADMIN, CHANNEL_BOT, FAKE_PEOPLE, SERVICE_USER


def test_the_fake_people_have_the_ids_that_the_library_knows() -> None:
    assert ANONYMOUS_ADMIN == constants.ChatID.ANONYMOUS_ADMIN
    assert CHANNEL_BOT == constants.ChatID.FAKE_CHANNEL
    assert SERVICE_USER == constants.ChatID.SERVICE_CHAT


def test_the_fake_people_are_all_there_and_only_the_service_is_no_bot() -> None:
    assert {person.id for person in FAKE_PEOPLE if person.is_bot} == {ANONYMOUS_ADMIN, CHANNEL_BOT}
    assert [person.id for person in FAKE_PEOPLE if not person.is_bot] == [SERVICE_USER]
