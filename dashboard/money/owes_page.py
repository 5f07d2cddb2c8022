"""Who owes what: the plan of payments, where everybody stands, and why."""

import streamlit as st

from dashboard.frame import address, filters, navigation, page
from dashboard.frame.shown_book import asked
from dashboard.money import balances, payment, plan_lines, shared_cost, why
from ledger.book.balances.figures import account_names, owing
from ledger.book.balances.unread import unread
from ledger.money import FEWEST, PLANS

page.head("Who owes what")
page.need_sessions(of_debts=True)
page.say_what_is_not_read()
player = address.number("player", asked(account_names))
if player is None or player <= 0:
    how = filters.tab("How to settle", "plan", PLANS, FEWEST)
    standing = asked(owing, how)
    st.markdown(balances.verdict(standing, how, all_read=not asked(unread)))
    plan_lines.outcome("owes")
    balances.everybody(standing, how)
    balances.closed()
    shared_cost.settle_all(standing, how)
    payment.payments_list()
    payment.form(standing)
    shared_cost.form()
else:
    why.why(player)
    navigation.link("owes", "← Who owes what")
