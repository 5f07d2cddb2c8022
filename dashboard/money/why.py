"""Why a player's balance is what it is: play, bank, payments and costs, down to evenings, hands and
lines of the log.

Figures that fold: each is the sum of those folded below it, down to what they were read from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import streamlit as st

from dashboard.frame import address, dispute, navigation, theme, wording
from dashboard.frame.component import component
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import MOST_ROWS, download
from dashboard.money.balances import PARTS, besides
from dashboard.money.payment import WRONG
from ledger.book.balances.trail import BANK, PLAYED, Item, SessionTrail, Step, steps, trail
from ledger.book.files.disputes import History, of_line
from ledger.book.members.people import people
from ledger.export import figure
from ledger.files import PARQUET
from ledger.log.words import visible as visible_text
from ledger.money import amount_text, standing_in_words
from ledger.recording import EDITED

# the name in the address for the unfolded evenings of each group
_ASKED: Final = {PLAYED: "session", BANK: "bank"}
_AT_A_GLANCE: Final = 15  # up to this many steps are all shown at once; of more only the sums


def why(player: int) -> None:
    """Show what a player's balance is made of: sums that unfold down to the lines of the log."""
    (person,) = asked(people, (player,))
    found = asked(steps, player)
    units = sorted({one.unit for one in found})
    if not units:
        st.markdown(f"**{wording.md(person.name)}** has never won, lost or paid anything.")
    known = {one.session for one in found}
    unfolded = {
        session for name in _ASKED.values() for session in address.words(name) if session in known
    }
    nights = {session: _nights(person.name, session) for session in unfolded}
    for unit in units:
        here = [one for one in found if one.unit == unit]
        total = sum(one.amount for one in here)
        much = f" {wording.md(amount_text(abs(total), unit))}" if total else ""
        st.subheader(
            f"Why {wording.md(person.name)} {standing_in_words(total)}{much}", anchor=False
        )
        groups = [group for part in PARTS if (group := _group(part, here, nights))]
        last = Line("In all", wording.signed(total, unit), wording.tone(total))
        fold(f"What the position of {person.name} is made of, in {unit}", [*groups, last], _fold)
    if found:
        rows = [
            (
                one.part,
                one.date.isoformat(),
                one.session or "",
                one.title,
                one.unit,
                figure(one.amount, one.unit),
            )
            for one in found
        ]
        download(
            f"why-{player}", ["part", "date", "session", "what", "currency", "amount"], lambda: rows
        )


# --- What is unfolded -----------------------------------------------------------------------------
def _fold(asks: str, unfolded: bool) -> None:
    name, _, session = asks.partition("=")
    others = [one for one in address.words(name) if one != session]
    st.query_params[name] = [*others, session] if unfolded else others


def _nights(player: str, session: str) -> dict[str, SessionTrail]:
    told = asked(trail, the_book().folder, player, session)
    return {account.unit: night for account in told.accounts for night in account.nights}


# --- Lines ----------------------------------------------------------------------------------------
def _group(part: str, found: list[Step], nights: dict[str, dict[str, SessionTrail]]) -> Line | None:
    """One part of a balance, with the evenings or payments it is made of; None if nothing moved in
    it.
    """
    some = [one for one in found if one.part == part]
    if not some:
        return None
    unit, total = some[0].unit, sum(one.amount for one in some)
    shown, rest = some[:MOST_ROWS], some[MOST_ROWS:]
    sums = _sums(found) if part == PLAYED else {}
    under = [_evening(one, sums, nights) if part in _ASKED else _paid(one) for one in shown]
    if rest:
        left = sum(one.amount for one in rest)
        under.append(
            Line(
                f"{len(rest):,} earlier: they are in the file below",
                wording.signed(left, unit),
                wording.tone(left),
            )
        )
    said = wording.counted(len(some), "evening" if part in _ASKED else "line")
    if part == BANK:
        said += " · money paid and got for chips: nobody wins or loses by it"
    opened = len(found) <= _AT_A_GLANCE or any(line.opened for line in under)
    return Line(
        PARTS[part],
        wording.signed(total, unit),
        wording.tone(total),
        said,
        under=under,
        opened=opened,
    )


def _sums(found: Iterable[Step]) -> dict[str, dict[str, int]]:
    sums: dict[str, dict[str, int]] = {}
    for one in found:
        if one.session is not None:
            parts = sums.setdefault(one.session, dict.fromkeys(PARTS, 0))
            parts[one.part] += one.amount
    return sums


def _evening(
    one: Step, sums: dict[str, dict[str, int]], nights: dict[str, dict[str, SessionTrail]]
) -> Line:
    """A session in a group, with its hands or with chips bought and cashed if it is unfolded."""
    session = str(one.session)
    name = _ASKED[one.part]
    unfolded = session in address.words(name)
    night = nights.get(session, {}).get(one.unit) if unfolded else None
    corrected = [
        remark.heading
        for said in _became(one.file).values()
        for remark in said
        if remark.kind == EDITED
    ]
    note = " · ".join(
        filter(
            None,
            (
                wording.short_day(one.date),
                besides(sums.get(session, {}), one.unit),
                *corrected[-1:],
            ),
        )
    )
    under = (
        []
        if night is None
        else list(_hands(night))
        if one.part == PLAYED
        else [_item(item) for item in night.bank]
    )
    amount, tone = wording.signed(one.amount, one.unit), wording.tone(one.amount)
    return Line(
        one.title, amount, tone, note, under=under, asks=f"{name}={session}", opened=unfolded
    )


def _hands(night: SessionTrail) -> Iterator[Line]:
    """A line for each hand of a session, with what moved in it, and for what moved between
    hands.
    """
    for part in night.hands:
        total = part.amount
        replay = Line(
            "Replay this hand", page="replay", query={"session": night.session, "hand": part.hand}
        )
        words = ", ".join(dict.fromkeys(item.words() for item in part.items))
        said = [
            remark.heading
            for item in part.items
            for remark in of_line(_became(item.file), item.line)
        ]
        words = " · ".join([words, *dict.fromkeys(said)])
        under = [*map(_item, part.items), replay]
        unit = part.items[0].unit
        yield Line(
            f"Hand {part.hand}",
            wording.signed(total, unit),
            wording.tone(total),
            words,
            under=under,
        )
    yield from map(_item, night.between)


def _item(item: Item) -> Line:
    columns = item.file.endswith(PARQUET)
    return Line(
        item.words(note=True),
        wording.signed(item.amount, item.unit),
        wording.tone(item.amount),
        note="" if item.rule is None else f"Rule {item.rule}",
        link="" if columns else f"Line {item.line}: {item.in_the_log}",
        page="" if columns else "session",
        query={"session": item.session, "line": item.line},
    )


def _paid(one: Step) -> Line:
    return Line(
        one.title,
        wording.signed(one.amount, one.unit),
        wording.tone(one.amount),
        " · ".join(
            [
                wording.short_day(one.date),
                *(said.heading for said in of_line(_became(one.file), one.line)),
            ]
        ),
        f"Line {one.line} of {one.file}",
        "session" if one.session else "owes",
        {"session": one.session, "line": one.line} if one.session else {WRONG: one.line},
    )


def _became(file: str) -> History:
    return dispute.became(the_book().folder / file)


# --- Figures that fold ----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Line:
    """A line: any text (it cannot do harm), its figure as text with a tone (``won``, ``lost``,
    ``quiet``), a ``note`` below it.

    ``page`` is where its ``link`` leads, the text itself if there are no words for that. ``under``
    are the lines that it is the sum of, none for a line that does not fold; ``asks`` is told to the
    page when it is unfolded, which can then bring them.
    """

    text: str
    figure: str = ""
    tone: str = ""
    note: str = ""
    link: str = ""
    page: str = ""
    query: dict[str, object] = field(default_factory=dict)
    under: Sequence[Line] = ()
    asks: str = ""
    opened: bool = False


def fold(name: str, lines: Sequence[Line], on_fold: Callable[[str, bool], None]) -> None:
    """Show lines that fold; ``name`` says what they are, to people who hear it read out too, and is
    unique on the page.

    ``on_fold`` is called with what a line asks and whether it was unfolded, before the page reruns.
    """
    key = f"fold {name}"
    here = theme.tokens()
    data = {
        "name": name,
        "lines": [_sent(line) for line in lines],
        "colours": {tone: getattr(here, tone) for tone in ("won", "lost", "quiet", "line", "link")},
    }

    def folded() -> None:
        said = st.session_state[key]["fold"]
        if isinstance(said, dict):
            on_fold(str(said.get("asks")), bool(said.get("open")))

    component("bourre.fold", Path(__file__).with_name("fold.html"))(
        key=key, data=data, on_fold_change=folded
    )


def _sent(line: Line) -> dict[str, Any]:
    sent: dict[str, Any] = {
        "text": visible_text(line.text),
        "figure": line.figure,
        "tone": line.tone,
    }
    if line.note:
        sent["note"] = visible_text(line.note)
    if line.page and navigation.may_see(line.page):
        query = navigation.values_of(line.query)
        link = {"page": line.page, "query": query, "href": address.of(line.page, query)}
        sent |= {"go": link, "link": visible_text(line.link)}
    elif line.link:
        sent["link"] = visible_text(line.link)
    if line.under or line.asks:
        sent |= {
            "under": [_sent(one) for one in line.under],
            "asks": line.asks,
            "opened": line.opened,
        }
    return sent
