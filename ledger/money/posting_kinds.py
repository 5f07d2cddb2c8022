"""The kinds of posting: what each is for, what the players are told of it, and the rule behind it
(rules.md 2, 3.7, 5).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ledger.log.between_hands import BETWEEN_HANDS


class PostingKind(NamedTuple):
    """One kind: ``given`` and ``received`` say what the player did who gave, or who received, what
    moved.

    ``{other}`` stands for the account at the other end; no player meets a kind without words.
    ``rule`` is None for what is agreed on at the table or paid. ``in_hand`` is True for what moves
    in a hand, ``bank`` for chips bought and cashed, ``money`` for what is no chips.
    """

    name: str
    given: str = ""
    received: str = ""
    rule: str | None = None
    in_hand: bool = False
    bank: bool = False
    money: bool = False


_OPENING: Final = PostingKind("opening")  # the pot that a session starts with
_OF_HANDS: Final = (
    PostingKind("ante", "ante", "ante", "2.1", in_hand=True),
    PostingKind("second ante", "ante for playing", "ante for playing", "3.7", in_hand=True),
    PostingKind("pot count", in_hand=True),  # what a count brought to light
    PostingKind("take", "took the pot", "took the pot", "5.1", in_hand=True),
    PostingKind("match", "matched the pot", "matched the pot", "5.4", in_hand=True),
    PostingKind("renege", "paid for a renege", "paid for a renege", "5.5", in_hand=True),
)
_OF_STATEMENTS: Final = tuple(
    PostingKind(
        said.books.kind,
        said.books.given,
        said.books.received,
        said.books.rule,
        bank=said.books.bank,
        money=said.money,
    )
    for said in BETWEEN_HANDS.values()
    if said.books is not None
)
_SHARE: Final = PostingKind("share", "share of the pot", "share of the pot", "5.12")
_UNLOGGED: Final = PostingKind("unlogged", "lost, as counted", "won, as counted")
"""What a count shows of a night that is kept by chips."""

POSTING_KINDS: Final = {
    kind.name: kind for kind in (_OPENING, *_OF_HANDS, *_OF_STATEMENTS, _SHARE, _UNLOGGED)
}
"""All of them by name; the journal has the place in here as a code."""

CODES: Final = {name: code for code, name in enumerate(POSTING_KINDS)}
NOT_WON: Final = tuple(kind.name for kind in _OF_STATEMENTS if kind.bank or kind.money)
"""Chips bought and cashed, and money: nobody wins or loses by them."""

WON_BETWEEN: Final = tuple(
    kind.name for kind in (*_OF_STATEMENTS, _SHARE, _UNLOGGED) if kind.name not in NOT_WON
)
"""Chips won and lost between hands: by rulings, by shares of the pot, and in hands that nobody
wrote down.
"""
