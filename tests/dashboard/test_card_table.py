"""The card table as a picture: well-formed whatever is on it, everything inside it, names harmless,
and the same in words.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from all_hands import LOGS, hands_of
from audit_text import log_of
from hostile_words import NAMES
from trials import drawn as some

from dashboard.frame.wording import card as card_text
from dashboard.replay.card_table import (
    CARD,
    PLATE,
    WIDTH,
    Scene,
    card_table,
    cards_at,
    described,
    name,
    seats_for,
)
from ledger import Retelling, judge, read
from ledger.hands.from_log import columns as columns_of
from ledger.log.words import quote
from ledger.story.retelling import Moment, retell, turned_of
from ledger.story.step_by_step import moments

SVG = "{http://www.w3.org/2000/svg}"


def some_hands(logs: int) -> list[Retelling]:
    """The hands of some logs, others each time."""
    return [hand for log in some(LOGS, logs) for hand in hands_of(log) if hand.seats]


def a_wrong_play() -> tuple[Retelling, Moment]:
    """A hand with a play against the rules, and that moment."""
    hands = hands_of(next(path for path in LOGS if path.stem == "mistakes"))
    return next(
        (hand, moment) for hand in hands if hand.seats for moment in moments(hand) if moment.reason
    )


def scene(hand: Retelling, moment: Moment) -> Scene:
    return Scene(hand, moment, hand.seats[0].player, {})


def drawn(hand: Retelling, moment: Moment, *, alone: bool = False) -> ET.Element:
    return ET.fromstring(card_table(scene(hand, moment), alone=alone))  # noqa: S314 - our own


def _trump_card(hand: Retelling, moment: Moment) -> str:
    """The card in the middle that says what is trump."""
    return turned_of(hand) if moment.kind != "antes" and hand.trump >= 0 else ""


def with_class(picture: ET.Element, kind: str) -> list[ET.Element]:
    return [element for element in picture.iter() if kind in (element.get("class") or "").split()]


def hand_of(names: tuple[str, ...]) -> Retelling:
    """Return a hand in which all of ``names`` play a trick."""
    words = [quote(one) for one in names]
    deck = [rank + suit for suit in "shdc" for rank in "AKQJT98765432"]
    lines = [
        f"seats {' '.join(words)}",
        f"hand 1 {words[-1]} -",
        *(f"  play {word} 0" for word in words),
    ]
    lines.append(f"  trick {words[0]} {' '.join(deck[: len(words)])}")
    judged = judge(columns_of([read(log_of("\n".join(lines) + "\n").encode(), "friday.bourre")]))
    assert not judged.hands.quarantined.any()
    return retell(judged, 0)


@pytest.mark.slow
def test_every_step_of_every_hand_is_well_formed_and_shows_what_is_there() -> None:
    """All cards of the hands are in the picture, backs for those that nobody knows, and one mark
    for each wrong card.
    """
    pictures = 0
    for hand in some_hands(len(LOGS) // 18):
        for moment in moments(hand):
            picture = drawn(hand, moment)
            faces = sum(len(place.cards) for place in moment.places) + sum(
                laid.card != "??" for laid in moment.laid
            )
            backs = sum(place.hidden for place in moment.places) + sum(
                laid.card == "??" for laid in moment.laid
            )
            uses = [element.get("href") for element in picture.iter(f"{SVG}use")]
            assert sum(use in {"#bt-s", "#bt-h", "#bt-d", "#bt-c"} for use in uses) == faces + bool(
                _trump_card(hand, moment)
            )
            assert uses.count("#bt-back") == backs
            assert len(with_class(picture, "wrong")) == sum(laid.wrong for laid in moment.laid)
            assert len(with_class(picture, "right")) == len(moment.right)
            assert len(with_class(picture, "best")) == 2 * sum(
                laid.best and not laid.wrong for laid in moment.laid
            ) + sum(laid.best and laid.wrong for laid in moment.laid)
            assert len(with_class(picture, "led")) == sum(
                laid.led and not laid.best for laid in moment.laid
            )
            assert len(with_class(picture, "dealer")) == (hand.dealer is not None)
            assert len(with_class(picture, "turn")) == (moment.turn is not None)
            pictures += 1
    assert pictures > 500


@pytest.mark.slow
def test_the_text_has_everything_that_the_picture_shows() -> None:
    for hand in some_hands(len(LOGS) // 9):
        for moment in moments(hand):
            text = described(scene(hand, moment))
            for place in moment.places:
                held = [card_text(card) for card in place.cards] + (
                    [f"{place.hidden} unknown"] if place.hidden else []
                )
                assert name(place.player) in text
                assert f": {', '.join(held) or 'no cards'}." in text
            for laid in moment.laid:
                assert f"{name(laid.player)} {card_text(laid.card)}" in text
            # they lie before their players until the deal
            in_front = sum(hand.antes.values()) if moment.kind == "antes" else 0
            assert f"The pot is {moment.pot - in_front}." in text
            assert all(
                f"{name(player)}: {chips}" in text
                for player, chips in hand.antes.items()
                if chips and in_front
            )
            turned = _trump_card(hand, moment)
            assert not turned or f"{card_text(turned)} was turned up." in text
            assert not moment.reason or f"Wrong: {moment.reason}." in text
            assert not moment.turn or f"{name(moment.turn)} is next." in text


def test_a_picture_says_what_it_is() -> None:
    hand, moment = a_wrong_play()
    picture = drawn(hand, moment)
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == picture.findtext(f"{SVG}title")
    assert moment.said in str(picture.findtext(f"{SVG}title"))
    assert picture.findtext(f"{SVG}desc") == described(scene(hand, moment))


def test_alone_it_brings_its_styles_and_its_words() -> None:
    hand, moment = a_wrong_play()
    picture = drawn(hand, moment, alone=True)
    assert picture.find(f"{SVG}style") is not None
    used = {str(use.get("href"))[1:] for use in picture.iter(f"{SVG}use")}
    assert used <= {element.get("id") for element in picture.iter()}
    assert moment.said in {element.text for element in with_class(picture, "said")}
    assert moment.reason in {element.text for element in with_class(picture, "why")}


@pytest.mark.parametrize("players", range(1, 13))
@pytest.mark.parametrize("number", [3, 4, 5])
def test_nothing_covers_anything_however_many_play(players: int, number: int) -> None:
    """Plates, every card of every hand, the cards played, the trump card and the pot lie apart and
    inside the picture.
    """
    seating = seats_for(players)
    assert len(seating.spots) == players
    played = (CARD[0] * seating.big, CARD[1] * seating.big)
    boxes = [(181.0, seating.height / 2 - 54, *CARD), (174.0, seating.height / 2 + 2, 52.0, 40.0)]
    for spot in seating.spots:
        boxes.append((spot.plate[0] - PLATE[0] / 2, spot.plate[1] - PLATE[1] / 2, *PLATE))
        boxes.append((spot.played[0] - played[0] / 2, spot.played[1] - played[1] / 2, *played))
        boxes += [(x, y, *CARD) for x, y in cards_at(spot, number)]
    for at, (x, y, width, height) in enumerate(boxes):
        assert 0 <= x <= WIDTH - width
        assert 0 <= y <= seating.height - height
        for left, top, wide, high in boxes[at + 1 :]:
            assert x + width <= left or left + wide <= x or y + height <= top or top + high <= y


def test_more_cards_than_a_hand_has_stand_closer() -> None:
    for spot in seats_for(12).spots:
        corners = cards_at(spot, 9)
        assert len(set(corners)) == 9
        assert all(
            spot.hand[0] - PLATE[0] / 2 <= x <= spot.hand[0] + PLATE[0] / 2 - CARD[0]
            for x, _ in corners
        )


def test_seats_go_round_clockwise_from_the_bottom() -> None:
    four = [spot.plate for spot in seats_for(4).spots]
    bottom, left, top, right = four
    assert bottom[1] > left[1] > top[1]
    assert left[0] < bottom[0] < right[0]
    eight = [spot.plate for spot in seats_for(8).spots]
    assert [(x < WIDTH / 2, y > seats_for(8).height / 2) for x, y in eight] == [
        (False, True),
        (True, True),
        (True, True),
        (True, False),
        (True, False),
        (False, False),
        (False, False),
        (False, True),
    ]


@pytest.mark.parametrize("start", range(0, len(NAMES), 5))
def test_names_do_no_harm(start: int) -> None:
    """A name is text and nothing else, and what is too long for its plate is cut; the whole is in a
    tooltip.
    """
    names = NAMES[start : start + 5]
    hand = hand_of(names)
    ours = {
        f"{SVG}{tag}"
        for tag in [
            "svg",
            "title",
            "desc",
            "style",
            "defs",
            "g",
            "path",
            "rect",
            "circle",
            "text",
            "use",
        ]
    }
    for moment in moments(hand):
        picture = drawn(hand, moment, alone=True)
        assert {element.tag for element in picture.iter()} <= ours
        attributes = {key for element in picture.iter() for key in element.attrib}
        assert not {key for key in attributes if key.startswith("on")}
        assert all(str(use.get("href")).startswith("#bt-") for use in picture.iter(f"{SVG}use"))
        for text in with_class(picture, "name"):
            assert len(str(text.text)) <= 14
