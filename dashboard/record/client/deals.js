// The cards dealt: players enter their own hands, folded ones too, during a hand or once it is over. They never have to: the next
// hand does not wait for it. What nobody remembers stays ??. Only the server can say which cards are still possible. Nothing here
// says what a hand was worth.

import { RANKS, SUITS, button, cardText, counted, el, plain } from "./drawing.js";
import { objection } from "./referee.js";
/** @import { Content, Deal, Drawing, Picture, SeatDealt, Sitting } from "./types" */

/** @typedef {(cards: string[], out?: string[] | null) => void} Say */

/** @type {(picture: Picture, number: number) => Deal | null} */
export function dealOf(picture, number) {
  return (picture.deals ?? []).find((one) => one.number === number) ?? null;
}

// The hand whose cards can be entered between hands.
/** @type {(picture: Picture) => Deal | null} */
export function lastDeal(picture) {
  return (picture.deals ?? []).findLast((one) => one.number !== picture.hand?.number) ?? null;
}

// The button for them between hands, if the turned card is known: without it nothing can be priced.
/** @type {(table: Sitting) => Drawing | null} */
export function showFolded(table) {
  const last = lastDeal(table.shown);
  if (table.shown.hand || !last?.turned) return null;
  return button("Show what you folded", `folded ${last.number}`, () => table.open("dealt", { number: last.number, player: null }), { class: "folded", title: `The cards dealt in hand ${last.number}` });
}

// Everything has a fixed place, so that nothing moves under the finger.
/** @type {(table: Sitting, values: { number: number, player: string | null }) => Content} */
export function dealtSheet(table, values) {
  const deal = dealOf(table.shown, values.number);
  if (!deal) return [el("p", { key: "p" }, "That hand is gone.")];
  const seat = deal.seats.find((one) => one.player === values.player);
  /** @type {Say} */
  const say = (cards, out = null) => seat && entered(table, deal, seat, cards, out);
  return [el("h2", { key: "h" }, `Hand ${deal.number}: the cards dealt`),
    el("div", { class: "whose", key: "who", role: "group", "aria-label": "Whose cards" }, deal.seats.map((one) => button([el("span", { class: "who", key: "who" }, plain(one.player)), el("span", { class: "small", key: "many" }, `${one.cards.length} of ${deal.size}`)], `dealt ${deal.number} ${one.player}`, () => table.fill("player", one.player), { "aria-pressed": String(one === seat), "aria-label": `${plain(one.player)}: ${counted(one.cards.length, "card")} of ${deal.size} entered` }))),
    picked(deal, seat, say),
    el("p", { class: `says${table.message ? " no" : ""}`, key: "about", role: "status" }, table.message ?? about(seat)),
    possible(deal, seat, say),
    el("div", { class: "referee", key: "referee" }, (table.shown.objections ?? []).map((one, at) => objection(one, at)))];
}

/** @type {(seat: SeatDealt | undefined) => string} */
function about(seat) {
  if (!seat) return "Whose cards? Players who passed can show theirs too.";
  return seat.draw ? `Tap the cards above that were thrown away: ${seat.out.length} of ${seat.draw}.` : "Leave what nobody remembers as ??.";
}

/** @type {(table: Sitting, deal: Deal, seat: SeatDealt, cards: string[], out: string[] | null) => void} */
function entered(table, deal, seat, cards, out) {
  table.tap({ kind: "dealt", hand: null, of: deal.number, player: seat.player, cards: cards.join(" "), out: out ? out.join(" ") : null });
}

/** @type {(cards: string[], card: string) => string[]} */
function without(cards, card) {
  return cards.filter((one) => one !== card);
}

/** @type {(code: string) => Drawing[]} */
function cardFace(code) {
  return [el("span", {}, code[0] === "T" ? "10" : code[0]), el("span", { class: "pip" }, SUITS[code[1]])];
}

// The cards entered so far; if the player drew, tapping one marks it as thrown away.
/** @type {(deal: Deal, seat: SeatDealt | undefined, say: Say) => Drawing} */
function picked(deal, seat, say) {
  const places = Array.from({ length: deal.size }, (_, at) => seat?.cards[at]);
  return el("div", { class: "picked", key: "picked", role: "group", "aria-label": "Cards entered" }, places.map((card, at) => {
    if (!seat || !card) return el("span", { class: "card other", key: `none ${at}` }, "??");
    if (!seat.draw) return el("div", { class: `suit s${card[1]}`, key: card }, el("span", { class: "card", key: card }, cardFace(card)));
    const out = seat.out.includes(card);
    const no = out ? "" : seat.own.includes(card) ? `${cardText(card)} was played` : seat.out.length >= seat.draw ? `Only ${counted(seat.draw, "card")} drawn: take one back first` : "";
    return el("div", { class: `suit s${card[1]}`, key: card }, el("button", { class: "card", key: card, as: `out ${deal.number} ${seat.player} ${card}`, tap: () => say(seat.cards, out ? without(seat.out, card) : [...seat.out, card]), no: no || undefined, "aria-pressed": String(out), "aria-label": `${cardText(card)} thrown away` }, cardFace(card)));
  }));
}

// All cards; a tap enters one, or takes it back. The first also enters those that are certain. A card taken back is no longer
// marked as thrown away.
/** @type {(deal: Deal, seat: SeatDealt | undefined, say: Say) => Drawing} */
function possible(deal, seat, say) {
  const had = new Set(seat?.cards);
  /** @type {(card: string) => void} */
  const toggle = (card) => seat && (had.has(card) ? say(without(seat.cards, card), seat.out.includes(card) ? without(seat.out, card) : null) : say([...new Set([...seat.cards, card, ...seat.certain])].slice(0, deal.size)));
  const whole = had.size === deal.size;
  return el("div", { class: "cards pick", key: "pick", role: "group", "aria-label": seat ? `Cards dealt to ${plain(seat.player)}` : "Cards" }, ["s", "h", "d", "c"].map((suit) => el("div", { class: `suit s${suit}`, key: suit },
    Array.from(RANKS, (rank) => {
      const code = rank + suit;
      const no = !seat ? "First tap whose cards they are" : had.has(code) ? "" : notDealt(deal, seat, code);
      return el("button", { class: `card${!no ? "" : seat && !whole ? " seen" : " dim"}`, key: code, as: `deal ${deal.number} ${seat?.player} ${code}`, tap: () => toggle(code), no: no || undefined, "aria-pressed": String(had.has(code)), "aria-label": `${cardText(code)}${no && seat ? `: ${no}` : ""}` }, cardFace(code));
    }))));
}

// Why a card cannot have been dealt to a player; empty if it can.
/** @type {(deal: Deal, seat: SeatDealt, code: string) => string} */
function notDealt(deal, seat, code) {
  if (seat.gone.includes(code) || deal.seats.some((one) => one !== seat && one.cards.includes(code))) return "That card was elsewhere";
  if (seat.cards.length >= deal.size) return `There are only ${deal.size} cards: take one back first`;
  const own = new Set(seat.own);
  const others = new Set([...seat.cards, ...seat.certain, code].filter((one) => !own.has(one))).size;
  return !own.has(code) && others > seat.room ? "That leaves no room for the cards that were played" : "";
}
