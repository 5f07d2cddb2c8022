// From one picture of a hand to the next: a card travels from its player to the table, a trick gathers to whoever won it, and chips
// go to the pot and come home from it.

const TRAVEL = { duration: 180, easing: "ease-out" };
const CHIPS = 3; // drawn of a payment, however large

function travel(was, now) {
  if (!was || !now || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const shape of was.querySelectorAll(".passing")) shape.remove(); // a quick finger: it was still on its way
  const seats = [...now.querySelectorAll(".seat")];
  const plates = seats.map((seat) => middleOf(seat.querySelector("rect").getBBox()));
  const gone = was.querySelector(".laid[data-won]") ? [...was.querySelectorAll(".laid")] : [];
  const stayed = new Set(gone.length ? [] : [...was.querySelectorAll(".laid")].map((one) => one.dataset.seat));
  for (const card of now.querySelectorAll(".laid")) {
    if (!stayed.has(card.dataset.seat)) card.animate([{ translate: way(placeOf(card), plates[card.dataset.seat]) }, { translate: "0 0" }], TRAVEL);
  }
  const home = plates[gone.find((card) => card.dataset.won)?.dataset.seat];
  for (const card of gone) passing(now, card, [{ translate: "0 0", opacity: 1 }, { translate: way(placeOf(card), home), opacity: 0 }]);
  const pot = now.querySelector(".pot");
  const bank = { x: Number(pot.getAttribute("x")), y: Number(pot.getAttribute("y")) - 9 };
  // Antes slide from their players into the pot, and what is taken comes to lie in front of whoever took it.
  for (const chips of was.querySelectorAll(".front")) passing(now, chips, [{ translate: "0 0", opacity: 1 }, { translate: way(middleOf(chips.getBBox()), bank), opacity: 0 }]);
  for (const chips of now.querySelectorAll(".front:not(.passing)")) chips.animate([{ translate: way(middleOf(chips.getBBox()), bank) }, { translate: "0 0" }], TRAVEL);
  [...was.querySelectorAll(".seat")].forEach((seat, at) => {
    const chips = Number(seats[at]?.dataset.chips) - Number(seat.dataset.chips);
    if (!chips || (chips > 0 && now.querySelector(".front:not(.passing)"))) return;
    const [from, to] = chips < 0 ? [plates[at], bank] : [bank, plates[at]];
    for (let nth = 0; nth < Math.min(CHIPS, Math.abs(chips)); nth += 1) {
      const chip = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      chip.classList.add("chip");
      chip.setAttribute("r", 7);
      passing(now, chip, [{ translate: `${from.x}px ${from.y}px` }, { translate: `${to.x + 9 * nth - 9}px ${to.y}px` }], 30 * nth);
    }
  });
}

// Something that is in the picture only while it moves.
function passing(picture, shape, frames, delay = 0) {
  shape.classList.add("passing");
  picture.append(shape);
  shape.animate(frames, { ...TRAVEL, delay, fill: "backwards" }).finished.then(() => shape.remove(), () => shape.remove());
}

const middleOf = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
const way = (from, to) => `${to.x - from.x}px ${to.y - from.y}px`;

function placeOf(card) {
  const { a, e, f } = card.transform.baseVal.consolidate().matrix;
  return { x: e + 19 * a, y: f + 26.5 * a };
}
