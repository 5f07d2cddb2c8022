"""The pages of documentation: every command they show prints what they say, and their links lead
somewhere.
"""

import re
from pathlib import Path

import pytest
from pages import DOCS, ROOT, blocks_of, logs_in, shown_in, try_example

from ledger.cli.help import PAGES
from ledger.findings import audit
from ledger.log import read, write, write_payments
from ledger.log.payments import read_payments

(FRIDAY,) = logs_in(DOCS / "commands.md")
THURSDAY, SATURDAY = logs_in(DOCS / "evening.md")
RESULTS = next(block.text for block in blocks_of(DOCS / "commands.md") if block.kind == "csv")
WRITTEN = [ROOT / "README.md", ROOT / ".github" / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]


@pytest.mark.parametrize(
    "example",
    [example for page in sorted(DOCS.glob("*.md")) for example in shown_in(page)],
    ids=lambda example: example.partition("\n")[0].removeprefix("$ "),
)
def test_what_a_page_shows_is_what_is_printed(
    example: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("friday", FRIDAY), ("thursday", THURSDAY), ("saturday", SATURDAY)):
        (tmp_path / f"{name}.bourre").write_text(text, "utf-8")
    (tmp_path / "results.csv").write_text(RESULTS, "utf-8")
    try_example(example, capsys)


def test_the_log_of_the_commands_is_canonical() -> None:
    session = read(FRIDAY, "friday.bourre")
    assert session.errors == []
    assert write(session) == FRIDAY


def test_the_evenings_to_type_can_be_read_and_all_that_was_paid_wrongly_is_settled() -> None:
    evenings = [read(THURSDAY, "thursday"), read(SATURDAY, "saturday")]
    assert [evening.errors for evening in evenings] == [[], []]
    report = audit(evenings)
    assert [(found.rule, found.player) for found in report.findings if found.settled] == [
        ("take", "Bea"),
        ("take", "Dot"),
        ("match", "Cal"),
    ]
    assert {found.rule for found in report.findings if not found.settled} == {"all-passed"}


def test_the_hand_with_cards_can_be_read_under_the_header_of_an_evening() -> None:
    (hand,) = (
        block.text for block in blocks_of(DOCS / "evening.md") if block.text.startswith("hand ")
    )
    report = audit([read(THURSDAY.partition("\nhand 1")[0] + "\n" + hand, "friday")])
    assert [found.rule for found in report.findings] == ["must-beat"]


def test_the_payments_are_canonical() -> None:
    text = next(block.text for block in blocks_of(DOCS / "evening.md") if "\ndate " in block.text)
    payments = read_payments(text, "payments.bourre")
    assert payments.errors == []
    assert len(payments.payments) == 2
    assert write_payments(payments) == text


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    for path, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)", text) + re.findall(
        r'src="([^"#]+)()"', text
    ):
        linked = page.parent / path if path else page
        assert linked.exists(), path
        assert not anchor or anchor in anchors(linked), anchor


def anchors(page: Path) -> set[str]:
    headings = [
        line.lstrip("# ").lower()
        for line in page.read_text("utf-8").splitlines()
        if line.startswith("#")
    ]
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in headings}


def test_the_readme_names_every_page_with_the_word_that_prints_it() -> None:
    row = re.compile(r"^\| \[[^]]+\]\(ledger/docs/([^)]+)\) \|.*\| `(\w+)` \|$", re.MULTILINE)
    listed = row.findall((ROOT / "README.md").read_text("utf-8"))
    assert {name: file for file, name in listed} == {
        name: page.file for name, page in PAGES.items()
    }
