"""The frame of every page: its title, who is looking, and errors in words."""

from __future__ import annotations

import html
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from typing import Final

import streamlit as st

from dashboard.door.streamlit_inside import DeltaGenerator
from dashboard.frame import me, navigation, shown_book, theme, wording
from dashboard.frame.faces import Face, markup
from dashboard.frame.shown_book import asked, evenings_called, the_book
from ledger.answer import Remedy
from ledger.book import READ_ONLY, owing
from ledger.book.balances.unread import Unread, sentences, unread
from ledger.errors import UserError
from ledger.findings.kinds import COUNT, SYNTAX
from ledger.stats import nights_called

_BROKEN: Final = (
    "This page could not be shown because of a mistake in the program. Nothing in the book was "
    "lost. The details are printed "
    "where `bourre dashboard` runs: please send them to whoever looks after the program."
)
_MOST: Final = 5  # sentences shown on what the figures leave out; the rest are only counted
_DARK_IN_PRINT: Final = """<style>@media print {
:root { --print-turned: invert(1) hue-rotate(180deg); }
.stApp > *, .stApp img { filter: var(--print-turned); }
.stApp img { background: #171512; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}</style>"""
"""Print dark themes dark on light: inverts lightness and keeps hues; pictures stay as they are, on
the dark that they are for.
"""
_ONE_OF_TWO: Final = """<style>
.st-key-KEY-narrow { display: none; }
@media (max-width: 40rem) { .st-key-KEY-narrow { display: block; } .st-key-KEY-wide { display: none; } }
</style>"""  # noqa: E501


@contextmanager
def around(title: str, name: str) -> Iterator[None]:
    """Put the frame around the page that lies at ``name``.

    A UserError is shown in words below what was drawn before it.
    """
    st.set_page_config(page_title=f"{title} · Bourré", page_icon="🃏", layout="wide")
    if theme.tokens() is theme.DARK:
        st.html(_DARK_IN_PRINT)
    with st.sidebar:
        if shown_book.role() is not None:
            navigation.menu(title)
        shown_book.leave_button()  # before the page, which may stop if there is nothing to show
    shown_book.catch_up()
    with st.sidebar:
        me.join_button()
        with suppress(UserError):  # not logged in, or an unreadable book: the page says so itself
            me.who_i_am()
    with shown_book.remembering(name), explained():
        yield


@contextmanager
def explained() -> Iterator[None]:
    """Show an error and stop: a UserError in its own words; for any other, where its
    details are.
    """
    try:
        yield
    except UserError as error:
        complain(error)
        st.stop()
    except Exception:  # noqa: BLE001 - whatever it is, it is ours, and the page has to say so
        traceback.print_exc()
        st.exception(BrokenPageError(_BROKEN))
        st.stop()


class BrokenPageError(Exception):
    """What is shown of an unexpected exception; Streamlit's own message refers to a place that does
    not exist here.
    """

    alternate_name = "Sorry"


def complain(error: UserError) -> None:
    """Say what is wrong and what to do about it."""
    first, _, rest = error.message.partition("\n")
    st.error(
        f"{wording.md(first, 400)}"
        + (f"\n\n{wording.md(error.remedy, 400)}" if error.remedy else "")
    )
    if rest:
        st.code(rest, language=None)  # it has no key: a page may show one error twice


def attempt(key: str, do: Callable[[], object]) -> bool:
    """Keep in the session state, under ``key``, what ``do`` returns or the UserError it raises;
    False for an error.
    """
    try:
        st.session_state[key] = do()
    except UserError as error:
        st.session_state[key] = error
        return False
    return True


def head(title: str, answer: str = "", *, home: bool = False, who: Face | None = None) -> None:
    """Begin a page: a link home (unless this is ``home``), the title, and a sentence (Markdown)
    with the page's answer.

    The page of a player has the face of ``who`` it is about.
    """
    if not home:
        with st.container(key="way-home"):
            navigation.link("home", wording.md(name_of_book(), 40))
    with (
        st.container(horizontal=True, vertical_alignment="center", key="title", gap="small")
        if who
        else nullcontext()
    ):
        if who:
            st.html(markup(who), width="content")
        st.title(title, anchor=False)
    if answer:
        st.caption(answer)


def name_of_book() -> str:
    """The book's name, which is the link home on every page."""
    try:
        return the_book().settings().name
    except UserError:  # the page says so itself
        return "Home"


def has_sessions() -> bool:
    """True if the book has any sessions."""
    return the_book().exists and bool(asked(nights_called))


def say_what_is_not_read(session: str | None = None) -> None:
    """Say, beside the figures, what they leave out: lines, hands, payments and files that could not
    be read or do not count.

    With a ``session``, only what is left out of that.
    """
    left_out = asked(unread)
    if the_book().folder in READ_ONLY:
        st.caption(
            "This book cannot be written here: its figures were worked out anew from a copy."
        )
    if session is not None:
        disputed = [one for one in left_out.disputed if one.session == session]
        left_out = Unread(
            [one for one in left_out.sessions if one.session == session], 0, [], disputed=disputed
        )
    if not left_out:
        return
    if left_out.changed:
        _warn("Changed since the book was closed", left_out.changed)
    names = evenings_called(
        {one.session for one in left_out.sessions}
        | {one.session for one in left_out.disputed} - {""}
    )
    called = {one: "this evening" if one == session else f"“{name}”" for one, name in names.items()}
    found = sentences(left_out, called)
    said = [f"{one.text}: {_to_do(one.remedy)}" if one.remedy else one.text for one in found]
    if said:
        lines = left_out.payments or any(one.lines for one in left_out.sessions)
        kind = (
            SYNTAX if lines else COUNT if any(one.miscounted for one in left_out.sessions) else ""
        )
        way = {"kind": kind} | ({"session": session} if session is not None else {})
        _warn("Not in these figures", said, way if kind else {} if left_out.disputed else None)


def _to_do(one: Remedy) -> str:
    on = f" on the page {navigation.title_of(one.page)}" if one.page else ""
    return f"{one.do.text}{on}"


def _warn(what: str, sentences: Sequence[str], way: Mapping[str, str] | None = None) -> None:
    """Say above the answer what is left out, in a line that unfolds where it is several things: the
    answer stays in view.

    ``way`` leads to the lines.
    """
    plain = [html.escape(wording.plain(text, 400)) for text in sentences[:_MOST]]
    if len(sentences) > _MOST:
        plain.append(f"and {len(sentences) - _MOST:,} more")
    named, told = f"<b>{html.escape(what)}:</b>", "".join(f"<li>{one}</li>" for one in plain)
    # a single thing is better read than counted
    line = f'<p class="left-out">{named} {plain[0]}</p>'
    if sentences[1:]:
        many = wording.counted(len(sentences), "thing")
        line = (
            f'<details class="left-out"><summary>{named} '
            f"<span>{many}</span></summary><ul>{told}</ul></details>"
        )
    with st.container(
        horizontal=True, vertical_alignment="top", gap="xsmall", key=f"left out {what}"
    ):
        st.html(line, width="content")
        if way is not None:
            navigation.link("audit", "See which lines", **way)


def need_sessions(*, of_debts: bool = False, instead: Callable[[], None] | None = None) -> None:
    """If the book has no sessions, explain how to add some, show what there is ``instead``, and
    stop.

    A page ``of_debts`` goes on if anybody owes anything.
    """
    if has_sessions():
        return
    owes = the_book().exists and bool(asked(owing).balances)
    if owes and of_debts:
        return
    with st.container(border=True, key="empty book"):
        st.markdown("**No evenings yet**")
        if navigation.may_see("record"):
            st.markdown(
                "Write down tonight's game as you play, or bring in evenings that are over: "
                "everything here is counted from them."
            )
            with st.container(horizontal=True):
                if st.button(
                    "Record tonight's game",
                    type="primary",
                    icon=":material/edit_square:",
                    key="empty record",
                ):
                    navigation.go("record")
                if st.button("Import", icon=":material/upload_file:", key="empty import"):
                    navigation.go("import")
        else:
            st.markdown(
                "Nobody has recorded or imported an evening yet. Everything here is counted from "
                "the first one."
            )
        if owes:
            navigation.link("owes", "Who owes what so far")
    if instead:
        instead()
    else:
        navigation.link("home", "Look at a sample evening")
    st.stop()


def worked_out(line: str, *how: str) -> None:
    """One small line about the figures, which unfolds to paragraphs on how they are worked out; all
    is plain text.
    """
    told = "".join(f"<p>{html.escape(one)}</p>" for one in how if one)
    said = f"{html.escape(line)} " if line else ""
    st.html(
        f'<details class="worked-out"><summary>{said}<span>How this is worked '
        f"out</span></summary>{told}</details>"
    )


def facts(some: Iterable[tuple[str, str, str, str]]) -> None:
    """A few facts beside each other, in plain text: for each its name, what it is in large type, a
    note, and its tone.
    """
    told = "".join(
        (
            f"<div><dt>{html.escape(name)}</dt><dd "
            f"class='{tone}'>{html.escape(what)}</dd><dd>{html.escape(note)}</dd></div>"
        )
        for name, what, note, tone in some
    )
    st.html(f'<dl class="facts">{told}</dl>')


def wide_and_narrow(key: str) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Two containers: the first is visible on a wide screen, the second on a phone.

    ``key`` is unique on the page.
    """
    st.html(_ONE_OF_TWO.replace("KEY", key))
    return st.container(key=f"{key}-wide"), st.container(key=f"{key}-narrow")
