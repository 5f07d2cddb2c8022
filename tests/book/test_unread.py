"""Nothing that was not read stays silent: every answer about money says what it leaves out, and
``bourre check`` fails.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from audit_text import log_of
from book_on_disk import Book, Told, flat

from ledger.book import ask
from ledger.book.balances.unread import Unread, sentences, unread
from ledger.book.sessions.importing import ImportOptions, import_files

pytestmark = pytest.mark.slow

NIGHT = """\
session 2026-03-14 friday
rules acadiana
chip 0.25 USD
ante 1
seats Ann Bea Cal

hand 1 Cal 9h
  play Ann 0
  play Bea 0
  pass Cal
  tricks Ann 3 Bea 2
"""
TYPO = """
hand 2 Ann 9h
  play Bae 0
  play Cal 0
  tricks Cal 5
"""
HAND_2 = TYPO.replace("Bae", "Bea")
CLAIM = """
hand 2 Ann 9h
  play Bea 0
  play Cal 0
  play Ann 0
  claim Cal Ah Kh Qh
"""
CUT = """
hand 3 Bea 9h
  play Cal 0
  play Ann 0
  pass Bea
"""
ANSWERS = (("owes",), ("why", "Ann"), ("statement", "Ann"), ("players",))


@pytest.fixture(scope="module")
def one_night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book with one night of one hand that is all right, to be copied."""
    folder = tmp_path_factory.mktemp("one") / "book"
    log = folder.with_name("friday.bourre")
    log.write_text(log_of(NIGHT), "utf-8")
    assert not import_files(folder, [log], ImportOptions()).refused
    return folder


@pytest.fixture
def friday(one_night: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Book:
    """Return a copy of that book."""
    return Book(Path(shutil.copytree(one_night, tmp_path / "book")), capsys)


def run_import(book: Book, text: str, name: str = "friday.bourre") -> Told:
    """Import a log, as from a shell, in place of the one that the book has."""
    return book.run("import", book.put(text, name), "--replace")


def left_out(book: Book) -> Unread:
    return ask(book.folder, unread)


def said(book: Book) -> list[str]:
    return [text for text, *_ in sentences(left_out(book))]


def assert_told_everywhere(book: Book, words: str) -> None:
    """Every answer about money says ``words`` before its figures, and the check of the book fails
    with them.
    """
    for command in ANSWERS:
        told = book.run(*command)
        assert flat(told.out).startswith("Not in these figures:"), command
        assert words in flat(told.out)
        assert book.json(*command)["not_read"] == left_out(book).as_dict()
        csv = book.run(*command, "--format", "csv")
        assert words in flat(csv.err)
        assert words not in csv.out
    for form in ("beancount", "hledger"):
        told = book.run("export", form, "-")
        assert told.out.startswith("; NOT IN THESE FIGURES:\n")
        assert words in told.out
    assert_checked(book, words)


def assert_told(book: Book, words: str) -> None:
    """What is left out is put into words once for all answers: it has these, and the check of the
    book fails with them.
    """
    assert words in flat(" ".join(said(book)))
    assert_checked(book, words)


def assert_checked(book: Book, words: str) -> None:
    checked = book.run("check")
    assert checked.status == 1
    assert words in flat(checked.out)


def test_a_book_that_leaves_nothing_out_says_nothing(friday: Book) -> None:
    assert not left_out(friday)
    assert friday.run("check").status == 0
    for command in ANSWERS:
        told = friday.run(*command)
        assert "Not in these figures" not in told.out + told.err
    assert "NOT IN" not in friday.run("export", "hledger", "-").out


def test_lines_and_hands_that_cannot_be_read(friday: Book) -> None:
    told = run_import(friday, log_of(NIGHT + "\nbuyin Ann 4O\npay Bea Ann 2O\n" + TYPO))
    assert told.status == 1
    words = "3 lines and 1 hand of 14 March 2026 (friday) could not be read"
    assert flat(told.out).startswith("Stored, but not in the figures: " + words)
    assert f"bourre audit {friday.folder.parent / 'friday.bourre'}" in told.out
    assert_told_everywhere(friday, words)
    assert f"bourre audit {friday.folder / 'sessions/friday.bourre'}" in friday.run("owes").out


def test_what_is_unexplained_of_such_a_night_is_said_in_money(friday: Book) -> None:
    """Hand 3 counts seven chips, and what hand 2 put into the pot could not be read."""
    counted = "\nhand 3 Bea 9h\n  play Cal 0\n  play Ann 0\n  tricks Cal 3 Ann 2\n  pot 7\n"
    assert run_import(friday, log_of(NIGHT + TYPO + counted)).status == 1
    words = (
        "1 line and 1 hand of 14 March 2026 (friday) could not be read; $1.00 of that evening is "
        "unexplained"
    )
    assert_told(friday, words)


def test_the_same_log_brought_in_again_says_so_again(friday: Book) -> None:
    text = log_of(NIGHT + TYPO)
    run_import(friday, text)
    told = run_import(friday, text)
    assert told.status == 1
    assert flat(told.out).startswith(
        "In the book, but not in the figures: 1 line and 1 hand of 14 March 2026 (friday)"
    )
    assert f"bourre audit {friday.folder.parent / 'friday.bourre'}" in told.out


def test_an_import_says_so_before_it_is_done_too(friday: Book, tmp_path: Path) -> None:
    log = tmp_path / "friday.bourre"
    log.write_text(log_of(NIGHT + TYPO), "utf-8")
    trial = friday.run("import", str(log), "--replace", "--dry-run")
    assert trial.status == 1
    assert f"bourre audit {log}" in trial.out
    assert not left_out(friday)


@pytest.mark.parametrize("end", [CUT, "\nhand 3 Bea 9h\n  pass Cal\n", CUT + "  trick Cal Ks 2"])
def test_a_log_that_ends_in_the_middle_of_a_hand(friday: Book, end: str) -> None:
    told = run_import(friday, log_of(NIGHT + HAND_2 + end).rstrip("\n"))
    assert told.status == 1
    (words,) = said(friday)
    if "Ks 2" in end:  # the last line is cut too
        assert words == (
            "1 line and 1 hand of 14 March 2026 (friday) could not be read; that may change "
            "the balance of Ann, Bea and Cal"
        )
    else:
        assert words == (
            "the last hand of 14 March 2026 (friday), hand 3, has no end: its pot holds $1.25, "
            "and more may be missing after it"
        )
    assert_told(friday, words)
    if "Ks 2" not in end:  # the audit has nothing against such a hand
        path = friday.folder / "sessions/friday.bourre"
        assert (
            f"→ write what is missing at the end of {path}; if nothing is, end it with `end carry`"
            in flat(friday.run("owes").out)
        )


def test_a_last_hand_with_one_player_is_in_that_players_balance(friday: Book) -> None:
    """Its pot is not left out of the figures: what may be missing is whoever else played."""
    before = friday.json("owes")["balances"]
    assert run_import(friday, log_of(NIGHT + "\nhand 2 Ann 9h\n  play Ann\n")).status == 1
    (words,) = said(friday)
    assert words == (
        "what is missing at the end of the last hand of 14 March 2026 (friday), hand 2: "
        "its $0.75 count as won by the only player named as playing"
    )
    assert friday.json("owes")["balances"] != before
    assert_told(friday, words)


def test_a_last_hand_that_was_claimed_in_part(friday: Book) -> None:
    """The pot is Cal's; whether Ann or Bea went bourré, the two tricks after the claim would say
    (4.11).
    """
    assert run_import(friday, log_of(NIGHT + CLAIM)).status == 1
    (words,) = said(friday)
    assert words == (
        "the last hand of 14 March 2026 (friday), hand 2, has a claim, and nobody wrote down who "
        "took the tricks after it: "
        "a bourré may be missing, and more after it"
    )
    assert_told(friday, words)


def test_a_claim_with_a_hand_after_it_leaves_the_pot_in_doubt(friday: Book) -> None:
    """Ann or Bea may have gone bourré: hers are other chips then, and what the next one wins is
    more, if there is a next one.
    """
    hand_3 = "hand 3 Bea 9h\n  play Cal 0\n  pass Ann Bea\nend carry\n"
    for after, touched in (
        (hand_3, ["Ann", "Bea", "Cal"]),
        ("end carry\n", ["Ann", "Bea"]),  # the last hand of an evening too (rule 4.11)
    ):
        assert run_import(friday, log_of(f"{NIGHT}{CLAIM}{after}")).status == 1
        (one,) = left_out(friday).as_dict()["sessions"]  # type: ignore[misc]
        assert [hand["hand"] for hand in one["open_hands"]] == [2]
        assert one["may_touch"] == touched
        assert run_import(friday, log_of(f"{NIGHT}{CLAIM}  match -\n{after}")).status == 0
        assert not left_out(friday)


def test_what_hands_hide_touches_nobody_whose_chips_are_counted_at_the_end(friday: Book) -> None:
    """Who is not counted keeps what the books have, and that may be other chips."""
    night = f"{NIGHT}hand 7 Bea 9h\n  take Ann\n  match Cal\ncount Ann 3\ncount Bea 0\n"
    assert run_import(friday, log_of(f"{night}end counted\n")).status == 1
    (one,) = left_out(friday).as_dict()["sessions"]  # type: ignore[misc]
    assert [hand["hand"] for hand in one["open_hands"]] == [7]
    assert one["may_touch"] == ["Cal"]
    run_import(friday, log_of(f"{night}count Cal 0\nend counted\n"))
    (one,) = left_out(friday).as_dict()["sessions"]  # type: ignore[misc]
    assert (one["open_hands"], one["may_touch"]) == ([], [])
    assert one["unexplained"] != "0.00"


def test_a_night_that_ends_otherwise_is_not_cut_off(friday: Book) -> None:
    for end in (
        CLAIM + "  tricks Cal 4 Ann 1\n",  # a claim that says who is bourré
        CLAIM + "  match -\n",
        HAND_2 + "\nhand 3 Bea 9h\n  pass Cal Ann Bea\n",  # all passed, and each is said to
        HAND_2 + "\nhand 3 Bea 9h\n  misdeal\n",
        HAND_2 + "\nhand 3 Bea 9h\n  take Cal\n  match -\n",
        HAND_2 + "\nhand 3 Bea 9h\n  take -\n  match Cal 3\n",
        HAND_2 + CUT + "  tricks Cal 3 Ann 2\nend carry\n",
    ):
        assert run_import(friday, log_of(NIGHT + end)).status == 0, end
        assert not left_out(friday), end


def test_what_nobody_wrote_down_of_a_hand_is_told_and_how_to_mend_it(friday: Book) -> None:
    """Rule 5.16: who else stayed, and took no trick, is not recorded, so a match may be missing."""
    here = "hand 3 of 14 March 2026 (friday) is not all recorded"
    for hand, words in (
        ("  pass Ann\n  take Cal\n", f"{here}; that may change the balance of Bea"),
        (
            "  play Cal 0\n  play Ann 0\n  pass Bea\n",
            f"{here}; that may change the balance of Ann and Cal",
        ),
        ("  match Cal\n", here),
        ("  take Cal\n", f"in {here}; that may change the balance of Ann and Bea"),
    ):
        assert (
            run_import(
                friday, log_of(f"{NIGHT}{HAND_2}\nhand 3 Bea 9h\n{hand}\npay Ann Bea 2\n")
            ).status
            == 1
        )
        assert words in flat(" ".join(said(friday)))
        (one,) = left_out(friday).as_dict()["sessions"]  # type: ignore[misc]
        assert one["open_hands"] == [{"hand": 3, "line": 19}]
    assert_checked(friday, words)
    assert "who took the pot (take NAME) and who went bourré (match NAME, or match -)" in flat(
        friday.run("owes").out
    )
    chat = friday.run("night", "--chat").out
    assert "As far as it is recorded, " in chat
    assert words.replace("14 March 2026 (friday)", "this evening") in flat(chat)


def test_every_answer_tells_of_a_hand_that_is_open(friday: Book) -> None:
    hand = "  play Cal 0\n  play Ann 0\n  pass Bea\n  tricks Cal 3 Ann ?\n"
    run_import(friday, log_of(NIGHT + "\nhand 3 Bea 9h\n" + hand + "\nend carry\n"))
    assert_told_everywhere(friday, "hand 3 of 14 March 2026 (friday)")


def test_a_payment_that_cannot_be_read(friday: Book) -> None:
    (friday.folder / "payments.bourre").write_text(
        "bourre 1\ndate 2026-03-15\npay Ann Bea 1O\npay Bea Ann 1\n"
    )
    assert_told_everywhere(
        friday, "1 line of payments.bourre could not be read, and is not counted"
    )


def test_payments_brought_in_that_cannot_be_read(friday: Book) -> None:
    """A night without its ``session`` line is taken for payments: it was stored with exit status 0,
    and nothing was said.
    """
    told = run_import(friday, "bourre 1\npay Ann Bea 1O\n", "payments.bourre")
    assert told.status == 1
    assert "1 line of payments.bourre could not be read" in told.out


def test_files_that_are_not_used_are_named_and_those_that_nobody_takes_for_the_books_are_not(
    friday: Book,
) -> None:
    for name in ("README.md", ".gitignore", "sessions/.DS_Store", "sessions/friday.bourre~"):
        (friday.folder / name).write_text("x")
    assert not left_out(friday)
    names = [
        *(
            "payments (conflicted copy).bourre",
            "saturday.bourre",
            "Book (1).toml",
            "sessions/saturday.txt",
        ),
        *("sessions/SATURDAY.BOURRE", "sessions/2026"),
    ]
    (friday.folder / names[-1]).mkdir()
    for name in names[:-1]:
        (friday.folder / name).write_text("bourre 1\n")
    assert sorted(name for name, _ in left_out(friday).files) == sorted(names)
    for name in names:
        assert f"{name}: not used" in flat(" ".join(said(friday)))
    assert_checked(friday, f"{names[0]}: not used")


def test_a_dispute_of_a_hand_or_a_payment_is_told_until_it_is_answered(friday: Book) -> None:
    (friday.folder / "payments.bourre").write_text("bourre 1\ndate 2026-03-15\npay Bea Ann 1\n")
    friday.run("edit", "friday", "1", "--dispute", "I took three {}", "--by", "Bea")
    friday.run("edit", "payments.bourre", ":3", "--dispute", "I paid two", "--by", "Bea")
    hand = "what Bea disputes, unanswered: hand 1 of 14 March 2026 (friday) (“I took three {}”)"
    payment = "what Bea disputes, unanswered: ‘pay Bea Ann 1’ of 15 March 2026 (“I paid two”)"
    for command in (*ANSWERS, ("night", "friday")):
        told = flat(friday.run(*command).out)
        assert hand in told, command
        assert payment in told, command
    assert "bourre edit payments.bourre :3 --answer WORDS --book" in flat(friday.run("owes").out)
    assert [one["line"] for one in friday.json("owes")["not_read"]["disputed"]] == [3, 8]
    assert "answer it" in friday.run("close", "2026-03-31").err
    friday.run("edit", "friday", "1", "--answer", "no", "--by", "Ann")
    friday.run("edit", "payments.bourre", ":3", "--answer", "no", "--by", "Ann")
    assert not left_out(friday)
    # somebody whose clock is a day behind doubts the answer
    log = friday.folder / "sessions" / "friday.bourre"
    log.write_text(f"{friday.log()}  # disputed 2026-01-01 10:00 by Bea: but I did\n")
    assert [one.words for one in left_out(friday).disputed] == ["but I did"]


def test_two_files_of_one_session(friday: Book) -> None:
    """The one that was there goes on to count, whatever a sync or a file manager calls the copy."""
    before = friday.json("owes")["balances"]
    for name in ("friday (conflicted copy)", "Copy of friday", "friday-laptop", "a"):
        copy = friday.folder / f"sessions/{name}.bourre"
        copy.write_text(log_of(NIGHT.replace("Ann 3 Bea 2", "Ann 2 Bea 3")), "utf-8")
        told = (
            f"sessions/{name}.bourre: evening friday is also in sessions/friday.bourre, and that "
            "file counts"
        )
        assert f"{told} because it is named after the evening" in flat(" ".join(said(friday)))
        assert friday.json("owes")["balances"] == before
        if name == "a":
            assert_checked(friday, told)
        copy.unlink()


@pytest.mark.parametrize(
    ("file", "line"),
    [("sessions/friday.bourre", "buyin Ann 4"), ("payments.bourre", "pay Bea Ann 1")],
)
def test_a_file_that_is_cut_off_within_a_word(friday: Book, file: str, line: str) -> None:
    """The amount was 40, or 12: only the missing end of the line can tell."""
    path = friday.folder / file
    start = path.read_text("utf-8") if path.exists() else "bourre 1\ndate 2026-03-15\n"
    path.write_text(start + line, "utf-8")
    number = start.count("\n") + 1
    end = "does not end in a line break: the file may be cut off; if the line is complete, add one"
    assert_told(friday, f"{file}: its last line, line {number}, {end}")
    path.write_text(start + line + "\n", "utf-8")
    assert not left_out(friday)
    if file == "payments.bourre":
        path.write_text(start + "pay Ann Bea 1O\n" + line, "utf-8")
        assert said(friday)[0] == "1 line of payments.bourre could not be read, and is not counted"


def test_a_log_whose_last_line_has_no_end_is_stored_with_one(friday: Book) -> None:
    """Many editors leave it away; once it is in the book, a missing end means that the file was cut
    off there.
    """
    told = run_import(friday, log_of(NIGHT).rstrip("\n"))
    assert (told.status, "already in the book" in told.out) == (0, True)
    log = friday.folder.parent / "friday.bourre"
    assert f"check that nothing was cut off:\n  {log}, line 12\n" in told.out
    run_import(friday, log_of(NIGHT) + "buyin Ann 4")
    assert friday.log().endswith("\nbuyin Ann 4\n")
    assert not left_out(friday)
