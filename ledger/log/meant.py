"""What somebody may have meant by words that the log does not know: other words for a statement, a card in words, a price.

Nothing of this is ever read as if it had been written: it is only told as what to write instead.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from typing import Final
from unicodedata import category, normalize

from ledger.errors import did_you_mean
from ledger.game.cards import RANKS, SUITS, SYMBOLS
from ledger.log.money import MINOR_DIGITS, SIGNS
from ledger.log.words import name_of

_OTHER_WORDS: Final = {
    "pass": ("fold", "folds", "folded", "out"),
    "play": ("in", "draw", "draws", "drew", "plays"),
    "take": ("win", "wins", "won", "winner", "takes", "took", "payout", "gets"),
    "match": ("bourre", "bourré", "bouré", "booray", "bourred", "bust", "busts", "matched", "matches"),
    "tricks": ("score", "scores"),
    "misdeal": ("redeal", "misdealt"),
    "hand": ("deal", "deals", "dealer", "round"),
    "buyin": ("rebuy", "buy", "bought", "buys"),
    "sit": ("join", "joins", "joined", "arrives", "comes"),
    "leave": ("left", "quit", "quits", "goes"),
    "pay": ("paid", "pays", "owes"),
    "penalty": ("fine", "fined"),
    "end": ("finish", "finished", "over", "stop"),
    "seats": ("players", "player", "table", "names"),
    "#": ("note", "notes", "comment", "remark", "nb", "ps"),
}
_KEYWORD_FOR: Final = {word: keyword for keyword, words in _OTHER_WORDS.items() for word in words}
_REMARK: Final = "put a # before a remark"


def keyword_meant(word: str, keywords: tuple[str, ...]) -> str:
    """What to do about a first word that is none of ``keywords``, but another word for one of them; empty if it is not."""
    bare = word.casefold().rstrip(":.,;!")
    keyword = bare if bare in keywords else _KEYWORD_FOR.get(bare, "")
    if keyword == "#" or (word and category(word[0])[0] == "P"):
        return _REMARK
    return f"did you mean {keyword}?" if keyword in keywords else ""


def statements_meant(line: str) -> list[str]:
    """What a line that cannot be read may have said of those below it: ``ante`` for ``ant 2``, ``hand`` for ``Hands 4 Ann 9h``.

    It may be several lines, if their ends were lost.
    """
    found = []
    for part in _PARTS.split(line):
        text = spelt_plainly(part[:_LONG_ENOUGH]).partition(" #")[0].casefold().strip()
        rest = text.lstrip(_LETTERS_OF_KEYWORDS)
        text = _keyword_near(text[: len(text) - len(rest)]) + rest
        found += [keyword for keyword, form in _FORMS.items() if form.search(text)]
    return found


@lru_cache(maxsize=1000)
def _keyword_near(word: str) -> str:
    """The keyword that a word in small letters is, or says otherwise, or is nearly; the word itself if there is none."""
    if word in _KEYWORDS or not 1 < len(word) < _LONGER_THAN_KEYWORDS:
        return word
    return _KEYWORD_FOR.get(word) or did_you_mean(word, _KEYWORDS).removeprefix("did you mean ").rstrip("?") or word


_PARTS: Final = re.compile("[\r\v\f\x85\u2028\u2029]+")
_LONG_ENOUGH: Final = 200
_LETTERS_OF_KEYWORDS: Final = "abcdefghijklmnopqrstuvwxyz"
_LONGER_THAN_KEYWORDS: Final = 13
_KEYWORDS: Final = (
    *(keyword for keyword in _OTHER_WORDS if keyword.isalpha()),
    *("ante", "dealt", "early", "stay", "trick", "claim", "pot", "renege", "cashout", "count", "rules", "result", "transfer"),
)
_FORMS: Final = {
    "hand": re.compile(r"\bhand\W+(?:n[or]\.? *)?\d+\W+\w"),
    "ante": re.compile(r"\bante\W+(?:\S*\d\S*|one|two|three|four|five|six|eight|ten)(?:\s+\w+)?$"),
    "rules": re.compile(r"^rules\b|\brules\b.*="),
    "sit": re.compile(r"^sit\b|\bsit\b.*\bafter\b"),
    "leave": re.compile(r"^leave\b|\bleave\W+\S+$"),
    "penalty": re.compile(r"\bpenalty\b.*\d"),
    "misdeal": re.compile(r"^(?:mis|re)\W?deal|\bmisdeal\b"),
    "result": re.compile(r"\bresult\b.*\d"),
}
"""How lines look that change what is below them, wherever in the line they begin."""


# --- Letters --------------------------------------------------------------------------------------------------------------


def spelt_plainly(text: str) -> str:
    """A text in letters, digits and marks of a plain keyboard: ``Ah`` of a Cyrillic А, ``12`` of wide digits, ``-`` of dashes."""
    return normalize("NFKC", text.translate(_INVISIBLY)).translate(_LOOK_LIKE)


_INVISIBLE: Final = "\u200b\u2060\ufeff\xad\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_INVISIBLY: Final = dict.fromkeys(map(ord, _INVISIBLE))
_LOOK_ALIKE: Final = {
    "АВСЕНІЈКМОРЅТУХасеһіјкоорѕтухԁԛԝ": "ABCEHIJKMOPSTYXacehijkoopstyxdqw",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοικν": "ABEZHIKMNOPTYXoikv",
    "‐‑‒–—―−": "-------",
    "“”„‟«»″‘’‚‛": '"""""""\'\'\'\'',
    "٫٬": ".,",
    "٠١٢٣٤٥٦٧٨٩": "0123456789",
    "۰۱۲۳۴۵۶۷۸۹": "0123456789",
    "०१२३४५६७८९": "0123456789",
}
"""What other keyboards have, and phones put there, that looks like letters, digits and marks of the log, or means them."""
_LOOK_LIKE: Final = {ord(one): other for some, others in _LOOK_ALIKE.items() for one, other in zip(some, others, strict=True)}


def is_aside(word: str) -> bool:
    """True if a word begins as remarks do in other places: ``(close)``, ``--``, ``//``. A lone dash has a meaning."""
    return len(word) > 1 and category(word[0]) in {"Ps", "Pd", "Po"} and word[0] not in "\"'@#&*%"


def odd_character(word: str) -> str:
    """What to do about a character that looks like a space, or like nothing, and is part of a word; empty if there is none."""
    found = _ODD.search(word)
    if found is None:
        return ""
    seen = found[0] not in _INVISIBLE
    return f"put a plain space in place of {name_of(found[0])}" if seen else f"delete {name_of(found[0])}, which cannot be seen"


_ODD: Final = re.compile(f"[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000{_INVISIBLE}]")


# --- Cards ----------------------------------------------------------------------------------------------------------------

_SUITS: Final = {
    name: letter for letter, word in zip(SUITS, ("spade", "heart", "diamond", "club"), strict=True) for name in (word, f"{word}s")
} | dict(zip(SYMBOLS, SUITS, strict=True))
_RANKS: Final = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T", "10": "T"} | {
    word: str(number) for number, word in enumerate(["two", "three", "four", "five", "six", "seven", "eight", "nine"], 2)
}
_IN_BETWEEN: Final = frozenset(("of", "the", "-"))


def suit_meant(word: str) -> str:
    """The letter of a suit that is written in full; empty for another word."""
    return _SUITS.get(word.casefold().strip(",;."), "")


def card_meant(words: list[str]) -> str:
    """The card that the first words may say in another way: ``9 h``, ``K of hearts``, ``spades K``, ``ace of clubs``.

    Empty if they say none, or if the first of them says one by itself in no other way than the log's.
    """
    parts: list[str] = []
    for word in words[:4]:
        bare = word.casefold().strip(",;.\ufe0e\ufe0f")
        if bare not in _IN_BETWEEN:
            parts += bare.split("-") if "-" in bare else [bare]
        if len(parts) > 1:
            break
    if len(parts) != 2:
        return ""
    for rank, suit in (parts, parts[::-1]):
        rank_letter, suit_letter = _RANKS.get(rank, rank.upper()), _SUITS.get(suit, suit)
        if rank_letter in RANKS and len(rank_letter) == 1 and suit_letter in SUITS and len(suit_letter) == 1:
            return f"{rank_letter}{suit_letter}"
    return ""


def cards_apart(word: str) -> str:
    """Cards that are written together, ``Ks/4s`` and ``KsAs``, with spaces between them; empty for another word."""
    cards = _CARD.findall(word)
    rest = _CARD.sub("", word)
    return " ".join(cards) if len(cards) > 1 and not rest.strip("/,;-+.|&") else ""


_CARD: Final = re.compile("(?:10|[AKQJTakqjt2-9])[shdcSHDC♠♥♦♣]\ufe0f?")


# --- Days and money -------------------------------------------------------------------------------------------------------


def date_meant(word: str) -> str:
    """The date as the log writes it, where a word says it in an order that cannot be taken for another: ``20.11.2026``.

    Empty for ``11/12/2026``, which is a day in November or one in December.
    """
    match = _YEAR_FIRST.fullmatch(word) or _DAY_FIRST.fullmatch(word)
    return f"{match['year']}-{int(match['month']):02}-{int(match['day']):02}" if match else ""


_YEAR_FIRST: Final = re.compile(r"(?P<year>\d{4})[-‐‑–—−./](?P<month>\d\d?)[-‐‑–—−./](?P<day>\d\d?)", re.ASCII)
_DAY_FIRST: Final = re.compile(r"(?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<year>\d{4})", re.ASCII)

_SIGN_OF: Final = {
    **dict.fromkeys(("dollar", "dollars", "buck", "bucks", "us$"), "$"),
    **dict.fromkeys(("euro", "euros"), "€"),
    **dict.fromkeys(("pound", "pounds"), "£"),
}
_CODES: Final = {sign: codes[0] for sign, codes in SIGNS.items()} | {word: SIGNS[sign][0] for word, sign in _SIGN_OF.items()}
_HUNDREDTHS: Final = frozenset(("c", "ct", "cts", "cent", "cents", "¢", "p", "pence"))
_PRICE: Final = re.compile(r"(?P<before>[^\d.,]*)(?P<amount>\d*[.,]?\d+)[.,]?(?P<after>[^\d]*)")


def chip_meant(words: list[str]) -> str:
    """What to write for a chip's value that has no code of a currency: ``25 cents`` is ``0.25 USD``.

    Empty for one that says nothing of that kind. Cents are the trap: the code alone would make them 25 dollars.
    """
    match = _PRICE.fullmatch("".join(words[1:3]))
    if match is None:
        return ""
    amount, unit = match["amount"].replace(",", "."), (match["before"] or match["after"]).casefold().rstrip(".")
    if unit in _HUNDREDTHS and amount.isdigit():
        whole, part = divmod(int(amount), 100)
        amount = f"{whole}.{part:02}"
    elif unit not in _CODES and not re.fullmatch("[a-z]{3}", unit):
        return ""
    elif amount.startswith("."):
        amount = f"0{amount}"
    code = _CODES.get(unit, unit.upper() if len(unit) == 3 and unit not in _HUNDREDTHS else "USD")
    sure = code == "EUR" or len(SIGNS.get(unit, "")) == 1 or unit.upper() == code
    return f"did you mean {amount} {code}?{'' if sure else ' (or the code of your currency)'}"


def other_money(note: str, currency: str | None) -> bool:
    """True if free words behind an amount begin as if they belonged to it: ``EUR`` where it is in USD, ``cents``, ``250``."""
    word = next(iter(note.split()), "").strip(",;:!()")
    if _AMOUNT_GOES_ON.fullmatch(word) or word.casefold().rstrip(".") in _SMALL_COINS:
        return True
    sign = _SIGN_OF.get(word.casefold().rstrip("."), word)
    named = SIGNS.get(sign, (word.upper() if word.islower() else word,))
    return currency not in named and not (_COMMON_CODES if word.islower() else _CODES_KNOWN).isdisjoint(named)


def currency_meant(word: str) -> str:
    """The code of a currency that a word or a sign names; empty for another word."""
    bare = word.casefold().strip(",;.")
    return _CODES.get(bare, bare.upper() if bare.upper() in (_COMMON_CODES if word.islower() else _CODES_KNOWN) else "")


_AMOUNT_GOES_ON: Final = re.compile(r"[\d٫٬.,'’]*\d[\d٫٬.,'’]*")
_SMALL_COINS: Final = _HUNDREDTHS - {"c", "p"}
_COMMON_CODES: Final = frozenset(("USD", "EUR", "GBP"))
_CODES_KNOWN: Final = {*_COMMON_CODES, *MINOR_DIGITS, "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF"}.union(*SIGNS.values())


# --- Names ----------------------------------------------------------------------------------------------------------------

QUOTES: Final = "“”„‟«»″"
"""Quotes that phones and word processors put in place of the plain ones."""


def hardly_a_name(word: str) -> bool:
    """True if a word of ``seats``, where any word is a name, is hardly one: ``and``, ``(dealer)``, ``Ann/Bea``, ``“Big``."""
    return word.casefold() == "and" or not _HARDLY_IN_A_NAME.isdisjoint(word) or all(category(one) in _MARKS for one in word)


_HARDLY_IN_A_NAME: Final = frozenset(QUOTES + ",;/|()[]")
_MARKS: Final = frozenset(("Pc", "Pd", "Po", "Sm"))


def garbled(word: str) -> str:
    """What a word was before its UTF-8 was taken for another code: ``Zoë`` of ``ZoÃ«``; empty for a word that is fine."""
    if word.isascii():
        return ""
    for code in ("cp1252", "latin-1"):
        with suppress(UnicodeError):
            return word.encode(code).decode("utf-8")
    return ""
