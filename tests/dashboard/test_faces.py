"""A player's face: initials that can be read on the player's colour."""

import pytest
from colour_vision import contrast

from dashboard.frame.faces import Face, drawn, initials, ink_on
from dashboard.frame.theme import DARK, LIGHT


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Gus", "Gu"),
        ("Bea Broussard", "BB"),
        ("Jean-Luc de la Tour", "JT"),
        ("o'neil", "On"),
        ("7", "7"),
        ("  ", "?"),
        ("🃏", "🃏"),
        ("<b>", "B"),
    ],
)
def test_initials_are_two_letters_of_the_name(name: str, shown: str) -> None:
    assert initials(name) == shown


@pytest.mark.parametrize("colour", [*LIGHT.players, *DARK.players])
def test_initials_can_be_read_on_every_players_colour(colour: str) -> None:
    assert contrast(ink_on(colour), colour) >= 4.5


def test_a_drawn_face_is_never_markup() -> None:
    assert "&lt;" in drawn(Face("<", "#ffffff", "#000000"), 10, 10, 8)
