"""Nothing in a file may cost more time or memory than its size is worth."""

from pathlib import Path

import pytest
from hostile import HANDS, LINES, megabyte_of, most_hands_of
from log_text import HEADER, hands_of, messages, session_of

from ledger.files import LogError
from ledger.findings.audit import audit
from ledger.log import format_diagnostic, read, read_path, words

HAND = "hand 1 Ann 9h\n"


def test_a_file_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.bourre"
    with path.open("wb") as file:
        file.truncate(words.MOST_BYTES * 1000)
    with pytest.raises(LogError) as refused:
        read_path(path)
    assert refused.value.file == str(path)
    assert "larger than 16 MB" in refused.value.message
    assert refused.value.remedy


@pytest.mark.parametrize("name", ["missing.bourre", "."])
def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(LogError, match="cannot be read"):
        read_path(tmp_path / name)


def test_text_too_large_is_refused() -> None:
    assert messages(read("x" * (words.MOST_BYTES + 1), "x")) == ["the file is larger than 16 MB"]


def test_too_many_lines_are_refused() -> None:
    assert messages(read(HEADER + "#\n" * words.MOST_LINES, "x")) == [
        "the file has more than 500,000 lines"
    ]


def test_too_many_hands_end_the_reading() -> None:
    session = read(HEADER + HAND * (words.MOST_HANDS + 2), "x")
    assert not session.readable
    assert len(hands_of(session)) == words.MOST_HANDS
    assert messages(session) == ["more than 4,000 hands"]
    assert read(HEADER + HAND * words.MOST_HANDS, "x").readable


def test_too_many_bad_lines_end_the_reading() -> None:
    session = read(HEADER + "nonsense\n" * (words.MOST_ERRORS + 2), "x")
    assert not session.readable
    assert len(session.errors) == words.MOST_ERRORS + 1
    assert (
        session.errors[-1].message
        == "more than 10,000 lines cannot be read: the rest of the file is given up"
    )
    assert session.errors[-1].line == words.MOST_ERRORS + 1 + HEADER.count("\n")


def test_a_line_of_a_hundred_thousand_characters_spoils_itself() -> None:
    session = session_of(HAND + "  pass " + "A" * 100_000 + "\n" + HAND)
    assert messages(session) == ["the line has 100,007 characters"]
    assert [hand.quarantined for hand in hands_of(session)] == [True, False]
    assert max(map(len, format_diagnostic(session.errors[0]).split("\n"))) < 120


def test_a_word_of_ten_thousand_characters_is_clipped_in_the_message() -> None:
    session = session_of(HAND + "  pass " + "A" * 9_000 + "\n")
    assert messages(session) == ["A" * 39 + "… is not seated"]


def test_a_name_may_have_64_characters() -> None:
    assert not session_of(f"sit {'N' * 64} after Ann\n").errors
    assert len(session_of(f"sit {'N' * 65} after Ann\n").errors) == 1


def test_twelve_seats_may_be_taken_and_twelve_cards_named() -> None:
    full = HEADER.replace("Cal", " ".join(f"P{n}" for n in range(9)))
    assert not session_of("", full).errors
    assert len(session_of("sit Hal after Ann\n", full).errors) == 1
    assert not session_of("leave Bea\nsit Hal after Ann\n", full).errors
    assert not session_of(f"{HAND}  trick Ann{' 2s' * 12}\n").errors
    for cards in (" 2s" * 13, " 2s>3s" * 13):
        assert messages(session_of(f"{HAND}  trick Ann{cards}\n")) == ["13 cards in one list"]


@pytest.mark.nightly
@pytest.mark.drawn(3)
@pytest.mark.parametrize("line", LINES.values(), ids=LINES.keys())
def test_a_megabyte_of_anything_is_read_to_the_end(line: str) -> None:
    """How long that takes is for the benchmarks to say."""
    session = read(megabyte_of(line), "x")
    assert len(session.errors) <= words.MOST_ERRORS + 1
    assert all(format_diagnostic(error) for error in session.errors)


@pytest.mark.nightly
@pytest.mark.drawn(3)
@pytest.mark.parametrize("hand", HANDS.values(), ids=HANDS.keys())
def test_as_many_hands_as_a_file_may_have_are_audited_to_the_end(hand: str) -> None:
    assert audit([read(most_hands_of(hand), "x")]).hands == words.MOST_HANDS
