"""An evening on the felt: seats with stacks of chips, the pot, and a moment for each hand, which
the browser plays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard.frame import address, theme, wording
from dashboard.frame.component import component
from dashboard.frame.faces import face
from dashboard.frame.me import my_account
from dashboard.frame.navigation import hand_names
from dashboard.frame.shown_book import asked
from ledger.book import ask
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.demo import sample_folder
from ledger.money import CHIPS, amount_text
from ledger.stats import chips_by_hand, evening, hands_of, pot_by_hand

Row = Mapping[str, Any]
_MOST_NAMED: Final = 4


def show(night: Row) -> None:
    """Show an evening of the book at its end; nothing if nobody won or lost anything on it."""
    _show(felt_of(night))


def sample() -> None:
    """Show an evening that comes with the program, at its beginning, where there is no evening of
    the book; it counts nowhere.
    """
    st.subheader("What an evening looks like: a sample", anchor=False)
    st.markdown(
        "Press **Play**: the chips of a whole evening move as they did. Nothing of it is in your "
        "book or in any figure."
    )
    night, pots, ways, hands = _sample()
    data = felt_data(night.row(0, named=True), pots, ways, hand_names(hands), None)
    for moment in data["moments"]:
        moment.pop("replay", None)  # its hands have no page
    for seat in data["seats"]:
        seat["picture"] = ""  # of somebody in the book with that number
    _show(data | {"title": f"A sample: {data['title']}", "first": 0})


@st.cache_resource(show_spinner="Laying the table …")
def _sample() -> list[pl.DataFrame]:
    """The sample evening, its pots, chips and hands: not in the colours of a theme, which are
    another viewer's.
    """
    with TemporaryDirectory(prefix="bourre-") as place:
        folder = Path(place) / "book"
        (stored,) = import_files(folder, [sample_folder() / _SAMPLE], ImportOptions()).sessions
        questions = (evening, pot_by_hand, chips_by_hand, hands_of)
        return ask(folder, lambda book: [one(book, stored.session or "") for one in questions])


_SAMPLE: Final = "full-record.bourre"


def _show(data: dict[str, Any]) -> None:
    if data["seats"]:
        here = theme.tokens()
        data |= {
            "style": theme.STYLE,
            "colours": {tone: getattr(here, tone) for tone in ("won", "lost", "quiet")},
        }
        component("bourre.felt", Path(__file__))(key=f"felt {data['session']}", data=data)


def felt_of(night: Row) -> dict[str, Any]:
    """What ``felt_data`` makes of an evening of the book (a row of ``evenings``)."""
    session = night["session"]
    pots, ways, names = (
        asked(pot_by_hand, session),
        asked(chips_by_hand, session),
        hand_names(asked(hands_of, session)),
    )
    return felt_data(night, pots, ways, names, my_account())


def felt_data(
    night: Row, pots: pl.DataFrame, ways: pl.DataFrame, names: Sequence[str], mine: int | None
) -> dict[str, Any]:
    """The evening as plain values, all text safe to show; ``names`` are those of its hands in
    addresses.

    ``seats`` go clockwise. ``moments`` are the start, and one for each hand: what is ``said`` of
    it, ``chips`` of each seat won or lost until then and their ``worth`` in words, what each
    ``paid`` to play, ``took``, and ``matched``; ``tags`` are a word on some seats, and its kind.
    ``before``, ``pot`` and ``after`` are chips in the middle before the antes, when the hand ends,
    and once all have paid, None where they are not known; ``sure`` is False if what is left cannot
    be relied upon.
    """
    hands = pots.to_dicts()
    called: dict[int, str] = dict(
        ways.select("player", "name").unique(maintain_order=True).iter_rows()
    )
    order = _in_order(hands, called, mine)
    so_far: defaultdict[int, list[Row]] = defaultdict(list)
    for way in ways.iter_rows(named=True):
        so_far[way["hand"]].append(way)
    moments, unsure = [_start(night, hands)], set[int]()
    for hand, name in zip(hands, names, strict=True):
        unsure.update(
            [one["player"] for one in hand["people"] if one["unsure"]] if hand["people"] else order
        )
        # what lies there at the end is said of the evening
        stays = None if hand is hands[-1] else hand["after"]
        where = address.of("replay", {"session": night["session"], "hand": name})
        moments.append(_moment(hand, order, called, stays) | {"replay": where})
        moments[-1] |= _standing(so_far[hand["hand"]], order, unsure)
        moments[-1]["said"] += _beside(so_far[hand["hand"]], last=hand is hands[-1])
    moments[0] |= _standing(so_far[0], order, set())
    for moment, then in zip(moments[1:], hands[1:], strict=False):
        moment["sure"] = then["verified"]
    if hands:
        moments[-1] |= {
            "after": night["pot_left"],
            "sure": night["pot_sure"],
            "said": f"{moments[-1]['said']} {_left(night)}",
        }
    return {
        "session": night["session"],
        "title": wording.plain(
            wording.evening(night["title"], night["session"], night["date"]), 60
        ),
        "day": wording.day(night["date"]),
        "seats": [
            {
                "name": wording.plain(called[one]),
                **face(one, called[one])._asdict(),
                "won": called[one] in night["winners"],
            }
            for one in order
        ],
        "moments": moments,
    }


def _in_order(hands: Sequence[Row], called: Mapping[int, str], mine: int | None) -> list[int]:
    """Everybody as they sat in their first hand, the viewer (``mine``) first: nobody moves in the
    course of an evening.
    """
    sat = [one["player"] for hand in hands for one in hand["people"]]
    order = [one for one in dict.fromkeys([*sat, *called]) if one in called]
    at = order.index(mine) if mine in order else 0
    return order[at:] + order[:at]


def _start(night: Row, hands: Sequence[Row]) -> dict[str, Any]:
    """The table before the first hand; of an evening without hands, all there is."""
    if not hands:
        pot = night["pot_left"]
        return {
            "label": "",
            "said": wording.sentence(wording.played(night)),
            "after": pot,
            "sure": night["pot_sure"],
            "tags": {},
        }
    pot, sure = hands[0]["before"], bool(hands[0]["verified"]) and night["pot_first"] is not None
    said = f"{wording.counted(pot, 'chip')} in the pot" if pot else "the pot is empty"
    if not sure:
        said = "what is in the pot is not recorded"
    return {
        "label": "Start",
        "said": f"Before the first hand: {said}.",
        "after": pot,
        "sure": sure,
        "tags": {},
    }


def _standing(ways: Sequence[Row], order: Sequence[int], unsure: set[int]) -> dict[str, Any]:
    """What everybody has won or lost so far, in chips and in words; with a ? if a hand that is not
    all recorded may touch it.
    """
    of = {way["player"]: way for way in ways}
    return {
        "chips": [of[one]["chips"] for one in order],
        "worth": [
            f"{wording.signed(of[one]['amount'], of[one]['unit'])}{' ?' if one in unsure else ''}"
            for one in order
        ],
    }


# --- What happens in a hand -----------------------------------------------------------------------
def _moment(
    hand: Row, order: Sequence[int], called: Mapping[int, str], stays: int | None
) -> dict[str, Any]:
    people = {one["player"]: one for one in hand["people"]}
    label = "Hand ?" if hand["number"] is None else f"Hand {hand['number']}"
    nothing = {"ante": 0, "taken": 0, "matched": 0, "penalty": 0}
    each = [people.get(one, nothing) for one in order]
    return {
        "label": label,
        "said": f"{label}: {_told(hand, called, stays)}",
        "before": hand["before"],
        "pot": hand["pot"],
        "after": hand["after"],
        "sure": True,
        "paid": [one["ante"] for one in each],
        "took": [one["taken"] for one in each],
        "matched": [one["matched"] + one["penalty"] for one in each],
        "tags": {
            at: tag for at, one in enumerate(order) for tag in [_tag(hand, people.get(one))] if tag
        },
        "went": any(one["bourre"] for one in hand["people"]),
        "split": hand["split"],
    }


def _tag(hand: Row, one: Row | None) -> tuple[str, str] | None:
    """What became of a player in a hand: a kind, and a word or two; None if there is nothing to
    say.
    """
    if one is None or hand["quarantined"]:
        return ("away", "") if one is None and not hand["quarantined"] else None
    if one["bourre"]:
        return "went", f"bourré {_signed(-one['matched'] - one['penalty'])}"
    if one["penalty"]:
        return "went", f"renege {_signed(-one['penalty'])}"
    if one["taken"]:
        return "took", f"takes {_signed(one['taken'])}"
    if one["tied"]:
        return "tied", "tied"
    return ("open", "not recorded") if one["unsaid"] else None


def _signed(chips: int) -> str:
    return (
        amount_text(chips, CHIPS, signed=True).removesuffix(" chips").removesuffix(" chip")
        if chips
        else ""
    )


def _told(hand: Row, called: Mapping[int, str], stays: int | None) -> str:
    """What happened in a hand, and what stays in the pot, in a few sentences."""
    if hand["quarantined"]:
        return "left out, because a line of it cannot be read."
    said = ["thrown in"] if hand["misdeal"] else [*_taken(hand, called), *_paid(hand, called)]
    if hand["open"]:
        said.append("what else was paid, and by whom, is not recorded")
    elif stays:
        said.append(
            f"{wording.counted(stays, 'chip')} {'stays' if stays == 1 else 'stay'} in the pot"
        )
    if not hand["verified"]:
        said.append("the pot cannot be checked here, because not all that went into it is recorded")
    return f"{said[0]}. " + " ".join(map(wording.sentence, said[1:])) if said[1:] else f"{said[0]}."


def _taken(hand: Row, called: Mapping[int, str]) -> Iterator[str]:
    people = hand["people"]
    tied = _names([one["player"] for one in people if one["tied"]], called)
    took = [one for one in people if one["taken"]]
    if hand["split"]:
        yield f"{tied or 'the most tricks are'} tied" + (
            "" if took else ", and nobody takes the pot"
        )
    for one in took:
        yield f"{_names([one['player']], called)} takes {wording.counted(one['taken'], 'chip')}"
    if not took and not hand["split"]:
        yield "nobody takes the pot" if hand["known"] else "who won is not recorded"


def _paid(hand: Row, called: Mapping[int, str]) -> Iterator[str]:
    matched: defaultdict[tuple[bool, int], list[int]] = defaultdict(list)
    for one in hand["people"]:
        if one["bourre"] or one["matched"]:
            matched[one["bourre"], one["matched"]].append(one["player"])
    for (bourre, chips), players in matched.items():
        paid = (
            f"match{'' if players[1:] else 'es'} {chips:,}{' each' if players[1:] else ''}"
            if chips
            else ""
        )
        yield (
            f"{_names(players, called)} "
            f"{' and '.join(filter(None, ['went bourré' if bourre else '', paid]))}"
        )
    for one in hand["people"]:
        if one["penalty"]:
            yield f"{_names([one['player']], called)} pays {one['penalty']:,} for a renege"


def _names(players: Sequence[int], called: Mapping[int, str]) -> str:
    named = [wording.plain(called[one]) for one in players[:_MOST_NAMED]]
    more = len(players) - len(named)
    return wording.listed([*named, *([f"{more} more"] if more else [])])


def _beside(ways: Sequence[Row], *, last: bool) -> str:
    """What moved after a hand and before the next: rulings, transfers, the pot divided."""
    moved = [
        f"{wording.plain(one['name'])} {_signed(one['between'])}" for one in ways if one["between"]
    ]
    when = "After that" if last else "Then, before the next hand"
    return f" {when}: {wording.listed(moved)}." if moved else ""


def _left(night: Row) -> str:
    left, sure = night["pot_left"], "" if night["pot_sure"] else ", as far as it is recorded"
    if not left:
        return f"At the end the pot is empty{sure}."
    worth = (
        "" if night["unit"] == CHIPS else f" ({amount_text(left * night['chip'], night['unit'])})"
    )
    return (
        f"At the end {wording.counted(left, 'chip')}{worth} {'is' if left == 1 else 'are'} left "
        f"in the pot{sure}."
    )
