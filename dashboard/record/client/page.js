// The page of a recording: the top, messages, the controls, and the buttons at the bottom.

import { paid, tricksSaid } from "./after.js";
import { showFolded } from "./deals.js";
import { RANKS, button, cardText, counted, el, listed, plain } from "./drawing.js";
import { chipsOf, faceSeen, felt, passedBy } from "./felt.js";
import { QUESTIONS, anyTook, asks, cardGrid, numberOf, paidWords, seatRows, whoseTurn } from "./hand.js";
import { referee } from "./referee.js";
import { strip } from "./saved.js";
import { served } from "./served.js";
import { over } from "./start.js";
/** @import { Content, Drawing, Kind, LastHand, Picture, Refused, Seat, Shows, Sitting, Tap, Went } from "./types" */
/** @import { Table } from "./client.js" */
/** @import { Question } from "./hand.js" */

/** @type {(table: Sitting) => Drawing} */
export function page(table) {
  const picture = table.shown;
  if (picture.awaits === "end" && !table.watching) return over(table);
  if (table.watching) return watching(table);
  const asking = asks(table);
  const grid = asking === "card" || asking === "turned" || (asking === "settle" && table.mode === "cards");
  return el("div", { class: `page ${table.mode}`, key: "page" },
    head(table),
    moment(table),
    el("div", { class: "upper", key: "upper" }, el("div", { class: "inside", key: "inside" }, upper(table))),
    el("div", { class: "lower", key: "lower" },
      el("div", { class: "ask", key: "ask" },
        el("p", { class: `question${table.message ? " told" : ""}`, key: "question", role: "status", "aria-live": "polite" }, table.message ?? QUESTIONS[asking](table)),
        asking === "score" ? potButton(table) : table.mode === "cards" && !table.message ? showFolded(table) : null),
      grid ? (asking === "settle" ? cardGrid({ ...table, shown: settled(picture), tap: () => {} }, "card") : cardGrid(table, asking)) : seatRows(table, asking)),
    dock(table, asking));
}

// Where nobody counted the tricks: who took the pot, and who went bourré.
/** @type {(table: Sitting) => Drawing} */
function potButton(table) {
  const { hand } = table.shown;
  const no = hand?.misdeal ? "This hand was thrown in" : undefined;
  return el("button", { class: "potbutton", key: "pot", as: `pot ${numberOf(table.shown)}`, tap: () => table.open("pot", hand && paid(hand) ? { takes: hand.takes, matches: hand.matches } : {}), no, "aria-haspopup": "dialog", "aria-pressed": String(paid(hand)) }, "Who took the pot");
}

// A complete hand, in the form for drawing its cards.
/** @type {(picture: Shows) => Shows} */
function settled(picture) {
  return { ...picture, hand: picture.hand && { ...picture.hand, seen: ["s", "h", "d", "c"].flatMap((suit) => Array.from(RANKS, (rank) => rank + suit)), legal: null, open_trick: 1 } };
}

/** @type {(table: Sitting) => Drawing} */
function head(table) {
  const picture = table.shown;
  const number = numberOf(picture);
  return el("header", { key: "head" },
    el("div", { class: "titles", key: "titles" },
      el("h1", { key: "h1" }, number === null ? plain(picture.title, 40) : `Hand ${number}`),
      el("p", { class: "pots", key: "pots" }, picture.pot_words ?? "")),
    table.watching ? null : el("button", { class: "mode", key: "mode", tap: () => table.changeMode(), "aria-label": table.mode === "score" ? "Record card by card" : "Record as a score" }, table.mode === "score" ? "♠ Cards" : "123 Score"),
    strip(table));
}

// How to open the sheet of a seat. Says how with a mouse or keyboard only if the device is likely to have one.
const FOR_MORE = matchMedia("(any-pointer: fine)").matches ? "Hold or right-click a name for more (keyboard: Shift+F10)." : "Hold a name for more.";

// The upper half: the table with its cards, or the state of a score.
/** @type {(table: Sitting) => Content} */
function upper(table) {
  const picture = table.shown;
  const { hand } = picture;
  const notices = referee(table);
  if (table.mode === "cards") return [tableTop(table), notices, picture.awaits === "confirm" ? sentences(picture.settling.sentences, "settling") : null];
  const told = [];
  if (hand && (picture.awaits === "confirm" || hand.misdeal)) told.push(sentences(picture.settling.sentences.length ? picture.settling.sentences : unsaved(picture), "settling"));
  else {
    if (picture.last?.sentences.length) told.push(lastHand(picture.last));
    if (picture.doubt) told.push(el("p", { class: "deals", key: "doubt" }, picture.doubt));
    told.push(showFolded(table));
    told.push(sentences((hand ?? picture.coming)?.antes ?? [], "antes"));
    const dealer = hand?.dealer ?? picture.coming?.dealer;
    if (dealer) told.push(el("p", { class: "deals", key: "deals" }, `${plain(dealer)} deals. ${FOR_MORE}`));
  }
  return [table.tall() ? tableTop(table) : null, notices, el("div", { class: "told", key: "told" }, told)];
}

// What can be said of a hand before the server answers: who passed, and who stayed without a trick.
/** @type {(picture: Picture) => string[]} */
function unsaved(picture) {
  const passed = picture.table.filter((row) => passedBy(picture, row)).map((row) => row.name);
  const none = anyTook(picture) && !paid(picture.hand) ? picture.table.filter((row) => row.declared === "plays" && !row.took) : [];
  return [passed.length ? `${listed(passed)} passed.` : "", ...none.map((row) => `${plain(row.name)} stayed and took none.`), "The result appears once it is saved."].filter(Boolean);
}

// Who has just gone bourré: it covers nothing that can be tapped.
/** @type {(table: Sitting) => Drawing} */
function moment({ moment: now, shown: picture }) {
  /** @type {(went: Went) => Content} */
  const said = ({ player, pays }) => [faceSeen(picture, player), el("b", {}, `${plain(player, 24)}: bourré`), `, matches ${pays.toLocaleString("en")}`, now?.nth?.[player] ? el("small", {}, `the ${now.nth[player]} of ${now.year}`) : null];
  return el("div", { class: "moment", key: "moment", role: "status" }, now ? now.went.map((one, at) => el("p", { key: `${now.number} ${at}` }, said(one))) : null);
}

// How the previous hand was settled. The next pot and dealer are left out: they are shown with the next hand.
/** @type {(last: LastHand) => Drawing} */
function lastHand(last) {
  const said = last.sentences.filter((one) => !/^Next (pot|deal)/.test(one));
  return el("p", { class: "before", key: "last" }, el("b", {}, `Hand ${last.number}: `), plain(said.join(" "), 300));
}

/** @type {(said: string[], key: string) => Drawing} */
function sentences(said, key) {
  return el("ul", { class: "sentences", key }, said.map((one, at) => el("li", { key: String(at) }, plain(one, 400))));
}

/** @type {(table: Sitting) => Drawing} */
function tableTop(table) {
  const box = table.room();
  const size = Math.max(1, Math.min(1.7, box.height / 270, box.width / 374)); // on a large screen everything is larger
  return el("div", { class: "stage", key: "stage" }, felt(table.shown, Math.round(box.width / size), Math.round(box.height / size), whoseTurn(table)));
}

// --- The bottom -----------------------------------------------------------------------------------------------------------

/** @type {(table: Sitting, asking: Question) => Drawing} */
function dock(table, asking) {
  const picture = table.shown;
  const number = numberOf(picture);
  const undo = picture.undo || table.said.length > 0;
  return el("div", { class: "dock", key: "dock" },
    el("button", { class: "undo", key: "undo", tap: () => table.undo(), no: undo ? undefined : "There is nothing left to undo" }, el("span", { class: "sign", "aria-hidden": "true" }, "↶"), "Undo"),
    mainButton(table, asking, number),
    el("button", { class: "more", key: "more", tap: () => table.open("more", {}), "aria-haspopup": "dialog" }, el("span", { class: "sign", "aria-hidden": "true" }, "⋯"), "More"));
}

/** @type {(table: Sitting, asking: Question, number: number | null) => Drawing} */
function mainButton(table, asking, number) {
  const { label, tap, no } = mainAct(table, asking, number);
  return el("button", { class: "main", key: "main", as: `${label} ${number}`, tap, no }, label);
}

/** @type {(table: Sitting, asking: Question, number: number | null) => { label: string, tap?: () => unknown, no?: string }} */
function mainAct(table, asking, number) {
  const picture = table.shown;
  const confirm = { label: `Confirm hand ${number}`, tap: () => table.tap({ kind: "confirm" }) };
  /** @type {(why: string) => { label: string, no: string }} */
  const later = (why) => ({ ...confirm, tap: undefined, no: why });
  if (asking === "turned") return { label: "Nobody saw it", tap: () => table.nobodySaw(number) };
  if (asking === "draw") return { label: "Not noted: go on", tap: () => {
    table.undrawn = number;
    table.draw();
  } };
  const plays = picture.table.filter((row) => row.declared === "plays");
  if (picture.hand && picture.awaits === "declare" && (asking === "declare" || plays.length === 1) && !anyTook(picture)) {
    if (!plays.length) return later("First tap who stays. If everybody passed, tap More");
    return { label: plays.length === 1 ? `All others passed: ${plain(plays[0].name, 16)} is alone` : "All others pass", tap: () => table.tap({ kind: "rest" }) };
  }
  if (!picture.hand) return later(asking === "dealer" ? "First tap who deals" : "First tap who stays. If everybody passed, tap More");
  if (picture.awaits === "confirm" && complete(picture)) return confirm;
  if (asking === "card" || asking === "leader") return later("The hand is not over. To enter only the score, tap Score");
  return later(plays.length > 1 ? "First enter who took the tricks" : "First tap who stays");
}

// True unless only some numbers of tricks are entered: a single player has won, but another may still come in.
/** @type {(picture: Picture) => boolean} */
function complete(picture) {
  return !anyTook(picture) || paid(picture.hand) || tricksSaid(picture).left === 0;
}

// --- Watching, and what was refused ---------------------------------------------------------------------------------------

/** @type {(table: Sitting) => Drawing} */
function watching(table) {
  const picture = table.shown;
  const who = picture.recorder?.name;
  return el("div", { class: "page watch", key: "watch" },
    head(table),
    moment(table),
    el("p", { class: "question", key: "who", role: "status", "aria-live": "polite" }, table.message ?? (picture.awaits === "end" ? "The evening is over." : who ? `You are watching: ${plain(who, 40)} is recording.` : "You are watching: nobody is recording right now.")),
    el("div", { class: "upper", key: "upper" }, el("div", { class: "inside", key: "inside" }, tableTop(table), sentences(picture.awaits === "confirm" ? picture.settling.sentences : picture.hand ? picture.hand.antes : [], "settling"),
      picture.last?.sentences.length && !picture.hand ? lastHand(picture.last) : null)),
    television(picture),
    el("div", { class: "dock two", key: "dock" },
      served.scorer ? button("Record here", "take over", () => table.takeOver(), { class: "main" }) : null,
      button("Leave", "leave", () => table.goBack(), { class: "quiet" })));
}

// On a television, beside the table: who has how much, the most first, and how the last hands ended.
/** @type {(picture: Shows) => Drawing} */
function television(picture) {
  /** @type {(row: Seat) => number} */
  const chips = (row) => row.chips ?? 0;
  const rows = [...picture.table].sort((one, other) => chips(other) - chips(one));
  const base = 1.2 * Math.max(0, ...rows.map((row) => -chips(row))) || 1; // who has lost most has some left, and all begin alike
  const most = Math.max(1, ...rows.map((row) => chips(row) + base));
  return el("aside", { class: "beside", key: "beside" },
    el("ol", { class: "standing", key: "standing", "aria-label": "Won or lost so far" }, rows.map((row) => el("li", { key: `stand ${row.name}` },
      faceSeen(picture, row.name),
      el("b", {}, plain(row.name, 20)),
      el("i", { class: "stack", "aria-hidden": "true", style: `--part: ${(chips(row) + base) / most}; --mine: ${picture.faces?.[row.name]?.colour ?? "#1d6b4b"}` }),
      el("span", { class: `figure ${chips(row) < 0 ? "down" : chips(row) > 0 ? "up" : ""}` }, [picture.money?.[row.name], chipsOf(row) && `${chipsOf(row)} ${Math.abs(chips(row)) === 1 ? "chip" : "chips"}`].filter(Boolean).join(" · "))))),
    picture.lately?.length ? el("h2", { key: "h" }, "Last hands") : null,
    (picture.lately ?? []).map((last) => lastHand(last)).map((one, at) => ({ ...one, props: { ...one.props, key: `last ${at}` } })));
}

/** @type {{ [K in Kind]?: (one: Tap<K>) => string }} */
const IN_WORDS = {
  dealer: (one) => `${one.player} deals`, turned: (one) => (one.card ? `${cardText(one.card)} turned up` : "the turned card is not known"), stays: (one) => `${one.player} ${one.yes ? "stays" : "does not stay"}`,
  declares: (one) => `${one.player} plays${one.draws === null ? "" : `, draws ${one.draws}`}`, passes: (one) => `${one.player} passes`, drops: (one) => `${one.player} drops out`, rest: () => "all others pass",
  draws: (one) => `${one.player} draws ${one.draws}`, pot: (one) => paidWords(one), card: (one) => `${one.player} plays ${cardText(one.card)}`, recall: (one) => `taken back for ${cardText(one.card)}`, took: (one) => `${one.player} ${one.stays ? "stays and " : ""}took ${one.tricks}`, confirm: () => "Confirm", undo: () => "Undo",
  dealt: (one) => `hand ${one.of}: ${one.player} was dealt ${one.cards.split(" ").map(cardText).join(" ") || "no known cards"}`,
  say: (one) => one.line ?? `${one.statement} ${Object.values(one.parts ?? {}).map((value) => (typeof value === "object" && value ? Object.keys(value).join(" ") : value)).join(" ")}`, note: (one) => `note: ${one.words}`, mends: (one) => `hand ${one.of} mended: ${one.lines.join(", ")}`, began: () => "evening settings", called: (one) => `${one.player} is called ${one.name}`, ends: () => "the end of the evening",
};

// Taps that the server refused: why, and what to do about them.
/** @type {(table: Table, no: Refused) => Drawing} */
export function decision(table, no) {
  /** @type {(one: Tap) => string} */
  const said = (one) => /** @type {((one: Tap) => string) | undefined} */ (IN_WORDS[one.kind])?.(one) ?? one.kind;
  const words = no.rest.slice(0, 12).map((one) => plain(`${one.hand ? `Hand ${one.hand}: ` : ""}${said(one)}`, 80));
  const rest = no.rest.length;
  return el("div", { class: "over", key: `refused ${no.stream} ${no.n}` },
    el("div", { class: "back", key: "back" }),
    el("section", { class: "sheet", role: "alertdialog", "aria-modal": "true", "aria-label": "Not recorded", key: "sheet" },
      el("h2", { key: "h" }, no.taken ? "Another phone is recording now" : no.gone ? "This evening is gone" : "Not recorded"),
      el("p", { key: "why" }, `${plain(no.why, 300).replace(/^./, (one) => one.toUpperCase())}.`, no.remedy ? ` ${plain(no.remedy, 300).replace(/^./, (one) => one.toUpperCase())}.` : ""),
      el("ul", { class: "sentences", key: "list" }, words.map((one, at) => el("li", { key: String(at) }, one)), rest > 12 ? el("li", { key: "more" }, `and ${rest - 12} more`) : null),
      el("div", { class: "choices", key: "choices" },
        no.taken ? button(`Record here and enter ${counted(rest, "tap")}`, "decide over", () => table.takeOver(true), { class: "main" }) : null,
        !no.whole && rest > 1 ? button("Leave out the first and enter the rest", "decide one", () => table.decide("one")) : null,
        button(rest > 1 ? `Leave out all ${rest}` : "Leave it out", "decide all", () => table.decide("all"), { class: no.taken ? "" : "main" }))));
}
