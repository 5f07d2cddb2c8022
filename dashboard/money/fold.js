// Lines that fold. Unfolded lines stay unfolded when the page reruns; content that is missing is requested.

import { elementOf, focused, paint, part } from "../frame/elements.js";
/** @import { Colours, Component } from "../frame/component" */

/** @typedef {{ text: string, figure: string, tone: string, note?: string, go?: { href: string }, link?: string, under?: Line[], asks?: string, opened?: boolean }} Line */
/** @typedef {HTMLElement & { unfolded?: Map<string, boolean> }} Root With what was unfolded (true) or folded by hand, by path. */
/** @typedef {{ unfolded: Map<string, boolean>, setTriggerValue: Component<unknown>["setTriggerValue"] }} Told */

/** @type {(component: Component<{ name: string, lines: Line[], colours: Colours }>) => void} */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {Root} */
  const root = part(parentElement, ".fold");
  root.setAttribute("aria-label", data.name);
  paint(root, data.colours);
  const first = !root.unfolded;
  root.unfolded ??= new Map();
  const told = { unfolded: root.unfolded, setTriggerValue };
  const path = focused(root)?.dataset.path; // redrawing would lose the focus
  root.replaceChildren(...data.lines.map((line, at) => drawn(line, line.asks || `${at}`, told)));
  if (path !== undefined) [...root.querySelectorAll("summary")].find((one) => one.dataset.path === path)?.focus({ preventScroll: true });
  if (first) root.querySelector("details[data-asks][open]")?.scrollIntoView({ block: "start" });
}

/** @type {(line: Line, here: string, told: Told) => HTMLElement} */
function drawn(line, here, told) {
  const { under: lines } = line;
  const folds = lines !== undefined;
  const head = elementOf(folds ? "summary" : "div", folds ? "line" : "line leaf");
  head.append(said(line), elementOf("span", `figure ${line.tone}`, line.figure));
  if (!folds) return head;
  head.dataset.path = here;
  const box = elementOf("details", "");
  if (line.asks) box.dataset.asks = line.asks;
  box.open = told.unfolded.get(here) ?? Boolean(line.opened);
  const under = elementOf("div", "under");
  if (lines.length) under.append(...lines.map((one, at) => drawn(one, `${here}/${one.asks || at}`, told)));
  else under.append(elementOf("p", "waiting", "Looking it up …"));
  box.append(head, under);
  let shown = box.open;
  box.addEventListener("toggle", () => {
    if (box.open === shown) return; // drawn like this, not toggled by the user
    shown = box.open;
    told.unfolded.set(here, box.open);
    if (line.asks) told.setTriggerValue("fold", { asks: line.asks, open: box.open });
  });
  return box;
}

/** @type {(line: Line) => HTMLElement} */
function said(line) {
  const words = elementOf("span", "said");
  const text = elementOf("span", "text");
  text.append(elementOf("bdi", "", line.text));
  words.append(line.go && !line.link ? link(line.text, line.go) : text);
  if (line.note) {
    const note = words.appendChild(elementOf("span", "note"));
    // Keep a sign and its figure together.
    for (const [at, word] of line.note.split(/([+−][^\s,]+)/).entries()) note.append(at % 2 ? elementOf("span", "amount", word) : word);
  }
  if (line.link) {
    const note = words.appendChild(elementOf("span", "note"));
    note.append(line.go ? link(line.link, line.go) : elementOf("bdi", "", line.link));
  }
  return words;
}

/** @type {(text: string, go: { href: string }) => HTMLElement} */
function link(text, go) {
  const anchor = elementOf("a", "");
  anchor.append(elementOf("bdi", "", text));
  anchor.href = go.href;
  return anchor;
}
