"""A hand step by step: all pictures are made at once, and the browser moves between them by itself.

What decisions in a hand were worth, shown at their steps: only prices that the book has, nothing is
worked out.

What each card would have led to with all cards open, apart from those: hindsight, and no mistake of
anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from dashboard.frame import navigation, wording
from dashboard.frame.component import component
from dashboard.frame.faces import faces_anywhere
from dashboard.frame.shown_book import asked, asked_priced, being_recorded, the_book
from dashboard.frame.theme import DEFINITIONS, STYLE
from dashboard.frame.wording import estimate, is_clear, signed_estimate
from dashboard.replay import choose_hand
from dashboard.replay.card_table import Scene, caption, card_table, words
from ledger.book import Told, told_in_hindsight
from ledger.findings import Finding
from ledger.findings.kinds import REMARK
from ledger.game.play import NAMES
from ledger.insight import Hindsight, par_in_words, roads, would_have
from ledger.stats import PRICED_FROM, THIS_TABLE, prices_of_hand
from ledger.story import Moment, Retelling, Seat, moments, settlement, tricks_named

Row = Mapping[str, Any]
KEY: Final = "replay"
_UNPROVED: Final = {"not provable": "This record cannot prove whether that is right"}
UNSEEN: Final = Hindsight("")
_LONGEST: Final = 2_000  # the most characters of a sentence: enough for our longest with names


def replay(
    told: Told,
    asked: str | None,
    step: str | None,
    priced: Sequence[Row] = (),
    seen: Hindsight = UNSEEN,
) -> None:
    """Show a hand of the book at a step, or else at the line of the log that named it (``:41``).

    ``step`` counts from 1, or names a finding or a decision (``step_name``); ``priced`` are its
    decisions as ``prices_of_hand`` returns them, ``seen`` is the hand with open cards. The browser
    keeps the address up to date.
    """
    component("bourre.replay", Path(__file__))(
        key=KEY, data=replay_data(told, asked, step, priced, seen)
    )


def replay_data(
    told: Told,
    asked: str | None,
    step: str | None,
    priced: Sequence[Row] = (),
    seen: Hindsight = UNSEEN,
) -> dict[str, Any]:
    """Everything that the browser needs, as plain values; all text is safe to show."""
    hand, steps = told.hand, moments(told.hand)
    at = _landing(hand, steps, asked, step)
    return {
        "session": hand.session,
        "name": told.names[told.place - 1],
        "at": at,
        **choose_hand.shared(told, steps),
        "style": STYLE,
        "shapes": DEFINITIONS,
        "steps": _steps(told, steps, priced, seen),
        "seen": PRICED_FROM[THIS_TABLE],
        "jumps": _jumps(steps, hand),
        "chips": _chips(hand) if steps else [],
        "lines": _lines(hand),
        "instead": {
            "svg": "",
            "count": "In quarantine",
            "said": "A line of this hand cannot be read, so nothing of it is judged or booked.",
            "reason": "",
            "found": [_found(found, hand) for found in hand.findings],
            "prices": [],
            "hindsight": [],
        },
        "previous": _neighbour(told, -1),
        "next": _neighbour(told, 1),
    }


def _landing(hand: Retelling, steps: list[Moment], asked: str | None, step: str | None) -> int:
    if step is not None and step.isascii() and step.isdigit():
        return max(0, min(int(step[:9]), len(steps)) - 1)
    if step is not None and "." in step:
        return next((at for at, moment in enumerate(steps) if _tells(moment, step, hand)), 0)
    line = (
        int(asked[1:])
        if asked and asked[0] == ":" and asked[1:].isdigit() and int(asked[1:]) != hand.line
        else None
    )
    if line is None:
        return 0
    found = (
        at for at, moment in enumerate(steps) if any(one.line == line for one in moment.findings)
    )
    tricks = {trick.number for trick in hand.tricks if trick.line == line}
    played = (at for at, moment in enumerate(steps) if moment.trick in tricks)
    return next(found, next(played, 0))


def _tells(moment: Moment, step: str, hand: Retelling) -> bool:
    """True if a moment has the finding or the decision that ``step`` names; nobody is named where
    all declare at once.
    """
    findings = [navigation.step_name(one.rule, one.trick, one.player) for one in moment.findings]
    seats = [at for at, seat in enumerate(hand.seats) if moment.player in {seat.player, None}]
    return step in {
        *findings,
        *(navigation.at_seat(moment.kind, moment.trick, seat) for seat in seats),
    }


def _steps(
    told: Told, steps: list[Moment], priced: Sequence[Row], seen: Hindsight
) -> list[dict[str, Any]]:
    hand = told.hand
    seated = {seat.player for seat in hand.seats}
    first = next((player for player in told.standing if player in seated), "")
    faces = faces_anywhere(seated)  # a picture that is saved is light, whatever the page is
    return [
        {
            "svg": card_table(Scene(hand, moment, first, told.standing, faces), alone=False),
            "count": f"Step {number} of {len(steps)}"
            + (f" · {_trick_of(moment, hand)}" if moment.trick else ""),
            "said": shown(moment.said, hand),
            "reason": shown(
                moment.reason[:1].upper() + moment.reason[1:] or _UNPROVED.get(moment.verdict, ""),
                hand,
            ),
            "found": [_found(found, hand) for found in moment.findings],
            "prices": [shown(text, hand) for text in of_moment(moment, hand, priced)],
            "hindsight": [(shown(text, hand), kind) for text, kind in in_hindsight(moment, seen)],
            "caption": caption(Scene(hand, moment, first, told.standing)),
        }
        for number, moment in enumerate(steps, 1)
    ]


def _trick_of(moment: Moment, hand: Retelling) -> str:
    """The trick of a step, in words; for a claim, all the tricks that cards were laid down for."""
    return (
        tricks_named(hand.claimed)
        if moment.kind == "claim" and hand.claimed
        else f"trick {moment.trick}"
    )


def _jumps(steps: list[Moment], hand: Retelling) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{"label": "Start", "to": 0, "wrong": False}]
    seen: set[int] = set()
    for at, moment in enumerate(steps):
        if moment.trick is not None and moment.trick not in seen:
            seen.add(moment.trick)
            which = _trick_of(moment, hand)
            label = {"claim": f"Claim: {which}", "unfollowed": f"From {which}"}.get(
                moment.kind, which.capitalize()
            )
            found.append({"label": label, "to": at, "wrong": False})
        if moment.verdict == "wrong":
            found.append(
                {
                    "label": f"✗ Wrong play: {wording.plain(moment.player or '', 16)}",
                    "to": at,
                    "wrong": True,
                }
            )
    return [*found, {"label": "Settlement", "to": len(steps) - 1, "wrong": False}] if steps else []


def _chips(hand: Retelling) -> list[tuple[str, str, bool]]:
    """The settlement line by line: a figure, what it is, and whether it is a sum of those
    above it.
    """
    lines = [(figure.replace("-", "−"), shown(what, hand)) for figure, what in settlement(hand)]
    return [
        (figure, what, at > 0 and figure[0] not in "+−") for at, (figure, what) in enumerate(lines)
    ]


def _lines(hand: Retelling) -> list[dict[str, Any]]:
    """The lines of a hand in quarantine, word for word; unreadable ones are marked."""
    bad = {found.line for found in hand.findings if found.rule == "syntax"}
    return [
        {"number": number, "text": wording.plain(text, _LONGEST * 5), "bad": number in bad}
        for number, text in hand.text
    ]


def _found(found: Finding, hand: Retelling) -> dict[str, str]:
    where = f"Line {found.line}: " if found.rule == "syntax" else ""
    text = where + shown(found.message, hand)
    if found.settled is not None:
        return {"severity": REMARK, "label": wording.SETTLED, "text": text}
    return {"severity": found.severity, "label": wording.SEVERITIES[found.severity], "text": text}


def _neighbour(told: Told, by: int) -> dict[str, str] | None:
    at = told.place - 1 + by
    if not 0 <= at < len(told.names):
        return None
    name = told.names[at]
    return {"name": name, "label": f"Hand {name}" if name[0] != ":" else f"Hand in line {name[1:]}"}


def shown(text: str, hand: Retelling) -> str:
    """A sentence about a hand, safe to show: on one line, with short names, and nothing that
    reorders it.
    """
    return wording.plain(words(text, hand), _LONGEST)


# --- What decisions were worth --------------------------------------------------------------------
def of_hand(told: Told) -> Sequence[Row] | None:
    """The priced decisions of a hand, empty if there are none; None if they are not worked out yet.

    Empty for an evening being recorded: the viewer may be playing.
    """
    if told.hand.file in being_recorded():
        return []
    found = asked_priced(prices_of_hand, told.hand.session, told.place)
    if found is None:
        return None if any(seat.dealt for seat in told.hand.seats) else []
    rows = found.rows(named=True)
    return rows if any(row["best"] is not None for row in rows) else []


def way_to_more(priced: Sequence[Row] | None) -> None:
    """Link to the page on luck and decisions, if it has or will have something on this hand."""
    if priced is None:
        navigation.link(
            "insight",
            "What staying or passing was worth here is not worked out yet: Luck and decisions",
        )
    elif priced:
        navigation.link("insight", "Everybody's luck and decisions")


def of_moment(moment: Moment, hand: Retelling, priced: Sequence[Row]) -> Iterator[str]:
    """Yield a sentence for each decision in a step; its ``player`` is None if all declare
    at once.
    """
    for row in priced:
        seat = hand.seats[row["seat"]]
        if (
            navigation.DECIDED[row["kind"]] == moment.kind
            and moment.player in {seat.player, None}
            and row["trick"] in {moment.trick, None}
        ):
            yield from filter(None, [sentence(seat, row)])


def sentence(seat: Seat, row: Row) -> str:
    """A sentence on what a decision was worth; differences that may be chance are too close to
    tell.
    """
    player, gain, reach = seat.player, row["gain"], row["reach"]
    if row["kind"] == "card":
        return _of_card(player, row)
    if row["best"] is None:
        return f"No price for {_WHAT[row['kind']].format(player)}: {row['why_not']}."
    surely = gain > 0 and is_clear(gain, reach)
    between = f"({estimate(gain - reach)} to {estimate(gain + reach)})"
    if row["kind"] == "discard":
        better = (
            f"throwing away {wording.cards_of(row['best'])} was worth {estimate(gain)} chips more "
            f"{between}"
        )
        return (
            f"From what {player} knew then, "
            f"{better if surely else 'nothing was clearly better to throw away'}."
        )
    did, other = ("staying", "passing") if row["best"] else ("passing", "staying")
    holding = (
        f" with {' '.join(wording.card(NAMES[card]) for card in seat.dealt)}" if seat.dealt else ""
    )
    before = f"From what {player} knew then{holding},"
    if surely:
        return f"{before} {did} was worth {estimate(gain)} chips more than {other} {between}."
    said = f"{before} staying and passing are too close to tell apart"
    # the best choice was found with other deals than it was measured with, and they disagree
    if is_clear(gain, reach):
        return f"{said}."
    return (
        f"{said}: {did} was worth {signed_estimate(gain - reach, 1)} to "
        f"{signed_estimate(gain + reach, 1)} chips more."
    )


_WHAT: Final = {"stay": "{}", "discard": "what {} threw away"}  # what has no price, in words


def _of_card(player: str, row: Row) -> str:
    """A sentence on a card played, only if another was clearly better: most choices make no
    difference.
    """
    gain, reach = row["gain"], row["reach"]
    if row["best"] is None or gain <= 0 or not is_clear(gain, reach):
        return ""
    return (
        f"From what {player} knew then, {wording.cards_of(row['best'])} was worth "
        f"{estimate(gain)} chips more "
        f"({estimate(gain - reach)} to {estimate(gain + reach)})."
    )


# --- With all cards open --------------------------------------------------------------------------
def with_open_cards(told: Told) -> Hindsight:
    """The hand with all cards open; nothing for an evening being recorded."""
    if told.hand.file in being_recorded():
        return UNSEEN
    return asked(
        told_in_hindsight, str(the_book().folder), told.hand.session, told.names[told.place - 1]
    )


def in_hindsight(moment: Moment, seen: Hindsight) -> Iterator[tuple[str, str]]:
    """Yield what open cards show at a step, each with its kind.

    That is ``said``, a sentence; ``road``, where some cards lead, or ``taken``, where the one led
    that was played.
    """
    if moment.kind == "settled" and (said := par_in_words(seen)):
        yield said, "said"
    for choice in seen.choices:
        if (moment.kind, moment.trick, moment.player) == ("card", choice.trick, choice.player):
            if said := would_have(choice):
                yield said, "said"
            for cards, leads_to, taken in roads(choice):
                yield f"{cards}: {leads_to}", "taken" if taken else "road"
