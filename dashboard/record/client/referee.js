// The referee: what the table has done wrong, as far as cards prove it.

import { button, cardText, el, plain } from "./drawing.js";
import { numberOf } from "./hand.js";
/** @import { Content, Drawing, Objection, Sitting } from "./types" */

// What the last step proves to be wrong, and buttons to put it right. This never blocks anything.
/** @type {(table: Sitting) => Drawing | null} */
export function referee(table) {
  const { objections = [], calls = [], hand } = table.shown;
  const number = numberOf(table.shown);
  const said = objections.map((one, at) => objection(one, at,
    one.recalls?.length ? el("div", { class: "choices small", key: "recalls" }, one.recalls.map((card) => button(`Taken back: ${cardText(card)}`, `recall ${number} ${card}`, () => table.tap({ kind: "recall", card })))) : null));
  const called = hand ? calls.map((one) => button(plain(one.label, 60), `call ${number} ${one.player}`, () => table.tap({ kind: "say", line: one.line }), { class: "call" })) : [];
  return said.length || called.length ? el("div", { class: "referee", key: "referee" }, said, called.length ? el("div", { class: "choices", key: "calls" }, called) : null) : null;
}

/** @type {(one: Objection, at: number, ...ways: Content[]) => Drawing} */
export function objection(one, at, ...ways) {
  return el("div", { class: `objection${one.fails ? " wrong" : ""}`, key: `objection ${at}`, role: "alert" }, el("p", { key: "p" }, plain(one.words, 500)), ways);
}
