"""``[access]`` in ``book.toml``: who may look, hashes written beside what people wrote, and
mistakes with their place.
"""

from __future__ import annotations

import pytest

from ledger import UserError
from ledger.book.files.settings import Access, Role, parse_settings
from ledger.book.files.settings_edit import with_password

HASH = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$7o0HPLM6ruK4c0Fj7c5rNQ8kS9nXfQ4mYx1bqv0pY2E"  # noqa: E501
PLAYERS = '\n[[players]]\nid = 1\nname = "Ann"  # the host\n'


def test_a_book_without_access_lets_nobody_in() -> None:
    assert parse_settings("").access == Access()
    assert not parse_settings("[access]\noidc = true\n").access


def test_roles_have_passwords_or_people() -> None:
    assert parse_settings(f'[access]\nbanker = "{HASH}"\n').access == Access(
        passwords={Role.BANKER: HASH}
    )
    people = parse_settings(
        '[access]\noidc = true\nviewer = ["Ann@Example.org"]\nscorer = []\n'
    ).access
    assert people == Access(oidc=True, people={Role.VIEWER: ("ann@example.org",), Role.SCORER: ()})


@pytest.mark.parametrize(
    "text",
    [
        "",
        f'currency = "EUR"\n{PLAYERS}',
        f'[access]\n# for the family\nviewer = "{HASH}"  # all of them\n{PLAYERS}',
        f'access = {{ viewer = "{HASH}" }}\n{PLAYERS}',
        f'access.viewer = "{HASH}"\n{PLAYERS}',
    ],
)
def test_a_hash_is_written_and_everything_else_stays(text: str) -> None:
    after = with_password(text, Role.BANKER, HASH)
    before, now = parse_settings(text), parse_settings(after)
    assert now.access.passwords == {**before.access.passwords, Role.BANKER: HASH}
    assert (now.players, now.currency) == (before.players, before.currency)
    for remark in ("# for the family", "# all of them", "# the host"):
        assert (remark in after) == (remark in text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[access]\nviewer = "open sesame"\n', "book.toml:2:10: this is not a password hash"),
        (f'[access]\nviewr = "{HASH}"\n', "book.toml:2:9: there is no role viewr"),
        ("[access]\noidc = 1\n", "book.toml:2:8: oidc must be true or false"),
        (
            '[access]\noidc = true\nviewer = ["ann", "bea@x.org"]\n',
            "book.toml:3:12: ann is not an e-mail address",
        ),
        ('[access]\noidc = true\nviewer = "ann@x.org"\n', "book.toml:3:10: viewer must be a list"),
        ('[access]\nedit = "scorrer"\n', "book.toml:2:8: there is no role scorrer"),
        ("[access]\ndispute = true\n", "book.toml:2:11: dispute must be text"),
        ("access = 3\n", "book.toml:1:10: this must be a table"),
    ],
)
def test_what_makes_no_sense_is_told_with_its_place(text: str, told: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_settings(text)
    assert caught.value.message.startswith(told)
    assert caught.value.remedy


def test_nobody_needs_a_password_who_logs_in_elsewhere() -> None:
    with pytest.raises(UserError, match="oidc = true"):
        with_password("[access]\noidc = true\n", Role.VIEWER, HASH)
