// The table on which the plan lies: seats are links to why, arrows are buttons; the page is told which was pressed.

import { elementOf, paint, part, shapeOf } from "../frame/elements.js";
import { faceOf } from "../frame/faces.js";
/** @import { Colours, Component, Face } from "../frame/component" */

/** @typedef {[number, number]} Place */
/** @typedef {{ face: Face, name: string, figure: string, tone: string, label: string, href: string, mine: boolean, at: Place }} Seat */
/** @typedef {{ text: string, amount: string, paid: string, href: string, mine: boolean, ends: [Place, Place], at: Place }} Arrow */
/** @typedef {{ size: Place, seats: Seat[], arrows: Arrow[], said: string[], low: number, felt: Colours, colours: Colours }} Data */

/** @type {(component: Component<Data>) => void} */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {HTMLElement & { press?: (key: string) => void, drawn?: string }} */
  const table = part(parentElement, ".plan-table");
  table.press = (key) => setTriggerValue("pressed", key);
  if (table.drawn === JSON.stringify(data)) return; // redrawing would lose the focus
  table.drawn = JSON.stringify(data);
  const [width, height] = data.size;
  paint(table, { ...data.felt, ...data.colours });
  table.style.aspectRatio = `${width} / ${height}`;
  table.style.minHeight = `${height}px`; // on the smallest phones: a seat does not become smaller
  /** @type {<Kind extends HTMLElement>(element: Kind, place: Place) => Kind} */
  const placed = (element, [x, y]) => {
    element.style.left = `${100 * x / width}%`;
    element.style.top = `${100 * y / height}%`;
    return element;
  };
  const felt = shapeOf("svg", "", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  /** @type {(kind: string, inset: number) => SVGElement} */
  const oval = (kind, inset) => shapeOf("rect", kind, { x: inset, y: inset - 20, width: width - 2 * inset, height: height - 2 * inset + 30, rx: 110 });
  felt.append(oval("rim", 30), oval("felt", 37));
  for (const { ends: [[x, y], [toX, toY]], mine } of data.arrows) {
    const long = Math.hypot(toX - x, toY - y), along = (/** @type {number} */ at) => [x + (toX - x) * at / long, y + (toY - y) * at / long];
    const [tip, neck] = [along(long - 22), along(long - 33)], aside = [-(toY - y) / long * 6, (toX - x) / long * 6];
    felt.append(
      shapeOf("path", `arrow ${mine ? "mine" : ""}`, { d: `M${along(21)}L${neck}` }),
      shapeOf("path", `head ${mine ? "mine" : ""}`, { d: `M${tip}L${neck[0] + aside[0]},${neck[1] + aside[1]}L${neck[0] - aside[0]},${neck[1] - aside[1]}Z` }),
    );
  }
  const seats = elementOf("ul", "seats"), arrows = elementOf("ul", "arrows");
  for (const one of data.seats) {
    const seat = placed(elementOf("a", `seat ${one.mine ? "mine" : ""}`), one.at);
    const plate = elementOf("span", "plate");
    plate.append(elementOf("b", "", one.name), elementOf("span", one.tone, one.figure));
    seat.append(faceOf(one.face), plate);
    seat.href = one.href;
    seat.setAttribute("aria-label", one.label);
    seats.appendChild(elementOf("li", "")).append(seat);
  }
  for (const one of data.arrows) {
    const pays = placed(elementOf(one.paid ? "button" : one.href ? "a" : "span", `pays ${one.mine ? "mine" : ""}`, one.amount), one.at);
    if (pays instanceof HTMLButtonElement) {
      pays.type = "button";
      pays.onclick = () => table.press?.(one.paid);
      pays.setAttribute("aria-haspopup", "dialog");
      pays.setAttribute("aria-label", `${one.text}: mark as paid`);
    } else if (one.href) {
      Object.assign(pays, { href: one.href, target: "_blank", rel: "noopener noreferrer" });
      pays.setAttribute("aria-label", `Pay: ${one.text}`);
    } else {
      pays.setAttribute("role", "img");
      pays.setAttribute("aria-label", one.text);
    }
    pays.title = one.text;
    arrows.appendChild(elementOf("li", "")).append(pays);
  }
  const notes = placed(elementOf("p", "note"), [width / 2, data.low - 40]);
  notes.append(...data.said.map((text) => elementOf("span", "", text)));
  table.replaceChildren(felt, seats, arrows, notes);
}
