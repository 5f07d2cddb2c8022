"""Taps on the record page: each kind is an entry of one table, and states what is so, never what to
change.

A player *stays*, a number of tricks *is* two: so the same tap twice is the same as once, except for
cards, lines and undo. ``recording`` and ``hand_steps`` turn taps into text of the log; there are no
rules of the game here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from ledger.errors import UserError
from ledger.log import format_statement
from ledger.log.between_hands import is_between_hands
from ledger.log.hand_statements import HAND_STATEMENTS, HandLine, Tricks
from ledger.log.records import Hand
from ledger.log.words import first_word, quote, shown
from ledger.recording import hand_steps
from ledger.recording.hand_steps import (
    count_tricks,
    is_of_a_hand_before,
    others_pass,
    say_dealt,
    say_dealt_line,
    take_back,
    words_of,
)
from ledger.recording.offers import line_of
from ledger.recording.put_right import (
    Mended,
    mend_hand,
    put_right,
    rename_player,
    session_line,
    set_at_start,
)
from ledger.recording.recording import (
    INDENT,
    Recording,
    checked,
    confirm,
    last_hand,
    note,
    reading,
    remember,
    say,
    undo,
)
from ledger.recording.so_far import CONFIRM, END, HandNow, view

Values: TypeAlias = Mapping[str, Any]
LONGEST: Final = 400  # the most characters of a line, a name or a note
_MOST: Final = 10**9


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap.

    ``hand`` is the number of the hand that it was meant for (open, or else to come), None for any.
    """

    kind: str
    hand: int | None
    values: Values


@dataclass(frozen=True, slots=True)
class TapKind:
    """A kind of tap: ``values`` gives the type of each value (a key of ``_CHECKS``), ``does``
    carries the tap out.
    """

    values: Mapping[str, str]
    does: Callable[[Recording, Tap], Recording]


def read_tap(said: object) -> Tap:
    """A tap from JSON: ``{"kind": "took", "hand": 3, "player": "Ann", "tricks": 2}``.

    Unknown values are ignored, and optional ones may be absent. Raises UserError for anything else
    that is not a tap.
    """
    if not isinstance(said, dict):
        raise _unreadable("it is no object")
    kind, hand = said.get("kind"), said.get("hand")
    if not isinstance(kind, str) or kind not in TAPS:
        raise _unreadable(f"there is no tap called {shown(str(kind)[:40])}")
    if not _is(hand, "number?"):
        raise _unreadable("its hand has no valid number")
    wanted = TAPS[kind].values
    for name, what in wanted.items():
        if not _is(said.get(name), what):
            raise _unreadable(f"`{kind}` needs {name}: {what}")
    return Tap(kind, hand, {name: said.get(name) for name in wanted})


def tapped(recording: Recording, tap: Tap) -> Recording:
    """The recording after a tap.

    Raises UserError for a tap that is not possible now: for another hand, or out of turn.
    """
    if tap.kind == "confirm" and not recording.playing and tap.hand == _last_number(recording):
        return recording  # tapped twice, or on two phones: the hand is confirmed already
    now = number_now(recording)
    if tap.hand is not None and tap.hand != now:
        here = "the evening is over" if now is None else f"it is now hand {now}"
        raise UserError(
            f"this was tapped for hand {tap.hand}, but {here}", "look at the screen, then tap again"
        )
    done = TAPS[tap.kind].does(recording, tap)
    return done if tap.kind == "undo" else remember(recording, done)


def number_now(recording: Recording) -> int | None:
    """The number of the open hand, else of the one to come; None after the end."""
    if recording.playing:
        line = next(line for line in recording.draft if line.startswith("hand "))
        return int(line.split()[1])
    coming = view(recording).coming
    return None if coming is None else coming.number


def _last_number(recording: Recording) -> int | None:
    hands = (
        item.first
        for item in reversed(reading(recording.log).session.body)
        if isinstance(item, Hand) and item.first
    )
    return next((first.number for first in hands), None)


# --- The deal -------------------------------------------------------------------------------------
def _open(recording: Recording, dealer: str | None = None, turned: str = "-") -> Recording:
    """Begin the next hand; without ``dealer`` the player whose turn it is deals."""
    coming = view(recording).coming
    if coming is None:
        raise UserError("no hand can be dealt now", "undo the end of the evening first")
    who = dealer or coming.dealer
    if who is None:
        raise UserError("nobody knows who deals the first hand", "say who deals")
    return say(recording, f"hand {coming.number} {quote(who)} {turned or '-'}")


def _dealt(recording: Recording) -> Recording:
    return recording if recording.playing else _open(recording)


def _dealer(recording: Recording, tap: Tap) -> Recording:
    if not recording.playing:
        return _open(recording, tap.values["player"])
    stayed = _stayed(recording)
    if stayed is None:
        raise UserError(
            "more of this hand has already been entered", "undo that first, or type it again"
        )
    again = _dealt_anew(recording, replace_dealer=tap.values["player"], rest=())
    for name in stayed:
        again = _with_stay(again, name, stays=True)
    return again


def _turned(recording: Recording, tap: Tap) -> Recording:
    if not recording.playing:
        return _open(recording, turned=tap.values["card"])
    lines = recording.draft
    return _dealt_anew(
        recording, turned=tap.values["card"] or "-", rest=lines[_place_of_hand(recording) + 1 :]
    )


def _dealt_anew(
    recording: Recording,
    *,
    rest: tuple[str, ...],
    replace_dealer: str | None = None,
    turned: str | None = None,
) -> Recording:
    """The open hand with another dealer or turned card, followed by the lines ``rest``."""
    first = last_hand(recording).first
    assert isinstance(first, HandLine)
    words = format_statement(first._replace(comment="")).split(" ")
    name = first.dealer if replace_dealer is None else replace_dealer
    dealer = "-" if name is None else quote(name)
    at = _place_of_hand(recording)
    again = say(
        replace(recording, draft=recording.draft[:at]),
        f"hand {first.number} {dealer} {turned or words[-1]}",
    )
    for line in rest:
        again = say(again, line)
    return again


def _place_of_hand(recording: Recording) -> int:
    return next(at for at, line in enumerate(recording.draft) if line.startswith("hand "))


def _stayed(recording: Recording) -> list[str] | None:
    """Who stays, in a hand with no other declarations; None if there are others."""
    lines = [words_of(line) for line in recording.draft[_place_of_hand(recording) + 1 :]]
    return (
        [words[1] for words in lines]
        if all(len(words) == 2 and words[0] == "play" for words in lines)
        else None
    )


# --- Who plays ------------------------------------------------------------------------------------
def _stays(recording: Recording, tap: Tap) -> Recording:
    return _with_stay(_before_play(recording), tap.values["player"], stays=tap.values["yes"])


def _before_play(recording: Recording) -> Recording:
    """The recording with a hand open, begun if need be.

    Raises UserError once a card was played or the hand thrown in.
    """
    words = [words_of(line)[:1] for line in recording.draft]
    if recording.playing and (["trick"] in words or ["claim"] in words):
        raise UserError("cards have been played already", "undo them first")
    if recording.playing and ["misdeal"] in words:
        raise UserError("the hand was thrown in", "confirm it, or undo")
    return _dealt(recording)


def _with_stay(recording: Recording, player: str, *, stays: bool) -> Recording:
    """The open hand with one player staying or without a word; its lines are in the order of the
    seats.
    """
    _check_seated(recording, player)
    plays = f"{INDENT}play {quote(player)}"
    if stays and any(f"{line} ".startswith(f"{plays} ") for line in recording.draft):
        return recording
    silent = replace(recording, draft=tuple(_without(recording.draft, player)))
    return hand_steps.declare(silent, player, f"play {quote(player)}") if stays else silent


def _without(lines: tuple[str, ...], player: str) -> list[str]:
    """The lines of a hand without a player's declaration and tricks."""
    kept = []
    for line in lines:
        words = words_of(line)
        if words[:1] == ["pass"] and player in words:
            rest = [quote(name) for name in words[1:] if name != player]
            kept += [f"{INDENT}pass {' '.join(rest)}"] if rest else []
        elif words[:1] == ["tricks"] and player in words[1::2]:
            at = words[1::2].index(player) * 2 + 1
            rest = [quote(name) for name in (*words[1:at], *words[at + 2 :])]
            kept += [f"{INDENT}tricks {' '.join(rest)}"] if rest else []
        elif words[:2] not in (["play", player], ["draw", player]):
            kept.append(line)
    return kept


def _declares(recording: Recording, tap: Tap) -> Recording:
    """Let a player stay in; with ``skips``, players who declare before and have not spoken have
    passed.
    """
    draws = tap.values["draws"]
    if tap.values["skips"]:
        recording = _before_play(recording)
        for name in _silent_before(recording, tap.values["player"]):
            recording = hand_steps.declare(recording, name, f"pass {quote(name)}")
    return _speaks(
        recording,
        tap,
        f"play {quote(tap.values['player'])}" + ("" if draws is None else f" {draws}"),
    )


def _silent_before(recording: Recording, player: str) -> list[str]:
    """Who declares before a player and has not done so yet; nobody if all declare at once."""
    _check_seated(recording, player)
    hand = _open_hand(recording)
    if hand.declaring is None:
        return []
    return [name for name in hand.seats[: hand.seats.index(player)] if not hand.declared[name]]


def _speaks(recording: Recording, tap: Tap, line: str) -> Recording:
    """Let a player declare; an earlier declaration is replaced in its place."""
    recording = _before_play(recording)
    player = tap.values["player"]
    _check_seated(recording, player)
    own = [
        at
        for at, one in enumerate(recording.draft)
        if words_of(one)[:2] in (["play", player], ["pass", player])
    ]
    if not own:
        return hand_steps.declare(
            replace(recording, draft=tuple(_without(recording.draft, player))), player, line
        )
    if len(words_of(recording.draft[own[0]])) > 3:
        return say(recording, line)
    at = own[0]
    again = replace(recording, draft=recording.draft[:at])
    for one in (line, *recording.draft[at + 1 :]):
        again = say(again, one)
    return again


def _draws(recording: Recording, tap: Tap) -> Recording:
    """Set what a player drew after all had declared; a number behind ``play``, or said before, is
    replaced in its place.
    """
    recording = _before_play(recording)
    player = tap.values["player"]
    _check_plays(_open_hand(recording), player, fewest=1)
    line = f"draw {quote(player)} {tap.values['draws']}"
    for at, words in enumerate(map(words_of, recording.draft)):
        if len(words) == 3 and words[:2] in (["play", player], ["draw", player]):
            lines = (
                *recording.draft[:at],
                f"{INDENT}{words[0]}{line.removeprefix('draw')}",
                *recording.draft[at + 1 :],
            )
            checked(recording.text, replace(recording, draft=lines).text)
            return replace(recording, draft=lines)
    return say(recording, line)


def _check_seated(recording: Recording, player: str) -> None:
    if player not in last_hand(recording).seats:
        raise UserError(f"{shown(player)} is not at the table", "look at who does")


# --- The play -------------------------------------------------------------------------------------
def _card(recording: Recording, tap: Tap) -> Recording:
    """Add a player's card: the next one of the trick, or the first one of a new trick that this
    player leads.
    """
    player, word = tap.values["player"], tap.values["card"]
    hand = _open_hand(recording)
    _check_plays(hand, player)
    if hand.turn is None:
        return say(hand_steps.finish_trick(recording), f"trick {quote(player)} {word}")
    if player != hand.turn:
        raise UserError(
            f"it is {shown(hand.turn)}'s turn to play, not {shown(player)}'s", "tap the card again"
        )
    return hand_steps.card(recording, word)


def _open_hand(recording: Recording) -> HandNow:
    hand = view(recording).hand
    if hand is None:
        raise UserError("no hand is open", "say first who plays")
    return hand


def _check_plays(hand: HandNow, player: str, fewest: int = 2) -> None:
    if len(hand.active) < fewest or player not in hand.active:
        raise UserError(f"{shown(player)} is not playing this hand", "say first who stays")


def _took(recording: Recording, tap: Tap) -> Recording:
    """Set how many tricks a player took (who stays in by that, with ``stays``), and others in
    ``besides``.

    The last player's number follows from the others, but not where others may have stayed
    (``_joined``).
    """
    player, tricks = tap.values["player"], tap.values["tricks"]
    recording, paid = _apart(recording)
    if tap.values["stays"] or player in _named(paid):
        recording = _stays(recording, replace(tap, values={"player": player, "yes": True}))
    hand = _open_hand(recording)
    _check_plays(hand, player, fewest=1)  # the others may come in later, each with a number
    size = view(recording).rules.hand_size
    told = {**tricks_said(recording), **(tap.values["besides"] or {}), player: tricks}
    counts = {name: told[name] for name in hand.active if told.get(name) is not None}
    missing = [name for name in hand.active if name not in counts]
    left = size - sum(counts.values())
    if len(missing) == 1 and left > 0 and not paid:
        counts = {name: counts.get(name, left) for name in hand.active}
    return _joined(_with_tricks(recording, counts), paid)


def tricks_said(recording: Recording) -> dict[str, int]:
    """The tricks of each player whose number was entered, zeros included."""
    if not recording.playing:
        return {}
    counts = [one.won for one in last_hand(recording).statements if isinstance(one, Tricks)]
    return {name: number for name, number in counts[-1] if number is not None} if counts else {}


def _with_tricks(recording: Recording, counts: Mapping[str, int]) -> Recording:
    """The open hand with these numbers of tricks; zeros are kept until the hand is confirmed
    (``_without_none``).
    """
    without = count_tricks(recording, {})
    if not counts:
        return without
    counted = " ".join(f"{quote(name)} {number}" for name, number in counts.items())
    return say(hand_steps.finish_trick(without), f"tricks {counted}")


def _confirm(recording: Recording, tap: Tap) -> Recording:
    if view(recording).awaits != CONFIRM and recording.playing and not tap.values["anyway"]:
        raise UserError(
            "it is not known yet who won this hand", "enter everybody's tricks, or undo"
        )
    return confirm(hand_steps.finish_trick(_without_none(recording)))


def _without_none(recording: Recording) -> Recording:
    """The open hand without zeros, if all tricks are accounted for: players who are not named took
    none.
    """
    counts = tricks_said(recording)
    size = view(recording).rules.hand_size
    if sum(counts.values()) != size or all(counts.values()):
        return recording
    line = f"{INDENT}tricks " + " ".join(
        f"{quote(name)} {number}" for name, number in counts.items() if number
    )
    return replace(
        recording,
        draft=tuple(line if one.startswith(f"{INDENT}tricks ") else one for one in recording.draft),
    )


# --- The cards dealt ------------------------------------------------------------------------------
def _deal(recording: Recording, tap: Tap) -> Recording:
    """Set the cards dealt to a player in the hand ``of``, all that are known; ``out`` are the
    discards among them.
    """
    out = tap.values["out"]
    player, cards = tap.values["player"], tap.values["cards"].split()
    return say_dealt(
        recording, tap.values["of"], player, cards, out=None if out is None else out.split()
    )


# --- The pot, where nobody counted the tricks -----------------------------------------------------
def _pot(recording: Recording, tap: Tap) -> Recording:
    """Set who took the pot and who matched it: no names are nobody, None is not known (rules.md
    5.16).
    """
    lines = []
    for word, names in (("take", tap.values["takes"]), ("match", tap.values["matches"])):
        lines += [f"{word} -"] if names == [] else [f"{word} {quote(name)}" for name in names or ()]
    bare, before = _apart(_dealt(recording))
    # perhaps a slip: then nobody said that this player stayed
    for name in _named(before, "take").difference(tricks_said(bare)):
        bare = replace(
            bare, draft=tuple(line for line in bare.draft if words_of(line) != ["play", name])
        )
    return _joined(bare, lines)


def _beside_the_pot(
    does: Callable[[Recording, Tap], Recording],
) -> Callable[[Recording, Tap], Recording]:
    """Carry out a tap about who stays in a hand in which it may have been said who took the pot."""

    def done(recording: Recording, tap: Tap) -> Recording:
        bare, paid = _apart(recording)
        if tap.values.get("yes") is False:
            paid = [line for line in paid if words_of(line)[1] != tap.values["player"]]
        return _joined(does(bare, tap), paid)

    return done


def _named(paid: Iterable[str], *kinds: str) -> set[str]:
    """The players in lines of who took the pot and who matched it, or in those of some kinds."""
    return {
        words[1] for words in map(words_of, paid) if words[0] in (kinds or ("take", "match"))
    } - {"-"}


def _says_who_paid(line: str) -> bool:
    """True for a ``take`` or ``match`` line that names somebody, or nobody."""
    words = words_of(line)
    return len(words) > 1 and words[0] in {"take", "match"}


def _apart(recording: Recording) -> tuple[Recording, list[str]]:
    """The open hand without ``take`` and ``match`` lines, and those; players in a ``tricks`` line
    have ``play`` lines instead.
    """
    paid = [line.strip() for line in recording.draft if _says_who_paid(line)]
    if not paid:
        return recording, []
    bare = replace(
        recording, draft=tuple(line for line in recording.draft if line.strip() not in paid)
    )
    words = [words_of(line) for line in bare.draft]
    counts = tricks_said(recording)
    if not {"play", "pass"} & {first for first, *_ in filter(None, words)}:
        names = next((line[1::2] for line in words if line[:1] == ["tricks"]), [])
        bare = count_tricks(bare, {})
        for name in names:
            bare = hand_steps.declare(bare, name, f"play {quote(name)}")
        bare = _with_tricks(bare, counts)
    return bare, paid


def _joined(recording: Recording, paid: list[str]) -> Recording:
    """The open hand with lines of who took the pot and who matched it.

    Where nothing else is said than who stays and some numbers of tricks, a ``tricks`` line takes
    the place of the ``play`` lines: beside those, whoever was not tapped would have passed.
    """
    words = [words_of(line) for line in recording.draft]
    plays = [line[1] for line in words if line[:1] == ["play"]]
    counts = tricks_said(recording)
    others = {"pass", "trick", "claim", "draw", "stay"} & {line[0] for line in words if line}
    bare = not others and all(len(line) == 2 for line in words if line[:1] == ["play"])
    if paid and plays and bare and sum(counts.values()) < view(recording).rules.hand_size:
        seats = [
            name for name in last_hand(recording).seats if name in {*plays, *_named(paid, "take")}
        ]
        kept = (
            line
            for line, said in zip(recording.draft, words, strict=True)
            if said[:1] not in (["play"], ["tricks"])
        )
        counted = " ".join(f"{quote(name)} {counts.get(name, '?')}" for name in seats)
        recording = say(replace(recording, draft=tuple(kept)), f"tricks {counted}")
    for line in paid:
        recording = say(hand_steps.finish_trick(recording), line)
    return recording


# --- Everything else ------------------------------------------------------------------------------
def _say(recording: Recording, tap: Tap) -> Recording:
    """Add a line of the log, or a statement by its keyword and the values of its parts."""
    line, statement, parts = (tap.values[name] for name in ("line", "statement", "parts"))
    if statement is not None:
        line = line_of(statement, parts or {})
        if statement in HAND_STATEMENTS and not is_between_hands(line.split()):
            # announced, dealt or thrown in before anything else was entered
            recording = _dealt(recording)
    if not (line or "").strip():
        raise UserError("nothing was said", "type a line, or choose a statement")
    if is_of_a_hand_before(recording, line.split()):
        return say_dealt_line(recording, line)
    if first_word(line) in {"tricks", "claim", "trick"}:
        recording = hand_steps.finish_trick(recording)
    return say(recording, line)


def _began(recording: Recording, tap: Tap) -> Recording:
    """Correct what was set at the start of the evening; None leaves a value as it is."""
    values = tap.values
    seen = view(recording)
    said = {word: values[word] for word in ("rules", "chip") if values[word] is not None}
    said |= {word: str(values[word]) for word in ("ante", "pot") if values[word] is not None}
    said |= {
        word: " ".join(map(quote, values[word]))
        for word in ("exempt", "seats")
        if values[word] is not None
    }
    if len(said.get("chip", "").split()) == 1 and seen.currency:
        said["chip"] += f" {seen.currency}"
    if values["title"] is not None or values["date"] is not None:
        said["session"] = session_line(seen, date=values["date"], title=values["title"])
    if values["exempt"] is None and values["seats"] is not None:
        said["exempt"] = " ".join(
            quote(name) for name in set_at_start(recording)["exempt"] if name in values["seats"]
        )
    return put_right(recording, said)


def _ends(recording: Recording, tap: Tap) -> Recording:
    """End the evening: unrecorded purchases of chips, counted chips, and what becomes of
    the pot.
    """
    if view(recording).awaits == END:
        return recording
    for word in ("buyin", "count"):
        for name, chips in (tap.values[f"{word}s"] or {}).items():
            recording = say(recording, f"{word} {quote(name)} {chips}")
    return say(recording, f"end {tap.values['how']}")


def _mends(recording: Recording, tap: Tap) -> Recording:
    return mend_hand(recording, Mended(**tap.values))


TAPS: Final[Mapping[str, TapKind]] = {
    "dealer": TapKind({"player": "text"}, _dealer),
    "turned": TapKind({"card": "text"}, _turned),
    "stays": TapKind({"player": "text", "yes": "truth"}, _beside_the_pot(_stays)),
    "declares": TapKind(
        {"player": "text", "draws": "number?", "skips": "truth?"}, _beside_the_pot(_declares)
    ),
    "passes": TapKind(
        {"player": "text"},
        _beside_the_pot(
            lambda recording, tap: _speaks(recording, tap, f"pass {quote(tap.values['player'])}")
        ),
    ),
    "draws": TapKind({"player": "text", "draws": "number"}, _draws),
    "drops": TapKind(
        {"player": "text"},
        lambda recording, tap: say(recording, f"pass {quote(tap.values['player'])}"),
    ),
    "rest": TapKind(
        {}, _beside_the_pot(lambda recording, _tap: others_pass(_before_play(recording)))
    ),
    "card": TapKind({"player": "text", "card": "text"}, _card),
    "recall": TapKind(
        {"card": "text"}, lambda recording, tap: take_back(recording, tap.values["card"])
    ),
    "took": TapKind(
        {"player": "text", "tricks": "number?", "stays": "truth?", "besides": "tricks?"}, _took
    ),
    "pot": TapKind({"takes": "texts?", "matches": "texts?"}, _pot),
    "dealt": TapKind({"of": "number", "player": "text", "cards": "text", "out": "text?"}, _deal),
    "confirm": TapKind({"anyway": "truth?"}, _confirm),
    "undo": TapKind({}, lambda recording, _tap: undo(recording)),
    "note": TapKind({"words": "text"}, lambda recording, tap: note(recording, tap.values["words"])),
    "say": TapKind({"line": "text?", "statement": "text?", "parts": "parts?"}, _say),
    "began": TapKind(
        dict.fromkeys(("date", "title", "rules", "chip"), "text?")
        | dict.fromkeys(("ante", "pot"), "number?")
        | dict.fromkeys(("exempt", "seats"), "texts?"),
        _began,
    ),
    "called": TapKind(
        {"player": "text", "name": "text"},
        lambda recording, tap: rename_player(recording, tap.values["player"], tap.values["name"]),
    ),
    "mends": TapKind(
        {"of": "number", "was": "texts", "lines": "texts", "when": "time", "by": "text"}, _mends
    ),
    "nothing": TapKind({}, lambda recording, _tap: recording),
    "ends": TapKind({"how": "text", "buyins": "chips?", "counts": "chips?"}, _ends),
}
"""Every kind of tap; ``nothing`` replaces a refused tap that is dropped."""


# --- What may come in -----------------------------------------------------------------------------
def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def _is_part(value: object) -> bool:
    """True for a possible value of a part: text, a number, a list of texts, or texts or numbers by
    name.
    """
    if isinstance(value, list):
        return len(value) <= LONGEST and all(map(_is_text, value))
    if isinstance(value, dict):
        return len(value) <= LONGEST and all(
            _is_text(name) and (_is_text(one) or _is_whole(one)) for name, one in value.items()
        )
    return value is None or _is_text(value) or _is_whole(value)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST


_CHECKS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "text": _is_text,
    "truth": lambda value: isinstance(value, bool),
    "number": _is_number,
    "chips": lambda value: (
        isinstance(value, dict)
        and all(_is_text(name) and _is_number(one) for name, one in value.items())
    ),
    "time": lambda value: (
        isinstance(value, str)
        and re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", value, re.ASCII) is not None
    ),
    "texts": lambda value: (
        isinstance(value, list) and len(value) <= LONGEST and all(map(_is_text, value))
    ),
    "tricks": lambda value: (
        isinstance(value, dict) and all(one is None or _is_number(one) for one in value.values())
    ),
    "parts": lambda value: isinstance(value, dict) and all(map(_is_part, value.values())),
}


def _is(value: object, what: str) -> bool:
    """True if a value has the type ``what``; a ``?`` at its end allows None."""
    return (value is None and what.endswith("?")) or _CHECKS[what.removesuffix("?")](value)


def _unreadable(why: str) -> UserError:
    return UserError(
        f"this tap cannot be read: {why}", "reload the page: it may be older than the dashboard"
    )
