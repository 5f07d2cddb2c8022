"""Spellings: the ways a card and a currency may be written, and what was meant by words that the
log does not know.

Nothing of this is ever read as if it had been written: messages only suggest it. Patterns are
compiled when a line that cannot be read is first looked at, because most programs never meet one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final
from unicodedata import category

from ledger.errors import nearest
from ledger.game.play import NAMES, RANKS, SUITS, SYMBOLS, UNKNOWN
from ledger.log.words import KEYWORDS, quote, shown, spelt_plainly

# --- Cards ----------------------------------------------------------------------------------------
_SELECTORS: Final = "\ufe0f\ufe0e"  # phones add one to a suit, to have it in colour or not
SUIT_OF: Final = {
    spelling: suit
    for suit, (letter, symbol) in enumerate(zip(SUITS, SYMBOLS, strict=True))
    for spelling in (
        letter,
        letter.upper(),
        symbol,
        *(symbol + selector for selector in _SELECTORS),
    )
}
CARD_OF: Final = {
    rank + spelling: 13 * suit + number
    for number, name in enumerate(RANKS)
    for rank in {name, name.lower(), "10" if name == "T" else name}
    for spelling, suit in SUIT_OF.items()
} | {"??": UNKNOWN}
"""Card code by spelling."""
_SUITS_IN_WORDS: Final = {
    "s": (
        "spade",
        "spades",
        "pik",
        "pique",
        "piques",
        "picas",
        "picche",
        "schoppen",
        "spader",
        "espadas",
    ),
    "h": (
        "heart",
        "hearts",
        "herz",
        "coeur",
        "cœur",
        "coeurs",
        "corazones",
        "cuori",
        "harten",
        "hjärter",
        "copas",
    ),
    "d": (
        "diamond",
        "diamonds",
        "karo",
        "carreau",
        "carreaux",
        "diamantes",
        "quadri",
        "ruiten",
        "ruter",
        "ouros",
    ),
    "c": (
        "club",
        "clubs",
        "kreuz",
        "trèfle",
        "trefle",
        "trèfles",
        "tréboles",
        "fiori",
        "klaver",
        "klöver",
        "paus",
    ),
}
_SUITS: Final = {
    word: letter for letter, words in _SUITS_IN_WORDS.items() for word in words
} | dict(zip(SYMBOLS, SUITS, strict=True))
_RANKS: Final = (
    {
        "ace": "A",
        "king": "K",
        "queen": "Q",
        "jack": "J",
        "ten": "T",
        "10": "T",
        "r": "K",
        "d": "Q",
        "v": "J",
        "b": "J",
    }
    | {
        "as": "A",
        "ass": "A",
        "roi": "K",
        "dame": "Q",
        "valet": "J",
        "könig": "K",
        "bube": "J",
        "rey": "K",
    }
    | {
        word: str(number)
        for number, word in enumerate(
            ["two", "three", "four", "five", "six", "seven", "eight", "nine"], 2
        )
    }
)
"""Words for ranks, and the letters on French and German cards."""
_IN_BETWEEN: Final = frozenset(("of", "the", "-"))


def suit_meant(word: str) -> str:
    """The letter of a suit that is written in full; empty for another word."""
    return _SUITS.get(word.casefold().strip(",;."), "")


def card_meant(words: list[str]) -> str:
    """The card that the first words may say in another way: ``9 h``, ``K of hearts``, ``spades K``,
    ``ace of clubs``.

    Empty if they say none, or if the first of them says one by itself in no other way than the
    log's.
    """
    parts: list[str] = []
    for word in words[:4]:
        bare = word.casefold().strip(",;.()[]")
        if bare not in _IN_BETWEEN:
            parts += _taken_apart(bare)
        if len(parts) > 1:
            break
    if len(parts) != 2:
        return ""
    for rank, suit in (parts, parts[::-1]):
        rank_letter = _rank_of(rank)
        suit_letter = _SUITS.get(suit, suit)
        if rank_letter and suit_letter in SUITS and len(suit_letter) == 1:
            return f"{rank_letter}{suit_letter}"
    return ""


def _rank_of(word: str) -> str:
    return word.upper() if len(word) == 1 and word.upper() in RANKS else _RANKS.get(word, "")


def _taken_apart(word: str) -> list[str]:
    """The rank and the suit of a word that has both: ``9-h``, ``herz7``, ``vh``; else the word
    alone.
    """
    if "-" in word or "/" in word:
        return [part for part in re.split("[-/]", word) if part]
    for suit in sorted(_SUITS, key=len, reverse=True) if len(word) > 1 else ():
        for rank in (word.removeprefix(suit), word.removesuffix(suit)):
            if rank != word and _rank_of(rank):
                return [rank, suit]
    return (
        [word[:-1], word[-1]]
        if len(word) == 2 and word[0] in _RANKS and word[1] in SUITS
        else [word]
    )


def list_meant(word: str) -> str:
    """Which of ``out`` and ``in`` a word before some cards is, written in capitals or nearly; empty
    for another word.
    """
    near = word.casefold().strip(":.,")
    return {"on": "in", "im": "in"}.get(near) or nearest(near, ("out", "in"))


def cards_apart(word: str) -> str:
    """Cards that are written together, ``Ks/4s`` and ``KsAs``, with spaces between them; empty for
    another word.
    """
    cards = re.findall(_CARD, word)
    rest = re.sub(_CARD, "", word)
    return " ".join(cards) if len(cards) > 1 and not rest.strip("/,;-+.|&") else ""


_CARD: Final = r"(?:10|[AKQJTakqjt2-9])[shdcSHDC♠♥♦♣][\ufe0f\ufe0e]?|\?\?"


def card_remedy(word: str, following: Sequence[str]) -> str:  # noqa: PLR0911 - one for each slip
    """What to write for a word that should be a card and is not one; it may be one together with
    those that follow.
    """
    plain = spelt_plainly(word)
    if apart := cards_apart(plain):
        return f"put spaces between the cards: {apart}"
    before, mark, after = plain.partition(">")
    if ">" in word:
        both = f": {before or '9h'}>{after or (following or ['4h'])[0]}"
        return (
            "a card can be taken back only in a trick"
            if before and after
            else f"write it without spaces{shown(both)}"
        )
    if mark and before in CARD_OF and after in CARD_OF:
        return f"did you mean {NAMES[CARD_OF[before]]}>{NAMES[CARD_OF[after]]}?"
    if word[:1] == "1" and word[1:] in SUIT_OF:
        return f"did you mean T{SUITS[SUIT_OF[word[1:]]]}? (ten is T or 10)"
    if not plain.strip("?"):
        return "write ?? for a card that nobody knows"
    if meant := card_nearly(plain) or card_meant([plain, *following]):
        return f"did you mean {meant}?"
    if plain.upper() in {*RANKS, "10"}:
        return "add the suit, s h d or c; write ?? for a card that nobody knows"
    if said := list_meant(plain):
        return f"did you mean {said}?"
    if plain.casefold() in KEYWORDS:
        return f"begin a new line before {shown(word)}"
    return "write a card such as Kh, ?? for one that nobody knows, or # before a comment"


def card_nearly(plain: str) -> str:
    """The card that a word is with its letters turned round, in brackets, with the ten or the
    unknown card in another way.
    """
    bare = plain.strip(_AROUND)
    ten = re.sub("^(?:[1lI][0oO]|[0oO])", "T", bare)
    for card in (bare, bare[1:] + bare[:1], bare[-2:] + bare[:-2], ten, ten[1:] + ten[:1]):
        if card in CARD_OF:
            return NAMES[CARD_OF[card]]
    return _PLAYING_CARDS.get(bare[:1], "")


_AROUND: Final = ",;.:!()[]{}*_-"  # what may stand beside a card that is right
_PLAYING_CARDS: Final = {
    chr(
        0x1F0A0 + 16 * suit + (1 if rank == "A" else number + 2 + (number > 9))
    ): f"{rank}{SUITS[suit]}"
    for suit in range(4)
    for number, rank in enumerate(RANKS)
}
"""The cards that some keyboards have as one character."""


# --- Whole numbers --------------------------------------------------------------------------------
def number_remedy(word: str, *, negative: bool = False) -> str:
    """What to write for a word that is not a whole number."""
    bare = _bare(word)
    if bare[:1] == "-":
        return (
            f"did you mean {shown(bare)}?"
            if negative and bare[1:].isdigit()
            else "numbers are never negative here"
        )
    if currencies_named(bare) or bare[:1] in SIGNS or bare[-1:] in SIGNS:
        return "write how many chips, not what they are worth"
    if meant := number_meant(word):
        return f"did you mean {shown(meant)}?"
    return "chips are whole" if _FRACTION.fullmatch(bare) else "write it in digits"


def number_meant(word: str) -> str:
    """The digits of a whole number that is written in another way: ``two``, ``1,000``, ``4O``;
    empty for another word.
    """
    bare = _bare(word)
    meant = _IN_WORDS.get(bare.casefold()) or _NO_CENTS.sub("", bare)
    if IN_GROUPS.fullmatch(bare):
        meant = re.sub("[.,']", "", bare)
    elif meant[:1] and meant[0] in "0123456789lIoO":
        meant = meant.translate(_LETTERS)
    return meant if meant != word and meant.isascii() and meant.isdigit() else ""


def _bare(word: str) -> str:
    return spelt_plainly(word).replace(" ", "").lstrip("+#").rstrip(".,;:!)")


_NO_CENTS: Final = re.compile(r"[.,]0{1,2}$")
_FRACTION: Final = re.compile(r"\d*[.,]\d+", re.ASCII)
IN_GROUPS: Final = re.compile(r"[1-9]\d{0,2}(?:[.,']\d{3})+", re.ASCII)
_IN_WORDS: Final = {
    word: str(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
}
_LETTERS: Final = str.maketrans("oOlI", "0011")  # letters that are typed for digits: ``4O``


# --- Money ----------------------------------------------------------------------------------------
MINOR_DIGITS: Final = (
    dict.fromkeys(
        (
            "BIF",
            "CLP",
            "DJF",
            "GNF",
            "ISK",
            "JPY",
            "KMF",
            "KRW",
            "PYG",
            "RWF",
            "UGX",
            "UYI",
            "VND",
            "VUV",
        ),
        0,
    )
    | dict.fromkeys(("XAF", "XOF", "XPF"), 0)
    | dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3)
)
"""Digits after the decimal point, where they are not two (ISO 4217)."""


SIGNS: Final = {
    "$": (
        "USD",
        "CAD",
        "AUD",
        "NZD",
        "SGD",
        "HKD",
        "TWD",
        "MXN",
        "ARS",
        "CLP",
        "COP",
        "UYU",
        "DOP",
        "JMD",
        "TTD",
        "BBD",
    ),
    "€": ("EUR",),
    "£": ("GBP", "EGP", "GIP", "FKP", "SHP", "LBP"),
    "¥": ("JPY", "CNY"),
    **{
        one[0]: (one[1:],)
        for one in ("₹INR", "₩KRW", "₽RUB", "₺TRY", "₴UAH", "₫VND", "₪ILS", "₦NGN", "₱PHP", "₡CRC")
    },
}
"""Currencies that a sign may stand for."""
SIGN_OF: Final = {
    **dict.fromkeys(("dollar", "dollars", "buck", "bucks", "us$"), "$"),
    **dict.fromkeys(("euro", "euros"), "€"),
    **dict.fromkeys(("pound", "pounds"), "£"),
}
"""Words for a sign."""
_COMMON_CODES: Final = frozenset(("USD", "EUR", "GBP"))
_CODES: Final = {
    *_COMMON_CODES,
    *MINOR_DIGITS,
    "CHF",
    "SEK",
    "NOK",
    "DKK",
    "PLN",
    "CZK",
    "HUF",
}.union(*SIGNS.values())


def currencies_named(word: str) -> tuple[str, ...]:
    """The currencies that a word or a sign may stand for: ``EUR``, ``eur``, ``dollars``, ``€``;
    none for another word.
    """
    bare = word.strip(" ,;:!().")
    code = bare.upper() if bare.upper() in _COMMON_CODES else bare
    sign = SIGN_OF.get(bare.casefold(), bare)
    return SIGNS.get(sign) or ((code,) if code in _CODES else ())


def currency_meant(word: str) -> str:
    """The code of a currency that a word or a sign names; empty for another word."""
    return next(iter(currencies_named(word)), "")


def money_remedy(words: list[str], index: int, currency: str | None, digits: int) -> str:
    """What to write for an amount that is none: ``12,50``, ``1.250,00``, ``1'250``, ``12.50EUR``,
    ``EUR 12.50``, ``12.-``.
    """
    word = spelt_plainly(words[index])
    following = spelt_plainly(words[index + 1]) if index + 1 < len(words) else ""
    match = _AMOUNT.fullmatch(word)
    if match is None:
        if currencies_named(word) and _AMOUNT.fullmatch(following):
            return _other(word, currency) or f"leave {shown(words[index])} out"
        negative = "amounts are never negative: name first who paid"
        return negative if word[:1] == "-" else "write it in digits, without a sign or symbol"
    unit = (match["before"] or match["after"] or match["between"] or "").strip(" ;:!)(")
    if unit and not currencies_named(unit):
        return "write it in digits, without a sign or symbol"
    if unit and (other := _other(unit, currency)):
        return other
    amount = _in_figures(match["amount"] + (f".{match['cents']}" if match["cents"] else ""), digits)
    return f"did you mean {shown(amount)}?"


_AMOUNT: Final = re.compile(
    r"\+?(?P<before>[^\d.,+'-]*)(?P<amount>[\d.,' ]*\d)"
    r"(?:(?P<between>[^\d.,' a-zA-Z-])(?P<cents>\d\d)|[.,]?-*(?P<after>[^\d.,'-]*))"
)


def _other(unit: str, currency: str | None) -> str:
    """What to do about a currency beside an amount that is not the one there; empty if it is."""
    return (
        f"write the amount in {currency}"
        if currency and currency not in currencies_named(unit)
        else ""
    )


def _in_figures(amount: str, digits: int) -> str:
    """An amount as the log has it: of point and comma the last parts the cents, one before three
    figures thousands.
    """
    figures = re.sub("[' ]", "", amount)
    marks = [mark for mark in figures if mark in ".,"]
    if not marks:
        return figures
    whole, part = figures.rsplit(marks[-1], 1)
    grouped = len(part) == 3 != digits and whole[:1] != "0" and whole
    if len(set(marks)) == 1 and (len(marks) > 1 or grouped):
        return re.sub("[.,]", "", figures)
    return f"{re.sub('[.,]', '', whole) or '0'}.{part}"


_CODE_OF: Final = {sign: codes[0] for sign, codes in SIGNS.items()} | {
    word: SIGNS[sign][0] for word, sign in SIGN_OF.items()
}
_HUNDREDTHS: Final = frozenset(("c", "ct", "cts", "cent", "cents", "¢", "p", "pence"))
_PRICE: Final = r"(?P<before>[^\d.,]*)(?P<amount>\d*[.,]?\d+)[.,]?(?P<after>[^\d]*)"


def chip_meant(words: list[str]) -> str:
    """What to write for a chip's value that has no code of a currency: ``25 cents`` is ``0.25
    USD``.

    Empty for one that says nothing of that kind. Cents are the trap: the code alone would make them
    25 dollars.
    """
    match = re.fullmatch(_PRICE, "".join(words[1:3]))
    if match is None:
        return ""
    amount, unit = (
        match["amount"].replace(",", "."),
        (match["before"] or match["after"]).casefold().rstrip("."),
    )
    if unit in _HUNDREDTHS and amount.isdigit():
        whole, part = divmod(int(amount), 100)
        amount = f"{whole}.{part:02}"
    elif unit not in _CODE_OF and not re.fullmatch("[a-z]{3}", unit):
        return ""
    elif amount.startswith("."):
        amount = f"0{amount}"
    code = _CODE_OF.get(unit, unit.upper() if len(unit) == 3 and unit not in _HUNDREDTHS else "USD")
    sure = code == "EUR" or len(SIGNS.get(unit, "")) == 1 or unit.upper() == code
    return f"did you mean {amount} {code}?{'' if sure else ' (or the code of your currency)'}"


def is_exchange(words: list[str]) -> bool:
    """True if the words behind an amount are its currency and what it settles in another: ``EUR for
    11.20 USD``.
    """
    return bool(_EXCHANGE.match(" ".join(words[:4]))) and not any(" " in word for word in words[:4])


_EXCHANGE: Final = re.compile(r"[A-Z]{3} for [0-9][0-9.,]* [A-Z]{3}$")


def other_money(note: str, currency: str | None) -> bool:
    """True if free words behind an amount begin as if they belonged to it: ``EUR`` where it is in
    USD, ``cents``, ``250``.
    """
    word = next(iter(note.split()), "").strip(",;:!()")
    if re.fullmatch(_AMOUNT_GOES_ON, word) or word.casefold().rstrip(".") in _SMALL_COINS:
        return True
    named = currencies_named(word)
    return bool(named) and currency not in named


_AMOUNT_GOES_ON: Final = r"[\d٫٬.,'’]*\d[\d٫٬.,'’]*"
_SMALL_COINS: Final = _HUNDREDTHS - {"c", "p"}


# --- Dates ----------------------------------------------------------------------------------------
def date_meant(word: str) -> str:
    """The date as the log writes it, where a word says it in an order that cannot be taken for
    another: ``20.11.2026``.

    Empty for ``11/12/2026``, which is a day in November or one in December.
    """
    plain = spelt_plainly(word)
    match = re.fullmatch(_YEAR_FIRST, plain) or re.fullmatch(_DAY_FIRST, plain)
    return f"{match['year']}-{int(match['month']):02}-{int(match['day']):02}" if match else ""


_YEAR_FIRST: Final = r"(?a)(?P<year>\d{4})[-./](?P<month>\d\d?)[-./](?P<day>\d\d?)"
_DAY_FIRST: Final = r"(?a)(?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<year>\d{4})"


# --- Statements -----------------------------------------------------------------------------------
_OTHER_WORDS: Final = {
    "pass": ("fold", "folds", "folded", "out", "passes", "passed"),
    "play": ("in", "draw", "draws", "drew", "plays"),
    "take": ("win", "wins", "won", "winner", "takes", "took", "payout", "gets", "got"),
    "match": (
        "bourre",
        "bourré",
        "bouré",
        "booray",
        "bourred",
        "bust",
        "busts",
        "matched",
        "matches",
    ),
    "tricks": ("score", "scores"),
    "misdeal": ("redeal", "misdealt"),
    "hand": ("deal", "deals", "dealer", "round"),
    "buyin": ("rebuy", "rebuys", "buy", "bought", "buys"),
    "cashout": ("cash", "cashes", "cashed"),
    "renege": ("reneges", "reneged"),
    "sit": ("join", "joins", "joined", "arrives", "comes"),
    "leave": ("left", "quit", "quits", "goes"),
    "pay": ("paid", "pays", "owes"),
    "penalty": ("fine", "fined"),
    "end": ("finish", "finished", "over", "stop"),
    "seats": ("players", "player", "table", "names"),
    "#": ("note", "notes", "comment", "remark", "nb", "ps"),
}
_KEYWORD_FOR: Final = {word: keyword for keyword, words in _OTHER_WORDS.items() for word in words}
_REMARK: Final = "put a # before a comment"


def keyword_meant(word: str, known: tuple[str, ...]) -> str:
    """What to do about a first word that is none of those ``known``, but another word for one of
    them; empty if it is not.
    """
    bare = spelt_plainly(word).casefold().strip(":.,;!>*•|-")
    keyword = bare if bare in known else _KEYWORD_FOR.get(bare, "")
    glued = re.fullmatch(_GLUED, bare)
    if glued and glued[1] in known:
        return f"put a space in place of each {glued[2]}"
    if bare.split()[:1] and bare.split()[0] in known and bare.split()[0] != bare:
        return "remove the quotes around the line"
    if keyword in known:
        return f"did you mean {keyword}?"
    if word.startswith("~~"):
        return "put a # before a line that is crossed out"
    return _REMARK if keyword == "#" or (word and category(word[0])[0] == "P") else ""


def name_before_what_happened(words: Sequence[str]) -> str:
    """What to write for a line that begins with a name: ``take Ann`` for ``Ann won``; empty if it
    does not say what happened.
    """
    name, said = words[0].rstrip(":,"), words[1].rstrip(":,") if len(words) > 1 else ""
    if _SIGNED.fullmatch(spelt_plainly(said)):
        return (
            f"write first what happened, such as result {quote(shown(name))} "
            f"{shown(spelt_plainly(said).lstrip('+'))}"
        )
    keyword = _KEYWORD_FOR.get(spelt_plainly(said).casefold(), "")
    if keyword in {"", "#", "hand", "seats", "end"}:
        return ""
    rest = [
        word
        for word in words[2:]
        if word[:1].isupper() or word == "after" or any(map(str.isdigit, word))
    ]
    end = " ".join(map(shown, rest[:4])) if keyword not in {"leave", "pass", "misdeal"} else ""
    return f"write first what happened: {keyword} {quote(shown(name))} {end}".rstrip()


_GLUED: Final = r"(\w+)([,;:=/|]).*"
_SIGNED: Final = re.compile(r"[+-]\d+", re.ASCII)


def statements_meant(line: str, players: Collection[str] = ()) -> list[str]:
    """What a line that cannot be read may have said of those below it: ``ante`` for ``ant 2``,
    ``hand`` for ``Hands 4 Ann 9h``.

    It may be several lines, if their ends were lost, and any where a disk left nothing but zeros. A
    line that begins with one of ``players`` says something of that player: ``Eve Qs`` is no
    misspelt ``leave``.
    """
    if "\0" in line:
        return list(_FORMS)
    names = {player.casefold() for player in players}
    found = []
    for part in re.split(_PARTS, line):
        text = spelt_plainly(part[:_LONG_ENOUGH]).partition(" #")[0].casefold().strip()
        rest = text.lstrip(_LETTERS_OF_KEYWORDS)
        word = text[: len(text) - len(rest)]
        if word not in names:
            word = _keyword_near(word)
        found += [name for name, form in _FORMS.items() if re.search(form, word + rest)]
        # ``Dot joins``
        found += [
            name for name in ("sit", "leave") if _KEYWORD_FOR.get("".join(rest.split()[:1])) == name
        ]
        # somebody is called so: ``play Hand 2 our 7d``
        if "hand" in found and word in KEYWORDS and word != "hand":
            found.remove("hand")
    return found


@lru_cache(maxsize=1000)
def _keyword_near(word: str) -> str:
    """The keyword that a word in small letters is, or says otherwise, or is nearly; the word itself
    if there is none.
    """
    if word in KEYWORDS or not 1 < len(word) < _LONGER_THAN_KEYWORDS:
        return word
    return _KEYWORD_FOR.get(word) or nearest(word, KEYWORDS) or word


_PARTS: Final = "[\r\f\x85\u2028\u2029]+"
_LONG_ENOUGH: Final = 200
_LETTERS_OF_KEYWORDS: Final = "abcdefghijklmnopqrstuvwxyz"
_LONGER_THAN_KEYWORDS: Final = 13
_FORMS: Final = {
    "hand": r"\bhand\W+(?:n[or]\.? *)?\d+\W+\w",
    "ante": r"\bante\W+(?:\S*\d\S*|one|two|three|four|five|six|eight|ten)(?:\s+\w+)?$",
    "rules": r"^rules\b|\brules\b.*=",
    "sit": r"^sit\b|\bsit\b.*\bafter\b",
    "leave": r"^leave\b|\bleave\W+\S+$",
    "penalty": r"^penalty\b|\bpenalty\b.*\d",
    "misdeal": r"^(?:mis|re)\W?deal|\bmisdeal\b",
    "result": r"^result\b|\bresult\b.*\d",
}
"""How lines look that change what is below them, wherever in the line they begin."""


def behind_a_prefix(words: Sequence[str], known: Sequence[str]) -> str:
    """The keyword of a line behind what messengers and lists put before it; empty if none comes
    soon.
    """
    pairs = enumerate(words[1:7], 1)
    return next(
        (
            word
            for at, word in pairs
            if word in known and not all(one.isalpha() for one in words[:at])
        ),
        "",
    )


def before_the_keyword(words: Sequence[str], known: Sequence[str]) -> str:
    """What to do about words that stand before a line's keyword; empty if there are none, or no
    keyword.
    """
    keyword = behind_a_prefix(words, known)
    return f"remove what comes before {keyword}, or {_REMARK}" if keyword else ""


def is_aside(word: str) -> bool:
    """True if a word begins as remarks do in other places: ``(close)``, ``--``, ``//``.

    A lone dash has a meaning.
    """
    return len(word) > 1 and category(word[0]) in {"Ps", "Pd", "Po"} and word[0] not in "\"'@#&*%"
