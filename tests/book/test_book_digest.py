"""A digest that is remembered is never that of another content."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from ledger.book import folder_state as module
from ledger.book.folder_state import digest


def sha(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def test_a_change_is_seen_at_once_even_if_size_and_time_stay(tmp_path: Path) -> None:
    file = tmp_path / "a.bourre"
    file.write_bytes(b"pot 4")
    os.utime(file, ns=(10**18, 10**18))
    assert digest(file) == sha(b"pot 4")
    file.write_bytes(b"pot 5")
    os.utime(file, ns=(10**18, 10**18))
    assert digest(file) == sha(b"pot 5")


def test_a_file_that_has_rested_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.bourre"
    file.write_bytes(b"pot 4")
    monkeypatch.setattr(module, "SETTLED", -1)
    assert digest(file) == sha(b"pot 4")
    monkeypatch.setattr(hashlib, "file_digest", None)
    assert digest(file) == sha(b"pot 4")


def test_a_file_just_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "a.bourre"
    file.write_bytes(b"pot 4")
    digest(file)
    assert file not in module._KNOWN


def test_a_file_put_in_the_place_of_another_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, other = tmp_path / "a.bourre", tmp_path / "b.bourre"
    file.write_bytes(b"pot 4")
    other.write_bytes(b"pot 5")
    monkeypatch.setattr(module, "SETTLED", -1)
    digest(file)
    other.replace(file)
    assert digest(file) == sha(b"pot 5")
