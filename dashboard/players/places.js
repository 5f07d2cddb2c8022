// Places evening by evening: a line for each player, whose dots open their evenings. The Tab key reaches one dot, arrows the others.

import { elementOf, paint, part, shapeOf } from "../frame/elements.js";
/** @import { Colours, Component } from "../frame/component" */

/** @typedef {{ at: number, place: number, said: string, href: string, unread: boolean }} Dot */
/** @typedef {{ name: string, beside: number | null, strong: boolean, colour: string, width: number, dash: string, points: [number, number][], dots: Dot[] }} Line */
/**
 * @typedef {{
 *   label: string, size: [number, number], step: number, dot: number, ranks: number[], days: [number, string][], lines: Line[], colours: Colours
 * }} Data
 */
/** @typedef {Dot & { link: HTMLAnchorElement, left?: Placed, right?: Placed }} Placed A dot, and its neighbours of the same line. */

/** @type {(component: Component<Data>) => void} */
export default function ({ data, parentElement }) {
  /** @type {HTMLElement & { drawn?: string }} */
  const chart = part(parentElement, ".places");
  if (chart.drawn === JSON.stringify(data)) return; // redrawing would lose the focus
  chart.drawn = JSON.stringify(data);
  paint(chart, data.colours);
  chart.style.setProperty("--dot", `${data.dot}px`);
  chart.setAttribute("aria-label", data.label);
  const [wide, tall] = data.size, down = (/** @type {number} */ place) => (place - 0.5) * data.step, left = (/** @type {number} */ at) => `${100 * at / wide}%`;
  /** @type {(element: HTMLElement, place: number) => HTMLElement} */
  const lowered = (element, place) => {
    element.style.marginTop = `${down(place)}px`;
    return element;
  };
  const plot = elementOf("div", "plot"), ranks = elementOf("div", "ranks"), names = elementOf("div", "names"), days = elementOf("div", "days");
  plot.style.height = `${tall * data.step}px`;
  const lines = plot.appendChild(shapeOf("svg", "", { viewBox: `0 0 ${wide} ${tall * data.step}`, preserveAspectRatio: "none", "aria-hidden": "true" }));
  for (const place of data.ranks) {
    ranks.append(lowered(elementOf("span", "", place), place));
    lines.append(shapeOf("path", "grid", { d: `M0 ${down(place)}H${wide}` }));
  }
  const said = elementOf("span");
  /** @type {Placed[]} */
  const dots = [];
  /** @type {(line: Line, dot: Dot) => HTMLAnchorElement} */
  const linkOf = ({ colour: color }, dot) => {
    const link = plot.appendChild(elementOf("a", dot.unread ? "unread" : ""));
    Object.assign(link, { href: dot.href, title: dot.said, tabIndex: -1, ariaLabel: dot.said });
    Object.assign(link.style, { left: left(dot.at), top: `${down(dot.place)}px`, color });
    link.onmouseover = link.onfocus = () => { said.textContent = dot.said; };
    return link;
  };
  for (const one of data.lines) {
    const { colour: stroke, width, dash } = one;
    lines.append(shapeOf("path", "", { d: `M${one.points.map(([at, place]) => `${at} ${down(place)}`).join("L")}`, stroke, "stroke-width": width, "stroke-dasharray": dash, "stroke-linejoin": "round" }));
    const own = one.dots.map((dot) => /** @type {Placed} */ ({ ...dot, link: linkOf(one, dot) }));
    own.forEach((dot, nth) => Object.assign(dot, { left: own[nth - 1], right: own[nth + 1] }));
    dots.push(...own);
    if (one.beside === null) continue;
    const name = names.appendChild(lowered(elementOf("span", ""), one.beside)), mark = name.appendChild(elementOf("i", "", one.strong ? "● " : " "));
    mark.style.color = one.colour;
    mark.style.fontStyle = "normal";
    name.append(elementOf(one.strong ? "b" : "span", "", one.name));
  }
  /** @type {(now: Placed, way: 1 | -1) => Placed | undefined} */
  const nextTo = (now, way) => dots.filter(({ at, place }) => at === now.at && way * (place - now.place) > 0).sort((one, other) => way * (one.place - other.place))[0];
  for (const dot of dots) {
    dot.link.onkeydown = (event) => {
      const next = new Map([["ArrowLeft", dot.left], ["ArrowRight", dot.right], ["ArrowUp", nextTo(dot, -1)], ["ArrowDown", nextTo(dot, 1)]]).get(event.key);
      if (!next) return;
      event.preventDefault();
      [dot.link.tabIndex, next.link.tabIndex] = [-1, 0];
      next.link.focus();
    };
  }
  const end = dots.reduce((latest, { at }) => Math.max(latest, at), 0);
  const last = dots.findLast(({ at, place }) => at === end && place === 1) ?? dots.at(-1);
  if (last) last.link.tabIndex = 0;
  for (const [at, label] of data.days) days.appendChild(elementOf("span", "", label)).style.left = left(at);
  const head = elementOf("p", "", "Place");
  head.append(said);
  chart.replaceChildren(head, ranks, plot, names, elementOf("div", ""), days, elementOf("div", ""), elementOf("div", "axis", "Evening"));
}
