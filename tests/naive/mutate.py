"""Spoils a log in small ways, for comparing the engine with the naive judges on sessions nobody has worked out."""

from __future__ import annotations

import random
from collections.abc import Callable

from .hand import DECK

WORDS = [*DECK, *["??"] * 8]
RULES = (
    "louisiana",
    "louisiana renege-factor=2",
    "double-ante",
    "separate-trump",
    "dealer-takes-trump",
    "simultaneous recall=renege",
    "indiana",
    "tutorial limit=5",
    "acadiana",
    "casino cinch=yes",
)


def mutate(text: str, rng: random.Random) -> str:
    """Return the log with one to six lines changed: other cards, amounts, players or rules, lines lost, doubled or swapped."""
    lines = text.rstrip("\n").split("\n")
    body = next(place for place, line in enumerate(lines) if line.startswith("seats")) + 1
    for _ in range(rng.randint(1, 6)):
        if len(lines) < body + 3:
            break
        place = rng.randrange(body + 1, len(lines))
        words = lines[place].split(" ")
        kind = rng.choices(
            ("card", "number", "player", "lose a word", "lose", "double", "swap", "rules"), (10, 4, 3, 1, 3, 1, 2, 1)
        )[0]
        if kind == "card":
            lines[place] = " ".join(changed(words, WORDS.__contains__, WORDS, rng))
        elif kind == "number":
            lines[place] = " ".join(changed(words, str.isdigit, [str(number) for number in range(12)], rng))
        elif kind == "player":
            seated = [word for word in lines[body - 1].split()[1:] if '"' not in word]
            lines[place] = " ".join(changed(words, seated.__contains__, seated or ["Ann"], rng))
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
    return "\n".join(lines) + "\n"


def changed(words: list[str], wanted: Callable[[str], bool], choices: list[str], rng: random.Random) -> list[str]:
    """Return the words with one that is wanted replaced by a choice, if there is one."""
    places = [place for place, word in enumerate(words) if wanted(word)]
    if not places:
        return words
    place = rng.choice(places)
    return [*words[:place], rng.choice(choices), *words[place + 1 :]]
