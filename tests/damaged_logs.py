"""Accidents that befall a log: some to its bytes, as a disk or an editor makes them, some to its
words, as people do.
"""

import random

MARKS = [b'"', b"#", b"\\", b"\r", b"\t", b"\0", b"\n", b"=", b">", b"\xff"]
WORDS = [
    b"out",
    b"in",
    b"-",
    b"??",
    b"3",
    b"0012",
    b"7,",
    b"1000000",
    b"# so",
    b'"Ks"',
    b'"Big Al"',
    b"Ann=4",
    b"ann",
    b"9h>4h",
    b"10h",
]


def damage(content: bytes, other: bytes, rng: random.Random) -> bytes:
    """Return ``content`` after one accident to its bytes or lines."""
    place = rng.randrange(len(content) + 1)
    kind = rng.randrange(8)
    if kind == 0:
        return content[:place]
    if kind == 1:
        return (
            content[:place]
            + rng.randbytes(rng.randrange(1, 4))
            + content[place + rng.randrange(3) :]
        )
    if kind == 2:
        start = rng.randrange(len(other) + 1)
        return content[:place] + other[start : start + rng.randrange(200)] + content[place:]
    if kind == 3:
        return content[:place] + content[place + rng.randrange(60) :]
    if kind == 4:
        return content[:place] + rng.choice(MARKS) + content[place:]
    if kind == 5:
        return bytes(
            byte ^ (1 << rng.randrange(8)) if rng.random() < 0.002 else byte for byte in content
        )
    lines = content.split(b"\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    if kind == 6:
        lines[one], lines[two] = lines[two], lines[one]
    else:
        words, others = lines[one].split(b" "), other.split()
        words[rng.randrange(len(words))] = rng.choice(others) if others else b""
        lines[one] = b" ".join(words)
    return b"\n".join(lines)


def misspell(content: bytes, rng: random.Random) -> bytes:
    """Return ``content`` after one slip of somebody who writes: a line or a word twice, elsewhere,
    left out or another.
    """
    lines = content.split(b"\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    words = lines[one].split(b" ")
    at = rng.randrange(len(words))
    kind = rng.randrange(9)
    if kind == 0:
        lines.insert(one, lines[one])
    elif kind == 1:
        del lines[one]
    elif kind == 2:
        lines.insert(min(len(lines), one + rng.randrange(1, 4)), lines[one])
    elif kind == 3:
        lines.insert(one, lines[two])
    elif kind == 4:
        words.insert(at, words[rng.randrange(len(words))])
    elif kind == 5:
        del words[at]
    elif kind == 6:
        words[at] = rng.choice(
            lines[rng.randrange(max(0, one - 6), min(len(lines), one + 6))].split() or [b""]
        )
    elif kind == 7:
        words.insert(at, rng.choice(WORDS))
    else:
        words[at] = rng.choice(
            [
                words[at].lower(),
                words[at] + b" ",
                b'"' + words[at] + b'"',
                words[at] + b",",
                b"\t" + words[at],
            ]
        )
    if kind > 3:
        lines[one] = b" ".join(words)
    return b"\n".join(lines)
