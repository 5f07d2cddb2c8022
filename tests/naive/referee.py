"""Judges cards and play hand by hand, straight from rules.md 3, 4 and 6: one plain loop a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from ledger.game.options import changed_rules
from ledger.game.rules import PRESETS, Rules, RulesError
from ledger.log import between_hands, records
from ledger.log.records import Session
from ledger.log.values import minor_digits

from .contradictions import Hands, discards_reused, settle_contradictions, stock_exceeded
from .hand import DECK, Reading, TrickPlayed, height, in_order, known, read_hand, suit_of

PLAY_RULES = ("follow-suit", "must-trump", "must-beat", "cinch")


def finding(
    hand: int | None,
    rule: str,
    severity: str,
    *,
    trick: int | None = None,
    player: str | None = None,
    card: str | None = None,
    required: list[str] | None = None,
    amount: int | None = None,
) -> dict:
    """Return a finding as the worked cases write it, without session and message."""
    return {
        "hand": hand,
        "trick": trick,
        "player": player,
        "rule": rule,
        "severity": severity,
        "card": card,
        "required": required,
        "amount": amount,
        "settled": None,
    }


@dataclass
class Judged:
    """A hand with everything that was found about its cards and play."""

    reading: Reading
    hands: Hands
    winners: list[str | None]
    computed: list[str | None]
    findings: list[dict] = field(default_factory=list)
    verdicts: dict[tuple[int, str], str] = field(default_factory=dict)
    sure: int = 0  # of the cards laid down with a claim, how many take a trick for certain (4.11)
    # who took back a card that is proved wrong, and one that is proved neither right nor wrong
    recalled: set[str] = field(default_factory=set)
    perhaps: set[str] = field(default_factory=set)

    def reneged(self) -> list[str]:
        """Return who is proved to have reneged (4.9)."""
        return sorted({found["player"] for found in self.findings if found["rule"] in PLAY_RULES})


def judge(session: Session, rules: Rules) -> list[dict]:
    """Return all findings about cards and play in a session."""
    return [found for _, judged in judged_hands(session, rules) for found in judged.findings]


def verdicts(session: Session, rules: Rules) -> dict[tuple[int, int, str], str]:
    """Return 'right', 'wrong' or 'unknown' (6.1-6.5) for every card played: (hand index in the
    file, trick, player).
    """
    return {
        (index, *place): verdict
        for index, judged in judged_hands(session, rules)
        for place, verdict in judged.verdicts.items()
    }


def judged_hands(session: Session, rules: Rules) -> Iterator[tuple[int, Judged]]:
    """Judge each hand that is not in quarantine, by the rules then in force, with its index among
    the hands of the file.
    """
    index = 0
    for item in session.body:
        if isinstance(item, between_hands.RulesChange):
            rules = change_rules(rules, item, session) or rules
        if isinstance(item, records.Hand):
            if not item.quarantined:
                yield index, judge_hand(item, rules, followed=is_followed(session.body, item))
            index += 1


def change_rules(rules: Rules, line: between_hands.RulesChange, session: Session) -> Rules | None:
    """Return the rules after a ``rules`` line between hands, None if they make no sense."""
    try:
        before = PRESETS[line.preset] if line.preset else rules
        return changed_rules(before, in_chips(line.options, session))
    except (RulesError, KeyError):
        return None


def in_chips(options: Iterable[tuple[str, str]], session: Session) -> list[tuple[str, str]]:
    """Return options with amounts of money turned into chips (rules.md 7)."""
    return [
        (name, chips_of(value, session) if name in {"limit", "second-ante", "bourre"} else value)
        for name, value in options
    ]


def chips_of(value: str, session: Session) -> str:
    """Return an amount of an option in chips: money has a sign, or a point or comma."""
    bare = value.strip("$€£¥").replace(",", ".")
    if session.chip is None or (bare == value and "." not in bare):
        return value
    try:
        chips = Decimal(bare) * 10 ** minor_digits(session.currency) / session.chip
    except InvalidOperation:
        return value
    if chips != int(chips):
        raise RulesError(f"{value} is no whole number of chips")
    return str(int(chips))


def is_followed(body: Sequence[object], hand: records.Hand) -> bool:
    """Say whether a hand or a statement between hands comes after a hand."""
    at = next(place for place, item in enumerate(body) if item is hand)
    nothing = records.Comment | records.Foreign | records.Unreadable
    return any(not isinstance(item, nothing) for item in body[at + 1 :])


def judge_hand(hand: records.Hand, rules: Rules, *, followed: bool = False) -> Judged:
    """Judge one hand."""
    reading = read_hand(hand, rules, followed=followed)
    number = hand.first.number
    if reading.misdeal:  # 5.14: no card in it is judged
        return Judged(reading, Hands(reading), [], [])
    found = list(before_the_play(number, reading))
    hands = settle_contradictions(reading)
    found += contradictions(number, hands)
    found += after_duplicates(number, reading)
    judged = Judged(
        reading,
        hands,
        winners_of(hands),
        [computed_winner(hands, trick) for trick in reading.tricks],
    )
    judged.findings = found
    judged.findings += turns(number, judged)
    judged.findings += plays(number, judged)
    judged.findings += recalls(number, judged)
    judged.findings += claims(number, judged)
    return judged


# --- Declaring and drawing (3) --------------------------------------------------------------------


def before_the_play(number: int, reading: Reading) -> Iterator[dict]:
    rules = reading.rules
    # 3.1, 3.2: declared in turn from the dealer's left, unless all at once (3.8).
    asked = (
        rules.declare != "simultaneous"
        and reading.dealer is not None
        and more_than_a_score(reading)
    )
    if asked and any(places != sorted(places) for places in groups_in_order(reading)):
        yield finding(number, "declare-order", "warning")
    for player, draw in reading.draws.items():
        extra = 1 if reading.may_take(player) else 0  # 2.4 form 2: six cards come down to five
        # 3.3: the most discards at this table, and never more than a hand has.
        cap = rules.cap(len(reading.seats))
        most = rules.hand_size if cap is None else min(cap, rules.hand_size)
        named = len(draw.out or [])
        # the turned card may have been taken
        unsaid = extra and draw.announced is None and draw.drawn is None
        if (not unsaid and (draw.count or 0) > most) or named > most + extra:
            yield finding(number, "draw-cap", "error", player=player)
        # log-format: replacements as many as discards, and as many named as announced.
        wrong = False
        if draw.out is not None and draw.count is not None:
            wrong |= not draw.count <= named <= draw.count + extra
        if draw.drawn is not None:
            wrong |= len(draw.drawn) != draw.count
        if wrong:
            yield finding(number, "draw-count", "error", player=player)
    if not reading.active and reading.score != "chips":  # 3.6
        yield finding(number, "all-passed", "remark")


def groups_in_order(reading: Reading) -> list[list[int]]:
    """Return the places in the order in which they declared, one list or, where all passes stand
    first, one for each kind.

    Only lines that name one player count: several in one are how people write.
    """
    first: list[tuple[str, list[str]]] = []
    for kind, players in reading.declared:
        said_before = [player for _, others in first for player in others]
        first.append((kind, [player for player in players if player not in said_before]))
    kinds = [kind for kind, players in first if players]
    alone = [
        (kind, reading.seats.index(players[0])) for kind, players in first if len(players) == 1
    ]
    if kinds == sorted(kinds):  # every pass before every play
        return [[place for kind, place in alone if kind == wanted] for wanted in ("pass", "play")]
    return [[place for _, place in alone]]


def more_than_a_score(reading: Reading) -> bool:
    """Return whether a card, a draw or an announcement is recorded: in a score the order is only
    that of writing.
    """
    lists = [*reading.dealt.values(), reading.shown]
    for draw in reading.draws.values():
        lists += [draw.out or [], draw.drawn or []]
    for trick in reading.tricks:
        lists.append([card for _, card in trick.cards + trick.withdrawn])
    draws = any(draw.count is not None for draw in reading.draws.values())
    return draws or bool(reading.early) or any(known(cards) for cards in lists)


def contradictions(number: int, hands: Hands) -> Iterator[dict]:
    reading = hands.reading
    for card in hands.duplicated:
        yield finding(number, "duplicate-card", "error", card=card)
    for player, trick, card in hands.not_held:
        yield finding(number, "not-held", "error", trick=trick, player=player, card=card)
    # log-format hand-size: a deal of the wrong size or an over-full hand, once a player and hand.
    for player in reading.seats:
        wrong_deal = (
            player in reading.dealt and len(reading.dealt[player]) != reading.rules.hand_size
        )
        if wrong_deal or player in hands.too_full:
            yield finding(number, "hand-size", "error", player=player)
    for rule, trick, player in reading.broken:
        yield finding(number, rule, "error", trick=trick, player=player)


def after_duplicates(number: int, reading: Reading) -> Iterator[dict]:
    rules = reading.rules
    # 3.5: a turned ace binds the dealer. 5.13: so does the house.
    ace = (
        rules.ace_must_play
        and not reading.separate
        and reading.turned is not None
        and reading.turned[0] == "A"
    )
    binds = (ace or rules.dealer_plays) and reading.dealer is not None
    fits = {
        player: [card is not None and suit_of(card) in (reading.trump, "c") for card in cards]
        for player, cards in reading.dealt.items()
    }
    # 7.4: to play one must hold a trump or a club; whoever may hold neither is not bound to play,
    # and who is bound needs neither.
    may_pass = rules.qualify and not any(fits.get(reading.dealer, []))
    # 3.6: a dealer who took what all pass for is not said to have passed.
    may_pass |= not reading.draws and reading.dealer in reading.took_silently
    if binds and not may_pass and reading.dealer not in reading.draws and reading.score is None:
        yield finding(number, "dealer-must-play", "error", player=reading.dealer)
    if rules.qualify and reading.trump:
        for player in reading.draws:
            cards = reading.dealt.get(player)
            if (
                cards is None
                or None in cards
                or len(cards) != rules.hand_size
                or (binds and player == reading.dealer)
            ):
                continue
            if not any(fits[player]):
                yield finding(number, "qualify", "error", player=player)


# --- Who wins a trick and who leads (4.1, 4.2, 6.3) -----------------------------------------------


def best_of(cards: list[str], led: str, trump: str | None) -> str:
    """Return the card that wins among these (4.2); the suit led is a suit letter."""
    trumps = [card for card in cards if suit_of(card) == trump]
    return max(trumps or [card for card in cards if suit_of(card) == led], key=height)


def beats(card: str, best: str, trump: str | None) -> bool:
    """Say whether a card beats the best card on the table."""
    if suit_of(card) == suit_of(best):
        return height(card) > height(best)
    return suit_of(card) == trump


def computed_winner(hands: Hands, trick: TrickPlayed) -> str | None:
    """Return who won a trick by its cards, None where a ``??`` or an unknown trump hides it."""
    reading = hands.reading
    if trick.laid:
        return trick.leader  # 4.11: proven or not, it is the claimant's
    led = trick.cards[0][1]
    if led is None:
        return None
    seen = known(card for _, card in trick.cards)
    if reading.trump is None and any(suit_of(card) != suit_of(led) for card in seen):
        return None  # any of the other suits might be trump
    best = best_of(seen, suit_of(led), reading.trump)
    hidden = [player for player, card in trick.cards if card is None]
    if hidden:
        if reading.trump is None:
            return None
        for card in DECK:
            if beats(card, best, reading.trump) and not elsewhere(hands, card, hidden):
                return None
    return next(player for player, card in trick.cards if card == best)


def elsewhere(hands: Hands, card: str, hidden: list[str]) -> bool:
    """Say whether a card cannot be one of the ``??`` of these players in this trick (6.3)."""
    reading = hands.reading
    if any(card == other for trick in reading.tricks for _, other in trick.cards):
        return True
    if card in reading.shown:
        return True
    for player in reading.seats:
        if player not in hidden:
            if card in hands.kept[player] or card in hands.drawn[player]:
                return True
            if any((player, card) in trick.withdrawn for trick in reading.tricks):
                return True
    if card == reading.turned and reading.separate:
        return not (
            reading.dealer in hidden
            and reading.rules.trump == "dealer-may-take"
            and reading.took_turned() is not False
        )
    return False


def winners_of(hands: Hands) -> list[str | None]:
    """Return the winner of each trick replayed: by the cards, else as the next leader tells
    (log-format, *Tricks*).
    """
    reading = hands.reading
    winners = []
    for index, trick in enumerate(reading.tricks):
        winner = computed_winner(hands, trick)
        if (
            winner is None
            and index + 1 < len(reading.tricks)
            and not reading.tricks[index + 1].laid
            and not reading.gap
        ):
            winner = reading.tricks[index + 1].leader
        winners.append(winner)
    return winners


def turns(number: int, judged: Judged) -> Iterator[dict]:
    """4.1: the first active player on the dealer's left leads, then whoever won."""
    reading = judged.reading
    won = [computed_winner(judged.hands, trick) for trick in reading.tricks]
    counts = reading.counts
    seen = {
        who: sum(
            winner == who and not trick.laid
            for winner, trick in zip(won, reading.tricks, strict=True)
        )
        for who in reading.active
    }
    adds_up = (
        counts is not None
        and counts.keys() <= set(reading.active)
        and sum(tricks or 0 for tricks in counts.values()) == reading.rules.hand_size
        and all((counts.get(who) or 0) >= seen[who] for who in reading.active)
    )
    for index, trick in enumerate(reading.tricks):
        due = (
            reading.active[0]
            if index == 0
            else computed_winner(judged.hands, reading.tricks[index - 1])
        )
        if index == 0 and reading.dealer is None:
            due = None
        after_a_claim = index > 0 and reading.tricks[index - 1].laid  # 4.11: not judged
        if reading.gap and not (adds_up and (counts.get(trick.leader) or 0) == seen[trick.leader]):
            continue  # who leads may have won a trick that is missing
        if due is not None and trick.leader != due and not trick.laid and not after_a_claim:
            yield finding(number, "turn", "error", trick=trick.number, player=trick.leader)


def recalls(number: int, judged: Judged) -> Iterator[dict]:
    """4.10: a card that is proved right was no renege, and may be taken back."""
    for trick in judged.reading.tricks:
        for player, card in trick.withdrawn:
            verdict = of_a_card_taken_back(judged, trick, player, card)
            severity = "remark" if verdict == "right" else "warning"
            if verdict == "wrong":
                judged.recalled.add(player)
            elif verdict == "unknown":
                judged.perhaps.add(player)
            yield finding(number, "recall", severity, trick=trick.number, player=player, card=card)
    for player in judged.reading.unnoted:
        yield finding(number, "recall", "warning", player=player)
        said = {who for _, players in judged.reading.declared for who in players}
        may_have_stayed = judged.reading.score == "chips" and player not in said
        if player in judged.reading.active or may_have_stayed:
            judged.perhaps.add(player)


def of_a_card_taken_back(judged: Judged, trick: TrickPlayed, player: str, card: str | None) -> str:
    """Return whether a card taken back is proved right or wrong, against what was on the table when
    it lay there, or 'unknown' (4.10).
    """
    place = [who for who, _ in trick.cards].index(player)
    if card is None or player in judged.hands.suspect or (place > 0 and trick.cards[0][1] is None):
        return "unknown"
    table = Table(
        [other for _, other in trick.cards[:place]], len(trick.cards), judged.reading.trump
    )
    own = known_hand(judged.hands, player, trick.number)
    wrong, _ = accusation(judged, player, trick.number, card, own, table)
    if wrong is None:
        right = proved_right(judged, player, trick.number, card, own, table)
        return "right" if right else "unknown"
    # Under `forfeit` the cinch proves none wrong (4.8).
    milder = wrong == "cinch" and judged.reading.rules.recall == "forfeit"
    return "unknown" if milder else "wrong"


# --- What a hand is known to hold (6.1, log-format) -----------------------------------------------


def known_hand(hands: Hands, player: str, number: int) -> set[str]:
    """Return the cards certainly in a hand just before the player's card to trick ``number``."""
    reading = hands.reading
    seen_later, gone = set(), set()
    last_hidden = 0  # the last trick before this one to which the player gave a ??
    for trick in reading.tricks:
        if player not in dict(trick.cards):
            continue
        card = trick.card_of(player)
        if trick.number < number:
            if card is None:
                last_hidden = trick.number
            else:
                gone.add(card)
        elif card is not None:
            seen_later.add(card)
    if reading.claimant == player and number <= reading.claimed_at:
        seen_later |= set(known(reading.shown))
    for trick in reading.tricks:
        if trick.number > last_hidden and (trick.number >= number or not reading.gap):
            seen_later |= {
                card for who, card in trick.withdrawn if who == player and card is not None
            }
    if last_hidden == 0 and not reading.gap:
        seen_later |= set(hands.kept[player]) | set(hands.drawn[player])
    return seen_later - gone


# --- The duties of a player (4.3-4.8) -------------------------------------------------------------


@dataclass
class Table:
    """What lies in front of a player about to play: the cards of this trick so far, ``None`` for
    ``??``.
    """

    cards: list[str | None]
    players: int
    trump: str | None

    @property
    def leading(self) -> bool:
        return not self.cards

    @property
    def last(self) -> bool:
        return len(self.cards) == self.players - 1


def allowed(cards: set[str], table: Table, rules: Rules) -> set[str]:
    """Return the cards of a hand that 4.3-4.7 allow."""
    if table.leading:
        return set(cards)
    led = suit_of(table.cards[0])
    best = best_of(known(table.cards), led, table.trump)
    may_judge_beat = None not in table.cards  # 6.3
    suited = {card for card in cards if suit_of(card) == led}
    trumps = {card for card in cards if suit_of(card) == table.trump}
    if suited:  # 4.3
        beating = {card for card in suited if beats(card, best, table.trump)}
        return beating if beating and may_judge_beat else suited  # 4.5
    if trumps:  # 4.4
        beating = {card for card in trumps if beats(card, best, table.trump)}
        if may_judge_beat and beating:
            return beating if rules.over_trump else trumps  # 4.5
        return trumps if rules.must_trump else set(cards)  # 4.6
    return set(cards)  # 4.7


def broken_rule(card: str, cards: set[str], table: Table) -> str:
    """Name the first rule that a wrong card breaks, cinch aside."""
    led = suit_of(table.cards[0])
    if suit_of(card) != led and any(suit_of(other) == led for other in cards):
        return "follow-suit"
    if suit_of(card) not in (led, table.trump):
        return "must-trump"
    return "must-beat"


def sure_tricks(own: set[str], out: set[str]) -> int:
    """Return own trumps less the most that trumps still out could beat, each beating one lower
    (4.8).
    """
    beaten = 0
    higher = sorted(out, key=height)
    for card in sorted(own, key=height):
        beater = next((other for other in higher if height(other) > height(card)), None)
        if beater is not None:
            higher.remove(beater)
            beaten += 1
    return len(own) - beaten


def cinch_cards(
    cards: set[str], legal: set[str], table: Table, between: set[str], *, literal: bool = False
) -> set[str]:
    """Return which legal cards a player with a cinch may play, given the trumps that lie between
    (4.8 a-d).

    ``literal`` is the duty without c and d: also the last to play, and nothing but the highest.
    """
    trumps = {card for card in cards if suit_of(card) == table.trump}
    legal_trumps = legal & trumps
    if not legal_trumps or (table.last and not table.leading and not literal):
        return legal
    highest = max(trumps, key=height)
    if literal:
        return {max(legal_trumps, key=height)}
    return {
        card
        for card in legal_trumps
        if not any(height(card) < height(other) < height(highest) for other in between)
    }


def may_be_out(judged: Judged, player: str, own: set[str], number: int) -> set[str]:
    """Return every trump that may be out for a player about to play to a trick (4.8)."""
    reading = judged.reading
    if all_shown_out(judged, player, number):
        return set()
    seen = set(own)
    for trick in reading.tricks[: number - 1]:
        seen |= set(known(card for _, card in trick.cards))
    draw = reading.draws[player]
    if not discards_reused(reading, None):
        seen |= set(known(draw.out or []))
    if reading.rules.trump == "separate" and reading.turned:
        seen.add(reading.turned)
    return {card for card in DECK if suit_of(card) == reading.trump} - seen


def all_shown_out(judged: Judged, player: str, number: int, *, perhaps: bool = False) -> bool:
    """Return whether every other active player has shown, before a trick, that no trump is left in
    that hand (4.8).

    With ``perhaps`` a showing counts that a later ``??`` may yet disprove: as long as it does not,
    no trump is certain to be out.
    """
    return all(
        shown_out(judged, other, number, perhaps=perhaps)
        for other in judged.reading.active
        if other != player
    )


def shown_out(judged: Judged, player: str, number: int, *, perhaps: bool) -> bool:
    """Return whether a player has shown it in a finished trick, and the record neither disproves it
    nor may yet (4.8).
    """
    reading = judged.reading
    for trick in reading.tricks[: number - 1]:
        led, card = trick.cards[0][1], trick.card_of(player)
        if led is None or card is None or suit_of(card) in (suit_of(led), reading.trump):
            continue
        if suit_of(led) != reading.trump and not reading.rules.must_trump:
            continue
        if any(
            suit_of(other) == suit_of(led)
            for other in known_hand(judged.hands, player, trick.number)
        ):
            continue  # a play that is proved wrong shows nothing
        held = known_hand(judged.hands, player, trick.number + 1)
        if any(suit_of(other) == reading.trump for other in held):
            continue
        # What the others gave to a claim disproves nothing.
        hidden = [
            other.number
            for other in reading.tricks[trick.number :]
            if other.card_of(player) is None and not other.laid
        ]
        if reading.claimant not in reading.active:  # else those that nobody wrote down lie under it
            first = trick.number + 1 if reading.gap else len(reading.tricks) + 1
            hidden += range(first, reading.rules.hand_size + 1)
        if perhaps or not any(may_hide_a_trump(judged, player, at) for at in hidden):
            return True
    return False


def may_hide_a_trump(judged: Judged, player: str, number: int) -> bool:
    """Return whether a ``??`` that a player gave to a trick may be a trump."""
    own = known_hand(judged.hands, player, number)
    full = len(own) >= judged.reading.rules.hand_size - number + 1
    trumps = [card for card in DECK if suit_of(card) == judged.reading.trump]
    return not full and any(could_be_held(judged, player, card, own, number) for card in trumps)


def certainly_out(
    judged: Judged, player: str, own: set[str], number: int, table: Table
) -> set[str]:
    """Return the trumps certain to be out (4.8, *evidence*)."""
    reading, hands = judged.reading, judged.hands
    if all_shown_out(judged, player, number, perhaps=True):
        return set()
    trumps = {card for card in DECK if suit_of(card) == reading.trump}
    # On the table now, or seen in another hand later.
    out = {card for card in known(table.cards) if card in trumps}
    this_trick = [who for trick in reading.tricks[number - 1 : number] for who, _ in trick.cards]
    have_played = this_trick[: len(table.cards)]
    for other in reading.seats:
        if other == player:
            continue
        if other in reading.active:
            out |= known_hand(hands, other, number + 1 if other in have_played else number) & trumps
        else:
            out |= (set(hands.kept[other]) | set(hands.drawn[other])) & trumps
    # Or everything the player can have seen is recorded.
    whole = len(own) == reading.rules.hand_size - number + 1
    finished = [card for trick in reading.tricks[: number - 1] for _, card in trick.cards]
    turned_recorded = not reading.separate or reading.turned is not None
    if (
        whole
        and hands.whole_discards[player]
        and turned_recorded
        and None not in finished
        and not reading.gap
    ):
        unseen = may_be_out(judged, player, own, number) - set(
            known(reading.draws[player].out or [])
        )
        if reading.rules.trump == "dealer-may-take" and reading.took_turned() is not True:
            unseen.discard(reading.turned)
        out |= unseen
    return out


def can_have_cinch(reading: Reading, player: str, card: str, number: int) -> bool:
    """A card taken back under ``forfeit`` leaves no cinch in that hand (4.8), but had one itself if
    it was the first.
    """
    if reading.rules.cinch == "no":
        return False
    if reading.rules.recall != "forfeit":
        return True
    if player in reading.unnoted:
        return False
    recalled = [
        (trick.number, other)
        for trick in reading.tricks
        for who, other in trick.withdrawn
        if who == player
    ]
    return not recalled or recalled[0] == (number, card)


# --- Judging each card (6.2, 6.3) -----------------------------------------------------------------


def plays(number: int, judged: Judged) -> Iterator[dict]:
    reading = judged.reading
    for trick in reading.tricks:
        for place, (player, card) in enumerate(trick.cards):
            table = Table(
                [other for _, other in trick.cards[:place]], len(trick.cards), reading.trump
            )
            key = (trick.number, player)
            if trick.laid:
                continue
            judged.verdicts[key] = "unknown"
            if (
                card is None
                or player in judged.hands.suspect
                or (table.cards and table.cards[0] is None)
            ):
                continue
            own = known_hand(judged.hands, player, trick.number)
            rule, required = accusation(judged, player, trick.number, card, own, table)
            if rule is not None:
                judged.verdicts[key] = "wrong"
                yield finding(
                    number,
                    rule,
                    "error",
                    trick=trick.number,
                    player=player,
                    card=card,
                    required=in_order(required),
                )
            elif proved_right(judged, player, trick.number, card, own, table):
                judged.verdicts[key] = "right"


def accusation(
    judged: Judged, player: str, number: int, card: str, own: set[str], table: Table
) -> tuple[str | None, set[str]]:
    """Return the rule that a card is proved to break and the known cards that would have been right
    (6.2).
    """
    reading = judged.reading
    if reading.trump is None and not table.leading:
        # Without a trump suit only 4.3 is certain, and 4.5 where everyone has followed suit.
        led = suit_of(table.cards[0])
        suited = {other for other in own if suit_of(other) == led}
        if not suited:
            return None, set()
        if None in table.cards or any(suit_of(other) != led for other in table.cards):
            right = suited
        else:
            right = allowed(own, Table(table.cards, table.players, led), reading.rules)
    else:
        right = allowed(own, table, reading.rules)
    legal = right
    before = judged.computed[: number - 1]  # 6.3: who leads next tells who won, but proves nothing
    if can_have_cinch(reading, player, card, number) and reading.trump and None not in before:
        trumps = {other for other in own if suit_of(other) == reading.trump}
        sure = sure_tricks(trumps, may_be_out(judged, player, own, number))
        if before.count(player) + sure >= reading.rules.tricks_for_pot:
            literal = reading.rules.cinch == "literal"
            # those are gone (4.8 d)
            between = certainly_out(judged, player, own, number, table) - set(table.cards)
            right = cinch_cards(own, legal, table, between, literal=literal)
    if card in right:
        return None, set()
    return (broken_rule(card, own, table) if card not in legal else "cinch"), right


def proved_right(
    judged: Judged, player: str, number: int, card: str, own: set[str], table: Table
) -> bool:
    """Say whether a card is right whatever the unknown cards are (6.3)."""
    reading = judged.reading
    hidden = max(0, reading.rules.hand_size - number + 1 - len(own))
    possible = {
        other for other in DECK if hidden and could_be_held(judged, player, other, own, number)
    }
    trumps = [reading.trump] if reading.trump else ["s", "h", "d", "c"]
    return all(
        right_under(judged, player, number, card, own, table, trump, possible, hidden)
        for trump in trumps
    )


def right_under(
    judged: Judged,
    player: str,
    number: int,
    card: str,
    own: set[str],
    table: Table,
    trump: str,
    possible: set[str],
    hidden: int,
) -> bool:
    """The same for one trump suit."""
    reading = judged.reading
    table = Table(table.cards, table.players, trump)
    for extra in [set()] + [{other} for other in possible]:
        legal = allowed(own | extra, table, reading.rules)
        if card not in legal:
            return False
        # Whatever the ?? on the table is, as far as a card can be it.
        for unseen in DECK if None in table.cards else []:
            if unseen not in own | extra | set(table.cards):
                seen = Table([*known(table.cards), unseen], table.players, trump)
                if card not in allowed(own | extra, seen, reading.rules):
                    return False
    if not can_have_cinch(reading, player, card, number):
        return True
    if reading.trump is None:
        # 4.8 cannot be judged, and only a last card is free of it
        return hidden == 0 and len(own) == 1
    # The most tricks won, the highest cards in the unknown part of the hand, the fewest trumps out,
    # all between.
    before = judged.computed[: number - 1]  # 6.3: who leads next tells who won, but proves nothing
    won = before.count(player) + before.count(None)
    hoped = (
        sorted((other for other in possible if suit_of(other) == trump), key=height)[-hidden:]
        if hidden
        else []
    )
    cards = own | set(hoped)
    out = certainly_out(judged, player, own, number, table) - cards
    if (
        won + sure_tricks({other for other in cards if suit_of(other) == trump}, out)
        < reading.rules.tricks_for_pot
    ):
        return True
    between = may_be_out(judged, player, cards, number) - set(table.cards)
    literal = reading.rules.cinch == "literal"
    return card in cinch_cards(
        cards, allowed(cards, table, reading.rules), table, between, literal=literal
    )


def could_be_held(judged: Judged, player: str, card: str, own: set[str], number: int) -> bool:
    """Say whether an unknown card of a hand could be this one."""
    reading, hands = judged.reading, judged.hands
    if card in own:
        return False
    for trick in reading.tricks:
        for who, other in trick.cards:
            if other == card and (who != player or trick.number < number):
                return False
        if any(other == card and who != player for who, other in trick.withdrawn):
            return False
    if reading.claimant not in (None, player) and card in reading.shown:
        return False
    for other in reading.seats:
        if other != player and card in hands.kept[other] + hands.drawn[other]:
            return False
    if card in known(reading.draws[player].out or []):
        return False  # an own discard is never drawn again (3.4)
    if card == reading.turned:
        if reading.rules.trump == "separate":
            return False
        if reading.rules.trump == "dealer-may-take":
            return player == reading.dealer and reading.took_turned() is not False
        if player != reading.dealer and not stock_exceeded(reading, player):
            return False  # 2.3: it was dealt to the dealer
    for other in reading.seats:
        if other == player:
            continue
        if other not in reading.draws:
            if card in reading.dealt.get(other, []) and not stock_exceeded(reading, player):
                return False
        elif card in reading.dealt.get(other, []) + (
            reading.draws[other].out or []
        ) and not discards_reused(reading, player):
            return False
    return True


# --- Claims (4.11) --------------------------------------------------------------------------------


def claims(number: int, judged: Judged) -> Iterator[dict]:
    reading = judged.reading
    player = reading.claimant
    if player is None:
        return
    if reading.active == [player]:
        judged.sure = reading.claimed
        return
    trick = reading.claimed_at
    if player not in reading.active or player in judged.hands.suspect:
        yield finding(number, "claim", "warning", trick=trick, player=player)
        return
    own = known_hand(judged.hands, player, trick)
    laid = set(known(reading.shown)) if reading.shown else own
    trumps = {card for card in laid if suit_of(card) == reading.trump}
    before = judged.winners[: trick - 1]
    needed = reading.rules.tricks_for_pot
    judged.sure = sure = min(
        sure_tricks(trumps, may_be_out(judged, player, own | laid, trick)), reading.claimed
    )
    if not reading.claimed:
        return
    every = not reading.shown or before.count(player) + reading.claimed < needed
    if (
        sure == reading.claimed if every else before.count(player) + sure >= needed
    ) and reading.trump:
        return
    certain = (
        certainly_out(judged, player, own, trick, Table([], len(reading.active), reading.trump))
        - laid
    )
    most = min(sure_tricks(trumps, certain), reading.claimed)
    possible = before.count(player) + before.count(None) + reading.missing
    every = not reading.shown or possible + reading.claimed < needed
    short = most < reading.claimed if every else possible + most < needed
    disproved = (
        reading.trump is not None
        and len(laid) == reading.claimed
        and None not in reading.shown
        and short
    )
    yield finding(number, "claim", "error" if disproved else "warning", trick=trick, player=player)
