"""From logs to columns: what does not fit the usual shape is neither lost nor fatal."""

from __future__ import annotations

import numpy as np
from audit_text import briefs, report_of

from ledger.engine.judge import judge
from ledger.hands.from_log import WRITERS, columns
from ledger.log import read
from ledger.log.hand_statements import HAND_STATEMENTS, Stay
from ledger.log.values import Context

HEADER = "bourre 1\nsession 2026-11-20 evening\nrules louisiana\nseats Ann Bea Cal\n"
EIGHT = "2c 3c 4c 5c 6c 7c 8c 9c"


def test_lists_longer_than_a_hand_are_kept_whole() -> None:
    diamonds, hearts = EIGHT.replace("c", "d"), EIGHT.replace("c", "h")
    text = (
        f"hand 1 Ann 2s\n  dealt Bea {EIGHT}\n  play Bea 0\n  play Cal 8 out {diamonds} in "
        f"{hearts}\n"
    )
    hands = columns([read(HEADER + text, "a log")])
    assert hands.dealt_count[0, 0] == 8
    assert (hands.dealt[:8, 0, 0] == np.arange(39, 47)).all()
    assert {"draw-cap 1 Cal", "hand-size 1 Bea"} <= set(briefs(report_of(text)))


def test_a_claim_longer_than_a_hand_is_kept_whole() -> None:
    hands = columns(
        [read(f"{HEADER}hand 1 Ann 2s\n  play Bea 0\n  play Cal 0\n  claim Bea {EIGHT}\n", "a log")]
    )
    assert (hands.shown[:8, 0] == np.arange(39, 47)).all()


def test_a_trick_longer_than_the_table_is_of_a_wrong_size() -> None:
    text = "hand 1 Ann 2s\n  play Bea 0\n  play Cal 0\n  trick Bea Ah>Kh 2h 3h 4h 5h>6h 7h\n"
    assert briefs(report_of(text)) == ["hand-size 1.1"]


def test_players_who_come_and_go_after_the_last_hand_share_the_pot_in_order() -> None:
    text = "pot 8\nseats Ann Bea Cal\nhand 1 Ann -\n  pass Bea Cal Ann\n"
    report = report_of(text + "leave Bea\nsit Dot after Cal\nsit Eve after Ann\nend divide\n")
    # The pot is 8 and three antes: 11 for four. Ann dealt, so Eve, Cal and Dot are nearest to the
    # dealer's left.
    assert report.books["friday"] == {"Ann": 1, "Bea": -1, "Cal": 2, "Dot": 3, "Eve": 3, "pot": 0}


def test_hands_without_a_trick_have_room_for_every_player() -> None:
    hands = columns(
        [read(f"{HEADER}hand 1 Ann -\n  play Bea 0\n  play Cal 0\n  play Ann 0\n", "a log")]
    )
    # as another program may write them
    hands.cards, hands.withdrawn = hands.cards[:, :1], hands.withdrawn[:, :1]
    assert judge(hands).facts == []


def test_every_statement_of_a_hand_has_a_place_in_the_columns_but_stay() -> None:
    assert {statement.record for statement in HAND_STATEMENTS.values()} - set(WRITERS) == {Stay}


def test_what_a_copy_of_the_reader_reads_is_not_said_in_the_original() -> None:
    context = Context()
    context.seat(["Ann", "Bea"])
    for line in ("dealt Ann Ks", "tricks Ann 3", "take Ann 7", "pot 7"):
        words = line.split()
        read_line = HAND_STATEMENTS[words[0]].read
        context.so_far.named.setdefault(HAND_STATEMENTS[words[0]].record, set())
        context.so_far.amounts.setdefault(words[0], {})
        read_line(context.copy(), 1, words, "", line)
        read_line(context, 1, words, "", line)  # else: twice in one hand
        assert context.so_far.copy() == context.so_far
