"""rules.md 3: play or pass, the draw, the stock that runs out."""

import pytest
from audit_text import found_in
from tried_options import AGAIN


@pytest.mark.parametrize("preset", ["acadiana", "casino"])
def test_3_3_three_cards_with_seven_players(preset: str) -> None:
    hand = "hand 1 Fay -\nplay Ann 3\nplay Bea 4\nplay Cal out ?? ?? ?? ??\n"
    seven = f"rules {preset}\nseats Ann Bea Cal Dot Eve Gus Fay\n"
    assert found_in(seven + hand) == ["draw-cap 1 Bea", "draw-cap 1 Cal"]
    assert found_in(seven.replace(" Gus", "") + hand) == []


@pytest.mark.parametrize(
    ("cap", "seats", "most"),
    [
        ("7:3,6:4", 7, 3),
        ("7:3,6:4", 6, 4),
        ("7:3,6:4", 5, 5),
        ("2", 2, 2),
        ("2", 7, 2),
        ("none", 7, 5),
        ("0", 4, 0),
    ],
)
def test_3_3_the_cap_of_the_house(cap: str, seats: int, most: int) -> None:
    names = ["Ann", "Bea", "Cal", "Dot", "Eve", "Fay", "Gus"][:seats]
    log = (
        f"rules louisiana draw-cap={cap}\nseats {' '.join(names)}\nhand 1 {names[-1]} -\nplay Ann "
        f"{{}}\n"
    )
    assert found_in(log.format(most)) == []
    assert found_in(log.format(most + 1)) == ["draw-cap 1 Ann"]


# Eight at the table leave 52 − 40 = 12 cards in the stock.


@pytest.mark.parametrize("declare", ["two-rounds", "simultaneous"])
def test_3_4_declaring_first_passed_hands_are_there_for_everyone(declare: str) -> None:
    log = """
        seats Ann Bea Cal Dot Eve Fay Gus Hal
        hand 1 Hal -
          dealt Eve 3h 4h 5h 6h 7h
          play Ann 5
          play Bea 5
          play Cal 5 in 3h ?? ?? ?? ??
          pass Dot Eve
    """
    assert found_in(f"rules louisiana declare={declare}\n" + _flat(log)) == []
    assert found_in("rules louisiana\n" + _flat(log)) == ["duplicate-card 1 3h"]


def _flat(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().split("\n"))


def test_3_4_a_separate_trump_card_leaves_one_card_less_in_the_stock() -> None:
    """Eight seats and a turned card leave eleven: the twelfth draw is somebody's discard."""
    log = """
        seats Ann Bea Cal Dot Eve Fay Gus Hal
        hand 1 Hal -
          play Ann 5 out 3h 4h 5h 6h 7h
          play Bea 5
          play Cal 2 in 3h ??
    """
    assert found_in("rules separate-trump\n" + _flat(log)) == []
    assert found_in("rules louisiana\n" + _flat(log)) == ["duplicate-card 1 3h"]


def test_3_5_by_preset_and_by_option() -> None:
    hand = "hand 1 Dot As\nplay Ann 0\n"
    asked = {"louisiana", "double-ante", "simultaneous"}
    presets = [
        "louisiana",
        "double-ante",
        "separate-trump",
        "dealer-takes-trump",
        "simultaneous",
        "tutorial",
    ]
    presets += ["indiana", "acadiana", "casino"]
    found = {
        preset
        for preset in presets
        if found_in(f"rules {preset}\n{hand}") == ["dealer-must-play 1 Dot"]
    }
    assert found == asked
    assert found_in(f"rules tutorial ace-must-play=yes\n{hand}") == ["dealer-must-play 1 Dot"]
    assert found_in(f"rules louisiana ace-must-play=no\n{hand}") == []


def test_3_7_acadiana_as_an_option() -> None:
    hand = "hand 1 Dot 2s\nplay Ann 0\nplay Bea 0\ntricks Ann 3 Bea 2\npot {}\n"
    assert found_in("rules acadiana\n" + hand.format(4)) == []
    assert found_in("rules acadiana second-ante=yes\n" + hand.format(6)) == []
    assert found_in("rules acadiana second-ante=yes\n" + hand.format(4)) == ["pot 1 -2"]


# --- What is dealt again, and in which order ------------------------------------------------------


@pytest.mark.parametrize("declare", ["with-draw", "two-rounds"])
def test_3_4_folded_first_deals_a_discard_only_when_the_passed_hands_are_used_up(
    declare: str,
) -> None:
    def found(reuse: str, card: str, eve: int) -> list[str]:
        log = AGAIN.format(reuse=reuse, declare=declare, card=card, eve=eve)
        return [line for line in found_in(log) if line.startswith("duplicate-card")]

    # Twenty drawn: the stock is used up, the ten cards of the passed hands are not.
    assert found("folded-first", "3h", 2) == []
    assert found("folded-first", "3d", 2) == ["duplicate-card 1 3d"]
    assert found("together", "3d", 2) == []


def test_3_4_folded_first_counts_hands_passed_by_then() -> None:
    log = AGAIN.replace("play Gus 3 in {card} ?? ??", "play Gus 5 in {card} ?? ?? ?? ??").replace(
        "pass Fay", "play Fay 2"
    )
    assert "duplicate-card 1 3d" not in found_in(
        log.format(reuse="folded-first", declare="with-draw", card="3d", eve=5)
    )
    assert "duplicate-card 1 3d" in found_in(
        log.format(reuse="folded-first", declare="with-draw", card="3d", eve=0)
    )
