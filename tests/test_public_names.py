"""The public names of the library are the same for programs that run and for programs that check types."""

import ast
from pathlib import Path

import ledger


def test_type_checkers_are_told_the_same_homes() -> None:
    tree = ast.parse(Path(ledger.__file__).read_text("utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    told = {
        name.asname or name.name: f"{node.module}:{name.name}"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert told == ledger._HOMES
    assert sorted(ledger.__all__) == sorted(["__version__", *ledger._HOMES])
