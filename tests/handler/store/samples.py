"""Values to keep, with whatever is hard to keep about them."""

from __future__ import annotations

from engine.card import DECK
from engine.game import Game, GameId, Judged, Millis, Phase, Player, PlayerId, Revision, Slot
from engine.look import Design, Look, Palette
from engine.rules import DeckKind, Rules
from handler.choices import ChatSettings, WhoStarts
from handler.ports import Answered, Stored, Tap, Version

ANA, BO = PlayerId(4_503_599_627_370_495), PlayerId(7)
GAME = GameId("aZ09-_xy")
JUDGED = Judged(
    ANA, (DECK[0], DECK[1], DECK[2]), (Slot(1), Slot(2), Slot(3)), True, Millis(1_796_000_000_123), Revision(4)
)

SETTINGS = ChatSettings(
    language="fa",
    rules=Rules("race", deck=DeckKind.EASY, table_seconds=90),
    look=Look(Design.MODERN, Palette.SAFE, marks=True),
    who_starts=WhoStarts.ADMINS,
    topic=17,
    gap_minutes=5,
    cards_in_words=True,
    version=Version(1),
)
"""Nothing in them is as usual."""


def a_game(name: str = "Ana") -> Game:
    """A game under way, with names in several scripts."""
    return Game(
        id=GAME,
        starter=ANA,
        created_at=Millis(1_796_000_000_000),
        phase=Phase.PLAYING,
        players=(Player(ANA, name, 1, score=1, sets=1), Player(BO, "سارا 🃏 'Łoś\"\n\\", 2, score=-1, locked=True)),
        table=DECK[3:15],
        deck=DECK[15:],
        taken=(JUDGED,),
        last=JUDGED,
        revision=Revision(4),
        deadline=Millis(1_796_000_120_123),
    )


def stored(version: int, name: str = "Ana", event: str = "right 1111 1112 1113 „ș”") -> Stored:
    return Stored(
        a_game(name), Version(version), (Answered(ANA, 9_007_199_254_740_991, event), Answered(BO, 2, "")), "choices"
    )


def a_tap(update: int, at: int = 1_796_000_000_500) -> Tap:
    return Tap(update, DECK[update % 81], Millis(at))
