// A sheet over the page, for whatever is not a card or a trick. Its forms follow what the server offers, and that follows the
// tables of statements. The server also writes the line of the log.

import { rowOf } from "./after.js";
import { dealOf, dealtSheet, lastDeal } from "./deals.js";
import { RANKS, SUITS, button, cardText, counted, el, listed, plain } from "./drawing.js";
import { began, discard } from "./evening.js";
import { chipsOf, signed } from "./felt.js";
import { likeness } from "./names.js";
import { served } from "./served.js";
/** @import { Ask, Content, Drawing, Props, Sheets, Sitting, Tap, Value, Values } from "./types" */

/** @typedef {Ask & { names: string[] }} Field */
/** @typedef {(ask: Field, values: Values, fill: (value: Value) => void) => Content} Shape */

/** @type {(table: Sitting, shown: NonNullable<Sitting["sheet"]>) => Drawing} */
export function sheet(table, { name, values }) {
  const inside = /** @type {(table: Sitting, values: Sheets[keyof Sheets]) => Content} */ (SHEETS[name])(table, values);
  return el("div", { class: "over", key: `sheet ${name} ${"statement" in values ? values.statement : ""}` },
    el("div", { class: "back", key: "back", tap: undefined }),
    el("section", { class: `sheet${name === "dealt" ? " dealt" : ""}`, role: "dialog", "aria-modal": "true", "aria-label": SHEET_TITLES[name], key: "sheet" },
      inside,
      el("div", { class: "foot", key: "foot" }, button("Close", `close ${name}`, () => table.close()))));
}

/** @type {Record<keyof Sheets, string>} */
const SHEET_TITLES = { more: "More", mend: "Mend a hand", pot: "Who took the pot?", dealt: "The cards dealt", form: "More", seat: "Seat", end: "End of the evening", began: "Evening settings", discard: "Discard this evening?", line: "Log line", note: "Note" };

/** @type {{ [Name in keyof Sheets]: (table: Sitting, values: Sheets[Name]) => Content }} */
const SHEETS = { more, mend, pot: potSheet, dealt: dealtSheet, form, seat, end, began, discard, line, note };

/** @type {(table: Sitting) => Content} */
function more(table) {
  const picture = table.shown;
  const { hand } = picture;
  const entries = [];
  const declares = hand ? picture.awaits === "declare" : picture.coming?.dealer;
  if (declares && !picture.table.some((row) => row.declared === "plays")) entries.push(button("Everybody passed", "more rest", () => table.done({ kind: "rest" })));
  const declaring = hand?.declaring;
  if (declaring && table.mode === "cards") entries.push(button(`${plain(declaring)} passes`, "more passes", () => table.done({ kind: "passes", player: declaring })));
  for (const offer of picture.offers ?? []) {
    entries.push(button(plain(offer.label, 40), `more ${offer.statement}`, () => (offer.asks.length ? table.open("form", { statement: offer.statement }) : table.done({ kind: "say", statement: offer.statement, parts: {} })), { title: offer.about }));
  }
  const last = lastDeal(picture);
  if (last) entries.push(button("Show what you folded", "more folded", () => table.open("dealt", { number: last.number, player: null }), { title: `The cards dealt in hand ${last.number}` }));
  if (hand && dealOf(picture, hand.number)) entries.push(button("Cards dealt", "more dealt", () => table.open("dealt", { number: hand.number, player: null }), { title: `The cards dealt in hand ${hand.number}` }));
  if (!hand) entries.push(button("Another dealer", "more dealer", () => table.open("seat", { player: null })));
  entries.push(button("Note", "more note", () => table.open("note", {})), button("Log line", "more line", () => table.open("line", {})));
  entries.push(button("Evening settings", "more began", () => table.open("began", {}), { title: "Correct chip, ante, rules, pot, date, title or names" }));
  const end = !hand && picture.awaits !== "end" ? button("End the evening", "more end", () => table.open("end", {}), { class: "main wide" }) : null; // seen without scrolling, however many hands can be mended
  const foot = [
    button("Leave and go on later", "more away", () => table.goBack(), { class: "wide" }),
    button("Discard this evening", "more discard", () => table.open("discard", {}), { class: "wide gone" })];
  return [el("h2", { key: "h" }, hand ? `Hand ${hand.number}` : "Between hands"), end, el("div", { class: "choices", key: "choices" }, entries),
    picture.said?.length ? el("fieldset", { key: "mend" }, el("legend", { key: "l" }, "Mend a hand"), el("div", { class: "choices small", key: "hands" }, picture.said.toReversed().map(({ number }) => button(String(number), `mend ${number}`, () => table.open("mend", { number }), { "aria-label": `Mend hand ${number}` })))) : null,
    el("div", { class: "choices", key: "more foot" }, foot),
    el("label", { class: "check", key: "four" }, el("input", { type: "checkbox", checked: table.four, key: "four", input: (event) => table.fourColours(event.target.checked) }), "Four colours: ♦ blue, ♣ green")];
}

const NAMED = '("[^"]+"|[^\\s"]+)'; // a name as the log writes it

// A hand that is confirmed, with the numbers of tricks as they were entered, or its lines. What it changes is asked of the server.
/** @type {(table: Sitting, values: Sheets["mend"]) => Content} */
function mend(table, values) {
  const { number } = values;
  const picture = table.shown;
  const was = picture.said.find((one) => one.number === number)?.lines;
  if (!was) return [el("p", { key: "p" }, "This hand is not confirmed any more.")];
  const lines = values.lines ?? was; // as they are now, tapped or typed
  const at = lines.findLastIndex((line) => new RegExp(`^tricks( ${NAMED} [\\d?])+$`).test(line));
  /** @type {[string, string][]} */
  const told = at < 0 ? [] : [...lines[at].matchAll(new RegExp(` ${NAMED} ([\\d?])`, "g"))].map(([, name, tricks]) => [name, tricks]);
  const before = told.map(([name]) => name);
  const playing = at < 0 ? [] : lines.flatMap((line) => new RegExp(`^play ${NAMED}`).exec(line)?.[1] ?? []).filter((name) => !before.includes(name)); // who took none
  const now = new Map([...playing.map((name) => /** @type {[string, string]} */ ([name, "0"])), ...told]);
  /** @type {(next: string[]) => void} */
  const change = (next) => {
    Object.assign(values, { lines: next, told: null });
    table.draw();
    table.preview(values, mended(number, was, next));
  };
  /** @type {(name: string, tricks: number) => void} */
  const set = (name, tricks) => change(lines.with(at, `tricks ${[...before, ...playing].map((one) => [one, one === name ? String(tricks) : now.get(one) ?? "0"]).filter(([one, count]) => count !== "0" || before.includes(one)).map((pair) => pair.join(" ")).join(" ")}`));
  const sum = [...now.values()].reduce((all, one) => all + Number(one), 0);
  const off = at >= 0 && sum > picture.sizes.hand ? `These are ${sum} tricks of ${picture.sizes.hand}` : undefined;
  return [el("h2", { key: "h" }, `Mend hand ${number}`),
    [...before, ...playing].map((name) => el("fieldset", { key: `tricks ${name}` }, el("legend", { key: "l" }, `${plain(name.replaceAll('"', ""))}: tricks`), el("div", { class: "choices small", key: "n" }, Array.from({ length: picture.sizes.hand + 1 }, (_, tricks) => button(String(tricks), `mend ${name} ${tricks}`, () => set(name, tricks), { "aria-pressed": String(now.get(name) === String(tricks)), "aria-label": `${plain(name)} took ${tricks}` }))))),
    el("details", { key: "lines", open: at < 0 || undefined }, el("summary", { key: "s" }, "The lines of the log"),
      el("textarea", { key: "text", rows: Math.min(12, lines.length + 2), "aria-label": "Lines", autocapitalize: "none", spellcheck: "false", value: lines.join("\n"), input: (event) => change(event.target.value.split("\n")) })),
    el("p", { class: "quiet", key: "told", role: "status", "aria-live": "polite" }, values.lines ? values.told ?? "What it changes is shown once the server has answered." : "Nothing has been changed yet."),
    button("Save", `save ${number}`, () => table.done(mended(number, was, lines)), { class: "main wide", no: values.lines ? off : "Nothing has been changed yet" })];
}

/** @type {(of: number, was: string[], lines: string[]) => Tap<"mends">} */
function mended(of, was, lines) {
  const now = new Date();
  const at = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString();
  return { kind: "mends", of, was, lines: lines.filter((line) => line.trim()), when: `${at.slice(0, 10)} ${at.slice(11, 16)}`, by: served.name };
}

// Who took the pot, then who went bourré. All of it is there from the start, so that nothing moves under the finger.
/** @type {(table: Sitting, values: Sheets["pot"]) => Content} */
function potSheet(table, values) {
  const { hand, coming } = table.shown;
  const could = (hand?.order ?? coming?.order ?? []).filter((name) => !["passes", "drops"].includes(rowOf(table.shown, name)?.declared ?? ""));
  const { takes } = values;
  const bourre = values.matches ?? [];
  const first = takes === undefined ? "First tap who took the pot" : undefined;
  /** @type {(label: string, key: string, names: string[] | null) => Drawing} */
  const took = (label, key, names) => button(label, `took ${key}`, () => table.fill("takes", names), { "aria-pressed": String(JSON.stringify(takes) === JSON.stringify(names)) });
  /** @type {(matches: string[] | null) => void} */
  const went = (matches) => table.done({ kind: "pot", takes: takes ?? null, matches });
  /** @type {(name: string) => void} */
  const turn = (name) => table.fill("matches", bourre.includes(name) ? bourre.filter((one) => one !== name) : [...bourre, name]);
  const unknown = takes === null ? "Then nothing is known of this hand: tap who went bourré" : undefined;
  return [el("h2", { key: "h" }, "Who took the pot?"),
    el("div", { class: "choices small", key: "took" }, could.map((name) => took(plain(name), name, [name])), took("Nobody: it stays", "nobody", []), took("Not known", "unknown", null)),
    el("h2", { key: "b" }, "Who went bourré?"),
    el("div", { class: "choices small", key: "bourre" },
      could.map((name) => button(plain(name), `bourre ${name}`, () => turn(name), { no: first ?? (takes?.includes(name) ? `${plain(name)} took the pot` : undefined), "aria-pressed": String(bourre.includes(name) && !takes?.includes(name)) })),
      button("Nobody", "bourre nobody", () => went([]), { no: first }), button("Not known", "bourre unknown", () => went(null), { no: first ?? unknown })),
    button(bourre.length ? `Record: ${listed(bourre)} went bourré` : "Tap who, Nobody or Not known", "record pot", () => went(could.filter((name) => bourre.includes(name) && !takes?.includes(name))), { class: "main wide", no: first ?? (bourre.some((name) => !takes?.includes(name)) ? undefined : "Tap who went bourré, Nobody or Not known") })];
}

// What can be done about one seat; without a player, choose who deals.
/** @type {(table: Sitting, values: Sheets["seat"]) => Content} */
function seat(table, { player }) {
  const picture = table.shown;
  if (!player) {
    return [el("h2", { key: "h" }, "Who deals?"), el("div", { class: "choices", key: "choices" }, picture.table.map((row) => button(plain(row.name), `deals ${row.name}`, () => table.done({ kind: "dealer", player: row.name }))))];
  }
  const row = rowOf(picture, player);
  const choices = [button("Deals this hand", `seat deals ${player}`, () => table.done({ kind: "dealer", player }))];
  if (picture.hand && row && picture.awaits === "declare") choices.push(button("Passes", `seat passes ${player}`, () => table.done({ kind: "passes", player })));
  if (picture.hand && row?.declared === "plays" && picture.ways?.stays) choices.push(button("Drops out after the draw", `seat drops ${player}`, () => table.done({ kind: "drops", player })));
  for (const offer of picture.offers ?? []) {
    const ask = offer.asks.find((one) => one.kind === "name" || one.kind === "names");
    if (ask && offer.asks.filter((one) => one.needed).length <= 2) choices.push(button(plain(offer.label, 40), `seat ${offer.statement} ${player}`, () => table.open("form", { statement: offer.statement, [ask.field]: ask.kind === "names" ? [player] : player })));
  }
  for (const deal of picture.deals ?? []) {
    if (deal.seats.some((one) => one.player === player)) choices.push(button(`Cards dealt in hand ${deal.number}`, `seat dealt ${deal.number} ${player}`, () => table.open("dealt", { number: deal.number, player })));
  }
  choices.push(button("Wrong name", `seat called ${player}`, () => table.open("began", {})));
  const facts = [row ? chipsOf(row) : "", picture.money?.[player], row?.sure === false ? picture.doubt : "", row?.exempt ? `no ante: ${row.exempt}` : ""].filter(Boolean).join(" · ");
  return [el("h2", { key: "h" }, plain(player)), el("p", { class: "quiet", key: "facts" }, facts), el("div", { class: "choices", key: "choices" }, choices)];
}

/** @type {(table: Sitting, values: Sheets["form"]) => Content} */
function form(table, values) {
  const offer = (table.shown.offers ?? []).find((one) => one.statement === values.statement);
  if (!offer) return [el("p", { key: "p" }, "That cannot be recorded now.")];
  const missing = offer.asks.find((ask) => ask.needed && empty(values[ask.field]));
  const say = () => {
    const parts = Object.fromEntries(offer.asks.map((ask) => [ask.field, values[ask.field]]).filter(([, value]) => !empty(value)));
    table.done({ kind: "say", statement: offer.statement, parts });
  };
  return [el("h2", { key: "h" }, plain(offer.label, 60)), el("p", { class: "quiet", key: "about" }, offer.about),
    offer.asks.map((ask) => field(table, { ...ask, names: namesFor(table, ask) }, values)),
    offer.asks.filter((ask) => ask.kind === "newcomer").map((ask) => likeness(table, String(values[ask.field] ?? ""))),
    button("Record it", `record ${offer.statement}`, say, { class: "main wide", no: missing ? `Still missing: ${missing.label}` : undefined })];
}

// The names to choose from: the players at the table, everybody who has sat there, or others whom the book knows.
/** @type {(table: Sitting, ask: Ask) => string[]} */
function namesFor(table, ask) {
  const seated = table.shown.table.map((row) => row.name);
  if (ask.kind === "newcomer") return (table.known ?? []).filter((name) => !seated.includes(name)).slice(0, 24);
  return ask.of === "table" ? seated : table.shown.players;
}

/** @type {(value: Value) => boolean} */
function empty(value) {
  return value === undefined || value === null || value === "" || (typeof value === "object" && !Object.values(value).some((one) => !empty(one)));
}

/** @type {(table: Sitting, ask: Field, values: Values) => Drawing} */
function field(table, ask, values) {
  const asked = FIELDS[ask.kind] ?? FIELDS.words;
  return el("fieldset", { key: `field ${ask.field}` }, el("legend", { key: "l" }, ask.label), asked(ask, values, (value) => table.fill(ask.field, value)));
}

/** @type {(ask: Ask, values: Values, fill: (text: string) => void, props: Props) => Drawing} */
function typed(ask, values, fill, props) {
  return el("input", { key: "input", "aria-label": ask.label, autocomplete: "off", value: /** @type {string | number} */ (values[ask.field] ?? ""), input: (event) => fill(event.target.value), ...props });
}

/** @type {(ask: Field, values: Values, fill: (value: Value) => void) => Drawing} */
function chosen(ask, values, fill) {
  return el("div", { class: "choices small", key: "names" }, ask.names.map((name) => button(plain(name), `${ask.field} ${name}`, () => fill(values[ask.field] === name ? null : name), { "aria-pressed": String(values[ask.field] === name) })));
}

/** @type {(ask: Field, values: Values, fill: (value: Value) => void) => Drawing} */
function whole(ask, values, fill) {
  return typed(ask, values, (text) => fill(/^\d+$/.test(text.trim()) ? Number(text) : null), { type: "text", inputmode: "numeric", maxlength: 9 });
}

/** @type {Record<string, Shape>} */
const FIELDS = {
  name: chosen,
  newcomer: (ask, values, fill) => [ask.names.length ? chosen(ask, values, fill) : null, typed(ask, values, fill, { type: "text", maxlength: 60, placeholder: "A name" })],
  names: (ask, values, fill) => {
    const some = /** @type {string[]} */ (values[ask.field] ?? []);
    return el("div", { class: "choices small", key: "names" }, ask.names.map((name) => button(plain(name), `${ask.field} ${name}`, () => fill(some.includes(name) ? some.filter((one) => one !== name) : [...some, name]), { "aria-pressed": String(some.includes(name)) })));
  },
  chips: whole,
  hand: whole,
  money: (ask, values, fill) => typed(ask, values, (text) => fill(text.trim()), { type: "text", inputmode: "decimal", maxlength: 20, placeholder: "12.50" }),
  words: (ask, values, fill) => typed(ask, values, fill, { type: "text", maxlength: 120 }),
  cards: (ask, values, fill) => {
    const some = /** @type {string[]} */ (values[ask.field] ?? []);
    /** @type {(card: string) => void} */
    const add = (card) => fill(card !== "??" && some.includes(card) ? some.filter((one) => one !== card) : [...some, card]);
    return [el("p", { class: "picked", key: "picked" }, some.map(cardText).join(" ") || "Tap the cards"),
      el("div", { class: "cards pick", key: "pick" }, ["s", "h", "d", "c"].map((suit) => el("div", { class: `suit s${suit}`, key: suit }, Array.from(RANKS, (rank) => el("button", { class: "card", key: `pick ${rank}${suit}`, tap: () => add(rank + suit), "aria-pressed": String(some.includes(rank + suit)), "aria-label": cardText(rank + suit) }, el("span", {}, rank === "T" ? "10" : rank), el("span", { class: "pip" }, SUITS[suit])))))),
      el("div", { class: "choices small", key: "unseen" }, button("?? unseen", "pick ??", () => add("??")), button("Clear", "pick none", () => fill([])))];
  },
  won: (ask, values, fill) => el("div", { class: "figures", key: "won" }, ask.names.map((name) => el("label", { key: name }, el("span", {}, plain(name)), el("input", {
    type: "text", inputmode: "text", maxlength: 9, placeholder: "±0", "aria-label": `${plain(name)}: chips won, or lost with a minus`, value: String(values[`${ask.field} ${name}`] ?? ""),
    input: (event) => {
      values[`${ask.field} ${name}`] = event.target.value;
      const number = Number(event.target.value.trim().replace("−", "-"));
      fill({ .../** @type {Record<string, number>} */ (values[ask.field] ?? {}), [name]: Number.isInteger(number) ? number : 0 });
    },
  })))),
  options: (ask, values, fill) => {
    const some = /** @type {Record<string, string>} */ (values[ask.field] ?? {});
    return el("div", { class: "figures", key: "options" }, ask.options.map(([name, now]) => el("label", { key: name }, el("span", {}, name), el("input", { type: "text", maxlength: 40, placeholder: String(now), "aria-label": `${name}, now ${now}`, value: some[name] ?? "", input: (event) => fill({ ...some, [name]: event.target.value.trim() }) }))));
  },
};

/** @type {(table: Sitting, values: Sheets["line"]) => Content} */
function line(table, values) {
  return [el("h2", { key: "h" }, "Log line"), el("p", { class: "quiet", key: "about" }, "A line as it stands in the log, such as transfer Eve Bea 7 for 9."),
    el("input", { key: "line", type: "text", maxlength: 400, autocapitalize: "none", autocomplete: "off", spellcheck: "false", "aria-label": "Line", value: values.line ?? "", input: (event) => table.fill("line", event.target.value) }),
    button("Record it", "record line", () => table.done({ kind: "say", line: values.line?.trim() }), { class: "main wide", no: values.line?.trim() ? undefined : "Type a line first" })];
}

/** @type {(table: Sitting, values: Sheets["note"]) => Content} */
function note(table, values) {
  return [el("h2", { key: "h" }, "Note"), el("p", { class: "quiet", key: "about" }, "Kept in the log with the hand. It changes nothing else."),
    el("input", { key: "note", type: "text", maxlength: 300, "aria-label": "Note", value: values.words ?? "", input: (event) => table.fill("words", event.target.value) }),
    button("Record it", "record note", () => table.done({ kind: "note", words: values.words?.trim() ?? "" }), { class: "main wide", no: values.words?.trim() ? undefined : "Type something first" })];
}

// --- The end of the evening -------------------------------------------------------------------------------------------------

/** @type {(table: Sitting, values: Sheets["end"]) => Content} */
function end(table, values) {
  const picture = table.shown;
  const people = picture.players;
  const counts = values.counts ?? {};
  const began = values.began ?? "";
  const bought = /^\d+$/.test(began) ? Number(began) : 0;
  const has = Object.fromEntries(Object.entries(counts).filter(([, text]) => /^\d+$/.test(text)).map(([name, text]) => [name, Number(text)]));
  /** @type {(name: string) => number} */
  const books = (name) => (picture.chips[name] ?? 0) + bought;
  const wrong = Object.keys(has).filter((name) => has[name] !== books(name));
  const off = wrong.reduce((sum, name) => sum + has[name] - books(name), 0);
  const truth = Boolean(values.truth) && wrong.length > 0;
  const nothing = picture.pot_empty && !picture.guessed && !truth; // then there is no pot to keep or divide
  /** @type {(how: "carry" | "divide") => void} */
  const finish = (how) => table.done({ kind: "ends", how: truth ? (how === "divide" ? "counted divide" : "counted") : how, buyins: bought ? Object.fromEntries(people.map((name) => [name, bought])) : null, counts: Object.keys(has).length ? has : null });
  return [el("h2", { key: "h" }, "End of the evening"),
    el("p", { class: "bigpot", key: "pot" }, (!picture.guessed && picture.pot_left) || "The pot is not known until everything is saved"),
    picture.doubt ? el("p", { class: "quiet", key: "doubt" }, picture.doubt) : null,
    el("details", { key: "count", open: values.open || undefined },
      el("summary", { key: "s" }, "Count the chips (optional)"),
      el("label", { class: "line", key: "began" }, el("span", {}, "Everybody started with (if no buy-ins were recorded)"), el("input", { type: "text", inputmode: "numeric", maxlength: 7, "aria-label": "Chips that everybody started with", value: began, input: (event) => table.fill("began", event.target.value.trim()) })),
      el("div", { class: "figures", key: "figures" }, people.map((name) => el("label", { key: name }, el("span", {}, plain(name), el("span", { class: "quiet" }, ` ${books(name) < 0 ? signed(books(name)) : books(name)}${rowOf(picture, name)?.sure === false ? " ?" : ""} on the books${name in has && has[name] !== books(name) ? `, ${counted(Math.abs(has[name] - books(name)), "chip")} ${has[name] > books(name) ? "too many" : "missing"}` : name in has ? ", correct" : ""}`)),
        el("input", { type: "text", inputmode: "numeric", maxlength: 9, placeholder: "counted", "aria-label": `Chips in front of ${plain(name)}`, value: counts[name] ?? "", input: (event) => table.fill("counts", { ...counts, [name]: event.target.value.trim() }) })))),
      wrong.length ? el("label", { class: "check", key: "truth" }, el("input", { type: "checkbox", checked: truth, "aria-label": "The counts are right", input: (event) => table.fill("truth", event.target.checked) }), `The counts are right: not every hand was recorded${off ? ` (${counted(Math.abs(off), "chip")} ${off > 0 ? "too many" : "missing"} in all)` : ""}`) : null),
    el("div", { class: "choices", key: "ways" },
      button(nothing ? "End the evening" : "Pot stays for next time", "end carry", () => finish("carry"), { class: "main" }),
      nothing ? null : button("Divide the pot", "end divide", () => finish("divide"), { class: "main" }))];
}
