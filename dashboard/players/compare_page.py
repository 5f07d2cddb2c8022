"""Compare: two players, one with everybody else, or one with the year before, by rates and by
money.
"""

import polars as pl
import streamlit as st

from dashboard.frame import filters, page, wording
from dashboard.frame.shown_book import asked
from dashboard.players import one_player, pairs
from dashboard.players.pairs import BESIDE, OTHERS, YEAR, Shown, sides
from ledger.book.balances.figures import account_names
from ledger.stats import head_to_head, player_money

page.head("Compare")
page.need_sessions()
page.say_what_is_not_read()
first = st.container()
names = asked(account_names)
with st.container(horizontal=True, vertical_alignment="bottom"):
    player = filters.player("Who", "a")
    people = {
        str(number): name
        for number, name in sorted(names.items(), key=lambda item: item[1].casefold())
        if number > 0
    }
    people.pop(str(player), None)
    beside = filters.choice("With", "b", BESIDE | people) or OTHERS
    where = filters.chosen()
if player is None:
    st.stop()
both = sides(player, beside, where, names)
with first:
    pairs.versus(both)
missing = [side.name for side in both if side.figures is None]
if missing and beside == YEAR:
    first.markdown(
        f"**No hands are written down** for {wording.md(names[player])} in {missing[0]}, in this "
        "selection."
    )
    st.stop()
if missing:
    with_whom = "somebody else" if beside == OTHERS else wording.md(names[int(beside)])
    first.markdown(
        f"**No hands are written down** for {wording.md(names[player])} with {with_whom}, in this "
        "selection: only money can be "
        "compared."
    )
else:
    one, other = [
        Shown(side.name, side.colour, side.face, side.figures)
        for side in both
        if side.figures is not None
    ]
    found, looked_at = pairs.compared(one, other, same_hands=beside != YEAR)
    who, than = f"**{wording.md(one.name)}**", f"**{wording.md(other.name)}**"
    if beside == YEAR:
        who, than = f"In {who}, **{wording.md(names[player])}**", f"in {than}"
    first.markdown(pairs.who_differs(who, "everybody else" if beside == OTHERS else than, found))
    pairs.picture([one, other], "rates of both")
    pairs.side_by_side(one, other, found)
    pairs.legend(looked_at, same_hands=beside != YEAR)
st.subheader("In money", anchor=False)
if beside in BESIDE:
    for side in both if beside != OTHERS else both[:1]:
        own = side.where._replace(whose=player)
        said = one_player.in_money(asked(player_money, own).iter_rows(named=True))
        st.markdown(f"{wording.md(side.name)}: {' '.join(said) or 'nothing won or lost.'}")
else:
    met = asked(head_to_head, player, int(beside), where)
    unit = filters.unit(met.with_columns(evenings=pl.lit(1)))
    pairs.face_to_face(
        (player, names[player]), (int(beside), names[int(beside)]), met.filter(unit=unit)
    )
