"""Two rulers that are held: no circles of imports, and no function that outgrows a screen.

Everything else about size is told and not held (``tests/benchmarks/structure.py``): a ceiling of
lines once cost the comments that said why.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from benchmarks import structure

ROOT: Final = Path(__file__).resolve().parent.parent

LONGEST_FUNCTION: Final = 97
"""Lines from ``def`` to the last, of lines of 100 characters."""


def test_no_modules_import_each_other_in_a_circle() -> None:
    modules = structure.modules_of(ROOT)
    imports = {name: structure.imports_of(module, modules) for name, module in modules.items()}
    assert structure.shape_of(imports).circles == []


def test_no_function_is_longer_than_the_longest() -> None:
    modules = structure.modules_of(ROOT)
    longest = max(found for module in modules.values() for found in module.functions())
    assert longest[0] <= LONGEST_FUNCTION, longest
