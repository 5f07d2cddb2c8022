"""The log of a session, line by line: findings and errors are below their lines, and every line has an address."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from dashboard.frame import escape, navigation, theme, wording
from dashboard.frame.shown_book import asked, the_book
from ledger.book import LogLine, LogText, log_text as session_log
from ledger.log.words import visible as visible_text

MOST: Final = 1_500
"""Lines that are shown at a time."""
_KEY: Final = "log"


def log_view(session: str, line: int | None) -> None:
    """Show the log of a session of the book, with ``line`` in the middle."""
    log = asked(session_log, the_book().folder, session)
    faulty = sum(bool(one.severity) for one in log.lines)
    said = f"{escape.md(log.file, 80)}, {len(log.lines):,} lines, {faulty:,} of them marked."
    if log.written:
        said += " The session came from a Parquet file: this is the log that it would have."
    st.caption(said)
    shown = window(log.lines, line)
    if len(shown) < len(log.lines):
        st.caption(f"Lines {shown[0].number:,} to {shown[-1].number:,} are shown; the download has all of them.")
    here = theme.tokens()
    colours = {"error": here.lost, "warning": here.warning, "remark": here.quiet, "line": here.line, "quiet": here.quiet}
    data = {"lines": [_sent(one) for one in shown], "at": line, "colours": colours | {"raised": here.raised, "link": here.link}}
    _LOG(key=_KEY, data=data, on_line_change=_choose)
    _download(log, session)


def window(lines: tuple[LogLine, ...], line: int | None) -> tuple[LogLine, ...]:
    """The lines around ``line``, or the first ones."""
    start = max(0, min((line or 1) - MOST // 2, len(lines) - MOST))
    return lines[start : start + MOST]


def _sent(one: LogLine) -> dict[str, Any]:
    sent: dict[str, Any] = {"n": one.number, "text": visible_text(one.text)[:2_000]}
    if one.severity:
        sent |= {
            "severity": one.severity,
            "label": wording.SEVERITIES[one.severity],
            "found": [visible_text(said) for said in one.found],
        }
    if not one.counts:
        sent["out"] = True
    return sent


def _choose() -> None:
    """Put the line that was clicked into the address."""
    st.query_params["line"] = str(st.session_state[_KEY]["line"])


def _download(log: LogText, session: str) -> None:
    st.download_button(
        "Download the log",
        data=log.content,
        file_name=f"{session}.bourre",
        mime="text/plain",
        key="download log",
        icon=":material/download:",
        type="tertiary",
    )
    if navigation.may_see("import"):
        st.caption(
            "To put a line right, download the log, change it in an editor, and bring it in again under *Import*, with "
            "*Replace sessions that are in the book already*."
        )


_SCRIPT: Final = """
export default function ({ data, parentElement, setTriggerValue }) {
  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;  // text, never markup: people wrote it
    return element;
  };
  const box = parentElement.querySelector(".log");
  for (const [name, colour] of Object.entries(data.colours)) box.style.setProperty(`--${name}`, colour);
  const address = new URLSearchParams(window.location.search);
  const list = make("ol");
  let target = null;
  let before = false;
  for (const line of data.lines) {
    const item = list.appendChild(make("li", `${line.severity ?? ""} ${line.out ? "out" : ""}`));
    item.id = `line-${line.n}`;
    if (line.n === data.at) { target = item; item.classList.add("here"); item.setAttribute("aria-current", "true"); }
    const number = item.appendChild(make("a", "number", line.n));
    address.set("line", line.n);
    number.href = `?${address}`;
    number.setAttribute("aria-label", `Line ${line.n}`);
    number.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      setTriggerValue("line", line.n);
    };
    const said = item.appendChild(make("div", "said"));
    said.append(make("code", "", line.text || " "));
    if (line.out && !before) said.append(make("p", "why", "Nothing of this hand counts: a line of it cannot be read."));
    before = line.out;
    for (const found of line.found ?? []) {
      const note = said.appendChild(make("p"));
      note.append(make("strong", "", `${line.label}: `), make("bdi", "", found));
    }
  }
  box.replaceChildren(list);
  const key = `${data.at}/${window.location.search}`;
  if (!target || box.dataset.landed === key) return;
  box.dataset.landed = key;
  const land = () => {
    if (!target.isConnected) return;
    box.scrollTop = target.offsetTop - box.clientHeight / 2;
    box.scrollIntoView({ block: "center" });
  };
  land();
  for (const later of [300, 1000]) setTimeout(land, later);  // what stands above may still be growing
}
"""
_STYLE: Final = """
.log { position: relative; max-height: 34rem; overflow-y: auto; border: 1px solid var(--line); border-radius: 0.5rem; }
.log:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: -2px; }
ol { list-style: none; margin: 0; padding: 0.5rem 0; color: var(--st-text-color); }
li { display: grid; grid-template-columns: 4.2rem 1fr; line-height: 1.5; border-left: 4px solid transparent; }
.number { text-align: right; padding-right: 0.8rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
.number:not(:hover) { text-decoration: none; }
code { font-family: var(--st-code-font, monospace); font-size: 0.875rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.said { min-width: 0; padding-right: 0.75rem; }
p { margin: 0.1rem 0 0.4rem; font-size: 0.9rem; overflow-wrap: anywhere; }
.error { border-color: var(--error); background: color-mix(in srgb, var(--error) 12%, transparent); }
.warning { border-color: var(--warning); background: color-mix(in srgb, var(--warning) 12%, transparent); }
.remark { border-color: var(--remark); background: color-mix(in srgb, var(--remark) 10%, transparent); }
.error strong { color: var(--error); } .warning strong { color: var(--warning); }
.out code, .why { color: var(--quiet); }
.out:not(.error, .warning) { border-left: 4px dotted var(--quiet); }
.here { outline: 2px solid var(--link); outline-offset: -2px; }
@media (max-width: 40rem) { li { grid-template-columns: 3rem 1fr; } .number { padding-right: 0.5rem; } }
@media print { .log { max-height: none; } }
"""
_LOG: Final = st.components.v2.component(
    "bourre_log",
    html='<div class="log" tabindex="0" role="region" aria-label="The log, line by line"></div>',
    css=_STYLE,
    js=_SCRIPT,
)
