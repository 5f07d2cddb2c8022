"""Rivals: who wins from whom."""

import streamlit as st

from dashboard.frame import escape, filters, page
from dashboard.frame.shown_book import asked
from dashboard.players import pairs
from ledger.book.figures import account_names
from ledger.stats import RIVALS_DEFINITION, head_to_head, rivals

page.head("Rivals")
page.need_sessions()
page.say_what_is_not_read()
first = st.container()
where = filters.chosen()
found = asked(rivals, where)
if found.is_empty():
    first.markdown("**No two players sat down together** in what is chosen here.")
    st.stop()
unit = filters.unit(found)
found = found.filter(unit=unit)
first.markdown(pairs.answer(found))
pairs.everybody(found)
st.caption(escape.marks(RIVALS_DEFINITION))
st.subheader("Face to face", anchor=False)
with st.container(horizontal=True):
    one = filters.player("One player", "a", empty="Choose")
    other = filters.player("The other", "b", empty="Choose")
names = asked(account_names)
if one is None or other is None or one == other:
    st.markdown("Choose two players, or a figure in the table above.")
else:
    met = asked(head_to_head, one, other, where).filter(unit=unit)
    pairs.face_to_face((one, names[one]), (other, names[other]), met)
