"""Lines as words: blanks, quotes, comments, line ends, and bytes that are no text."""

import pytest
from hypothesis import given, strategies as st
from log_text import HEADER, from_docstring, hands_of, messages, session_of

from ledger.log import read, write
from ledger.log.hand_statements import Pass
from ledger.log.records import Comment, Foreign, Session, Unreadable
from ledger.log.words import plain_words, quote, split, visible

LOG = HEADER + "\nhand 1 Ann 9h\n  pass Bea\n"


@pytest.mark.parametrize(
    ("line", "words", "comment"),
    [
        ("pass Ann Bea", ["pass", "Ann", "Bea"], ""),
        ("\t pass \t Ann  ", ["pass", "Ann"], ""),
        ('pass "Big Al"', ["pass", "Big Al"], ""),
        ('ante "Big Al=5" Bea', ["ante", "Big Al=5", "Bea"], ""),
        (r'pass "a\"b\\c"', ["pass", 'a"b\\c'], ""),
        ("pass Ann # drunk", ["pass", "Ann"], "# drunk"),
        ("pass Ann#2", ["pass", "Ann#2"], ""),
        ('pass "Ann #2" # so', ["pass", "Ann #2"], "# so"),
        ('pass Ann # said "no', ["pass", "Ann"], '# said "no'),
        ('pass ""', ["pass", ""], ""),
        ("#", [], "#"),
        ("", [], ""),
    ],
)
def test_a_line_is_words_and_a_comment(line: str, words: list[str], comment: str) -> None:
    found = split(line)
    assert (found.words, found.comment) == (words, comment)


def test_the_columns_are_those_of_the_words_in_the_line() -> None:
    line = '  pass "Big Al"  Ann # x'
    found = split(line)
    assert [line[column - 1 :][:2] for column in found.columns] == ["pa", '"B', "An"]
    assert found.end == line.index(" #") + 1


@pytest.mark.parametrize(
    "word", ["Ann", "Big Al", 'a"b', "a\\b", "a\\ b", "#1", "a#1", "", "\\", '"', "Zoë"]
)
def test_a_quoted_word_is_read_back(word: str) -> None:
    assert split(f"{quote(word)} x").words == [word, "x"]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + LOG,
        LOG.replace("\n", "\r\n"),
        LOG.replace("\n", "\r\r\n"),
        LOG.rstrip("\n"),
        "\n \ufeff" + LOG,
        LOG.replace("  pass", "\t\tpass\t"),
    ],
)
def test_byte_order_mark_line_ends_and_indentation_mean_nothing(text: str) -> None:
    for content in (text, text.encode()):
        session = read(content, "x")
        assert session.readable
        assert not session.errors
        assert write(session) == LOG


@pytest.mark.parametrize(
    "character", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\u00a0", "\u3000"]
)
def test_only_a_line_feed_ends_a_line_and_only_space_and_tab_divide_words(character: str) -> None:
    session = session_of(f"hand 1 Ann 9h\npass Ann{character}Bea\n")
    assert hands_of(session)[0].statements == [Unreadable(6, f"pass Ann{character}Bea")]
    assert session.errors[0].line == 6


def test_bytes_that_are_not_utf8_spoil_their_line_only_and_are_kept() -> None:
    text = LOG.encode() + b"  pass Zo\xeb\n\nhand 2 Bea 9h\n"
    session = read(text, "x")
    assert [hand.quarantined for hand in hands_of(session)] == [True, False]
    assert write(session).encode("utf-8", "surrogateescape") == text


def test_a_nul_in_a_log_spoils_its_line_only() -> None:
    session = read(LOG + "  pass \0\n", "x")
    assert session.readable
    assert messages(session) == ["the character U+0000 cannot be shown"]


@pytest.mark.parametrize("content", [b"", b"\n\n \t\n", b"\xef\xbb\xbf", "\ufeff\n"])
def test_an_empty_file_is_said_to_be_empty(content: bytes | str) -> None:
    session = read(content, "x")
    assert not session.readable
    assert messages(session) == ["the file is empty"]


@from_docstring
def test_another_programs_statement_is_kept_whatever_follows(session: Session) -> None:
    """
    x-app "unclosed # and so on
    hand 1 Ann 9h
      x-app 1 > 2   # theirs
      pass Bea
    """
    assert not session.errors
    assert session.body[0] == Foreign(6, 'x-app "unclosed # and so on')
    assert hands_of(session)[0].statements[0] == Foreign(8, "x-app 1 > 2   # theirs")


def test_another_programs_statement_may_have_any_character_and_length() -> None:
    session = read(HEADER.encode() + b"x-photo \xff\x00\x07" + b"A" * 20_000 + b"\n", "x")
    assert not session.errors


@from_docstring
def test_comments_are_kept_where_they_stand(session: Session) -> None:
    """
    # before
    hand 1 Ann 9h   # the first
      # inside
      pass Bea # drunk
    """
    hand = hands_of(session)[0]
    assert session.body[0] == Comment(6, indented=False, comment="# before")
    assert hand.first is not None
    assert hand.first.comment == "# the first"
    assert hand.statements == [
        Comment(8, indented=True, comment="# inside"),
        Pass(9, ("Bea",), "# drunk"),
    ]


def test_quotes_only_divide_words() -> None:
    session = session_of('"hand" "1" "Ann" "9h"\n"pass" Bea\n')
    assert not session.errors
    assert write(session).endswith("\nhand 1 Ann 9h\n  pass Bea\n")


def test_what_is_shown_has_no_control_characters() -> None:
    assert (
        visible("a\tb\x1b[31m\u202e\udcff\u200d\U000e0001")
        == "a b\\x1b[31m\\u202e\\xff\u200d\\U000e0001"
    )


QUOTED = st.lists(
    st.sampled_from(
        ['"', '""', " ", "\t", "a", "Big Al", '"Big Al"', '"Big Al=5"', "=5", "Bea", "x-"]
    ),
    max_size=9,
).map("".join)


@given(QUOTED)
def test_the_quick_way_to_take_a_line_apart_never_says_another_thing_than_the_careful_one(
    line: str,
) -> None:
    quick = plain_words(line)
    assert quick is not None or '"' in line
    if quick is not None:
        assert quick == split(line).words
