"""Who owes what: the fewest payments, where everybody stands, and why."""

import streamlit as st

from dashboard.parts import filters, frame, money, payment, why
from dashboard.parts.book import asked
from ledger import Owing, evenings, owing


def everybody() -> None:
    """Show what is owed, and how it is settled."""
    standing = asked(owing)
    units = sorted({one.unit for one in standing.balances} | {one.unit for one in standing.pots})
    st.markdown(money.verdict(standing))
    for unit in units:
        if len(units) > 1:
            st.subheader("Chips without a value" if unit == "chips" else unit, anchor=False)
        _unit(standing, unit)
    money.unexplained(standing)
    payment.form(standing)


def _unit(standing: Owing, unit: str) -> None:
    money.sentences(one for one in standing.transfers if one.unit == unit)
    money.pots([pot for pot in standing.pots if pot.unit == unit])
    money.balances([one for one in standing.balances if one.unit == unit and one.account > 0], unit)


frame.head("Who owes what")
frame.need_sessions()
player = filters.player("Why does somebody stand there?", empty="Everybody")
session = st.query_params.get("session")
if player is None:
    everybody()
elif session in set(asked(evenings)["session"]):
    why.in_session(player, str(session))
else:
    why.why(player)
