"""One session of a book: who won what, the best hand, the worst bourré, and who owes what of it.

First the figures, then the same in words, for the terminal and as a text for the chat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.answer import Amount, Part, Player, Sentence, Strong, listed, words
from ledger.book.balances.figures import Balance, SuggestedTransfer, balances_and_pots, owing
from ledger.book.balances.payment_lines import LeftOut, Settlement, settlement
from ledger.book.balances.transfer_words import payment_lines, transfer_sentence
from ledger.book.balances.unread import Unread, sentences
from ledger.book.derived.database import POT_ACCOUNT
from ledger.book.files.settings import Settings
from ledger.log.words import visible
from ledger.money import CHIPS, amount_text
from ledger.stats import Filter
from ledger.wording import counted, day_in_words, which_of_day


# --- In figures -----------------------------------------------------------------------------------
class Result(NamedTuple):
    """What a player who was there won (above zero) or lost: chips, and their worth in minor units
    of the session's unit.
    """

    account: int
    name: str
    chips: int
    amount: int


class Feat(NamedTuple):
    """The most chips that anybody took, or had to match, in one hand; of equals the first.

    ``hand`` is its number as written.
    """

    name: str
    hand: int | None
    chips: int
    amount: int


class Evening(NamedTuple):
    """A session; chips are whole, amounts in minor units of ``unit``.

    ``results`` are in order of what was won, payments and chips bought and cashed aside.
    ``balances`` include those, and ``settlement`` has the payments that are left to settle the
    session by itself. ``pot`` are the chips in the pot at the end, and ``unlogged`` is True if not
    every hand was recorded.
    """

    session: str
    date: date
    title: str | None
    game: str
    file: str
    unit: str
    chip: int
    hands: int
    quarantined: int
    pot: int
    unlogged: bool
    results: list[Result]
    best: Feat | None
    worst: Feat | None
    balances: list[Balance]
    settlement: Settlement
    plan: list[SuggestedTransfer]
    """The payments left of the plan of the whole book; those of the settlement may or may not be
    among them.
    """

    @property
    def left(self) -> dict[int, int]:
        """Everybody's balance from this session, with payments and chips bought and cashed."""
        return {one.account: one.amount for one in self.balances if one.unit == self.unit}

    @property
    def left_differs(self) -> bool:
        """True if somebody's balance from this session differs from the result."""
        return any(self.left.get(one.account, 0) != one.amount for one in self.results)

    @property
    def winners(self) -> Sequence[Result]:
        """Who won the most; nobody if nobody won anything."""
        return [one for one in self.results if one.chips == self.results[0].chips and one.chips > 0]


def one_night(connection: DuckDBPyConnection, session: str) -> Evening:
    """Return the evening with this id, which the book must have."""
    asked = {"id": session}
    (about,) = connection.execute(_ABOUT, asked).fetchall()
    results = [Result(*row) for row in connection.execute(_RESULTS, asked).fetchall()]
    feats = {which: Feat(*row) for which, *row in connection.execute(_FEATS, asked).fetchall()}
    balances, _ = balances_and_pots(connection, Filter(sessions=(session,)))
    alone, plan = settlement(connection, session=session), owing(connection).payments
    return Evening._make(
        (session, *about, results, feats.get("best"), feats.get("worst"), balances, alone, plan)
    )


class Bourres(NamedTuple):
    """How often somebody went bourré."""

    name: str
    times: int


def bourres_of(connection: DuckDBPyConnection, session: str) -> list[Bourres]:
    """Who went bourré in the session with this id, most often first."""
    return [
        Bourres(*row)
        for row in connection.execute(_BOURRES.format("id = $one"), {"one": session}).fetchall()
    ]


def bourres_of_year(connection: DuckDBPyConnection, year: int) -> list[Bourres]:
    """The same of all sessions in a year."""
    return [
        Bourres(*row)
        for row in connection.execute(
            _BOURRES.format("year(date) = $one"), {"one": year}
        ).fetchall()
    ]


_BOURRES: Final = """
    SELECT name, count(*) FROM seats JOIN hands USING (session, hand) JOIN sessions USING (session)
        JOIN players USING (player)
    WHERE {} AND bourre AND NOT hands.quarantined GROUP BY player, name ORDER BY 2 DESC, name
"""
_ABOUT: Final = """
    SELECT date, title, game, file, unit, chip, hands, quarantined, closing, EXISTS (
        FROM postings WHERE postings.session = sessions.session AND kind IN ('result', 'unlogged'))
    FROM sessions WHERE id = $id
"""
_RESULTS: Final = """
    WITH night AS (SELECT session, unit FROM sessions WHERE id = $id),
    there AS (
        SELECT player FROM seats SEMI JOIN night USING (session)
        UNION SELECT player FROM there_beside SEMI JOIN night USING (session)
    )
    SELECT player, name, coalesce(chips, 0)::BIGINT, coalesce(amount, 0)::BIGINT
    FROM there JOIN players USING (player) LEFT
        JOIN (FROM results SEMI JOIN night USING (session, unit)) USING (player)
    ORDER BY 3 DESC, name, player
"""
_FEATS: Final = """
    WITH here AS (
        SELECT name, hands.hand, hands.number, taken, CASE WHEN bourre THEN matched
            ELSE 0 END AS matched, chip
        FROM seats JOIN hands USING (session, hand) JOIN sessions USING (session) JOIN players
            USING (player)
        WHERE id = $id AND NOT hands.quarantined
    )
    (SELECT 'best', name, number, taken, taken * chip FROM here WHERE taken > 0 ORDER BY taken DESC,
        hand, name LIMIT 1)
    UNION ALL
    (SELECT 'worst', name, number, matched, matched * chip FROM here WHERE matched > 0
        ORDER BY matched DESC, hand, name LIMIT 1)
"""


# --- In words -------------------------------------------------------------------------------------
def heading(night: Evening) -> str:
    """Which evening it was, and how long."""
    hands = counted(night.hands, "hand") if night.hands or not night.unlogged else "kept by chips"
    left_out = f", {night.quarantined:,} of them unreadable" if night.quarantined else ""
    which = which_of_day(night.session, night.date)  # a phone calls it by its day
    named = night.title or (night.session if which is None else "")
    day = day_in_words(night.date) if named else f"{day_in_words(night.date)}{which}"
    return f"{f'{visible(named)}, {day}' if named else day}: {hands}{left_out}"


def who_won(night: Evening, left_out: Unread) -> Sentence:
    """Who won the evening, and how much; of one that is not all recorded, it says so."""
    winners, so_far = night.winners, "As far as it is recorded, " if left_out.sessions else ""
    if not winners:
        played = night.hands or night.unlogged or so_far
        said = "Nobody won anything." if played else "No hand was played."
        return words(f"{so_far}{said.lower()}" if so_far else Strong(said))
    won: list[Part] = [" won the evening with ", Amount(winners[0].amount, night.unit, signed=True)]
    won += [" each"] if len(winners) > 1 else []
    won += [] if night.unit == CHIPS else [f" ({counted(winners[0].chips, 'chip')})"]
    return words(so_far, listed([Player(one.name, one.account) for one in winners]), won, ".")


def feats(night: Evening) -> Iterator[Sentence]:
    """Yield sentences on the best hand and the worst bourré, if there are any."""
    for what, one, did in (
        ("Best hand", night.best, "took"),
        ("Worst bourré", night.worst, "matched"),
    ):
        if one:
            yield words(f"{what}: ", Player(one.name), f" {did} ", _feat(one, night.unit), ".")


def _feat(one: Feat, unit: str) -> Sentence:
    chips = amount_text(one.chips, CHIPS)
    worth: list[Part] = [chips] if unit == CHIPS else [Amount(one.amount, unit), f" ({chips})"]
    return words(worth, "" if one.hand is None else f" in hand {one.hand}")


def in_the_pot(night: Evening) -> Sentence:
    """What was left in the pot; nothing if it was empty."""
    if night.pot < 0:  # more was taken than lay there
        return words(f"{amount_text(-night.pot, CHIPS)} are missing from the pot.")
    return words(f"{amount_text(night.pot, CHIPS)} left in the pot." if night.pot else "")


def open_lines(some: Iterable[LeftOut]) -> Iterator[Sentence]:
    """Yield what else would settle a session: chips, the pot, and amounts that are unexplained or
    may have been paid already.
    """
    pots: dict[str, list[Sentence]] = {}
    rest = []
    for one, why in some:
        if (
            POT_ACCOUNT in {one.payer_account, one.payee_account}
            and max(one.payer_account, one.payee_account) > 0
        ):
            into = one.payee_account == POT_ACCOUNT
            way = (
                "Still in the pot for the next evening"
                if into
                else "Taken from the pot left by the last evening"
            )
            who = (
                Player(one.payer, one.payer_account)
                if into
                else Player(one.payee, one.payee_account)
            )
            pots.setdefault(way, []).append(words(who, " ", Amount(one.amount, one.unit)))
        elif one.unit == CHIPS and min(one.payer_account, one.payee_account) > 0:
            rest.append(transfer_sentence(one, {}))
        else:
            rest.append(words(transfer_sentence(one, {}), f": {why}"))
    yield from rest
    for way, whose in pots.items():
        yield words(f"{way}: ", [part for one in whose for part in (", ", *one.parts)][1:])


def chat_text(
    night: Evening, settings: Settings, handles: Mapping[int, str], left_out: Unread
) -> str:
    """The evening as a text to send to those who played: who won what, who pays whom, and what is
    not in the figures.
    """
    lines = [heading(night), who_won(night, left_out).text]
    lines += _results(night)
    lines += [one.text for one in (*feats(night), in_the_pot(night))]
    lines += _who_pays(night, settings, handles)
    lines += [one.text for one in open_lines(night.settlement.left_out)]
    lines += [
        f"Not in these figures: {said.text}"
        for said in sentences(left_out, {night.session: "this evening"})
    ]
    return "\n".join(line for line in lines if line)


def _results(night: Evening) -> Iterator[str]:
    """Yield each result and, if payments change it, the balance left, against which the payments
    below can be checked.
    """
    left, differs = night.left, night.left_differs
    for one in night.results:
        paid = (
            f", after payments {amount_text(left.get(one.account, 0), night.unit, signed=True)}"
            if differs
            else ""
        )
        yield f"{one.name} {amount_text(one.amount, night.unit, signed=True)}{paid}"


def _who_pays(night: Evening, settings: Settings, handles: Mapping[int, str]) -> Iterator[str]:
    """Yield who pays whom: lines of the plan of the book, or both plans side by side, so that
    nobody pays twice.
    """
    alone, plan = night.settlement.payments, night.plan
    if set(alone) <= set(plan):
        yield from _lines(settings, handles, alone)
        return
    yield from ("For this evening alone:", *_lines(settings, handles, alone))
    if plan:
        yield from ("Or, to settle all evenings together:", *_lines(settings, handles, plan))
    else:
        yield "Over all evenings, nobody owes anything."


def _lines(
    settings: Settings, handles: Mapping[int, str], some: Iterable[SuggestedTransfer]
) -> Iterator[str]:
    for said in payment_lines(settings, handles, some):
        yield from said.lines
