"""Logs on disk: found under a path, and replaced in one step."""

import gzip
import os
import stat
from pathlib import Path

import pytest

from ledger.files import LogError, find_logs, write_atomically
from ledger.log import read


def test_a_folder_is_searched_and_a_file_is_taken_as_it_is(tmp_path: Path) -> None:
    for name in ("b.bourre", "a/c.bourre", "a/notes.txt", "d.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = find_logs([tmp_path, tmp_path / "d.txt", str(tmp_path / "b.bourre")])
    assert found == [tmp_path / "a/c.bourre", tmp_path / "b.bourre", tmp_path / "d.txt"]


def test_a_path_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="no such file") as error:
        find_logs([tmp_path / "nowhere"])
    assert error.value.file == str(tmp_path / "nowhere")
    assert error.value.remedy


def test_a_link_that_leads_nowhere_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "x.bourre").symlink_to(tmp_path / "gone")
    with pytest.raises(LogError, match="no such file"):
        find_logs([tmp_path / "x.bourre"])


def test_permissions_are_kept_and_links_followed(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_new_file_gets_the_permissions_that_new_files_get(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    write_atomically(tmp_path / "new", b"x")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_when_writing_fails_the_old_file_is_whole_and_nothing_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    path.write_text("old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LogError, match="No space left"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_searched_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(LogError, match="Permission denied"):
        find_logs([tmp_path])


def test_a_system_that_cannot_open_folders_can_still_be_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    opened = os.open

    def only_files(name: str | Path, *settings: int) -> int:
        if Path(name).is_dir():
            raise PermissionError(13, "Permission denied", str(name))
        return opened(name, *settings)

    monkeypatch.setattr(os, "open", only_files)
    write_atomically(path, "new")
    assert path.read_text() == "new"


def test_a_folder_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot be written"):
        write_atomically(tmp_path / "nowhere" / "x", "new")


def test_a_packed_file_is_told_to_be_one() -> None:
    for content in (gzip.compress(b"bourre 1\n"), b"PK\x03\x04\x14\0\0\0"):
        (error,) = read(content, "friday.bourre").errors
        assert (error.message, error.remedy) == (
            "this is a compressed file",
            "unpack it first, or save the log as plain text",
        )


def test_a_pipe_in_a_folder_and_an_empty_path_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "friday.bourre")
    for path, message in (
        (tmp_path, "not a regular file"),
        ("", "there is no file without a name"),
    ):
        with pytest.raises(LogError, match=message):
            find_logs([path])
