"""An answer of the library on a page: its sentences as Markdown, its tables, and ways to do what
they say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, assert_never

import streamlit as st

from dashboard.frame import navigation, wording
from dashboard.frame.component import typed_text
from dashboard.frame.faces import face
from dashboard.frame.table import Cell, Column, table
from ledger.answer import (
    Amount,
    Block,
    Column as ColumnOfAnswer,
    Evening,
    File,
    Listed,
    NotKnown,
    Part,
    Player,
    Remedy,
    Section,
    Sentence,
    Strong,
    Table,
    Value,
)
from ledger.errors import shell_text

Drawn: TypeAlias = Mapping[str, Callable[[Block], None]]
"""How a page draws the blocks with these names; what it draws says no more than the block."""


def to_page(blocks: Iterable[Block], drawn: Drawn | None = None) -> None:
    """Show blocks in their order: those with a name in ``drawn`` as the page draws them, the others
    as sentences, lists and tables.
    """
    for one in blocks:
        draw = (drawn or {}).get(getattr(one, "name", ""))
        if draw is not None:
            draw(one)
        else:
            _show(one, drawn)


def _show(one: Block, drawn: Drawn | None) -> None:
    if isinstance(one, Sentence):
        st.markdown(sentence_md(one))
    elif isinstance(one, Listed):
        _listed(one)
    elif isinstance(one, Table):
        table_of(one)
    elif isinstance(one, Section):
        if one.heading:
            st.subheader(wording.md(one.heading), anchor=False)
        to_page(one.blocks, drawn)
    elif isinstance(one, NotKnown):
        _not_known(one)
    elif isinstance(one, Remedy):
        remedy_link(one)
    else:
        assert_never(one)


def _listed(one: Listed) -> None:
    if one.heading:
        st.markdown(f"**{wording.md(one.heading, 400)}**")
    st.markdown("\n".join(f"- {sentence_md(said)}" for said in one.sentences))
    for remedy in one.more:
        remedy_link(remedy)


def _not_known(one: NotKnown) -> None:
    what, remedy = sentence_md(one.what), one.remedy
    if remedy is None or remedy.page or not remedy.command:
        st.caption(what)
        if remedy is not None:
            remedy_link(remedy)
    else:
        st.caption(f"{what} To {sentence_md(remedy.do)}:")
        _command(remedy)


def _command(one: Remedy) -> None:
    command = shell_text(["bourre", *one.command])
    typed_text(command, f"command {command}")


def named(one: Block, name: str) -> bool:
    """True for the block with this name."""
    return getattr(one, "name", None) == name


def sentence_md(one: Sentence) -> str:
    """A sentence as Markdown, in which whatever somebody wrote is inert."""
    return "".join(map(_part_md, one.parts))


def sentence_plain(one: Sentence) -> str:
    """A sentence as text on one line, in which no name is too long."""
    return "".join(map(_part_plain, one.parts))


def _part_md(part: Part) -> str:
    if isinstance(part, Strong):
        return f"**{wording.marks(part.text)}**"
    if isinstance(part, Amount) and part.signed:
        return wording.signed_md(part.amount, part.unit)
    return wording.marks(_part_plain(part))


def _part_plain(part: Part) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Player):
        return wording.plain(part.name) if part.account > 0 else wording.clipped(part.name)
    return wording.plain(part.text, 120) if isinstance(part, Evening | File) else part.text


def remedy_link(one: Remedy) -> None:
    """Show what to do: a link to the page that does it, else the command."""
    do = sentence_plain(one.do)
    do = f"{do[0].upper()}{do[1:]}"
    if one.page:
        navigation.link(one.page, wording.marks(do), **one.query)
    elif one.command:
        st.caption(f"{wording.marks(do)}:")
        _command(one)
    else:
        st.caption(f"{wording.marks(do)}.")


def table_of(one: Table, cell: Callable[[Value], Cell] | None = None) -> None:
    """Show a table; ``cell`` makes the cells that this page links or marks otherwise."""
    columns = [at for at, column in enumerate(one.columns) if column.heading or column.shown]
    table(
        one.title,
        [column_of(one.columns[at]) for at in columns],
        [[(cell or cell_of)(row[at]) for at in columns] for row in one.rows],
    )


def column_of(one: ColumnOfAnswer, *, hidden_on_phones: bool = False) -> Column:
    """The column of a page for that of an answer; a phone has no room for what can be spared."""
    return Column(one.heading, right=one.right, hidden_on_phones=hidden_on_phones or one.spare)


def cell_of(value: Value) -> Cell:
    """A value in a cell of a table."""
    if isinstance(value, Amount):
        if value.signed:
            return Cell(wording.signed(value.amount, value.unit), wording.tone(value.amount))
        return Cell(value.text)
    if isinstance(value, Player):
        return Cell(
            value.name,
            page="player",
            query={"player": value.account},
            face=face(value.account, value.name),
        )
    if isinstance(value, Evening):
        return Cell(value.text, page="session", query={"session": value.session})
    if isinstance(value, int):
        return Cell(f"{value:,}")
    return Cell(value or "" if value is None or isinstance(value, str) else str(value), "quiet")
