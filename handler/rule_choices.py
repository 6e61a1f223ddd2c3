"""What can be chosen about a game before it begins: presets of one tap, and single choices with their options. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.look import Design, Look, Palette
from engine.rules import (
    CALL,
    CLASSIC,
    DEFAULT_LOOKS,
    FAMILY,
    RACE,
    SOLO,
    SYSTEMS,
    Claiming,
    DeckKind,
    Ending,
    Extension,
    Lockout,
    Rounds,
    Rules,
)
from engine.value import Value, replace
from handler.solo_result import is_alone
from handler.words import N_

if TYPE_CHECKING:
    from collections.abc import Callable

    from handler.choices import ChatSettings
    from handler.ports import GameKey
    from handler.words import Words


class Setup(Value):
    """What a game is played with."""

    rules: Rules = RACE
    look: Look = Look()


class Option(Value):
    """One way to choose. A setup that it leaves as it is has chosen it."""

    label: Callable[[Words], str]
    apply: Callable[[Setup], Setup]


class Choice(Value):
    """A choice: its name, its options, and the rules it is open to.

    One that is `listed` has a button for each option, behind its `sign` if it has one; any other has one button, which
    goes on to the next option.
    """

    name: str
    options: tuple[Option, ...]
    is_open: Callable[[Rules], bool]
    listed: bool = False
    sign: str = ""

    def label(self, option: Option, words: Words) -> str:
        """An option of a listed choice, as its button says it."""
        return f"{self.sign} {option.label(words)}".strip()

    def chosen(self, setup: Setup) -> int | None:
        """Which option a setup has; None where it has another value than any of them."""
        return next((index for index, option in enumerate(self.options) if option.apply(setup) == setup), None)

    def following(self, setup: Setup) -> int:
        """The option after the one chosen, the first after the last."""
        chosen = self.chosen(setup)
        return 0 if chosen is None else (chosen + 1) % len(self.options)

    def now(self, setup: Setup, words: Words) -> str:
        """A choice as it stands; its name alone where no option is what is chosen."""
        chosen = self.chosen(setup)
        return words(self.name) if chosen is None else self.told(self.options[chosen], words)

    def told(self, option: Option, words: Words) -> str:
        """A choice and its option in words: `Deck: easy start`."""
        return words("{choice}: {option}", choice=words(self.name), option=option.label(words))


class Preset(Value):
    """Rules for an occasion in one tap. `handicap` are the seconds that whoever starts waits before a call."""

    name: str
    told: str
    rules: Rules
    handicap: int = 0


PRESETS = (
    Preset(N_("Usual"), N_("Usual: all race for the sets"), RACE),
    Preset(N_("Easy"), N_("Beginners: easy deck, no points lost"), replace(CLASSIC, deck=DeckKind.EASY)),
    Preset(N_("Kids"), N_("Children: family rules, the starter waits"), FAMILY, handicap=5),
)


def with_rules(setup: Setup, rules: Rules) -> Setup:
    """A setup with other rules. Their look comes with them, unless another than the usual one had been chosen."""
    usual, look = DEFAULT_LOOKS[setup.rules.system], setup.look
    if replace(look, marks=usual.marks) != usual:
        return Setup(rules, look)
    return Setup(rules, replace(DEFAULT_LOOKS[rules.system], marks=look.marks))


def _system(label: Callable[[Words], str], rules: Rules) -> Option:
    return Option(label, lambda setup: setup if setup.rules.system == rules.system else with_rules(setup, rules))


def _deck(label: Callable[[Words], str], deck: DeckKind) -> Option:
    return Option(label, lambda setup: replace(setup, rules=replace(setup.rules, deck=deck)))


def _design(label: Callable[[Words], str], design: Design) -> Option:
    return Option(label, lambda setup: replace(setup, look=replace(setup.look, design=design)))


def _palette(label: Callable[[Words], str], palette: Palette) -> Option:
    return Option(label, lambda setup: replace(setup, look=replace(setup.look, palette=palette)))


def _marks(label: Callable[[Words], str], *, marks: bool) -> Option:
    return Option(label, lambda setup: replace(setup, look=replace(setup.look, marks=marks)))


def _penalty(points: int) -> Option:
    return Option(
        lambda words: words.number(points),
        lambda setup: replace(setup, rules=replace(setup.rules, wrong_points=points)),
    )


def _table_time(seconds: int) -> Option:
    return Option(
        lambda words: words("{n} s", n=seconds),
        lambda setup: replace(setup, rules=replace(setup.rules, table_seconds=seconds)),
    )


def _call_time(seconds: int) -> Option:
    return Option(
        lambda words: words("{n} s", n=seconds),
        lambda setup: replace(setup, rules=replace(setup.rules, call_seconds=seconds)),
    )


def _rounds(label: Callable[[Words], str], rounds: Rounds) -> Option:
    return Option(label, lambda setup: replace(setup, rules=replace(setup.rules, rounds=rounds)))


def _quick(label: Callable[[Words], str], *, quick: bool) -> Option:
    return Option(label, lambda setup: replace(setup, rules=replace(setup.rules, quick_claim=quick)))


def _always(_rules: Rules) -> bool:
    return True


def _in_company(rules: Rules) -> bool:
    return not is_alone(rules)


def _calls(rules: Rules) -> bool:
    return rules.claiming is Claiming.CALL_FIRST


def _picks(rules: Rules) -> bool:
    return rules.claiming is Claiming.PICK_FIRST


def _has_deadline(rules: Rules) -> bool:
    return rules.lockout is Lockout.UNTIL_SET_OR_DEADLINE or rules.extension is Extension.BY_VOTE_OR_DEADLINE


def _has_rounds(rules: Rules) -> bool:
    return _calls(rules) and rules.ending is Ending.NO_SET_LEFT


SYSTEM = Choice(
    N_("Rules"),
    (
        _system(lambda words: words("Race"), RACE),
        _system(lambda words: words("Classic"), CLASSIC),
        _system(lambda words: words("Call first"), CALL),
        _system(lambda words: words("Family"), FAMILY),
    ),
    _in_company,
    listed=True,
)

CHOICES = (
    SYSTEM,
    Choice(
        N_("Colours"),
        (
            _palette(lambda words: words("original"), Palette.ORIGINAL),
            _palette(lambda words: words("modern"), Palette.MODERN),
            _palette(lambda words: words("for all eyes"), Palette.SAFE),
            _palette(lambda words: words("dark"), Palette.DARK),
        ),
        _always,
        listed=True,
        sign="🎨",
    ),
    Choice(
        N_("Deck"),
        (
            _deck(lambda words: words("all cards"), DeckKind.FULL),
            _deck(lambda words: words("easy start"), DeckKind.EASY),
        ),
        _always,
    ),
    Choice(
        N_("Cards"),
        (
            _design(lambda words: words("original"), Design.ORIGINAL),
            _design(lambda words: words("modern"), Design.MODERN),
        ),
        _always,
    ),
    Choice(
        N_("Marks"),
        (_marks(lambda words: words("no"), marks=False), _marks(lambda words: words("yes"), marks=True)),
        _always,
    ),
    Choice(N_("Wrong claim"), (_penalty(-1), _penalty(0)), _always),
    Choice(
        N_("Quick claim"),
        (_quick(lambda words: words("no"), quick=False), _quick(lambda words: words("yes"), quick=True)),
        _picks,
    ),
    Choice(
        N_("Rounds"),
        (
            _rounds(lambda words: words("one"), Rounds.ONE),
            _rounds(lambda words: words("match"), Rounds.MATCH),
        ),
        _has_rounds,
    ),
    Choice(N_("Deadline"), tuple(_table_time(seconds) for seconds in (60, 120, 180, 300)), _has_deadline),
    Choice(N_("To pick"), tuple(_call_time(seconds) for seconds in (5, 8, 10, 15)), _calls),
)
"""Every single choice, in the order in which they are shown. A button carries places in here: add only at the end."""

HANDICAPS = (0, 5, 10, 15, 20, 30)
"""The seconds that a player may be made to wait before a call."""


def option_at(choice: int, option: int) -> tuple[Choice, Option] | None:
    """An option by its places; None where another version of this list made the button."""
    if choice >= len(CHOICES) or option >= len(CHOICES[choice].options):
        return None
    return CHOICES[choice], CHOICES[choice].options[option]


def departures(setup: Setup, words: Words) -> list[str]:
    """What is chosen: the rules by their name, and whatever is not as these rules usually have it."""
    usual = Setup(SYSTEMS[setup.rules.system], DEFAULT_LOOKS[setup.rules.system])
    told: list[str] = []
    for choice in CHOICES:
        index = choice.chosen(setup)
        if index is None or not choice.is_open(setup.rules):
            continue
        if choice is SYSTEM:
            told.append(choice.options[index].label(words))
        elif index != choice.chosen(usual):
            told.append(choice.told(choice.options[index], words))
    return told


def setup_of(settings: ChatSettings, key: GameKey) -> Setup:
    """What the next game is played with: in a private chat always one against the deck."""
    if key.chat > 0 and not is_alone(settings.rules):
        return Setup(SOLO, settings.look)
    return Setup(settings.rules, settings.look)
