// Steps through a hand whose every picture is here already: no step asks the server, so keys and autoplay answer at once.

import { copied } from "../frame/clipboard.js";
import { elementOf, focused, part, partOf } from "../frame/elements.js";
import { canShare, cancelled, savePicture, sharePicture } from "../frame/sharing.js";
import { travel } from "./motion.js";
/** @import { Component } from "../frame/component" */

/** @typedef {{ severity: string, label: string, text: string }} Found */
/** @typedef {{ svg: string, count: string, said: string, reason: string, found: Found[], prices: string[], hindsight: [text: string, kind: string][], caption?: string }} Step */
/** @typedef {{ label: string, to: number, wrong: boolean }} Jump */
/** @typedef {{ name: string, label: string } | null} Neighbour */
/**
 * @typedef {object} Hand What is sent of a hand (step_by_step.py).
 * @property {string} session
 * @property {string} name
 * @property {number} at
 * @property {string} address
 * @property {string} reach
 * @property {string} text
 * @property {{ name: string, title: string }} file
 * @property {number} caption
 * @property {string} paper
 * @property {string} style
 * @property {string} shapes
 * @property {Step[]} steps
 * @property {string} seen
 * @property {Jump[]} jumps
 * @property {[figure: string, what: string, sum: boolean][]} chips
 * @property {{ number: number, text: string, bad: boolean }[]} lines
 * @property {Step} instead
 * @property {Neighbour} previous
 * @property {Neighbour} next
 */

const PACE = 1100; // milliseconds from step to step while playing
/** @typedef {"four" | "open"} Setting */
const SHOWN = { four: "bourre four colours", open: "bourre hindsight" }; // what a browser remembers of how hands are shown

/** @type {(component: Component<Hand>) => () => void} */
export default function (component) {
  /** @type {HTMLElement & { player?: Player }} */
  const root = part(component.parentElement, ".replay");
  const player = (root.player ??= new Player(root, component.data));
  player.show(component.data);
  player.listen();
  return () => player.rest();
}

class Player {
  /** @param {HTMLElement} root @param {Hand} data */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.at = 0;
    /** @type {string | null} */
    this.name = null;
    this.leaving = false;
    /** @type {number | null} */
    this.timer = null;
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    root.addEventListener("click", (event) => {
      const button = event.target instanceof Element && event.target.closest("button");
      if (button && !button.disabled) this.pressed(button);
    });
    for (const name of /** @type {Setting[]} */ (["four", "open"])) {
      const box = this.box(name);
      box.checked = remembered(name) ?? name === "open";
      box.addEventListener("change", () => {
        remember(name, box.checked);
        this.draw();
      });
    }
  }

  /** @param {string} selector */
  find(selector) {
    return part(this.root, selector);
  }

  /** @param {string} what */
  button(what) {
    return partOf(HTMLButtonElement, this.root, `[data-do=${what}]`);
  }

  /** @param {Setting} name */
  box(name) {
    return partOf(HTMLInputElement, this.root, `.${name}`);
  }

  drawing() {
    return /** @type {SVGElement | null} */ (this.root.querySelector(".stage svg"));
  }

  listen() {
    document.addEventListener("keydown", this.onKey);
  }

  rest() {
    this.stop();
    document.removeEventListener("keydown", this.onKey);
  }

  // A hand, or the same one again after something else on the page has changed.
  /** @param {Hand} data */
  show(data) {
    const same = this.name === data.name && this.data.session === data.session && this.data.steps.length === data.steps.length;
    if (!same) this.leaving = false;
    this.data = data;
    this.name = data.name;
    if (!same) {
      this.stop();
      this.at = data.at;
    }
    this.root.classList.toggle("quarantined", data.steps.length === 0);
    partOf(SVGElement, this.root, ".shapes").innerHTML = `<style>${data.style}</style><defs>${data.shapes}</defs>`;
    this.once();
    this.draw();
  }

  // What is the same at every step.
  once() {
    const data = this.data;
    const list = this.find(".words ol");
    list.replaceChildren(...data.steps.map((step) => {
      const item = elementOf("li", "", step.said);
      if (step.reason) item.append(" ", elementOf("span", "why", step.reason));
      for (const text of [...step.found.map((found) => found.text), ...step.prices]) item.append(" ", elementOf("span", "", text));
      return item;
    }));
    this.find(".jumps").replaceChildren(...data.jumps.map((jump) => {
      const button = elementOf("button", jump.wrong ? "wrong" : "", jump.label);
      button.type = "button";
      button.dataset.to = String(jump.to);
      return button;
    }));
    this.find(".lines").replaceChildren(...data.lines.map((line) => {
      const item = elementOf("li", line.bad ? "bad" : "", line.text);
      item.dataset.line = String(line.number);
      return item;
    }));
    this.button("share").hidden = !canShare();
    this.find(".shared").textContent = data.reach;
    this.find(".lines").hidden = data.lines.length === 0;
    this.find(".chips tbody").replaceChildren(...data.chips.map(([figure, what, sum]) => {
      const row = elementOf("tr", sum ? "sum" : "");
      const head = elementOf("th", "", figure);
      head.scope = "row";
      row.append(head, elementOf("td", "", what));
      return row;
    }));
    for (const [which, arrow] of /** @type {const} */ ([["previous", "‹ "], ["next", " ›"]])) {
      const button = this.button(which);
      const label = data[which]?.label;
      button.disabled = !label;
      button.textContent = which === "previous" ? arrow + (label ?? "First hand") : (label ?? "Last hand") + arrow;
    }
  }

  draw() {
    const data = this.data;
    const last = data.steps.length - 1;
    this.at = Math.max(0, Math.min(this.at, last));
    const step = data.steps[this.at] ?? data.instead;
    this.root.classList.toggle("four", this.box("four").checked);
    this.find(".stage").innerHTML = step.svg; // made by the server, where every name in it was escaped
    this.find(".count").textContent = step.count;
    this.find(".said").textContent = step.said;
    this.find(".reason").textContent = step.reason ? `${step.reason}.` : "";
    this.find(".found").replaceChildren(...step.found.map((found) => {
      const item = elementOf("li", found.severity);
      item.append(elementOf("b", "", found.label), found.text);
      return item;
    }));
    this.find(".prices").replaceChildren(...step.prices.map((text) => elementOf("li", "", text)));
    this.find(".seen").textContent = step.prices.length ? data.seen : "";
    this.find(".hindsight").hidden = !step.hindsight.length || !this.box("open").checked;
    this.find(".hindsight ul").replaceChildren(...step.hindsight.map(([text, kind]) => elementOf("li", kind, text)));
    const choice = this.box("open").parentElement;
    if (choice) choice.hidden = !data.steps.some((each) => each.hindsight.length);
    this.find(".chips").hidden = last < 0 || this.at < last;
    const focus = focused(this.root);
    for (const which of ["start", "back"]) this.button(which).disabled = this.at <= 0;
    for (const which of ["end", "forward"]) this.button(which).disabled = this.at >= last;
    if (focus?.matches(":disabled")) this.button(this.at >= last ? "back" : "forward").focus(); // at the end, by a key too
    const starts = data.jumps.filter((jump) => !jump.wrong && jump.to <= this.at);
    const here = starts.length ? starts[starts.length - 1].to : -1;
    for (const button of this.find(".jumps").querySelectorAll("button")) {
      const to = Number(button.dataset.to);
      current(button, button.classList.contains("wrong") ? to === this.at : to === here);
    }
    [...this.find(".words ol").children].forEach((item, at) => current(item, at === this.at));
    this.address();
  }

  address() {
    if (this.leaving) return;
    const url = new URL(window.location.href);
    url.searchParams.set("session", this.data.session);
    url.searchParams.set("hand", this.data.name);
    if (this.data.steps.length) url.searchParams.set("step", String(this.at + 1));
    else url.searchParams.delete("step");
    if (url.href !== window.location.href) window.history.replaceState(window.history.state, "", url);
  }

  /** @param {number} at */
  to(at) {
    const was = at === this.at + 1 ? this.drawing() : null;
    this.at = at;
    this.draw();
    travel(was, this.drawing());
  }

  /** @param {1 | -1} direction */
  trick(direction) {
    const starts = this.data.jumps.filter((jump) => !jump.wrong).map((jump) => jump.to);
    if (direction > 0) this.to(starts.find((at) => at > this.at) ?? this.data.steps.length - 1);
    else this.to(starts.findLast((at) => at < this.at) ?? 0);
  }

  wrong() {
    const wrong = this.data.jumps.filter((jump) => jump.wrong).map((jump) => jump.to);
    if (wrong.length) this.to(wrong.find((at) => at > this.at) ?? wrong[0]);
  }

  play() {
    if (this.timer) return this.stop();
    if (this.at >= this.data.steps.length - 1) this.to(0);
    this.label("Stop", "M8 5v14M16 5v14");
    this.timer = setInterval(() => {
      this.to(this.at + 1);
      if (this.at >= this.data.steps.length - 1) this.stop();
    }, PACE);
  }

  stop() {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.label("Play", "M8 5l11 7l-11 7z");
  }

  /** @param {string} word @param {string} sign */
  label(word, sign) {
    const button = this.button("play");
    button.setAttribute("aria-label", word);
    partOf(SVGElement, button, "path").setAttribute("d", sign);
    part(button, "b").textContent = word;
  }

  // Navigate: Streamlit runs the page for the new address, and Back returns to this step.
  /** @param {"previous" | "next"} which */
  hand(which) {
    const name = this.data[which]?.name;
    if (!name || this.leaving) return;
    this.leaving = true;
    const url = new URL(window.location.href);
    url.searchParams.set("hand", name);
    url.searchParams.delete("step");
    window.history.pushState({}, "", url);
    window.dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }

  keys() {
    const list = this.find(".keys");
    list.hidden = !list.hidden;
    this.button("keys").setAttribute("aria-expanded", String(!list.hidden));
  }

  // The address of this step for others; the local address if others cannot reach it.
  link() {
    const here = new URL(window.location.href);
    return this.data.address ? `${this.data.address}${here.pathname}${here.search}` : here.href;
  }

  async copy() {
    return (await copied(this.link())) ? `The link is copied. ${this.data.reach}` : "This browser copies nothing: copy the address above.";
  }

  async text() {
    const text = this.data.address ? `${this.data.text}\n${this.link()}` : this.data.text;
    return (await copied(text)) ? "The hand is copied in words." : "This browser cannot copy: save the picture instead.";
  }

  // The table as it stands, with its words, for any place: an image has nothing of this page.
  picture() {
    const step = this.data.steps[this.at];
    const svg = /** @type {SVGElement} */ (partOf(SVGElement, this.root, ".stage svg").cloneNode(true));
    for (const one of svg.querySelectorAll("image")) one.remove(); // its address is this page's: the initials are below
    const [, , width, height] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const [margin, title] = [16, 24], whole = height + this.data.caption + title;
    svg.setAttribute("viewBox", `${-margin} ${-margin - title} ${width + 2 * margin} ${whole + 2 * margin}`);
    svg.setAttribute("width", String(2.5 * (width + 2 * margin)));
    svg.setAttribute("height", String(2.5 * (whole + 2 * margin)));
    svg.style.colorScheme = "light";
    if (this.box("four").checked) svg.classList.add("four");
    const called = elementOf("b", "", this.data.file.title).innerHTML; // escaped
    const fit = `textLength="${width}" lengthAdjust="spacingAndGlyphs"`;
    const above = `<text class="said" x="${width / 2}" y="-8" font-weight="700" ${this.data.file.title.length > 56 ? fit : ""}>${called}</text>`;
    const paper = `<rect x="${-margin}" y="${-margin - title}" width="${width + 2 * margin}" height="${whole + 2 * margin}" fill="${this.data.paper}"/>`;
    svg.innerHTML = `<style>${this.data.style}</style><defs>${this.data.shapes}</defs>${paper}${above}${svg.innerHTML}${step.caption}`;
    return new XMLSerializer().serializeToString(svg);
  }

  /** @param {string} what */
  async shared(what) {
    const place = this.find(".shared");
    const { name, title } = this.data.file;
    /** @type {Record<string, () => Promise<string | void>>} */
    const ways = {
      copy: () => this.copy(),
      text: () => this.text(),
      save: () => savePicture(this.picture(), name),
      share: () => sharePicture(this.picture(), name, { title, text: this.data.text, ...(this.data.address && { url: this.link() }) }),
    };
    try {
      place.textContent = (await ways[what]()) ?? "";
    } catch (error) {
      place.textContent = cancelled(error) ? "" : "That did not work: copy the text instead.";
    }
  }

  /** @param {HTMLButtonElement} button */
  pressed(button) {
    const what = button.dataset.do ?? "";
    if (!["play", "keys", "copy", "text", "save", "share"].includes(what)) this.stop();
    if (["copy", "text", "save", "share"].includes(what)) return this.shared(what);
    if (button.dataset.to) return this.to(Number(button.dataset.to));
    const last = this.data.steps.length - 1;
    /** @type {Record<string, () => void>} */
    const actions = {
      start: () => this.to(0), back: () => this.to(this.at - 1), play: () => this.play(),
      forward: () => this.to(this.at + 1), end: () => this.to(last),
      previous: () => this.hand("previous"), next: () => this.hand("next"),
      keys: () => this.keys(),
    };
    actions[what]?.();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !this.root.isConnected) return;
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=listbox], [role=slider], [role=combobox], [role=dialog], [role=menu]")) return;
    if (event.key === " " && target instanceof Element && target.closest("button, a, summary, input, label, [role=button], [role=tab]")) return;
    const steps = this.data.steps.length > 0;
    /** @type {Record<string, () => void>} */
    const actions = {
      ...(steps && {
        ArrowLeft: () => (event.shiftKey ? this.trick(-1) : this.to(this.at - 1)),
        ArrowRight: () => (event.shiftKey ? this.trick(1) : this.to(this.at + 1)),
        Home: () => this.to(0),
        End: () => this.to(this.data.steps.length - 1),
        w: () => this.wrong(),
        " ": () => this.play(),
      }),
      p: () => this.hand("previous"),
      n: () => this.hand("next"),
      "?": () => this.keys(),
    };
    const action = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    if (event.key !== " ") this.stop();
    action();
  }
}

/** @type {(element: Element, here: boolean) => void} */
function current(element, here) {
  if (here) element.setAttribute("aria-current", "step");
  else element.removeAttribute("aria-current");
}

/** @type {(name: Setting) => boolean | null} */
function remembered(name) {
  try {
    const said = localStorage.getItem(SHOWN[name]);
    return said === null ? null : said === "yes";
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** @type {(name: Setting, checked: boolean) => void} */
function remember(name, checked) {
  try {
    localStorage.setItem(SHOWN[name], checked ? "yes" : "no");
  } catch {
    // a browser that keeps nothing
  }
}
