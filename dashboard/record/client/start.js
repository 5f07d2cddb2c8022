// The start page: unfinished recordings first, then the seats and the stakes of a new one.

import { addressOf, canShare } from "../../frame/sharing.js";
import { button, counted, el, listed, plain } from "./drawing.js";
import { discardedEvenings } from "./evening.js";
import { faceSeen } from "./felt.js";
import { likeOf } from "./names.js";
import { strip, unsent } from "./saved.js";
import { served } from "./served.js";
/** @import { AtDesk, Changed, Drawing, Props, Sitting, Typed, Unfinished } from "./types" */
/** @import { Table } from "./client.js" */

const MANY = 12; // with more players than this there is a search field

/** @type {(table: Table) => Drawing} */
export function start(table) {
  const { desk, starting } = table;
  if (!desk) {
    return el("div", { class: "page start", key: "start" }, wayHome(), el("h1", { key: "h1" }, "Record"),
      el("p", { class: "question", key: "wait", role: "status" }, table.outbox.trouble === "login" ? "To record, log in: reload this page." : table.outbox.trouble ? "The server is not answering. This page keeps trying." : "…"), unsent(table));
  }
  const atDesk = /** @type {AtDesk} */ (table);
  const { seats, typed = "" } = starting;
  return el("div", { class: "page start", key: "start" },
    wayHome(),
    el("h1", { key: "h1" }, "Record"),
    el("p", { class: `question${table.message ? " told" : ""}`, key: "told", role: "status", "aria-live": "polite" }, table.message ?? ""),
    unsent(table),
    desk.unfinished.map((one) => unfinished(atDesk, one)),
    el("h2", { key: "h2" }, "A new evening"),
    // It stays where it is once somebody is seated: the names below would move under the next tap.
    desk.usual.seats.length > 1 ? button(`Same table as last time: ${listed(desk.usual.seats.slice(0, 8))}`, "same", () => table.seats(desk.usual.seats), { class: "wide", no: seats.length ? "Clear the table first" : undefined }) : null,
    el("p", { class: "quiet", key: "how" }, `${desk.players.length ? "Tap" : "Type"} the players in order, clockwise round the table.`),
    players(atDesk),
    dateOf(atDesk),
    house(atDesk),
    discardedEvenings(atDesk),
    el("div", { class: "dock two", key: "dock" },
      button("Clear", "clear", () => table.seats([]), { class: "quiet", no: seats.length ? undefined : "Nobody is seated yet" }),
      el("button", { class: "main", key: "begin", tap: () => table.beginEvening(), no: table.entering ? "One moment" : typed.trim() ? `Add ${plain(typed.trim(), 20)} first, or delete the name` : seats.length < 2 ? "It takes at least two players" : stakesMissing(atDesk) ? "Say first what a chip is worth, or that it is no money" : undefined }, seats.length ? `Begin with ${counted(seats.length, "player")}` : "Begin")));
}

// The link home, as at the top of every other page. During a game there is only room for the menu.
/** @type {() => Drawing} */
function wayHome() {
  return el("a", { class: "home", key: "home", href: "./", target: "_self" }, plain(served.book, 40));
}

/** @type {(table: AtDesk, one: Unfinished) => Drawing} */
function unfinished(table, one) {
  const mine = !one.recorder || one.mine;
  const what = one.open === null ? counted(one.hands, "hand") : `hand ${one.open} is being played`;
  return el("section", { class: "unfinished", key: `open ${one.log}`, "data-log": one.log },
    el("p", { key: "p" }, el("b", {}, plain(one.title, 60)), ` · ${what}${mine ? "" : ` · ${plain(one.recorder, 40)} is recording`}`),
    el("div", { class: "choices", key: "choices" },
      button(mine ? "Go on" : "Take over", `go on ${one.log}`, () => table.goOn(one.log), { class: "main", no: table.entering ? "One moment" : undefined }),
      button("Watch", `watch ${one.log}`, () => table.watch(one.log))));
}

/** @type {(table: AtDesk) => Drawing} */
function players(table) {
  const { desk, starting } = table;
  const sought = (starting.sought ?? "").trim().toLocaleLowerCase();
  const all = [...desk.players, ...starting.added.filter((name) => !desk.players.includes(name))];
  const found = all.filter((name) => starting.seats.includes(name) || starting.added.includes(name) || !sought || name.toLocaleLowerCase().includes(sought));
  const shown = found.slice(0, Math.max(MANY, 0) + starting.seats.length);
  const add = () => {
    const name = (starting.typed ?? "").replace(/\s+/g, " ").trim();
    if (!name) return;
    const like = likeOf(name, all);
    if (like && starting.asked !== name) {
      table.start({ asked: name, sought: all.length > MANY ? like : "" });
      return table.say(`Is that ${plain(like)}, who is in the book? Then tap that name. If not, tap Add again.`);
    }
    if (!all.includes(name)) starting.added.push(name);
    if (!starting.seats.includes(name)) starting.seats.push(name);
    starting.typed = "";
    table.draw();
  };
  return el("div", { class: "people", key: "people" },
    all.length > MANY ? el("input", { key: "search", type: "search", placeholder: "Search", "aria-label": "Search players", maxlength: 60, value: starting.sought ?? "", input: (event) => table.start({ sought: event.target.value }) }) : null,
    el("div", { class: "choices names", key: "names" }, [...new Set([...starting.seats, ...shown])].sort((a, b) => all.indexOf(a) - all.indexOf(b)).map((name) => {
      const at = starting.seats.indexOf(name);
      return el("button", { key: `seat ${name}`, tap: () => table.seats(at >= 0 ? starting.seats.filter((one) => one !== name) : [...starting.seats, name]), "aria-pressed": String(at >= 0) }, faceSeen(desk, name), at >= 0 ? `${at + 1} · ${plain(name)}` : plain(name));
    })),
    el("div", { class: "line", key: "new" },
      el("input", { key: "typed", type: "text", maxlength: 60, placeholder: "Somebody new", "aria-label": "Somebody new", autocomplete: "off", enterkeyhint: "done", value: starting.typed ?? "", input: (event) => table.start({ typed: event.target.value }) }),
      button("Add", "add", add, { no: (starting.typed ?? "").trim() ? undefined : "Type a name first" })));
}

// What is played and for what, and the pot: as last time unless changed.
/** @type {(table: AtDesk) => Drawing} */
function house(table) {
  const { desk, starting } = table;
  const now = { ...desk.usual, ...starting.house };
  /** @type {(name: Typed) => (event: Changed) => void} */
  const set = (name) => (event) => table.start({ house: { ...starting.house, [name]: event.target.value } });
  /** @type {(label: string, name: Typed, value: string | number, props?: Props) => Drawing} */
  const text = (label, name, value, props = {}) => el("label", { class: "line", key: name }, el("span", {}, label), el("input", { type: "text", "aria-label": label, value, input: set(name), ...props }));
  const typed = starting.house?.chip?.trim();
  const stakes = typed === undefined ? desk.usual.stakes || "what is a chip worth?" : typed ? `a chip is ${plain(typed, 20)}` : "no money";
  const rules = now.rules === desk.usual.rules ? desk.usual.rules_words : now.rules;
  const preset = desk.presets?.find((one) => one.name === now.rules.split(" ")[0]);
  /** @type {(label: string, name: string) => Drawing} */
  const option = (label, name) => {
    const said = now.rules.split(" ").find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
    const told = moneyInChips(said, now.chip ?? "");
    return el("label", { class: "line", key: name }, el("span", { role: "status" }, told ? `${label}: ${told}` : label),
      el("input", { type: "text", "aria-label": label, maxlength: 20, autocapitalize: "none", value: starting.options?.[name] ?? said, placeholder: preset?.options[name] ?? "",
        input: (event) => table.start({ options: { ...starting.options, [name]: event.target.value }, house: { ...starting.house, rules: withOption(now.rules, name, event.target.value) } }) }));
  };
  return el("details", { key: "house", open: !desk.usual.stakes || undefined },
    el("summary", { key: "s" }, `What do you play? ${plain(rules, 60)} · ${stakes}${Number(now.pot) ? ` · ${counted(Number(now.pot), "chip")} carried in` : ""}`),
    desk.usual.stakes ? null : el("p", { class: "quiet", key: "asks" }, "No evening in the book says yet what a chip is worth:"),
    text("Value of a chip (empty: no money)", "chip", now.chip ?? "", { maxlength: 20, placeholder: "0.25 USD", autocapitalize: "characters" }),
    desk.usual.stakes ? null : button("No money", "no money", () => table.start({ house: { ...starting.house, chip: "" } }), { "aria-pressed": String(typed === "") }),
    desk.presets ? el("div", { class: "presets", key: "presets" }, desk.presets.map((one) => el("button", { key: `preset ${one.name}`, "aria-pressed": String(one === preset), tap: () => table.start({ options: {}, house: { ...starting.house, rules: one.name } }) }, el("b", {}, one.name), ` ${one.about}`))) : null,
    text("Ante in chips", "ante", now.ante ?? 1, { maxlength: 6, inputmode: "numeric" }),
    option("Second ante, in chips or money", "second-ante"),
    option("Limit, in chips or money", "limit"),
    text("Rules in full: a preset, then options", "rules", now.rules, { maxlength: 400, autocapitalize: "none" }),
    text("Chips carried into the pot", "pot", now.pot ?? 0, { maxlength: 9, inputmode: "numeric" }),
    text("Title", "title", now.title ?? "", { maxlength: 80 }));
}

// Rules with an option set as typed; an empty one is as the preset has it.
/** @type {(rules: string, name: string, typed: string) => string} */
function withOption(rules, name, typed) {
  const value = typed.replace(/\s+/g, "");
  const words = rules.split(" ").filter((word) => word && !word.startsWith(`${name}=`));
  return [...words, ...(value ? [`${name}=${value}`] : [])].join(" ");
}

// How many chips an amount is, in words; nothing for what is in chips already.
/** @type {(said: string, chip: string) => string} */
export function moneyInChips(said, chip) {
  if (!said || /^(\d+x?|none|no|yes)$/.test(said)) return "";
  /** @type {(text: string) => number} */
  const number = (text) => Number((text.match(/\d+(?:[.,]\d+)?/)?.[0] ?? "").replace(",", "."));
  if (!number(chip)) return "To say it in money, say first what a chip is worth.";
  const chips = number(said) / number(chip);
  return Math.abs(chips - Math.round(chips)) < 1e-6 ? `${plain(said, 20)} is ${counted(Math.round(chips), "chip")}.` : `No whole number of chips is worth ${plain(said, 20)}.`;
}

// True if the book does not tell what a chip is worth, and nobody has said it yet.
/** @type {(table: AtDesk) => boolean} */
function stakesMissing({ desk, starting }) {
  return !desk.usual.stakes && starting.house?.chip === undefined;
}

// The day of an evening that begins now, by this phone's clock: until six in the morning it is still the day before.
/** @type {(now?: Date) => string} */
export function tonight(now = new Date()) {
  const at = new Date(now.getTime() - 6 * 3_600_000);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** @type {(table: AtDesk) => Drawing} */
function dateOf(table) {
  const { starting } = table;
  return el("label", { class: "line", key: "date" }, el("span", {}, "Date (until 6 in the morning, still yesterday’s)"),
    el("input", { type: "date", "aria-label": "Date", value: starting.house?.date ?? tonight(), input: (event) => table.start({ house: { ...starting.house, date: event.target.value } }) }));
}

// --- The end --------------------------------------------------------------------------------------------------------------

/** @type {(table: Sitting) => Drawing} */
export function over(table) {
  const { recap } = table; // null if there is none
  const waiting = table.outbox.waiting;
  return el("div", { class: "page finished", key: "over" }, el("header", { key: "head" }, el("div", { class: "titles", key: "t" }, el("h1", { key: "h1" }, "The evening is over"), el("p", { class: "pots", key: "p" }, plain(table.shown.title, 60))), strip(table)),
    recap?.svg ? el("div", { class: "recap", key: "svg" }, el("img", { key: "img", src: addressOf(recap.svg), alt: recap.text ?? "The evening" })) : null,
    recap?.text ? el("pre", { key: "text", class: "recaptext", tabindex: 0 }, recap.text) : el("p", { key: "none" }, waiting ? "The result appears once everything is saved." : recap === null ? "The result is on the page of the evening." : "…"),
    el("div", { class: "choices", key: "share" }, recap?.text ? button(table.shared ?? (canShare() ? "Share" : "Copy text"), "share", () => table.share()) : null,
      el("a", { key: "link", href: `session?session=${encodeURIComponent(table.shown.session)}`, target: "_self" }, "The whole evening")),
    el("div", { class: "dock two", key: "dock" },
      el("button", { class: "undo", key: "undo", tap: () => table.undo() }, el("span", { class: "sign", "aria-hidden": "true" }, "↶"), "Undo"),
      el("button", { class: "main", key: "done", tap: () => table.closeEvening(), no: waiting ? "Not everything is saved yet" : undefined }, "Done")));
}
