"""``bourre fmt --mend``: what was typed on a phone or pasted from a chat is written plainly;
nothing is guessed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from book_on_disk import Typing
from hypothesis import given, strategies as st
from log_text import HEADER
from worked_cases import LOGS

from ledger.cli.main import main
from ledger.log import read, write
from ledger.log.mend import as_suggested, mended

COMMENT = "   # don’t “mend” – this\xa0comment, 1Oh"
LOG = HEADER + "hand 1 Ann 9h\n  pass Bea\n"
CASES = [path.read_text("utf-8") for path in LOGS if path.parent.name == "third-clean"]


def mend(text: str) -> str:
    return mended(text, lambda again: read(again, "").errors)


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("Hand 1 Ann 9h", "hand 1 Ann 9h"),
        ("hand 1 Ann 1Oh", "hand 1 Ann Th"),
        ("hand\xa01 Ann\u20099h", "hand 1 Ann 9h"),
        ("hand 1 – 9h", "hand 1 - 9h"),
        ("hand 1 “Ann” 9h", 'hand 1 "Ann" 9h'),
        ("HAND 1 Ann h9", "hand 1 Ann 9h"),
    ],
)
def test_a_line_is_written_plainly_and_its_comment_stays(line: str, plain: str) -> None:
    assert (
        mend(f"{HEADER}{line}{COMMENT}\n  pass Bea\n") == f"{HEADER}{plain}{COMMENT}\n  pass Bea\n"
    )


@pytest.mark.parametrize(
    "line",
    ["pay Bea Ann 1O", "buyin Ann twenty", "hand 1 Anne 9h", "shuffle “twice”", 'seats "Ann'],
)
def test_an_amount_a_name_and_what_cannot_be_read_in_any_way_stay(line: str) -> None:
    assert mend(f"{LOG}{line}\n") == f"{LOG}{line}\n"


def test_a_line_that_can_be_read_stays_word_for_word() -> None:
    text = LOG.replace("9h", "9♥\ufe0f") + '  play "Ann" 2   # “so”\n'
    assert mend(text) == text


def as_a_phone_writes(text: str, slips: list[bool]) -> str:
    """Spoil every statement for which there is a slip; comments stay."""
    lines = []
    for at, line in enumerate(text.split("\n")):
        said, mark, comment = line.partition("#")
        if (
            slips[at % len(slips)]
            and '"' not in comment
            and not said.startswith(("x-", "bourre", "session"))
        ):
            blanks, words = said[: len(said) - len(said.lstrip())], said.lstrip()
            said = (
                blanks
                + words[:1].upper()
                + words[1:].replace(" - ", " – ").replace("Th", "1Oh").replace('"', "“")
            )
        lines.append(said + mark + comment)
    return "\n".join(lines)


@given(st.sampled_from(CASES), st.lists(st.booleans(), min_size=1, max_size=7))
def test_what_a_phone_made_of_a_log_reads_as_the_log_again_and_once_is_enough(
    text: str, slips: list[bool]
) -> None:
    again = mend(as_a_phone_writes(text, slips))
    assert write(read(again, "")) == write(read(text, ""))
    assert mend(again) == again


def test_the_changes_are_shown_and_asked_about_before_they_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "friday.bourre"
    path.write_text(LOG.replace("hand", "Hand"), "utf-8")
    before = path.read_bytes()
    assert main(["fmt", "--mend", str(path)]) == 2
    told = capsys.readouterr()
    assert "-Hand 1 Ann 9h\n" in told.out
    assert "+hand 1 Ann 9h\n" in told.out
    assert "add --yes" in told.err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    for answer, written in (("n", before), ("y", write(read(LOG, "")).encode())):
        monkeypatch.setattr(sys, "stdin", Typing(answer))
        assert main(["fmt", "--mend", str(path)]) == 0
        assert path.read_bytes() == written


def test_a_header_that_could_not_be_read_is_mended_line_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "friday.bourre"
    path.write_text(
        (
            "bourre 1\nsession 2026-11-20 friday\nRules louisiana\nAnte 1\nseats Ann “Big Al”\n\n"
            "Hand 1 Ann 9h\n"
        ),
        "utf-8",
    )
    assert main(["fmt", "--mend", "--yes", str(path)]) == 0
    assert capsys.readouterr().out == f"formatted {path}\n"
    assert path.read_text("utf-8") == (
        'bourre 1\nsession 2026-11-20 friday\nrules louisiana\nante 1\nseats Ann "Big Al"\n\nhand '
        "1 Ann 9h\n"
    )


@pytest.mark.parametrize(
    ("line", "meant", "mended_line"),
    [
        ("  trciks Ann 3 Bea 2", "tricks", "  tricks Ann 3 Bea 2"),
        ("  tricks Anm 3 Bea 2", "Ann", "  tricks Ann 3 Bea 2"),
        ("  pass Ann Bea, Cla   # late", "Cal", "  pass Ann Bea, Cal   # late"),
    ],
)
def test_what_the_reader_suggests_replaces_that_word_alone(
    line: str, meant: str, mended_line: str
) -> None:
    (error,) = read(f"{HEADER}hand 1 Cal 9h\n{line}\n", "x").errors
    assert as_suggested(error) == (meant, mended_line)
