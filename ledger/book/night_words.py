"""What is said of an evening, in the terminal and in a text for the chat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ledger.book.database import POT_ACCOUNT
from ledger.book.one_night import Evening, Feat
from ledger.book.pay_links import payment_lines
from ledger.book.posting_words import transfer_sentence
from ledger.book.settings import Settings
from ledger.book.settling import LeftOut
from ledger.book.unread import Unread, sentences
from ledger.log.words import visible
from ledger.money import CHIPS, amount_text
from ledger.months import day_in_words


def heading(night: Evening) -> str:
    """Which evening it was, and how long."""
    hands = _counted(night.hands, "hand") if night.hands or not night.unlogged else "kept by chips"
    left_out = f", {night.quarantined:,} of them unreadable" if night.quarantined else ""
    named = night.title or ("" if night.session == night.date.isoformat() else night.session)  # a phone calls it by its day
    day = day_in_words(night.date)
    return f"{f'{visible(named)}, {day}' if named else day}: {hands}{left_out}"


def who_won(night: Evening) -> str:
    """A sentence on who won the evening, and how much."""
    winners = night.winners
    if not winners:
        return "Nobody won anything."
    won = amount_text(winners[0].amount, night.unit, signed=True)
    if len(winners) == 1:
        return f"{winners[0].name} won the night with {won}."
    names = [one.name for one in winners]
    return f"{', '.join(names[:-1])} and {names[-1]} won the night with {won} each."


def feats(night: Evening) -> Iterator[str]:
    """Yield sentences on the best hand and the worst bourré, if there are any."""
    if night.best:
        yield f"Best hand: {night.best.name} took {_feat(night.best, night.unit)}."
    if night.worst:
        yield f"Worst bourré: {night.worst.name} matched {_feat(night.worst, night.unit)}."


def _feat(one: Feat, unit: str) -> str:
    chips = amount_text(one.chips, CHIPS)
    worth = "" if unit == CHIPS else f"{amount_text(one.amount, unit)} "
    what = f"{worth}({chips})" if worth else chips
    return what + ("" if one.hand is None else f" in hand {one.hand}")


def in_the_pot(night: Evening) -> str:
    """A sentence on what was left in the pot; nothing if it was empty."""
    if night.pot < 0:  # more was taken than lay there
        return f"{amount_text(-night.pot, CHIPS)} are missing from the pot."
    return f"{amount_text(night.pot, CHIPS)} left in the pot." if night.pot else ""


def open_lines(some: Iterable[LeftOut]) -> Iterator[str]:
    """Yield what else would settle a session: chips, the pot, and amounts that are unexplained or may have been paid already."""
    pots: dict[str, list[str]] = {}
    rest = []
    for one, why in some:
        if POT_ACCOUNT in {one.payer_account, one.payee_account} and max(one.payer_account, one.payee_account) > 0:
            into = one.payee_account == POT_ACCOUNT
            way = "Still in the pot for the next session" if into else "Taken from the pot left by the last session"
            amount = amount_text(one.amount, one.unit)
            pots.setdefault(way, []).append(f"{one.payer if into else one.payee} {amount}")
        elif one.unit == CHIPS and min(one.payer_account, one.payee_account) > 0:
            rest.append(transfer_sentence(one, {}))
        else:
            rest.append(f"{transfer_sentence(one, {})}: {why}")
    yield from rest
    yield from (f"{way}: {', '.join(whose)}" for way, whose in pots.items())


def chat_text(night: Evening, settings: Settings, handles: Mapping[int, str], left_out: Unread) -> str:
    """The evening as a text to send to those who played: who won what, who pays whom, and what is not in the figures."""
    lines = [heading(night), who_won(night)]
    lines += _results(night)
    lines += [*feats(night), in_the_pot(night)]
    lines += _who_pays(night, settings, handles)
    lines += open_lines(night.settlement.left_out)
    lines += [f"Not in these figures: {said.text}" for said in sentences(left_out)]
    return "\n".join(line for line in lines if line)


def _results(night: Evening) -> Iterator[str]:
    """Yield each result and, if payments change it, the balance left, against which the payments below can be checked."""
    left, differs = night.left, night.left_differs
    for one in night.results:
        paid = f", after payments {amount_text(left.get(one.account, 0), night.unit, signed=True)}" if differs else ""
        yield f"{one.name} {amount_text(one.amount, night.unit, signed=True)}{paid}"


def _who_pays(night: Evening, settings: Settings, handles: Mapping[int, str]) -> Iterator[str]:
    """Yield who pays whom: lines of the plan of the book, or both plans side by side, so that nobody pays twice."""
    alone, plan = night.settlement.payments, night.plan
    if set(alone) <= set(plan):
        yield from payment_lines(settings, handles, alone)
        return
    yield from ("For this evening alone:", *payment_lines(settings, handles, alone))
    if plan:
        yield from ("Or, to settle all evenings together:", *payment_lines(settings, handles, plan))
    else:
        yield "Over all evenings, nobody owes anything."


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
