"""``bourre record``: an evening typed at a terminal or piped in, with mistakes, interruptions and
somebody else at the log.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from needed_programs import need_package

from ledger.book.sessions.new_session import read_seats
from ledger.book.sessions.recordings import begin, load, save, unfinished
from ledger.book.sessions.stored_recording import Recorder
from ledger.cli.main import main
from ledger.cli.record_prompt import Piped
from ledger.errors import UserError
from ledger.recording.recording import NewSession, say

need_package("pexpect")
import pexpect  # noqa: E402 - without it the file is skipped

HEADER = "bourre 1\nsession 2026-11-20 friday\nrules louisiana\nchip 0.25 USD\nseats Ann Bea Cal\n"
EVENING = NewSession("2026-11-20", "friday", ("Ann", "Bea", "Cal"), chip=25, currency="USD")
PHONE = Recorder("phone", "Bea's phone")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "book"


def log_in(folder: Path) -> str:
    (path,) = (folder / "sessions").glob("*.bourre")
    return path.read_text("utf-8")


def piped(folder: Path, lines: list[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Run the command with lines on standard input."""
    import io  # noqa: PLC0415 - only here

    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return main(["record", *words, "--book", str(folder)])


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="there is no pty elsewhere")
def test_three_hands_with_mistakes_at_a_terminal(folder: Path) -> None:
    """A misspelt word, a card that nobody can mean, a renege taken back and one that stands, a hand
    undone, and a break.
    """
    environment = os.environ | {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "NO_COLOR": "1"}

    def started() -> pexpect.spawn[str]:
        words = ["-m", "ledger.cli.main", "record", "--book", str(folder)]
        return pexpect.spawn(
            sys.executable,
            words,
            env=environment,
            encoding="utf-8",
            timeout=120,
            dimensions=(50, 140),
        )

    def type_in(line: str, *expected: str) -> None:
        terminal.sendline(line)
        for said in expected:
            terminal.expect_exact(said.strip())

    terminal = started()
    terminal.expect_exact("Name of the evening [")
    type_in("friday", "Who plays, clockwise: ")
    type_in("help", "Everybody at the table", "Who plays, clockwise: ")
    type_in("Ann, Bea, Ann", "Ann is seated twice", "Who plays, clockwise: Ann, Bea, Ann")
    type_in(
        "\x7f\x7f\x7fCal", "3 players: Ann, Bea, Cal", "What a chip is worth, - for nothing: "
    )  # what was typed is there to be mended
    type_in("0.25 usd", "did you mean 0.25 USD?", "What a chip is worth")
    type_in("\x7f\x7f\x7fUSD", "What do you play [louisiana]: ")
    type_in("luisiana", "did you mean louisiana?", "What do you play [louisiana]: ")
    type_in("\x15", "Chips already in the pot [0]: ")
    type_in("four", "did you mean 4?", "Chips already in the pot [0]: ")
    type_in("\x15", "anybody may deal hand 1", "friday> ")
    # a hand kept as a score
    type_in("hand Cal 9h", "hand 1> ")
    type_in("paly Ann 2", "a line cannot begin with paly", "hand 1> ")
    type_in("play Ann 2", "hand 1> ")
    type_in("play Dot 1", "Dot is not seated", "hand 1> ")
    type_in("play Bea 1", "hand 1> ")
    bourre = "stayed and took none: bourré, matches 3. 3 chips in the pot."
    type_in("tricks Ann 5", f"Cal passed. Ann takes 3. Bea {bourre} Enter confirms.")
    type_in(
        "",
        "Hand 1: Cal passed.",
        "Ann deals hand 2; Bea does not ante (matched the pot); 5 with the antes.",
        "friday> ",
    )
    # card by card; Cal's hand is known
    type_in("hand 8s", "hand 2> ")
    type_in("dealt Cal Ah Kh 2c 3c 4c", "hand 2> ")
    type_in("play Bea 1", "hand 2> ")
    type_in("play Cal 0", "hand 2> ")
    type_in("pass", "hand 2> ")
    type_in("Qh 2c", "must follow suit", "back Ah  takes it back", "hand 2> ")
    type_in("back Ah", "took back 2♣", "hand 2> ")
    type_in("quit", "To continue: bourre record friday")
    terminal.expect(pexpect.EOF)
    terminal = started()
    type_in("y", "hand 2: Ann deals", "Cal leads", "hand 2> ")
    type_in("Xx", "a line cannot begin with Xx", "hand 2> ")
    type_in("2c 5c", "hand 2> ")
    type_in("tricks Bea 3 Cal 2", "Bea takes 5.", "hand 2> ")
    type_in("ok", "Bea deals hand 3; everybody antes; 3 with the antes.", "friday> ")
    type_in("undo", "hand 2> ")
    type_in("note a long night", "hand 2> ")
    type_in("ok", "Bea deals hand 3", "friday> ")
    # Ann has a spade after all
    type_in("hand 7d", "hand 3> ")
    type_in("play Cal", "hand 3> ")
    type_in("play Ann", "hand 3> ")
    type_in("Ks 2c", "hand 3> ")
    type_in("Ah 3s", "must follow suit", "renege Ann  calls it", "hand 3> ")
    type_in("renege Ann", "hand 3> ")
    type_in("tricks Cal 5", f"Bea passed. Cal takes 3. Ann {bourre}", "hand 3> ")
    # Cal is passed over
    type_in(
        "", "Ann deals hand 4; Ann does not ante (matched the pot); 5 with the antes.", "friday> "
    )
    terminal.sendeof()
    terminal.expect(pexpect.EOF)
    assert (
        log_in(folder).partition("seats Ann Bea Cal\n")[2]
        == """
hand 1 Cal 9h
  play Ann 2
  play Bea 1
  tricks Ann 5

hand 2 Ann 8s
  dealt Cal Ah Kh 2c 3c 4c
  play Bea 1
  play Cal 0
  pass Ann
  trick Bea Qh 2c>Ah
  trick Cal 2c 5c
  tricks Bea 3 Cal 2
  # a long night

hand 3 Bea 7d
  play Cal
  play Ann
  trick Cal Ks 2c
  trick Cal Ah 3s
  renege Ann
  tricks Cal 5
"""
    )


def test_piped_in(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = begin(folder, EVENING, PHONE)
    lines = [
        "y",
        "hand Cal 9h",
        "play Ann",
        "pass",
        "",
        "buyin Ann 40",
        "note cold beer",
        "hand 8s",
        "pass",
        "ok",
        "end divide",
        "quit",
    ]
    assert piped(folder, lines, monkeypatch, "friday") == 0
    assert log_in(folder) == HEADER + (
        "\nhand 1 Cal 9h\n  play Ann\n  pass Bea Cal\nbuyin Ann 40\n# cold beer\n"
        "\nhand 2 Ann 8s\n  pass Bea Cal Ann\nend divide\n"
    )
    told = capsys.readouterr().out
    assert "Hand 1: Bea and Cal passed. Ann takes 3. 0 chips in the pot." in told
    assert "Hand 2: Everybody passed: the pot stays. 3 chips in the pot." in told
    assert "[all-passed]" in told
    assert told.endswith(f"{folder / kept.log} is complete.\n")
    assert unfinished(folder) == []


def test_an_evening_begun_by_mistake_is_discarded_and_brought_back_and_what_was_wrong_is_put_right(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only a clear yes discards; the hand that was open is open again."""
    begin(folder, EVENING, PHONE)
    lines = [
        "y",
        "start ante 2",
        "start title Fun night",
        "called Ann Anne",
        "hand Cal 9h",
        "play Anne",
        "discard",
        "",
        "discard",
        "y",
    ]
    assert piped(folder, lines, monkeypatch, "friday") == 0
    assert list((folder / "sessions").iterdir()) == []
    told = capsys.readouterr().out
    assert told.endswith("\nDiscarded. To bring it back: bourre record --bring-back\n")
    assert piped(folder, ["y", "tricks Anne 5", "", "quit"], monkeypatch, "--bring-back") == 0
    header = HEADER.replace("friday", 'friday "Fun night"').replace(
        "seats Ann", "ante 2\nseats Anne"
    )
    assert log_in(folder) == f"{header}\nhand 1 Cal 9h\n  play Anne\n  tricks Anne 5\n"
    assert piped(folder, [], monkeypatch, "--bring-back") == 2
    assert "no other evening was discarded" in capsys.readouterr().err
    assert (
        piped(folder, ["start session x", "called Ann", 'called "', "quit"], monkeypatch, "friday")
        == 1
    )


def test_date_and_title_of_an_evening_that_is_over_are_put_right(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(folder, EVENING, PHONE)
    assert (
        main(["record", "friday", "--date", "2026-11-19", "--title", "Fun", "--book", str(folder)])
        == 0
    )
    assert log_in(folder) == HEADER.replace("20 friday", "19 friday Fun")
    told = capsys.readouterr().out
    assert "  session 2026-11-20 friday\nand is now\n  session 2026-11-19 friday Fun\n" in told
    assert "If this log was imported from a file" in told
    assert main(["record", "--date", "2026-11-19", "--book", str(folder)]) == 2
    assert "name its evening" in capsys.readouterr().err


def test_a_line_that_is_refused_says_why_and_changes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = begin(folder, EVENING, PHONE)
    refused = [
        "play Ann",
        "hand 9h",
        "hand Dot 9h",
        "back",
        "Ah",
        "ok",
        "count Dot 5",
        "pot",
        "x\x07",
    ]
    assert piped(folder, ["y", *refused], monkeypatch, "friday") == 1
    told = capsys.readouterr().out
    for words in (
        "`play` is outside a hand",
        "name the dealer: hand 1 Cal 9h",
        "Dot is not seated",
        "such as: back As",
        "it is not known who plays next",
        "no hand is open",
        "Dot is not a player of this evening",
    ):
        assert words in told
    assert load(folder, kept.log).recording == kept.recording


def test_somebody_else_is_recording(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = begin(folder, EVENING, PHONE)
    assert piped(folder, ["n"], monkeypatch, "friday") == 2
    assert "Bea's phone is recording" in capsys.readouterr().err
    assert piped(folder, ["y", "hand Cal 9h"], monkeypatch, "friday") == 0
    now = load(folder, kept.log)
    assert now.recording == say(kept.recording, "hand 1 Cal 9h")
    assert now.recorder != PHONE


def test_the_log_changes_behind_the_prompt(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An editor adds a line: the prompt says so, writes nothing, and goes on from there."""
    kept = begin(folder, EVENING, PHONE)

    class Person(Piped):
        """Adds to the log with an editor before the second line."""

        said = iter(
            ["y", "buyin Ann 40", "edit", "buyin Bea 10", "buyin Cal 5", "takeover", "quit"]
        )

        def ask(self, *_args: object, **_kwargs: object) -> str:
            line = next(self.said)
            if line == "edit":
                with (folder / kept.log).open("a") as log:
                    log.write("count Ann 40\n")
                return "status"
            return line

    monkeypatch.setattr("ledger.cli.record.lines", Person)
    assert main(["record", "friday", "--book", str(folder)]) == 1
    assert "has changed in the meantime: + count Ann 40" in capsys.readouterr().out
    assert log_in(folder) == HEADER + "buyin Ann 40\ncount Ann 40\nbuyin Cal 5\n"


def test_the_next_evening_is_as_the_last(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules, chip and players as last time, and the pot that was left."""
    kept = begin(
        folder,
        NewSession(
            "2026-11-20",
            "friday",
            ("Ann", "Big Al"),
            "acadiana limit=20",
            chip=25,
            currency="EUR",
            ante=2,
        ),
        PHONE,
    )
    for line in ("hand 1 Ann 9h", "pass Ann", 'pass "Big Al"'):
        kept = save(folder, kept, say(kept.recording, line), PHONE)
    assert piped(folder, ["y", "ok", "end carry", "quit"], monkeypatch, "friday") == 0
    assert piped(folder, ["saturday", "", "", "", "", "quit"], monkeypatch) == 0
    text = (folder / "sessions" / "saturday.bourre").read_text()
    assert text.splitlines()[2:] == [
        "rules acadiana limit=20",
        "chip 0.25 EUR",
        "ante 2",
        "pot 4",
        'seats "Big Al" Ann',
    ]


@pytest.mark.parametrize(
    ("answer", "seated"),
    [
        ("ann, Big Bob, RENEE", ("Ann", "Big Bob", "Renée")),
        ("big al ann Cal", ("Big Al", "Ann", "Cal")),
        ("Ann, Bea and Cal", ("Ann", "Bea", "Cal")),
        ("Ann and Bea, Little Bob, & Cal", ("Ann", "Bea", "Little Bob", "Cal")),
        ("Ann Bea and Cal", ("Ann", "Bea", "Cal")),
        ('Ann, "Bea and Cal"', ("Ann", "Bea and Cal")),
        ('"Big Bob" Ann O\'Neil', ("Big Bob", "Ann", "O'Neil")),
        ('Ann, "ann"', ("Ann", "ann")),
        ("Ann Renée, Cal", ("Ann", "Renée", "Cal")),
    ],
)
def test_names_of_the_book_need_no_quotes_and_commas_stand_between_players(
    answer: str, seated: tuple[str, ...]
) -> None:
    assert read_seats(answer, ["Ann", "Big Al", "Renée"]) == seated


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("Ann Cal, Renée", "Ann Cal may be one player or several"),
        ("Ann", "Ann cannot play alone"),
        ("Ann, 5", "5 is a number"),
        ('Ann "Big', "a quotation mark is not closed"),
        ("", "a player is missing"),
    ],
)
def test_what_cannot_be_seated(answer: str, reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        read_seats(answer, ["Ann", "Big Al", "Renée"])


def test_a_bad_answer_of_a_script_ends_it_with_the_reason_and_makes_no_book(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        piped(folder, ["friday", "Ann, Bea", "-", "louisiana limit=many", "quit"], monkeypatch) == 2
    )
    assert "limit cannot be 'many'" in capsys.readouterr().err
    assert not folder.exists()


def test_what_is_being_recorded_goes_on_though_another_recording_is_broken(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(folder, EVENING, PHONE)
    (folder / "recording" / "broken.draft").write_bytes(b"nothing that can be read")
    assert piped(folder, ["y", "quit"], monkeypatch, "friday") == 0
    assert "To continue: bourre record friday" in capsys.readouterr().out


@pytest.mark.slow
def test_to_record_a_hand_loads_nothing_that_it_does_not_need(folder: Path) -> None:
    begin(folder, EVENING, PHONE)
    program = (
        "import sys\nfrom ledger.cli.main import main\nstatus = main()\nprint(status, "
        "*sys.modules, file=sys.stderr)"
    )
    words = [sys.executable, "-c", program, "record", "friday", "--book", str(folder)]
    typed = "y\nhand Cal -\ntricks Ann 3, Bea 2\n\nquit\n"
    run = subprocess.run(words, input=typed, capture_output=True, text=True, check=False)
    status, *loaded = run.stderr.split()
    assert (status, "hand 1 Cal -" in log_in(folder)) == ("0", True), run.stdout + run.stderr
    of_others = {
        f"ledger.book.{name}"
        for name in ("paying", "rulings", "spending", "importing", "tapping", "book")
    }
    assert {"polars", "pandas", "pyarrow.compute", "numpy.ma", *of_others} & set(loaded) == set()


def test_no_two_sessions_of_one_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = begin(folder, EVENING, PHONE)
    assert piped(folder, ["y", "end carry", "quit"], monkeypatch, "friday") == 0
    assert kept.log == "sessions/friday.bourre"
    assert piped(folder, ["friday"], monkeypatch) == 2
    assert "the book already has an evening friday" in capsys.readouterr().err


def test_no_such_session(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(folder, EVENING, PHONE)
    assert piped(folder, [], monkeypatch, "sunday") == 2
    assert "the book has no evening sunday" in capsys.readouterr().err


def test_help_and_status(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the middle of a trick, with somebody who does not ante; everybody's chips are those before
    the hand.
    """
    begin(folder, EVENING, PHONE)
    first = ["y", "hand Cal 9h", "play Ann", "play Bea", "tricks Ann 5", ""]
    second = [
        "hand 8s",
        "play Bea 1",
        "play Cal",
        "Ks As",
        "2c",
        "help",
        "help sit",
        "help dealt",
        "status",
    ]
    assert piped(folder, [*first, *second], monkeypatch, "friday") == 0
    told = capsys.readouterr().out
    assert "Take back the last card and play the ace" in told
    assert (
        "  trick Eve Ah 9h>4h 7h Th     The leader, then a card from each player in turn;" in told
    )
    assert "  sit Hal after Cal            Joins the table, on another player's left.\n" in told
    assert told.count("  dealt 3 Ann Ah Kh 7c         The cards that Ann was dealt in hand 3") == 2
    assert "  buyin PLAYER" not in told  # it cannot stand in a hand
    status = told[told.rindex("friday, 2026-11-20") :].splitlines()
    assert status[:-1] == [
        "friday, 2026-11-20: 1 hand, 3 chips in the pot",
        "hand 2: Ann deals, trump 8s, 5 in the pot with the antes",
        "  Bea: plays, 0 tricks; no ante, matched the pot",
        "  Cal: plays, 1 trick",
        "  Ann: nothing said",
        "  trick 1: Bea Ks  Cal As → Cal",
        "  trick 2: Cal 2c",
        "Player  Chips",
        "Ann        +2",
        "Bea        −4",
        "Cal        −1",
        "next: Bea plays",
    ]


@pytest.mark.slow
def test_what_a_table_meets_besides_plain_hands_can_be_typed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(folder, EVENING, Recorder("gone", "nobody"))
    lines = [
        *(
            "hand Ann 9h",
            "pass bea",
            "misdeal",
            "ok",
            "hand 9h",
            "play bea 2, CAL",
            "tricks Bea 3, Cal 2",
            "ok",
        ),
        *(
            "ante 2",
            "rules limit=20",
            "hand -",
            "tricks Ann 5",
            "",
            "hand h",
            "play Ann 0 Bea 0",
            "As 2s",
            "claim Ann Ah Kh",
            "",
        ),
        *(
            "expense bea $40 pizza for ann, cal",
            "result Ann 12, Bea -7, Cal -5",
            "count Ann 56",
            "end counted",
        ),
    ]
    assert piped(folder, ["y", "y", *lines], monkeypatch) == 0
    assert log_in(folder).removeprefix(HEADER) == (
        "\nhand 1 Ann 9h\n  pass Bea\n  misdeal\n"
        "\nhand 1 Ann 9h\n  play Bea 2 Cal\n  tricks Bea 3 Cal 2\nante 2\nrules limit=20\n"
        "\nhand 2 Bea -\n  tricks Ann 5\n"
        "\nhand 3 Cal h\n  play Ann 0 Bea 0\n  trick Ann As 2s\n  claim Ann Ah Kh\n"
        "expense Bea 40 pizza for Ann Cal\nresult Ann 12 Bea -7 Cal -5\ncount Ann 56\nend counted\n"
    )
    told = capsys.readouterr().out
    for said in (
        "Thrown in: this hand does not count. 3 chips in the pot. Enter confirms.\n",
        "Ann deals hand 1; nobody antes (the hand is dealt again); 3 with the antes.\n",
        "Nobody has said who took the other 2 tricks, so nobody goes bourré for having none.",
        "Written: expense Bea 40 pizza for Ann Cal\n",
    ):
        assert said in told


def test_who_took_the_pot_is_enough_and_the_prompt_says_what_that_leaves_open(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rule 5.16: nobody is said to have passed, or to be right, of whom nothing is recorded."""
    begin(folder, EVENING, Recorder("gone", "nobody"))
    lines = ["hand Cal -", "take Ann", "ok", "hand -", "take Bea", "match Cal", "", "end"]
    assert piped(folder, ["y", "y", *lines], monkeypatch) == 0
    told = capsys.readouterr().out
    assert (
        "Ann takes 3. Who else stayed is not recorded: Bea and Cal may owe a match. 0 chips "
        "in the pot. Enter"
    ) in told
    assert (
        "Hand 2: Bea takes 3. Cal went bourré and matches 3. Who else stayed is not recorded: "
        "no chips depend on it."
    ) in told
    assert "passed" not in told
