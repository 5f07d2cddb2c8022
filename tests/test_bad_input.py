"""Bad input gets a clear finding or error and costs nothing but itself: each kind with its message
and exit status.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.cli.main import main

HEADER = "bourre 1\nsession 2026-11-20 evening\nrules louisiana\nseats Ann Bea Cal\n"
SIX_TRICKS = "".join(
    f"  trick Bea {cards}\n" for cards in ("Ah 2h", "Kh 3h", "Qh 4h", "Jh 5h", "Th 6h", "9h 7h")
)
CARD = "a card: one of A K Q J T 9 8 7 6 5 4 3 2 and one of s h d c, or ??"

BAD = {
    "empty file": (b"", 2, "1:1: error: the file is empty"),
    "binary": (bytes(range(256)) * 8, 2, "1:1: error: this is not text"),
    "wrong version": (
        HEADER.replace("bourre 1", "bourre 2"),
        2,
        "1:8: error: version 2 of the format",
    ),
    "missing header": (
        "hand 1 Ann Ah\n  pass Bea\n",
        2,
        "1:1: error: a log does not begin with hand",
    ),
    "no header at all": ("just a letter\n", 2, "1:1: error:"),
    "duplicate player": (HEADER.replace("Bea", "Ann"), 2, "4:11: error: Ann is seated twice"),
    "unknown preset": (
        HEADER.replace("louis", "lous"),
        2,
        "3:7: error: there are no rules named 'lousiana'",
    ),
    "card 1h": (HEADER + "hand 1 Ann 1h\n", 1, "5:12: error: 1h is not a card"),
    "nine players": (
        HEADER.replace("Ann Bea Cal", "A B C D E F G H I") + "hand 1 A 2s\n  play B 0\n",
        0,
        "9 players sit at the table; these rules (louisiana) are for 2 to 8",
    ),
    "six tricks": (
        HEADER + "hand 1 Ann 2s\n  play Bea\n  play Cal\n" + SIX_TRICKS,
        1,
        "Trick 6 is one too many",
    ),
    "a hand without end": (
        HEADER + "hand 1 Ann 2s\n  play Bea\n  play Cal\n  trick Bea Ah 2h",
        0,
        "nothing wrong",
    ),
    "a name that is a keyword": (
        HEADER.replace("Ann Bea Cal", "out in after")
        + "hand 1 out 2s\n  play in 1 out 3s in 5s\n  tricks in 5\n",
        0,
        "nothing wrong",
    ),
    "a name that is a number": (
        HEADER.replace("Bea", "7"),
        2,
        "4:11: error: 7 is a number, not a name",
    ),
    "a line of 100,000 characters": (
        HEADER + "hand 1 Ann 2s\n  play " + "B" * 100_000 + "\n",
        1,
        "6:10001: error: the line has 100,007 characters",
    ),
    "invalid UTF-8": (
        HEADER.encode() + b"hand 1 Ann 2s\n  play B\xff\n",
        1,
        "6:9: error: the byte 0xff is not UTF-8",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_input_has_its_message(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content, status, message = BAD[kind]
    path = tmp_path / "bad.bourre"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert main(["audit", str(path)]) == status
    printed = " ".join("".join(capsys.readouterr()).split())
    assert message in printed.replace("Nothing wrong", "nothing wrong")


def test_a_bad_file_does_not_keep_others_from_being_audited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.bourre").write_bytes(b"\0\1\2")
    (tmp_path / "b.bourre").write_text(HEADER + "hand 1 Ann 2s\n  play Bea 9\n")
    assert main(["audit", str(tmp_path)]) == 2
    assert "Bea" in capsys.readouterr().out
