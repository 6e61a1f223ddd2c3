from collections import Counter

from hypothesis import given

from engine.card import Card, Feature, features
from engine.sets import is_set
from engine.verdict import FeatureVerdict, Spread, mixed_features, verdict
from tests import strategies
from tests.builders import cards


def test_a_verdict_tells_each_feature_alike_different_or_which_two_are_alike() -> None:
    """R9."""
    a, b, c = cards("1213 2123 3223")
    assert verdict((a, b, c)) == (
        FeatureVerdict(Feature.NUMBER, Spread.DIFFERENT, (0, 1, 2)),
        FeatureVerdict(Feature.COLOUR, Spread.MIXED, (1, 0)),
        FeatureVerdict(Feature.SHADING, Spread.MIXED, (1, 0)),
        FeatureVerdict(Feature.SYMBOL, Spread.ALIKE, (2,)),
    )


def test_the_features_at_fault_are_named() -> None:
    """R9."""
    a, b, c = cards("1111 1121 2222")
    assert mixed_features((a, b, c)) == (Feature.NUMBER, Feature.COLOUR, Feature.SHADING, Feature.SYMBOL)
    a, b, c = cards("1111 1122 1133")
    assert mixed_features((a, b, c)) == ()


@given(strategies.triples)
def test_a_set_is_what_no_feature_is_at_fault_in(three: tuple[Card, Card, Card]) -> None:
    """R9, R16."""
    assert is_set(*three) == (mixed_features(three) == ()) == all(judged.ok for judged in verdict(three))


@given(strategies.triples)
def test_the_values_of_a_verdict_are_those_on_the_cards_the_commonest_first(three: tuple[Card, Card, Card]) -> None:
    """R9."""
    for judged in verdict(three):
        shown = Counter(features(card)[judged.feature] for card in three)
        assert judged.values == tuple(value for value, _ in shown.most_common())
