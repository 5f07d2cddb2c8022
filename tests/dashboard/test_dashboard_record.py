"""The record page without a browser: what a tap writes, what is shown before it is confirmed, and what cannot be lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from book_on_disk import Book
from dashboard_app import look_at, page, said
from streamlit.testing.v1 import AppTest

from dashboard.record import between_hands
from ledger import Book as Opened, read
from ledger.book.draft_file import Recorder
from ledger.book.roles import Role
from ledger.findings.audit import audit
from ledger.recording.spoken import NewSession, say

pytestmark = pytest.mark.slow

HEADER = "bourre 1\nsession 2026-11-20 fri\nrules louisiana limit=20\nchip 0.25 USD\nseats Ann Bea Cal Dot\n"
EVENING = NewSession("2026-11-20", "fri", ("Ann", "Bea", "Cal", "Dot"), "louisiana limit=20", chip=25, currency="USD")
OTHER = Recorder("another", "somebody on an iPhone")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a book that is not there yet, with pages that show it."""
    look_at(tmp_path / "book", monkeypatch)
    return tmp_path / "book"


def recording(folder: Path) -> AppTest:
    """Return the page of somebody who has begun the evening."""
    Opened(folder, Role.SCORER).begin(EVENING, OTHER)
    return tap(page("record"), "record go on sessions/fri.bourre")


def tap(app: AppTest, *keys: str) -> AppTest:
    """Tap buttons; all of them must be there, and must not be disabled."""
    for key in keys:
        button = app.button(key=key)
        assert not button.disabled, key
        button.click().run()
        assert not app.exception
    return app


def text(folder: Path) -> str:
    """Return what is on the disk: the log, and the hand that is open."""
    return Opened(folder, Role.SCORER).load("sessions/fri.bourre").recording.text


def cards(*codes: str) -> list[str]:
    return [f"record card {code}" for code in codes]


def test_players_are_tapped_round_the_table_and_everything_else_is_as_last_time(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    session 2026-11-13 last "Last week"
    rules louisiana limit=20
    chip 0.25 USD
    seats Ann Bea Cal
    hand 1 Cal 9h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    hand 2 Ann 9h
      play Bea
      play Cal
      play Ann
      tricks Bea 2 Cal 2 Ann 1
    """
    look_at(book.folder, monkeypatch)
    app = page("record")
    tap(app, "record seat Cal", "record seat Ann", "record seat Bea", "record seat Ann")
    app.text_input(key="record typed").set_value("Big Al").run()
    app.text_input(key="record title").set_value("Friday").run()
    tap(app, "record begin")
    (new,) = [path for path in (book.folder / "sessions").glob("*.bourre") if "Friday" in path.read_text()]
    lines = new.read_text().splitlines()
    assert lines[1].endswith(" Friday")
    assert lines[2:] == ["rules louisiana limit=20", "chip 0.25 USD", "pot 3", "exempt Cal Bea", 'seats Cal Bea "Big Al"']


def test_a_hand_as_a_score_takes_at_most_eight_taps_more_than_players_who_stayed(folder: Path) -> None:
    app = recording(folder)
    taps = ["record deals Dot", "record stays Bea", "record stays Ann", "record stays Cal", "record count"]
    taps += ["record trick Ann", "record trick Bea", "record trick Ann", "record trick Bea", "record trick Ann"]
    tap(app, *taps)
    before = said(app)
    assert "**Ann takes 4" in before
    assert "Cal went bourré and **matches 4" in before
    assert "Next deal: Ann" in before
    assert "No ante from Cal (matched the pot)" in before
    tap(app, "record confirm")
    assert len(taps) + 1 <= 3 + 8
    hand = "\nhand 1 Dot -\n  play Ann\n  play Bea\n  play Cal\n  tricks Ann 3 Bea 2\n"
    assert (folder / "sessions/fri.bourre").read_text() == HEADER + hand
    assert "**Cal antes nothing**: matched the pot" in said(app)
    assert "**Hand 2** · Ann deals" in said(app)


def test_whoever_is_alone_takes_the_pot(folder: Path) -> None:
    app = tap(recording(folder), "record deals Dot", "record stays Bea", "record alone", "record confirm")
    assert text(folder).endswith("hand 1 Dot -\n  play Bea\n  pass Ann Cal Dot\n")
    assert "Bea +3" in said(app)


def test_a_misdeal_is_a_button_of_its_hand(folder: Path) -> None:
    """Thrown in (5.14): the same dealer deals again, and nobody antes."""
    app = tap(recording(folder), "record deals Dot", "record stays Bea", "record more", "record menu misdeal", "record it")
    tap(app, "record confirm")
    assert text(folder).endswith("hand 1 Dot -\n  play Bea\n  misdeal\n")
    assert "Dot deals · 4 chips in the pot" in said(app)


def test_a_wrong_tap_is_put_right(folder: Path) -> None:
    app = tap(recording(folder), "record deals Dot", "record stays Bea", "record stays Ann", "record stays Ann")
    tap(app, "record stays Cal", "record count", "record trick Bea", "record trick Cal", "record less Bea")
    assert text(folder).endswith("  play Bea\n  play Cal\n  tricks Cal 1\n")


def test_undo_goes_back_to_the_start_of_the_session(folder: Path) -> None:
    app = tap(recording(folder), "record deals Dot", "record stays Bea", "record alone", "record confirm", "record stays Bea")
    for _ in range(6):
        assert text(folder) != HEADER
        tap(app, "record undo")
    assert text(folder) == HEADER
    assert app.button(key="record undo").disabled


def test_card_by_card_the_winner_of_a_trick_leads_the_next(folder: Path) -> None:
    app = tap(recording(folder), "record mode", "record deals Dot", *cards("9h"), "record draws 2", "record passes")
    tap(app, "record draws 1", "record rest", *cards("Ks", "As"))
    assert "**Cal** leads" in said(app)
    assert app.button(key="record card Ks").disabled
    tap(app, *cards("2d"))
    assert text(folder).endswith(
        "hand 1 Dot 9h\n  play Ann 2\n  pass Bea\n  play Cal 1\n  pass Dot\n  trick Ann Ks As\n  trick Cal 2d\n"
    )


def test_the_mode_is_changed_in_the_middle_of_a_hand(folder: Path) -> None:
    app = tap(recording(folder), "record mode", "record deals Dot", *cards("9h"), "record draws 2", "record passes")
    tap(app, "record draws 1", "record rest", *cards("Ks", "As", "2d"), "record mode")
    tap(app, *["record trick Ann"] * 4, "record confirm")
    assert text(folder).endswith("  trick Ann Ks As\n  trick Cal 2d ??\n  tricks Ann 4 Cal 1\n")


RENEGE = ("record mode", "record deals Dot", *cards("9h"), "record draws 2", "record passes", "record draws 1", "record rest")


def test_a_wrong_card_is_taken_back_while_it_is_on_the_table(folder: Path) -> None:
    Opened(folder, Role.SCORER).begin(EVENING, OTHER)
    kept = Opened(folder, Role.SCORER).load("sessions/fri.bourre")
    now = kept.recording
    for line in ("hand 1 Dot 9h", "dealt Cal 4s 7c 8c 9c Tc", "play Ann 2", "pass Bea", "play Cal 0", "pass Dot", "trick Ann Ks"):
        now = say(now, line)
    Opened(folder, Role.SCORER).save(kept, now, OTHER)
    app = tap(page("record"), "record go on sessions/fri.bourre", *cards("7c"))
    assert "must follow suit" in said(app)
    tap(app, "record recall 4s")
    assert text(folder).endswith("  trick Ann Ks 7c>4s\n")
    tap(app, *cards("Qd"))  # and the game goes on
    assert text(folder).endswith("  trick Ann Ks 7c>4s\n  trick Ann Qd\n")


def test_a_wrong_card_that_stands_can_be_called(folder: Path) -> None:
    app = tap(recording(folder), *RENEGE, *cards("Ks", "2d", "Qs", "4s"))
    assert "must follow suit" in said(app)
    assert not [button for button in app.button if str(button.key).startswith("record recall")]
    tap(app, "record call Cal")
    assert text(folder).endswith("  trick Ann Ks 2d\n  trick Ann Qs 4s\n  renege Cal\n")
    tap(app, *cards("Js"))
    assert text(folder).endswith("  renege Cal\n  trick Ann Js\n")


def test_a_wrong_card_that_nobody_calls_is_recorded_as_played(folder: Path) -> None:
    app = tap(recording(folder), *RENEGE, *cards("Ks", "2d", "Qs", "4s", "Ac", "3c", "Kc", "5c", "Qc", "6c"))
    assert "Ann takes" in said(app)
    tap(app, "record confirm")
    assert "renege" not in text(folder)
    found = audit([read(text(folder), "fri")]).findings
    assert [(one.rule, one.trick, one.player) for one in found] == [("follow-suit", 1, "Cal")]


def test_between_hands(folder: Path) -> None:
    app = recording(folder)
    tap(app, "record more", "record menu buyin")
    app.pills(key="record player").select("Ann").run()
    app.number_input(key="record chips").set_value(40).run()
    tap(app, "record it", "record more", "record menu sit")
    app.text_input(key="record newcomer").set_value("Hal").run()
    app.pills(key="record after").select("Cal").run()
    tap(app, "record it", "record more", "record menu leave")
    app.pills(key="record player").select("Dot").run()
    tap(app, "record it", "record more", "record menu note")
    app.text_input(key="record note").set_value("Dot  goes home").run()
    tap(app, "record it", "record more", "record menu line")
    app.text_input(key="record line").set_value("pay Bea Ann 12.5 cash").run()
    tap(app, "record it", "record more", "record menu ante")
    app.number_input(key="record chips").set_value(2).run()
    tap(app, "record it")
    lines = text(folder).removeprefix(HEADER).strip().splitlines()
    assert lines == ["buyin Ann 40", "sit Hal after Cal", "leave Dot", "# Dot goes home", "pay Bea Ann 12.50 cash", "ante 2"]


def test_the_page_can_ask_for_every_part_of_what_it_offers() -> None:
    asked = {part.kind.name for said in between_hands._OFFERED.values() for part in said.parts}
    assert asked <= set(between_hands._ASK)
    assert {"known", "newcomer", "chips", "money"} <= asked


def test_chips_and_money_between_hands(folder: Path) -> None:
    app = tap(recording(folder), "record deals Dot", "record stays Bea", "record alone", "record confirm")
    for kind in ("cashout", "count", "penalty"):
        tap(app, "record more", f"record menu {kind}")
        app.pills(key="record player").select("Bea").run()
        app.number_input(key="record chips").set_value(3).run()
        if kind == "cashout":
            app.pills(key="record source").select("Ann").run()
        tap(app, "record it")
    tap(app, "record more", "record menu pay")
    app.pills(key="record payer").select("Cal").run()
    assert app.button(key="record it").disabled  # nobody to pay yet
    app.pills(key="record payee").select("Ann").run()
    app.text_input(key="record amount").set_value("2.5").run()
    tap(app, "record it")
    said_last = text(folder).splitlines()[-4:]
    assert said_last == ["cashout Bea 3 from Ann", "count Bea 3", "penalty Bea 3 for 1", "pay Cal Ann 2.50"]


def test_somebody_else_deals(folder: Path) -> None:
    app = tap(recording(folder), "record more", "record menu dealer", "record deals Cal")
    assert text(folder).endswith("\nhand 1 Cal -\n")
    assert "Cal deals" in said(app)


def test_cards_that_nobody_saw_and_a_hand_that_is_laid_down(folder: Path) -> None:
    app = tap(recording(folder), *RENEGE, "record unseen", *cards("2s"))
    tap(app, "record undo", "record undo", *cards("Ks"), "record unseen", "record leads Cal", *cards("Ad", "2d"))
    tap(app, "record claim", "record confirm")
    assert text(folder).endswith("  trick Ann Ks ??\n  trick Cal Ad 2d\n  claim Cal\n")


def test_a_line_that_cannot_be_read_is_refused_in_words(folder: Path) -> None:
    app = tap(recording(folder), "record more", "record menu line")
    app.text_input(key="record line").set_value("buyin Zoe forty").run()
    tap(app, "record it")
    assert app.error
    assert text(folder) == HEADER


def test_the_end_compares_counts_and_says_who_pays_whom(folder: Path) -> None:
    app = tap(recording(folder), "record deals Dot", "record stays Bea", "record alone", "record confirm")
    tap(app, "record more", "record ending")
    app.number_input(key="record count Bea").set_value(2).run()
    assert "1 chip missing" in said(app)
    tap(app, "record end carry")
    assert text(folder).endswith("\ncount Bea 2\nend carry\n")
    assert "Ann pays Bea $0.25" in said(app)
    tap(app, "record done")
    assert not Opened(folder, Role.SCORER).unfinished()


def test_the_end_tells_tonight_from_the_plan_of_the_book(folder: Path) -> None:
    """Bea owes Ann more from before than Ann loses tonight: by all evenings it is Bea who pays."""
    app = tap(recording(folder), "record deals Dot", "record stays Bea", "record alone", "record confirm")
    (folder / "sessions" / "before.bourre").write_text(
        "bourre 1\nsession 2020-01-01 before\ngame other\nrules louisiana\nchip 0.25 USD\nseats Ann Bea\nresult Ann 4 Bea -4\n"
    )
    text = said(tap(app, "record more", "record ending", "record end divide"))
    assert "For this evening alone:" in text
    tonight, in_all = text.split("Or, with all evenings, instead of that:")
    assert "Cal pays Bea $0.25" in tonight
    assert "Bea pays Ann" in in_all


def test_the_end_takes_the_counts_for_the_truth_if_somebody_says_so(folder: Path) -> None:
    app = tap(recording(folder), "record deals Dot", "record stays Bea", "record alone", "record confirm")
    tap(app, "record more", "record ending")
    assert not app.toggle
    app.number_input(key="record count Bea").set_value(2).run()
    app.number_input(key="record count Ann").set_value(0).run()
    app.toggle(key="record counted").set_value(True).run()
    tap(app, "record end counted")
    assert text(folder).endswith("\ncount Ann 0\ncount Bea 2\nend counted\n")
    assert "Bea +$0.50" in said(app)


def test_an_unfinished_hand_is_offered_first_and_goes_on(folder: Path) -> None:
    tap(recording(folder), "record deals Dot", "record stays Bea")
    again = page("record")
    assert "hand 1 is open" in said(again)
    tap(again, "record go on sessions/fri.bourre", "record stays Cal")
    assert text(folder).endswith("hand 1 Dot -\n  play Bea\n  play Cal\n")


def test_the_second_is_told_who_records_and_the_first_when_it_is_taken_over(folder: Path) -> None:
    first = tap(recording(folder), "record deals Dot")
    second = page("record")
    assert "somebody records it" in said(second)
    tap(second, "record watch sessions/fri.bourre")
    assert "You are watching" in said(second)
    tap(second, "record take over")
    second.run()
    tap(second, "record stays Bea")
    first.button(key="record stays Cal").click().run()
    assert "is recording this session" in said(first)
    assert "You are watching" in said(first)
    assert text(folder).endswith("hand 1 Dot -\n  play Bea\n")


def test_a_stale_page_never_overwrites_and_says_what_changed(folder: Path) -> None:
    app = recording(folder)
    with (folder / "sessions/fri.bourre").open("a") as log:
        log.write("buyin Cal 12\n")
    app.button(key="record deals Dot").click().run()
    assert "buyin Cal 12" in said(app)
    assert (folder / "sessions/fri.bourre").read_text() == HEADER + "buyin Cal 12\n"
    tap(app, "record deals Dot")
    assert text(folder) == HEADER + "buyin Cal 12\n\nhand 1 Dot -\n"
