"""The grammars for editors (ledger/docs/editor) highlight whatever the log has: the tables say what
that is.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import ledger
from ledger.game import PRESETS
from ledger.game.options import OPTIONS
from ledger.log.spellings import CARD_OF
from ledger.log.writer import every_statement

EDITOR = Path(ledger.__file__).parent / "docs" / "editor"
GRAMMAR = json.loads((EDITOR / "vscode" / "syntaxes" / "bourre.tmLanguage.json").read_text("utf-8"))
VIM = (EDITOR / "vim" / "syntax" / "bourre.vim").read_text("utf-8")
PATTERNS = [(re.compile(one["match"]), one) for one in GRAMMAR["patterns"]]

STATEMENTS = {one.keyword for one in every_statement()}
WORDS = {word for one in every_statement() for word in one.literals}


def scopes(line: str) -> Iterator[tuple[str, str]]:
    """Each piece of a line that is highlighted, and as what: the first match counts, of several
    there the first pattern's.
    """
    at = 0
    while at < len(line):
        found = [
            (match.start(), order, match)
            for order, (shape, _) in enumerate(PATTERNS)
            if (match := shape.search(line, at))
        ]
        if not found:
            return
        _, order, match = min(found, key=lambda one: one[:2])
        pattern = PATTERNS[order][1]
        for group, capture in pattern.get("captures", {"0": pattern}).items():
            yield match[int(group)].strip(), capture["name"]
        at = max(match.end(), at + 1)


def as_kind(line: str, kind: str) -> list[str]:
    return [text for text, scope in scopes(line) if scope.startswith(kind)]


def not_highlighted(statements: Iterable[str]) -> list[str]:
    """The statements that the grammar of VS Code does not know, indented or not."""
    return [
        one
        for one in statements
        if any(as_kind(line, "keyword.control") != [one] for line in (f"{one} 1", f"  {one} 1"))
    ]


def in_vim(group: str) -> set[str]:
    """The words of a group in the syntax file of Vim."""
    return {
        word
        for line in re.findall(rf"^syn keyword {group} contained (.*)$", VIM, re.MULTILINE)
        for word in line.split()
    }


def test_every_statement_is_highlighted_and_no_other_word() -> None:
    assert not_highlighted(STATEMENTS) == []
    assert in_vim("bourreStatement") == STATEMENTS
    # as a new one would be
    assert not_highlighted(["shuffle", "hands", "Play"]) == ["shuffle", "hands", "Play"]


def test_every_example_is_highlighted_to_its_last_statement_word() -> None:
    for one in every_statement():
        said = list(scopes(one.example or one.form))
        assert said[0] == (one.keyword, said[0][1])
        for word in set(one.literals) & set(one.example.split()):
            assert (word, "keyword.other.bourre") in said, one.example
    assert in_vim("bourreWord") == WORDS


def test_every_option_and_preset_is_highlighted() -> None:
    for name in OPTIONS:
        assert as_kind(f"rules louisiana {name}=x", "variable.parameter") == [name]
    for name in PRESETS:
        assert as_kind(f"rules {name}", "support.constant") == [name]
    assert (
        as_kind("rules luisiana limti=20", "support")
        + as_kind("rules luisiana limti=20", "variable")
        == []
    )
    assert (in_vim("bourreOption"), in_vim("bourrePreset")) == (set(OPTIONS), set(PRESETS))


def test_every_way_of_writing_a_card_is_highlighted() -> None:
    for card in CARD_OF:
        assert as_kind(f"  trick Ann {card} 9h>{card}, {card}", "constant.other.card") == [
            card,
            "9h",
            card,
            card,
        ]


def test_what_is_no_card_is_not() -> None:
    """Names, remarks and what another program wrote."""
    line = "x-other Ah"
    assert as_kind(line, "constant") == []
    assert as_kind("  pass Ash Th1s # Ah 9c", "constant") == []
    assert as_kind('  pass "the Ah of"', "string") == ['"the Ah of"']
    assert as_kind("hand 2 Renée c   # spades?", "constant.other.suit") == ["c"]


@pytest.mark.skipif(shutil.which("vim") is None, reason="there is no vim")
def test_vim_itself_highlights_it(tmp_path: Path) -> None:
    options = [f"rules {preset} {name}=x" for name in OPTIONS for preset in list(PRESETS)[:1]]
    cards = [f"trick Ann {card}" for card in CARD_OF if "\ufe0f" not in card]
    lines = [
        *(one.example or one.form for one in every_statement()),
        *options,
        *(f"rules {name}" for name in PRESETS),
        *cards,
    ]
    log = tmp_path / "all.bourre"
    log.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    tell = """\
let out = []
for at in range(1, line('$'))
  let said = []
  for word in split(getline(at))
    let byte = match(' ' . getline(at) . ' ', '\\V ' . escape(word, '\\') . ' ') + 1
    call add(said, word . ' ' . synIDattr(synID(at, byte, 1), 'name'))
  endfor
  call add(out, join(said, "\\t"))
endfor
call writefile(out, 'out')
qa!
"""
    (tmp_path / "tell.vim").write_text(tell, "utf-8")
    setting = f"set encoding=utf-8 rtp^={EDITOR / 'vim'}"
    words = [
        "vim",
        "-N",
        "-u",
        "NONE",
        "-es",
        "--cmd",
        setting,
        "-c",
        "filetype on",
        "-c",
        "syntax on",
        "-c",
        "e all.bourre",
    ]
    subprocess.run(
        [*words, "-S", "tell.vim"], cwd=tmp_path, check=False, timeout=120, stdin=subprocess.DEVNULL
    )
    told = [
        dict(word.rsplit(" ", 1) for word in line.split("\t"))
        for line in (tmp_path / "out").read_text("utf-8").splitlines()
    ]
    assert len(told) == len(lines)
    for line, said in zip(lines, told, strict=True):
        assert said[line.split()[0]] == "bourreStatement", line
    assert {
        said[line.split()[2]] for line, said in zip(lines, told, strict=True) if line in options
    } == {"bourreOption"}
    assert {
        said[line.split()[1]]
        for line, said in zip(lines, told, strict=True)
        if line.startswith("rules ") and line not in options
    } >= {"bourrePreset"}
    assert {
        said[line.split()[2]] for line, said in zip(lines, told, strict=True) if line in cards
    } == {"bourreCard"}
