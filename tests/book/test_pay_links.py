"""Links to pay with: a template in ``book.toml``, and whose address becomes of it."""

from __future__ import annotations

import pytest

from ledger import UserError
from ledger.book.balances.figures import SuggestedTransfer
from ledger.book.balances.transfer_words import link_of, without_handle
from ledger.book.files.settings import Settings, parse_settings
from ledger.book.files.settings_edit import merged

ANN, BEA, CAL = 1, 2, 3


def settings(pay: str, ann: str = '"@ann"', bea: str = "") -> Settings:
    """Return the settings of a book in which Ann has a handle, Bea what is said, and Cal
    nothing.
    """
    return parse_settings(
        f'name = "Fish & Co"\n[pay]\n{pay}\n[[players]]\nid = 1\nname = "Ann"\nhandle = {ann}\n\n'
        f'[[players]]\nid = 2\nname = "Bea"\n{bea}\n\n[[players]]\nid = 3\nname = "Cal"\n'
    )


def owed(payee: int, unit: str = "USD", payer: int = CAL) -> SuggestedTransfer:
    names = {0: "pot", -2: "unexplained", ANN: "Ann", BEA: "Bea", CAL: "Cal"}
    return SuggestedTransfer(names[payer], names[payee], unit, 1250, payer, payee)


@pytest.mark.parametrize(
    ("pay", "ann", "link"),
    [
        (
            "https://venmo.com/{handle}?txn=pay&amount={amount}&note={note}",
            '"@ann"',
            "https://venmo.com/ann?txn=pay&amount=12.50&note=Fish%20%26%20Co%3A%20Cal%20to%20Ann",
        ),
        (
            "http://x.org/{handle}/{amount}{currency}",
            '"+1 (555) a/b?c#d"',
            "http://x.org/%2B1%20%28555%29%20a%2Fb%3Fc%23d/12.50USD",
        ),
        ("https://cash.app/{handle}/{amount}", '"$ann"', "https://cash.app/$ann/12.50"),
        ("https://x.org/{handle}", '"Zoë\\"><script>"', "https://x.org/Zo%C3%AB%22%3E%3Cscript%3E"),
    ],
)
def test_a_template_becomes_an_address_and_a_name_nothing_but_a_part_of_it(
    pay: str, ann: str, link: str
) -> None:
    assert link_of(settings(f'link = "{pay}"', ann), owed(ANN)) == link


def test_a_currency_or_a_player_may_have_a_template_of_their_own() -> None:
    some = settings(
        'link = "https://any.org/{handle}"\nEUR = "https://eur.org/{handle}"',
        bea='link = "https://bea.org/pay?x={amount}"',
    )
    assert link_of(some, owed(ANN)) == "https://any.org/ann"
    assert link_of(some, owed(ANN, "EUR")) == "https://eur.org/ann"
    assert link_of(some, owed(BEA)) == "https://bea.org/pay?x=12.50"
    # Where an address does not say the currency it means the book's: 1250 yen must not become 1250
    # dollars.
    assert link_of(some, owed(ANN, "JPY")) is None
    assert (
        link_of(settings('link = "https://any.org/{handle}/{amount}{currency}"'), owed(ANN, "JPY"))
        == "https://any.org/ann/1250JPY"
    )


def test_only_money_from_player_to_player_has_a_link_and_only_with_a_handle() -> None:
    some = settings('link = "https://any.org/{handle}"')
    assert [
        link_of(some, one)
        for one in (owed(BEA), owed(0), owed(-2), owed(ANN, payer=0), owed(ANN, "chips"))
    ] == [None] * 5
    assert without_handle(
        some, [owed(ANN), owed(BEA), owed(CAL, payer=ANN), owed(BEA), owed(0), owed(BEA, "EUR")]
    ) == [
        "Bea",
        "Cal",
    ]
    assert without_handle(settings(""), [owed(BEA)]) == []  # nobody wants links


@pytest.mark.parametrize(
    ("pay", "message", "remedy"),
    [
        (
            'link = "javascript:alert({handle})"',
            "must be the address of a page",
            "https://venmo.com/{handle}",
        ),
        (
            'link = "https://{handle}.example.org/"',
            "fields only after the host",
            "https://venmo.com/{handle}",
        ),
        (
            'link = "https://venmo.com@{handle}/"',
            "must be the address of a page",
            "https://venmo.com/{handle}",
        ),
        (
            'link = "//x.org/{handle}"',
            "must be the address of a page",
            "https://venmo.com/{handle}",
        ),
        (
            'link = "https://x.org/{handle} now"',
            "must be the address of a page",
            "https://venmo.com/{handle}",
        ),
        ('link = "https://x.org/{hndle}"', "there is no field {hndle}", "did you mean handle?"),
        (
            'link = "https://x.org/{handle!r}"',
            "there is no field {handle!r}",
            "did you mean handle?",
        ),
        (
            'link = "https://x.org/{0.__class__}"',
            "there is no field",
            "expected one of {handle} {amount} {currency} {note}",
        ),
        ('link = "https://x.org/{handle"', "an unmatched brace", "write the fields as {handle}"),
        (
            'EUR = "https://x.org/{amount}"',
            "every payment would go to the same person",
            "put {handle} where",
        ),
        (
            'links = "https://x.org/{handle}"',
            "links is neither `link` nor a currency",
            "did you mean link?",
        ),
        ("link = 5", "link must be text", "put it in quotes"),
    ],
)
def test_what_is_no_template_is_told_with_file_key_and_remedy(
    pay: str, message: str, remedy: str
) -> None:
    with pytest.raises(UserError) as error:
        settings(pay)
    assert error.value.message.startswith("book.toml:3:")
    assert f"| {pay}" in error.value.message
    assert message in error.value.message
    assert remedy in error.value.remedy


def test_the_link_of_a_player_is_checked_too() -> None:
    with pytest.raises(
        UserError, match=r"(?s)book.toml:12:8: .*must be the address of a page.*javascript"
    ):
        settings("", bea='link = "javascript:1"')


def test_whoever_is_merged_brings_the_handle_and_the_link_that_it_is_for() -> None:
    text = (
        '[[players]]\nid = 1\nname = "Ann"\n\n'
        '[[players]]\nid = 2\nname = "Annie"\nhandle = "annie"\nlink = "https://x.org/{handle}"\n'
    )
    (ann,) = parse_settings(merged(text, "Ann", "Annie")).players
    assert (ann.name, ann.handle, ann.link) == ("Ann", "annie", "https://x.org/{handle}")
