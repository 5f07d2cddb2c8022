// Names as they are typed: who is nearly called that already.

import { el, plain } from "./drawing.js";
/** @import { Drawing, Sitting } from "./types" */

// The player whose name differs only in case, accents, apostrophes and spaces; none if there is an exact match.
/** @type {(name: string, names: string[]) => string | null} */
export function likeOf(name, names) {
  if (names.includes(name)) return null;
  return names.find((one) => plainly(one) === plainly(name)) ?? null;
}

/** @type {(name: string) => string} */
function plainly(name) {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[‘’‚‛ʼ`´′]/g, "'").replace(/\s+/g, " ").trim().toLowerCase();
}

// A question about a name being typed, if somebody in the book or at the table has almost the same name.
/** @type {(table: Sitting, name: string, but?: string) => Drawing | null} */
export function likeness(table, name, but) {
  const typed = name.replace(/\s+/g, " ").trim();
  const like = typed && likeOf(typed, [...new Set([...table.shown.players, ...(table.known ?? [])])].filter((one) => one !== but));
  return like ? el("p", { class: "question told", key: `like ${but ?? ""}`, role: "status" }, `Is that ${plain(like)}, who is in the book? Then spell it like that.`) : null;
}
