"""The login page: one file, without scripts, that loads nothing else."""

from __future__ import annotations

from html import escape
from typing import Final

PATH: Final = "/bourre/login"
ELSEWHERE: Final = "/bourre/login/elsewhere"
LONGEST_NEXT: Final = 2_000

_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>Log in · Bourré</title>
<style>
%(colours)s
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.25rem; background: var(--page);
  color: var(--ink); font: 1rem/1.5 "Source Sans 3", "Source Sans Pro", system-ui, sans-serif; }
main { width: 100%%; max-width: 24rem; padding: 1.75rem; background: var(--raised); border: 1px solid var(--line);
  border-radius: .75rem; }
h1 { margin: 0 0 1.25rem; font-size: 1.9rem; line-height: 1.2; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
.wrong { padding: .6rem .8rem; border-left: 4px solid var(--lost); background: var(--page); border-radius: .25rem; }
label { display: block; margin-bottom: .35rem; font-weight: 600; }
input { width: 100%%; min-height: 3rem; padding: .5rem .75rem; margin-bottom: 1rem; font: inherit; color: var(--ink);
  background: var(--page); border: 1px solid var(--quiet); border-radius: .5rem; }
button, .button { display: block; width: 100%%; min-height: 3rem; padding: .7rem; font: inherit; font-weight: 600; border: 0;
  border-radius: .5rem; color: var(--on-felt); background: var(--felt); text-align: center; text-decoration: none;
  cursor: pointer; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code { padding: .1rem .3rem; background: var(--page); border-radius: .25rem; overflow-wrap: anywhere; }
</style></head><body><main><h1>Bourré</h1>
%(body)s
</main></body></html>
"""
_FORM: Final = """<form method="post" action="%(action)s">%(said)s
<input type="hidden" name="next" value="%(next)s">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required autofocus>
<button>Log in</button></form>"""


def asking(colours: str, goes_to: str, wrong: str = "") -> str:
    """The form; a right password leads to ``goes_to``. ``wrong`` says what was wrong with the last one."""
    said = f'<p class="wrong" role="alert">{escape(wrong)}</p>' if wrong else ""
    return _PAGE % {"colours": colours, "body": _FORM % {"action": PATH, "said": said, "next": escape(goes_to)}}


def saying(colours: str, *sentences: str, command: str = "") -> str:
    """A page without a form, which says what is the matter and which command helps."""
    body = "".join(f"<p>{escape(one)}</p>" for one in sentences)
    return _PAGE % {"colours": colours, "body": body + (f"<p><code>{escape(command)}</code></p>" if command else "")}


def elsewhere(colours: str, stranger: str = "") -> str:
    """The page with a button to log in elsewhere; ``stranger`` is the address of somebody who did, but has no role here."""
    if not stranger:
        return _PAGE % {"colours": colours, "body": f'<a class="button" href="{ELSEWHERE}">Log in</a>'}
    said = f'<p class="wrong" role="alert">{escape(stranger)} may not look at this book. Ask whoever keeps it.</p>'
    return _PAGE % {"colours": colours, "body": f'{said}<a class="button" href="/auth/logout">Log in as somebody else</a>'}


def place_to_go(wanted: str) -> str:
    """The page to show after the login: the ``wanted`` one if it is ours, else the first page."""
    ours = wanted.startswith("/") and not wanted.startswith(("//", "/\\", "/bourre/")) and len(wanted) <= LONGEST_NEXT
    return wanted if ours and wanted.isascii() and wanted.isprintable() and "\\" not in wanted else "/"
