"""A player's face: initials that can be read on the player's colour, or a picture that somebody
chose.
"""

import struct
import zlib
from pathlib import Path

import pytest
from browser import looking, settled
from colour_vision import contrast
from playwright.sync_api import Browser, expect

from dashboard.frame.faces import Face, drawn, initials, ink_on
from dashboard.frame.theme import DARK, LIGHT
from ledger.book.files.portraits import is_portrait


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


def test_a_drawn_face_with_a_picture_keeps_the_players_colour_around_it() -> None:
    shown = drawn(Face("Gu", "#123456", "#ffffff", "data:image/jpeg;base64,/9j/"), 10, 10, 10)
    assert 'fill="#123456"' in shown
    assert '<image x="1" y="1" width="18" height="18" href="data:image/jpeg;base64,/9j/"' in shown


def png(width: int, height: int) -> bytes:
    """Return a picture of one colour, far larger than what is kept of it."""
    rows = zlib.compress((b"\0" + b"\xc0\x30\x20" * width) * height)
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", rows),
        (b"IEND", b""),
    ]
    whole = b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )
    return b"\x89PNG\r\n\x1a\n" + whole


def test_a_chosen_picture_is_made_small_shown_and_taken_away(
    chromium: Browser, changing_at: str, changing_book: Path
) -> None:
    with looking(chromium, changing_at) as page:
        page.goto(changing_at + "/player?player=1")
        settled(page)
        face, choose = page.locator(".st-key-title .face"), page.locator(".portrait input")
        choose.set_input_files(
            {
                "name": "me.svg",
                "mimeType": "image/svg+xml",
                "buffer": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            }
        )
        expect(page.locator(".portrait p")).to_contain_text(
            "not a picture that this browser can read"
        )
        choose.set_input_files({"name": "me.png", "mimeType": "image/png", "buffer": png(900, 600)})
        # it is there, and square
        expect(face.locator("img")).to_have_js_property("naturalWidth", 128)
        expect(face.locator("img")).to_have_js_property("naturalHeight", 128)
        (kept,) = (changing_book / "faces").iterdir()
        assert is_portrait(kept.read_bytes())
        page.get_by_role("button", name="Take it away").click()
        expect(face.locator("img")).to_have_count(0)
        assert not list((changing_book / "faces").iterdir())
