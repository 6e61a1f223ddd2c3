from __future__ import annotations

import pytest

from infra.local.bot_api.chat import Chat, Member, Rights

MUTED = Rights(messages=False, photos=False)


def group(member: Member, rights: Rights | None = None) -> Chat:
    return Chat(-1, "group", members={member.user: member}, rights=rights or Rights())


@pytest.mark.parametrize("status", ["creator", "administrator", "member", "restricted"])
def test_these_are_present(status: str) -> None:
    assert Member(1, status).present


@pytest.mark.parametrize("status", ["left", "kicked"])
def test_these_are_not_present(status: str) -> None:
    chat = group(Member(1, status))
    assert not chat.member(1).present
    assert list(chat.present()) == []


def test_who_was_never_there_has_left() -> None:
    assert group(Member(1)).member(2).status == "left"


def test_an_admin_may_all_whatever_the_group_forbids() -> None:
    assert group(Member(1, "administrator"), MUTED).may(1) == Rights()


def test_a_member_may_what_the_group_allows() -> None:
    assert group(Member(1), Rights(photos=False)).may(1) == Rights(photos=False)


def test_a_restricted_member_may_what_both_allow() -> None:
    member = Member(1, "restricted", rights=Rights(messages=False))
    assert group(member, Rights(photos=False)).may(1) == MUTED


def test_rights_of_a_member_count_only_while_restricted() -> None:
    assert group(Member(1, "member", rights=MUTED)).may(1) == Rights()


def test_in_a_private_chat_nothing_is_forbidden() -> None:
    assert Chat(1, "private", members={1: Member(1)}, rights=MUTED).may(1) == Rights()


@pytest.mark.parametrize(("kind", "group_of_a_kind"), [("group", True), ("supergroup", True), ("private", False)])
def test_groups_are_of_two_kinds(kind: str, group_of_a_kind: bool) -> None:
    assert Chat(1, kind).group is group_of_a_kind
