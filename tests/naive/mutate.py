"""Spoils a log in small ways, for comparing the engine with the naive judges on sessions nobody has
worked out.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from .hand import DECK

WORDS = [*DECK, *["??"] * 8]
RULES = (
    "louisiana",
    "louisiana renege-factor=2",
    "louisiana dealer-plays=yes split=share",
    "double-ante limit=3x",
    "separate-trump bourre=3",
    "dealer-takes-trump limit=5 limit-caps=cost",
    "simultaneous recall=renege",
    "indiana",
    "tutorial limit=5 reuse=folded-first",
    "tutorial cinch=literal",
    "acadiana",
    "acadiana split=share bourre=2",
    "casino cinch=yes",
    "casino recall=free",
)
CHANGES = (
    "limit=4",
    "limit=none",
    "bourre=3",
    "split=share",
    "recall=renege",
    "recall=free",
    "dealer-plays=yes",
    "dealer-antes=yes",
    "bourre-exempt=no",
    "second-ante=yes",
    *RULES,
)


def mutate(text: str, rng: random.Random) -> str:
    """Return the log with one to six lines changed: other cards, amounts, players or rules, lines
    lost, doubled or swapped.

    Statements are put in as well: rulings and changes between hands, hands thrown in, claims, cards
    taken back, bare scores.
    """
    lines = text.rstrip("\n").split("\n")
    body = next(place for place, line in enumerate(lines) if line.startswith("seats")) + 1
    for _ in range(rng.randint(1, 6)):
        if len(lines) < body + 3:
            break
        (spoil,) = rng.choices(
            (spoil_a_line, put_in, throw_in, claim, take_back, only_a_score, exempt),
            (24, 8, 1, 3, 3, 1, 1),
        )
        spoil(lines, body, rng)
    return "\n".join(lines) + "\n"


def spoil_a_line(lines: list[str], body: int, rng: random.Random) -> None:
    """Change, lose, double or swap a line below the header, or change the rules."""
    place = rng.randrange(body + 1, len(lines))
    words = lines[place].split(" ")
    kinds = ("card", "number", "player", "lose a word", "lose", "double", "swap", "rules")
    (kind,) = rng.choices(kinds, (10, 4, 3, 1, 3, 1, 2, 1))
    if kind == "card":
        lines[place] = " ".join(changed(words, WORDS.__contains__, WORDS, rng))
    elif kind == "number":
        lines[place] = " ".join(
            changed(words, str.isdigit, [str(number) for number in range(12)], rng)
        )
    elif kind == "player":
        seated = seated_in(lines, body)
        lines[place] = " ".join(changed(words, seated.__contains__, seated, rng))
    elif kind == "lose a word":
        del words[rng.randrange(len(words))]
        lines[place] = " ".join(words)
    elif kind == "lose":
        del lines[place]
    elif kind == "double":
        lines.insert(place, lines[rng.randrange(body, len(lines))])
    elif kind == "swap":
        lines[place - 1], lines[place] = lines[place], lines[place - 1]
    else:
        header = next(number for number, line in enumerate(lines) if line.startswith("rules"))
        lines[header] = "rules " + rng.choice(RULES)


def put_in(lines: list[str], body: int, rng: random.Random) -> None:
    """Put in a statement between two hands, before all of them or after them."""
    hands = hands_in(lines, body)
    seated = seated_in(lines, body)
    end = next(
        (place for place in range(body, len(lines)) if lines[place].startswith("end")), len(lines)
    )
    one, two = rng.choice(seated), rng.choice(seated)
    number, chips = rng.randint(1, max(1, len(hands))), rng.randrange(12)
    said = (
        f"ante {rng.randint(1, 5)}",
        f"rules {rng.choice(CHANGES)}",
        f"result {one} {chips} {two} {rng.randint(-9, 9)}"
        if one != two
        else f"result {one} {chips}",
        f"waive {number} {one}",
        f"penalty {one} {chips} for {number}",
        f"transfer {one} {two} {chips} for {number}",
        f"count {one} {chips}",
        f"expense {one} {chips} pizza for {two}",
        f"buyin {one} {chips}",
    )
    place = rng.choice([*hands, end])
    lines.insert(place, rng.choices(said, (1, 2, 1, 4, 3, 3, 1, 1, 1))[0])
    if rng.random() < 0.05:
        lines[end + (place <= end) :] = [
            rng.choice(("end", "end divide", "end counted", "end counted divide"))
        ]


def throw_in(lines: list[str], body: int, rng: random.Random) -> None:
    """Break a hand off somewhere with ``misdeal``."""
    for first, end in spans(lines, body, rng):
        lines[rng.randint(first + 1, end) : end] = ["  misdeal"]
        return


def claim(lines: list[str], body: int, rng: random.Random) -> None:
    """Let the leader of a trick lay down cards instead of playing it; what comes after it is kept
    or lost.
    """
    tricks = [
        place
        for place in range(body, len(lines))
        if lines[place].startswith("  trick ") and '"' not in lines[place]
    ]
    if not tricks:
        return
    place = rng.choice(tricks)
    leader, *cards = lines[place].split()[1:]
    following = [
        line.split()
        for line in lines[place + 1 : place + 3]
        if line.startswith(f"  trick {leader} ")
    ]
    laid = [cards[0], *(words[2] for words in following)][: rng.randint(0, 3)]
    end = place + 1
    if rng.random() < 0.7:
        while end < len(lines) and lines[end].startswith("  trick "):
            end += 1
    lines[place : end if rng.random() < 0.5 else max(place + 1, place + len(laid))] = [
        " ".join(["  claim", leader, *laid])
    ]


def take_back(lines: list[str], body: int, rng: random.Random) -> None:
    """Let a card of a trick be taken back: a random one, or one that the same player plays
    later.
    """
    tricks = [place for place in range(body, len(lines)) if lines[place].startswith("  trick ")]
    if not tricks:
        return
    place = rng.choice(tricks)
    words = lines[place].split(" ")
    cards = [at for at, word in enumerate(words) if word in WORDS]
    if cards:
        at = rng.choice(cards)
        later = [
            word
            for line in lines[place + 1 : place + 4]
            if line.startswith("  trick ")
            for word in line.split()
            if word in WORDS
        ]
        words[at] = f"{rng.choice(later or WORDS)}>{words[at]}"
        lines[place] = " ".join(words)


def only_a_score(lines: list[str], body: int, rng: random.Random) -> None:
    """Leave of a hand no more than its score: the tricks, or only what was taken and matched."""
    for first, end in spans(lines, body, rng):
        kept = ("tricks",) if rng.random() < 0.5 else ("take", "match")
        lines[first + 1 : end] = [
            line
            for line in lines[first + 1 : end]
            if line.split()[:1] and line.split()[0] in (*kept, "pot", "ante")
        ]
        return


def exempt(lines: list[str], body: int, rng: random.Random) -> None:
    """Say in the header who is exempt, or no longer."""
    place = body - 1
    if lines[place - 1].startswith("exempt"):
        del lines[place - 1]
    else:
        lines.insert(place, f"exempt {rng.choice(seated_in(lines, body))}")


def seated_in(lines: list[str], body: int) -> list[str]:
    """Return the names in the header's seats that need no quotes, or one at least."""
    seats = next((line for line in lines[: body + 2] if line.startswith("seats")), "")
    return [
        word for word in seats.split()[1:] if '"' not in word and word not in {"Al", "Big"}
    ] or ["Ann"]


def hands_in(lines: list[str], body: int) -> list[int]:
    """Return where hands begin."""
    return [place for place in range(body, len(lines)) if lines[place].startswith("hand ")]


def spans(lines: list[str], body: int, rng: random.Random) -> list[tuple[int, int]]:
    """Return a random hand as the places of its first line and after its last, in a list that is
    empty where there is none.
    """
    hands = hands_in(lines, body)
    if not hands:
        return []
    first = rng.choice(hands)
    end = first + 1
    while end < len(lines) and lines[end].startswith("  "):
        end += 1
    return [(first, end)]


def changed(
    words: list[str], wanted: Callable[[str], bool], choices: list[str], rng: random.Random
) -> list[str]:
    """Return the words with one that is wanted replaced by a choice, if there is one."""
    places = [place for place, word in enumerate(words) if wanted(word)]
    if not places:
        return words
    place = rng.choice(places)
    return [*words[:place], rng.choice(choices), *words[place + 1 :]]
