"""Rivals: who wins from whom."""

import streamlit as st

from dashboard.frame import address, filters, navigation, page
from dashboard.frame.shown_book import asked
from dashboard.players import pairs
from ledger.stats import RIVALS_DEFINITION, rivals

# old links to the comparison of two players, which has moved
if address.word("a") and address.word("b"):
    navigation.go("compare", a=address.word("a"), b=address.word("b"), unit=address.word("unit"))
page.head("Rivals")
page.need_sessions()
page.say_what_is_not_read()
first = st.container()
where = filters.chosen()
found = asked(rivals, where)
if found.is_empty():
    first.markdown("**No two players sat down together** in this selection.")
    st.stop()
unit = filters.unit(found)
found = found.filter(unit=unit)
first.markdown(pairs.answer(found))
pairs.everybody(found)
page.worked_out("A figure or a name opens the two of them, evening by evening.", RIVALS_DEFINITION)
