"""Rules: the table's own and what it changed, any rules in words, how the presets differ, and every
option.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

import streamlit as st

from dashboard.frame import address, page, wording
from dashboard.frame.component import typed_text
from dashboard.frame.table import Cell, Column, table
from ledger.errors import UserError
from ledger.game import SUMMARIES
from ledger.game.options import (
    COMPARED_NOTE,
    Explanation,
    compared_rules,
    explain_rules,
    explained_options,
)
from ledger.stats import Night

_KEY: Final = "rules typed"
DEFAULT: Final = "louisiana"
_NOTHING: Final = "The question does not come up."


def own(nights: Sequence[Night]) -> str:
    """The rules of the latest evening with hands; the default rules if there is none.

    ``nights`` are in order, latest first.
    """
    some = _with_hands(nights)
    return explain_rules(some[0].rules).line if some else DEFAULT


def _with_hands(nights: Sequence[Night]) -> Sequence[Night]:
    """The evenings with hands: without hands no figure depends on the rules."""
    return [night for night in nights if night.hands] or nights


def answer(nights: Sequence[Night]) -> str:
    """A sentence (Markdown) on the rules that the table plays by, and since when."""
    some = _with_hands(nights)
    if not some:
        return (
            "Nine ways to play, and options to change each. The `rules` line of a log says which "
            "one was played."
        )
    line = own(nights)
    if not some[0].hands:
        named = wording.marks(wording.rules(explain_rules(line)))
        return (
            "**No hand is written down**, so no figure depends on the rules: the evenings name "
            f"{named}, or none."
        )
    lines = {text: explain_rules(text).line for text in {night.rules for night in some}}
    alike = [lines[night.rules] == line for night in some]
    number = alike.index(False) if False in alike else len(alike)
    told = explain_rules(line)
    said = f"**Your table plays {wording.marks(wording.rules(told))}**"
    if number == len(alike):
        when = "in its one evening" if number == 1 else f"in all {number:,} evenings"
    else:
        when = f"since {wording.day(some[number - 1].date)} ({wording.counted(number, 'evening')})"
    return f"{said}, {when}. {_summary(told)}"


def _summary(told: Explanation) -> str:
    return wording.marks(wording.sentence(SUMMARIES[told.preset]))


def at_a_glance(text: str) -> None:
    """Show what strangers to a table ask first of some rules, and what is changed in it; nothing of
    rules that make no sense.
    """
    with suppress(UserError):
        told = explain_rules(text)
        usual = explain_rules(told.preset).options
        shown = []
        for option, name in _TILES.items():
            said, note = _said(option, told.options)
            if option in told.changed:
                note = (
                    f"{note + '; ' if note else ''}{told.preset} itself: "
                    f"{', '.join(filter(None, _said(option, usual)))}"
                )
            shown.append((name, said, note, ""))
        page.facts(shown)


_TILES: Final = {
    "seats": "Players",
    "trump": "Trump",
    "declare": "Stay or pass",
    "second-ante": "Staying costs",
    "draw-cap": "Draw",
    "wins": "The pot goes to",
    "split": "A tie",
    "bourre": "A bourré costs",
    "renege-factor": "A renege costs",
    "limit": "Limit",
    "bourre-exempt": "After a bourré",
}
"""The options that matter most, and what each is about."""


def _said(option: str, values: Mapping[str, str]) -> tuple[str, str]:
    """The value of an option in words, and a note. A value without words here stands as it is."""
    value = values[option]
    if option == "seats":
        return value.replace("-", " to "), f"{values['hand-size']} cards each"
    if option == "limit":
        return value, "" if value == "none" else "of a bourré or a renege"
    return _ASKS.get(option, {}).get(value, (value, ""))


_ASKS: Final = {
    "trump": {
        "dealer": ("the dealer's last card", "turned up, part of that hand"),
        "separate": ("one more card", "turned up, nobody's"),
        "dealer-may-take": ("one more card", "the dealer may take it"),
    },
    "declare": {
        "with-draw": ("in turn", "drawing at once"),
        "two-rounds": ("in turn", "then all draw"),
        "simultaneous": ("all at once", "then all draw"),
    },
    "second-ante": {"no": ("nothing more", ""), "yes": ("a second ante", "")},
    "draw-cap": {
        "none": ("any number", ""),
        "3": ("up to 3", ""),
        "7:3": ("any number", "with 7 players up to 3"),
    },
    "wins": {"most": ("most tricks", ""), "majority": ("over half the tricks", "")},
    "split": {"carry": ("the pot stays", "for the next hand"), "share": ("the pot is shared", "")},
    "bourre": {"match": ("the pot", "")},
    "renege-factor": {"1": ("the pot", ""), "2": ("twice the pot", "")},
    "bourre-exempt": {"yes": ("no ante", "in the next hand"), "no": ("an ante as usual", "")},
    "split-exempt": {"yes": ("no ante", "in the next hand"), "no": ("an ante as usual", "")},
    "reuse": {
        "together": ("all cards thrown away", ""),
        "folded-first": ("passed hands first", ""),
    },
    "second-pass": {
        "no": ("no", ""),
        "yes": ("after the draw", ""),
        "stand-pat": ("no", "“pass” keeps the hand"),
    },
    "ace-must-play": {"yes": ("must stay", ""), "no": ("may pass", "")},
    "must-trump": {"yes": ("must be played", ""), "no": ("need not", "")},
    "cinch": {
        "yes": ("must play high trumps", ""),
        "literal": ("must play high trumps", "even last"),
        "no": ("no duties", ""),
    },
    "recall": {
        "forfeit": ("loses the pot", "and a turn to deal"),
        "free": ("costs nothing", ""),
        "renege": ("is a renege", ""),
    },
    "limit-caps": {"all": ("winner too", ""), "cost": ("costs alone", "")},
}
_ABOUT: Final = _TILES | {
    "hand-size": "Cards each",
    "reuse": "When the stock runs out",
    "second-pass": "Passing later",
    "ace-must-play": "A dealer's ace turned up",
    "must-trump": "A trump that cannot win",
    "cinch": "Certain of the pot",
    "recall": "A card taken back",
    "limit-caps": "A limit holds for",
    "split-exempt": "After a tie",
}
"""What each option is about in which presets differ."""


def changes(text: str) -> str:
    """The options (Markdown) in which some rules differ from their preset and that are not seen at
    a glance.
    """
    told = explain_rules(text)
    usual = explain_rules(told.preset)
    if not told.changed:
        return "Nothing in it is changed."
    return "\n".join(
        f"- {_asks(told, name)} :gray[{wording.marks(told.preset)} itself: {_asks(usual, name)}]"
        for name in told.changed
        if name not in _TILES
    )


def _asks(told: Explanation, name: str) -> str:
    said = [one.text for section in told.sections.values() for one in section if one.option == name]
    return wording.marks(" ".join(said) or _NOTHING)


def played(nights: Sequence[Night]) -> None:
    """Show the rules of all sessions, most frequent first; each links to its explanation."""
    told = {text: explain_rules(text) for text in {night.rules for night in nights}}
    evenings = Counter(told[night.rules].line for night in nights)
    hands: Counter[str] = Counter()
    for night in nights:
        hands[told[night.rules].line] += night.hands
    last = {told[night.rules].line: night.date for night in reversed(nights)}
    table(
        "What this book plays",
        [
            Column("Rules"),
            Column("Evenings", right=True),
            Column("Hands", right=True),
            Column("Last", right=True, hidden_on_phones=True),
        ],
        [
            [
                Cell(
                    line,
                    page="rules",
                    query={"rules": line},
                    note=explain_rules(line).summary.replace(" (*)", ""),
                ),
                f"{number:,}",
                f"{hands[line]:,}",
                Cell(last[line].isoformat(), "quiet"),
            ]
            for line, number in sorted(evenings.items(), key=lambda one: (-one[1], one[0]))
        ],
    )


def typed(first: str) -> str:
    """Widgets to choose a preset or type rules, ``first`` by default; kept in the address.

    Returns the rules.
    """
    text = (address.word("rules") or "").strip() or first
    presets = list(compared_rules())
    _show("rules chosen", text if text in presets else None)
    _show(_KEY, text)
    st.pills("Presets", presets, key="rules chosen", on_change=_write, args=("rules chosen",))
    st.text_input(
        "Options, as a log has them",
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
    text = (st.session_state[key] or "").strip()
    if text:
        st.query_params["rules"] = text
    else:
        st.query_params.pop("rules", None)


def in_words(text: str) -> None:
    """Explain some rules in full, with the line for a log, or show what is wrong with them."""
    try:
        told = explain_rules(text)
    except UserError as error:
        page.complain(error)
        return
    st.markdown(f"**{wording.marks(wording.rules(told))}.** {_summary(told)}")
    titles = list(told.sections)
    for column, some in zip(st.columns(2, gap="large"), (titles[:3], titles[3:]), strict=True):
        with column:
            for title in some:
                _section(title, told)
    listed = "; ".join(f"{name}: {source}" for name, source in told.sources.items())
    st.caption(f"Who says so. {wording.marks(listed)}.")
    st.caption("As a log writes it:")
    typed_text(f"rules {told.line}", "rules line")


def _section(title: str, told: Explanation) -> None:
    lines = []
    for one in told.sections[title]:
        text = wording.marks(one.text)
        said = f"**{text}** (changed by an option)" if one.option in told.changed else text
        lines.append(f"- {said} :gray[:small[{wording.marks(f'{one.rule} · {one.said_by}')}]]")
    st.subheader(title, anchor=False)
    st.markdown("\n".join(lines))


def compared(text: str) -> None:
    """Show how every preset differs from that of some rules; each links to its full explanation."""
    base = explain_rules(text).preset
    presets, usual = compared_rules(), compared_rules()[base]
    rows = []
    for name in presets:
        if name == base:
            continue
        other = explain_rules(name)
        differs = [option for option, value in presets[name].items() if value != usual[option]]
        rows.append(f"- **{wording.marks(name)}**: {wording.marks(SUMMARIES[name])}.")
        rows += [
            f"  - {_asks(other, option)} :small[`{option}={presets[name][option]}`]"
            for option in differs
        ]
    wide, narrow = page.wide_and_narrow("presets")
    with wide:
        _matrix(presets, base)
    with narrow:
        st.markdown("\n".join(rows))
    st.caption(COMPARED_NOTE)


def _matrix(presets: Mapping[str, Mapping[str, str]], base: str) -> None:
    """Show every option in which presets differ, a column for each preset; what is as in ``base``
    is a dot.
    """
    told = {name: explain_rules(name) for name in presets}
    differs = [name for name in presets[base] if len({one[name] for one in presets.values()}) > 1]
    ordered = [base, *(name for name in presets if name != base)]
    table(
        "How the presets differ",
        [Column(""), *(Column(name, page="rules", query={"rules": name}) for name in ordered)],
        [
            [
                Cell(_ABOUT[option], note=option),
                *(
                    _value(option, name, presets, base, _asks(told[name], option))
                    for name in ordered
                ),
            ]
            for option in differs
        ],
    )


def _value(
    option: str, name: str, presets: Mapping[str, Mapping[str, str]], base: str, tip: str
) -> Cell:
    if name != base and presets[name][option] == presets[base][option]:
        return Cell("·", "quiet", tip=tip)
    said, note = _said(option, presets[name])
    return Cell(said, tip=tip, note="" if option == "seats" else note)


def options(text: str) -> None:
    """Show every option with its values: what each means, by which rule, its source, and which
    presets have it.
    """
    mine = explain_rules(text).options
    columns = st.columns(2, gap="large")
    for at, (name, values) in enumerate(explained_options(text).items()):
        lines = [f"**{wording.marks(name)}**"]
        for one in values:
            said = _NOTHING if one.sentence is None else wording.marks(one.sentence.text)
            source = "" if one.sentence is None else f"{one.sentence.rule} · {one.sentence.said_by}"
            where = (
                f"in {wording.listed(one.presets)}"
                if len(one.presets) < len(SUMMARIES)
                else "in every preset"
            )
            about = wording.marks(" · ".join(filter(None, (source, where if one.presets else ""))))
            here = " **(your table)**" if mine[name] == one.text else ""
            lines.append(f"- `{name}={one.text}`{here} {said} :gray[{about}]")
        with columns[at % 2]:
            st.markdown("\n".join(lines))
