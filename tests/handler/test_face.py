"""What the group's message shows: buttons that match the cards, the right kind of message, a fingerprint of it all."""

from __future__ import annotations

import pytest

from engine.commands import Leave, Stop, Tick
from engine.game import Finish, Game, Phase, Revision
from engine.look import Look, Palette
from engine.value import replace
from handler.callback_data import Action, parse_button
from handler.face import LOBBY, PHOTO, WORDS, Face, Signer, face_of, picture_of
from handler.names import shown_name
from handler.ports import ChatId, GameKey
from handler.words import ENGLISH
from render.table_image import Taken
from tests.builders import ANA, BEN, after, later, lobby, near_the_end, right, started, with_vote_open, wrong

KEY = GameKey(ChatId(-(2**52 - 1)), 2**31 - 1)
SIGNER = Signer(b"k" * 32, "setgram_bot")


def face(game: Game, *, in_words: bool = False) -> Face:
    return face_of(KEY, game, SIGNER, ENGLISH, in_words=in_words)


def labels(shown: Face) -> list[list[str]]:
    return [[button.text for button in row] for row in shown.keyboard]


def test_a_lobby_is_a_text_with_its_buttons() -> None:
    shown = face(lobby(2))
    assert (shown.kind, shown.picture) == (LOBBY, None)
    assert labels(shown) == [
        ["✓ Usual", "Easy", "Kids"],
        ["➕ Join", "➖ Leave"],
        ["▶️ Start"],
        ["⚙️ More", "❓ How to play"],
    ]
    assert shown.keyboard[3][1].url == "https://t.me/setgram_bot?start=how_race"


@pytest.mark.parametrize("game", [after(lobby(1), Leave(ANA)), after(lobby(2), Tick(), now=later(31 * 60))])
def test_a_closed_lobby_has_no_buttons(game: Game) -> None:
    assert game.finish is Finish.LOBBY_CLOSED
    assert (face(game).kind, face(game).keyboard) == (LOBBY, ())


@pytest.mark.parametrize("count", [12, 15, 21])
def test_a_table_has_a_number_for_each_card_three_to_a_row_and_one_row_below(count: int) -> None:
    game = started(8)
    shown = face(replace(game, table=game.table + game.deck[: count - 12]))
    assert [len(row) for row in shown.keyboard] == [3] * (count // 3 + 1)
    assert [label for row in labels(shown)[:-1] for label in row] == [str(slot) for slot in range(1, count + 1)]
    assert labels(shown)[-1] == ["SET!", "➕ Join", "👀 My picks"]


def test_every_number_carries_its_card_and_the_revision() -> None:
    game = after(started(2), wrong)
    buttons = [button for row in face(game).keyboard[:-1] for button in row]
    carried = [parse_button(button.data or "", KEY.chat, SIGNER.key) for button in buttons]
    assert [data.argument for data in carried if data] == list(game.table)
    assert {(data.action, data.game, data.topic, data.revision) for data in carried if data} == {
        (Action.PICK, game.id, KEY.topic, game.revision)
    }


def test_all_data_fits_64_bytes_on_the_largest_table_of_the_largest_ids() -> None:
    game = started(8)
    crowded = replace(game, table=game.table + game.deck[:9], deck=(), stalled=True, revision=Revision(99_999))
    data = [button.data for row in face(crowded).keyboard for button in row]
    assert len(data) == 21 + 1 + 3
    assert all(text is not None and len(text.encode()) <= 64 for text in data)


def test_the_vote_has_a_row_of_its_own_while_it_is_open() -> None:
    assert labels(face(with_vote_open(3)))[-2:] == [["🚫 No set left? 0/3"], ["SET!", "➕ Join", "👀 My picks"]]
    assert len(labels(face(near_the_end(3)))) == len(near_the_end(3).table) // 3 + 1


def test_a_finished_table_keeps_its_picture_and_loses_its_buttons() -> None:
    game = after(started(2), right, Stop(ANA))
    shown = face(game)
    assert (shown.kind, shown.keyboard) == (PHOTO, ())
    assert shown.picture == picture_of(game)


def test_where_pictures_are_forbidden_the_cards_come_in_words() -> None:
    shown = face(started(2), in_words=True)
    assert (shown.kind, shown.picture) == (WORDS, None)
    caption, _, listed = shown.text.partition("\n\n")
    assert caption == face(started(2)).text
    assert len(listed.splitlines()) == 12
    assert labels(shown) == labels(face(started(2)))


def test_a_lobby_is_no_table_in_words() -> None:
    assert face(lobby(2), in_words=True).kind == LOBBY


def test_the_picture_shows_the_last_set_and_whose_it_is() -> None:
    game = started(2)
    assert picture_of(game).taken is None
    taken = after(game, lambda before: right(before, BEN))
    assert picture_of(taken).taken == Taken(2, taken.taken[-1].cards)
    assert picture_of(taken).fresh == frozenset(taken.fresh)
    gone = replace(taken, players=taken.players[:1])
    assert picture_of(gone).taken is None


def test_when_every_card_was_taken_the_last_set_is_what_there_is_to_show() -> None:
    game = after(started(2), right)
    bare = replace(game, table=(), deck=(), phase=Phase.FINISHED, finish=Finish.NO_SET_LEFT)
    assert picture_of(bare).cards == game.taken[-1].cards
    assert face(bare).kind == PHOTO


@pytest.mark.failure(53)
def test_the_fingerprint_differs_where_anything_does() -> None:
    game = started(2)
    variants = [
        game,
        after(game, right),
        after(game, wrong),
        replace(game, look=Look(palette=Palette.SAFE)),
        replace(game, revision=Revision(9)),
        after(game, Stop(ANA)),
    ]
    prints = {face(variant).fingerprint() for variant in variants} | {face(game, in_words=True).fingerprint()}
    assert len(prints) == len(variants) + 1
    assert face(game).fingerprint() == face(started(2)).fingerprint()


def test_the_pictures_print_stays_while_the_picture_does() -> None:
    game = started(2)
    assert face(after(game, wrong)).picture_print() == face(game).picture_print() != ""
    assert face(after(game, right)).picture_print() != face(game).picture_print()
    assert face(lobby(2)).picture_print() == ""


def test_a_caption_of_eight_with_the_longest_names_is_within_telegrams_limit() -> None:
    game = started(8)
    name = shown_name("\U0001f468\u200d\U0001f469\u200d\U0001f467" * 16, "x" * 64, 1)
    named = replace(game, players=tuple(replace(player, name=name) for player in game.players))
    assert len(face(after(named, wrong)).text.encode("utf-16-le")) // 2 <= 1024


def test_where_cards_are_wanted_in_words_the_caption_lists_them_below_the_picture() -> None:
    game = started(2)
    plain, listed = (face_of(KEY, game, SIGNER, ENGLISH, listed=listed) for listed in (False, True))
    assert listed.text.startswith(f"{plain.text}\n\n1. ")
    assert listed.text.endswith(f"12. {ENGLISH.spoken_card(game.table[11], game.look)}")
    assert (listed.kind, listed.picture, listed.keyboard) == (PHOTO, plain.picture, plain.keyboard)
    assert listed.fingerprint() != plain.fingerprint()


def test_a_table_without_cards_has_nothing_to_list() -> None:
    bare = replace(after(started(2), right, Stop(ANA)), table=())
    assert face_of(KEY, bare, SIGNER, ENGLISH, listed=True) == face_of(KEY, bare, SIGNER, ENGLISH)


def test_links_lead_to_the_private_chat_and_to_any_group() -> None:
    assert SIGNER.private_link("how") == "https://t.me/setgram_bot?start=how"
    assert SIGNER.group_link("play") == "https://t.me/setgram_bot?startgroup=play"
