"""What may be entered now besides cards and tricks: the statements with a button, what each asks
for, and its line.

All of it follows from the tables of statements: pages ask for the parts, and this module puts the
line together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ledger.errors import UserError
from ledger.game import OPTIONS
from ledger.log.between_hands import BETWEEN_HANDS, purpose_text
from ledger.log.grammar import Part, Statement
from ledger.log.hand_statements import HAND_STATEMENTS
from ledger.log.words import quote, shown
from ledger.recording.so_far import CONFIRM, DECLARE, END, HAND, PLAY, RecordingView

_OFTEN: Final = ("buyin", "cashout", "count", "sit", "leave")  # statements that are offered first


class Ask(NamedTuple):
    """One value that an offer asks for.

    ``kind`` is its type: ``name`` (of one), ``newcomer`` (a name that may be new), ``names`` (of
    some), ``chips``, ``hand`` (numbers), ``money`` (a decimal), ``words``, ``cards``, ``won``
    (chips by name, negative too) or ``options`` (a text by name; ``options`` has pairs of a name
    and its current value). ``of`` says whose names to offer: those at the ``table``, all
    ``players``, or nobody's.
    """

    field: str
    label: str
    kind: str
    needed: bool
    of: str = ""
    options: tuple[tuple[str, str], ...] = ()


class Offer(NamedTuple):
    """A statement that may be entered now: its keyword, the label of its button, a sentence about
    it, and what it asks for.
    """

    statement: str
    label: str
    about: str
    asks: tuple[Ask, ...]


def offers(seen: RecordingView) -> list[Offer]:
    """What may be entered now: about the open hand or the one to come, and, if no hand is open,
    between hands.
    """
    return [
        Offer(
            one.keyword,
            one.button,
            one.help,
            tuple(_ask(part, seen) for part in one.parts if part.label),
        )
        for one in _offered(seen)
    ]


def _offered(seen: RecordingView) -> Iterator[Statement[Any]]:
    in_hand = [
        one
        for one in HAND_STATEMENTS.values()
        if one.button and seen.awaits in _WHILE.get(one.keyword, _PLAYING)
    ]
    yield from (
        one
        for one in in_hand
        if (one.keyword != "stay" or seen.rules.stay_ante) and _fits(one.keyword, seen)
    )
    if seen.hand is None:
        between = [
            one
            for one in BETWEEN_HANDS.values()
            if one.button and (one.after_end or seen.awaits != END)
        ]
        yield from sorted(
            between,
            key=lambda one: _OFTEN.index(one.keyword) if one.keyword in _OFTEN else len(_OFTEN),
        )


_PLAYING: Final = frozenset((DECLARE, PLAY, "card", "tricks", CONFIRM))
_WHILE: Final[Mapping[str, frozenset[str]]] = {
    "early": frozenset((HAND, DECLARE, PLAY)),
    "stay": frozenset((DECLARE, PLAY)),
    "claim": frozenset((PLAY, "card")),
    "misdeal": frozenset((HAND, *_PLAYING)),
}
"""The stages of a hand in which a statement has a button, if not in all.

``HAND``: before the deal, which it then begins.
"""


def _fits(keyword: str, seen: RecordingView) -> bool:
    """True unless the hand was thrown in, or cannot begin because the dealer is not known."""
    if seen.hand is None:
        return seen.coming is not None and seen.coming.dealer is not None
    return not seen.hand.misdeal and not (keyword == "claim" and seen.hand.open_trick)


def _ask(part: Part, seen: RecordingView) -> Ask:
    kind, of = _KINDS[part.kind.name]
    options = (
        tuple((option.name, option.text(seen.rules)) for option in OPTIONS.values())
        if kind == "options"
        else ()
    )
    return Ask(part.field, part.label, kind, not part.may_be_missing, of, options)


_KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "seated": ("name", "table"),
    "known": ("name", "players"),
    "newcomer": ("newcomer", ""),
    "all seated": ("names", "table"),
    "several": ("names", "players"),
    "chips": ("chips", ""),
    "hand": ("hand", ""),
    "money": ("money", ""),
    "note": ("words", ""),
    "cards": ("cards", ""),
    "won": ("won", "players"),
    "options": ("options", ""),
}
"""The kind of input for each kind of part, and whose names it offers."""


# --- The line -------------------------------------------------------------------------------------
def line_of(keyword: str, said: Mapping[str, Any]) -> str:
    """The line of a statement with the values ``said`` of its parts, by field.

    Raises UserError if one is missing.
    """
    found: list[Statement[Any] | None] = [HAND_STATEMENTS.get(keyword), BETWEEN_HANDS.get(keyword)]
    statement = next((one for one in found if one is not None and one.button), None)
    if statement is None:
        raise UserError(f"there is no statement called {shown(keyword)}", "reload the page")
    words = [keyword]
    for part in (part for part in statement.parts if part.label):
        text = _text(part, said.get(part.field))
        if text:
            words += [part.after, text] if part.after else [text]
        elif not part.may_be_missing:
            raise UserError(
                f"`{keyword}` needs more: {part.label}", f"such as: {statement.example}"
            )
    return " ".join(words)


def _text(part: Part, value: Any) -> str:  # noqa: ANN401 - as many types as parts
    if value in (None, "", [], {}):
        return ""
    try:
        return _TEXTS[_KINDS[part.kind.name][0]](value)
    except (AttributeError, TypeError, ValueError) as error:
        raise UserError(f"{part.label}: this value does not fit", "reload the page") from error


def _name(value: str) -> str:
    if not isinstance(value, str):
        raise TypeError
    return quote(value)


def _names(value: list[str]) -> str:
    if not isinstance(value, list):
        raise TypeError
    return " ".join(map(quote, value))


_TEXTS: Final[Mapping[str, Callable[[Any], str]]] = {
    "name": _name,
    "newcomer": _name,
    "names": _names,
    "chips": lambda value: str(int(value)),
    "hand": lambda value: str(int(value)),
    "money": lambda value: "".join(value.split()),
    "words": lambda value: purpose_text(" ".join(value.split())),
    "cards": lambda value: " ".join(value.split() if isinstance(value, str) else value),
    "won": lambda value: " ".join(
        f"{quote(name)} {chips}" for name, chips in value.items() if chips
    ),
    "options": lambda value: " ".join(f"{name}={text}" for name, text in value.items() if text),
}
