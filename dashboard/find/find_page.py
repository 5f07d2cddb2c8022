"""Find hands: all hands of the book, filtered and in any order; each links to its replay."""

import streamlit as st

from dashboard.find import choose, hands_found
from dashboard.frame import navigation, page, table, wording
from dashboard.frame.shown_book import asked
from ledger.stats import ANY_HAND, EVERYTHING, count_of_hands, found_hands


def find() -> None:
    """Show the hands that the address asks for, and ways to ask for others."""
    choose.words()
    first = st.container(gap="small")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        choose.more()
        with st.container(width=120):  # the three stand beside each other on a phone
            choose.order()
        choose.turn()
    now = hands_found.asked_for()
    number, nights = asked(count_of_hands, now.where, now.sought)
    with first:
        choose.not_understood(now.unknown)
        choose.chips(now)
        if number:
            st.markdown(
                f"**{wording.counted(number, 'hand')}** in {wording.counted(nights, 'evening')}."
            )
            hands_found.biggest(now.where, now.sought)
        else:
            st.markdown("**No hand matches.** Remove one of the conditions.")
    at = table.asked_for(number, hands_found.A_PAGE)
    if number:
        hands_found.hands_table(
            asked(found_hands, now.where, now.sought, hands_found.shown(now, at)), now
        )
        table.pager(at, number, hands_found.A_PAGE)
        hands_found.save(now)


page.head("Find hands")
page.need_sessions()
if asked(count_of_hands, EVERYTHING, ANY_HAND)[0]:
    find()
else:
    st.markdown(f"**No hand has been written down yet.** {wording.NO_HANDS}")
    navigation.link("sessions", "All evenings")
