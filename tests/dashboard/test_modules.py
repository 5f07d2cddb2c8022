"""How modules become one text: nothing is shared between them but what they export and import."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from under_node import under_node

from dashboard.frame.modules import in_page, joined

DASHBOARD: Final = Path(__file__).parents[2] / "dashboard"
ENTRIES: Final = sorted(
    path for path in DASHBOARD.rglob("*.js") if "\nexport default " in path.read_text("utf-8")
)
Written: TypeAlias = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Return a function that writes modules, and gives the path of the first."""

    def write(**sources: str) -> Path:
        for name, source in sources.items():
            (tmp_path / f"{name}.js").write_text(source)
        return tmp_path / f"{next(iter(sources))}.js"

    return write


def test_each_module_keeps_its_names_and_is_run_once_after_those_that_it_needs(
    written: Written,
) -> None:
    entry = written(
        first="""import { two } from "./second.js";
import { secret as other, Three } from "./third.js";
const secret = "first";
export default () => [secret, two(), other, new Three().name()].join(" ");
console.log("first");
""",
        second="""import { secret } from "./third.js";
console.log("second");
export async function never() {}
export function two() { return `two of ${secret}`; }
""",
        third="""console.log("third");
export const secret = "third";
const hidden = 3;
export class Three { name() { return hidden; } }
""",
    )
    script = joined(entry).replace("export default", "globalThis.shown =")
    _, said = under_node("--input-type=module", "-", script=f"{script}\nconsole.log(shown());")
    assert said.splitlines() == ["third", "second", "first", "first two of third third 3"]


def test_comments_on_lines_of_their_own_are_not_sent_and_code_beside_one_is(
    written: Written,
) -> None:
    entry = written(
        first="""// of the file
/**
 * @typedef {object} Data
 */
/** @type {number} */
const one = 1; // one
  /** @type {string} */ (String(one)); /** @type {number} */
const url = "http://x//y"; /* kept */
export default url;
"""
    )
    assert joined(entry) == (
        "const one = 1; // one\n  /** @type {string} */ (String(one)); /** @type {number} */\n"
        'const url = "http://x//y"; /* kept */\nexport default url;\n'
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('import { first } from "./first.js";', "first.js imports second.js imports first.js"),
        (
            'import "./other.js";',
            'second.js has a form of import or export that is not joined: import "./other.js";',
        ),
        ('import * as all from "./other.js";', "not joined"),
        ("export { one };", "not joined"),
        ("export let one = 1;", "not joined"),
    ],
)
def test_what_cannot_be_joined_is_an_error(line: str, told: str, written: Written) -> None:
    entry = written(
        first='import { one } from "./second.js";\nexport const first = one;\n', second=f"{line}\n"
    )
    with pytest.raises(ValueError, match=told):
        joined(entry)


def test_a_script_of_a_page_leaves_no_names_behind(written: Written) -> None:
    page = in_page(
        written(
            first='import { one } from "./second.js";\nconst two = one;\n',
            second="export const one = 1;\n",
        )
    )
    script = page.removeprefix("<script>").removesuffix("</script>")
    ask = "console.log(typeof one, typeof two, typeof $0);"
    assert under_node("-", script=f"{script}; {ask}") == (0, "undefined undefined undefined\n")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda path: path.stem)
def test_every_component_is_a_script_that_can_be_read(entry: Path) -> None:
    assert under_node("--check", "--input-type=module", "-", script=joined(entry)) == (0, "")


def test_types_stand_in_no_file_that_would_hide_a_module_from_the_checker() -> None:
    """TypeScript leaves out ``x.js`` where there is an ``x.d.ts``."""
    types = [*DASHBOARD.rglob("*.d.ts")]
    assert types
    assert not [
        path for path in types if path.with_name(path.name.removesuffix(".d.ts") + ".js").exists()
    ]
