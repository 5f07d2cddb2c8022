// What is not on the server's disk yet, in words.

import { counted, el } from "./drawing.js";
/** @import { Drawing } from "./types" */
/** @import { Table } from "./client.js" */

// A message on what is not on the server's disk yet; empty if there is nothing to say.
/** @type {(table: Table) => Drawing} */
export function strip(table) {
  const { outbox } = table;
  const waiting = outbox.waiting + outbox.left().filter((one) => one.log === table.log).reduce((sum, one) => sum + one.events.length, 0);
  const many = counted(waiting, "tap");
  let text = "";
  if (outbox.trouble === "login") text = `Log in again on this phone: ${table.store.full && waiting ? "open another tab, and keep this one" : "reload the page"}.${waiting ? ` Not saved yet: ${many}.` : ""}`;
  else if (table.store.full && waiting) text = `This phone's storage is full. Keep this page open until everything is saved. Not saved yet: ${many}.`;
  else if (waiting && outbox.trouble) text = `Not saved yet: ${many}. The server cannot be reached: just go on.`;
  else if (waiting && (table.late || waiting > outbox.waiting)) text = `Not saved yet: ${many}`;
  else if (outbox.trouble === "away") text = "The server cannot be reached. Just go on: taps are kept here.";
  return el("p", { class: `strip${text ? " late" : ""}`, key: "strip", role: "status" }, text);
}

// A message on taps of closed tabs that the server does not have yet.
/** @type {(table: Table) => Drawing | null} */
export function unsent(table) {
  const left = table.outbox.left();
  const taps = left.reduce((sum, one) => sum + one.events.length, 0);
  return taps ? el("p", { class: "strip late", key: "unsent", role: "status" }, `Not saved yet: ${counted(taps, "tap")} from an earlier page. They are being sent.`) : null;
}
