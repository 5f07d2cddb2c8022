"""Exports of Splitwise, Tricount and Spliit: a row changes for everybody what it changed there, or
is asked about.
"""

from __future__ import annotations

import csv
import io
import random
from collections import defaultdict
from dataclasses import replace
from typing import Final, NamedTuple

import pytest
from test_results import workbook
from trials import FULL

from ledger.log.between_hands import shares_of
from ledger.log.payments import ExpenseLine, read_payments
from ledger.sheets import Costs, Reading, SheetError, UnclearError, Unit, costs_in, results_in

NAMES: Final = ("Ann", "Bea Lee", "Zoë", "O'Neil")
SPLITWISE: Final = """\
Date,Description,Category,Cost,Currency,Ann,Bea,Cal

2024-03-01,Dinner,Dining out,90.00,AUD,60.00,-30.00,-30.00
2024-03-02,"Uber, to ""the"" hotel",Taxi,47.50,AUD,-15.83,31.67,-15.84
2024-03-03,Two paid,General,30.00,EUR,5.00,5.00,-10.00
2024-03-04,A refund,Dining out,-30.00,AUD,-20.00,10.00,10.00
2024-03-05,Bea paid Ann,Payment,30.00,AUD,-30.00,30.00,0.00
2024-03-06,Coffee (just me),Dining out,5.00,AUD,0.00,0.00,0.00

2024-03-10,Total balance, , ,AUD,-5.83,41.67,-35.84
2024-03-10,Total balance, , ,EUR,5.00,5.00,-10.00
"""


def of(text: str, **how: object) -> Costs:
    found = costs_in(text.encode(), "trip_2024-03-10_export.csv", Reading(**how))  # type: ignore[arg-type]
    assert found is not None
    return found


def booked(costs: Costs) -> dict[tuple[str, str], int]:
    """Return what the lines change for everybody, read back from their text."""
    read = read_payments(costs.text, "payments")
    assert not read.errors
    changed: defaultdict[tuple[str, str], int] = defaultdict(int)
    for one in (*read.payments, *read.expenses):
        unit = str(one.currency)
        changed[one.payer, unit] += one.amount
        if isinstance(one, ExpenseLine):
            for name, share in zip(
                one.sharers, shares_of(one.amount, one.sharers, one.portions), strict=True
            ):
                changed[name, unit] -= share
        else:
            changed[one.payee, unit] -= one.amount
    return {key: amount for key, amount in changed.items() if amount}


def test_what_splitwise_exports_becomes_costs_and_payments() -> None:
    found = of(SPLITWISE)
    assert found.text.splitlines() == [
        "bourre 1",
        "date 2024-03-01",
        "currency AUD",
        "expense Ann 90 Dinner for Ann Bea Cal   # from Splitwise: trip",
        "date 2024-03-02",
        (
            'expense Bea 47.50 Uber, to "the" hotel for Bea=15.83 Ann=15.83 Cal=15.84   # from '
            "Splitwise: trip"
        ),
        "date 2024-03-03",
        "currency EUR",
        "expense Ann 5 Two paid for Cal   # from Splitwise: trip",
        "expense Bea 5 Two paid for Cal   # from Splitwise: trip",
        "date 2024-03-04",
        "currency AUD",
        "expense Bea 10 A refund for Ann   # from Splitwise: trip",
        "expense Cal 10 A refund for Ann   # from Splitwise: trip",
        "date 2024-03-05",
        "pay Bea Ann 30 Bea paid Ann   # from Splitwise: trip",
    ]
    assert booked(found) == {
        ("Ann", "AUD"): -583,
        ("Bea", "AUD"): 4167,
        ("Cal", "AUD"): -3584,
        ("Ann", "EUR"): 500,
        ("Bea", "EUR"): 500,
        ("Cal", "EUR"): -1000,
    }
    assert found.rows_left_out == {
        7: "nobody owes anybody for it",
        9: "Total balance",
        10: "Total balance",
    }


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "60.00,-30.00,-30.00",
            "60.00,-30.00,-20.00",
            r"row 3: what it changes adds up to \+10, not to 0",
        ),
        (
            "41.67,-35.84",
            "41.66,-35.84",
            r"row 10, column G: 41.66 is not what Bea's column adds up to in AUD: \+41.67",
        ),
        ("2024-03-01,", "sometime,", "row 3, column A: sometime is not a date"),
        ("90.00,AUD", "90.00,Taler", "row 3, column E: Taler is not a currency"),
        ("-15.83,31.67", "x,31.67", "row 4, column F: x is not an amount"),
        ("90.00,AUD,60.00", "90.00,AUD,60.0001", "more decimal places"),
        ("Cal\n", "12\n", "row 1, column H"),
    ],
)
def test_a_cell_that_makes_no_sense_refuses_the_export(old: str, new: str, said: str) -> None:
    with pytest.raises(SheetError, match=said):
        of(SPLITWISE.replace(old, new, 1))


def test_a_sign_of_several_currencies_is_asked_about() -> None:
    text = (
        "Date,Description,Category,Cost,Currency,Ann,Bea\n2024-03-01,Tea,Food,4.00,$,2.00,-2.00\n"
    )
    with pytest.raises(UnclearError, match=r"of which currency is \$") as asked:
        of(text)
    assert asked.value.asks == "currency"


SPLIIT: Final = (
    "\ufeffDate,Description,Category,Currency,Cost,Original cost,Original currency,Conversion "
    "rate,Is Reimbursement,Split mode,"
    "Ann,Bea,Cal\n"
)
BACK: Final = (
    "2025-01-06,Back,,EUR,10,,,,Yes,Evenly,0,-10,0\n2025-01-07,Tea,,EUR,6,,,,No,Evenly,0,-3,-3\n"
)


def test_what_spliit_exports_has_the_payer_by_the_sign_and_odd_cents_are_the_payers() -> None:
    found = of(f'{SPLIIT}"2025-01-06","Pizza","Food","EUR",10,,,,"No","Evenly",3.33,-3.33,-3.33\n')
    assert found.lines[0][2:8] == ("Ann", 1000, "EUR", "Pizza", ("Ann", "Bea", "Cal"), ())
    assert (booked(found), found.odd) == (
        {("Ann", "EUR"): 666, ("Bea", "EUR"): -333, ("Cal", "EUR"): -333},
        1,
    )


def test_a_payer_who_had_nothing_of_it_is_asked_about_and_the_only_other_is_not() -> None:
    text = SPLIIT + BACK
    with pytest.raises(
        UnclearError,
        match=r"row 2: Back, 10 for Bea -10: the export does not say who paid: Ann, Cal\?",
    ) as asked:
        of(text)
    assert (asked.value.asks, asked.value.choices) == ("payer", ["Ann", "Cal"])
    assert booked(of(text, payers=("Cal",))) == {
        ("Ann", "EUR"): 600,
        ("Bea", "EUR"): -1300,
        ("Cal", "EUR"): 700,
    }
    rows = BACK.replace("Evenly,0,-10", "Evenly,Cal,0,-10").replace("Evenly,0,-3", "Evenly,,0,-3")
    named = SPLIIT.replace("Ann", "Paid by,Ann") + rows
    assert booked(of(named)) == booked(of(text, payers=("Cal",)))


TRICOUNT: Final = (
    "Title,Amount,Currency,Exchange rate,Amount in default currency (EUR),Attachment URL,Date & "
    "time,Paid by,Paid by Ann,"
    "Paid by Bea,Impacted to Ann,Impacted to Bea,Category\n"
)


def test_what_tricount_exports_is_in_the_currency_of_the_group() -> None:
    found = of(
        f"{TRICOUNT}Taxi,20,USD,0.9,18,,2023-07-14 18:33:00,Ann,18,0,-9,-9,Transport\n"
        "Both,30,EUR,1,30,,2023-07-15 18:33:00,,20,10,-10,-20,\n"
        "Transfer,5,EUR,1,5,,2023-07-16 18:33:00,Bea,0,5,-5,0,No category\n"
        "tricount Trip - Exported on 2023-07-20\n"
    )
    assert booked(found) == {("Ann", "EUR"): 1400, ("Bea", "EUR"): -1400}
    assert [
        line.split("   #")[0] for line in found.text.splitlines()[2:] if not line.startswith("date")
    ] == [
        "currency EUR",
        "expense Ann 18 Taxi for Ann Bea",
        "expense Ann 30 Both for Ann=20.00 Bea=10.00",
        "pay Bea Ann 5 Transfer",
    ]


def test_a_sheet_of_results_is_no_export() -> None:
    for text in (
        "Date,Ann,Bea\n2024-01-01,5,-5\n",
        "Date,Description,Cost,Currency\n2024-01-01,a,5,EUR\n",
        "a\n",
        "",
    ):
        assert costs_in(text.encode(), "r.csv", Reading()) is None


# --- Any export -----------------------------------------------------------------------------------


class Row(NamedTuple):
    """A cost: the amount, who paid how much, and what each had of it."""

    cost: int
    paid: dict[str, int]
    had: dict[str, int]


NOTES: Final = (
    "pizza",
    "for Ann",
    "# 1",
    '"quoted"',
    "10 EUR for 9 USD",
    "",
    "  two  blanks ",
    "Bea",
    "a,b",
    "x=2 for",
    "\t\u200b",
)


def made(rng: random.Random, *, one_payer: bool) -> list[Row]:
    rows = []
    for _ in range(rng.randrange(1, 12)):
        cost = rng.choice((100, 1000, 3333, 1, 99999))
        sharers = rng.sample(NAMES, rng.randrange(1, len(NAMES) + 1))
        payers = rng.sample(NAMES, 1 if one_payer else rng.randrange(1, 3))
        first = rng.randrange(cost + 1) if len(payers) > 1 else cost
        weights = [rng.randrange(1, 4) for _ in sharers]
        had = [cost * weight // sum(weights) for weight in weights]
        had[0] += cost - sum(had)
        rows.append(
            Row(
                cost,
                dict(zip(payers, (first, cost - first), strict=False)),
                dict(zip(sharers, had, strict=True)),
            )
        )
    return rows


def net(rows: list[Row]) -> dict[tuple[str, str], int]:
    found: defaultdict[tuple[str, str], int] = defaultdict(int)
    for row in rows:
        for name in NAMES:
            found[name, "EUR"] += row.paid.get(name, 0) - row.had.get(name, 0)
    return {key: amount for key, amount in found.items() if amount}


def written(rows: list[list[object]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def cents(amount: int) -> str:
    return f"{amount / 100:.2f}"


MANY = 60 if FULL else 20
"""Exports that are made up."""


def test_any_export_changes_for_everybody_what_it_changed_there() -> None:
    for seed in range(MANY):
        rng = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
        rows = made(rng, one_payer=False)
        notes = [rng.choice(NOTES) for _ in rows]
        split: list[list[object]] = [
            ["Date", "Description", "Category", "Cost", "Currency", *NAMES],
            [],
        ]
        tri: list[list[object]] = [
            [
                "Title",
                "Amount",
                "Currency",
                "Amount in default currency (EUR)",
                "Date & time",
                "Paid by",
            ]
            + [f"Paid by {name}" for name in NAMES]
            + [f"Impacted to {name}" for name in NAMES]
        ]
        for row, note in zip(rows, notes, strict=True):
            changed = [cents(row.paid.get(name, 0) - row.had.get(name, 0)) for name in NAMES]
            category = rng.choice(("General", "Payment"))
            split.append(["2024-03-01", note, category, cents(row.cost), "EUR", *changed])
            paid = [cents(row.paid.get(name, 0)) for name in NAMES]
            had = [cents(-row.had.get(name, 0)) for name in NAMES]
            tri.append([note, "1", "USD", cents(row.cost), "2024-03-01 20:00:00", "", *paid, *had])
        for text in (written(split), written(tri)):
            if any(row.paid.get(name, 0) != row.had.get(name, 0) for row in rows for name in NAMES):
                assert booked(of(text)) == net(rows), seed
            else:
                with pytest.raises(SheetError, match="no cost for which anybody owes anything"):
                    of(text)


def test_any_export_of_spliit_is_right_but_for_odd_cents_or_asked_about() -> None:
    for seed in range(MANY):
        rows = made(random.Random(seed), one_payer=True)  # noqa: S311 - as above
        text: list[list[object]] = [[*SPLIIT.strip().split(",")[:-3], *NAMES]]
        payers = []
        for row in rows:
            (payer,) = row.paid
            had = [cents(row.had.get(name, 0) * (1 if name in row.paid else -1)) for name in NAMES]
            text.append(["2024-03-01", "x", "", "EUR", cents(row.cost), "", "", "", "No", "", *had])
            others = [name for name in NAMES if not row.had.get(name)]
            payers += [payer] if payer in others and len(others) > 1 else []
        if net(rows):
            assert booked(of(written(text), payers=tuple(payers))) == net(rows), seed


# --- A list of payments ---------------------------------------------------------------------------
PAID: Final = (
    "Date,From,To,Amount,Note\n2026-03-04,Bea,Ann,$12.50,venmo\n,,,15.50,\n"
    "2026-03-05T23:30:00Z,Cal,Ann,3,\n"
)


def test_a_list_of_who_paid_whom_becomes_payments() -> None:
    found = of(PAID, unit=Unit(money=True, currency="USD"), zone="Asia/Tokyo")
    assert found.text.splitlines() == [
        *("bourre 1", "date 2026-03-04", "currency USD"),
        "pay Bea Ann 12.50 venmo   # from a list of payments: trip",
        *("date 2026-03-06", "pay Cal Ann 3   # from a list of payments: trip"),
    ]
    assert (found.net["Ann", "USD"], found.rows_left_out) == (-1550, {2: "it names nobody"})
    bare = of("Payer,Payee,Amount (EUR)\nBea,Ann,3\n", day="2026-03-04")
    assert booked(bare) == {("Bea", "EUR"): 300, ("Ann", "EUR"): -300}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("From,To,Amount\nBea,Ann,3\n", "does not say on which day"),
        ("Date,From,To,Amount\n2026-03-04,Bea,Ann,3\n", "of which currency are its amounts"),
        (
            "Date,From,To,Amount,Paid?\n2026-03-04,Bea,Ann,3 EUR,no\n",
            "by its column Paid\\? some may not be paid yet",
        ),
        ("Date,From,To,Amount\n2026-03-04,Bea,Ann,-3 EUR\n", "a payment is more than nothing"),
        ("Date,From,To,Amount\n2026-03-04,Bea,Bea,3 EUR\n", "Bea paid nobody else"),
        ("Date,From,To,Amount\n2026-03-04,Bea,,3 EUR\n", "the player is missing"),
    ],
)
def test_a_row_of_such_a_list_that_is_no_payment_for_certain_is_told(text: str, told: str) -> None:
    with pytest.raises(SheetError, match=told):
        of(text)


def test_a_sheet_of_payments_beside_the_evenings_is_left_out_and_told_how_to_bring_it_in() -> None:
    book = workbook(
        ("Results", [["Date", "Ann", "Bea"], ["2026-03-04", 3, -3]]),
        ("Paid", [["Date", "From", "To", "Amount"], ["2026-03-05", "Bea", "Ann", 3]]),
    )
    how = Reading(unit=Unit(money=True, currency="EUR"))
    assert results_in(book, "r.xlsx", how).sheets_left_out == {
        "Paid": "it lists payments: --sheet Paid brings it in"
    }
    paid = costs_in(book, "r.xlsx", replace(how, sheet="Paid"))
    assert paid is not None
    assert "pay Bea Ann 3 " in paid.text
