import { paint, part } from "./elements.js";
import { faceOf } from "./faces.js";
/** @import { Colours, Component, Face } from "./component" */

/** @typedef {{ label: string, right: boolean, hidden_on_phones: boolean, hidden_in_print?: boolean, sort: string, href?: string, scale?: [number, number], face?: Face }} Column */
/** @typedef {{ text: string, tone: string, tip: string }} Mark */
/**
 * @typedef {Mark & {
 *   href?: string, note?: string, bar?: [number, number, number] | null, shade?: number, split?: [number, number], marks?: Mark[], mine?: boolean, faces?: Face[]
 * }} Cell
 */
/** @typedef {{ name: string, columns: Column[], rows: Cell[][], colours: Colours }} Data */

const SHORT = 11;  // letters that are not broken into lines, as in "6 Nov 2026"
// From left to right, and no red suit.
const PLAIN = /^[ -\u02ff\u2000-\u200d\u2010-\u2027\u2030-\u205e\u20a0-\u2664\u2667-\u26ff]*$/;
/** @type {(component: Component<Data>) => void} */
export default function ({ data, parentElement }) {
  /** @type {<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text?: string) => HTMLElementTagNameMap[Tag]} */
  const make = (tag, text) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;  // text, never markup: people wrote it
    return element;
  };
  /** @type {(href: string, what: (string | Node)[]) => HTMLElement} */
  const leading = (href, what) => {
    const link = make("a");
    link.append(...what);
    link.href = href;
    return link;
  };
  /** @type {(cell: HTMLElement, how: number) => void} */
  const shade = (cell, how) => {
    cell.classList.add("shaded");
    cell.style.background = `color-mix(in srgb, var(--${how > 0 ? "won" : "lost"}) ${Math.abs(how) * 40}%, transparent)`;
  };
  // A row opens as its first cell does (after a place, the second), wherever it is clicked: not where another link is, nor when
  // somebody marks text.
  /** @type {(line: HTMLElement, link: HTMLElement) => void} */
  const opens = (line, link) => {
    line.classList.add("opens");
    line.onclick = (event) => {
      if ((event.target instanceof Element && event.target.closest("a")) || String(getSelection())) return;
      const { ctrlKey, metaKey, shiftKey } = event;
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true, ctrlKey, metaKey, shiftKey }));
    };
  };
  // The parts of a sum, to the right of zero and to the left, on the scale of all rows.
  /** @type {(split: [number, number], at: number) => HTMLElement} */
  const splitOf = (split, at) => {
    /** @type {(sign: 1 | -1) => number[]} */
    const sums = (sign) => data.rows.map((row) => (row[at].split ?? []).reduce((sum, part) => sum + Math.max(0, sign * part), 0));
    const [left, right] = [Math.max(...sums(-1)), Math.max(...sums(1))];
    const bar = make("div"), ends = { [-1]: 0, 1: 0 };
    bar.className = "split";
    bar.setAttribute("aria-hidden", "true");
    /** @type {(chips: number) => number} */
    const share = (chips) => (100 * chips) / (left + right || 1);
    for (const part of split) {
      const piece = bar.appendChild(make("i")), sign = part < 0 ? -1 : 1, from = ends[sign];
      ends[sign] += Math.abs(part);
      piece.style.left = `${share(left + (sign > 0 ? from : -ends[sign]))}%`;
      piece.style.width = `${share(Math.abs(part))}%`;
    }
    bar.appendChild(make("b")).style.left = `${share(left)}%`;
    return bar;
  };
  /** @type {(column: Column) => string} */
  const kinds = (column) => /** @type {const} */ (["right", "hidden_on_phones", "hidden_in_print"]).filter((kind) => column[kind]).join(" ");
  const table = make("table");
  paint(table, data.colours);
  table.append(make("caption", data.name));
  const head = table.appendChild(make("thead")).appendChild(make("tr"));
  for (const column of data.columns) {
    const cell = head.appendChild(make("th"));
    cell.scope = "col";
    cell.className = kinds(column);
    if (column.sort) cell.setAttribute("aria-sort", column.sort);
    const arrow = column.sort === "ascending" ? " ↑" : column.sort === "descending" ? " ↓" : "";
    if (column.face) cell.append(faceOf(column.face));
    cell.append(column.href ? leading(column.href, [column.label + arrow]) : column.label);
    if (column.scale) {
      const ends = cell.appendChild(make("div"));
      ends.className = "ends";
      ends.append(...column.scale.map((end) => make("span", `${Math.round(100 * end)}%`)));
    }
  }
  const body = table.appendChild(make("tbody"));
  for (const row of data.rows) {
    const line = body.appendChild(make("tr"));
    if (row.length < data.columns.length) line.className = "group";
    row.forEach((said, at) => {
      const cell = line.appendChild(make(at === 0 ? "th" : "td"));
      const column = data.columns[at];
      if (at === 0) cell.scope = "row";
      if (line.className === "group") cell.colSpan = data.columns.length;
      cell.className = `${kinds(column)} ${said.tone}`;
      if (said.tip) cell.title = said.tip;
      if (said.text.length <= SHORT && !said.href && !said.note && !said.bar && !said.split && !said.mine && !said.faces && !said.marks && PLAIN.test(said.text)) {
        cell.classList.add("short");  // most cells of most tables: a table of thousands of nodes takes a browser long
        cell.textContent = said.text;
        if (said.shade !== undefined) shade(cell, said.shade);
        return;
      }
      const words = make("bdi");
      if (said.text.length <= SHORT) words.className = "short";
      for (const [at, part] of said.text.split(/((?:10|[2-9AKQJ])?[♥♦])/).entries()) {
        if (at % 2) words.appendChild(make("span", part)).className = "red";  // hearts and diamonds, as on the cards
        else words.append(part);
      }
      if (said.marks) {
        words.replaceChildren(...said.marks.map((one) => {
          const mark = make("span", one.text);
          mark.className = `mark ${one.tone}`;
          if (one.tip) {  // it is what a sign says
            mark.setAttribute("role", "img");
            mark.setAttribute("aria-label", one.tip);
            mark.title = one.tip;
          }
          return mark;
        }));
      }
      if (said.faces) cell.append(...said.faces.map(faceOf));
      if (said.mine) {
        line.className = "mine";
        line.setAttribute("aria-current", "true");
      }
      const you = said.mine ? [make("span", " (you)")] : [];
      if (said.text.length > 32 && !said.tip) cell.title = said.text;
      if (said.shade !== undefined) shade(cell, said.shade);
      const under = said.split ? [splitOf(said.split, at)] : [];
      if (said.note) {
        const note = make("div");
        note.className = "note";
        const parts = said.note.split(" · ");
        parts.forEach((part, at) => {
          if (at) note.append(" · ");
          const one = note.appendChild(make("span"));
          for (const [at, word] of part.split(/([+−][^\s,]+|(?:10|[2-9AKQJ])?[♥♦])/).entries()) {
            // A sign stays with its figure.
            if (at % 2) one.appendChild(make("span", word)).className = /[♥♦]/.test(word) ? "red" : "part";
            else one.append(word);
          }
          if (parts.length > 1) one.className = "part";
        });
        under.push(note);
      }
      if (said.bar) {
        const [least, most] = column.scale ?? [0, 1];
        const [low, rate, high] = said.bar.map((one) => (100 * (one - least)) / (most - least));
        const bar = make("div"), reach = bar.appendChild(make("i")), point = bar.appendChild(make("b"));
        bar.className = "interval";
        if (column.face) bar.style.color = column.face.colour;
        bar.setAttribute("aria-hidden", "true");
        reach.style.left = `${low}%`;
        reach.style.width = `${high - low}%`;
        point.style.left = `${rate}%`;
        under.push(bar);
      }
      if (!said.href) { cell.append(...(said.text ? [words] : []), ...you, ...under); return; }
      cell.append(leading(said.href, [words]), ...you, ...under);
      if (at < 2 && !line.onclick && !row.some((one) => one.shade !== undefined)) opens(line, part(cell, "a"));
    });
  }
  /** @type {HTMLElement & { watch?: ResizeObserver }} */
  const place = part(parentElement, ".place");
  place.replaceChildren(table);
  // A table that is too wide for a phone is moved by keys too, though it has no link to stop at.
  place.watch ??= new ResizeObserver(() => {
    if (place.scrollWidth > place.clientWidth) place.tabIndex = 0;
    else place.removeAttribute("tabindex");
  });
  place.watch.observe(place);
}
