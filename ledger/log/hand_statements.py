"""The statements of a hand (log-format.md, "A hand"): their records, how they are read and written,
and their table.

They are the most frequent lines of a log by far: what is in them is looked up in one step if it is
as usual, and looked at more closely only if it is not. What the same hand has said before is in
``Context.so_far``.

A new one is a record, a place in ``InHand`` and an entry in ``HAND_STATEMENTS``, and its column in
``ledger.hands.model``. Only ``hand``, ``play``, ``draw`` and ``trick`` have readers of their own:
they have more than one form, or one word of theirs fills two fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from ledger.game.play import NAMES, NONE, SUITS, UNKNOWN
from ledger.log.grammar import (
    ALL_SEATED,
    ANY_CARDS,
    CARDS,
    CHIPS,
    SEATED,
    Kind,
    Part,
    Statement,
    by_keyword,
    name_text,
    number_text,
    own,
)
from ledger.log.spellings import CARD_OF, SUIT_OF, card_meant, list_meant, number_meant, suit_meant
from ledger.log.values import (
    EXPECTED,
    Context,
    bad_card,
    cards_from,
    cards_taken_back,
    no_cards,
    no_more,
    number_from,
    too_many_cards,
    word_too_many,
)
from ledger.log.words import (
    KEYWORDS,
    MOST_CARDS,
    QUOTES,
    Problem,
    is_number,
    quote,
    quoted,
    shown,
    spelt_plainly,
)

# --- Hand records ---------------------------------------------------------------------------------
DEFAULT = -1  # an amount that was left out: the one the rules give (one ante, for ``ante``)


class HandLine(NamedTuple):
    """``hand 12 Gus 9h``: ``dealer`` is None where nobody noted it (``hand 12 - 9h``).

    ``turned`` is a card, or NONE where only the suit or nothing is known; ``trump`` a suit 0-3 or
    -1.
    """

    line: int
    number: int
    dealer: str | None
    turned: int
    trump: int
    comment: str = ""


class Ante(NamedTuple):
    """``ante Ann Gus=5``: pairs of player and chips, DEFAULT for one ante."""

    line: int
    amounts: tuple[tuple[str, int], ...]
    comment: str = ""


class Dealt(NamedTuple):
    """``dealt Bea Ks Qs ?? 3c 2h``."""

    line: int
    player: str
    cards: tuple[int, ...]
    comment: str = ""


class Early(NamedTuple):
    """``early Ann``."""

    line: int
    player: str
    comment: str = ""


class Pass(NamedTuple):
    """``pass Ann Bea``."""

    line: int
    players: tuple[str, ...]
    comment: str = ""


class Play(NamedTuple):
    """``play Cal 3 out 7d 6d 2c in Ah ?? ??``.

    ``draw`` is None if no number was given, ``out`` and ``drawn`` are None if their word is
    missing.
    """

    line: int
    player: str
    draw: int | None
    out: tuple[int, ...] | None
    drawn: tuple[int, ...] | None
    comment: str = ""


class Plays(NamedTuple):
    """``play Bea 2 Cal Dot 1``: several who play, in the order in which they said so, each with a
    draw or None.
    """

    line: int
    draws: tuple[tuple[str, int | None], ...]
    comment: str = ""


class Draw(NamedTuple):
    """``draw Cal 3 out 7d in Ah``: the draw of a player whose ``play`` line stands above; fields as
    in ``Play``.
    """

    line: int
    player: str
    draw: int | None
    out: tuple[int, ...] | None
    drawn: tuple[int, ...] | None
    comment: str = ""


class Draws(NamedTuple):
    """``draw Bea 2 Cal 1``: those of several."""

    line: int
    draws: tuple[tuple[str, int | None], ...]
    comment: str = ""


class Stay(NamedTuple):
    """``stay Bea Cal``."""

    line: int
    players: tuple[str, ...]
    comment: str = ""


class Trick(NamedTuple):
    """``trick Eve Ah 9h>4h 7h Th``: ``cards`` in order of play; ``withdrawn`` pairs (index in
    ``cards``, card taken back).

    Of two cards taken back in one turn, ``9h>7c>4h``, there are two pairs, in order.
    """

    line: int
    leader: str
    cards: tuple[int, ...]
    withdrawn: tuple[tuple[int, int], ...] = ()
    comment: str = ""


class Recall(NamedTuple):
    """``recall Bea``: took a card back; which one, and when, was not noted."""

    line: int
    player: str
    comment: str = ""


class Claim(NamedTuple):
    """``claim Eve Kh Qh``; ``cards`` may be empty."""

    line: int
    player: str
    cards: tuple[int, ...]
    comment: str = ""


class Misdeal(NamedTuple):
    """``misdeal``: the hand was thrown in; the last line of a hand."""

    line: int
    comment: str = ""


class Tricks(NamedTuple):
    """``tricks Bea 1 Eve 3 Gus ?``: None for tricks that nobody knows."""

    line: int
    won: tuple[tuple[str, int | None], ...]
    comment: str = ""


class Pot(NamedTuple):
    """``pot 7`` in a hand: as counted, before it was taken."""

    line: int
    chips: int
    comment: str = ""


class Take(NamedTuple):
    """``take Eve 7``; ``take -`` has player None."""

    line: int
    player: str | None
    chips: int = DEFAULT
    comment: str = ""


class Match(NamedTuple):
    """``match Cal 7``; ``match -`` has player None."""

    line: int
    player: str | None
    chips: int = DEFAULT
    comment: str = ""


class Renege(NamedTuple):
    """``renege Bea 7``: the table's call."""

    line: int
    player: str
    chips: int = DEFAULT
    comment: str = ""


InHand: TypeAlias = (
    Ante
    | Dealt
    | Early
    | Pass
    | Play
    | Plays
    | Draw
    | Draws
    | Stay
    | Trick
    | Recall
    | Claim
    | Misdeal
    | Tricks
    | Pot
    | Take
    | Match
    | Renege
)


# --- Reading --------------------------------------------------------------------------------------
_HAND_FORM: Final = "hand, its number, the dealer and the turned card: hand 12 Gus 9h"
_TURNED_REMEDY: Final = "write - if nobody knows it, h if only the suit is known"


def _read_hand(context: Context, line: int, words: list[str], comment: str, _text: str) -> HandLine:
    """``hand 12 Gus 9h``: number, dealer, turned card, the suit alone, or ``-``."""
    if context.ended:
        raise Problem(
            0,
            "a hand after the evening's `end`",
            "comments and settlements",
            "move `end` to where the game ended",
        )
    if not _word(words, 1).isdigit() and context.knows(_word(words, 1)):
        remedy = f"write it first, and then {quote(shown(words[1]))}"
        raise Problem(1, "the number of the hand is missing", _HAND_FORM, remedy)
    if len(words) == 1 and comment[1:2].isdigit():
        raise Problem(
            1,
            "the number of the hand is missing",
            _HAND_FORM,
            "leave out the #: it begins a comment",
        )
    number = number_from(words, 1, "the number of the hand")
    if _word(words, 2) in _NO_NAME and not context.knows(words[2]):
        remedy = "write who dealt after the number of the hand, or - if nobody knows"
        raise Problem(2, "the dealer is missing", _HAND_FORM, remedy)
    if len(words) == 2:
        remedy = f"write who dealt and the turned card, - for what nobody knows: hand {number} - -"
        raise Problem(2, "the dealer is missing", _HAND_FORM, remedy)
    dealer = None if _word(words, 2) == "-" else context.player(words, 2)
    if len(words) < 4:
        raise Problem(3, "the turned card is missing", _HAND_FORM, _TURNED_REMEDY)
    word = words[3]
    card = CARD_OF.get(word)
    if len(words) == 4 and card is not None and card != UNKNOWN:
        return HandLine(line, number, dealer, card, card // 13, comment)
    if len(words) == 4 and word in SUIT_OF:
        return HandLine(line, number, dealer, NONE, SUIT_OF[word], comment)
    if len(words) == 4 and word in {"-", "??"}:
        return HandLine(line, number, dealer, NONE, -1, comment)
    raise _bad_turned(words, context)


def _bad_turned(words: list[str], context: Context) -> Problem:
    word, all_of_it = words[3], shown(" ".join(words[3:]))
    meant = card_meant(words[3:])
    if meant and word not in CARD_OF:
        return Problem(3, f"{all_of_it} is not a card", _HAND_FORM, f"did you mean {meant}?")
    if len(words) > 4:
        return word_too_many(words, 4, _HAND_FORM, context)
    if word in _NOBODY_KNOWS:
        return Problem(3, f"{all_of_it} is not a card", _HAND_FORM, _TURNED_REMEDY)
    if suit := suit_meant(word):
        return Problem(3, f"{all_of_it} is not a card", _HAND_FORM, f"did you mean {suit}?")
    return bad_card(word, 3)


_NO_NAME: Final = frozenset(("–", "—", "?", "??"))
_NOBODY_KNOWS: Final = frozenset(("–", "—", "−", "--", "?", "none", "unknown", "x"))
"""What people write for a card that nobody knows; phones make a long dash of a short one."""


def _antes(
    context: Context, words: list[str], index: int, _form: str
) -> tuple[tuple[str, int], ...]:
    """``Ann Gus=5``: pairs of player and chips."""
    amounts = tuple([_ante_of(context, words, at) for at in range(index, len(words))])
    if not amounts:
        context.player(words, index)
    return amounts


def _once_each(context: Context, said: Ante) -> None:
    """Several ``ante`` lines add up, each player once."""
    before = context.so_far.named[Ante]
    players = [player for player, _ in said.amounts]
    if len(set(players)) < len(players) or not before.isdisjoint(players):
        index = next(
            at for at, name in enumerate(players) if name in before or name in players[:at]
        )
        raise _again(index + 1, players[index], "an ante already")
    before.update(players)


def _ante_of(context: Context, words: list[str], index: int) -> tuple[str, int]:
    word = words[index]
    if len(words) == 2 and (chips := number_meant(word)) and not context.knows(word):
        raise Problem(
            index,
            f"{shown(word)} is not seated",
            "a player, or chips in one ante",
            f"did you mean {chips}?",
        )
    if index > 1 and is_number(word) and context.knows(words[index - 1]):
        both = f"{quote(shown(words[index - 1]))}={shown(word)}"
        raise Problem(
            index,
            f"{shown(word)} is a number, not a player",
            "a player, = and chips: ante Gus=5",
            f"write {both}",
        )
    if "=" not in word:
        if word in _EVERYBODY and not context.knows(word):
            expected = "a player, seated: " + ", ".join(map(shown, context.seated))
            raise Problem(
                index,
                f"{shown(word)} is not seated",
                expected,
                "leave the line out if everybody put one in",
            )
        return context.player(words, index), DEFAULT
    name, _, amount = word.rpartition("=")
    if not amount:
        raise Problem(
            index,
            f"{shown(word)} has no amount",
            "a player, = and chips, without spaces: Gus=5",
            "write the amount",
        )
    try:
        return context.player([name], 0), number_from([amount], 0)
    except Problem as problem:
        problem.word = index
        raise


_EVERYBODY: Final = frozenset(("all", "everyone", "everybody"))


def _dealt_cards(_context: Context, words: list[str], index: int, _form: str) -> tuple[int, ...]:
    cards = cards_from(words, index)
    if not cards:
        raise no_cards(index, ", or leave the line out")
    return cards


def _one_player(context: Context, words: list[str], index: int, form: str) -> str:
    player = context.player(words, index)
    if len(words) > index + 1:
        message = f"{shown(words[index + 1])} is one word too many"
        raise Problem(index + 1, message, form, "write one line for each player")
    return player


def _once(what: str) -> Callable[[Context, Any], None]:
    """The effect of a line that each player has once; ``what`` is what one with two of them has."""

    def then(context: Context, said: Any) -> None:  # noqa: ANN401 - any record with a player
        named = context.so_far.named[type(said)]
        if said.player in named:
            raise _again(1, said.player, what)
        named.add(said.player)

    return then


def _one_line(message: str, expected: str) -> Callable[[Context, Any], None]:
    """The effect of a line that a hand has once."""

    def then(context: Context, said: Any) -> None:  # noqa: ANN401 - any record
        if type(said) in context.so_far.there:
            raise Problem(0, message, expected, "delete one of them")
        context.so_far.there.add(type(said))

    return then


def _passed(context: Context, said: Pass) -> None:
    """Before the draw, or after it."""
    declared = context.so_far.declared
    for index, player in enumerate(said.players, 1):
        if declared.get(player) == "pass":
            raise _again(index, player, "passed already")
    for player in said.players:
        declared[player] = "pass"


def _read_play(
    context: Context, line: int, words: list[str], comment: str, _text: str
) -> Play | Plays:
    """``play Cal 3 out 7d 6d 2c in Ah ?? ??``, the lists in any order; or several players, each
    with a number or none.
    """
    said = _play(context, line, words, comment)
    so_far = context.so_far
    drawn = so_far.drawn
    if isinstance(said, Plays):
        place = 1
        for player, draw in said.draws:
            if player in so_far.played:
                raise _again(place, player, "played already")
            place += 1 if draw is None else 2
        drawn.update((player, (draw, False)) for player, draw in said.draws)
        so_far.played.update(player for player, _ in said.draws)
        so_far.declared.update((player, "play") for player, _ in said.draws)
        return said
    player = said.player
    if player in so_far.played:
        raise _again(1, player, "played already")
    so_far.played.add(player)
    so_far.declared[player] = "play"
    drawn[player] = said.draw, said.out is not None or said.drawn is not None
    return said


def _read_draw(
    context: Context, line: int, words: list[str], comment: str, _text: str
) -> Draw | Draws:
    """``draw Cal 1 out 7d in Ah`` or ``draw Bea 2 Cal 1``, below the ``play`` line of each."""
    said = _play(context, line, words, comment)
    place = 1
    draws = said.draws if isinstance(said, Plays) else ((said.player, said.draw),)
    listed = not isinstance(said, Plays) and (said.out is not None or said.drawn is not None)
    for player, draw in draws:
        if player not in context.so_far.played:
            expected = "a player whose `play` line stands above"
            raise Problem(
                place,
                f"{shown(player)} has not declared to play",
                expected,
                f"write first: play {quote(player)}",
            )
        if draw is None and not listed:
            raise Problem(
                place + 1,
                "the number of cards is missing",
                "a player and a number: draw Bea 2",
                "write how many",
            )
        before, named = context.so_far.drawn[player]
        if draw is not None and before not in {None, draw}:
            message = f"{shown(player)} drew {before} by the line above, {draw} by this one"
            raise Problem(
                place + 1, message, "one number for each player's draw", "correct one of the two"
            )
        if listed and named:
            raise Problem(
                place,
                f"the cards of {shown(player)}'s draw are here twice",
                "each list once",
                "join the lists",
            )
        context.so_far.drawn[player] = before if draw is None else draw, named or listed
        place += 1 if draw is None else 2
    return Draws(*said) if isinstance(said, Plays) else Draw(*said)


def _play(context: Context, line: int, words: list[str], comment: str) -> Play | Plays:
    """What stands behind ``play`` or ``draw``."""
    player = context.player(words, 1)
    draw: int | None = None
    out: tuple[int, ...] | None = None
    drawn: tuple[int, ...] | None = None
    length = len(words)
    index = 2
    if length > 2 and words[2] != "out" and words[2] != "in":
        if not words[2].isdigit() and context.knows(words[2]):
            return _several_play(context, line, words, comment)
        draw = _draw_of(words)
        index = 3
        if (
            length > 3
            and words[3] != "out"
            and words[3] != "in"
            and (context.knows(words[3]) or words[3] not in CARD_OF)
        ):
            if _word(words, 4) in CARD_OF and not context.knows(words[3]):
                raise _not_a_list(words, 3)
            return _several_play(context, line, words, comment)
    while index < length:
        word = words[index]
        end = _next_list(words, index + 1)
        if word == "out" and out is None:
            out = cards_from(words, index + 1, end)
        elif word == "in" and drawn is None:
            drawn = cards_from(words, index + 1, end)
        elif word in {"out", "in"}:
            raise Problem(
                index,
                f"`{word}` stands here twice",
                "one list of discards and one of replacements",
                "join the lists",
            )
        else:
            raise _not_a_list(words, index)
        index = end
    return Play(line, player, draw, out, drawn, comment)


def _draw_of(words: list[str]) -> int:
    if not words[2].isdigit() and _word(words, 3) in CARD_OF and list_meant(words[2]):
        raise _not_a_list(words, 2)
    return number_from(words, 2, "a number of cards, `out` or `in`")


def _not_a_list(words: list[str], index: int) -> Problem:
    expected, word = "`out` and the discards, `in` and the replacements", words[index]
    meant = list_meant(word)
    remedy = f"did you mean {meant}?" if meant else "write `out` or `in` before the cards"
    return Problem(index, f"{shown(word)} is not `out` or `in`", expected, remedy)


def _several_play(context: Context, line: int, words: list[str], comment: str) -> Plays:
    said: list[tuple[int, str, int | None]] = []
    index = 1
    while index < len(words):
        if words[index] in {"out", "in"} and words[index] not in context.seated:
            expected = "players, perhaps each with a number"
            raise Problem(
                index,
                f"`{words[index]}` in a line for several",
                expected,
                "write them in lines of their own",
            )
        player = context.player(words, index)
        if any(player == name for _, name, _ in said):
            raise _again(index, player, "played already")
        draw = (
            number_from(words, index + 1, "a number of cards")
            if is_number(_word(words, index + 1))
            else None
        )
        said.append((index, player, draw))
        index += 1 if draw is None else 2
    return Plays(line, tuple((player, draw) for _, player, draw in said), comment)


def _word(words: list[str], index: int) -> str:
    return words[index] if index < len(words) else ""


def _next_list(words: list[str], start: int) -> int:
    for index in range(start, len(words)):
        if words[index] in {"out", "in"}:
            return index
    return len(words)


def _read_trick(context: Context, line: int, words: list[str], comment: str, _text: str) -> Trick:
    """``trick Eve Ah 9h>4h 7h Th``: the most frequent line."""
    try:
        leader = context.player(words, 1)
    except Problem as problem:
        if is_number(_word(words, 1)) and context.knows(_word(words, 2)):
            problem.remedy = (
                f"leave the {shown(words[1])} out: tricks are written in order, without a number"
            )
        elif _word(words, 1) in CARD_OF:
            problem.remedy = "write who led before the cards"
        raise
    try:
        cards = tuple(map(CARD_OF.__getitem__, words[2:]))
    except KeyError:
        index, word = next(
            (index, word) for index, word in enumerate(words[2:], 2) if word not in CARD_OF
        )
        if context.knows(word) and word not in KEYWORDS:
            remedy = (
                "leave out the name: after the leader come only cards, one for each player, "
                "clockwise"
            )
            raise Problem(index, f"{shown(word)} is not a card", EXPECTED, remedy) from None
        return Trick(line, leader, *cards_taken_back(words, 2), comment)
    if not 0 < len(cards) <= MOST_CARDS:
        raise too_many_cards(2, len(cards)) if cards else no_cards(2)
    return Trick(line, leader, cards, (), comment)


def _counts(
    context: Context, words: list[str], index: int, _form: str
) -> tuple[tuple[str, int | None], ...]:
    """``Bea 1 Eve 3 Gus ?``: several lines add up, each player once."""
    before = context.so_far.named[Tricks]
    won: dict[str, int | None] = {}
    for at in range(index, max(len(words), index + 1), 2):
        player = context.player(words, at)
        number = None if _word(words, at + 1) in _UNCOUNTED else _tricks_of(words, at + 1)
        if player in before or player in won:
            raise _again(at, player, "a number of tricks already")
        won[player] = number
    before.update(won)
    return tuple(won.items())


_UNCOUNTED: Final = frozenset(("?", "??"))


def _tricks_of(words: list[str], index: int) -> int:
    try:
        return number_from(words, index, "a number of tricks")
    except Problem as problem:
        if index < len(words) and words[index][:1].isupper():  # half a name
            both = quoted(f"{words[index - 1]} {words[index]}".strip(QUOTES))
            remedy = f"write it in digits; a name of two words is in quotes: {both}"
            raise Problem(index, problem.message, problem.expected, remedy) from problem
        raise


def _somebody(context: Context, words: list[str], index: int, _form: str) -> str | None:
    """A player, or None for ``-``: nobody, where no other line of the kind names somebody."""
    kind = words[0]
    before = context.so_far.amounts[kind]
    if words[index : index + 1] == ["-"]:
        no_more(words, index + 1, f"`{kind} -`: nobody")
        if before:
            message = f"`{kind} -` beside another `{kind}`"
            raise Problem(index, message, "nobody, or somebody", "delete one of them")
        return None
    if None in before:
        raise Problem(0, f"`{kind}` beside `{kind} -`", "nobody, or somebody", "delete one of them")
    if spelt_plainly(_word(words, index)).casefold() in _NOBODY and not context.knows(words[index]):
        message = f"{shown(words[index])} is not seated"
        raise Problem(index, message, "a player, or - for nobody", "did you mean -?")
    return context.player(words, index)


def _perhaps_chips(context: Context, words: list[str], index: int, _form: str) -> int:
    if len(words) <= index:
        return DEFAULT
    form = f"a player and perhaps chips: {words[0]} Eve 7"
    if not is_number(words[index]) and context.knows(words[index]):  # no name is a number
        raise word_too_many(words, index, form, context)
    chips = number_from(words, index)
    no_more(words, index + 1, form)
    return chips


def _amounts_add_up(keyword: str, *, again: bool = False) -> Callable[[Context, Any], None]:
    """The effect of a line with chips: those of a player add up, all of them written if several.

    With ``again`` a line without an amount may stand beside another: it adds nothing.
    """

    def then(context: Context, said: Any) -> None:  # noqa: ANN401 - any record with a player and chips
        amounts = context.so_far.amounts[keyword]
        before = amounts.get(said.player)
        if before is not None and not again and DEFAULT in (before, said.chips):
            message = f"`{keyword} {shown(said.player)}` is here twice, once without an amount"
            expected = f"the amount in each `{keyword}` line, if a player has several"
            raise Problem(1, message, expected, "write both amounts")
        amounts[said.player] = said.chips

    return then


_NOBODY: Final = frozenset(("-", "--", "none", "nobody", "noone", "no-one"))


def _again(index: int, player: str, what: str) -> Problem:
    return Problem(
        index,
        f"{shown(player)} has {what}",
        "each player once",
        "delete one of the two, or correct the name",
    )


# --- Writing --------------------------------------------------------------------------------------
def hand_text(said: HandLine, _currency: str | None) -> str:
    """The first line of a hand."""
    turned = (
        NAMES[said.turned]
        if said.turned < UNKNOWN
        else "-"
        if said.trump < 0
        else SUITS[said.trump]
    )
    return f"hand {said.number} {'-' if said.dealer is None else quote(said.dealer)} {turned}"


def _antes_text(amounts: tuple[tuple[str, int], ...], _currency: str | None) -> str:
    return " ".join(
        quote(name if chips == DEFAULT else f"{name}={chips}") for name, chips in amounts
    )


def plays_text(said: Plays | Draws, _currency: str | None) -> str:
    """Several who play, or draw, and what each drew."""
    each = (quote(name) if draw is None else f"{quote(name)} {draw}" for name, draw in said.draws)
    return " ".join(["play" if isinstance(said, Plays) else "draw", *each])


def _trick_text(said: Trick, _currency: str | None) -> str:
    cards = [NAMES[card] for card in said.cards]
    for index, card in reversed(said.withdrawn):
        cards[index] = f"{NAMES[card]}>{cards[index]}"
    return " ".join(["trick", quote(said.leader), *cards])


def _counts_text(won: tuple[tuple[str, int | None], ...], _currency: str | None) -> str:
    """Players and their tricks, ? for tricks that nobody knows."""
    return " ".join(f"{quote(name)} {'?' if number is None else number}" for name, number in won)


def _amount_text(chips: int, _currency: str | None) -> str:
    return "" if chips == DEFAULT else str(chips)


# --- Hand statements ------------------------------------------------------------------------------
_PLAYER: Final = Part("player", SEATED, "Who")
_SOMEBODY: Final = Part(
    "player", Kind("", "PLAYER|-", _somebody, name_text, names=True, absent="-")
)
_AMOUNT: Final = Part(
    "chips",
    Kind("chips", "[CHIPS]", _perhaps_chips, _amount_text, rest=True),
    "Chips, if not what the rules say",
)

HAND: Final = Statement(
    "hand",
    HandLine,
    (
        Part("number", own("NUMBER")),
        Part("dealer", SEATED),
        Part("turned", own("CARD|SUIT|-", cards=True)),
    ),
    example="hand 12 Gus 9h",
    help=(
        "Begins a hand: its number, the dealer and the turned card; - for either where nobody "
        "knows it."
    ),
    own_reader=_read_hand,
    own_writer=hand_text,
)


@dataclass(frozen=True)
class HandStatement(Statement[InHand]):
    """A statement of a hand. After one that ``begins`` it, somebody has declared or played."""

    begins: bool = False

    def end(self, _context: Context, words: list[str], index: int) -> None:
        """Raise Problem for words after the last part."""
        no_more(words, index, self.expected)


HAND_STATEMENTS: Final[dict[str, HandStatement]] = by_keyword(
    HandStatement(
        "ante",
        Ante,
        (
            Part(
                "amounts", Kind("", "PLAYER[=CHIPS] …", _antes, _antes_text, rest=True, names=True)
            ),
        ),
        example="ante Ann Bea Gus=5",
        help="Who put in an ante; without this line, everyone who had to by the rules.",
        then=_once_each,
    ),
    HandStatement(
        "dealt",
        Dealt,
        (_PLAYER, Part("cards", CARDS._replace(read=_dealt_cards))),
        example="dealt Bea Ks Qs 7c 3c 2h",
        help="The cards that a player was dealt; ?? for one that nobody knows.",
        then=_once("been dealt to already"),
    ),
    HandStatement(
        "early",
        Early,
        (_PLAYER._replace(kind=SEATED._replace(read=_one_player, rest=True)),),
        says="one player",
        example="early Ann",
        help="Announced before the turn.",
        button="Announced early",
    ),
    HandStatement(
        "pass",
        Pass,
        (Part("players", ALL_SEATED),),
        example="pass Ann Cal",
        help="The players who pass, in the order they said so; after the draw, who drop out.",
        begins=True,
        then=_passed,
    ),
    HandStatement(
        "play",
        Play,
        (
            _PLAYER,
            Part("draw", own("[NUMBER]", number_text)),
            Part("out", CARDS, after="out"),
            Part("drawn", CARDS, after="in"),
        ),
        example="play Cal 3 out 7d 6d 2c in Ah ?? ??",
        help=(
            "Plays, and draws that many cards: the discards and the replacements, if known. "
            "Several: PLAYER [NUMBER] …."
        ),
        begins=True,
        own_reader=_read_play,
    ),
    HandStatement(
        "draw",
        Draw,
        (
            _PLAYER,
            Part("draw", own("NUMBER", number_text)),
            Part("out", CARDS, after="out"),
            Part("drawn", CARDS, after="in"),
        ),
        example="draw Cal 3 out 7d 6d 2c in Ah ?? ??",
        help=(
            "What a player drew who has a `play` line above, where all declare first. Several: "
            "PLAYER NUMBER …."
        ),
        begins=True,
        own_reader=_read_draw,
    ),
    HandStatement(
        "stay",
        Stay,
        (Part("players", ALL_SEATED, "Who stays in"),),
        example="stay Bea Cal",
        button="Stay in after the draw",
        help="Stays in after the draw, where the house rules ask for that.",
    ),
    HandStatement(
        "trick",
        Trick,
        (Part("leader", SEATED), Part("cards", own("CARD[>CARD] …", cards=True))),
        example="trick Eve Ah 9h>4h 7h Th",
        help="The leader, then a card from each player in turn; 9h>4h: the nine was taken back.",
        begins=True,
        own_reader=_read_trick,
        own_writer=_trick_text,
    ),
    HandStatement(
        "recall",
        Recall,
        (_PLAYER,),
        says="one player",
        example="recall Bea",
        button="Took a card back",
        help="Took a card back; which one, and when, nobody noted.",
        then=_once("taken a card back already"),
    ),
    HandStatement(
        "claim",
        Claim,
        (_PLAYER, Part("cards", ANY_CARDS, "Which cards (none: takes the rest)")),
        example="claim Eve Kh Qh",
        button="Lays down",
        help="Lays down winning cards, one trick each; without cards: takes the rest.",
        begins=True,
        then=_one_line("a second claim", "one claim a hand"),
    ),
    HandStatement(
        "misdeal",
        Misdeal,
        says="`misdeal` alone",
        button="Misdeal: thrown in",
        help="The hand was thrown in; this is its last line.",
    ),
    HandStatement(
        "tricks",
        Tricks,
        (Part("won", Kind("", "PLAYER NUMBER|? …", _counts, _counts_text, rest=True, names=True)),),
        example="tricks Bea 1 Eve 3 Gus 1",
        help=(
            "The tricks each player won, ? if nobody knows; players not named won none. Without "
            "`play` and `pass`: who played."
        ),
        begins=True,
    ),
    HandStatement(
        "pot",
        Pot,
        (Part("chips", CHIPS, "Chips in the pot"),),
        says="one number",
        example="pot 7",
        button="Pot counted",
        help="The pot as it was counted, before it was taken.",
        then=_one_line("a second count of the pot", "one `pot` line per hand"),
    ),
    HandStatement(
        "take",
        Take,
        (_SOMEBODY, _AMOUNT),
        example="take Eve 7",
        help="Who took what from the pot; - for nobody; without chips, what the rules say.",
        begins=True,
        then=_amounts_add_up("take"),
    ),
    HandStatement(
        "match",
        Match,
        (_SOMEBODY, _AMOUNT),
        example="match Cal 7",
        help="Who went bourré, and paid what into the next pot; - for nobody.",
        begins=True,
        then=_amounts_add_up("match"),
    ),
    HandStatement(
        "renege",
        Renege,
        (_PLAYER, _AMOUNT),
        example="renege Bea 7",
        button="Renege called",
        help="The table called a renege on somebody; without chips it costs what the rules say.",
        then=_amounts_add_up("renege", again=True),
    ),
)
"""Each by its keyword, in the order in which they are written."""
KEYWORDS.update(("hand", *HAND_STATEMENTS))
