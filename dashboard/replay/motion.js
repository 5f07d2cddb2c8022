// From one picture of a hand to the next: a card travels from its player to the table, a trick gathers to whoever won it, and chips
// go to the pot and come home from it.

import { partOf } from "../frame/elements.js";

/** @typedef {{ x: number, y: number }} Point */

const TRAVEL = { duration: 180, easing: "ease-out" };
const CHIPS = 3; // drawn of a payment, however large

/** @type {(was: SVGElement | null, now: SVGElement | null) => void} */
export function travel(was, now) {
  if (!was || !now || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const shape of was.querySelectorAll(".passing")) shape.remove(); // a quick finger: it was still on its way
  const seats = all(now, ".seat");
  const plates = seats.map((seat) => middleOf(partOf(SVGGraphicsElement, seat, "rect").getBBox()));
  /** @type {(card: SVGElement | undefined) => Point} */
  const plateOf = (card) => plates[Number(card?.dataset.seat)];
  const gone = was.querySelector(".laid[data-won]") ? all(was, ".laid") : [];
  const stayed = new Set(gone.length ? [] : all(was, ".laid").map((one) => one.dataset.seat));
  for (const card of all(now, ".laid")) {
    if (!stayed.has(card.dataset.seat)) card.animate([{ translate: way(placeOf(card), plateOf(card)) }, { translate: "0 0" }], TRAVEL);
  }
  const home = plateOf(gone.find((card) => card.dataset.won));
  for (const card of gone) passing(now, card, [{ translate: "0 0", opacity: 1 }, { translate: way(placeOf(card), home), opacity: 0 }]);
  const pot = partOf(SVGElement, now, ".pot");
  const bank = { x: Number(pot.getAttribute("x")), y: Number(pot.getAttribute("y")) - 9 };
  // Antes slide from their players into the pot, and what is taken comes to lie in front of whoever took it.
  for (const chips of all(was, ".front")) passing(now, chips, [{ translate: "0 0", opacity: 1 }, { translate: way(middleOf(chips.getBBox()), bank), opacity: 0 }]);
  for (const chips of all(now, ".front:not(.passing)")) chips.animate([{ translate: way(middleOf(chips.getBBox()), bank) }, { translate: "0 0" }], TRAVEL);
  all(was, ".seat").forEach((seat, at) => {
    const chips = Number(seats[at]?.dataset.chips) - Number(seat.dataset.chips);
    if (!chips || (chips > 0 && now.querySelector(".front:not(.passing)"))) return;
    const [from, to] = chips < 0 ? [plates[at], bank] : [bank, plates[at]];
    for (let nth = 0; nth < Math.min(CHIPS, Math.abs(chips)); nth += 1) {
      const chip = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      chip.classList.add("chip");
      chip.setAttribute("r", "7");
      passing(now, chip, [{ translate: `${from.x}px ${from.y}px` }, { translate: `${to.x + 9 * nth - 9}px ${to.y}px` }], 30 * nth);
    }
  });
}

// Something that is in the picture only while it moves.
/** @type {(picture: SVGElement, shape: SVGElement, frames: Keyframe[], delay?: number) => void} */
function passing(picture, shape, frames, delay = 0) {
  shape.classList.add("passing");
  picture.append(shape);
  shape.animate(frames, { ...TRAVEL, delay, fill: "backwards" }).finished.then(() => shape.remove(), () => shape.remove());
}

// The shapes in a picture that a selector finds.
/** @type {(picture: SVGElement, selector: string) => SVGGraphicsElement[]} */
const all = (picture, selector) => [...picture.querySelectorAll(selector)].filter((one) => one instanceof SVGGraphicsElement);
/** @type {(box: DOMRect) => Point} */
const middleOf = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
/** @type {(from: Point, to: Point) => string} */
const way = (from, to) => `${to.x - from.x}px ${to.y - from.y}px`;

/** @type {(card: SVGGraphicsElement) => Point} */
function placeOf(card) {
  const { a, e, f } = card.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix();
  return { x: e + 19 * a, y: f + 26.5 * a };
}
