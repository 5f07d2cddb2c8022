"""Ways of playing: what the book plays, one in words, all nine side by side."""

from __future__ import annotations

from collections import Counter
from typing import Final

import polars as pl
import streamlit as st

from dashboard.frame import address, escape, page, wording
from dashboard.frame.table import Cell, Column, table
from ledger.errors import UserError
from ledger.game.explanation import COMPARED_NOTE, Explanation, compared_rules, explain_rules

_KEY: Final = "rules typed"
_DEFAULT: Final = "louisiana"


def answer(nights: pl.DataFrame) -> str:
    """In Markdown, what the book plays most; ``nights`` as ``ledger.evenings`` has them."""
    if nights.is_empty():
        return "Nine ways of playing, and options to change each. A log says in its `rules` line by which it was played."
    ((preset, times),) = Counter(nights["preset"]).most_common(1)
    return f"This book mostly plays **{escape.md(preset)}**: in {times:,} of {wording.counted(nights.height, 'evening')}."


def played(nights: pl.DataFrame) -> None:
    """Show the rules that the sessions were played by, the most frequent first; each leads to its words."""
    told = {text: explain_rules(text) for text in nights["rules"].unique()}
    lines = pl.col("rules").replace_strict({text: one.line for text, one in told.items()}, return_dtype=pl.String)
    counted = nights.group_by(lines).agg(pl.len().alias("evenings"), pl.col("hands").sum(), pl.col("date").max())
    table(
        "What this book plays",
        [Column("Rules"), Column("Evenings", right=True), Column("Hands", right=True), Column("Last", right=True, roomy=True)],
        [
            [
                Cell(row["rules"], page="rules", query={"rules": row["rules"]}, note=_about(explain_rules(row["rules"]))),
                f"{row['evenings']:,}",
                f"{row['hands']:,}",
                Cell(row["date"].isoformat(), "quiet"),
            ]
            for row in counted.sort("evenings", "rules", descending=[True, False]).iter_rows(named=True)
        ],
    )


def typed() -> str:
    """Let somebody choose a preset or type any rules; the address has what was asked for."""
    text = (address.word("rules") or "").strip() or _DEFAULT
    presets = list(compared_rules())
    _show("rules chosen", text if text in presets else None)
    _show(_KEY, text)
    st.pills("Presets", presets, key="rules chosen", on_change=_write, args=("rules chosen",))
    st.text_input(
        "With options, as a log has them",
        key=_KEY,
        max_chars=400,
        on_change=_write,
        args=(_KEY,),
        help="For example: louisiana limit=20 recall=free",
    )
    return text


def _show(key: str, value: str | None) -> None:
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


def _write(key: str) -> None:
    """Write what was chosen or typed into the address."""
    text = (st.session_state[key] or "").strip()
    if text:
        st.query_params["rules"] = text
    else:
        st.query_params.pop("rules", None)


def in_words(text: str) -> None:
    """Show everything that some rules ask, or what is wrong with them."""
    try:
        told = explain_rules(text)
    except UserError as error:
        page.complain(error)
        return
    st.markdown(f"**{escape.md(told.line, 400)}:** {escape.md(_about(told), 400)}.")
    titles = list(told.sections)
    for column, some in zip(st.columns(2, gap="large"), (titles[:3], titles[3:]), strict=True):
        with column:
            for title in some:
                _section(title, told)
    listed = "; ".join(f"{name}: {source}" for name, source in told.sources.items())
    st.caption(f"Who says so. {escape.marks(listed)}.")


def _about(told: Explanation) -> str:
    """The rules in a line, without the star that marks changes in the command's table."""
    return told.summary.replace(" (*)", "")


def _section(title: str, told: Explanation) -> None:
    lines = []
    for one in told.sections[title]:
        text = escape.marks(one.text)
        said = f"**{text}** (changed by an option)" if one.option in told.changed else text
        lines.append(f"- {said} :gray[{escape.marks(f'{one.rule} · {one.said_by}')}]")
    st.subheader(title, anchor=False)
    st.markdown("\n".join(lines))


def side_by_side() -> None:
    """Show every option of every preset; on a phone in what each differs from the first."""
    presets = compared_rules()
    names = list(presets)
    wide, narrow = page.wide_and_narrow("rules")
    with wide:
        for half in (names[:5], names[5:]):
            table(
                f"Options: {', '.join(half)}",
                [Column("Option"), *(Column(name) for name in half)],
                [
                    [option, *(_value(presets[name][option], usual) for name in half)]
                    for option, usual in presets[_DEFAULT].items()
                ],
            )
    with narrow:
        st.markdown("\n".join(f"- **{name}**: {_differences(presets[name], presets[_DEFAULT])}" for name in names))
    st.caption(COMPARED_NOTE)


def _value(value: str, usual: str) -> Cell:
    return Cell(value, "quiet" if value == usual else "")


def _differences(options: dict[str, str], usual: dict[str, str]) -> str:
    found = [f"{name}={value}" for name, value in options.items() if value != usual[name]]
    return escape.marks(", ".join(found)) or "the usual options"
