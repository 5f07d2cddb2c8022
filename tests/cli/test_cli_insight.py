"""``bourre insight`` and ``bourre chart``."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from book_on_disk import A_CARD_THAT_SPARED, Book

from ledger.book import ask
from ledger.cli.insight import signed
from ledger.cli.main import main
from ledger.stats import how_often_stayed

EVENING = """session 2026-11-13 one
hand 1 Dot 7h
  dealt Ann Ah Kh Qh 2c 3d
  pass Ann
  pass Bea
  play Cal 2
  pass Dot
"""


def test_below_a_hundred_decisions_nothing_is_said(book: Book) -> None:
    book.add(EVENING)
    told = book.run("insight")
    assert told.status == 0
    ann = [line.split() for line in told.out.splitlines() if line.startswith("Ann")]
    assert ann == [["Ann", "0", "too", "few"], ["Ann", "all", "1", "too", "few"]]
    assert "0 of 1" in told.out


def test_a_player_s_decision_is_told_in_a_sentence(book: Book) -> None:
    book.add(EVENING)
    told = " ".join(book.run("insight", "Ann").out.split())
    assert (
        "one, hand 1: passed with nobody in, holding Qh Kh Ah 3d 2c (7h turned); staying was worth"
        in told
    )


def test_somebody_who_is_not_in_the_book_is_refused_with_a_guess(book: Book) -> None:
    book.add(EVENING)
    told = book.run("insight", "Anne")
    assert told.status == 2
    assert "did you mean Ann?" in told.err


def test_a_book_without_dealt_cards_says_what_to_write_down(book: Book) -> None:
    book.add("session 2026-11-13 one\nhand 1 Dot 7h\n  tricks Bea 3 Cal 2\n")
    told = book.run("insight")
    assert told.status == 0
    assert "To record them, also for players who pass" in " ".join(told.out.split())


def test_other_programs_are_told_the_same(book: Book) -> None:
    book.add(EVENING)
    found = {row["player"]: row for row in book.json("insight")["players"]}
    assert found["Ann"]["priced"] == 1
    assert found["Ann"]["lost_passing"] > 1


def test_decisions_are_priced_against_an_even_table_when_asked(book: Book) -> None:
    """Ann and Cal are priced twice, each against what it says; what was priced before stays."""
    book.add(EVENING)
    assert {row["reference"] for row in book.json("insight")["players"]} == {"table"}
    assert {row["reference"] for row in book.json("insight", "--even")["players"]} == {"even"}
    assert "at an even table" in " ".join(book.run("insight", "--even").out.split())
    rows = (
        "SELECT reference, count(cost), max(abs(loose)) > 0 FROM decisions GROUP BY reference "
        "ORDER BY reference"
    )
    found = ask(book.folder, lambda connection: connection.execute(rows).fetchall())
    assert found == [("even", 1, False), ("table", 1, True)]


@pytest.mark.nightly
def test_what_was_thrown_away_is_priced_when_asked(book: Book) -> None:
    """Ann throws away the ace and king of trumps."""
    book.add(EVENING.replace("pass Ann", "play Ann 2 out Ah Kh"))
    (ann,) = book.json("insight", "Ann")["players"]
    assert (ann["discards"], ann["discards_priced"]) == (0, 0)
    told = book.json("insight", "Ann", "--discards")
    (ann,) = told["players"]
    assert (ann["discards"], ann["discards_priced"]) == (1, 1)
    assert ann["lost_discarding"] > 1
    assert [row["kind"] for row in told["notable"]] == ["discard"]
    said = " ".join(book.run("insight", "Ann").out.split())
    assert (
        "threw away Kh Ah, holding Qh Kh Ah 3d 2c (7h turned); to throw away 3d 2c was worth"
        in said
    )
    assert "Thrown" in said


def test_a_card_that_spared_somebody_is_told_only_when_asked(book: Book) -> None:
    """Ann has three tricks and the ace of diamonds, and leads low to Bea's king."""
    book.add(A_CARD_THAT_SPARED)
    assert "nice" not in book.json("insight")
    told = book.json("insight", "--nice")
    (nice,) = told["nice"]
    assert (nice["name"], nice["gave"], nice["trick"]) == ("Ann", "Bea", 4)
    assert 0 < nice["low"] < nice["chips"]
    ann = next(row for row in told["players"] if row["player"] == "Ann")
    assert ann["cards_priced"] == ann["cards"] > 1
    said = " ".join(book.run("insight", "--nice").out.split())
    assert (
        "friday, hand 1, trick 4: Ann played 4d, not Ad, and Bea took a first trick; it cost "
        "Ann some"
    ) in said
    assert "Played: the same of cards" in said
    assert "trick 4, played 4d, dealt Qh Kh Ah 4d Ad (7h turned); Ad was worth" in " ".join(
        book.run("insight", "Ann").out.split()
    )
    assert book.run("audit").status == 0, "it is no finding"


def test_what_was_worth_most_is_told_beside_what_cost_most(book: Book) -> None:
    """Ann stays with the three highest trumps, and it was right to."""
    book.add(EVENING.replace("pass Ann", "play Ann 0"))
    found = book.json("insight", "Ann")
    assert found["notable"] == []
    (well,) = found["well"]
    assert (well["kind"], well["chosen"]) == ("stay", 1)
    assert 0 < well["low"] < well["chips"] < well["high"]
    assert "Well decided" in book.run("insight", "Ann").out


@pytest.mark.nightly
def test_an_evening_recorded_with_deals_entered_afterwards_is_priced_and_told_when_it_is_over(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Ann folded is said while the next hand is open; whoever asks meanwhile may sit at the
    table.
    """
    header = ["two", "Ann, Bea, Cal, Dot", "-", "", ""]
    hands = [
        "hand 1 Dot 7h",
        "pass Ann Bea",
        "play Cal 2",
        "pass",
        "ok",
        "hand 9s",
        "pass Bea",
        "dealt 1 ann Ah Kh Qh 2c 3d",
    ]

    def record(*lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*lines, ""])))
        told = book.run("record")
        assert told.status == 0, told.out
        return told.out

    assert "Written: dealt Ann Ah Kh Qh 2c 3d\n" in record(*header, *hands)
    (ann,) = book.json("insight", "Ann")["players"]
    assert ann["priced"] == 1
    told = " ".join(book.run("insight", "Ann").out.split())
    assert "passed with nobody in" not in told
    assert "Single decisions are shown once the evening is over. Still being recorded: two." in told
    assert "still being recorded" not in book.run("insight").out
    record("y", "misdeal", "ok", "end carry")
    told = " ".join(book.run("insight", "Ann").out.split())
    assert (
        "two, hand 1: passed with nobody in, holding Qh Kh Ah 3d 2c (7h turned); staying was worth"
        in told
    )
    assert "still being recorded" not in told


def test_the_chart_has_a_column_for_each_place_that_is_still_to_speak(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["chart", "acadiana", "--seats", "4"]) == 0
    blocks = capsys.readouterr().out.split("\n\n")
    headings = [block.splitlines()[1].split() for block in blocks[1:-1]]
    assert headings == [
        ["Trumps", "1st", "2nd", "3rd", "dealer"],
        ["Trumps", "2nd", "3rd", "dealer"],
        ["Trumps", "3rd", "dealer"],
        ["Trumps", "dealer"],
    ]
    assert max(map(len, "\n".join(blocks).splitlines())) <= 80


def test_the_chart_for_other_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chart", "--seats", "3", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["seats"] == len(told["share_of_a_carried_pot"]) == 3
    assert {cell["place"] for cell in told["cells"]} == {1, 2, 3}


def test_the_chart_goes_by_the_pot_and_an_ante_is_what_it_is_of_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = {}
    for pot in ("5", "40"):
        assert main(["chart", "--pot", pot, "--format", "json"]) == 0
        found[pot] = json.loads(capsys.readouterr().out)
    assert (found["5"]["ante"], found["40"]["ante"]) == pytest.approx((0.2, 0.025))
    first = {
        pot: next(cell["margin"] for cell in told["cells"] if cell["trumps"] == 1)
        for pot, told in found.items()
    }
    assert first["5"] > first["40"] + 0.02
    assert main(["chart", "--pot", "5"]) == 0
    assert "5 at the table, a pot of 5 antes" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seats", "12"], "there is no chart for 12"),
        (["lousiana"], "did you mean louisiana?"),
        (["--pot", "0"], "a pot of 0 antes is nothing to play for"),
    ],
)
def test_a_table_that_does_not_exist_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["chart", *words]) == 2
    assert said in capsys.readouterr().err


def test_what_rounds_to_nothing_has_no_sign() -> None:
    assert [signed(chips) for chips in (-0.6, -0.4, 0.0, 0.4, 0.6)] == ["−1", "0", "0", "0", "+1"]


def evening(passes: bool, hands: int = 40, drew: str = "") -> str:
    """Ann stays with anything, the others every second time; no card is written down but the one
    turned.

    Of those in ``drew``, by their initials, it is noted that they drew, Ann five cards and the
    others two.
    """
    lines = ["bourre 1", "session 2026-11-20 friday", "rules louisiana", "seats Ann Bea Cal Dot"]
    for number in range(hands):
        dealer = ("Dot", "Ann", "Bea", "Cal")[number % 4]
        order = [("Ann", "Bea", "Cal", "Dot")[(number + at) % 4] for at in range(4)]
        plays = {"Ann", *(("Bea", "Cal", "Dot"), ("Bea",), ("Cal", "Dot"), ())[number * 7 % 11 % 4]}
        lines += [f"hand {number + 1} {dealer} 7h"]
        drawn = {
            name: f" {5 if name == 'Ann' else 2}" if name in plays and name[0] in drew else ""
            for name in order
        }
        lines += [
            f"  {'play' if name in plays else 'pass'} {name}{drawn[name]}"
            for name in order
            if passes or name in plays
        ]
        if len(plays) > 1:
            lines += [
                (
                    "  tricks Ann 3 "
                    f"{' '.join(f'{name} {2 * (at == 0)}' for at, name in enumerate(sorted(plays - {'Ann'})))}"  # noqa: E501
                )
            ]
    return "\n".join(lines) + "\n"


def test_who_stays_too_often_is_told_from_pass_and_play_alone_and_not_where_passes_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where only those who stayed are written down, anybody seems to stay always: nothing is said,
    but what is needed.
    """
    told = {}
    for passes in (True, False):
        log, book = tmp_path / f"{passes}.bourre", tmp_path / f"book {passes}"
        log.write_text(evening(passes))
        assert main(["import", str(log), "--book", str(book)]) == 0
        capsys.readouterr()
        assert main(["insight", "--book", str(book)]) == 0
        told[passes] = " ".join(capsys.readouterr().out.split())
    assert "Ann 40 100%" in told[True]
    assert "too often" in told[True].split("Bea")[0]
    assert "Lost by how often somebody stays, not by which hands" in told[True]
    assert "40" not in told[False]
    assert told[False].startswith(
        "Whether somebody stays too often can be told from 25 hands on in which everybody's `pass`"
    )


def test_draws_tell_of_who_stays_where_all_have_noted_theirs_and_nothing_where_some_have(
    tmp_path: Path,
) -> None:
    """Whoever notes only the striking draws would seem to stay with the worst hands."""
    lost = {}
    for drew in ("", "B", "ABCD"):
        log, book = tmp_path / f"of {drew}.bourre", tmp_path / f"book {drew}"
        log.write_text(evening(True, drew=drew))
        assert main(["import", str(log), "--book", str(book)]) == 0
        lost[drew] = {row["name"]: row["lost"] for row in ask(book, how_often_stayed).to_dicts()}
    assert lost["B"] == lost[""]
    assert all(lost["ABCD"][name] != lost[""][name] for name in ("Ann", "Bea"))
