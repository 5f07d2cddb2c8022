"""A season: its table, places evening by evening, streaks, and a picture of it to share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Final, NamedTuple

import streamlit as st

from dashboard.frame import page, picture, wording
from dashboard.frame.answers import cell_of, column_of, sentence_plain
from dashboard.frame.charts import Line
from dashboard.frame.picture import Recap, Row, Told, recap_card
from dashboard.frame.shown_book import asked
from dashboard.frame.table import Cell, Column, player_cell, table
from dashboard.players import places as places_chart
from dashboard.players.one_player import days_between
from ledger.answer import Answer, Block, Listed, Sentence, Table, Value, words
from ledger.book.answers.standings import by_unit, is_over
from ledger.book.balances.figures import (
    EveningOfSeason,
    Form,
    Place,
    evenings_of,
    form,
    places_after,
)
from ledger.book.balances.unread import unread
from ledger.money import amount_text
from ledger.stats import Filter, Night, nights_called, player_figures, streaks

MOST: Final = 52  # evenings in the chart of places: a year of them


def seasons(days: Iterable[date]) -> dict[str, str]:
    """The names of the years, quarters and months that have evenings, latest first, by season."""
    latest = sorted(set(days), reverse=True)
    years = {f"{day.year}": f"{day.year}" for day in latest}
    quarters = {
        f"{day.year}-q{(day.month + 2) // 3}": f"{day.year}, quarter {(day.month + 2) // 3}"
        for day in latest
    }
    return years | quarters | {f"{day:%Y-%m}": f"{day:%B %Y}" for day in latest}


def unread_evenings() -> frozenset[str]:
    """The ids of the sessions not all of which could be read: their figures may be others."""
    return frozenset(one.session for one in asked(unread).missing.sessions)


def standings(one: Block, places: Sequence[Place], doubted: Collection[str]) -> None:
    """Show the table of the ``places`` in one unit, with what each sign of the form stands for, and
    ways to everybody's best and worst evening.

    ``doubted`` are the sessions not all of which could be read.
    """
    assert isinstance(one, Table)
    evenings = evenings_of(places)
    before = before_the_last(places, evenings, doubted)
    columns = [Column("")]  # an arrow may follow the place
    columns += [
        column_of(column, hidden_on_phones=column.heading in {"Evenings", "Wins"})
        for column in one.columns[1:]
    ]

    def row(place: Place, values: Sequence[Value]) -> list[Cell]:
        nth, *cells, _, streak, best, worst = map(cell_of, values)
        return [
            _moved(nth.text, place, before.get(place.account)),
            *cells,
            _form(form(place, evenings, doubted), place.unit),
            replace(streak, tone=wording.tone(place.in_a_row)),
            _night(best, place.best),
            _night(worst, place.worst),
        ]

    table(one.title, columns, list(map(row, places, one.rows)))


def before_the_last(
    places: Sequence[Place], evenings: Sequence[tuple[date, str]], doubted: Collection[str]
) -> dict[int, int]:
    """The place of each account in one unit before the last of its ``evenings``; nothing where a
    figure of it is in doubt.
    """
    if any(session in doubted for _, session in evenings):
        return {}
    last = evenings[-1][1]
    stood = {
        one.account: one.amount - sum(night.amount for night in one.nights if night.session == last)
        for one in places
    }
    there = {one.account for one in places if any(night.session != last for night in one.nights)}
    ranked = sorted((stood[account] for account in there), reverse=True)
    return {account: ranked.index(stood[account]) + 1 for account in there}


def _moved(text: str, one: Place, before: int | None) -> Cell:
    """The place, and whether the last evening brought the player up or down to it."""
    if before is None or before == one.place:
        return Cell(text)
    tip = f"{wording.nth(before)} before the last evening"
    way = Cell("▲", "won", tip=tip) if before > one.place else Cell("▼", "lost", tip=tip)
    return Cell(text, marks=[Cell(text), way])


def _form(some: Sequence[Form], unit: str) -> Cell:
    return Cell("".join(one.sign for one in some), marks=[_sign(one, unit) for one in some])


def _sign(one: Form, unit: str) -> Cell:
    doubt = ", but not all of it could be read" if one.unread else ""
    if one.night is None:
        return Cell(
            one.sign,
            "quiet",
            tip=(
                f"{wording.short_day(one.date)}: "
                f"{'not known' if one.unread else 'not there'}{doubt}"
            ),
        )
    said = wording.signed(one.night.amount, unit)
    return Cell(
        one.sign,
        wording.tone(one.night.amount),
        tip=f"{wording.short_day(one.date)}: {said}{doubt}",
    )


def _night(amount: Cell, one: EveningOfSeason) -> Cell:
    day = f"{one.date.day} {one.date:%b %Y}"
    return replace(amount, page="session", query={"session": one.session}, note=day)


def meaning(answer: Answer) -> None:
    """Show what the signs and figures mean, and which part of the book they cover."""
    key = [said for one in answer.block("key") if isinstance(one, Listed) for said in one.sentences]
    part = [one for one in answer.block("part") if isinstance(one, Sentence)]
    line, *how = map(sentence_plain, [*key[:1], *part, *key[1:]] or [words()])
    page.worked_out(line, *how, _ARROW if key else "")


_ARROW: Final = "An arrow beside a place: the last evening brought the player up or down to it."


def in_a_row(streaks: Iterable[Mapping[str, Any]]) -> None:
    """Show everybody's longest streaks; ``streaks`` are rows of the statistics."""
    table(
        "Evenings in a row",
        [Column("Player"), Column("Most up"), Column("Most down")],
        [
            [
                player_cell(row),
                _longest(row, "winning"),
                _longest(row, "losing"),
            ]
            for row in streaks
        ],
    )


def _longest(row: Mapping[str, Any], which: str) -> Cell:
    if not row[which]:
        return Cell("–", "quiet")
    return Cell(f"{row[which]:,}", note=days_between(row[f"{which}_since"], row[f"{which}_until"]))


# --- Places, evening by evening -------------------------------------------------------------------
def places_over_evenings(
    places: Sequence[Place], doubted: Collection[str], *, several: bool
) -> None:
    """Draw the places in one unit, of ``several``, after each of the last evenings, and offer them
    as a table.
    """
    evenings = evenings_of(places)[-MOST:]
    if len(evenings) < 2 or len(places) < 2:
        return
    unit, found = places[0].unit, places_after(places, evenings)
    first = [place for (_, account), place in found.items() if account == places[0].account]
    st.subheader(
        f"Places{f' in {wording.md(unit)}' if several else ''}, evening by evening", anchor=False
    )
    leader = wording.plain(places[0].name)
    said = [
        (
            f"{leader} stood first after {first.count(1)} of "
            f"{wording.counted(len(first), 'evening')} played."
        )
    ]
    said += [f"These are the last {MOST} evenings."] if len(evenings) == MOST else []
    hollow = [at for at, (_, session) in enumerate(evenings) if session in doubted]
    places_chart.show(
        [_line(one, evenings, found) for one in places], [day for day, _ in evenings], hollow, unit
    )
    no_dot = "No dot: not there." + (
        " Hollow, or none where others are hollow: not all of that evening could be read."
        if hollow
        else ""
    )
    st.caption(wording.marks(" ".join([*said, no_dot])))
    folded = st.expander("Show as a table", key=f"places {unit} as a table", on_change="rerun")
    if folded.open:
        with folded:
            table(
                f"Places in {unit} after each evening",
                [
                    Column("Evening"),
                    *(Column(wording.plain(one.name, 9), right=True) for one in places),
                ],
                [
                    [
                        Cell(wording.short_day(day), page="session", query={"session": session}),
                        *(
                            _place(found.get((session, one.account)), doubted=session in doubted)
                            for one in places
                        ),
                    ]
                    for day, session in reversed(evenings)
                ],
            )


def _place(place: int | None, *, doubted: bool) -> Cell:
    if place is None:
        return Cell("?" if doubted else "·", "quiet")
    return Cell(f"{place}{'?' if doubted else ''}")


def _line(
    one: Place, evenings: Sequence[tuple[date, str]], found: Mapping[tuple[str, int], int]
) -> Line:
    """The line of a player: a point for each evening that the player was there, and the place where
    everybody stands now.
    """
    at = [nth for nth, (_, session) in enumerate(evenings) if (session, one.account) in found]
    places = [found[evenings[nth][1], one.account] for nth in at]
    said = [
        f"{wording.plain(one.name)}, {wording.short_day(evenings[nth][0])}: {wording.nth(place)}"
        for nth, place in zip(at, places, strict=True)
    ]
    opens = [{"page": "session", "session": evenings[nth][1]} for nth in at]
    if at[-1:] != [len(evenings) - 1]:
        at, places, said = [*at, len(evenings) - 1], [*places, one.place], [*said, ""]
    return Line(one.account, one.name, at, [float(place) for place in places], said, opens)


# --- A picture to share ---------------------------------------------------------------------------
class Highlights(NamedTuple):
    """What the picture of a season tells besides places: rows of the statistics, its evenings, and
    those of them in doubt.
    """

    figures: Sequence[Mapping[str, Any]]
    streaks: Sequence[Mapping[str, Any]]
    nights: Sequence[Night]
    doubted: Collection[str]


def show_picture(title: str, word: str, part: Filter, places: Sequence[Place]) -> None:
    """Show the picture of a season (``word`` as in the address; empty for the whole book) with
    buttons to share it.
    """
    here = {session for _, session in evenings_of(places)}
    told = Highlights(
        asked(player_figures, part).rows(named=True),
        asked(streaks, part).rows(named=True),
        [night for night in asked(nights_called) if night.session in here],
        unread_evenings() & here,
    )
    named = seasons([part.since])[word] if word and part.since else "the whole book"
    over = is_over(part, date.today())  # noqa: DTZ011 - the day here
    drawn = season_drawn(title, named, places, told, over=over)
    shared = {"svg": recap_card(drawn), "text": in_words(drawn), "title": f"{title}, {named}"}
    picture.show(
        f"picture {word}", {**shared, "name": f"standings-{word or 'all'}"}, "the standings"
    )


def season_drawn(
    title: str, named: str, places: Sequence[Place], told: Highlights, *, over: bool
) -> Recap:
    """A season, ready to draw; of several units that of most evenings.

    Until it is ``over``, somebody leads it.
    """
    units = sorted(by_unit(places).items(), key=lambda item: (-len(evenings_of(item[1])), item[0]))
    (unit, some), *others = units
    best = [one for one in some if one.place == 1 and one.amount > 0]
    names = [one.name for one in best]
    did = (
        ("won" if over else "lead" if len(names) > 1 else "leads")
        if names
        else "has won anything in"
    )
    amount = (
        f" with {amount_text(best[0].amount, unit, signed=True)}{' each' if len(names) > 1 else ''}"
        if names
        else ""
    )
    days = [day for day, _ in evenings_of(places)]
    about = (
        f"{wording.sentence(named)[:-1]} · {wording.counted(len(days), 'evening')}, "
        f"{days_between(days[0], days[-1])}"
    )
    rows = [
        Row(
            one.name, amount_text(one.amount, unit, signed=True), one.amount, one.place, one.account
        )
        for one in some
    ]
    more = [
        Told(
            f"COUNTED IN {other.upper()}",
            [
                (
                    f"{one.name} {'won' if over else 'leads'} with "
                    f"{amount_text(one.amount, other, signed=True)}"
                )
            ],
        )
        for other, (one, *_) in others
    ]
    so_far = "" if over else " so far"
    return Recap(
        title,
        about,
        wording.listed(names) or "Nobody",
        f"{did} {named}{amount}{so_far}",
        rows,
        [*_told(told), *more],
    )


def _told(told: Highlights) -> Iterator[Told]:
    """Yield the biggest pot, who went bourré most often, the longest streaks, and what of it is not
    recorded.
    """
    without = sum(1 for night in told.nights if not night.hands)
    of_hands = "" if not without else " OF THE HANDS WRITTEN DOWN"
    if without == len(told.nights):
        yield Told("POTS AND BOURRÉS", ["not recorded"])
    else:
        pots = [row for row in told.figures if row["pot"] is not None]
        if pots:
            most = max(pots, key=lambda row: row["pot"])
            day = next(
                wording.short_day(night.date)
                for night in told.nights
                if night.session == most["pot_session"]
            )
            yield Told(
                f"BIGGEST POT{of_hands}",
                [f"{most['name']} took {wording.counted(most['pot'], 'chip')}, {day}"],
            )
        times = max((row["bourres"] for row in told.figures), default=0)
        whose = [row["name"] for row in told.figures if row["bourres"] == times]
        said = (
            f"{_some(whose)}, {wording.times(times)}{' each' if len(whose) > 1 else ''}"
            if times
            else "nobody"
        )
        yield Told(f"MOST BOURRÉS{of_hands}", [said])
    yield Told(
        "LONGEST STREAK",
        [_longest_of(told.streaks, "winning", "up"), _longest_of(told.streaks, "losing", "down")],
    )
    if told.doubted:
        yield Told("NOT ALL OF IT COULD BE READ", [wording.counted(len(told.doubted), "evening")])


def _longest_of(rows: Sequence[Mapping[str, Any]], which: str, how: str) -> str:
    most = max((row[which] for row in rows), default=0)
    if most < 2:
        return f"nobody was {how} twice in a row"
    return (
        f"{_some([row['name'] for row in rows if row[which] == most])}: {most} evenings {how} in "
        "a row"
    )


def _some(names: Sequence[str]) -> str:
    return wording.listed(names) if len(names) < 4 else f"{len(names)} players"


def in_words(drawn: Recap) -> str:
    """The picture as a text to send with it."""
    lines = [f"{drawn.title}: {drawn.about}", f"{drawn.winner} {drawn.won}."]
    lines += [f"{row.place}. {row.name} {row.amount}" for row in drawn.rows]
    lines += [f"{one.what.capitalize()}: {'; '.join(one.words)}" for one in drawn.told]
    return "\n".join(lines)
