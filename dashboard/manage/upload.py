"""Importing logs: what would be stored, errors and new players, before anything is stored.

Unreadable lines of an upload, each with its mark and remedy, to be corrected before anything is
stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

import streamlit as st

from dashboard.audit import findings
from dashboard.door import connections
from dashboard.door.streamlit_inside import UploadedFile
from dashboard.frame import navigation, page, wording
from dashboard.frame.answers import cell_of, table_of
from dashboard.frame.component import typed_text
from dashboard.frame.shown_book import the_book
from dashboard.frame.table import Cell, Column, table
from dashboard.manage import spreadsheet
from ledger.answer import Answer, Player, Remedy, Sentence, Value
from ledger.book import MadeLog, imported, importing
from ledger.book.balances.payment_lines import Booked
from ledger.book.balances.transfer_words import transfer_sentence
from ledger.book.balances.unread import sentences
from ledger.book.files.settings import Role
from ledger.book.sessions.import_outcome import Imported, SessionOutcome
from ledger.book.sessions.import_plan import KEEP_BOTH, REPLACE
from ledger.errors import UserError, shell_text
from ledger.files import PARQUET, SUFFIX
from ledger.findings import expected_at, unreadable_line
from ledger.findings.kinds import SYNTAX
from ledger.hands import columns
from ledger.log import DOUBTS, as_suggested, decoded, excerpt, is_payments, lines_of, read
from ledger.log.payments import read_payments
from ledger.log.records import Diagnostic
from ledger.log.words import visible as visible_text
from ledger.sheets import SUFFIXES

MOST_FILES: Final = 200
MOST_LINES: Final = 50_000
"""The most lines of all logs together, some 2,000 hands with every trick: checking them takes
seconds.
"""
_BY_COMMAND: Final = (
    "Choose fewer files, or bring them in on the machine that has the book: bourre import FILE …"
)
_ROUND: Final = "import round"
_DONE: Final = "import done"
_SEEN: Final = "import seen"
_PAID: Final = "import paid"
_SHOWN: Final = 10
_NAMED: Final = 60
_WORDS: Final = {
    "stored": "new",
    "exists": "in the book already",
    "replaced": "takes the place of the one in the book",
    "removed": "no longer in its spreadsheet",
}


class _Switch(NamedTuple):
    """Something refused by default: the option that allows it on the command line, and the label of
    the switch here.
    """

    option: str
    label: str
    short: str


class _Wanted(NamedTuple):
    """What the viewer allows that is refused by default."""

    replacing: bool = False
    keep_both: bool = False


_SWITCHES: Final = {
    "replacing": _Switch(
        REPLACE,
        "Replace evenings that are in the book already",
        "Replace evenings",
    ),
    "keep_both": _Switch(
        KEEP_BOTH,
        "Keep both: an evening that looks like another is another",
        "Keep both",
    ),
}
"""The switches, by the field of ``_Wanted``."""


def upload() -> None:
    """Choose files, see what they would add, and store them."""
    _outcome()
    chosen = st.file_uploader(
        "Logs (.bourre), columns (.parquet), or results in a spreadsheet (.csv, .xlsx)",
        type=[SUFFIX, PARQUET, *SUFFIXES],
        accept_multiple_files=True,
        max_upload_size=connections.UPLOAD,
        key=f"upload {st.session_state.get(_ROUND, 0)}",
        help="Nothing is stored until you say so.",
    )
    if not chosen:
        return
    if sum(one.size for one in chosen) > connections.HELD * 1_000_000 or len(chosen) > MOST_FILES:
        st.error(
            f"That is too much at once: at most {MOST_FILES} files and {connections.HELD} MB. "
            f"{_BY_COMMAND}"
        )
        return
    came = named(chosen)
    files = as_mended(came)
    try:
        made = [
            one for name, content in files.items() for one in importing.exported_logs(name, content)
        ]
    except UserError as error:
        page.complain(error)
        return
    files = {
        name: content for name, content in files.items() if all(name != one.file for one in made)
    }
    sheets = {name: content for name, content in files.items() if name.lower().endswith(SUFFIXES)}
    logs = {name: content for name, content in files.items() if name not in sheets}
    if _are_too_long(logs):
        st.error(
            f"That is too much at once: at most {MOST_LINES:,} lines of logs, and one Parquet "
            f"file. {_BY_COMMAND}"
        )
        return
    made += [log for name, content in sheets.items() for log in spreadsheet.made_of(name, content)]
    if not logs and not made:
        return  # a question is open, or nothing can be used: the page already says so
    try:
        trial, how = _tried(logs, made)
    except UserError as error:
        page.complain(error)
        return
    lacking = {one.session for one in trial.unread if one.lines}
    fine = {
        fate.file for fate in trial.sessions if not fate.unreadable and fate.session not in lacking
    }
    # Files of payments have no sessions, so they are looked at too.
    _tell(
        trial, came, faulty({name: content for name, content in logs.items() if name not in fine})
    )
    wanted = len(trial.stored) + len(trial.replaced)
    if wanted or trial.payments or trial.removed:
        what = (
            wording.counted(wanted, "evening")
            if wanted or trial.removed
            else wording.counted(trial.payments, "payment")
        )
        what += (
            f", and remove {wording.counted(len(trial.removed), 'evening')}"
            if trial.removed
            else ""
        )
        label, kind = _store_button(trial, what)
        st.button(label, type=kind, key="store", on_click=_store, args=(logs, made, how))
    else:
        st.markdown("**There is nothing to store.**")


def _store_button(trial: Imported, what: str) -> tuple[str, Literal["primary", "secondary"]]:
    """The label and the type of the button that stores: not primary if something is wrong."""
    lines = sum(one.lines for one in trial.unread) + trial.unread_payments
    if lines:
        return (
            (
                f"Store {what} although {wording.counted(lines, 'line')} "
                f"{'is' if lines == 1 else 'are'} not read"
            ),
            "secondary",
        )
    return (
        (f"Store {what} all the same", "secondary")
        if trial.left_out
        else (f"Store {what}", "primary")
    )


def _are_too_long(logs: dict[str, bytes]) -> bool:
    """True if the logs have more lines than can be checked here; a Parquet file is measured when it
    is read.
    """
    columns = [name for name in logs if name.lower().endswith(PARQUET)]
    lines = sum(content.count(b"\n") + 1 for name, content in logs.items() if name not in columns)
    return len(columns) > 1 or lines > MOST_LINES


def named(chosen: list[UploadedFile]) -> dict[str, bytes]:
    """The files by name; if several have the same name, the later ones get a number."""
    logs: dict[str, bytes] = {}
    for one in chosen:
        stem, dot, suffix = one.name.rpartition(".")
        name, number = one.name, 1
        while name in logs:
            number += 1
            name = f"{stem} ({number}){dot}{suffix}"
        logs[name] = one.getvalue()
    return logs


def _tried(logs: dict[str, bytes], made: list[MadeLog]) -> tuple[Imported, _Wanted]:
    """The trial import, and what the viewer allows; a switch is shown only if something is refused
    without it.
    """
    how, shown = _Wanted(), set[str]()
    while True:
        trial = _trial(logs, made, how)
        name = next(
            (
                name
                for name, one in _SWITCHES.items()
                if name not in shown
                and any(fate.is_allowed_by(one.option) for fate in trial.refused)
            ),
            None,
        )
        if name is None:
            return trial, how
        shown.add(name)
        if st.toggle(_SWITCHES[name].label, key=f"import {name}"):
            how = how._replace(**{name: True})


def _trial(logs: dict[str, bytes], made: list[MadeLog], how: _Wanted) -> Imported:
    digest = blake2b(repr(the_book().state()).encode())
    for name, content in (*logs.items(), *(log[:2] for log in made)):
        digest.update(repr((name, len(content))).encode() + content)
    key = digest.digest()
    seen: tuple[bytes, dict[_Wanted, Imported]] | None = st.session_state.get(_SEEN)
    if seen is None or seen[0] != key:
        seen = st.session_state[_SEEN] = (key, {})
    trials = seen[1]
    if how not in trials:
        with st.spinner("Reading …"):
            trials[how] = the_book().preview(logs, made, **how._asdict())
    return trials[how]


def _tell(trial: Imported, came: dict[str, bytes], to_mend: Sequence[Faulty]) -> None:
    """Show the trial import, with editors for what cannot be read; ``came`` are the files as
    uploaded.
    """
    answer = imported.imported(trial, foreseen=True)
    counts = wording.listed([one.text for one in imported.lines(answer, "counts")])
    st.markdown(f"**{counts}.** Nothing is stored yet.")
    editors(came, to_mend)
    mended_here = {one.name for one in to_mend}
    _refusals(
        [fate for fate in trial.refused if not (fate.unreadable and fate.file in mended_here)], came
    )
    if notes := imported.lines(answer, "notes"):
        st.warning(_list(notes))
    _people(answer)
    fine = [fate for fate in trial.sessions if fate.outcome in _WORDS]
    if fine:
        rows: list[list[Cell | str]] = [
            [fate.session or "", Cell(_WORDS[fate.outcome], "quiet"), Cell(fate.file, "quiet")]
            for fate in fine
        ]
        table(
            "Evenings in these files",
            [Column("Evening"), Column("Is"), Column("File", hidden_on_phones=True)],
            rows,
            most=20,
        )
    _changes(trial, answer)
    if trial.left_out:
        said = [f"- {wording.md(text, 400)}" for text, *_ in sentences(trial.left_out)]
        st.warning("\n".join(["**Left out of the figures:**", "", *said[:_SHOWN]]))
    for kind, told in DOUBTS.items():
        some = [one for one in trial.doubts if one.kind == kind]
        if some:
            lines = [
                f"- {wording.md(one.file, 60)}, line {one.line}"
                + (f": {wording.md(one.words, 200)}" if one.words else "")
                for one in some[:_SHOWN]
            ]
            st.warning("\n".join([f"**{told.heading}**", "", *lines, "", told.remedy]))
    found = [one for one in trial.found if one.rule != SYNTAX or not to_mend]
    if found:
        st.subheader(wording.counted(len(found), "finding"), anchor=False)
        findings.told(findings.found_in(found[:_SHOWN]))
        if len(found) > _SHOWN:
            st.caption(
                f"And {len(found) - _SHOWN:,} more; the audit shows them all once they are stored."
            )


def _list(some: Sequence[Sentence]) -> str:
    return "\n".join(f"- {wording.md(one.text, 600)}" for one in some[:_SHOWN])


def _changes(trial: Imported, answer: Answer) -> None:
    if not trial.replaced and not trial.removed:
        return
    st.subheader("What replacing would change", anchor=False)
    st.caption("The old logs are kept in the folder `replaced` of the book.")
    for name in ("versions", "rulings"):
        if said := imported.lines(answer, name):
            st.markdown(_list(said))
    for one in imported.changed(answer):
        table_of(one, _plain)
    if not trial.changes:
        st.markdown("No chips and no balances change.")


def _plain(value: Value) -> Cell:
    """A cell without a link: who is new has no page yet."""
    return Cell(value.name) if isinstance(value, Player) else cell_of(value)


def _refusals(refused: Sequence[SessionOutcome], came: Mapping[str, bytes]) -> None:
    if not refused:
        return
    with st.container(border=True):
        st.markdown(":material/block: **What cannot be stored, and why**")
        for fate in refused[:_SHOWN]:
            page.complain(
                UserError(_why(fate, came), "" if fate.unreadable else _remedies(fate.remedies))
            )
        if len(refused) > _SHOWN:
            st.caption(f"And {len(refused) - _SHOWN:,} more.")


def _why(fate: SessionOutcome, came: Mapping[str, bytes]) -> str:
    """Why it cannot be stored: of a file that is no log at all, in sentences rather than as a
    terminal says it.
    """
    content = (
        came.get(fate.file) if fate.unreadable and not fate.file.lower().endswith(PARQUET) else None
    )
    errors = [] if content is None else _errors(fate.file, content)
    return f"{fate.file}: {unreadable_line(errors[0], None).message}" if errors else fate.reason


def _remedies(some: Sequence[Remedy]) -> str:
    """What to do about something: with a switch of this page, with a command, or without either.

    To look first needs no option here.
    """
    switches = {one.option: one.short for one in _SWITCHES.values()}
    said = []
    for one in some:
        if one.option in switches:
            said.append(f"turn on ‘{switches[one.option]}’ above to {one.do.text}")
        elif one.command:
            said.append(f"to {one.do.text}: {shell_text(['bourre', *one.command])}")
        elif not one.option:
            said.append(one.do.text)
    return "; ".join(said)


def _people(answer: Answer) -> None:
    for one in imported.lines(answer, "newcomers"):
        names = [wording.md(part.name) for part in one.parts if isinstance(part, Player)]
        more = [f"{len(names) - _NAMED:,} more"] if len(names) > _NAMED else []
        st.markdown(
            f":material/person_add: {one.parts[0]}{wording.listed([*names[:_NAMED], *more])}."
        )
    if alike := imported.alike(answer):
        st.markdown(_list([one for one, _ in alike]))
        merge = alike[0][1]
        st.caption(f"To {merge.do.text} afterwards; or correct the name in the log first:")
        typed_text(visible_text(shell_text(["bourre", *merge.command])), "merge command")


def _store(logs: dict[str, bytes], made: list[MadeLog], how: _Wanted) -> None:
    if not page.attempt(_DONE, lambda: the_book().store(logs, made, **how._asdict())):
        return
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    st.session_state.pop(_SEEN, None)
    forget()


def _outcome() -> None:
    done: Imported | UserError | None = st.session_state.get(_DONE)
    if done is None:
        return
    if isinstance(done, UserError):
        page.complain(done)
    else:
        new = [*done.stored, *done.replaced]
        said = (
            wording.counted(len(new), "evening")
            if new or not done.payments
            else wording.counted(done.payments, "payment")
        )
        out = f" Removed: {wording.counted(len(done.removed), 'evening')}." if done.removed else ""
        st.success(f"Stored: {said}.{out}")
        for session in new[:_SHOWN]:
            navigation.link("session", f"See {wording.md(session, 60)}", session=session)
        if done.found:
            navigation.link(
                "audit", f"See what was found: {wording.counted(done.findings, 'finding')}"
            )
        _refusals(done.refused, {})
        _ask_whether_paid(done)
        st.caption(
            "To undo it, take the files out of the folder `sessions` of the book: the logs are "
            "what counts."
        )
    st.button("Done", key="import told", on_click=_forget_outcome)


def _ask_whether_paid(done: Imported) -> None:
    """Ask bankers once whether results from a spreadsheet were paid at the time, and note it."""
    if not (done.results and done.stored) or the_book().role < Role.BANKER:
        return
    paid: Booked | UserError | None = st.session_state.get(_PAID)
    if isinstance(paid, UserError):
        page.complain(paid)
    elif paid is not None:
        if paid.lines or not paid.left_out:
            st.success(
                f"Recorded: {wording.counted(len(paid.lines), 'payment')}, each on the day of its "
                "evening."
            )
        if paid.left_out:
            said = [
                f"- {wording.md(f'{transfer_sentence(one, {}).text}: {why}', 400)}"
                for one, why in paid.left_out[:_SHOWN]
            ]
            st.warning("\n".join(["**Not recorded:**", "", *said]))
    else:
        st.markdown(
            "**Were these evenings paid at the time?** Otherwise what was lost in them is still "
            "owed."
        )
        st.button("They were paid", key="paid then", on_click=_settle_then, args=(done.results,))


def _settle_then(sessions: list[str]) -> None:
    page.attempt(_PAID, lambda: the_book().settle_then(sessions))


def _forget_outcome() -> None:
    for key in (_DONE, _PAID):
        st.session_state.pop(key, None)


# --- Unreadable lines -----------------------------------------------------------------------------
LARGEST: Final = 1_000_000
"""The largest log, in bytes, that can be corrected here: its corrected text is kept in memory as
well.
"""
LARGEST_TEXT: Final = 200_000  # the largest log, in bytes, that is shown as a whole
MOST: Final = 20  # lines to correct at a time; the others follow
_MENDED: Final = "import mended"
_STYLE: Final = """<style>
[class*="st-key-mending"] :is(input, textarea) { font-family: var(--st-code-font, monospace); font-size: 0.875rem; }
[class*="st-key-mending"] [class*="-check-again"] { order: 1; }
</style>"""  # noqa: E501


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
    """Editors for logs; ``chosen`` are the files as uploaded, to which corrections can be
    reverted.
    """
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


# --- The editor -----------------------------------------------------------------------------------
def _editor(one: Faulty, original: bytes) -> None:
    lines = one.lines
    key = f"mend {_digest(one.name, one.content).hex()}"
    with st.form(key):
        st.markdown(
            f":material/edit: **{wording.md(one.name, 80)}: {wording.counted(len(lines), 'line')} "
            "cannot be read**  \n"
            f"Correct {'it' if len(lines) == 1 else 'them'} here and check again. The file on "
            "your machine is not changed."
        )
        shown = list(lines.items())[:MOST]
        told = (one, key, [number for number, _ in shown], original)
        # The Enter key presses the first button of a form: that must not be a suggestion. It is
        # shown last.
        st.form_submit_button(
            "Check again", type="primary", key=f"{key} check again", on_click=_check, args=told
        )
        for number, errors in shown:
            with st.container(gap="xsmall"):
                _line(key, number, errors)
                _suggested(key, number, errors, told)
        if len(lines) > len(shown):
            st.caption(f"And {len(lines) - len(shown):,} more, once these are corrected.")
        text = decoded(one.content)
        # else it is too long, or not valid UTF-8
        if len(one.content) <= LARGEST_TEXT and text == _sendable(text):
            with st.expander("The whole log"):
                st.text_area(
                    "The whole log",
                    text,
                    height=420,
                    key=f"{key} text",
                    label_visibility="collapsed",
                )


def _line(key: str, number: int, errors: Sequence[Diagnostic]) -> None:
    for at, error in enumerate(errors):
        st.markdown(f"**Line {number}:** {wording.md(error.message, 400)}.")
        marked = excerpt(error)
        if marked:
            typed_text("\n".join(marked), f"{key} {number} excerpt {at}", excerpt=True)
        expected = [f"Expected {what}."] if (what := expected_at(error)) else []
        end = "" if error.remedy.endswith(("?", ")", ".")) else "."
        remedy = (
            [f"**{error.remedy[0].upper()}{wording.md(error.remedy[1:], 400)}**{end}"]
            if error.remedy
            else []
        )
        st.markdown(" ".join([*remedy, *(f":gray[{wording.md(text, 400)}]" for text in expected)]))
    st.text_input(
        f"Line {number}",
        _sendable(errors[0].text),
        key=f"{key} {number}",
        label_visibility="collapsed",
    )


def _suggested(
    key: str, number: int, errors: Sequence[Diagnostic], told: tuple[Faulty, str, list[int], bytes]
) -> None:
    """Offer what the reader takes a line to mean: one tap puts it there, and checks again."""
    meant = {
        found
        for error in errors
        if (found := as_suggested(error)) and found[1] == _sendable(found[1])
    }
    for word, line in sorted(meant):
        label = f"Use “{wording.md(word, 40)}”"
        st.form_submit_button(
            label, key=f"{key} {number} use {word}", on_click=_check, args=(*told, {number: line})
        )


def _sendable(text: str) -> str:
    """Text that can be sent to a browser: invalid bytes are shown as the replacement character."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _check(
    one: Faulty,
    key: str,
    numbers: Sequence[int],
    original: bytes,
    instead: Mapping[int, str] = MappingProxyType({}),
) -> None:
    typed = {number: str(st.session_state[f"{key} {number}"]) for number in numbers}
    before = {number: _sendable(errors[0].text) for number, errors in one.lines.items()}
    # what is typed counts
    typed |= {number: line for number, line in instead.items() if typed[number] == before[number]}
    whole = st.session_state.get(f"{key} text")
    mended = rewritten(one.content, typed, None if whole is None else str(whole))
    kept: dict[bytes, bytes] = {**st.session_state.get(_MENDED, {}), original: mended}
    if mended != one.content and sum(map(len, kept.values())) <= connections.HELD * 1_000_000:
        st.session_state[_MENDED] = kept


def rewritten(content: bytes, lines: Mapping[int, str], whole: str | None) -> bytes:
    """A log with some lines replaced, by number; ``whole`` is its edited text, None if it could not
    be edited as a whole.

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
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            (
                f":material/edit: **{wording.md(name, 80)}** is as it was mended here: "
                f"{_mended_lines(before, now)}."
            ),
            width="content",
        )
        original = _digest(name, before)
        st.button(
            "Take it back",
            key=f"unmend {original.hex()}",
            on_click=st.session_state[_MENDED].pop,
            args=(original, None),
        )


def _mended_lines(before: bytes, now: bytes) -> str:
    old, new = lines_of(decoded(before)), lines_of(decoded(now))
    if len(old) != len(new):
        return f"{len(new):,} lines instead of {len(old):,}"
    numbers = [
        f"{at:,}" for at, (one, other) in enumerate(zip(old, new, strict=True), 1) if one != other
    ]
    said = wording.listed(numbers[:MOST])
    return (
        f"line {said}"
        if len(numbers) == 1
        else f"lines {said}" + (" and more" if len(numbers) > MOST else "")
    )
