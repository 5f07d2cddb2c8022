"""What a Parquet file says of its own size, read here and not by pyarrow: of damaged metadata that
one ends the whole process.

The footer is a struct in Thrift's compact protocol (https://github.com/apache/parquet-format): each
field is a step from the number of the one before it and a type, whole numbers are zigzag, seven
bits a byte.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

Struct = dict[int, Any]  # the fields of a struct by their numbers
_TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = 1, 2, 3, 7, 8, 9, 10, 11, 12
_DEEPEST: Final = 16


class Group(NamedTuple):
    """A row group: its rows, and of each column its top-level name, its values, and the bytes that
    they become.
    """

    rows: int
    columns: list[tuple[str, int, int]]


def footer_size(path: Path) -> int:
    """The bytes of a file's footer, as it says."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 8))
        return int.from_bytes(file.read(4), "little")


def groups_of(path: Path) -> list[Group]:
    """Return the row groups of a file. Raises ValueError for a footer that cannot be read."""
    size = footer_size(path)
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 8 - size))
        data = file.read(size)
    try:
        said = _Reader(data).struct()
        return [Group(group[3], [_column(one[3]) for one in group[1]]) for group in said[4]]
    except (IndexError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"its footer cannot be read: {error}") from error


def _column(said: Struct) -> tuple[str, int, int]:
    return said[3][0].decode("utf-8", "replace"), said[5], said[6]


class _Reader:
    """Reads one value after the other; IndexError or TypeError for what is none."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at, self.depth = data, 0, 0

    def struct(self) -> Struct:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise TypeError("it is nested too deeply")
        found: Struct = {}
        number = 0
        while head := self.byte():
            number = number + (head >> 4) if head >> 4 else self.whole()
            kind = head & 15
            found[number] = kind == _TRUE if kind in {_TRUE, _FALSE} else self.value(kind)
        self.depth -= 1
        return found

    def value(self, kind: int) -> Any:  # noqa: ANN401 - as many types as Thrift has
        if kind in {_LIST, _SET}:
            head = self.byte()
            many = self.varint() if head >> 4 == 15 else head >> 4
            return [self.value(head & 15) for _ in range(many)]
        if kind == _MAP:
            raise TypeError("no footer has a map")
        if kind == _STRUCT:
            return self.struct()
        if kind == _BINARY:
            return self.some(self.varint())
        if kind == _DOUBLE:
            return self.some(8)
        if kind in {_TRUE, _FALSE, _BYTE}:
            return self.byte()
        return self.whole()

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def some(self, many: int) -> bytes:
        if many > len(self.data) - self.at:
            raise IndexError("it is cut off")
        self.at += many
        return self.data[self.at - many : self.at]

    def varint(self) -> int:
        found, shift = 0, 0
        while (byte := self.byte()) & 128:
            found |= (byte & 127) << shift
            shift += 7
            if shift > 70:
                raise TypeError("a number is too long")
        return found | byte << shift

    def whole(self) -> int:
        said = self.varint()
        return (said >> 1) ^ -(said & 1)
