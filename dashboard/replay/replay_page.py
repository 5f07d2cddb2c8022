"""Replay: what is on the table, whose turn is it, and is it legal?"""

from datetime import date

from dashboard.frame import address, navigation, page, wording
from dashboard.replay import choose_hand, step_by_step
from dashboard.replay.step_by_step import replay

session = address.word("session")
hand = address.word("hand")
if session is None:
    page.head("Replay", "Choose a hand to replay it, card by card.")
    page.need_sessions()
    choose_hand.choose(None)
elif told := choose_hand.named(session, hand):
    number = told.hand.number
    page.head(f"Hand {number}" if number is not None else "A hand without a number")
    evening = wording.evening(told.title, session, date.fromisoformat(told.hand.date))
    navigation.link("session", wording.md(evening, 60), session=session)
    priced = step_by_step.of_hand(told)
    replay(told, hand, address.word("step"), priced or (), step_by_step.with_open_cards(told))
    choose_hand.what_became_of_it(told)
    step_by_step.way_to_more(priced)
