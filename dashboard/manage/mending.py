"""Unreadable lines of an upload, each with its mark and remedy, to be corrected before anything is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

import streamlit as st

from dashboard.door import bounds
from dashboard.frame import escape, wording
from dashboard.frame.shown_book import the_book
from dashboard.frame.typed_text import typed_text
from ledger.files import PARQUET
from ledger.hands import columns
from ledger.log import decoded, excerpt, is_payments, lines_of, read
from ledger.log.payments import read_payments
from ledger.log.records import Diagnostic

LARGEST: Final = 1_000_000
"""The largest log, in bytes, that can be corrected here: its corrected text is kept in memory as well."""
LARGEST_TEXT: Final = 200_000
"""The largest log, in bytes, that is shown as a whole."""
MOST: Final = 20
"""Lines to correct at a time; the others follow."""
_MENDED: Final = "import mended"
_STYLE: Final = """<style>
[class*="st-key-mending"] :is(input, textarea) { font-family: var(--st-code-font, monospace); font-size: 0.875rem; }
</style>"""


class Faulty(NamedTuple):
    """A log with unreadable lines: its name, its content as corrected so far, and its errors."""

    name: str
    content: bytes
    errors: Sequence[Diagnostic]

    @property
    def lines(self) -> dict[int, list[Diagnostic]]:
        """The errors by line number."""
        found: dict[int, list[Diagnostic]] = {}
        for error in self.errors:
            found.setdefault(error.line, []).append(error)
        return found


def as_mended(logs: Mapping[str, bytes]) -> dict[str, bytes]:
    """The logs with the corrections made here."""
    mended: dict[bytes, bytes] = st.session_state.get(_MENDED, {})
    return {name: mended.get(_digest(name, content), content) for name, content in logs.items()}


def forget() -> None:
    """Drop all corrections, once the logs are stored."""
    st.session_state.pop(_MENDED, None)


def faulty(logs: Mapping[str, bytes]) -> list[Faulty]:
    """The logs with lines that can be corrected here: text, and not too large."""
    found = []
    for name, content in logs.items():
        if len(content) <= LARGEST and b"\0" not in content and not name.lower().endswith(PARQUET):
            errors = _errors(name, content)
            if errors:
                found.append(Faulty(name, content, errors))
    return found


def editors(chosen: Mapping[str, bytes], some: Sequence[Faulty]) -> None:
    """Editors for logs; ``chosen`` are the files as uploaded, to which corrections can be reverted."""
    st.html(_STYLE)
    for one in some:
        with st.container(key=f"mending {one.name}"):
            _editor(one, _digest(one.name, chosen[one.name]))
    for name, content in as_mended(chosen).items():
        if content != chosen[name]:
            _told(name, chosen[name], content)


def _digest(name: str, content: bytes) -> bytes:
    return blake2b(repr(name).encode() + content, digest_size=16).digest()


@st.cache_data(max_entries=20, show_spinner=False)
def _errors(name: str, content: bytes) -> list[Diagnostic]:
    if is_payments(content, name):
        return read_payments(content, name, the_book().settings().currency).errors
    session = read(content, name)
    if session.readable:
        columns([session])  # adds the errors in its rules
    return sorted(session.errors, key=lambda error: error.line)


# --- The editor -----------------------------------------------------------------------------------------------------------


def _editor(one: Faulty, original: bytes) -> None:
    lines = one.lines
    key = f"mend {_digest(one.name, one.content).hex()}"
    with st.form(key):
        st.markdown(
            f":material/edit: **{escape.md(one.name, 80)}: {wording.counted(len(lines), 'line')} cannot be read**  \n"
            f"Correct {'it' if len(lines) == 1 else 'them'} here and check again. The file on your machine is not changed."
        )
        shown = list(lines.items())[:MOST]
        for number, errors in shown:
            with st.container(gap="xsmall"):
                _line(key, number, errors)
        if len(lines) > len(shown):
            st.caption(f"And {len(lines) - len(shown):,} more, once these are corrected.")
        text = _text(one.content)
        if text is not None:
            with st.expander("The whole log"):
                st.text_area("The whole log", text, height=420, key=f"{key} text", label_visibility="collapsed")
        st.form_submit_button(
            "Check again", type="primary", on_click=_check, args=(one, key, [number for number, _ in shown], original)
        )


def _line(key: str, number: int, errors: Sequence[Diagnostic]) -> None:
    """A line with its errors marked, the remedy, and a field to rewrite it."""
    for at, error in enumerate(errors):
        st.markdown(f"**Line {number}:** {escape.md(error.message, 400)}.")
        marked = excerpt(error)
        if marked:
            typed_text("\n".join(marked), f"{key} {number} excerpt {at}", excerpt=True)
        expected = [f"Expected {error.expected.replace('`', '')}."] if error.expected else []  # backticks are for a terminal
        end = "" if error.remedy.endswith(("?", ")", ".")) else "."
        remedy = [f"**{error.remedy[0].upper()}{escape.md(error.remedy[1:], 400)}**{end}"] if error.remedy else []
        st.markdown(" ".join([*remedy, *(f":gray[{escape.md(text, 400)}]" for text in expected)]))
    st.text_input(f"Line {number}", _sendable(errors[0].text), key=f"{key} {number}", label_visibility="collapsed")


def _text(content: bytes) -> str | None:
    """A log as text, to be edited as a whole; None if it is too long or not valid UTF-8."""
    text = decoded(content)
    return text if len(content) <= LARGEST_TEXT and text == _sendable(text) else None


def _sendable(text: str) -> str:
    """Text that can be sent to a browser: invalid bytes are shown as the replacement character."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _check(one: Faulty, key: str, numbers: Sequence[int], original: bytes) -> None:
    """Store the edited lines, so that the log is read again."""
    typed = {number: str(st.session_state[f"{key} {number}"]) for number in numbers}
    whole = st.session_state.get(f"{key} text")
    mended = rewritten(one.content, typed, None if whole is None else str(whole))
    kept: dict[bytes, bytes] = {**st.session_state.get(_MENDED, {}), original: mended}
    if mended != one.content and sum(map(len, kept.values())) <= bounds.HELD * 1_000_000:
        st.session_state[_MENDED] = kept


def rewritten(content: bytes, lines: Mapping[int, str], whole: str | None) -> bytes:
    """A log with some lines replaced, by number; ``whole`` is its edited text, None if it could not be edited as a whole.

    Unchanged lines stay byte for byte. For a line edited in both places, the whole text wins.
    """
    before = lines_of(decoded(content))
    is_whole = whole is not None and lines_of(whole) != before
    text = decoded(content) if whole is None or not is_whole else whole
    now = text.encode("utf-8", "surrogateescape").split(b"\n")
    changed = is_whole
    for number, line in lines.items():
        old = before[number - 1] if number <= len(before) else ""
        if line == _sendable(old):
            continue
        if number > len(now):
            now.append(line.encode())
        elif lines_of(now[number - 1].decode("utf-8", "surrogateescape"))[0] == old:
            now[number - 1] = line.encode() + (b"\r" if now[number - 1].endswith(b"\r") else b"")
        changed = True
    return b"\n".join(now) if changed else content


def _told(name: str, before: bytes, now: bytes) -> None:
    """Say that a log differs from the uploaded file, and offer to revert it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f":material/edit: **{escape.md(name, 80)}** is as it was mended here: {_changes(before, now)}.", width="content"
        )
        st.button("Take it back", key=f"unmend {_digest(name, before).hex()}", on_click=_take_back, args=(_digest(name, before),))


def _changes(before: bytes, now: bytes) -> str:
    """Which lines were changed, in words."""
    old, new = lines_of(decoded(before)), lines_of(decoded(now))
    if len(old) != len(new):
        return f"{len(new):,} lines instead of {len(old):,}"
    numbers = [f"{at:,}" for at, (one, other) in enumerate(zip(old, new, strict=True), 1) if one != other]
    said = wording.listed(numbers[:MOST])
    return f"line {said}" if len(numbers) == 1 else f"lines {said}" + (" and more" if len(numbers) > MOST else "")


def _take_back(original: bytes) -> None:
    st.session_state[_MENDED].pop(original, None)
