"""Who owes what: the fewest payments, where everybody stands, and why."""

import streamlit as st

from dashboard.frame import filters, navigation, page
from dashboard.frame.shown_book import asked
from dashboard.money import balances, payment, why
from ledger import Owing, account_names, evenings, owing


def everybody() -> None:
    """Show what is owed, and how it is settled."""
    standing = asked(owing)
    units = sorted({one.unit for one in standing.balances} | {one.unit for one in standing.pots})
    st.markdown(balances.verdict(standing))
    for unit in units:
        if len(units) > 1:
            st.subheader("Chips without a value" if unit == "chips" else unit, anchor=False)
        _unit(standing, unit)
    payment.form(standing)


def _unit(standing: Owing, unit: str) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        balances.sentences(one for one in standing.transfers if one.unit == unit)
        balances.pots(standing, unit)
        balances.unexplained([one for one in standing.balances if one.unit == unit and one.account < 0])
    with right:
        balances.balances([one for one in standing.balances if one.unit == unit and one.account > 0], unit)


def somebody(player: int) -> None:
    """Show why one player stands where he stands: all steps, or what happened in one."""
    session = st.query_params.get("session")
    if session in set(asked(evenings)["session"]):
        why.in_session(player, str(session))
    else:
        why.why(player)
        navigation.link("owes", "← Who owes what")


page.head("Who owes what")
page.need_sessions()
player = filters.number("player", asked(account_names))
if player is None or player <= 0:
    everybody()
else:
    somebody(player)
