"""One book, one answer: what a page says of something is what the command says of it, word for word
and figure for figure, on five books.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import answer_books
import pytest
from book_on_disk import Book, made_once
from dashboard_app import look_at, page, said, sent
from streamlit.testing.v1 import AppTest

pytestmark = pytest.mark.slow

FURNITURE = r"Unexplained:|See [a-z0-9-]+|See more|Download as CSV|The pot of each game"
"""What a page says besides its answer: headings, what its controls are called, and ways to other
pages.
"""


@pytest.fixture(params=answer_books.KINDS)
def folder(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """Return a book of one's own, which the pages show."""

    def make(here: Path) -> None:
        answer_books.make(request.param, here)

    found = made_once(tmp_path_factory, f"answers-{request.param}", make, tmp_path / "here")
    look_at(found, monkeypatch)
    return found


class Command(NamedTuple):
    """What a command answers: its text on one line, the object in JSON, and the rows of its CSV."""

    text: str
    object: Any
    rows: list[dict[str, str]]


def asked(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> Command:
    """Return what ``bourre WORDS…`` answers in its three forms."""
    book = Book(folder, capsys)
    capsys.readouterr()
    text, table = (book.run(*words, "--format", form) for form in ("text", "csv"))
    assert (text.status, table.status) == (0, 0), text.err + table.err
    rows = list(csv.DictReader(io.StringIO(table.out)))
    return Command(_plain(text.out), book.json(*words), rows)


def _plain(text: str) -> str:
    """Return a text without what only draws it: Markdown, colours and arrows, and lines."""
    text = re.sub(r":(?:blue|orange|material/\w+)(?:\[(.*?)\]|:)", r"\1", text)
    text = re.sub(r"\[(.*?)\]\(<.*?>\)", r"\1", text)
    text = (
        re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)
        .replace("**", "")
        .replace("\u2060", "")
        .replace("\u00a0", " ")
    )
    text = re.sub(r"<[^>]*>", " ", re.sub(r"[▲▼] ", "", text))
    return " ".join(text.split())


def sentences(app: AppTest) -> Iterator[str]:
    """Yield the sentences that a page shows as text, one for each line."""
    for block in said(app).split("\n"):
        line = block.strip()
        if not line.startswith("{") and (plain := _plain(line.removeprefix("- "))):
            yield plain


def tables(app: AppTest) -> dict[str, list[list[str]]]:
    """Return the tables of a page: by name, the texts in the cells, without arrows."""
    return {
        one["name"]: [[_plain(cell["text"]) for cell in row] for row in one["rows"]]
        for one in sent(app)
        if "rows" in one
    }


def worded_anew(lines: Iterable[str], command: str) -> list[str]:
    """Return what a page says that neither the command says, nor is furniture."""
    return [line for line in lines if line not in command and not re.fullmatch(FURNITURE, line)]


def decimals(shown: Iterable[str]) -> list[str]:
    """Return amounts as people read them as the decimals that other programs get."""
    figures = (re.sub(r"[^\d.−-]", "", one).replace("−", "-") for one in shown)
    return [f"{float(one):g}" for one in figures]


# --- Who owes what --------------------------------------------------------------------------------
def of_debts(app: AppTest) -> Iterator[str]:
    """Yield the sentences of the page's answer: above it is what is left out, below are forms."""
    lines = sentences(app)
    while not next(lines).startswith("How to settle"):
        pass
    for line in lines:
        if line.startswith(("Have all", "Has the", "What goes into", "Payments", "Record ")):
            return
        yield line


@pytest.mark.parametrize("plan", ["fewest", "winners"])
def test_who_owes_what(folder: Path, plan: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = asked(folder, capsys, "owes", "--plan", plan)
    app = page("owes", plan=plan)
    assert worded_anew(of_debts(app), command.text) == []
    lines = [line["text"] for one in sent(app) for line in one.get("lines", []) if "paid" in line]
    assert [line for line in lines if line not in command.text] == []
    assert len(lines) == sum(map(is_payment, command.object["transfers"]))
    shown = {
        (row[0], name.removeprefix("Where everybody stands, in ")): row
        for name, rows in tables(app).items()
        for row in rows
        if name.startswith("Where everybody stands")
    }
    for row in shown.values():
        assert " ".join(row) in command.text
    stand = [one for one in command.object["balances"] if one["player"] != "unexplained"]
    assert decimals(shown[one["player"], one["currency"]][2] for one in stand) == decimals(
        one["amount"] for one in stand
    )
    assert [row["amount"] for row in command.rows] == [
        one["amount"] for kind in ("balances", "transfers", "pots") for one in command.object[kind]
    ]


def is_payment(one: dict[str, str]) -> bool:
    """True for a transfer from a player to a player."""
    return not any(re.match(r"pot\b|unexplained", one[side]) for side in ("from", "to"))


# --- One evening ----------------------------------------------------------------------------------
def test_an_evening(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sessions = [path.stem for path in sorted((folder / "sessions").glob("*.bourre"))]
    for session in sessions[:: max(1, len(sessions) // 2)]:
        command = asked(folder, capsys, "night", session, "--review")
        app = page("session", session=session)
        (lead,) = [line for line in sentences(app) if re.search(WON, line)]
        assert worded_anew([lead], command.text) == []
        assert lead.endswith(".")
        shown = {row[0]: row[1:] for row in tables(app)["What each player won or lost"]}
        results = command.object["results"]
        assert decimals(row[0] for row in shown.values()) == decimals(
            one["amount"] for one in results
        )
        assert list(shown) == [one["player"] for one in results]
        for name, (won, *_) in shown.items():
            assert re.search(
                rf"{re.escape(name)} +{re.escape(won.removesuffix(' chips'))}", command.text
            )
        kinds = [row for row in command.rows if row["kind"] == "result"]
        assert decimals(row["amount"] for row in kinds) == decimals(
            one["amount"] for one in results
        )
        told = [one["text"] for one in command.object["stands_out"] or []]
        assert [one for one in told if one not in said(app)] == []


WON = r"won the evening with|Nobody won anything\.|nobody won anything\.|No hand was played\."


# --- A season -------------------------------------------------------------------------------------
def of_season(app: AppTest) -> Iterator[str]:
    """Yield the sentences of the page's answer: above it is what is left out, below are charts."""
    lines = sentences(app)
    while next(lines) != "Standings":
        pass
    for line in lines:
        if line.startswith(("Not in these figures", "See which lines")):
            continue
        if line.startswith(("Places", "Evenings in a row")):
            return
        yield from re.split(r"(?<=\.) (?=[A-Z])", line.replace("How this is worked out ", ""))


OF_DRAWING = "An arrow beside a place: the last evening brought the player up or down to it."


@pytest.mark.parametrize("season", ["", "2026-11"])
def test_the_standings(folder: Path, season: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = asked(folder, capsys, "standings", *(["--season", season] if season else []))
    app = page("standings", season=season)
    lines = list(of_season(app))
    assert worded_anew((line for line in lines if line != OF_DRAWING), command.text) == []
    assert any(re.search(r" leads with | won with ", line) for line in lines)
    shown = [
        (name.removeprefix("Standings in "), row)
        for name, rows in tables(app).items()
        if name.startswith("Standings in ")
        for row in rows
    ]
    for _, row in shown:
        line = _plain(" ".join(cell.removesuffix(" chips") for cell in row))
        assert line.replace(" ", "") in command.text.replace(" ", "")
    places = command.object["standings"]
    assert [
        (row[0], row[1], unit.replace("chips without a value", "chips"), row[2], row[3] or "0")
        for unit, row in shown
    ] == [
        (f"{one['place']}.", one["player"], one["currency"], f"{one['evenings']}", f"{one['won']}")
        for one in places
    ]
    for at, name in ((4, "amount"), (7, "best"), (8, "worst")):
        amounts = [one[name] if at == 4 else one[name]["amount"] for one in places]
        assert decimals(row[at] for _, row in shown) == decimals(amounts)
        assert decimals(row[name] for row in command.rows) == decimals(amounts)


@pytest.mark.parametrize("folder", ["closed"], indirect=True)
def test_how_to_do_something_is_said_by_who_shows_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = asked(folder, capsys, "standings").text
    assert "→ answer it: bourre edit last :" in command
    assert "page Audit" not in command
    shown = said(page("standings"))
    assert "answer it on the page Audit" in shown
    assert "bourre edit" not in shown


def test_a_page_that_words_something_itself_is_seen() -> None:
    text = "2 payments make everybody square, the fewest possible. Ann pays Bea $0.50"
    lines = ["2 payments make everybody square, the fewest possible.", "Ann gives Bea $0.50"]
    assert worded_anew(lines, text) == ["Ann gives Bea $0.50"]
