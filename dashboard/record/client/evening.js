// The evening as a whole: correcting what was set at its start, and discarding one that was begun by mistake.

import { button, el, plain } from "./drawing.js";
import { likeness } from "./names.js";
/** @import { AtDesk, Began, Changed, Content, Drawing, Picture, Props, Settings, Sitting, Tap, Typed } from "./types" */

/** @type {(table: Sitting, values: Settings) => Content} */
export function began(table, values) {
  const picture = table.shown;
  const was = picture.began;
  /** @type {(name: Typed) => (event: Changed) => void} */
  const put = (name) => (event) => table.fill(name, event.target.value);
  /** @type {(label: string, name: Typed, props?: Props) => Drawing} */
  const text = (label, name, props = {}) => el("label", { class: "line", key: name }, el("span", {}, label), el("input", { type: "text", "aria-label": label, value: values[name] ?? was[name], input: put(name), ...props }));
  /** @type {(label: string, name: Typed) => Drawing} */
  const number = (label, name) => text(label, name, { maxlength: 9, inputmode: "numeric" });
  const dealt = picture.hands > 0 || picture.hand;
  /** @type {(name: Typed) => boolean} */
  const whole = (name) => /^\d+$/.test(String(values[name] ?? was[name]).trim());
  const seats = values.seats ?? was.seats;
  const no = !whole("ante") || !whole("pot") ? "Enter chips as a whole number" : seats.length < 2 ? "It takes at least two players" : !(values.date ?? was.date) ? "Enter a date" : !changes(picture, values).length ? "Nothing has been changed yet" : undefined;
  return [el("h2", { key: "h" }, "Evening settings"),
    el("p", { class: "quiet", key: "about" }, dealt ? "Changes here count from the first hand on. For a change from now on, use More: Another ante, Other rules, Joins, Leaves." : "Nothing has been dealt yet, so everything can be changed."),
    text("Value of a chip (empty: no money)", "chip", { maxlength: 20, placeholder: "0.25 USD", autocapitalize: "characters" }),
    number("Ante in chips", "ante"),
    text("Rules: a preset, then options", "rules", { maxlength: 400, autocapitalize: "none" }),
    number("Chips carried into the pot", "pot"),
    picks("No ante in the first hand", "exempt", seats, values.exempt ?? was.exempt, (some) => table.fill("exempt", some)),
    text("Title", "title", { maxlength: 80 }),
    text("Date", "date", { type: "date" }),
    el("fieldset", { key: "called" }, el("legend", { key: "l" }, "Names"), picture.players.map((name) => el("label", { class: "line", key: name }, el("span", {}, plain(name)), el("input", { type: "text", maxlength: 60, "aria-label": `Name of ${plain(name)}`, value: values.called?.[name] ?? name, input: (event) => table.fill("called", { ...values.called, [name]: event.target.value }) })))),
    Object.entries(values.called ?? {}).map(([player, name]) => (name === player ? null : likeness(table, name, player))),
    dealt ? null : picks("Who is at the table: tap the players, clockwise", "seats", [...new Set([...was.seats, ...(table.known ?? [])])].slice(0, 24), seats, (some) => table.fill("seats", some), true),
    button("Save changes", "put right", () => table.putRight(changes(picture, values)), { class: "main wide", no })];
}

/** @type {(label: string, field: string, names: string[], some: string[], fill: (names: string[]) => void, numbered?: boolean) => Drawing} */
function picks(label, field, names, some, fill, numbered = false) {
  return el("fieldset", { key: field }, el("legend", { key: "l" }, label), el("div", { class: "choices small", key: "names" }, names.map((name) => {
    const at = some.indexOf(name);
    return button(at >= 0 && numbered ? `${at + 1} · ${plain(name)}` : plain(name), `${field} ${name}`, () => fill(at >= 0 ? some.filter((one) => one !== name) : [...some, name]), { "aria-pressed": String(at >= 0) });
  })));
}

// The taps for settings that were changed.
/** @type {(picture: Picture, values: Settings) => Tap<"began" | "called">[]} */
export function changes(picture, values) {
  const was = picture.began;
  /** @type {Partial<Began>} */
  const said = {};
  for (const name of /** @type {const} */ (["date", "title", "chip", "rules"])) {
    const typed = values[name]?.trim();
    if (typed !== undefined && typed !== was[name]) said[name] = typed;
  }
  for (const name of /** @type {const} */ (["ante", "pot"])) if (values[name] !== undefined && Number(values[name]) !== was[name]) said[name] = Number(values[name]);
  for (const name of /** @type {const} */ (["seats", "exempt"])) if (values[name] && values[name].join("\n") !== was[name].join("\n")) said[name] = values[name];
  const { seats } = said;
  if (seats) said.exempt = (values.exempt ?? was.exempt).filter((name) => seats.includes(name));
  const kept = seats ?? picture.players;
  /** @type {Tap<"called">[]} */
  const names = Object.entries(values.called ?? {}).map(([player, name]) => ({ kind: "called", player, name: name.replace(/\s+/g, " ").trim() }));
  /** @type {Tap<"began">[]} */
  const began = Object.keys(said).length ? [{ kind: "began", ...said }] : [];
  return [...began, ...names.filter(({ player, name }) => name && name !== player && kept.includes(player))];
}

/** @type {(table: Sitting) => Content} */
export function discard(table) {
  const picture = table.shown;
  const { contents } = picture;
  const waiting = table.outbox.waiting || picture.guessed || table.outbox.left().some((one) => one.log === table.log);
  const lost = contents ? `${plain(picture.title, 60)}: ${contents}. All of it leaves the book, with the chips won and lost. A copy is kept: you can bring it back from the page Record.` : `Nothing has been recorded of ${plain(picture.title, 60)}, so there is nothing to bring back.`;
  return [el("h2", { key: "h" }, "Discard this evening?"), el("p", { key: "lost" }, lost),
    button("Discard it", "discard now", () => table.discardEvening(), { class: "wide gone", no: waiting ? "Not everything is saved yet" : undefined })];
}

// Discarded evenings that can be brought back, at the bottom of the start page.
/** @type {(table: AtDesk) => Drawing | null} */
export function discardedEvenings(table) {
  const all = table.desk.discarded ?? [];
  if (!all.length) return null;
  return el("details", { key: "discarded", open: table.opened || undefined }, el("summary", { key: "s" }, "Discarded evenings"),
    all.map((one) => el("section", { class: "unfinished", key: one.key }, el("p", { key: "p" }, el("b", {}, plain(one.title, 60)), ` · ${one.contents}`),
      button("Bring back", `bring back ${one.key}`, () => table.bringBack(one.key), { no: table.entering ? "One moment" : undefined }))));
}
