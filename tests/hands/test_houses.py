"""The rules and the ante of each hand, who played by a score, and what is several rows of
one line.
"""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hands_alike import differences
from log_text import HEADER

from ledger.game import parse_rules
from ledger.game.options import rules_text
from ledger.hands.from_log import columns
from ledger.hands.model import (
    BY_PAYMENT,
    BY_TRICKS,
    EXPENSE,
    PLAYED,
    RESULT,
    SILENT,
    WRITTEN,
    Hands,
    House,
)
from ledger.hands.parquet import read_hands, write_hands
from ledger.hands.parquet_decode import decode
from ledger.hands.parquet_encode import LATER, encode
from ledger.hands.to_log import sessions_of
from ledger.log import format_diagnostic, read, write

EVERYTHING = """exempt Cal
seats Ann Bea Cal "Big Al"
ante 2
rules limit=40
expense Bea 0.10 for Ann Bea Cal

hand 1 Ann 9h
  tricks Bea 3 Cal 2 "Big Al" 0
rules acadiana
rules limit=5

hand 2 Bea 9h
  ante Cal=1 "Big Al=5" Ann
  misdeal
ante 3
result Ann 12 Bea -7
result Cal -5

hand 7 Cal 9h
  take Ann
  match Bea
rules louisiana
end counted divide
"""


def hands_of(text: str, header: str = HEADER) -> Hands:
    return columns([read(header + text, "friday.bourre")])


def test_everything_comes_back_from_the_columns_and_from_parquet() -> None:
    header, text = HEADER.replace('seats Ann Bea Cal "Big Al"\n', ""), EVERYTHING
    hands = hands_of(text, header)
    assert hands.errors == []
    (session,) = sessions_of(hands)
    assert write(session) == header + text
    assert differences(hands, [columns([session])], places=False) == []
    assert differences(hands, [decode(encode(hands), "friday.parquet")]) == []


def test_each_hand_has_the_rules_and_the_ante_that_hold_when_it_begins() -> None:
    hands = hands_of(
        "ante 2\n\nhand 1 Ann 9h\n  pass Bea\nrules limit=40\nhand 2 Bea 9h\n  pass Cal\nante 1\n"
        "rules acadiana\nhand 3 Cal 9h\n"
    )
    assert [hands.houses[house] for house in hands.house] == [
        House(parse_rules("louisiana"), 2),
        House(parse_rules("louisiana", [("limit", "40")]), 2),
        House(parse_rules("acadiana"), 1),
    ]
    assert hands.unit.tolist() == [2, 2, 1]
    assert hands.rules.must_trump.tolist() == [True, True, False]
    assert hands.sessions[0].house == House(parse_rules("louisiana"), 1)
    assert hands.part(slice(0, 1)).unit.tolist() == [2, 2, 1]


def test_an_ante_of_the_hand_is_the_ante_that_holds_then() -> None:
    assert hands_of("ante 3\nhand 1 Ann 9h\n  ante Bea\n").ante[:, 0].tolist() == [3, 0, 0, 0]


@pytest.mark.parametrize(
    ("line", "place", "message"),
    [
        ("rules limt=40", 7, "there is no option named 'limt'"),
        ("rules acadian", 7, "there are no rules named 'acadian'"),
        ("rules acadiana limit=x", 16, "limit cannot be 'x'"),
        ("rules limit=4 limit=5", 15, "limit is given twice"),
    ],
)
def test_rules_that_do_not_exist_cost_their_line_and_the_old_ones_go_on(
    line: str, place: int, message: str
) -> None:
    session = read(f"{HEADER}rules limit=9\n{line}   # so\nhand 1 Ann 9h\n", "friday.bourre")
    hands = columns([session])
    (error,) = hands.errors
    assert (error.line, error.column, error.message) == (6, place, message)
    assert format_diagnostic(error).count("\n") >= 3
    assert [hands.house_of(row).rules.limit for row in range(len(hands))] == [9]
    assert write(session).split("\n")[5] == f"{line}   # so"
    assert columns([session]).errors == [error]


# --- Scores ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "score", "players"),
    [
        ("tricks Cal 3, Bea 2, Ann 0", BY_TRICKS, "Bea Cal Ann"),
        ("take Ann 7", BY_PAYMENT, "Ann"),
        ("take Ann 7\nmatch Bea\nmatch Cal", BY_PAYMENT, "Bea Cal Ann"),
        ("tricks Bea 5\nmatch Cal", BY_TRICKS, "Bea Cal"),
        ("tricks Bea 3 Cal ?", BY_TRICKS, "Bea Cal"),
        ("renege Cal", BY_PAYMENT, "Cal"),
        ("", BY_PAYMENT, ""),
        ("take -", BY_PAYMENT, ""),
        ("play Bea\ntricks Bea 3 Cal 2", WRITTEN, "Bea Cal"),
        ("play Bea\ntricks Bea 3 Cal 0", WRITTEN, "Bea"),
        ("play Bea\ntricks Bea 4 Cal 2", WRITTEN, "Bea"),
        ("pass Cal\nplay Bea\ntricks Bea 3 Cal 2", WRITTEN, "Bea"),
        ("play Bea\ntake Ann\nmatch Cal", WRITTEN, "Bea Cal Ann"),
        ("play Bea\ntricks Bea 5\ntake Ann\nmatch Cal", WRITTEN, "Bea Cal"),
        ("play Bea\nrenege Cal", WRITTEN, "Bea"),
        ("play Bea\ntrick Cal Ks Qs", WRITTEN, "Bea Cal"),
        ("play Bea\ntrick Bea Ks Qs", WRITTEN, "Bea"),
        ("play Bea\ntrick Bea Ks Qs Js As\ntrick Bea 2d 3d 4d 5d", WRITTEN, "Bea Cal Big Ann"),
        ("pass Bea\ntricks Cal 3 Ann 2", BY_TRICKS, "Cal Ann"),
        ("pass Bea\ntake Cal", BY_PAYMENT, "Cal"),
        ("pass Bea", BY_PAYMENT, ""),
        ("pass Bea Cal\npass Ann\ntake Big", WRITTEN, "Big"),
        ("pass Bea Cal Ann\ntake Bea", BY_PAYMENT, ""),
        ("trick Bea Ks Qs", BY_PAYMENT, "Bea"),
        ("trick Bea Ks Qs\ntrick Ann 2d Qd", BY_TRICKS, "Bea Ann"),
        ("pass Ann Cal\ntrick Bea Ks Qs", BY_TRICKS, "Bea Big"),
        ("pass Ann Cal Big\ntrick Bea Ks", BY_TRICKS, "Bea"),
    ],
)
def test_who_played_is_who_is_named_in_a_score(lines: str, score: int, players: str) -> None:
    hands = hands_of(f"hand 1 Ann 9h\n{lines}\n", HEADER.replace('"Big Al"', "Big"))
    assert hands.errors == []
    assert hands.score.tolist() == [score]
    played = [hands.name(0, seat) for seat in range(4) if hands.declared[seat, 0] == PLAYED]
    assert " ".join(played) == players
    assert set(hands.draw[:, 0].tolist()) == {-1}


def test_those_who_played_by_a_score_did_so_in_seat_order() -> None:
    hands = hands_of("hand 1 Ann 9h\n  tricks Ann 3 Bea 2\n")
    assert hands.order[:, 0].tolist() == [0, -1, -1, 1]
    assert hands.declared[:, 0].tolist() == [PLAYED, SILENT, SILENT, PLAYED]


def test_several_who_play_in_one_line_declare_in_its_order() -> None:
    hands = hands_of("hand 1 Ann 9h\n  play Ann 1 Bea Cal 3\n")
    assert hands.order[:, 0].tolist() == [1, 2, -1, 0]
    assert hands.draw[:, 0].tolist() == [-1, 3, -1, 1]
    assert {hands.line_of_seat(0, "declared", seat) for seat in (0, 1, 3)} == {6}


# --- Between hands --------------------------------------------------------------------------------


def test_an_expense_is_a_share_for_each_and_odd_cents_are_the_first_ones() -> None:
    events = hands_of("expense Bea 0.11 beer for Cal Bea Ann\nexpense Ann 1\n").events
    assert (events.kind == EXPENSE).all()
    assert events.player.tolist() == [1, 1, 1, 0, 0, 0, 0]
    assert events.other.tolist() == [2, 1, 0, 0, 1, 2, 3]
    assert events.amount.tolist() == [4, 4, 3, 25, 25, 25, 25]


def test_a_result_is_chips_for_each_and_the_rest_comes_from_the_pot() -> None:
    events = hands_of("result Ann 12 Bea -7\n").events
    assert events.kind.tolist() == [RESULT, RESULT]
    assert events.player.tolist() == [0, 1]
    assert events.amount.tolist() == [12, -7]
    assert events.into_pot.tolist() == [-12, 7]


@pytest.mark.parametrize(
    ("line", "exempt"), [("", None), ("exempt -\n", ()), ("exempt Cal Ann\n", (2, 0))]
)
def test_the_header_says_who_is_exempt(line: str, exempt: tuple[int, ...] | None) -> None:
    hands = hands_of("", HEADER.replace("seats", f"{line}seats"))
    assert hands.sessions[0].exempt == exempt
    assert decode(encode(hands), "x.parquet").sessions[0].exempt == exempt


def test_a_file_from_before_there_were_these_says_nothing_of_them(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    header = HEADER.replace("seats", "pot 4\nseats")
    hands = hands_of("buyin Ann 4\nhand 1 Ann 9h\n  play Bea\n  play Cal\n", header)
    write_hands(path, [hands])
    table = pq.read_table(path).drop_columns([name for name in LATER if name != "game"])
    before = table.schema.field("before").type.value_type
    older = pa.list_(pa.struct([field for field in before if field.name != "text"]))
    for name in ("before", "after"):
        said = [
            [dict(list(event.items())[:-1]) for event in events]
            for events in table[name].to_pylist()
        ]
        table = table.set_column(
            table.column_names.index(name), pa.field(name, older), pa.array(said, older)
        )
    pq.write_table(table, path)
    assert differences(hands, read_hands(path)) == []


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("limit=$10", "louisiana limit=20"),
        ("limit=10.50", "louisiana limit=21"),
        ("limit=10USD", "louisiana limit=20"),
        ("limit=10", "louisiana limit=10"),
        ("second-ante=$1", "louisiana second-ante=2"),
        ("bourre=$5", "louisiana bourre=10"),
        (
            "limit=$10.10",
            (
                "limit=$10.10: no whole number of chips is worth that; expected 10 (20 chips) or "
                "10.50 (21 chips)"
            ),
        ),
        ("limit=€10", "€ is not the sign of USD; write the amount in USD"),
        (
            "limit=10EUR",
            "limit=10EUR is not in USD, as chips are; expected an amount in USD, or chips",
        ),
        ("limit=$0", "limit cannot be '$0'; write limit=20, limit=20x or limit=none"),
    ],
)
def test_what_is_counted_in_chips_may_be_said_in_money(option: str, said: str) -> None:
    """rules louisiana limit=$10, where a chip is worth 50 cents; a line between hands alike."""
    hands = columns(
        [read(HEADER.replace("rules louisiana", f"rules louisiana {option}\nchip 0.50 USD"), "x")]
    )
    found = [rules_text(one.rules) for one in hands.sessions] or [
        f"{one.message}; {one.remedy or f'expected {one.expected}'}" for one in hands.errors
    ]
    assert found == [said]


def test_money_in_the_rules_needs_the_worth_of_a_chip() -> None:
    hands = hands_of("", HEADER.replace("rules louisiana", "rules louisiana limit=$10"))
    assert [error.message for error in hands.errors] == [
        "limit=$10 is money, and nothing says what a chip is worth"
    ]
