// The evening on the felt: every hand is here already, so that keys, the scrubber and Play answer at once. Chips fly as elements
// that only transforms move; what they are worth is written when they have landed.

import { saveClip } from "./clip.js";
import { columnsOf, measures, pace, seated } from "./seating.js";
import { elementOf, paint, part, partOf } from "../frame/elements.js";
import { faceOf } from "../frame/faces.js";
/** @import { Component } from "../frame/component" */
/** @import { Evening, Moment, Seat } from "./types" */
/** @import { Place } from "./seating.js" */

/** @typedef {{ item: HTMLElement, stack: HTMLElement, tag: HTMLElement, worth: HTMLElement, name: HTMLElement, chips: number }} Drawn A seat as it is drawn. */

const FLIGHT = 0.42; // of the time of a hand that a chip is in the air
const LATER = { took: 0.3, matched: 0.56 }; // when they fly after the antes, of the same time
const STILL_PACE = 1200; // milliseconds from picture to picture where nothing shall move
const MOST_CHIPS = 4; // in one flight
/** @type {Record<"play" | "stop", [string, string]>} */
const SIGNS = { play: ["Play", "M7 4l13 8l-13 8z"], stop: ["Stop", "M7 5h3v14h-3zM14 5h3v14h-3z"] };

/** @type {(component: Component<Evening>) => () => void} */
export default function (component) {
  /** @type {HTMLElement & { evening?: Felt }} */
  const root = part(component.parentElement, ".night");
  const felt = (root.evening ??= new Felt(root, component.data));
  felt.show(component.data);
  felt.listen();
  return () => felt.rest();
}

class Felt {
  /** @param {HTMLElement} root @param {Evening} data */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.shown = ""; // the data that is drawn
    this.measures = measures(data.moments);
    this.last = 0;
    this.at = 0;
    /** @type {Drawn[]} */
    this.seats = [];
    /** @type {Place[]} */
    this.places = [];
    this.middle = { x: 0, y: 0 };
    this.pot = { stack: this.find(".pot .stack"), says: this.find(".pot b") };
    this.width = 0;
    this.room = 0;
    this.step = 0;
    /** @type {number | null} */
    this.playing = null;
    /** @type {Set<number>} */
    this.timers = new Set();
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.watch = new ResizeObserver(() => this.place());
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.find("[data-do=play]").addEventListener("click", () => this.play());
    this.find("[data-do=clip]").addEventListener("click", () => saveClip(this.data));
    const scrubber = this.find(".scrubber");
    scrubber.addEventListener("pointerdown", (event) => {
      scrubber.setPointerCapture(event.pointerId);
      this.drag(event);
    });
    scrubber.addEventListener("pointermove", (event) => scrubber.hasPointerCapture(event.pointerId) && this.drag(event));
  }

  /** @param {string} selector */
  find(selector) {
    return part(this.root, selector);
  }

  listen() {
    document.addEventListener("keydown", this.onKey);
    this.watch.observe(this.root);
  }

  rest() {
    this.stop();
    document.removeEventListener("keydown", this.onKey);
    this.watch.disconnect();
  }

  // An evening, or the same one again after something else on the page has changed.
  /** @param {Evening} data */
  show(data) {
    const before = this.shown;
    this.shown = JSON.stringify(data);
    if (this.shown === before) return;
    this.stop();
    const stays = before !== "" && this.data.session === data.session && this.data.moments.length === data.moments.length;
    this.data = data;
    this.last = data.moments.length - 1;
    this.at = stays ? this.at : data.first ?? this.last;
    this.measures = measures(data.moments);
    this.root.classList.toggle("still", this.last === 0);
    this.find(".shared").textContent = data.style;
    paint(this.root, data.colours);
    const { base, worth } = this.measures;
    this.find(".scale").textContent = [
      base ? `Stacks as if all had sat down with ${base.toLocaleString("en")} chips` : "", worth > 1 ? `a chip drawn is ${worth}` : "",
    ].filter(Boolean).join("; ");
    this.seats = data.seats.map(seatOf);
    this.find(".seats").replaceChildren(...this.seats.map((seat) => seat.item));
    this.pot.stack.replaceChildren(...columnsOf(0).map(() => document.createElement("i")));
    this.find(".scrubber").setAttribute("aria-valuemax", String(this.last));
    this.find(".enter").style.display = data.moments.some((one) => one.replay) ? "" : "none"; // of the sample no hand can be opened
    this.width = 0;
    this.place();
    this.draw();
  }

  place() {
    const width = this.find(".table").clientWidth;
    if (!width || width === this.width) return;
    this.width = width;
    const { places, plate, height, middle } = seated(this.seats.length, width);
    this.middle = middle;
    this.places = places;
    const table = this.find(".table");
    table.style.height = `${height}px`;
    table.style.setProperty("--plate", `${plate}px`);
    this.room = plate - (width < 600 ? 46 : 58); // beside the face
    for (const { worth, name } of this.seats) fit(worth, this.room), fit(name, this.room, 7, 0.7);
    this.find(".pot").style.transform = `translate(${middle.x}px, ${middle.y}px)`;
    this.seats.forEach((seat, at) => {
      const { x, y, foot } = places[at];
      seat.item.style.transform = `translate(${x}px, ${y}px)`;
      seat.stack.style.top = `${foot - y - 46}px`;
      seat.tag.style.top = foot > y ? "19px" : "-37px"; // between the plate and the stack
    });
    this.root.style.setProperty("--laid", String(width));
    this.root.style.setProperty("--reel", `${this.find(".scrubber").clientWidth}px`);
    this.chart();
    this.head();
  }

  // The pot of each hand as steps, and who went bourré or tied above them.
  chart() {
    const hands = this.data.moments.slice(1);
    if (!hands.length) return;
    const [wide, tall, foot] = [this.find(".scrubber").clientWidth, 56, 52];
    this.step = wide / hands.length;
    const most = Math.max(1, ...hands.map((one) => one.pot ?? 0));
    /** @type {(pot: number) => number} */
    const up = (pot) => foot - Math.sqrt(pot / most) * (foot - 14); // so that one large pot does not make all others flat
    const area = hands.map((one, at) => (one.pot === null ? "" : `M${at * this.step} ${foot}V${up(one.pot)}h${this.step}V${foot}z`)).join("");
    /** @type {(kind: "went" | "split", shape: string) => string} */
    const mark = (kind, shape) => {
      const some = hands.map((one, at) => (one[kind] ? `M${(at + 0.5) * this.step} ${up(one.pot ?? 0) - 11}${shape}` : "")).join("");
      return `<path class="${kind}" d="${some}"/>`;
    };
    const drawing = partOf(SVGElement, this.root, ".scrubber svg");
    const size = Math.min(5, this.step / 2);
    drawing.innerHTML = `<path class="area" d="${area}"/><rect class="zero" y="${foot}" width="${wide}" height="2"/>`
      + mark("went", `l${size} 9h${-2 * size}z`) + mark("split", `l${size} ${size}l${-size} ${size}l${-size} ${-size}z`);
    drawing.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
  }

  // Everything as it is after a moment, at once.
  draw() {
    this.land();
    const now = this.data.moments[this.at];
    this.seats.forEach((seat, at) => {
      this.stack(seat, now.chips[at]);
      this.worth(seat, at, now);
      this.tag(seat, at, now);
      seat.item.classList.toggle("winner", this.at === this.last && this.data.seats[at].won);
    });
    this.potIs(now.after, now.sure);
    this.find(".pot").hidden = this.last === 0 && now.after === 0; // of an evening without hands nobody wrote one down
    this.head();
    this.words(now);
  }

  /** @param {Moment} now */
  words(now) {
    this.find(".said").textContent = now.said;
    const enter = partOf(HTMLAnchorElement, this.root, ".enter");
    enter.textContent = now.replay ? `Open ${now.label.toLowerCase()}` : "";
    if (now.replay) enter.href = now.replay;
    else enter.removeAttribute("href");
    const scrubber = this.find(".scrubber");
    scrubber.setAttribute("aria-valuenow", String(this.at));
    scrubber.setAttribute("aria-valuetext", now.label);
  }

  head() {
    const { step, at } = this;
    if (step) this.find(".scrubber > i").style.transform = `translateX(${at ? (at - 0.5) * step : 0}px)`;
  }

  /** @param {Drawn} seat @param {number} chips */
  stack(seat, chips) {
    seat.chips = chips;
    pile(seat.stack, this.measures.columns(this.measures.base + chips));
  }

  /** @param {Drawn} seat @param {number} at @param {Moment} now */
  worth(seat, at, now) {
    seat.worth.textContent = now.worth[at];
    fit(seat.worth, this.room);
    seat.worth.className = now.chips[at] > 0 ? "up" : now.chips[at] < 0 ? "down" : "";
  }

  /** @param {Drawn} seat @param {number} at @param {Moment | null} now */
  tag(seat, at, now) {
    const [kind, words] = now?.tags[at] ?? ["", ""];
    seat.item.className = `seat ${kind}`;
    seat.tag.replaceChildren(...(words ? [elementOf("em", "", words)] : []));
  }

  /** @param {number | null} chips */
  potIs(chips, sure = true) {
    this.pot.says.textContent = chips === null ? "?" : `${chips.toLocaleString("en")}${sure ? "" : " ?"}`;
    pile(this.pot.stack, this.measures.columns(chips ?? 0));
  }

  // From one hand to the next with its chips in motion: antes, what was taken, what was matched.
  /** @param {number} time */
  move(time) {
    this.draw();
    this.at += 1;
    const now = this.data.moments[this.at];
    if (this.calm.matches || !now) return this.draw();
    this.head();
    this.words(now);
    this.seats.forEach((seat, at) => {
      this.tag(seat, at, null);
      seat.item.classList.remove("winner");
      if (now.tags[at]?.[0] === "away") this.tag(seat, at, now);
    });
    this.potIs(now.before);
    /** @type {(share: number, then: () => void) => void} */
    const later = (share, then) => this.after(share * time, then);
    /** @type {(what: "paid" | "took" | "matched", inwards: boolean) => void} */
    const fly = (what, inwards) => now[what].forEach((chips, at) => chips && this.fly(at, chips, inwards, FLIGHT * time));
    fly("paid", true);
    this.seats.forEach((seat, at) => now.paid[at] && this.stack(seat, seat.chips - now.paid[at]));
    later(FLIGHT * 0.8, () => this.potIs(now.pot));
    later(LATER.took, () => {
      fly("took", false);
      this.potIs(now.pot === null ? null : now.pot - sum(now.took));
    });
    later(LATER.took + FLIGHT * 0.8, () => this.seats.forEach((seat, at) => {
      if (now.took[at]) this.stack(seat, seat.chips + now.took[at]);
      if (now.tags[at]?.[0] !== "went") this.tag(seat, at, now);
    }));
    later(LATER.matched, () => {
      fly("matched", true);
      this.seats.forEach((seat, at) => {
        if (now.matched[at]) this.stack(seat, seat.chips - now.matched[at]);
        if (now.tags[at]?.[0] === "went") this.tag(seat, at, now);
      });
      if (now.after !== null && now.after > 0 && !sum(now.took)) this.pot.stack.animate([{}, { transform: "scale(1.3)" }, {}], { duration: FLIGHT * time });
    });
    later(1, () => this.draw());
  }

  /** @param {number} at @param {number} chips @param {boolean} inwards @param {number} duration */
  fly(at, chips, inwards, duration) {
    const seat = [this.places[at].x, this.places[at].foot - 8];
    const pot = [this.middle.x, this.middle.y - 16];
    const [from, to] = inwards ? [seat, pot] : [pot, seat];
    const many = Math.min(MOST_CHIPS, Math.ceil(chips / this.measures.worth));
    for (let nth = 0; nth < many; nth += 1) {
      const chip = elementOf("i");
      chip.style.setProperty("--colour", inwards ? this.data.seats[at].colour : "var(--bt-gold)");
      this.find(".flying").append(chip);
      chip.animate(
        [
          { transform: `translate(${from[0]}px, ${from[1]}px)`, opacity: 1 },
          { transform: `translate(${to[0] + 7 * nth - 10}px, ${to[1]}px)`, opacity: 1 },
        ],
        { duration: duration * 0.75, delay: (duration * 0.25 * nth) / many, easing: "ease-in-out" },
      );
    }
  }

  /** @param {number} time @param {() => void} then */
  after(time, then) {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      then();
    }, time);
    this.timers.add(timer);
  }

  // Nothing is in the air any more.
  land() {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.find(".flying").replaceChildren();
  }

  /** @param {number} at */
  to(at) {
    this.stop();
    const next = Math.max(0, Math.min(this.last, at));
    if (next === this.at + 1) return this.move(500);
    this.at = next;
    this.draw();
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const { left, width } = this.find(".scrubber").getBoundingClientRect();
    const at = Math.max(0, Math.min(this.last, Math.ceil(((event.clientX - left) / width) * this.last)));
    this.stop();
    this.at = at;
    this.draw();
  }

  play() {
    if (this.playing) return this.stop();
    if (this.at === this.last) {
      this.at = 0;
      this.draw();
    }
    this.find(".said").setAttribute("aria-live", "off"); // nobody can listen as fast as that: the sentence is read when it stops
    const time = this.calm.matches ? STILL_PACE : pace(this.last);
    const next = () => {
      if (this.at === this.last) return this.stop();
      this.move(time);
    };
    this.playing = setInterval(next, time);
    this.button();
    next();
  }

  stop() {
    const played = this.playing;
    if (played !== null) clearInterval(played);
    this.playing = null;
    this.button();
    if (!this.shown) return;
    this.find(".said").setAttribute("aria-live", "polite");
    if (played || this.timers.size) this.draw();
  }

  button() {
    const [word, sign] = SIGNS[this.playing ? "stop" : "play"];
    this.find("[data-do=play] b").textContent = word;
    partOf(SVGElement, this.root, "[data-do=play] path").setAttribute("d", sign);
  }

  // Keys are for the felt while it is in view and nothing else has them.
  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented || !this.last) return;
    const target = event.composedPath().find((one) => one instanceof Element);
    const inside = event.composedPath().includes(this.root);
    if (!inside && target !== document.body && !target?.matches("[data-testid=stMain]")) return;
    const { top, bottom } = this.find(".table").getBoundingClientRect();
    if (!inside && (bottom < 0 || top > innerHeight)) return;
    if (event.key === " " && target?.matches("button, a")) return;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.to(this.at - 1),
      ArrowRight: () => this.to(this.at + 1),
      Home: () => this.to(0),
      End: () => this.to(this.last),
      " ": () => this.play(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

/** @type {(numbers: number[]) => number} */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

// An amount is never cut off: a long one is written smaller, and so is a name, as long as it can be read. ``each`` is the most
// that a character of 13 pixels is wide.
/** @type {(words: HTMLElement, room: number, each?: number, least?: number) => void} */
function fit(words, room, each = 5.7, least = 0) {
  const long = (words.textContent ?? "").length * each;
  words.style.fontSize = long > room ? `${Math.max(least, (0.8125 * room) / long)}rem` : "";
}

/** @type {(stack: HTMLElement, columns: number[]) => void} */
function pile(stack, columns) {
  columns.forEach((chips, at) => {
    const { style } = /** @type {HTMLElement} */ (stack.children[at]);
    style.height = `${4 * chips}px`;
    style.display = chips ? "" : "none";
  });
}

/** @type {(one: Seat) => Drawn} */
function seatOf(one) {
  const [item, plate, stack, tag, worth] = [elementOf("li"), elementOf("div", "plate"), elementOf("div", "stack"), elementOf("div", "tag"), elementOf("span")];
  const name = elementOf("b", "", one.name);
  plate.append(faceOf(one), name, worth);
  plate.title = one.name;
  stack.setAttribute("aria-hidden", "true");
  stack.style.setProperty("--colour", one.colour);
  stack.append(...columnsOf(0).map(() => elementOf("i")));
  item.append(stack, plate, tag);
  return { item, stack, tag, worth, name, chips: 0 };
}
