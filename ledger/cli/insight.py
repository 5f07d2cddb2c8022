"""``bourre insight``: how well everybody plays, with the luck of the cards taken out."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ledger import book, stats
from ledger.cli.archive import found_in, status_of, worked_out
from ledger.cli.book_options import Forms, command_on_book, folder_of, print_answer
from ledger.cli.terminal import (
    add_book_option,
    add_dask_option,
    add_format_option,
    add_jobs_option,
    add_parts_option,
    counter,
    folded,
    jobs_for,
    paint,
    print_json,
    table,
)
from ledger.errors import UserError
from ledger.game.play import NAMES
from ledger.wording import counted, listing

if TYPE_CHECKING:
    import polars as pl

DESCRIPTION: Final = """How well everybody plays, apart from the luck of the cards.

First, from pass and play, and from how many cards were drawn where that is
noted: who stays too often or too seldom, and what that loses, taking it that
people choose their hands in the usual order.

Luck is how much more the place at the table, the deal and the draw were worth
than they are on average, with reference players making every decision; it says
nothing about how somebody plays. Without luck is less so much of it as told in
what the player won: cards that somebody passes with hardly do. It is known
where every card dealt is written down, including those of players who passed
(`dealt`, `out`, `in` in the log). The cost of a decision to stay or pass is how
much more the other choice was worth, given what the player knew then, against
others as loose as they were that evening, or with --even against an even table.
--discards and --cards also price which cards were thrown away and which were
played; they take two and eight times as long. --nice lists cards that let
somebody take a first trick at a cost to whoever played them: kindness or an
oversight, never a finding. Rates are estimates, in stakes (what a bourré costs)
in 100 hands, with the range that holds the truth 19 times out of 20, and beside
them what somebody who follows the stay chart would be charged: a leak is named
only above that. Chips are what it came to. With fewer than 100 hands or
decisions there is no figure. Single decisions of an evening that is still being
recorded are shown once it is over.

examples:
  bourre insight
  bourre insight Cal
  bourre insight --even
  bourre insight --format json
  bourre insight --archive s3://league/2026 --dask tcp://10.0.0.1:8786

exit status: 0 it was printed; 2 there is no book, or no such player
"""

HEADINGS: Final = (
    "player",
    "hands",
    "chips",
    "luck",
    "luck_told",
    "skill",
    "skill_rate",
    "skill_rate_low",
    "skill_rate_high",
    "decisions",
    "priced",
    *(
        f"{before}{kind}{end}"
        for kind in ("staying", "passing")
        for before, end in (
            ("lost_", ""),
            ("", ""),
            ("", "_low"),
            ("", "_high"),
            ("", "_chart"),
            ("", "_leak"),
        )
    ),
    "reference",
    *(
        name
        for what, kind in (("discards", "discarding"), ("cards", "playing"))
        for name in (what, f"{what}_priced", f"lost_{kind}", kind, f"{kind}_low", f"{kind}_high")
    ),
)
STAYED_PASSED: Final = (
    "In stakes in every 100 hands, and in Chips what it came to in these. Stayed, passed: lost by "
    "staying where passing was "
    "worth more, and by passing where staying was. Chart: what somebody who follows the stay "
    "chart would be charged in the same "
    "decisions."
)

_OF_CARDS: Final = {
    "discard": (
        "Thrown",
        "discarding",
        "Thrown: the same of throwing away other cards than those that were worth most to throw.",
    ),
    "card": ("Played", "playing", "Played: the same of cards, where the rules left a choice."),
}
"""The heading of each kind of decision about cards, how rates are called, and what it means."""


_MOST: Final = 50  # players of an archive that are printed
_AS_MANY: Final = 50
"""One hand takes as long as this many of an audit: that decides whether several processes are worth
starting.
"""


class Answer(NamedTuple):
    """The rows of all players, or of one player with the decisions that cost most and those that
    were worth most.

    ``going_on`` are the logs being recorded: their decisions are not shown. ``stays`` is who stays
    how often, from pass and play.
    """

    players: list[dict[str, Any]]
    reference: str
    notable: list[dict[str, Any]] | None = None
    well: list[dict[str, Any]] | None = None
    nice: list[dict[str, Any]] | None = None
    going_on: tuple[str, ...] = ()
    stays: list[dict[str, Any]] | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "player",
        nargs="?",
        metavar="PLAYER",
        help="one player, with the decisions that cost the most",
    )
    parser.add_argument(
        "--even",
        action="store_true",
        help="price decisions against an even table, not as loose as each was",
    )
    parser.add_argument(
        "--discards", action="store_true", help="price which cards were thrown away as well"
    )
    parser.add_argument(
        "--cards", action="store_true", help="price which cards were played as well"
    )
    parser.add_argument(
        "--nice",
        action="store_true",
        help="cards that let somebody take a first trick, where all are known",
    )
    add_book_option(parser)
    add_format_option(parser)
    parser.add_argument(
        "--archive",
        metavar="PATH",
        help="not a book: Parquet files, in a folder or in s3://…, one by one",
    )
    add_parts_option(parser)
    add_jobs_option(parser)
    add_dask_option(parser)


def run(args: argparse.Namespace) -> int:
    """Price what has no price yet, and print the answer."""
    if args.archive is not None:
        return _of_archive(args)
    if args.dask is not None or args.parts is not None:
        message = (
            "a book is not distributed: it is one group's, in one database that one program "
            "writes at a time"
        )
        raise UserError(message, "leave out --dask and --parts, or name an --archive")
    reference = stats.EVEN_TABLE if args.even else stats.THIS_TABLE
    going_on = book.Book(folder_of(args), book.settings.Role.VIEWER).being_recorded()
    wanted = {
        book.TABLE: True,
        book.EVEN: args.even,
        book.DISCARDS: args.discards,
        book.CARDS: args.cards or args.nice,
    }

    def over(found: pl.DataFrame) -> list[dict[str, Any]]:
        # whoever asks may be playing
        return [row for row in found.to_dicts() if row["file"] not in going_on]

    def question(connection: book.Connection) -> tuple[Answer, book.unread.Unread]:
        rows = [
            {**row, "reference": reference}
            for row in stats.player_insight(connection, reference=reference).to_dicts()
        ]
        nice = over(stats.nice_plays(connection)) if args.nice else None
        stays = stats.how_often_stayed(connection).to_dicts()
        if args.player is None:
            hidden = tuple(sorted(going_on)) if args.nice else ()
            return Answer(
                rows, reference, nice=nice, going_on=hidden, stays=stays
            ), book.unread.unread(connection)
        one = book.figures.player_called(connection, args.player)
        mine = [row for row in rows if row["player"] == one]
        cost, well = (
            over(stats.notable_decisions(connection, one, reference=reference, well=well))
            for well in (False, True)
        )
        stays = [row for row in stays if row["player"] == one]
        return Answer(
            mine, reference, cost, well, nice, tuple(sorted(going_on)), stays
        ), book.unread.unread(connection)

    with counter() as progress:
        parts = tuple(part for part in wanted if wanted[part])
        answer, left_out = book.ask_priced(
            folder_of(args),
            question,
            progress,
            parts,
            lambda hands: jobs_for(args, hands * _AS_MANY),
        )
    forms = Forms(
        lambda: as_text(answer, args.book),
        lambda: as_dict(answer),
        HEADINGS,
        lambda: rows_of(answer),
    )
    print_answer(args, forms, left_out)
    return 0


def _of_archive(args: argparse.Namespace) -> int:
    from ledger.archive import INSIGHT, parts_beside, pieces_of

    if (
        args.player
        or args.book
        or args.even
        or args.discards
        or args.cards
        or args.nice
        or args.format == "csv"
    ):
        raise UserError(
            "--archive gives only everybody's luck and the cost of staying or passing",
            "leave out the other options",
        )
    pieces = pieces_of(args.archive, args.parts or parts_beside(args.archive, ".insight"), INSIGHT)
    summary = worked_out(args, pieces, _AS_MANY)
    rows = [
        {**row, "reference": stats.THIS_TABLE}
        for row in stats.insight_of_sums(summary.figures.get("players", {}))
    ]
    if args.format == "json":
        print_json({**summary.as_dict(), **as_dict(Answer(rows, stats.THIS_TABLE, []))})
    else:
        most = sorted(rows, key=lambda row: (-row["decisions"], row["name"]))[:_MOST]
        print(as_text(Answer(most, stats.THIS_TABLE, []), None))
        if len(most) < len(rows):
            print(
                f"\n{counted(len(rows) - len(most), 'player')} more with fewer decisions: "
                "--format json lists everybody"
            )
        print(f"\n{found_in(summary)}")
    return status_of(summary)


def as_text(answer: Answer, book: str | None) -> str:
    """What ``bourre insight`` prints."""
    stays = [] if answer.stays is None else [_how_often(answer.stays)]
    if not any(row["priced"] for row in answer.players):
        missing = (
            "No hand here has the cards dealt. To record them, also for players who pass: bourre "
            "help log"
        )
        return "\n\n".join([*stays, folded(missing)])
    cards = [kind for kind in _OF_CARDS if any(row[f"{kind}s"] for row in answer.players)]
    won = ("Hands", "Chips", "Luck", "Without luck", "Stakes")
    costs = ("Priced", "Stayed", "Chart", "Passed", "Chart", "Chips")
    of_cards = [heading for kind in cards for heading in (_OF_CARDS[kind][0], "Chips")]
    parts: list[tuple[Sequence[str], Callable[[dict[str, Any]], tuple[str, ...]]]] = [
        (won, _luck),
        (costs, _costs),
    ]
    # a line has no room for all tables
    parts += [(of_cards, lambda row: _of_cards(row, cards))] if cards else []
    said = [
        *stays,
        *(
            table(
                ["Player", *part],
                [[row["name"], *cells(row)] for row in answer.players],
                right=part,
            )
            for part, cells in parts
        ),
        folded(stats.leaks_in_words(answer.players)),
        folded(" ".join([STAYED_PASSED, *(_OF_CARDS[kind][2] for kind in cards)])),
        folded(stats.PRICED_FROM[answer.reference]),
    ]
    for heading, rows in (("Worth another look", answer.notable), ("Well decided", answer.well)):
        if rows:
            said.append(
                paint(heading, "bold")
                + "\n"
                + "\n".join(_sentence(row, better=rows is answer.well) for row in rows)
            )
    if answer.nice is not None:
        plays = "\n".join(_nice(row) for row in answer.nice)
        said.append(
            paint("Let somebody take a first trick, at a cost", "bold")
            + "\n"
            + (plays or "  Nothing of the kind.")
        )
    if answer.going_on:
        names = listing([Path(log).stem for log in answer.going_on])
        said.append(
            folded(
                "Single decisions are shown once the evening is over. Still being recorded: "
                f"{names}."
            )
        )
    if answer.notable is None:
        said.append(f"One player, hand by hand: {command_on_book('insight PLAYER', book)}")
    return "\n\n".join(said)


def _how_often(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return folded(stats.WHO_SAID)
    cells = [
        [
            row["name"], f"{row['decisions']:,}", f"{row['stayed']:.0%}", f"{row['right']:.0%}",
            stats.lost_in_words(row), row["verdict"] or "cannot be told",
        ]
        for row in rows
    ]  # fmt: skip
    figures = ("Hands", "Stayed", "Best", "Lost")
    return (
        table(["Player", *figures, "Stays"], cells, right=figures)
        + "\n\n"
        + folded(stats.HOW_OFTEN)
    )


def _luck(row: dict[str, Any]) -> tuple[str, ...]:
    if row["hands"] < stats.ENOUGH:
        return f"{row['hands']:,}", "", "", "too few", ""
    low, high = (signed(row[f"skill_rate_{end}"], 1) for end in ("low", "high"))
    rate = f"{signed(row['skill_rate'], 1)} ({low} to {high})"
    return (
        f"{row['hands']:,}",
        signed(row["chips"]),
        signed(row["luck"]),
        signed(row["skill"]),
        rate,
    )


def _costs(row: dict[str, Any]) -> tuple[str, ...]:
    """Cells: how many decisions have a price, stakes lost by staying, by passing, and by the chart,
    and chips lost.
    """
    priced = (
        f"{row['priced']:,} of {row['decisions']:,}"
        if row["priced"] < row["decisions"]
        else f"all {row['priced']:,}"
    )
    if row["priced"] < stats.ENOUGH:
        return priced, "too few", "", "", "", ""
    rates = (
        said
        for kind in stats.CHARTED
        for said in (_rate(row, kind), f"{row[f'{kind}_chart'] + 0.0:.1f}")
    )
    return priced, *rates, f"{sum(row[f'lost_{kind}'] for kind in stats.CHARTED):,.0f}"


def _of_cards(row: dict[str, Any], kinds: list[str]) -> tuple[str, ...]:
    found = ((row[f"{kind}s_priced"] >= stats.ENOUGH, _OF_CARDS[kind][1]) for kind in kinds)
    each = (
        (_rate(row, rate), f"{row[f'lost_{rate}']:,.0f}") if enough else ("too few", "")
        for enough, rate in found
    )
    return tuple(cell for cells in each for cell in cells)


def _rate(row: dict[str, Any], rate: str) -> str:
    """A rate and its range: ``1.2 (0.8 to 1.7)``."""
    value, low, high = (
        f"{round(row[f'{rate}{end}'], 1) + 0.0:.1f}".replace("-", "−")
        for end in ("", "_low", "_high")
    )
    return f"{value} ({low} to {high})"


def signed(chips: float, digits: int = 0) -> str:
    """Chips or stakes rounded, with their sign; zero has none."""
    return f"{chips:+,.{digits}f}".replace("-", "−") if round(chips, digits) else "0"


_INDENTS: Final = ("  ", "    ")


def _sentence(row: dict[str, Any], *, better: bool) -> str:
    chips = f"{row['chips']:.1f} chips more"
    if row["kind"] == "card":
        did, worth = (
            f"trick {row['trick']}, played {_cards(row['chosen'])}",
            f"{_cards(row['best'])} was worth {chips}",
        )
    elif row["kind"] == "discard":
        did, worth = (
            f"threw away {_cards(row['chosen'])}",
            f"to throw away {_cards(row['best'])} was worth {chips}",
        )
    else:
        before = f"with {row['before']} in" if row["before"] else "with nobody in"
        did, other = (
            (f"stayed {before}", "passing") if row["chosen"] else (f"passed {before}", "staying")
        )
        worth = f"it was worth {chips} than {other}" if better else f"{other} was worth {chips}"
    held = (
        f"dealt {_cards(row['dealt'])}"
        if row["kind"] == "card"
        else f"holding {_cards(row['dealt'])}"
    )
    return folded(
        f"{row['id']}, hand {row['number']}: {did}, {held} ({NAMES[row['turned']]} turned); "
        f"{worth} "
        f"({row['low']:.1f} to {row['high']:.1f})",
        *_INDENTS,
    )


def _nice(row: dict[str, Any]) -> str:
    return folded(
        f"{row['id']}, hand {row['number']}, trick {row['trick']}: {row['name']} played "
        f"{_cards(row['chosen'])}, not "
        f"{_cards(row['best'])}, and {row['gave']} took a first trick; it cost {row['name']} some "
        f"{row['chips']:.1f} chips "
        f"({row['low']:.1f} to {row['high']:.1f})",
        *_INDENTS,
    )


def _cards(mask: int) -> str:
    return " ".join(NAMES[card] for card in range(52) if mask >> card & 1) or "nothing"


def as_dict(answer: Answer) -> dict[str, object]:
    """The object of ``bourre insight --format json``; amounts are chips."""
    found: dict[str, object] = {
        "players": [
            {name: row["name" if name == "player" else name] for name in HEADINGS}
            for row in answer.players
        ]
    }
    if answer.stays is not None:
        found["how_often"] = answer.stays
    for name, rows in (("notable", answer.notable), ("well", answer.well), ("nice", answer.nice)):
        if rows is not None:
            found[name] = [{**row, "date": row["date"] and row["date"].isoformat()} for row in rows]
            found["being_recorded"] = list(answer.going_on)
    return found


def rows_of(answer: Answer) -> Iterator[tuple[object, ...]]:
    """A row for each player."""
    for row in answer.players:
        yield tuple(row["name" if name == "player" else name] for name in HEADINGS)
