"""Writes a session log in its canonical form: one way to write every statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeAlias

from ledger.files import write_atomically
from ledger.game.cards import NAMES, SUITS, UNKNOWN
from ledger.game.option_values import join_option
from ledger.log.between_hands import BETWEEN_HANDS
from ledger.log.money import money_text
from ledger.log.parts import note_text
from ledger.log.payment_records import Currency, Date, PaymentLine, Payments, PaymentStatement
from ledger.log.records import (
    DEFAULT,
    Ante,
    AnteUnit,
    Chip,
    Claim,
    Comment,
    Dealt,
    Early,
    Foreign,
    Game,
    Hand,
    HandLine,
    HandStatement,
    HeaderStatement,
    Match,
    OpeningPot,
    Pass,
    Play,
    Pot,
    Renege,
    RulesLine,
    Seats,
    Session,
    Stay,
    TableStatement,
    Take,
    Title,
    Trick,
    Tricks,
    Unreadable,
    Version,
)
from ledger.log.words import FORBIDDEN, quote

Statement: TypeAlias = HeaderStatement | TableStatement | HandStatement | HandLine | PaymentStatement

_INDENT: Final = "  "
_BEFORE_COMMENT: Final = "   "


def write(session: Session) -> str:
    """Return the canonical text of ``session``; what ``read`` makes of it are the same records.

    Lines that could not be read are kept word for word. Raises ValueError for a session that is not
    ``readable``: the reader gave it up, so that lines would be lost.
    """
    if not session.readable:
        raise ValueError(f"{session.file} could not be read to its end, so it cannot be written again")
    text = _Text(session.currency)
    for record in session.header:
        text.add(record, "")
    for item in session.body:
        if isinstance(item, Hand):
            text.begin(item)
            for statement in item.statements:
                text.add(statement, _INDENT)
        else:
            text.add(item, "")
    return "\n".join(text.lines) + "\n"


def write_payments(payments: Payments) -> str:
    """Return the canonical text of a payments file; what ``read_payments`` makes of it are the same records.

    Lines that could not be read are kept word for word. Raises ValueError for one that is not ``readable``.
    """
    if not payments.readable:
        raise ValueError(f"{payments.file} could not be read to its end, so it cannot be written again")
    text = _Text(None)
    for record in payments.statements:
        text.add(record, "")
    return "\n".join(text.lines) + "\n"


def write_session(session: Session, path: str | Path) -> None:
    """Write the canonical text of ``session`` to the file at ``path``, in one step. Raises LogError and ValueError."""
    write_atomically(path, write(session))


def format_statement(record: Statement, currency: str | None = None) -> str:
    """Return a statement as the log writes it, with its comment, not indented.

    Money is in minor units of ``currency``, the session's. Raises ValueError for a record that would not be one line.
    """
    text = _FORMATS[type(record)](record, currency)
    if record.comment and not isinstance(record, Comment):
        text += _BEFORE_COMMENT + _comment(record.comment)
    verbatim = isinstance(record, Unreadable | Foreign)
    if "\n" in text if verbatim else FORBIDDEN.search(text):
        raise ValueError(f"a statement is one line of text: {text!r}")
    return text


class _Text:
    """The lines so far, and for each the number it had in the log if it is a comment in column 1."""

    def __init__(self, currency: str | None) -> None:
        self.currency = currency
        self.lines: list[str] = []
        self.comments: list[int | None] = []

    def add(self, record: HeaderStatement | TableStatement | HandStatement | PaymentStatement, indent: str) -> None:
        """Write a record that is not the first line of a hand."""
        comment = isinstance(record, Comment) and not record.indented
        if isinstance(record, Unreadable) or comment:
            indent = ""
        elif isinstance(record, Comment):
            indent = _INDENT
        self.lines.append(indent + format_statement(record, self.currency))
        self.comments.append(record.line if comment else None)

    def begin(self, hand: Hand) -> None:
        """Write the blank line and the first line of a hand; comments that stood directly on top of it stay there."""
        attached = 0
        while attached < len(self.lines) and self.comments[-1 - attached] == hand.line - 1 - attached:
            attached += 1
        place = len(self.lines) - attached
        self.lines.insert(place, "")
        self.comments.insert(place, None)
        if hand.first is not None:
            self.lines.append(format_statement(hand.first))
            self.comments.append(None)


def _comment(text: str) -> str:
    return text if text.startswith("#") else f"# {text}"


def _words(*words: str) -> str:
    return " ".join(words)


def _names(players: Iterable[str]) -> str:
    return " ".join(map(quote, players))


def _cards(cards: Iterable[int]) -> str:
    return " ".join(NAMES[card] for card in cards)


def _chips(amount: int) -> list[str]:
    return [] if amount == DEFAULT else [str(amount)]


def _title(record: Title, _currency: str | None) -> str:
    return _words("session", record.date, quote(record.id), *([] if record.title is None else [quote(record.title)]))


def _rules(record: RulesLine, _currency: str | None) -> str:
    return _words("rules", quote(record.preset), *(quote(join_option(*option)) for option in record.options))


def _chip(record: Chip, _currency: str | None) -> str:
    return _words("chip", money_text(record.value, record.currency), record.currency)


def _payment(record: PaymentLine, _currency: str | None) -> str:
    amount = money_text(record.amount, record.currency)
    return " ".join(filter(None, ("pay", quote(record.payer), quote(record.payee), amount, note_text(record.note))))


def _hand(record: HandLine, _currency: str | None) -> str:
    turned = NAMES[record.turned] if record.turned < UNKNOWN else "-" if record.trump < 0 else SUITS[record.trump]
    return _words("hand", str(record.number), quote(record.dealer), turned)


def _ante(record: Ante, _currency: str | None) -> str:
    return _words("ante", *(quote(name if chips == DEFAULT else f"{name}={chips}") for name, chips in record.amounts))


def _play(record: Play, _currency: str | None) -> str:
    words = ["play", quote(record.player)]
    if record.draw is not None:
        words.append(str(record.draw))
    for keyword, cards in (("out", record.out), ("in", record.drawn)):
        if cards is not None:
            words += [keyword, *(NAMES[card] for card in cards)]
    return _words(*words)


def _trick(record: Trick, _currency: str | None) -> str:
    cards = [NAMES[card] for card in record.cards]
    for index, card in record.withdrawn:
        cards[index] = f"{NAMES[card]}>{cards[index]}"
    return _words("trick", quote(record.leader), *cards)


def _tricks(record: Tricks, _currency: str | None) -> str:
    return _words("tricks", *(f"{quote(name)} {number}" for name, number in record.won))


def _paid(record: Take | Match | Renege, _currency: str | None) -> str:
    keyword = type(record).__name__.lower()
    return _words(keyword, "-" if record.player is None else quote(record.player), *_chips(record.chips))


_FORMATS: Final[dict[type, Callable[[Any, str | None], str]]] = {
    Version: lambda record, _: f"bourre {record.number}",
    Title: _title,
    Game: lambda record, _: f"game {quote(record.name)}",
    RulesLine: _rules,
    Chip: _chip,
    AnteUnit: lambda record, _: f"ante {record.chips}",
    OpeningPot: lambda record, _: f"pot {record.chips}",
    Seats: lambda record, _: f"seats {_names(record.players)}",
    **{statement.record: statement.write for statement in BETWEEN_HANDS.values()},
    Date: lambda record, _: f"date {record.date}",
    Currency: lambda record, _: f"currency {record.currency}",
    PaymentLine: _payment,
    HandLine: _hand,
    Ante: _ante,
    Dealt: lambda record, _: f"dealt {quote(record.player)} {_cards(record.cards)}",
    Early: lambda record, _: f"early {quote(record.player)}",
    Pass: lambda record, _: f"pass {_names(record.players)}",
    Play: _play,
    Stay: lambda record, _: f"stay {_names(record.players)}",
    Trick: _trick,
    Claim: lambda record, _: f"claim {quote(record.player)} {_cards(record.cards)}".rstrip(),
    Tricks: _tricks,
    Pot: lambda record, _: f"pot {record.chips}",
    Take: _paid,
    Match: _paid,
    Renege: _paid,
    Comment: lambda record, _: _comment(record.comment),
    Foreign: lambda record, _: record.text,
    Unreadable: lambda record, _: record.text,
}
