// What the picture is after a tap, as far as the phone can tell by itself: it knows the order of turns, how many cards and
// tricks there are, and which card beats which. This is only shown until the server's own picture comes. Only the server can
// say who pays what, what is legal, and who deals after a forfeit.

import { counted } from "./drawing.js";
import { served } from "./served.js";
/** @import { Coming, Deal, Event, FromServer, Hand, Kind, Opened, Picture, Play, Seat, Shows, Tap, Trick } from "./types" */

/** @typedef {(row: Seat) => Partial<Seat>} Change */

/** @type {<P extends Picture>(picture: P) => P} */
function clear(picture) {
  return { ...picture, settling: { known: false, sentences: [] }, objections: [], calls: [], undo: true, guessed: true };
}

/** @type {(picture: Picture, change: (row: Seat) => Partial<Seat>) => Seat[]} */
function rows(picture, change) {
  return picture.table.map((row) => ({ ...row, ...change(row) }));
}

/** @type {(picture: Picture, player: string) => Seat | undefined} */
export function rowOf(picture, player) {
  return picture.table.find((row) => row.name === player);
}

// The names in order, from the dealer's left to the dealer.
/** @type {(picture: Picture, dealer: string) => string[]} */
function orderFrom(picture, dealer) {
  const names = picture.table.map((row) => row.name);
  const at = names.indexOf(dealer) + 1;
  return [...names.slice(at), ...names.slice(0, at)];
}

/** @type {(picture: Shows, dealer?: string, turned?: string) => Opened} */
function opened(picture, dealer, turned = "") {
  const coming = /** @type {Coming} */ (picture.coming); // a hand is only opened where one is to come
  const trump = turned.slice(-1);
  const who = dealer ?? coming.dealer ?? "";
  const order = orderFrom(picture, who);
  /** @type {Hand} */
  const hand = {
    number: coming.number, dealer: who, turned: turned.length === 2 ? turned : "", trump, order, declaring: allAtOnce(picture) ? null : order[0], active: [], tricks: [],
    open_trick: 0, turn: null, led: "", best: null, seen: turned.length === 2 ? [turned] : [], legal: null, pot: coming.pot, antes: coming.antes ?? [], findings: [], misdeal: false, unsaid: 0, silent: order, takes: null, matches: null,
  };
  /** @type {Partial<Seat>} */
  const blank = { declared: "", stayed: false, draws: null, won: 0, took: null };
  return clear({
    ...picture, hand, open: true, number: coming.number, awaits: "declare", unopened: picture, coming: null,
    deals: [...otherDeals(picture, coming.number).slice(-1), undealt(picture, hand)],
    table: rows(picture, (row) => ({ ...blank, dealer: row.name === who })),
  });
}

/** @type {(picture: Picture) => boolean} */
function allAtOnce(picture) {
  return picture.ways?.declare === "simultaneous";
}

// The open hand with another dealer. Those who stay still do. Unchanged if more has been entered: the server would refuse it.
/** @type {(picture: Opened, player: string) => Shows} */
function dealtBy(picture, player) {
  const { hand, table } = picture;
  if (hand.tricks.length || table.some((row) => !["", "plays"].includes(row.declared) || row.draws !== null || (row.took ?? null) !== null)) return picture;
  const stayed = table.filter((row) => row.declared === "plays").map((row) => row.name);
  const before = picture.unopened ?? { ...picture, coming: { ...hand, sure: true } };
  return stayed.reduce((now, name) => AFTER.stays(now, { kind: "stays", player: name, yes: true }), /** @type {Shows} */ (opened(before, player, hand.turned || hand.trump)));
}

/** @type {(picture: Picture, number: number) => Deal[]} */
function otherDeals(picture, number) {
  return (picture.deals ?? []).filter((deal) => deal.number !== number);
}

// The deal of a hand with no cards entered. Only the turned card may be known: as far as the phone knows, the dealer has it.
/** @type {(picture: Picture, hand: Hand) => Deal} */
function undealt(picture, { number, turned, order, dealer, seen }) {
  const blank = { cards: [], certain: [], own: [], room: picture.sizes.hand, out: [], draw: 0 };
  return { number, turned, size: picture.sizes.hand, seats: order.map((player) => ({ player, ...blank, gone: player === dealer ? [] : seen })) };
}

// Who declares next, who plays, and what is awaited, after a declaration.
/** @type {(picture: Opened) => Opened} */
function declared(picture) {
  const { hand } = picture;
  const said = Object.fromEntries(picture.table.map((row) => [row.name, row.declared]));
  const active = hand.order.filter((name) => said[name] === "plays");
  const silent = hand.order.filter((name) => !said[name]);
  const inTurn = allAtOnce(picture) ? null : silent[0] ?? null;
  const over = !silent.length;
  const awaits = !over ? "declare" : active.length > 1 ? "play" : "confirm";
  return beside({ ...picture, awaits, hand: { ...hand, silent: silent.length === hand.order.length ? silent : [], active, declaring: inTurn, turn: active.length > 1 ? active[0] : null, legal: null } });
}

// True if it was said who took the pot, or who matched it.
/** @type {(hand: Hand | null) => boolean} */
export function paid(hand) {
  return Boolean(hand?.takes || hand?.matches);
}

// A hand of which that was said can be confirmed, whatever else is known of it. Of those without a word nobody knows whether they
// stayed, unless somebody has passed or drawn.
/** @type {<P extends Picture>(picture: P) => P} */
function beside(picture) {
  const { hand, table } = picture;
  if (!hand || !paid(hand)) return picture;
  const said = table.some((row) => row.declared === "passes" || row.draws !== null) || hand.tricks.length || tricksSaid(picture).left === 0;
  return { ...picture, awaits: "confirm", hand: { ...hand, turn: null, silent: said ? [] : table.filter((row) => !row.declared).map((row) => row.name) } };
}

// The tricks entered so far: `left` are not assigned yet, `silent` are players without a number.
/** @type {(picture: Picture) => { playing: Seat[], said: Seat[], silent: Seat[], left: number }} */
export function tricksSaid(picture) {
  const playing = picture.table.filter((row) => row.declared === "plays");
  const said = playing.filter((row) => row.took !== null && row.took !== undefined);
  const sum = said.reduce((all, row) => all + (row.took ?? 0), 0);
  return { playing, said, silent: playing.filter((row) => !said.includes(row)), left: picture.sizes.hand - sum };
}

/** @type {<P extends Picture>(picture: P) => P} */
function known(picture) {
  const { playing, silent, left } = tricksSaid(picture);
  const over = playing.length > 1 && left === 0;
  const awaits = over ? "confirm" : silent.length || left ? "declare" : "tricks";
  return beside(over || picture.awaits === "confirm" ? { ...picture, awaits } : picture);
}

/** @type {(picture: Opened, player: string, card: string) => Opened} */
function cardPlayed(picture, player, card) {
  const tricks = [...picture.hand.tricks];
  if (!picture.hand.open_trick) tricks.push({ number: tricks.length + 1, plays: [], winner: null });
  const open = tricks[tricks.length - 1];
  tricks[tricks.length - 1] = { ...open, plays: [...open.plays, { player, card, withdrawn: "" }] };
  return withTricks(picture, tricks);
}

// The open hand with these tricks, of which only the last has changed: finds who takes it, and whose turn it is.
/** @type {(picture: Opened, tricks: Trick[]) => Opened} */
function withTricks(picture, tricks) {
  const hand = { ...picture.hand, legal: null, findings: [], tricks };
  const open = tricks[tricks.length - 1];
  const { plays, winner: before } = open;
  const top = best(hand.trump, plays);
  const whole = plays.length === hand.active.length;
  const winner = whole ? top?.player ?? null : null;
  const over = whole && tricks.length >= picture.sizes.hand;
  const next = hand.active[(hand.active.indexOf(plays[0].player) + plays.length) % hand.active.length];
  tricks[tricks.length - 1] = { ...open, winner };
  Object.assign(hand, whole ? { open_trick: 0, led: "", best: null, turn: over ? null : winner } : { open_trick: plays.length, led: plays[0].card === "??" ? "" : plays[0].card[1], best: top, turn: next });
  hand.seen = seenBy(picture, hand);
  const table = rows(picture, (row) => ({ won: row.won - Number(row.name === before) + Number(row.name === winner) }));
  const sure = tricks.every((trick) => trick.winner);
  return clear({ ...picture, hand, table, awaits: over ? (sure ? "confirm" : "tricks") : "card" });
}

// The cards that the player whose turn it is cannot play: all that were seen, but for those in their own hand (taken back,
// dealt or turned up).
/** @type {(picture: Picture, hand: Hand) => string[]} */
function seenBy(picture, hand) {
  const plays = hand.tricks.flatMap((trick) => trick.plays);
  const played = plays.map((play) => play.card);
  const back = plays.filter((play) => play.withdrawn);
  const dealt = picture.deals?.find((deal) => deal.number === hand.number)?.seats.find((seat) => seat.player === hand.turn);
  const held = [...back.filter((play) => play.player === hand.turn).map((play) => play.withdrawn), ...(dealt?.cards ?? []).filter((card) => !dealt?.out.includes(card)), ...(hand.turn === hand.dealer ? [hand.turned] : [])];
  const seen = new Set([...hand.seen, ...played, ...back.map((play) => play.withdrawn), hand.turned]);
  return [...seen].filter((card) => card.length === 2 && card !== "??" && (played.includes(card) || !held.includes(card)));
}

// The card that takes a trick; null if an unseen card may take it.
/** @type {(trump: string, plays: Play[]) => Play | null} */
function best(trump, plays) {
  if (!plays.length || plays.some((one) => one.card === "??") || !trump) return null;
  const order = served.strengths[trump]?.[plays[0].card[1]] ?? [];
  return plays.reduce((top, one) => {
    const [a, b] = [order.indexOf(one.card), order.indexOf(top.card)];
    return a >= 0 && (b < 0 || a < b) ? one : top;
  });
}

/** @type {(picture: Opened) => Shows} */
function nextHand(picture) {
  const { hand } = picture;
  const coming = picture.coming;
  const number = hand.number + (hand.misdeal ? 0 : 1);
  const sure = coming && !picture.guessed;
  const dealer = coming?.number === number && coming.dealer ? coming.dealer : hand.misdeal ? hand.dealer : picture.dealers?.[hand.dealer] ?? orderFrom(picture, hand.dealer)[0];
  const next = sure ? coming : { number, dealer, order: orderFrom(picture, dealer), antes: [], pot: null, sure: false };
  return clear({
    ...picture, hand: null, open: false, number: next.number, awaits: "hand", hands: picture.hands + 1, coming: next, unopened: null,
    pot: next.pot, pot_words: next.pot === null ? "" : counted(next.pot, "chip") + " in the pot",
    last: { number: hand.number, sentences: picture.settling.sentences, went: picture.settling.went }, deals: (picture.deals ?? []).slice(-1),
    table: rows(picture, (row) => ({ dealer: row.name === next.dealer, declared: "", stayed: false, draws: null, won: 0, took: null, ante: 0, exempt: "", chips: null })),
  });
}

/** @type {(picture: Shows) => Shows} */
function dealt(picture) {
  return picture.hand || !picture.coming?.dealer ? picture : opened(picture);
}

/** @type {(picture: Shows, event: Tap<"say">) => Shows} */
function said(picture, event) {
  const words = (event.line ?? "").split(" ");
  const what = event.statement ?? words[0];
  const parts = /** @type {{ player?: string, players?: string[], after?: string }} */ (event.parts ?? {});
  if (what === "misdeal") {
    const now = dealt(picture);
    return now.hand ? clear({ ...now, awaits: "confirm", hand: { ...now.hand, misdeal: true, declaring: null, turn: null }, deals: otherDeals(now, now.hand.number) }) : now;
  }
  if (what === "claim" && picture.hand) return clear({ ...picture, awaits: "confirm", hand: { ...picture.hand, turn: null } });
  if (what === "stay" && parts.players) return clear({ ...picture, table: rows(picture, (row) => (parts.players?.includes(row.name) ? { stayed: true } : {})) });
  if (what === "leave" && parts.player) return seated(picture, picture.table.filter((row) => row.name !== parts.player));
  if (what === "sit" && parts.player && parts.after) {
    const at = picture.table.findIndex((row) => row.name === parts.after) + 1;
    return seated(picture, [...picture.table.slice(0, at), newcomer(parts.player), ...picture.table.slice(at)]);
  }
  return picture;
}

/** @type {(name: string) => Seat} */
function newcomer(name) {
  return { name, dealer: false, chips: 0, ante: 0, exempt: "", declared: "", stayed: false, draws: null, won: 0, took: null };
}

// Other players at the table, between two hands. If the dealer has left or moved, only the server can say who deals next.
/** @type {(picture: Shows, table: Seat[]) => Shows} */
function seated(picture, table) {
  const names = table.map((row) => row.name);
  const dealers = Object.fromEntries(names.map((name, at) => [name, names[(at + 1) % names.length]]));
  const now = { ...picture, table, dealers, players: [...new Set([...picture.players, ...names])], guessed: true };
  const { coming } = picture;
  if (!coming || picture.hand) return now;
  const dealer = coming.dealer !== null && names.includes(coming.dealer) ? coming.dealer : null;
  return { ...now, coming: { ...coming, dealer, order: dealer ? orderFrom(now, dealer) : names, antes: [] } };
}

// A picture with a player renamed throughout.
/** @type {(value: unknown, old: string, name: string) => unknown} */
function renamed(value, old, name) {
  if (value === old) return name;
  if (Array.isArray(value)) return value.map((one) => renamed(one, old, name));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key === old ? name : key, renamed(one, old, name)]));
}

/** @type {(cards: string) => string[]} */
function cardsIn(cards) {
  return cards.split(" ").filter((card) => card && card !== "??");
}

// A picture with its open hand: most taps are only made where there is one.
/** @type {(picture: Shows) => Opened} */
function open(picture) {
  return /** @type {Opened} */ (picture);
}

/** @type {{ [K in Exclude<Kind, "undo">]: (picture: Shows, tap: Tap<K>) => Shows }} */
const AFTER = {
  dealer: (picture, { player }) => (picture.hand ? dealtBy(open(picture), player) : opened(picture, player)),
  turned: (picture, { card }) => {
    if (!picture.hand) return opened(picture, undefined, card);
    const code = card.length === 2 ? card : "";
    const hand = { ...picture.hand, turned: code, trump: card.slice(-1), seen: code ? [code] : [] };
    const before = picture.hand.turned;
    /** @type {(seat: Deal["seats"][number]) => Deal["seats"][number]} */
    const turnedNow = ({ gone, ...seat }) => ({ ...seat, gone: [...gone.filter((one) => one !== before), ...(seat.player === hand.dealer ? [] : hand.seen)] });
    return clear({ ...picture, hand, deals: picture.deals?.map((deal) => (deal.number === hand.number ? { ...deal, turned: code, seats: deal.seats.map(turnedNow) } : deal)) });
  },
  stays: (picture, { player, yes }) => {
    const now = open(dealt(picture));
    /** @type {Change} */
    const change = (row) => (row.name !== player ? {} : { declared: yes ? "plays" : "", took: yes ? row.took : null });
    /** @type {(names: string[] | null) => string[] | null} */
    const left = (names) => (yes || !names?.includes(player) ? names : names.length > 1 ? names.filter((name) => name !== player) : null);
    return known(declared(clear({ ...now, hand: { ...now.hand, takes: left(now.hand.takes), matches: left(now.hand.matches) }, table: rows(now, change) })));
  },
  declares: (picture, { player, draws, skips }) => {
    const now = open(dealt(picture));
    const before = skips && !allAtOnce(now) ? now.hand.order.slice(0, now.hand.order.indexOf(player)) : [];
    /** @type {Change} */
    const change = (row) => (row.name === player ? { declared: "plays", draws } : before.includes(row.name) && !row.declared ? { declared: "passes" } : {});
    return declared(clear({ ...now, table: rows(now, change) }));
  },
  passes: (picture, { player }) => {
    const now = open(dealt(picture));
    return declared(clear({ ...now, table: rows(now, (row) => (row.name === player ? { declared: "passes", draws: null } : {})) }));
  },
  draws: (picture, { player, draws }) => clear({ ...picture, table: rows(picture, (row) => (row.name === player ? { draws } : {})) }),
  drops: (picture, { player }) => declared(clear({ ...open(picture), table: rows(picture, (row) => (row.name === player ? { declared: "drops" } : {})) })),
  rest: (picture) => {
    const now = open(dealt(picture));
    return declared(clear({ ...now, table: rows(now, (row) => (row.declared ? {} : { declared: "passes" })) }));
  },
  card: (picture, { player, card }) => cardPlayed(open(picture), player, card),
  recall: (picture, { card }) => {
    const tricks = [...open(picture).hand.tricks];
    const trick = tricks[tricks.length - 1];
    const last = trick.plays[trick.plays.length - 1];
    tricks[tricks.length - 1] = { ...trick, plays: [...trick.plays.slice(0, -1), { ...last, card, withdrawn: last.card }] };
    return withTricks(open(picture), tricks);
  },
  took: (picture, { player, tricks, stays, besides = {} }) => {
    const there = stays ? AFTER.stays(picture, { kind: "stays", player, yes: true }) : picture;
    const numbers = new Map([...Object.entries(besides), [player, tricks]]);
    let now = clear({ ...there, table: rows(there, (row) => (numbers.has(row.name) ? { took: numbers.get(row.name) } : {})) });
    const { said: told, silent, left } = tricksSaid(now);
    if (told.length && silent.length === 1 && left > 0 && !paid(now.hand)) now = { ...now, table: rows(now, (row) => (row.name === silent[0].name ? { took: left } : {})) };
    return known({ ...now, awaits: now.hand?.tricks.length ? "tricks" : "declare", hand: now.hand && { ...now.hand, turn: null } });
  },
  pot: (picture, { takes, matches }) => {
    const now = open(dealt(picture));
    const before = [...(now.hand.takes ?? []), ...(now.hand.matches ?? [])];
    const named = [...(takes ?? []), ...(matches ?? [])];
    /** @type {Change} */
    const change = (row) => (named.includes(row.name) ? { declared: "plays" } : before.includes(row.name) && row.took === null ? { declared: "" } : {});
    return declared(clear({ ...now, hand: { ...now.hand, takes, matches }, table: rows(now, change) }));
  },
  dealt: (picture, { of, player, cards, out }) => {
    const now = cardsIn(cards);
    /** @type {(deal: Deal) => Deal} */
    const change = (deal) => {
      const mine = deal.seats.find((seat) => seat.player === player);
      const back = (mine?.cards ?? []).filter((card) => !now.includes(card)); // a mistake: the card may be anybody's again, unless it was played
      /** @type {(cards: string[], all: boolean) => string[]} */
      const without = (cards, all) => cards.filter((card) => !back.includes(card) || (!all && mine?.own.includes(card)));
      return { ...deal, seats: deal.seats.map((seat) => (seat === mine ? { ...seat, cards: now, certain: without(seat.certain, true), out: out === null ? seat.out : cardsIn(out) } : { ...seat, gone: without(seat.gone, false) })) };
    };
    return { ...picture, undo: true, objections: [], deals: (picture.deals ?? []).map((deal) => (deal.number === of ? change(deal) : deal)) };
  },
  confirm: (picture) => (picture.hand ? nextHand(open(picture)) : picture),
  note: (picture) => picture,
  nothing: (picture) => picture,
  say: said,
  began: (picture, said) => {
    const began = { ...picture.began, ...Object.fromEntries(Object.entries(said).filter(([name]) => name in picture.began)) };
    const now = { ...clear(picture), began, title: said.title || picture.title };
    if (said.pot !== undefined || said.ante !== undefined) now.pot_words = ""; // only the server knows the pot now
    return !said.seats || picture.hand ? now : { ...seated(now, said.seats.map((name) => rowOf(picture, name) ?? newcomer(name))), players: said.seats };
  },
  mends: (picture, { of, lines }) => clear({ ...picture, pot_words: "", said: picture.said.map((one) => (one.number === of ? { ...one, lines } : one)), table: rows(picture, () => ({ chips: null })) }),
  called: (picture, { player, name }) => clear(/** @type {Shows} */ (renamed({ ...picture, before: null }, player, name))),
  ends: (picture) => ({ ...picture, awaits: "end", coming: null, guessed: true }),
};

// The state of a hand as text: a tap that does not change it cannot be undone, here as on the server.
/** @type {(picture: Picture) => string} */
function wording({ number, awaits, table, hand, deals, said }) {
  const tricks = hand?.tricks.map((trick) => trick.plays.map((play) => [play.card, play.withdrawn]));
  return JSON.stringify([number, awaits === "end", table.map((row) => [row.name, row.declared, row.draws, row.took]), hand && [hand.dealer, hand.turned, hand.trump, hand.misdeal, hand.takes, hand.matches, tricks], deals?.map((deal) => deal.seats.map((seat) => [seat.cards, seat.out])), said]);
}

// Pictures after taps that the server has not answered yet, one on top of the other.
export class Shown {
  /** @param {FromServer} picture */
  constructor(picture) {
    this.base = picture;
    /** @type {Shows} */
    this.now = picture;
    /** @type {Shows[]} */
    this.trail = []; // the picture before each of these taps
  }

  // Apply a tap. True if an undo can take it back. For an undo, `back` is the picture it leads to, if the page remembers one.
  /** @param {Event} event @param {Shows | null} [back] */
  tap(event, back = null) {
    const before = this.now;
    if (event.kind === "undo") {
      this.now = this.trail.pop() ?? (before === this.base && this.base.before ? { ...this.base.before, said: before.said } : null) ?? back ?? before;
      return false;
    }
    const after = /** @type {((picture: Shows, tap: Tap) => Shows) | undefined} */ (AFTER[event.kind]);
    this.now = after?.(before, event) ?? before;
    const told = ["say", "note", "began", "called"].includes(event.kind) || wording(before) !== wording(this.now);
    if (told) this.trail.push(before);
    return told;
  }
}
