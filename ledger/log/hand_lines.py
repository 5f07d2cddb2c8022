"""The statements of a hand, each from its words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ledger.game.cards import NONE, UNKNOWN
from ledger.log.cardtext import CARDS, EXPECTED, SUIT_OF, bad_card, cards_from, too_many
from ledger.log.context import Context, no_more
from ledger.log.limits import MOST_CARDS
from ledger.log.money import number_from
from ledger.log.problem import Problem
from ledger.log.records import (
    DEFAULT,
    Ante,
    Claim,
    Dealt,
    Early,
    HandLine,
    HandStatement,
    Match,
    Pass,
    Play,
    Pot,
    Renege,
    Stay,
    Take,
    Trick,
    Tricks,
)
from ledger.log.words import shown


def hand_line(context: Context, line: int, words: list[str], comment: str) -> HandLine:
    """``hand 12 Gus 9h``: number, dealer, turned card, the suit alone, or ``-``."""
    form = "hand, its number, the dealer and the turned card: hand 12 Gus 9h"
    if context.ended:
        raise Problem(0, "a hand after the session's `end`", "comments and settlements", "move `end` to where the game ended")
    number = number_from(words, 1, "the number of the hand")
    dealer = context.player(words, 2)
    if len(words) < 4:
        raise Problem(3, "the turned card is missing", form, "write - if nobody knows it, h if only the suit is known")
    no_more(words, 4, form)
    word = words[3]
    card = CARDS.get(word)
    if card is not None and card != UNKNOWN:
        return HandLine(line, number, dealer, card, card // 13, comment)
    if word in SUIT_OF:
        return HandLine(line, number, dealer, NONE, SUIT_OF[word], comment)
    if word in {"-", "??"}:
        return HandLine(line, number, dealer, NONE, -1, comment)
    raise bad_card(word, 3)


def _ante(context: Context, line: int, words: list[str], comment: str) -> Ante:
    amounts = tuple([_ante_of(context, words, index) for index in range(1, len(words))])
    if not amounts:
        context.player(words, 1)
    said = context.so_far.ante
    players = [player for player, _ in amounts]
    if len(set(players)) < len(players) or not said.isdisjoint(players):
        index = next(index for index, name in enumerate(players) if name in said or name in players[:index])
        raise _again(index + 1, players[index], "an ante already")
    said.update(players)
    return Ante(line, amounts, comment)


def _ante_of(context: Context, words: list[str], index: int) -> tuple[str, int]:
    word = words[index]
    if "=" not in word:
        return context.player(words, index), DEFAULT
    name, _, amount = word.rpartition("=")
    if not amount:
        raise Problem(index, f"{shown(word)} has no amount", "a player, = and chips, without spaces: Gus=5", "write the amount")
    try:
        return context.player([name], 0), number_from([amount], 0)
    except Problem as problem:
        problem.word = index
        raise


def _dealt(context: Context, line: int, words: list[str], comment: str) -> Dealt:
    player = context.player(words, 1)
    cards = cards_from(words, 2)
    if not cards:
        raise Problem(2, "the cards are missing", EXPECTED, "write ?? for a card that nobody knows, or leave the line out")
    if player in context.so_far.dealt:
        raise _again(1, player, "been dealt to already")
    context.so_far.dealt.add(player)
    return Dealt(line, player, cards, comment)


def _early(context: Context, line: int, words: list[str], comment: str) -> Early:
    player = context.player(words, 1)
    if len(words) > 2:
        raise Problem(2, f"{shown(words[2])} is a word too many", "one player: early Ann", "write one line for each player")
    return Early(line, player, comment)


def _pass(context: Context, line: int, words: list[str], comment: str) -> Pass:
    players = context.players(words)
    declared = context.so_far.declared
    for index, player in enumerate(players, 1):
        if declared.get(player) == "pass":
            raise _again(index, player, "passed already")
    for player in players:
        declared[player] = "pass"
    return Pass(line, players, comment)


def _play(context: Context, line: int, words: list[str], comment: str) -> Play:
    player = context.player(words, 1)
    draw: int | None = None
    out: tuple[int, ...] | None = None
    drawn: tuple[int, ...] | None = None
    length = len(words)
    index = 2
    if length > 2 and words[2] != "out" and words[2] != "in":
        draw = number_from(words, 2, "a number of cards, `out` or `in`")
        index = 3
    while index < length:
        word = words[index]
        end = _next_list(words, index + 1)
        if word == "out" and out is None:
            out = cards_from(words, index + 1, end)
        elif word == "in" and drawn is None:
            drawn = cards_from(words, index + 1, end)
        elif word in {"out", "in"}:
            raise Problem(index, f"`{word}` stands here twice", "one list of discards and one of replacements", "join the lists")
        else:
            expected = "`out` and the discards, `in` and the replacements"
            raise Problem(index, f"{shown(word)} is not `out` or `in`", expected, "write `out` or `in` before the cards")
        index = end
    if player in context.so_far.played:
        raise _again(1, player, "played already")
    context.so_far.played.add(player)
    context.so_far.declared[player] = "play"
    return Play(line, player, draw, out, drawn, comment)


def _next_list(words: list[str], start: int) -> int:
    for index in range(start, len(words)):
        if words[index] in {"out", "in"}:
            return index
    return len(words)


def _stay(context: Context, line: int, words: list[str], comment: str) -> Stay:
    return Stay(line, context.players(words), comment)


def _trick(context: Context, line: int, words: list[str], comment: str) -> Trick:
    leader = context.player(words, 1)
    try:
        cards = tuple(map(CARDS.__getitem__, words[2:]))
    except KeyError:
        return _trick_with_recalls(line, leader, words, comment)
    if not 0 < len(cards) <= MOST_CARDS:
        raise _trick_length(len(cards))
    return Trick(line, leader, cards, (), comment)


def _trick_with_recalls(line: int, leader: str, words: list[str], comment: str) -> Trick:
    cards: list[int] = []
    withdrawn: list[tuple[int, int]] = []
    for index, word in enumerate(words[2:], 2):
        before, mark, after = word.partition(">")
        if ">" in after:
            raise Problem(
                index, f"{shown(word)} takes back two cards", "one card taken back: 9h>4h", "write the first and the last"
            )
        if mark and before not in CARDS:
            raise bad_card(before, index)
        if (after if mark else word) not in CARDS:
            raise bad_card(after if mark else word, index)
        if mark:
            withdrawn.append((len(cards), CARDS[before]))
        cards.append(CARDS[after if mark else word])
    if len(cards) > MOST_CARDS:
        raise _trick_length(len(cards))
    return Trick(line, leader, tuple(cards), tuple(withdrawn), comment)


def _trick_length(number: int) -> Problem:
    if number:
        return too_many(2, number)
    return Problem(2, "the cards are missing", EXPECTED, "write ?? for a card that nobody knows")


def _claim(context: Context, line: int, words: list[str], comment: str) -> Claim:
    player = context.player(words, 1)
    cards = cards_from(words, 2)
    if context.so_far.claim:
        raise Problem(0, "a second claim", "one claim a hand", "delete one of them")
    context.so_far.claim = True
    return Claim(line, player, cards, comment)


def _tricks(context: Context, line: int, words: list[str], comment: str) -> Tricks:
    won: list[tuple[str, int]] = []
    for index in range(1, max(len(words), 2), 2):
        player = context.player(words, index)
        won.append((player, number_from(words, index + 1, "a number of tricks")))
        if player in context.so_far.counted or any(player == name for name, _ in won[:-1]):
            raise _again(index, player, "a number of tricks already")
    context.so_far.counted.update(player for player, _ in won)
    return Tricks(line, tuple(won), comment)


def _pot(context: Context, line: int, words: list[str], comment: str) -> Pot:
    chips = number_from(words, 1)
    no_more(words, 2, "one number: pot 7")
    if context.so_far.pot:
        raise Problem(0, "a second count of the pot", "one `pot` line a hand", "delete one of them")
    context.so_far.pot = True
    return Pot(line, chips, comment)


def _take(context: Context, line: int, words: list[str], comment: str) -> Take:
    return Take(line, *_paid(context, words, context.so_far.take), comment)


def _match(context: Context, line: int, words: list[str], comment: str) -> Match:
    return Match(line, *_paid(context, words, context.so_far.match), comment)


def _paid(context: Context, words: list[str], said: dict[str | None, int]) -> tuple[str | None, int]:
    kind = words[0]
    if words[1:2] == ["-"]:
        no_more(words, 2, f"`{kind} -`: nobody")
        if said:
            raise Problem(1, f"`{kind} -` beside another `{kind}`", "nobody, or somebody", "delete one of them")
        said[None] = DEFAULT
        return None, DEFAULT
    if None in said:
        raise Problem(0, f"`{kind}` beside `{kind} -`", "nobody, or somebody", "delete one of them")
    return _one_amount(context, words, said)


def _one_amount(context: Context, words: list[str], said: dict[str | None, int]) -> tuple[str, int]:
    player = context.player(words, 1)
    chips = DEFAULT
    if len(words) > 2:
        chips = number_from(words, 2)
        no_more(words, 3, f"a player and perhaps chips: {words[0]} Eve 7")
    before = said.get(player)
    if before is not None and DEFAULT in (before, chips):
        expected = f"the amount in each `{words[0]}` line, if a player has several"
        raise Problem(
            1, f"`{words[0]} {shown(player)}` stands here twice, once without an amount", expected, "write both amounts"
        )
    said[player] = chips
    return player, chips


def _renege(context: Context, line: int, words: list[str], comment: str) -> Renege:
    return Renege(line, *_one_amount(context, words, context.so_far.renege), comment)


def _again(index: int, player: str, what: str) -> Problem:
    return Problem(index, f"{shown(player)} has {what}", "each player once", "delete one of the two, or correct the name")


HAND_LINES: Final[dict[str, Callable[[Context, int, list[str], str], HandStatement]]] = {
    "ante": _ante,
    "dealt": _dealt,
    "early": _early,
    "pass": _pass,
    "play": _play,
    "stay": _stay,
    "trick": _trick,
    "claim": _claim,
    "tricks": _tricks,
    "pot": _pot,
    "take": _take,
    "match": _match,
    "renege": _renege,
}
"""Keyword to the function that reads its line: from what it is read against, the line's number, its words and its comment."""
