"""JavaScript as browsers get it: a module with all that it imports, in one text.

What we write are ordinary modules, which Node and a type checker take as they stand. Streamlit
sends a component's script as one text, in which an import of a file leads nowhere. One text is also
one request: nothing waits for a second one, or is missing without a connection.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)
"""A comment on lines of its own: what the types need is an eighth of all that we write."""

_IMPORT: Final = re.compile(
    r'^import \{ ([\w$, ]+) \} from "(\.{1,2}/[\w./-]+\.js)";$', re.MULTILINE
)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_OTHER: Final = re.compile(r"^(?:import|export(?! default\b))\b.*", re.MULTILINE)


def joined(entry: Path) -> str:
    """The module in a file with all that it imports, each once, after what it needs itself.

    Each but the first keeps its names to itself: it becomes a function that is called once and
    returns what it exports. What the first exports beside its default is left out.
    Raises ValueError for modules that import each other in a circle, and for other forms than
    ``import { a as b } from "./file.js"`` and ``export`` before a function, class or constant.
    """
    made: dict[Path, str] = {}
    first = _read(entry.resolve(), made, ())
    return "\n".join([*made.values(), first])


def in_page(entry: Path) -> str:
    """The same as an element of a page, where it leaves no names behind."""
    return f'<script>\n(() => {{\n"use strict";\n{joined(entry)}}})();\n</script>'


def _read(path: Path, made: dict[Path, str], above: tuple[Path, ...]) -> str:
    """A module without comments, its imports as constants; what it needs is added to ``made``."""
    if path in above:
        raise ValueError(f"modules import each other in a circle: {_listed(*above, path)}")

    def imported(found: re.Match[str]) -> str:
        source = (path.parent / found[2]).resolve()
        if source not in made:
            text = _read(source, made, (*above, path))
            names = ", ".join(_EXPORT.findall(_COMMENT.sub("", source.read_text("utf-8"))))
            made[source] = f"const ${len(made)} = (() => {{\n{text}return {{ {names} }};\n}})();"
        return f"const {{ {found[1].replace(' as ', ': ')} }} = ${[*made].index(source)};"

    text = _IMPORT.sub(imported, _COMMENT.sub("", path.read_text("utf-8")))
    text = _EXPORT.sub("", text)
    other = _OTHER.search(text)
    if other:
        raise ValueError(
            f"{path.name} has a form of import or export that is not joined: {other[0]}"
        )
    return text


def _listed(*paths: Path) -> str:
    return " imports ".join(path.name for path in paths)
