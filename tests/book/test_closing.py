"""What is closed stays as it was: commands refuse to change it, and what is changed by hand is
told, to the line and the cent.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from audit_text import log_of
from book_on_disk import Book, flat
from trials import FULL, luck

from ledger import __version__
from ledger.book import ImportOptions, ask, import_files
from ledger.book.checks.closing import Act, close
from ledger.book.derived.breaches import COUNTED, breaches
from ledger.book.files.chain import ClosedError, Closing, extended, read_chain
from ledger.book.members.people import merge
from ledger.book.sessions.recordings import begin, home_of
from ledger.book.sessions.stored_recording import Recorder
from ledger.cli.main import main
from ledger.errors import UserError
from ledger.hands.from_log import columns
from ledger.hands.parquet import write_hands
from ledger.log import read
from ledger.recording.recording import NewSession

pytestmark = pytest.mark.slow

HAND = """
chip 0.25 USD
seats Ann Bea Eve
hand 1 Eve 9h
  play Ann 0
  play Bea 0
  pass Eve
  tricks Ann 3 Bea 2
hand 2 Ann 9h
  pass Ann
  play Bea 0
  play Eve 0
  tricks Bea 5
"""
"""Ann takes three chips, then Bea three; Eve matches three, which stay."""
MARCH = "session 2024-03-14 march" + HAND
RENEGE = """session 2024-03-21 renege
chip 0.25 USD
seats Ann Beatrice Cal Dot
hand 1 Dot 9h
  pass Ann
  play Beatrice 2
  play Cal 3
  play Dot 1
  trick Beatrice Ks 4s 2s
  trick Beatrice Ah 7h 9h
  trick Beatrice Kd Qd 3h
  trick Dot Ac 5c 6c
  trick Dot 8s 3s Ad
  take Dot 4
  match Cal 2
"""
"""Cal did not beat the king of diamonds in trick 3, and matched too little of the pot."""
APRIL = "session 2024-04-04 april" + HAND
PAYMENTS = """\
bourre 1
date 2024-03-20
pay Eve Bea 0.50 venmo
date 2024-04-05
pay Eve Bea 0.25
"""
NOT_AS_CLOSED = "Changed since the book was closed:"


@pytest.fixture(scope="module")
def closed_march(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of three sessions of which those of March are closed; a pot is carried from
    there to April.
    """
    here = tmp_path_factory.mktemp("closed")
    for name, text in (("march", MARCH), ("renege", RENEGE), ("april", APRIL)):
        (here / f"{name}.bourre").write_text(log_of(text), "utf-8")
    import_files(here / "book", [here], ImportOptions())
    (here / "book" / "payments.bourre").write_text(PAYMENTS)
    merge(here / "book", "Bea", "Beatrice")
    close(here / "book", "2024-03-31", Act("Ann", "end of March"))
    return here / "book"


@pytest.fixture
def shut(closed_march: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Book:
    """Return a copy of that book."""
    return Book(Path(shutil.copytree(closed_march, tmp_path / "book")), capsys)


def contents(book: Book) -> dict[str, bytes]:
    """Return every file of a book that people own."""
    files = [
        path for path in book.folder.rglob("*") if path.is_file() and ".duckdb" not in path.name
    ]
    return {str(path): path.read_bytes() for path in files}


def edited(book: Book, file: str, old: str, new: str) -> None:
    """Change a file of a book by hand."""
    path = book.folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def said(book: Book) -> list[str]:
    """Return what is not as it was closed."""
    return [one.message for one in ask(book.folder, breaches)]


def test_what_is_closed_is_told_with_its_head_on_statements_and_receipts(shut: Book) -> None:
    head = shut.json("close")["head"]
    grouped = "-".join(head[at : at + 4] for at in range(0, 16, 4))
    foot = f"Closed to 31 March 2024, head {grouped}"
    assert said(shut) == []
    assert shut.run("check", "--head", grouped).status == 0
    assert shut.run("check", "--head", f"{head[:8].upper()}…").status == 0
    assert shut.run("statement", "Ann").out.endswith(f".\n{foot}.\n")
    assert shut.run("night", "march").out.endswith(f".\n{foot}.\n")
    assert shut.json("night", "march")["closed"] == shut.json("statement", "Ann")["closed"]
    assert shut.json("statement", "Ann")["closed"] == {"until": "2024-03-31", "head": head}
    *_, last = shut.run("statement", "Ann", "--format", "csv").out.splitlines()
    assert last == f',2024-03-31,,,closed,,,,,,closed.txt,,"{foot}"'
    assert shut.run("pay", "Eve", "Bea", "0.25").out.endswith(f"\n\n{foot}\n")
    assert said(shut) == []
    assert shut.run("close").out.splitlines()[:2] == [
        foot,
        f"  {shut.json('close')['acts'][0]['on']}  Ann closed to 2024-03-31: end of March",
    ]


@pytest.mark.slow
def test_no_command_changes_what_is_closed(shut: Book) -> None:
    before = contents(shut)
    for words in (
        "pay Eve Bea 0.25 --date 2024-03-31",
        "expense Eve 12 pizza --for Ann,Bea --date 2024-03-01",
        "settle --yes --date 2024-03-31",
        "uphold renege 1 Cal",
        "waive renege 1 Cal",
        "players merge Dot Eve",
        "players separate Beatrice",
        "close 2024-03-31",
        "close 2024-01-31",
    ):
        told = shut.run(*words.split())
        assert told.status == 2, words
        assert "closed" in told.err, words
        assert contents(shut) == before, words
    assert said(shut) == []


@pytest.mark.nightly
def test_no_import_changes_what_is_closed(shut: Book, tmp_path: Path) -> None:
    before = contents(shut)
    for name in ("march.bourre", "late.bourre", "late.parquet"):
        path = tmp_path / name
        log = log_of(
            MARCH.replace("Bea 5", "Eve 5").replace("march", path.stem).replace("03-14", "03-15")
        )
        path.write_text(log, "utf-8") if path.suffix == ".bourre" else write_hands(
            path, [columns([read(log, "late")])]
        )
        told = shut.run("import", str(path), "--keep-both", "--replace")
        assert told.status == 1, name
        assert "closed to 31 March 2024" in flat(told.err), name
        assert contents(shut) == before, name
    assert "add --replace" not in shut.run("import", str(tmp_path / "march.bourre")).err
    assert said(shut) == []


def test_an_open_session_cannot_be_moved_into_what_is_closed(shut: Book, tmp_path: Path) -> None:
    path = tmp_path / "april.bourre"
    path.write_text(log_of(APRIL.replace("04-04", "03-04")), "utf-8")
    before = contents(shut)
    assert shut.run("import", str(path), "--replace", "--keep-both").status == 1
    after = contents(shut)
    assert {file: after[file] for file in before} == before
    assert said(shut) == []


def test_payments_of_closed_days_do_not_come_in_as_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = Book(tmp_path / "book", capsys)
    book.add(MARCH)
    close(book.folder, "2024-03-31", Act("Ann"))
    (tmp_path / "payments.bourre").write_text(PAYMENTS)
    told = book.run("import", str(tmp_path / "payments.bourre"))
    assert told.status == 1
    assert (
        "one of its payments is dated 20 March 2024, but the book is closed to 31 March 2024"
        in flat(told.err)
    )
    assert not (book.folder / "payments.bourre").exists()


def test_nothing_is_recorded_and_nothing_reformatted_in_what_is_closed(shut: Book) -> None:
    me = Recorder("1", "Ann")
    with pytest.raises(ClosedError, match="closed to 31 March 2024"):
        begin(shut.folder, NewSession("2024-03-31", "more", ("Ann", "Bea")), me)
    with pytest.raises(ClosedError, match=r"sessions/march\.bourre would change"):
        home_of(shut.folder, "march")
    assert home_of(shut.folder, "april") == "sessions/april.bourre"
    before = contents(shut)
    told = [
        main(["fmt", str(shut.folder / name)])
        for name in ("sessions/march.bourre", "payments.bourre", "sessions/april.bourre")
    ]
    assert told == [2, 0, 0]  # the payments are canonical
    assert {file for file, content in contents(shut).items() if before[file] != content} == {
        str(shut.folder / "sessions/april.bourre")
    }


def test_a_session_that_is_recorded_just_now_is_not_closed(shut: Book) -> None:
    begin(
        shut.folder,
        NewSession("2024-05-01", "may", ("Ann", "Bea", "Cal"), chip=25, currency="USD"),
        Recorder("1", "Ann"),
    )
    with pytest.raises(UserError, match=r"sessions/may.bourre is still being recorded"):
        close(shut.folder, "2024-05-31", Act("Ann"))


_LOG_CHANGED = (
    "evening march of 14 March 2024: sessions/march.bourre, line 15 has changed (‘tricks Eve 5’ "
    "now); "
    "balances: Bea −$1.50, Eve +$1.50"
)
_LATE_PAYMENT = (
    "payments.bourre, line 4: Ann paid Dot $0.10 on 20 March 2024, which was noted after the book "
    "was closed to 31 March 2024"
)


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        (
            "sessions/march.bourre",
            "tricks Bea 5",
            "tricks Eve 5",
            [
                _LOG_CHANGED,
                (
                    "Bea stood at −$0.50 when the book was closed to 31 March 2024, and now comes "
                    "to −$1.75 (−$1.25)"
                ),
                (
                    "Eve stood at −$0.75 when the book was closed to 31 March 2024, and now comes "
                    "to +$0.75 (+$1.50)"
                ),
            ],
        ),
        (
            "sessions/march.bourre",
            "hand 2 Ann 9h\n  pass Ann\n",
            "hand 2 Ann 9h\n",
            [
                (
                    "evening march of 14 March 2024: sessions/march.bourre, the old line 12 is "
                    "missing; no balance changes"
                ),
            ],
        ),
        (
            "payments.bourre",
            "0.50",
            "0.80",
            [
                "payments.bourre, line 3 has changed (‘pay Eve Bea 0.80 venmo’ now)",
                (
                    "Bea stood at −$0.50 when the book was closed to 31 March 2024, and now comes "
                    "to −$0.80 (−$0.30)"
                ),
                (
                    "Eve stood at −$0.75 when the book was closed to 31 March 2024, and now comes "
                    "to −$0.45 (+$0.30)"
                ),
            ],
        ),
        (
            "payments.bourre",
            "date 2024-04-05",
            "pay Ann Dot 0.10\ndate 2024-04-05",
            [
                _LATE_PAYMENT,
                (
                    "Ann stood at $0.00 when the book was closed to 31 March 2024, and now comes "
                    "to +$0.10 (+$0.10)"
                ),
                (
                    "Dot stood at +$0.75 when the book was closed to 31 March 2024, and now comes "
                    "to +$0.65 (−$0.10)"
                ),
            ],
        ),
        (
            "closed.txt",
            "balance Dot 0.75",
            "balance Dot 0.76",
            ["closed.txt, lines 1 to 34 have changed: they do not match the head below them"],
        ),
    ],
)
def test_what_is_changed_by_hand_is_told_to_the_line_and_the_cent(
    shut: Book, file: str, old: str, new: str, words: list[str]
) -> None:
    edited(shut, file, old, new)
    assert said(shut) == words
    owes = shut.run("owes")
    assert owes.out.startswith(f"{NOT_AS_CLOSED}\n")
    assert flat(words[0]) in flat(owes.out)
    edited(shut, file, new, old)
    assert said(shut) == []


@pytest.mark.slow
def test_every_answer_about_money_says_so_and_the_check_fails(shut: Book) -> None:
    edited(shut, "sessions/march.bourre", "tricks Bea 5", "tricks Eve 5")
    words = flat(said(shut)[0])
    for command in (("owes",), ("why", "Ann"), ("statement", "Ann"), ("players",)):
        told = shut.run(*command)
        assert flat(told.out).startswith(f"{NOT_AS_CLOSED} {words}"), command
        assert NOT_AS_CLOSED in shut.run(*command, "--format", "csv").err
    assert shut.json("owes")["not_read"]["changed_after_closing"] == said(shut)
    assert (
        f"NOT AS IT WAS WHEN THE BOOK WAS CLOSED:\n;   {said(shut)[0]}"
        in shut.run("export", "hledger", "-").out
    )
    check = shut.run("check")
    assert check.status == 1
    assert f"nothing that is closed has changed {words}" in flat(check.out)


def test_a_log_that_is_gone_or_comes_late_is_told(shut: Book) -> None:
    march = shut.folder / "sessions/march.bourre"
    march.rename(shut.folder / "sessions/a.bourre")
    assert said(shut)[0].startswith(
        "evening march of 14 March 2024: sessions/march.bourre, which is closed, is missing"
    )
    (shut.folder / "sessions/a.bourre").rename(march)
    (shut.folder / "sessions/late.bourre").write_text(
        log_of(MARCH.replace("march", "late").replace("03-14", "03-31"))
    )
    assert said(shut)[0].startswith(
        "evening late of 31 March 2024, in sessions/late.bourre, was added after the book was "
        "closed to 31 March 2024; balances: "
    )


def test_who_is_who_in_what_is_closed_stays(shut: Book) -> None:
    assert shut.run("players", "rename", "Cal", "Calvin").status == 0
    assert said(shut) == []
    settings = (shut.folder / "book.toml").read_text()
    assert 'aliases = ["Beatrice"]' in settings
    (shut.folder / "book.toml").write_text(settings.replace('aliases = ["Beatrice"]\n', ""))
    assert shut.run("rebuild", "--settings-as-they-are").status == 0
    assert (
        said(shut)[0]
        == "book.toml: Beatrice was Bea when the book was closed, and is now another player"
    )
    (shut.folder / "book.toml").write_text(settings)
    assert said(shut) == []


def test_a_chain_written_anew_is_caught_by_a_head_that_somebody_kept(shut: Book) -> None:
    kept = shut.json("close")["head"][:16]
    edited(shut, "sessions/march.bourre", "tricks Bea 5", "tricks Eve 5")
    (shut.folder / "closed.txt").unlink()
    (gone,) = said(shut)
    assert gone.startswith("closed.txt is missing: the book was closed with the head ")
    (shut.folder / ".closed").unlink()
    assert shut.run("close", "2024-03-31", "--by", "Ann", "--why", "end of March").status == 0
    assert said(shut) == []
    told = shut.run("check", "--head", kept)
    assert told.status == 1
    assert "it was rewritten since, or belongs to another book" in flat(told.out)


@pytest.mark.slow
@pytest.mark.nightly
def test_reopening_is_written_down_for_good(shut: Book, tmp_path: Path) -> None:
    kept = shut.json("close")["head"][:16]
    assert shut.run("reopen").status == 2
    told = shut.run("reopen", "--why", "Eve had five tricks", "--by", "Bea")
    assert told.status == 0
    assert "Nothing is closed now, head " in told.out
    right = tmp_path / "march.bourre"
    right.write_text(log_of(MARCH.replace("tricks Bea 5", "tricks Eve 5")))
    assert shut.run("import", str(right), "--replace").status == 0
    assert shut.run("close", "2024-03-31", "--by", "Ann").status == 0
    assert said(shut) == []
    told = shut.run("check", "--head", kept)
    assert told.status == 0
    assert "by Bea: Eve had five tricks" in flat(told.out)
    assert [one["act"] for one in shut.json("close")["acts"]] == ["close", "reopen", "close"]


@pytest.mark.slow
def test_a_closing_goes_on_from_the_one_before_and_is_opened_by_itself(
    shut: Book, tmp_path: Path
) -> None:
    """A Parquet file is closed session by session."""
    logs = [log_of(f"session 2024-{month}-10 {month}" + HAND) for month in ("05", "06")]
    write_hands(tmp_path / "x.parquet", [columns([read(log, "x") for log in logs])])
    assert shut.run("import", str(tmp_path / "x.parquet"), "--keep-both").status == 0
    for day in ("2024-05-31", "2024-06-30"):
        assert close(shut.folder, day, Act("Ann")).closed.until.isoformat() == day  # type: ignore[union-attr]
    assert said(shut) == []
    assert "the book is closed to 30 June 2024" in flat(
        shut.run("pay", "Eve", "Ann", "1", "--date", "2024-06-01").err
    )
    assert shut.run("reopen", "2024-05-01", "--why", "wrong", "--by", "Ann").status == 0
    assert shut.json("close")["until"] == "2024-03-31"
    assert said(shut) == []
    (shut.folder / "sessions/x.parquet").unlink()
    assert said(shut) == []


def test_another_file_for_a_closed_session_is_told(shut: Book) -> None:
    """A log goes before a Parquet file that has the same session."""
    may = log_of("session 2024-05-10 may" + HAND)
    write_hands(shut.folder / "sessions/x.parquet", [columns([read(may, "x")])])
    close(shut.folder, "2024-05-31", Act("Ann"))
    (shut.folder / "sessions/may.bourre").write_text(may)
    assert said(shut) == [
        (
            "evening may of 10 May 2024 is now read from sessions/may.bourre, but was closed in "
            "sessions/x.parquet"
        )
    ]


def test_what_cannot_be_read_is_closed_only_as_it_is(shut: Book) -> None:
    edited(shut, "sessions/april.bourre", "tricks Bea 5", "tricks Bae 5")
    told = shut.run("close", "2024-04-30", "--by", "Ann")
    assert told.status == 2
    assert "1 line and 1 hand of 4 April 2024 (april) could not be read" in flat(told.err)
    assert shut.run("close", "2024-04-30", "--by", "Ann", "--anyway").status == 0


def test_a_program_that_counts_otherwise_has_changed_nothing(shut: Book) -> None:
    """The chain is that of a program by which Dot won a cent more."""
    (entry,) = read_chain(shut.folder).entries
    assert isinstance(entry, Closing)
    other = replace(entry, balances={**entry.balances, ("Dot", "USD"): 76}, program="0.0.1")
    (shut.folder / "closed.txt").write_text(extended("", other))
    (shut.folder / ".closed").unlink()
    assert said(shut) == [
        (
            f"no file has changed, but these balances have: bourre {__version__} calculates them "
            "differently from 0.0.1"
        ),
        (
            "Dot stood at +$0.76 when the book was closed to 31 March 2024, and now comes to "
            "+$0.75 (−$0.01)"
        ),
    ]
    assert {one.kind for one in ask(shut.folder, breaches)} == {COUNTED}


def test_stopped_between_its_two_files_a_closing_holds(shut: Book) -> None:
    last = (shut.folder / ".closed").read_bytes()
    close(shut.folder, "2024-04-30", Act("Ann"))
    (shut.folder / ".closed").write_bytes(last)
    assert said(shut) == []


@pytest.mark.slow
def test_no_file_of_a_closed_book_is_cut_or_gets_another_digit_unnoticed(shut: Book) -> None:
    """Of logs there are more in test_cut_logs.py."""
    close(shut.folder, "2024-04-30", Act("Ann"))
    rng = luck()
    files = [
        path
        for path in sorted(shut.folder.rglob("*"))
        if path.suffix in {".bourre", ".txt"} or path.name == ".closed"
    ]
    assert len(files) == 6
    unnoticed = []
    for trial in range(400 if FULL else 6):
        path = files[trial // 2 % len(files)]
        content = path.read_bytes()
        spoiled = cut(content, rng) if trial % 2 else with_another_digit(content, rng)
        path.write_bytes(spoiled)
        found = [one.message for one in ask(shut.folder, breaches)]
        if not any(path.name in text for text in found):
            unnoticed.append((path.name, spoiled))
        path.write_bytes(content)
    assert unnoticed == []
    assert said(shut) == []


def cut(content: bytes, rng: Random) -> bytes:
    """Cut off more than the last line end, without which a file of payments says the same."""
    return content[: rng.randrange(len(content.rstrip()))]


def with_another_digit(content: bytes, rng: Random) -> bytes:
    at = rng.choice([place for place, byte in enumerate(content) if chr(byte).isdigit()])
    other = rng.choice([digit for digit in b"0123456789" if digit != content[at]])
    return content[:at] + bytes([other]) + content[at + 1 :]


def test_what_no_log_explains_is_sealed_with_a_word(book: Book) -> None:
    """
    session 2024-03-14 counted
    chip 0.25 USD
    seats Ann Bea
    buyin Ann 40
    buyin Bea 40
    count Ann 50
    count Bea 34
    end counted
    """
    told = flat(book.run("close", "2024-03-31", "--by", "Ann").out)
    assert "Sealed as unexplained, in nobody's balance: $1.00." in told
    assert (
        f"where it comes from: bourre owes --book {book.folder} to correct it: bourre reopen"
        in told
    )
