"""Who owes what: the plan of payments, where everybody stands, and why."""

from dashboard.frame import address, filters, navigation, page
from dashboard.frame.answers import to_page
from dashboard.frame.shown_book import asked
from dashboard.money import balances, payment, plan_lines, shared_cost, why
from ledger.book.answers.owes import standing, verdict
from ledger.book.balances.figures import account_names
from ledger.money import FEWEST, PLANS

page.head("Who owes what")
page.need_sessions(of_debts=True)
page.say_what_is_not_read()
player = address.number("player", asked(account_names))
if player is None or player <= 0:
    how = filters.tab("How to settle", "plan", PLANS, FEWEST)
    stands = asked(standing, how)
    to_page([verdict(stands)])
    plan_lines.outcome("owes")
    balances.everybody(stands)
    shared_cost.settle_all(stands.owing, how)
    payment.payments_list()
    payment.form(stands.owing)
    shared_cost.form()
else:
    why.why(player)
    navigation.link("owes", "← Who owes what")
