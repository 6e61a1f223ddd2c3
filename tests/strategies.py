"""Hypothesis strategies for the engine's values."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeVar

from hypothesis import strategies as st

from engine.card import DECK
from engine.commands import (
    Call,
    CastVote,
    Claim,
    Command,
    Configure,
    Deal,
    Join,
    Kick,
    Leave,
    NoSet,
    SetHandicap,
    Start,
    Stop,
    Tick,
    Touch,
)
from engine.events import (
    Called,
    ClaimJudged,
    Configured,
    ControlLost,
    DeadlinePassed,
    Dealt,
    Event,
    Extended,
    Finished,
    Freed,
    HandicapSet,
    Joined,
    Left,
    NoSetSaid,
    Paused,
    PenaltyCancelled,
    Rejected,
    Resumed,
    RoundEnded,
    Started,
    Voted,
    VotePassed,
)
from engine.game import Finish, Game, Judged, Loss, Millis, Phase, PlayerId, Revision, Slot
from engine.look import Design, Look, Palette
from engine.moment import last_change
from engine.play import play
from engine.reasons import Reason
from engine.rules import SYSTEMS, Claiming, DeckKind, Ending, Extension, Lockout, Ranking, Rounds, Rules, Vote
from engine.sets import find_sets
from engine.value import replace
from tests.builders import MINUTE, lobby, shuffle, with_vote_open

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Triple

T = TypeVar("T")


def made(
    kind: Callable[..., T], /, *fields: st.SearchStrategy[object], **named: st.SearchStrategy[object]
) -> st.SearchStrategy[T]:
    """Values of a kind, from strategies of its fields: `st.builds` alone looks up types that only mypy imports."""
    return st.builds(lambda *args, **kwargs: kind(*args, **kwargs), *fields, **named)


cards = st.sampled_from(DECK)
players = st.integers(1, 2**52 - 1).map(PlayerId)
names = st.text(max_size=64)
instants = st.integers(0, 4_000_000_000_000).map(Millis)
revisions = st.integers(0, 500).map(Revision)
slots = st.integers(1, 21).map(Slot)
looks = made(Look, st.sampled_from(Design), st.sampled_from(Palette), st.booleans())
rules = made(
    Rules,
    st.sampled_from(["race", "quick", "my-own"]),
    deck=st.sampled_from(DeckKind),
    claiming=st.sampled_from(Claiming),
    wrong_points=st.integers(-3, 0),
    lockout=st.sampled_from(Lockout),
    extension=st.sampled_from(Extension),
    vote=st.sampled_from(Vote),
    ending=st.sampled_from(Ending),
    ranking=st.sampled_from(Ranking),
    table_seconds=st.integers(1, 9999),
    away_seconds=st.integers(1, 9999),
    min_players=st.integers(1, 8),
    max_players=st.integers(1, 8),
    quick_claim=st.booleans(),
    score_floor=st.none() | st.integers(-9, 0),
    call_seconds=st.integers(1, 99),
    courtesy_ms=st.integers(0, 9999),
    handicaps=st.booleans(),
    rounds=st.sampled_from(Rounds),
)


def distinct_cards(count: int) -> st.SearchStrategy[tuple[int, ...]]:
    """So many different cards."""
    return st.lists(cards, min_size=count, max_size=count, unique=True).map(tuple)


def tables(least: int = 0, most: int = 21) -> st.SearchStrategy[tuple[int, ...]]:
    """Different cards, as many as may lie on a table."""
    return st.lists(cards, min_size=least, max_size=most, unique=True).map(tuple)


triples: st.SearchStrategy[Triple] = st.tuples(cards, cards, cards).filter(lambda three: len(set(three)) == 3)
decks = st.permutations(DECK).map(tuple)
judged = made(Judged, players, triples, st.tuples(slots, slots, slots), st.booleans(), instants, revisions.filter(bool))

commands: st.SearchStrategy[Command] = st.one_of(
    made(Join, players, names, st.booleans()),
    made(Leave, players),
    made(Start, players, decks, st.booleans()),
    made(Claim, players, st.lists(cards, max_size=4).map(tuple), revisions),
    made(Call, players, revisions),
    made(CastVote, players, revisions),
    made(NoSet, players, revisions),
    made(Deal, players, decks, st.booleans()),
    made(Configure, players, rules, looks, st.booleans()),
    made(SetHandicap, players, players, st.integers(0, 300), st.booleans()),
    made(Stop, players, st.booleans(), st.booleans()),
    made(Kick, players, players, st.booleans()),
    made(Touch, players),
    st.just(Tick()),
)

events: st.SearchStrategy[Event] = st.one_of(
    made(Joined, players, st.booleans()),
    made(Left, players, st.none() | players),
    made(Started, players),
    made(Called, players, st.none() | players),
    made(ControlLost, players, st.sampled_from(Loss), instants),
    made(ClaimJudged, judged),
    made(Extended, tables(most=3)),
    made(Freed, st.lists(players, max_size=8).map(tuple)),
    made(DeadlinePassed, instants),
    made(Voted, players, st.booleans()),
    made(VotePassed, instants),
    made(NoSetSaid, players, st.booleans()),
    made(PenaltyCancelled, players),
    made(RoundEnded, st.integers(1, 8), st.sampled_from(Finish)),
    made(Dealt, players, st.integers(2, 8)),
    made(Configured, players),
    made(HandicapSet, players, players, st.integers(0, 300)),
    made(Paused, instants),
    made(Resumed, players),
    made(Finished, st.sampled_from(Finish)),
    made(Rejected, players, st.sampled_from(Reason), st.none() | judged, st.none() | instants),
)


def some_command(game: Game, rng: Random) -> Command:
    """What somebody may ask of a game, mostly something that has an effect."""
    anyone = PlayerId(rng.randint(1, 10))
    seated = [player.id for player in game.players if player.left is None]
    player = rng.choice(seated) if seated and rng.random() < 0.9 else anyone
    admin = rng.random() < 0.2
    revision = Revision(max(0, game.revision - (rng.random() < 0.1)))
    if game.phase is Phase.LOBBY and rng.random() < 0.8:
        gathering: list[Command] = [
            Join(anyone, f"P{anyone}"),
            Start(player, shuffle(rng.randrange(999), game.rules), admin),
            Configure(player, replace(game.rules, table_seconds=rng.choice([60, 120])), game.look, admin),
        ]
        return rng.choice(gathering)
    if game.phase is Phase.DEALING and rng.random() < 0.5:
        return Deal(player, shuffle(rng.randrange(999), game.rules), admin)
    sets = find_sets(game.table)
    picked = (
        rng.choice(sets) if sets and rng.random() < 0.75 else tuple(rng.sample(game.table, min(3, len(game.table))))
    )
    claimer = game.control.player if game.control is not None and rng.random() < 0.9 else player
    claim = Claim(claimer, picked, revision)
    called_first = game.rules.claiming is Claiming.CALL_FIRST and game.control is None and rng.random() < 0.9
    votes: list[Command] = [CastVote(player, revision), NoSet(player, revision)]
    usual: list[Command] = [Call(player, revision) if called_first else claim, rng.choice(votes)]
    rare: list[Command] = [
        Call(player, revision),
        Deal(player, shuffle(rng.randrange(999), game.rules), admin),
        Configure(player, rng.choice([*SYSTEMS.values()]), game.look, admin),
        SetHandicap(player, rng.choice(seated or [anyone]), rng.choice([0, 5, 30]), admin),
        Join(anyone, f"P{anyone}", admin),
        Leave(player),
        Kick(player, rng.choice(seated or [anyone]), admin),
        Touch(player),
        Tick(),
        Stop(player, admin and rng.random() < 0.1, rng.random() < 0.5),
    ]
    candidates: list[Command] = [*usual, rng.choice(rare)]
    return rng.choices(candidates, [8, 2, 1])[0]


@st.composite
def games(draw: st.DrawFn, most_steps: int = 60) -> Game:
    """Any game that can come about: some commands, at some times, by some people, from a lobby on."""
    rng = Random(draw(st.integers(0, 2**32)))
    system = draw(st.sampled_from([*SYSTEMS.values()]))
    rule_set = replace(system, deck=draw(st.sampled_from(DeckKind)), rounds=draw(st.sampled_from(Rounds)))
    game = replace(lobby(rng.randint(1, rule_set.max_players), rules=rule_set), look=draw(looks))
    return _gone_on(game, rng, draw(st.integers(0, most_steps)))


@st.composite
def endgames(draw: st.DrawFn) -> Game:
    """Any game that can come about from one with an empty deck and a deadline passed: some will be voting."""
    rng = Random(draw(st.integers(0, 2**32)))
    game = with_vote_open(rng.randint(2, 5), seed=rng.randrange(8))
    for player in rng.sample([player.id for player in game.players], rng.randint(0, 2)):
        game = play(game, CastVote(player, game.revision), last_change(game)).after
    return _gone_on(game, rng, draw(st.integers(0, 5)))


def _gone_on(game: Game, rng: Random, steps: int) -> Game:
    now = last_change(game)
    for _ in range(steps):
        now = Millis(now + rng.choice([0, 300, 700, 5000, 5000, 5000, MINUTE, 3 * MINUTE, 11 * MINUTE]))
        game = play(game, some_command(game, rng), now).after
    return game
