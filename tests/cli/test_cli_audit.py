"""bourre audit: what it prints in each form, what its filters do, and its exit status."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from audit_text import log_of, report_of

from ledger.cli import audit as command
from ledger.cli.main import main
from ledger.cli.terminal import width_of
from ledger.export.cells import csv_text
from ledger.findings import Finding
from ledger.findings.kinds import KINDS_OF_FINDING
from ledger.hands.from_log import columns
from ledger.hands.parquet import write_hands
from ledger.log.reader import read_path

CASES = Path(__file__).parents[1] / "cases"
FAULTY = """
hand 1 Dot 9h
  play Ann 0
  play Bea 0
  play Dot 0
  trick Ann As 2c 3s
  trick Ann Kc 4c 5c
  trick Ann Qd 6h 7d
  pot 5
hand 2 Ann 9h
  nonsense
hand 3 Bea 9h
  pass Ann Bea Cal Dot
end carry
"""
CLEAN = """
hand 1 Dot 9h
  play Ann 0
end carry
"""
TEXT = """\
faulty.bourre  evening friday

faulty.bourre:9: error: hand 1, trick 1, Bea [must-trump]
    Ann led A♠ and Bea played 2♣: if not following, must trump (rule 4.4);
    hearts are trumps. Held 6♥: played it in trick 3. That was the card to play,
    of those that are known.
faulty.bourre:9: warning: hand 1, Bea [unpaid-renege]
    Bea reneged in trick 1; nobody called it, and no ruling followed. It would
    have cost the pot of 4 (rule 5.5).
faulty.bourre:12: error: hand 1 [pot]
    The pot was counted as 5, but adds up to 4: 0 left in it and 4 in antes. It
    has 1 too much (rule 5.10).
faulty.bourre:14:3: error: a line cannot begin with nonsense [syntax]
    |   nonsense
    |   ^
    expected `hand` or one of ante, dealt, early, pass, play, draw, stay, trick,
    recall, claim, misdeal, tricks, pot, take, match, renege
    put a # before a comment
faulty.bourre:15: remark: hand 3 [all-passed]
    Everyone passed, so nobody won the pot: it stays (rule 3.6). With everyone
    else out, the dealer, Bea, should play.
faulty.bourre:15: warning: hand 3 [unverified-pot]
    The pot cannot be followed to this hand: hand 2 has a line that cannot be
    read. From here until a counted pot is recorded, amounts are not checked
    (rule 5.10).

1 file, 1 evening, 3 hands, 1 of them in quarantine
9 plays: 4 verified (3 right, 1 wrong), 5 not provable
6 findings: 3 errors, 2 warnings, 1 remark
  must-trump 1, pot 1, unpaid-renege 1, unverified-pot 1, all-passed 1, syntax 1
"""
FINDING = Finding(
    "a.bourre",
    3,
    "friday",
    1,
    2,
    "Bea",
    "must-beat",
    "error",
    "9h",
    ("Ks", "Ah"),
    -3,
    None,
    'Said Ann\'s "friend".',
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a faulty log and a clean one, where the commands run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "faulty.bourre").write_text(log_of(FAULTY), "utf-8")
    (tmp_path / "clean.bourre").write_text(log_of(CLEAN).replace("friday", "saturday"), "utf-8")
    return tmp_path


class Told:
    """What one command line printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        self.status = main(["audit", *words])
        self.out, self.err = capsys.readouterr()

    def json(self) -> Any:  # noqa: ANN401 - whatever it says
        return json.loads(self.out)


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    told = Told(capsys, "faulty.bourre")
    assert (told.status, told.err) == (1, "")
    assert told.out == TEXT


def test_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    told = Told(capsys, "clean.bourre")
    assert (told.status, told.err) == (0, "")
    assert told.out == (
        "1 file, 1 evening, 1 hand\n0 plays: 0 verified (0 right, 0 wrong), 0 not provable\n"
        "nothing wrong\n"
    )


def test_a_log_that_stops_in_its_last_hand_is_told_and_nobody_is_accused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = log_of("hand 1 Dot 9h\n  play Ann 0\n  play Bea 0\n  trick Ann As 2h\n  tri")
    (folder / "cut.bourre").write_text(text[: text.rindex("  tri")], "utf-8")
    told = Told(capsys, "cut.bourre")
    assert (told.status, told.out.splitlines()[-1]) == (0, "nothing wrong in what was recorded")
    said = " ".join(told.err.split())
    assert (
        "cut.bourre:5: the last hand, hand 1, has no end: its pot holds 4 chips, and more may "
        "be missing after it"
    ) in said
    assert (
        "write what is missing at the end of cut.bourre; if nothing is, end it with `end carry`"
        in said
    )
    (folder / "cut.bourre").write_text(text.removesuffix("  tri") + "end carry\n", "utf-8")
    assert Told(capsys, "cut.bourre").err == ""


def test_what_is_perhaps_not_meant_so_is_told_by_the_audit_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "slip.bourre").write_text(
        log_of("seats Ann, Big Al\npay Ann Al 5 EUR\nbuyin Ann 4").rstrip("\n"), "utf-8"
    )
    told = Told(capsys, "slip.bourre", "--format", "json")
    assert told.json()["findings"] == []
    said = " ".join(told.err.split())
    assert "nothing was cut off: slip.bourre, line 6" in said
    assert "a separate player: slip.bourre, line 4: Big Al" in said
    assert "slip.bourre, line 5: pay Ann … 5 EUR is 5" in said


def test_a_folder_is_searched_and_told_file_by_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deep = folder / "games" / "2026"
    deep.mkdir(parents=True)
    (deep / "later.bourre").write_text(log_of(FAULTY).replace("friday", "later"), "utf-8")
    (deep / "notes.txt").write_text("nothing", "utf-8")
    told = Told(capsys, ".", "clean.bourre")
    titles = [line for line in told.out.splitlines() if "  evening " in line]
    assert titles == ["faulty.bourre  evening friday", "games/2026/later.bourre  evening later"]
    assert "3 files, 3 evenings, 7 hands" in told.out


@pytest.mark.slow
def test_nothing_is_wider_than_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    told = Told(capsys, str(CASES))
    for line in told.out.splitlines():
        if not line.startswith((str(CASES), "    |")):
            assert width_of(line) <= 80


def test_colour_only_where_it_can_be_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\x1b" not in Told(capsys, "faulty.bourre").out
    monkeypatch.setattr("ledger.cli.terminal.has_colour", lambda _stream=None: True)
    assert "\x1b[31merror\x1b[0m" in Told(capsys, "faulty.bourre").out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = Told(capsys, "faulty.bourre", "clean.bourre", "--format", "json")
    report = told.json()
    assert list(report) == [
        "files",
        "sessions",
        "hands",
        "plays",
        "quarantined",
        "books",
        "findings",
    ]
    assert (
        report["files"],
        report["sessions"],
        report["hands"],
        report["plays"],
        report["quarantined"],
    ) == (2, 2, 4, 9, 1)
    assert report["books"]["saturday"] == {"Ann": 3, "Bea": -1, "Cal": -1, "Dot": -1, "pot": 0}
    assert report["findings"][0] == {
        "file": "faulty.bourre",
        "line": 9,
        "session": "friday",
        "hand": 1,
        "trick": 1,
        "player": "Bea",
        "rule": "must-trump",
        "severity": "error",
        "card": "2c",
        "required": ["6h"],
        "amount": None,
        "settled": None,
        "message": "Ann led A♠ and Bea played 2♣: if not following, must trump (rule 4.4); hearts are "  # noqa: E501
        "trumps. "
        "Held 6♥: played it in trick 3. That was the card to play, of those that are known.",
    }
    lines = told.out.splitlines()
    assert sum(line.startswith('  {"file": ') for line in lines) == len(report["findings"]) == 6


def test_json_of_a_session_without_findings_or_players_books(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "broken.bourre").write_text("hand 1 Ann 9h\n", "utf-8")
    assert Told(capsys, "clean.bourre", "--format", "json").json()["findings"] == []
    broken = Told(capsys, "broken.bourre", "--format", "json")
    assert broken.status == 2
    assert broken.json()["books"] == {}
    assert {found["rule"] for found in broken.json()["findings"]} == {"syntax"}
    assert broken.json()["findings"][0]["session"] is None


def test_csv(capsys: pytest.CaptureFixture[str]) -> None:
    told = Told(capsys, "faulty.bourre", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(told.out, newline="")))
    assert list(rows[0]) == list(Finding._fields)
    assert [row["rule"] for row in rows] == [
        "must-trump",
        "unpaid-renege",
        "pot",
        "syntax",
        "all-passed",
        "unverified-pot",
    ]
    assert (rows[0]["required"], rows[0]["amount"], rows[1]["amount"], rows[1]["card"]) == (
        "6h",
        "",
        "4",
        "",
    )


def as_csv(found: Finding) -> str:
    return csv_text(Finding._fields, command.rows([found]))


def test_csv_is_that_of_rfc_4180() -> None:
    assert as_csv(FINDING) == (
        "file,line,session,hand,trick,player,rule,severity,card,required,amount,settled,message\r\n"
        'a.bourre,3,friday,1,2,Bea,must-beat,error,9h,Ks Ah,-3,,"Said Ann\'s ""friend""."\r\n'
    )


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "\tx", "\rx"])
def test_csv_computes_nothing(name: str) -> None:
    (row,) = csv.DictReader(
        io.StringIO(as_csv(FINDING._replace(player=name, file="ok", amount=-7)), newline="")
    )
    assert row["player"] == "'" + name
    assert row["amount"] == "-7"
    assert row["file"] == "ok"


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("--severity", "error"), {"must-trump", "pot", "syntax"}),
        (
            ("--severity", "warning"),
            {"must-trump", "pot", "syntax", "unpaid-renege", "unverified-pot"},
        ),
        (
            ("--severity", "remark"),
            {"must-trump", "pot", "syntax", "unpaid-renege", "unverified-pot", "all-passed"},
        ),
        (("--rule", "pot"), {"pot"}),
        (("--rule", "pot", "--rule", "all-passed"), {"pot", "all-passed"}),
        (("--rule", "all-passed", "--severity", "error"), set()),
    ],
)
def test_filters_change_what_is_shown_and_nothing_else(
    words: tuple[str, ...], shown: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    told = Told(capsys, "faulty.bourre", "--format", "json", *words)
    assert told.status == 1
    assert {found["rule"] for found in told.json()["findings"]} == shown
    assert told.json()["hands"] == 3
    text = Told(capsys, "faulty.bourre", *words)
    assert text.status == 1
    hidden = 6 - len(shown)
    assert (f"({hidden} more not shown)" in text.out) == bool(hidden)
    assert "nothing wrong" not in text.out


def test_a_kind_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    told = Told(capsys, "faulty.bourre", "--rule", "must-beet")
    assert (told.status, told.out) == (2, "")
    assert (
        told.err
        == "bourre: there is no kind of finding named must-beet\n  did you mean must-beat?\n"
    )
    assert "see bourre audit --help" in Told(capsys, "faulty.bourre", "--rule", "xyz").err


def test_a_path_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    told = Told(capsys, "faulty.bourre", "nowhere.bourre")
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith("bourre: nowhere.bourre: there is no such file or folder\n")


def test_a_folder_without_logs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty").mkdir()
    told = Told(capsys, "empty")
    assert (told.status, told.out) == (2, "")
    assert (
        told.err
        == "bourre: there are no logs in empty\n  logs have names that end in .bourre or .parquet\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0\1\2",
        "hello\nworld\n",
        "bourre 2\n",
        "bourre 1\nsession 2026-01-01 x\nrules nonsense\nseats A B\n",
    ],
)
def test_what_is_no_log_is_told_and_the_others_are_audited(
    text: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "odd.bourre").write_text(text, "utf-8")
    told = Told(capsys, "clean.bourre", "odd.bourre")
    assert told.status == 2
    assert "odd.bourre:" in told.out
    assert "[syntax]" in told.out
    assert "2 files, 1 evening, 1 hand, 1 file not readable" in told.out


def test_a_file_that_cannot_be_opened_does_not_keep_the_others_from_it(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "large.bourre").write_text(log_of(CLEAN), "utf-8")
    monkeypatch.setattr("ledger.log.reader.MOST_BYTES", 200)
    (folder / "large.bourre").write_text(log_of(CLEAN) + "#" * 200, "utf-8")
    told = Told(capsys, "clean.bourre", "large.bourre", "--format", "json")
    assert told.status == 2
    assert told.err.startswith("bourre: large.bourre: it is larger than")
    assert told.json()["files"] == 1
    text = Told(capsys, "clean.bourre", "large.bourre").out
    assert text.startswith("1 file, 1 evening, 1 hand, 1 file not readable\n")
    assert text.endswith("no findings to show\n")


def test_parquet_that_is_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "odd.parquet").write_bytes(b"nonsense")
    told = Told(capsys, ".")
    assert told.status == 2
    assert "odd.parquet" in told.err
    assert "2 files, 2 evenings, 4 hands, 1 of them in quarantine, 1 file not readable" in told.out


def test_parquet_says_what_its_logs_say(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs = [read_path(name) for name in ("clean.bourre", "faulty.bourre")]
    (folder / "odd.bourre").write_text("hello", "utf-8")
    write_hands(folder / "all.parquet", [columns([*logs, read_path("odd.bourre")])])
    by_log = Told(capsys, "clean.bourre", "faulty.bourre", "odd.bourre", "--format", "json")
    by_parquet = Told(capsys, "all.parquet", "--format", "json")
    assert by_parquet.status == by_log.status == 2
    assert by_parquet.json() == by_log.json() | {"files": 1}
    assert "odd.bourre:1:1: error: " in Told(capsys, "all.parquet").out


def test_standard_input(folder: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "ledger.cli.main", "audit", "-", "clean.bourre"],
        input=log_of(FAULTY).encode(),
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "1"},
        cwd=folder,
        check=False,
    )
    assert run.returncode == 1
    out = run.stdout.decode()
    assert "standard input:9: error: hand 1, trick 1, Bea [must-trump]" in out
    assert "2 files, 2 evenings" in out


@pytest.mark.slow
@pytest.mark.parametrize("form", ["json", "csv"])
def test_other_programs_get_utf_8(form: str, folder: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "ledger.cli.main", "audit", "faulty.bourre", "--format", form],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        cwd=folder,
        check=False,
    )
    assert "Ann led A♠" in run.stdout.decode()


def test_two_files_with_one_session_id_lose_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "copy.bourre").write_text(log_of(FAULTY), "utf-8")
    told = Told(capsys, "faulty.bourre", "copy.bourre", "--format", "json")
    assert told.status == 1
    assert list(told.json()["books"]) == ["friday (copy.bourre)", "friday (faulty.bourre)"]
    assert len(told.json()["findings"]) == 12
    assert told.err.splitlines() == [
        "bourre: 2 evenings have the id friday: copy.bourre, faulty.bourre",
        "  each is audited separately; books and exports show the file beside the id",
    ]


def test_many_ids_that_are_not_unique_are_told_in_short(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for at in range(command.MOST_WARNINGS + 2):
        for copy in "ab":
            (folder / f"{at}{copy}.bourre").write_text(
                log_of(CLEAN).replace("friday", f"night{at}"), "utf-8"
            )
    assert "bourre: and 2 more ids are not unique" in Told(capsys, ".").err


def test_the_books_of_three_namesakes_in_any_order() -> None:
    report = report_of(CLEAN, CLEAN, CLEAN)
    assert sorted(report.books) == [
        "friday (log0.bourre)",
        "friday (log1.bourre)",
        "friday (log2.bourre)",
    ]


def test_help_names_every_kind_of_finding(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--help"]) == 0
    printed = capsys.readouterr().out
    for name in KINDS_OF_FINDING:
        assert f"\n  {name} " in printed


def test_an_audit_of_logs_imports_nothing_heavy_but_numpy(folder: Path) -> None:
    """How long it takes is for the benchmarks to say."""
    lines = []
    for number in range(1, 51):
        dealer = ("Ann", "Bea", "Cal", "Dot")[number % 4]
        lines += [f"hand {number} {dealer} 9h", "  play Ann 0", "  play Bea 0", "  trick Ann As 2s"]
    (folder / "night.bourre").write_text(log_of("\n".join(lines)), "utf-8")
    program = [sys.executable, "-X", "importtime", "-m", "ledger.cli.main", "audit", "night.bourre"]
    run = subprocess.run(program, capture_output=True, cwd=folder, check=False)
    imported = {line.rpartition("|")[2].strip() for line in run.stderr.decode().splitlines()}
    assert "numpy" in imported
    assert not imported & {
        "polars",
        "duckdb",
        "streamlit",
        "pandas",
        "pyarrow",
        "plotly",
        "tqdm",
        "distributed",
        "fsspec",
    }


@pytest.mark.slow
def test_an_audit_by_two_processes_says_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_HANDS_OF_A_PIECE", 1)
    write_hands(folder / "d.parquet", [columns([read_path(folder / "faulty.bourre")])])
    (folder / "e.parquet").write_bytes(b"no Parquet")
    said = []
    for jobs in ("1", "2"):
        assert main(["audit", str(folder), "--format", "json", "--jobs", jobs]) == 2
        said.append(capsys.readouterr())
    assert said[0] == said[1]
    assert json.loads(said[0].out)["sessions"] == 3
    assert "e.parquet" in said[0].err
