"""What can be typed at the prompt of a recording: statements of the log, cards alone, and a few
words that save typing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ledger.errors import UserError
from ledger.game.play import NAMES, UNKNOWN
from ledger.log import Problem
from ledger.log.between_hands import BETWEEN_HANDS, EITHER, is_between_hands
from ledger.log.grammar import Statement
from ledger.log.hand_statements import HAND, HAND_STATEMENTS
from ledger.log.spellings import CARD_OF, SUIT_OF
from ledger.log.words import COMMA, is_number, quote, split
from ledger.recording.hand_steps import (
    card,
    finish_trick,
    is_of_a_hand_before,
    say_dealt_line,
    take_back,
)
from ledger.recording.put_right import NAMED, RIGHTED, put_right, rename_player, session_line
from ledger.recording.recording import Recording, confirm, note, remember, say, undo
from ledger.recording.so_far import CONFIRM, RecordingView, view

_STATEMENTS: Final[dict[str, Statement[Any]]] = {"hand": HAND, **BETWEEN_HANDS, **HAND_STATEMENTS}


def enter_line(recording: Recording, line: str) -> Recording:
    """The recording after one typed line; an empty line confirms a hand whose outcome is known.

    Besides statements: cards alone (``Ah 4s``) are played in turn; ``hand 9h`` is the next hand by
    its number and dealer; ``pass`` alone is for everybody who has not declared; a complete hand is
    confirmed by any line that cannot stand in it. Raises UserError for lines that make no sense.
    """
    words = line.split()
    command = _OWN.get(words[0] if words else "ok")
    if command is not None:
        return command(recording, line.strip())
    cards = [word.rstrip(COMMA) for word in words if word != COMMA]
    if all(map(_is_card, cards)):
        for word in cards:
            recording = card(recording, word)
        return recording
    return _said(recording, line.strip(), words)


def _said(recording: Recording, line: str, words: list[str]) -> Recording:
    if is_of_a_hand_before(recording, words):
        return remember(recording, say_dealt_line(recording, line))
    seen = view(recording)
    if words[0] == "hand" or is_between_hands(words):
        if recording.playing and seen.awaits == CONFIRM:
            recording = confirm(recording)
            seen = view(recording)
        return say(recording, _in_full(seen, words) if words[0] == "hand" else line)
    if words == ["pass"] and seen.hand is not None:
        silent = [quote(name) for name, declared in seen.hand.declared.items() if not declared]
        line = " ".join(["pass", *silent])
    if words[0] in {"tricks", "claim", "trick"}:
        recording = finish_trick(recording)
    return say(recording, line)


def _in_full(seen: RecordingView, words: list[str]) -> str:
    """A ``hand`` line with the number and the dealer filled in by the rules, if they were
    left out.
    """
    rest = words[1:]
    coming = seen.coming
    if coming is not None and not (rest and is_number(rest[0])):
        rest.insert(0, str(coming.number))
    turned = len(rest) == 1 or (
        len(rest) == 2 and (rest[1] == "-" or rest[1] in CARD_OF or rest[1] in SUIT_OF)
    )
    if turned and rest[1:2] != [] and rest[1] in seen.seats:
        turned = False  # it is a player's name
    if turned and coming is not None:
        if coming.dealer is None:
            raise UserError(
                "nobody knows who deals the first hand",
                f"name the dealer: hand {rest[0]} {quote(seen.seats[-1])} 9h",
            )
        rest.insert(1, quote(coming.dealer))
    if len(rest) == 2:
        rest.append("-")
    return " ".join(["hand", *rest])


def _start(recording: Recording, words: list[str]) -> Recording:
    """Correct a line of the header: ``start chip 0.25 USD``; ``start chip`` alone removes
    the line.
    """
    keyword, text = words[1] if len(words) > 1 else "", words[2] if len(words) > 2 else ""
    if keyword in NAMED:
        return put_right(
            recording,
            {"session": session_line(view(recording), **{keyword: text.strip().strip('"')})},
        )
    if keyword not in RIGHTED:
        raise UserError(
            "`start` corrects what was set at the start", f"one of: {', '.join((*NAMED, *RIGHTED))}"
        )
    return put_right(recording, {keyword: text})


def _two_names(line: str) -> list[str]:
    try:
        names = split(line).words[1:]
    except Problem as error:
        raise UserError(error.message, error.remedy) from error
    if len(names) != 2:
        raise UserError(
            "`called` takes a player and the right name",
            'such as: called Anne Ann, or: called Al "Big Al"',
        )
    return names


_OWN: Final[Mapping[str, Callable[[Recording, str], Recording]]] = {
    "ok": lambda recording, _line: confirm(finish_trick(recording)),
    "undo": lambda recording, _line: undo(recording),
    "back": lambda recording, line: take_back(recording, _only_card(line.split())),
    "note": lambda recording, line: note(recording, line.removeprefix("note")),
    "start": lambda recording, line: remember(recording, _start(recording, line.split(maxsplit=2))),
    "called": lambda recording, line: remember(
        recording, rename_player(recording, *_two_names(line))
    ),
}
"""Words that are not statements of the log, each with what it does to a recording."""
COMMANDS: Final = (*_OWN, "status", "takeover", "discard", "help", "quit")
"""All words of the prompt; ``enter_line`` does not handle the last five."""


def _is_card(word: str) -> bool:
    before, mark, after = word.partition(">")
    return before in CARD_OF and (not mark or after in CARD_OF)


def _only_card(words: list[str]) -> str:
    if len(words) != 2:
        raise UserError("`back` takes the card that was played instead", "such as: back As")
    return words[1]


# --- Completion -----------------------------------------------------------------------------------
def completions(seen: RecordingView, before: str) -> Iterator[str]:
    """Yield completions for the last word before the cursor."""
    words = before.split(" ")
    start = words[-1]
    if len(words) == 1:
        statements = HAND_STATEMENTS if seen.hand is not None else ("hand", "dealt", *BETWEEN_HANDS)
        offered = [
            *statements,
            *COMMANDS,
            *(_cards_left(seen) if seen.hand is not None and seen.hand.turn else ()),
        ]
    else:
        offered = list(_later_words(seen, words[0], words[:-1]))
    yield from (
        word for word in offered if word.lower().startswith(start.lower()) and word != start
    )


def _later_words(seen: RecordingView, keyword: str, said: list[str]) -> Iterator[str]:
    statement = _STATEMENTS.get(keyword)
    if statement is not None and statement.names:
        if keyword in BETWEEN_HANDS and keyword not in EITHER:
            yield from (quote(name) for name in seen.players)
        else:
            yield from (quote(name) for name in seen.seats if quote(name) not in said)
    if keyword == "start":
        yield from (*NAMED, *RIGHTED) if len(said) == 1 else ()
    if keyword == "called":
        yield from (quote(name) for name in seen.players)
    if statement is not None:
        yield from statement.literals
    if (statement is not None and statement.cards) or keyword == "back" or _is_card(keyword):
        yield from (name for name in _cards_left(seen) if name not in said)


def _cards_left(seen: RecordingView) -> list[str]:
    gone = set(seen.hand.seen) if seen.hand is not None else set()
    return [name for name in NAMES[:UNKNOWN] if name not in gone]
