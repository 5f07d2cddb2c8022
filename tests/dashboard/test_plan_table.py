"""Home as a table: who sits where, which arrows there are, and where an amount stands."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from book_on_disk import Book
from browser import looking, settled, sideways
from dashboard_app import look_at, page, said, sent
from playwright.sync_api import Browser, expect

from dashboard.evening.home import in_all
from dashboard.money import plan_table
from dashboard.money.plan_lines import Offer
from dashboard.money.plan_table import labels, seats
from ledger.book.balances.figures import Balance, Owing, SuggestedTransfer
from ledger.recording.so_far import END


def balances(*amounts: int) -> list[Balance]:
    return [Balance(at, f"P{at}", "USD", amount) for at, amount in enumerate(amounts, 1)]


def pays(payer: int, payee: int, amount: int = 100, unit: str = "USD") -> SuggestedTransfer:
    return SuggestedTransfer(f"P{payer}", f"P{payee}", unit, amount, payer, payee)


def offers(*some: SuggestedTransfer) -> list[Offer]:
    return [Offer(one, "", "", "", "") for one in some]


def test_who_owes_sits_on_the_left_and_who_is_owed_on_the_right_opposite_their_arrows() -> None:
    found = seats(balances(-5, -4, 3, 6, 0), offers(pays(1, 4), pays(2, 3)))
    assert found is not None
    x, y = ({account: spot[part] for account, spot in found.spots.items()} for part in (0, 1))
    assert max(x[1], x[2]) < plan_table.WIDTH / 2 < min(x[3], x[4])
    assert (y[1], y[2]) == (y[4], y[3])  # no two arrows cross
    assert y[5] > max(y[1], y[2])  # who is square sits below
    assert found.standing == 0


@pytest.mark.parametrize("players", [2, 8, 12])
def test_everybody_has_a_seat_of_their_own(players: int) -> None:
    amounts = [-1] * (players // 2) + [1] * (players // 2)
    found = seats(balances(*amounts), [])
    assert found is not None
    spots = sorted(found.spots.values())
    assert len(spots) == players
    assert all(
        abs(one[0] - other[0]) > 80 or abs(one[1] - other[1]) > 80
        for one in spots
        for other in spots
        if one != other
    )


def test_more_than_the_arrows_bear_is_a_list_and_whoever_is_square_is_only_counted() -> None:
    assert seats(balances(*[-1] * 12, *[1] * 12), []) is None
    found = seats(balances(-1, 1, *[0] * 22), offers(pays(1, 2)))
    assert found is not None
    assert (len(found.spots), found.standing) == (5, 19)


def test_a_plan_of_which_a_part_has_no_room_has_no_table_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A table of three euros looked like the whole plan of twenty payments."""
    drawn: list[str] = []
    monkeypatch.setattr(plan_table, "_table", lambda _, unit, *__: drawn.append(unit))
    few, many = (
        balances(-1, 1),
        [one._replace(unit="EUR") for one in balances(*[-1] * 12, *[1] * 12)],
    )
    plan_table.tables(Owing(few, [], []), offers(pays(1, 2)))
    assert drawn == ["USD"]
    plan_table.tables(Owing([*few, *many], [], []), offers(pays(1, 2)))
    assert drawn == ["USD"]


def test_amounts_on_arrows_do_not_cover_each_other() -> None:
    found = seats(balances(-3, -3, -3, 3, 3, 3), [])
    assert found is not None
    arrows = [
        (found.spots[payer], found.spots[payee])
        for payer, payee in ((1, 6), (2, 5), (3, 4), (1, 4), (3, 6))
    ]
    spots = labels(arrows)
    assert all(
        abs(one[0] - other[0]) >= 60 or abs(one[1] - other[1]) >= 34
        for one in spots
        for other in spots
        if one != other
    )


def test_an_amount_does_not_stand_on_the_arrow_of_another() -> None:
    """The second of three payments of one player stood in the middle of another's arrow, as if that
    had two amounts.
    """
    found = seats(
        balances(-25, -4, -3, 10, 7, 12),
        offers(pays(1, 4), pays(1, 5), pays(1, 6), pays(2, 5), pays(3, 6)),
    )
    assert found is not None
    arrows = [
        (found.spots[payer], found.spots[payee])
        for payer, payee in ((3, 6), (1, 5), (1, 4), (1, 6), (2, 5))
    ]
    for at, (_, y) in enumerate(labels(arrows)):
        level = [
            one[1] for other, (one, to) in enumerate(arrows) if other != at and one[1] == to[1]
        ]
        assert all(abs(y - height) >= 18 for height in level)


def test_what_i_owe_in_all_is_said_first() -> None:
    some = [pays(1, 2, 1000), pays(1, 3, 1490), pays(4, 1, 500)]
    assert (
        in_all(1, some).replace("\\", "")
        == "You owe $24.90 to 2 people, and 1 person owes you $5.00."
    )
    assert (
        in_all(1, [pays(1, 2, 100, "EUR"), *some[:1]]).replace("\\", "")
        == "You owe €1.00 and $10.00 to 1 person."
    )


@pytest.mark.slow
def test_an_evening_that_is_being_recorded_is_shown_as_it_stands_and_not_as_the_last(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    session 2026-11-20 tonight
    chip 1 USD
    seats Ann Bea
    result Ann 2 Bea -2
    ---
    session 2026-11-13 earlier
    chip 1 USD
    seats Ann Bea
    result Ann -5 Bea 5
    """
    look_at(book.folder, monkeypatch)
    app = page("home")
    assert "Last evening: tonight" in said(app)
    (table,) = [one for one in sent(app) if "arrows" in one]
    assert [(one["text"], one["paid"]) for one in table["arrows"]] == [
        ("Ann pays Bea $3.00", "paid 1 2 USD")
    ]
    assert [one["label"] for one in table["seats"]] == [
        "Ann owes $3.00: why",
        "Bea is owed $3.00: why",
    ]
    monkeypatch.setattr(
        "dashboard.evening.home.being_recorded", lambda: {"sessions/tonight.bourre"}
    )
    text = said(page("home")).replace("\\", "")
    assert "Being recorded: tonight" in text
    assert "Last evening: earlier" in text
    assert "no hand yet; Ann :blue[▲\u00a0+$2.00] leads" in text
    kept = SimpleNamespace(log="sessions/tonight.bourre", recording=None)
    monkeypatch.setattr("ledger.book.book.Book.unfinished", lambda _: [kept])
    # put away without tapping Done
    monkeypatch.setattr("dashboard.evening.home.view", lambda _: SimpleNamespace(awaits=END))
    text = said(page("home")).replace("\\", "")
    assert "Over, but not closed: tonight" in text
    assert "Ann :blue[▲\u00a0+$2.00] won. *Done* on the record page closes it." in text


def test_an_arrow_notes_its_payment_and_a_seat_opens_why_by_keys_alone(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at, width=390) as tab:
        tab.goto(samples_at)
        settled(tab)
        table = tab.get_by_role("group", name="The table: who owes whom")
        arrow = table.get_by_role("button", name="Alcide pays Gus $6.95: mark as paid")
        arrow.focus()
        tab.keyboard.press("Enter")
        expect(tab.get_by_role("dialog").get_by_role("button", name="Record it")).to_be_visible()
        tab.keyboard.press("Escape")
        expect(tab.get_by_role("dialog")).to_have_count(0)
        tab.get_by_role("button", name="Mark as paid").first.click()
        expect(tab.get_by_role("dialog").get_by_role("button", name="Record it")).to_be_visible()
        tab.keyboard.press("Escape")
        table.get_by_role("link", name="Alcide owes $6.95: why").focus()
        tab.keyboard.press("Enter")
        expect(tab.get_by_role("heading", name="Why Alcide owes $6.95")).to_be_visible()
        assert sideways(tab) <= 0
