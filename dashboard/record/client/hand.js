// The controls of a hand, in the lower half of the screen: a row for each seat, which never moves, or all fifty-two cards.

import { paid, tricksSaid } from "./after.js";
import { RANKS, SUITS, SUIT_WORDS, cardText, counted, el, listed, plain, quoted } from "./drawing.js";
import { chipsOf } from "./felt.js";
/** @import { Table } from "./client.js" */
/** @import { Drawing, Picture, Seat, Shows, Sitting, Tap } from "./types" */

/** @typedef {"dealer" | "score" | "turned" | "declare" | "draw" | "settle" | "card" | "leader"} Question */
/** @typedef {Pick<Table, "mode" | "leader" | "undrawn"> & { shown: Pick<Picture, "awaits" | "hand" | "table" | "ways"> }} Asked */
/** @typedef {Pick<Table, "leader" | "tap"> & { shown: Shows }} Cards */
/** @typedef {{ label: string, on: boolean, soft?: boolean, no: string, tap: () => unknown }} NumberButton */

// The question that is being asked now. Each has its own screen.
/** @type {(table: Sitting) => Question} */
export function asks(table) {
  const { shown: picture, mode } = table;
  const { hand, coming, awaits } = picture;
  if (!hand && !coming?.dealer) return "dealer";
  if (mode === "score") return "score";
  if (!hand || (awaits === "declare" && !hand.trump && table.unseen !== hand.number && !picture.table.some((row) => row.declared))) return "turned";
  if (awaits === "declare" && !hand.tricks.length) return hand.trump || !anyTook(picture) ? "declare" : "score";
  if (drawsAsked(table)) return "draw";
  if (awaits === "confirm") return "settle";
  if (hand.turn) return "card";
  if (awaits === "card" && !table.leader) return "leader";
  if (awaits === "card") return "card";
  return "score";
}

// True where all have declared, and are asked how many they draw.
/** @type {(table: Asked) => boolean} */
function drawsAsked({ shown: { awaits, hand, table: rows, ways }, undrawn }) {
  return awaits === "play" && drawsLater({ ways }) && undrawn !== hand?.number && rows.some((row) => row.declared === "plays" && row.draws === null);
}

// The player whom the question is about; null where it is about nobody in particular.
/** @type {(table: Asked) => string | null} */
export function whoseTurn(table) {
  const { shown: { hand, awaits }, mode, leader } = table;
  if (!hand || (mode !== "cards" && !hand.trump) || drawsAsked(table)) return null;
  return (awaits === "declare" ? hand.declaring : hand.turn ?? (awaits === "card" ? leader : null)) ?? null;
}

/** @type {(picture: Picture) => boolean} */
export function anyTook(picture) {
  return picture.table.some((row) => row.took !== null && row.took !== undefined);
}

/** @type {(picture: Picture) => number | null} */
export function numberOf(picture) {
  return picture.hand?.number ?? picture.coming?.number ?? null;
}

/** @type {Record<Question, (table: Sitting) => string>} */
export const QUESTIONS = {
  dealer: () => "Who deals?",
  score: (table) => scoreQuestion(table.shown),
  turned: () => "Which card is turned up?",
  declare: (table) => `${table.shown.hand?.declaring ? `${plain(table.shown.hand.declaring, 20)} declares: who` : "Who"} plays${drawsLater(table.shown) ? "" : ", and draws how many"}?`,
  draw: () => "How many does each draw?",
  settle: () => "Is that right?",
  card: (table) => `${plain(table.shown.hand?.turn ?? table.leader, 24)} ${table.shown.hand?.open_trick ? "plays" : "leads"}`,
  leader: () => "Who won that trick, and leads?",
};

/** @type {(picture: Picture) => string} */
function scoreQuestion(picture) {
  const { playing, said, left } = tricksSaid(picture);
  if (picture.hand?.misdeal) return "Thrown in: this hand does not count";
  if (picture.hand && paid(picture.hand)) return paidWords(picture.hand);
  if (!playing.length) return picture.table.every((row) => row.declared === "passes") ? "Everybody passed" : "Who stays? Then their tricks";
  if (!said.length) return playing.length > 1 ? `Tricks? ${listed(playing.map((row) => row.name))} stayed` : "Who else stays?";
  return left > 0 ? `${counted(left, "trick")} left` : "All tricks are in";
}

// Who took the pot and who matched it, where the table said so.
/** @type {(said: { takes: string[] | null, matches: string[] | null }) => string} */
export function paidWords({ takes, matches }) {
  const took = takes ? `${listed(takes) || "Nobody"} took the pot` : "";
  return [took, matches?.length ? `${listed(matches)} went bourré` : ""].filter(Boolean).join("; ") || "Nobody went bourré";
}

// True where all declare first and then draw.
/** @type {(picture: Pick<Picture, "ways">) => boolean} */
function drawsLater(picture) {
  return (picture.ways?.declare ?? "with-draw") !== "with-draw";
}

// --- Seats ----------------------------------------------------------------------------------------------------------------

/** @type {(table: Sitting, asking: Question) => Drawing} */
export function seatRows(table, asking) {
  const picture = table.shown;
  const size = asking === "declare" || asking === "draw" ? picture.sizes.draw : picture.sizes.hand;
  const numbers = ["score", "draw", "settle"].includes(asking) || (asking === "declare" && !drawsLater(picture));
  return el("div", { class: "seats", key: "seats", style: `--seats: ${picture.table.length}`, role: "group", "aria-label": "Seats" },
    picture.table.map((row) => el("div", { class: rowClass(picture, row, asking), key: `row ${row.name}` },
      nameButton(table, row, asking),
      numbers ? el("div", { class: "numbers", key: "numbers" }, Array.from({ length: picture.sizes.hand + 1 }, (_, number) => numberButton(table, row, number, asking, size))) : el("div", { class: "about", key: "about" }, aboutSeat(row)))));
}

/** @type {(picture: Picture, row: Seat, asking: Question) => string} */
function rowClass(picture, row, asking) {
  const plays = row.declared === "plays";
  const out = picture.hand && (row.declared === "passes" || row.declared === "drops");
  const turn = asking === "declare" && picture.hand?.declaring === row.name;
  return `row${plays ? " plays" : ""}${out ? " out" : ""}${turn ? " turn" : ""}`;
}

/** @type {(row: Seat) => string} */
function aboutSeat(row) {
  return row.exempt ? `no ante: ${row.exempt}` : row.ante ? `ante ${row.ante}` : "";
}

/** @type {(table: Sitting, row: Seat, asking: Question) => Drawing} */
function nameButton(table, row, asking) {
  const picture = table.shown;
  const hand = numberOf(picture);
  const plays = row.declared === "plays";
  const beside = asking === "dealer" || asking === "leader"; // then the ante is shown beside the name
  const small = [row.exempt && !beside ? "no ante" : "", row.declared === "passes" ? "passes" : row.declared === "drops" ? "dropped" : row.stayed ? "stays in" : "", chipsOf(row)].filter(Boolean).join(" ");
  /** @type {Partial<Record<Question, { label: string, tap?: () => unknown, no?: string }>>} */
  const acts = {
    dealer: { label: `${row.name} deals`, tap: () => table.tap({ kind: "dealer", player: row.name }) },
    leader: { label: `${row.name} won that trick and leads`, tap: () => table.lead(row.name), no: picture.hand?.active.includes(row.name) ? "" : `${plain(row.name)} is not playing this hand` },
    score: { label: `${row.name} stays`, tap: () => table.tap({ kind: "stays", player: row.name, yes: !plays }), no: picture.hand?.misdeal ? "This hand was thrown in" : cannotStay(picture) },
    declare: { label: `${row.name} plays, draw not noted`, tap: () => declares(table, row, null), no: outOfTurn(row) },
    draw: { label: row.name, no: plays ? "Tap how many cards, to the right" : `${plain(row.name)} is not playing this hand` },
    settle: { label: row.name, no: "The hand is complete: confirm it, or undo" },
  };
  const act = acts[asking] ?? { label: row.name };
  return el("button", {
    class: "name", key: "name", as: `${asking} ${hand} ${row.name}`, tap: act.tap, no: act.no || undefined, hold: table.watching ? undefined : () => table.open("seat", { player: row.name }),
    "aria-pressed": asking === "score" ? String(plays) : undefined, "aria-label": `${plain(act.label, 60)}${row.dealer ? ", dealer" : ""}${row.exempt ? `, no ante: ${row.exempt}` : ""}${small ? `, ${small}` : ""}`, title: row.exempt ? `No ante: ${row.exempt}` : undefined,
  },
    el("span", { class: "who" }, row.dealer ? el("b", { class: "d" }, "D") : null, plain(row.name)),
    el("span", { class: "small" }, small));
}

/** @type {(picture: Picture) => string} */
function cannotStay(picture) {
  return picture.hand?.tricks.length ? "Cards have been played: undo them first" : "";
}

/** @type {(table: Sitting, row: Seat, number: number, asking: Question, size: number) => Drawing} */
function numberButton(table, row, number, asking, size) {
  const picture = table.shown;
  const plays = row.declared === "plays";
  const { label, on, soft, no, tap } = asking === "declare" || asking === "draw" ? drawing(table, row, number, size, asking) : taking(table, row, number, asking);
  return el("button", {
    class: `number${on ? " on" : ""}${soft ? " soft" : ""}${plays && asking !== "declare" ? " lit" : ""}`, key: String(number), as: `${asking} ${numberOf(picture)} ${row.name} ${number}`, tap, no: no || undefined,
    "aria-pressed": String(Boolean(on || soft)), "aria-label": plain(label, 80),
  }, number);
}

// The button for a number of tricks. For a player who has not been entered as staying, it enters both.
/** @type {(table: Sitting, row: Seat, number: number, asking: Question) => NumberButton} */
function taking(table, row, number, asking) {
  const picture = table.shown;
  const { said, left } = tricksSaid(picture);
  const plays = row.declared === "plays";
  const told = row.took !== null && row.took !== undefined;
  const follows = !told && plays && said.length && left === 0;
  const follower = said.find((one) => one !== row && table.follow(one.name)); // this number was not tapped: it follows from the others
  const others = said.filter((one) => one !== row && one !== follower).reduce((all, one) => all + (one.took ?? 0), 0);
  const rest = picture.sizes.hand - others - number;
  const on = told ? row.took === number : follows ? number === 0 : asking === "settle" && row.won === number && plays;
  let no = "";
  if (asking === "settle") no = "The hand is complete: confirm it, or undo";
  else if (picture.hand?.misdeal) no = "This hand was thrown in";
  else if (!plays && cannotStay(picture)) no = cannotStay(picture);
  else if (number < row.won) no = `${plain(row.name)} has already won ${row.won}`;
  else if (rest < 0) no = `There are only ${picture.sizes.hand} tricks: change another number first`;
  /** @type {Tap<"took">} */
  const event = { kind: "took", player: row.name, tricks: number };
  if (!plays) event.stays = true;
  if (follower && (!plays || follower.took !== rest)) event.besides = { [follower.name]: plays ? rest : null };
  return { label: `${row.name}: ${counted(number, "trick")}`, on: on && !(follows || table.follow(row.name)), soft: on && (follows || table.follow(row.name)), no, tap: () => table.tap(event) };
}

// The button for a number of cards drawn. Players who come before in the order of declaring, and have not declared, have passed.
/** @type {(table: Sitting, row: Seat, number: number, size: number, asking: Question) => NumberButton} */
function drawing(table, row, number, size, asking) {
  const plays = row.declared === "plays";
  const late = asking === "draw"; // all have declared
  const no = number > size ? `At most ${counted(size, "card")} may be drawn` : late && !plays ? `${plain(row.name)} is not playing this hand` : outOfTurn(row);
  const tap = () => (late ? table.tap({ kind: "draws", player: row.name, draws: number }) : declares(table, row, number));
  return { label: `${row.name} ${late ? "" : "plays and "}draws ${number}`, on: plays && row.draws === number, no, tap };
}

/** @type {(row: Seat) => string} */
function outOfTurn(row) {
  return row.declared === "passes" ? `${plain(row.name)} has passed: undo that first` : "";
}

/** @type {(table: Sitting, row: Seat, draws: number | null) => void} */
function declares(table, row, draws) {
  table.tap({ kind: "declares", player: row.name, draws, skips: !row.declared }); // only the server can say who comes before
}

// --- Cards ----------------------------------------------------------------------------------------------------------------

/** @type {(table: Cards, asking: Question) => Drawing} */
export function cardGrid(table, asking) {
  const picture = table.shown;
  const hand = asking === "turned" ? null : picture.hand;
  const seen = new Set(hand?.seen);
  const legal = hand?.legal ? new Set(hand.legal) : null;
  const player = hand?.turn ?? table.leader ?? "";
  const number = numberOf(picture);
  /** @type {(card: string) => void} */
  const play = (card) => (asking === "turned" ? table.tap({ kind: "turned", card }) : table.tap({ kind: "card", player, card }));
  return el("div", { class: "cards", key: "cards", role: "group", "aria-label": asking === "turned" ? "The turned card" : "Cards" },
    ["s", "h", "d", "c"].map((suit, at) => el("div", { class: `suit s${suit}`, key: suit },
      Array.from(RANKS, (rank) => {
        const code = rank + suit;
        const gone = seen.has(code);
        const dim = !gone && legal && !legal.has(code);
        return el("button", {
          class: `card${gone ? " seen" : ""}${dim ? " dim" : ""}`, key: code, as: `${asking} ${number} ${code}`, no: gone ? `${cardText(code)} has already been seen` : undefined, tap: () => play(code),
          "aria-label": `${cardText(code)}${gone ? ", seen" : dim ? ", not legal as far as anybody knows" : ""}`,
        }, el("span", {}, rank === "T" ? "10" : rank), el("span", { class: "pip" }, SUITS[suit]));
      }),
      lastCell(table, asking, suit, at, player, number))));
}

// The fourteenth cell of a suit: for the turned card, that only its suit is known; else an unseen card, a claim, or nothing.
/** @type {(table: Cards, asking: Question, suit: string, at: number, player: string, number: number | null) => Drawing} */
function lastCell(table, asking, suit, at, player, number) {
  if (asking === "turned") {
    return el("button", { class: "card other", key: "last", as: `turned ${number} ${suit}`, tap: () => table.tap({ kind: "turned", card: suit }), "aria-label": `Only the suit is known: ${SUIT_WORDS[suit]}` }, el("span", {}, "only"), el("span", { class: "pip" }, SUITS[suit]));
  }
  const open = table.shown.hand?.open_trick;
  if (at === 0) return el("button", { class: "card other", key: "last", as: `unseen ${number}`, tap: () => table.tap({ kind: "card", player, card: "??" }), "aria-label": "A card that nobody saw" }, el("span", {}, "??"), el("span", { class: "tiny" }, "unseen"));
  if (at === 1) {
    return el("button", { class: "card other", key: "last", as: `claim ${number}`, no: open ? "Only between tricks: this one is not over" : undefined, tap: () => table.tap({ kind: "say", line: `claim ${quoted(player)}` }), "aria-label": `${plain(player)} lays down` }, el("span", { class: "tiny" }, "lays down"));
  }
  return el("span", { class: "card none", key: "none" });
}
