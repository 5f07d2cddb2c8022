// A picture of the table: an oval of felt, the cards on it, the trump card and the pot. Seats go clockwise in the order of the
// log, and never move. The shapes of cards and suits are those of the replay.

import { SUIT_WORDS, cardText, counted, el, plain } from "./drawing.js";
/** @import { Face } from "../../frame/component" */
/** @import { Drawing, Hand, Picture, Play, Seat, Shows, Trick } from "./types" */

/** @typedef {{ plate: number, edge: number, slim: boolean, big: number, low: boolean }} Sizes */
/** @typedef {{ x: number, y: number, cx: number, cy: number }} Place */

/** @type {Record<number, [number, number, number, number]>} */
const SIDES = {
  1: [1, 0, 0, 0], 2: [1, 0, 1, 0], 3: [1, 1, 0, 1], 4: [1, 1, 1, 1], 5: [2, 1, 1, 1], 6: [2, 1, 2, 1], 7: [2, 1, 3, 1], 8: [3, 1, 3, 1],
  9: [3, 1, 4, 1], 10: [4, 1, 4, 1], 11: [4, 1, 5, 1], 12: [4, 2, 4, 2],
}; // by number of players: how many sit at the bottom, on the left, at the top, on the right
export const CARD = { width: 38, height: 53 };
export const TAG = 6; // room above a card for "led" or "best"
const DEEP = 265; // the least height with room for full-size cards and the pot between them; below it, a picture is low

// The sizes of things in a picture of this height. In a low one, cards are smaller; in a very low one, plates have only one line.
/** @type {(height: number, crowded: boolean) => Sizes} */
function sizes(height, crowded) {
  const slim = height < (crowded ? 202 : 190);
  const big = height >= DEEP ? 1 : height >= 170 ? 0.8 : 0.68;
  return { plate: slim ? 20 : 30, edge: slim ? 4 : 7, slim, big, low: height < DEEP };
}

// The centre of each plate (x, y) and of the card in front of it (cx, cy), clockwise from the bottom right. No card covers
// another, a name, or the trump card in the middle. So in a low picture, the card of the middle seat at the top or the bottom is
// to the left of the trump card.
/** @type {(count: number, width: number, height: number) => { found: Place[], plate: number, size: Sizes }} */
export function places(count, width, height) {
  const [bottom, left, top, right] = SIDES[Math.min(count, 12)] ?? SIDES[12];
  const size = sizes(height, Math.max(bottom, top) > 2);
  const [wide, tall] = [CARD.width * size.big, CARD.height * size.big];
  /** @type {(many: number, long: number, at: number) => number} */
  const spread = (many, long, at) => (long * (at + 0.5)) / many;
  const along = Math.min(width / Math.max(bottom, top, 1), 130);
  const beside = width / 2 - (size.low ? 2.5 * wide + 18 : wide + 48); // the room that cards in the middle leave for a plate
  const plate = Math.min(along - 6, left || right ? Math.min(90, beside) : 130);
  /** @type {Place[]} */
  const found = [];
  /** @type {(many: number, at: number) => number} */
  const row = (many, at) => (many > 2 && (left || right) ? spread(many, width, at) : width / 2 + (at - (many - 1) / 2) * Math.min(width / many, width * 0.34));
  /** @type {(many: number, at: number) => number} */
  const card = (many, at) => {
    const x = row(many, at);
    const corner = plate + 1 - wide / 2; // ends where a plate at the side does, clear of that seat's card
    if (!size.low) return x;
    if (many === 2) return width / 2 + (at ? 1 : -1) * (wide + 14);
    if (many % 2 && at === (many - 1) / 2) return width / 2 - wide / 2 - 3;
    return left && at === 0 ? Math.min(x, corner) : right && at === many - 1 ? Math.max(x, width - corner) : x;
  };
  const above = size.edge + size.plate + 1 + TAG * size.big + tall / 2;
  const below = height - size.plate - 3 - tall / 2;
  for (let at = bottom - 1; at >= 0; at -= 1) found.push({ x: row(bottom, at), y: height - size.plate / 2 - 1, cx: card(bottom, at), cy: below });
  for (let at = left - 1; at >= 0; at -= 1) found.push({ x: plate / 2 + 1, y: spread(left, height, at), cx: plate + 3 + wide / 2, cy: spread(left, height, at) });
  for (let at = 0; at < top; at += 1) found.push({ x: row(top, at), y: size.plate / 2 + size.edge, cx: card(top, at), cy: above });
  for (let at = 0; at < right; at += 1) found.push({ x: width - plate / 2 - 1, y: spread(right, height, at), cx: width - plate - 3 - wide / 2, cy: spread(right, height, at) });
  return { found, plate, size };
}

// ``next`` is whose ring is drawn: who the question is about.
/** @type {(picture: Shows, width: number, height: number, next: string | null) => Drawing} */
export function felt(picture, width, height, next) {
  const { found, plate, size } = places(picture.table.length, width, height);
  const hand = picture.hand;
  const trick = hand?.tricks.at(-1);
  const fresh = hand && (hand.open_trick || hand.tricks.length) ? trick : null;
  const edge = size.plate / 2;
  const parts = [
    el("rect", { class: "rim", x: 10, y: edge, width: width - 20, height: height - 2 * edge, rx: (height - 2 * edge) / 2.2 }),
    el("rect", { class: "felt", x: 16, y: edge + 6, width: width - 32, height: height - 2 * edge - 12, rx: (height - 2 * edge - 12) / 2.2 }),
    middle(picture, width, height, size),
    ...picture.table.map((row, at) => plateOf(picture, row, found[at], plate, size, next)),
  ];
  for (const laid of fresh?.plays ?? []) {
    const at = picture.table.findIndex((row) => row.name === laid.player);
    if (hand && fresh && at >= 0) parts.push(laidCard(laid, found[at], hand, fresh, size.big));
  }
  return el("svg", { class: "bourre-table", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": described(picture, next), key: "felt" }, ...parts);
}

// The pot and the trump card. Once cards are played, a low picture only has room for the trump card: the pot is shown above the
// table anyway.
/** @type {(picture: Picture, width: number, height: number, size: Sizes) => Drawing} */
function middle(picture, width, height, size) {
  const pot = picture.hand?.pot ?? picture.coming?.pot ?? picture.pot;
  const turned = picture.hand?.turned;
  const trump = picture.hand?.trump;
  const y = height / 2;
  const shift = turned || trump ? 20 : 0;
  const lies = picture.hand?.tricks.length && size.low;
  const big = lies ? size.big * 0.9 : 0.84;
  return el("g", { key: "middle" },
    lies ? null : el("text", { class: "pot", x: width / 2 - shift, y: y + 5 }, pot === null || pot === undefined ? "…" : pot),
    lies ? null : el("text", { class: "small", x: width / 2 - shift, y: y + 20 }, "pot"),
    turned ? el("g", { class: "turned", transform: `translate(${width / 2 + (lies ? 2 : 6)} ${y - (CARD.height * big) / 2}) scale(${big})` }, face(turned), el("use", { href: "#bt-edge" })) : null,
    !turned && trump ? el("g", { class: "turned" }, el("circle", { cx: width / 2 + (lies ? 17 : 26), cy: y, r: 15, class: "paper" }), el("g", { class: `s${trump}` }, pip(trump, width / 2 + (lies ? 17 : 26), y, 20))) : null);
}

/** @type {(suit: string, x: number, y: number, size: number) => Drawing} */
function pip(suit, x, y, size) {
  return el("use", { href: `#bt-pip-${suit}`, transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})` });
}

/** @type {(card: string) => Drawing} */
function face(card) {
  if (card === "??") return el("g", {}, el("use", { href: "#bt-back" }), el("text", { class: "unknown", x: 18, y: 32 }, "?"));
  return el("g", { class: `s${card[1]}` }, el("use", { href: `#bt-${card[1]}` }), el("text", { class: card[0] === "T" ? "ten" : "", x: 9.5, y: 17 }, cardText(card).slice(0, -1)));
}

/** @type {(laid: Play, place: Place, hand: Hand, trick: Trick, big: number) => Drawing} */
function laidCard(laid, place, hand, trick, big) {
  const top = hand.open_trick ? hand.best?.player === laid.player : trick.winner === laid.player;
  const led = trick.plays[0].player === laid.player;
  return el("g", { class: `laid${top ? " best" : ""}`, key: `laid ${laid.player}`, transform: `translate(${place.cx - (CARD.width / 2) * big} ${place.cy - (CARD.height / 2) * big}) scale(${big})` },
    face(laid.card), top ? el("use", { href: "#bt-edge" }) : null,
    top || led ? el("g", { class: `tag ${top ? "best" : "led"}` },
      el("rect", { x: -2, y: -8.6, width: top ? (hand.open_trick ? 30 : 29) : 24, height: 10.4, rx: 5.2 }),
      el("text", { x: top ? 12.6 : 10, y: -0.2 }, top ? (hand.open_trick ? "best" : "won") : "led")) : null);
}

// The face of a player, where the server told one: of the people of the book, and to whoever watches.
/** @type {(picture: { faces?: Record<string, Face> }, name: string) => Drawing | null} */
export function faceSeen(picture, name) {
  const one = picture.faces?.[name];
  return one ? el("span", { class: "face", style: `background: ${one.colour}; color: ${one.ink}`, "aria-hidden": "true" }, one.initials, one.picture ? el("img", { src: one.picture, alt: "" }) : null) : null;
}

// The same on a plate, at its left end.
/** @type {(one: Face, x: number, y: number, r: number) => Drawing} */
function faceDrawn(one, x, y, r) {
  return el("g", { class: "sits", "aria-hidden": "true" }, el("circle", { cx: x, cy: y, r, style: `fill: ${one.colour}` }),
    el("text", { x, y: y + r * 0.33, style: `fill: ${one.ink}; font-size: ${r * 0.9}px` }, one.initials),
    one.picture ? el("image", { href: one.picture, x: x - r * 0.9, y: y - r * 0.9, width: r * 1.8, height: r * 1.8, preserveAspectRatio: "xMidYMid slice", style: "clip-path: circle(50%)" }) : null);
}

/** @type {(picture: Shows, row: Seat, place: Place, plate: number, size: Sizes, next: string | null) => Drawing} */
function plateOf(picture, row, place, plate, size, next) {
  const out = passedBy(picture, row);
  const badge = place.x + (place.cx < place.x ? -1 : 1) * (plate / 2 - 2); // at the inner end of the plate, so that it is not cut off
  const note = out ? "passed" : won(row) || (row.declared === "plays" ? (row.stayed ? "stays in" : row.draws === null ? "in" : `drew ${row.draws}`) : "");
  const tricks = size.slim && won(row) ? ` ${row.took ?? row.won}` : "";
  const face = size.slim || plate < 84 ? null : picture.faces?.[row.name];
  const beside = face ? 13 : 0; // by so much the words give way to the face
  const room = plate - 12 - 2 * beside;
  const words = `${plain(row.name, Math.floor(room / 6.4) - tricks.length)}${tricks && ` ·${tricks}`}`;
  const squeezed = words.length * 8.2 > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {}; // rather than cut to "Delph…"
  return el("g", { class: `seat${out ? " out" : ""}${next === row.name ? " turn" : ""}`, key: `seat ${row.name}` },
    el("rect", { x: place.x - plate / 2, y: place.y - size.plate / 2, width: plate, height: size.plate, rx: 8 }),
    face ? faceDrawn(face, place.x - plate / 2 + 15, place.y, 12) : null,
    el("text", { class: "name", x: place.x + beside, y: size.slim ? place.y + 5 : place.y - 1, ...squeezed }, words),
    size.slim ? null : el("text", { class: "of", x: place.x + beside, y: place.y + 11.5 }, (face && note ? [note] : [chipsOf(row), note]).filter(Boolean).join(" · ")), // with a face the chips stand beside the table
    row.dealer ? el("g", { class: "dealer" }, el("circle", { cx: badge, cy: place.y - size.plate / 2 + 2, r: 7.5 }), el("text", { x: badge, y: place.y - size.plate / 2 + 6 }, "D")) : null);
}

// True for a player who passed, or will have passed once the hand is confirmed as it stands.
/** @type {(picture: Picture, row: Seat) => boolean} */
export function passedBy({ hand, awaits }, row) {
  return hand !== null && (row.declared === "passes" || row.declared === "drops" || (row.declared === "" && awaits !== "declare" && !hand.silent?.includes(row.name)));
}

/** @type {(row: Seat) => string} */
function won(row) {
  const tricks = row.took ?? row.won;
  return tricks ? counted(tricks, "trick") : "";
}

// A player's chips, with a ? if a hand that is not all recorded may change them.
/** @type {(row: Seat) => string} */
export function chipsOf(row) {
  return [signed(row.chips), row.sure === false && row.chips !== null ? "?" : ""].filter(Boolean).join(" ");
}

/** @type {(chips: number | null | undefined) => string} */
export function signed(chips) {
  if (chips === null || chips === undefined) return "";
  return chips > 0 ? `+${chips.toLocaleString("en")}` : chips < 0 ? `−${Math.abs(chips).toLocaleString("en")}` : "±0";
}

// The picture in words, for screen readers.
/** @type {(picture: Picture, next: string | null) => string} */
function described(picture, next) {
  const hand = picture.hand;
  const pot = hand?.pot ?? picture.coming?.pot ?? picture.pot;
  const said = [`Card table. ${pot ?? "An unknown number of"} chips in the pot.`];
  if (hand?.turned) said.push(`The turned card is ${cardText(hand.turned)}.`);
  else if (hand?.trump) said.push(`${SUIT_WORDS[hand.trump]} are trumps.`);
  const trick = hand?.tricks.at(-1);
  if (trick) said.push(`Trick ${trick.number}: ${trick.plays.map((one) => `${plain(one.player)} ${cardText(one.card)}`).join(", ")}${trick.winner && !hand?.open_trick ? `; ${plain(trick.winner)} won it` : ""}.`);
  for (const row of picture.table) said.push(`${plain(row.name)}${row.dealer ? ", dealer" : ""}: ${[chipsOf(row), row.declared, row.stayed ? "stays in" : "", won(row)].filter(Boolean).join(", ")}.`);
  if (next) said.push(`${plain(next)} is next.`);
  return said.join(" ");
}
