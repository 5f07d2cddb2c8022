// The cards dealt: one's own hand, also one that was folded, entered while a hand goes on or once it is over. It never has to be:
// the next hand goes on whether or not anybody does. What nobody remembers stays ??. Which cards are still possible is the server's
// word; what any of them was worth is nobody's here.

function dealOf(picture, number) {
  return (picture.deals ?? []).find((one) => one.number === number) ?? null;
}

// The hand whose cards may be asked for between hands.
function lastDeal(picture) {
  return (picture.deals ?? []).findLast((one) => one.number !== picture.hand?.number) ?? null;
}

function dealtSheet(table, values) {
  const deal = dealOf(table.shown, values.number);
  if (!deal) return [el("p", { key: "p" }, "That hand is not there any more.")];
  const seat = deal.seats.find((one) => one.player === values.player);
  return [el("h2", { key: "h" }, `Hand ${deal.number}: the cards dealt`),
    el("p", { class: "quiet", key: "about" }, seat ? "A tap on a card, and another takes it back. What nobody remembers stays ??." : "Whose cards? Whoever passed may show theirs too. It can wait, and the next hand goes on."),
    el("div", { class: "choices small", key: "who" }, deal.seats.map((one) => button(`${plain(one.player)} ${one.cards.length}/${deal.size}`, `dealt ${deal.number} ${one.player}`, () => table.fill("player", one.player), { "aria-pressed": String(one === seat), "aria-label": `${plain(one.player)}: ${counted(one.cards.length, "card")} of ${deal.size} entered` }))),
    seat ? dealtTo(table, deal, seat) : null];
}

function dealtTo(table, deal, seat) {
  const say = (cards, out) => table.tap({ kind: "dealt", hand: null, of: deal.number, player: seat.player, cards: cards.join(" "), out: out ? out.join(" ") : null });
  const had = new Set(seat.cards);
  // Cards that are certain come with the first that is tapped.
  const toggle = (card) => say(had.has(card) ? seat.cards.filter((one) => one !== card) : [...new Set([...seat.certain, ...seat.cards, card])].slice(0, deal.size));
  const whole = seat.cards.length === deal.size;
  return [
    el("p", { class: "picked", key: "picked", role: "status" }, Array.from({ length: deal.size }, (_, at) => (seat.cards[at] ? cardText(seat.cards[at]) : "??")).join(" ")),
    el("div", { class: "cards pick", key: "pick", role: "group", "aria-label": `Cards dealt to ${plain(seat.player)}` }, ["s", "h", "d", "c"].map((suit) => el("div", { class: `suit s${suit}`, key: suit },
      Array.from(RANKS, (rank) => {
        const code = rank + suit;
        const no = had.has(code) ? "" : notDealt(deal, seat, code);
        return el("button", { class: `card${no && !whole ? " seen" : ""}`, key: code, as: `deal ${deal.number} ${seat.player} ${code}`, tap: () => toggle(code), no: no || undefined, "aria-pressed": String(had.has(code)), "aria-label": `${cardText(code)}${no ? `: ${no}` : ""}` }, el("span", {}, rank === "T" ? "10" : rank), el("span", { class: "pip" }, SUITS[suit]));
      })))),
    whole && seat.draw ? thrown(deal, seat, say) : null,
  ];
}

// Why a card cannot have been dealt to somebody, empty where it can.
function notDealt(deal, seat, code) {
  if (seat.gone.includes(code) || deal.seats.some((one) => one !== seat && one.cards.includes(code))) return `${cardText(code)} was somewhere else`;
  if (seat.cards.length >= deal.size) return `There are ${deal.size} cards: take one back first`;
  const own = new Set(seat.own);
  const others = new Set([...seat.cards, ...seat.certain, code].filter((one) => !own.has(one))).size;
  return !own.has(code) && others > seat.room ? `${plain(seat.player)} kept more of what was played than that` : "";
}

// Which of the cards dealt were thrown away.
function thrown(deal, seat, say) {
  const toggle = (card) => say(seat.cards, seat.out.includes(card) ? seat.out.filter((one) => one !== card) : [...seat.out, card]);
  const why = (card) => (seat.out.includes(card) ? "" : seat.own.includes(card) ? `${cardText(card)} was played` : seat.out.length >= seat.draw ? `${counted(seat.draw, "card")} drawn: take one back first` : "");
  return el("fieldset", { key: "out" }, el("legend", { key: "l" }, `Thrown away, ${seat.draw}`),
    el("div", { class: "thrown", key: "cards" }, seat.cards.map((card) => el("div", { class: `suit s${card[1]}`, key: card }, el("button", { class: "card", key: card, as: `out ${deal.number} ${seat.player} ${card}`, tap: () => toggle(card), no: why(card) || undefined, "aria-pressed": String(seat.out.includes(card)), "aria-label": `${cardText(card)} thrown away` }, el("span", {}, card[0] === "T" ? "10" : card[0]), el("span", { class: "pip" }, SUITS[card[1]]))))));
}
