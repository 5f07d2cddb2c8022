// The list, and the finding that is opened: beside it on a wide screen, else in its place. Keys go through them, and press buttons.

import { elementOf, paint, part, partOf } from "../frame/elements.js";
/** @import { Colours, Component } from "../frame/component" */

/** @typedef {[sign: string, how: string, what: string, who: string, where: string, evening: string, unpaid: string]} Entry */
/** @typedef {{ entries: Entry[], wide: number, colours: Colours }} Data */

/** @type {Record<string, string>} */
const RULINGS = { u: "uphold", w: "waive", f: "use" }; // what the keys of the buttons of a finding begin with
const CARD = '[class*="st-key-finding-"]';
const HOLDER = '[data-testid="stLayoutWrapper"]'; // what is round a card: empty, it would leave a gap

/** @type {Panes | null} */
let shown = null; // the list on the page: one that goes may do so only after the next has come

/** @type {(component: Component<Data>) => () => void} */
export default function ({ data, parentElement }) {
  /** @type {HTMLElement & { panes?: Panes }} */
  const root = part(parentElement, ".panes");
  const panes = (root.panes ??= new Panes(root));
  panes.show(data);
  return () => panes.rest();
}

class Panes {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Data} */
    this.data = { entries: [], wide: 0, colours: {} };
    this.at = -1; // the finding that is open: none
    this.last = 0;
    this.said = "";
    this.covered = false; // something lies above the list
    this.style = document.createElement("style");
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    // Before anybody else hears the key: Escape closes what lies above the list, and nothing else with it.
    this.before = () => (this.covered = document.querySelector('[data-testid="stPopoverBody"]') !== null);
    part(root, ".all").addEventListener("click", () => this.close());
    part(root, ".next").addEventListener("click", () => this.step(1));
  }

  /** @param {Data} data */
  show(data) {
    shown = this;
    paint(this.root, data.colours);
    this.data = data;
    const said = JSON.stringify(data.entries);
    // Another list: nothing of it is open, so that nothing else stands under a finger; one alone is.
    if (said !== this.said) this.at = data.entries.length === 1 ? 0 : -1;
    this.said = said;
    part(this.root, "ol").replaceChildren(...data.entries.map((entry, at) => this.item(entry, at)));
    document.head.append(this.style);
    document.addEventListener("keydown", this.before, true);
    document.addEventListener("keydown", this.onKey);
    this.choose(this.at);
  }

  /** @param {Entry} entry @param {number} at */
  item([sign, how, what, who, where, evening, unpaid], at) {
    /** @type {(kind: string, ...inside: (string | Node)[]) => HTMLElement} */
    const span = (kind, ...inside) => {
      const made = elementOf("span", kind);
      made.append(...inside); // user text: never markup
      return made;
    };
    const icon = span(`sign ${sign}`, sign);
    icon.ariaHidden = "true";
    const line = span("line", span("how", `${how}: `), span("what", what), span("who", who));
    const button = document.createElement("button");
    button.append(icon, line, span("unpaid", unpaid), span("below", span("where", where), span("evening", evening)));
    button.addEventListener("click", () => (at === this.at ? this.close() : this.open(at)));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }

  rest() {
    this.style.remove();
    if (shown === this) delete document.documentElement.dataset.finding;
    document.removeEventListener("keydown", this.before, true);
    document.removeEventListener("keydown", this.onKey);
  }

  /** @param {number} at */
  choose(at) {
    const most = this.data.entries.length - 1;
    this.at = Math.min(at, most);
    if (this.at >= 0) this.last = this.at;
    this.root.classList.toggle("open", this.at >= 0);
    if (this.at < 0) delete document.documentElement.dataset.finding;
    else document.documentElement.dataset.finding = String(this.at);
    this.style.textContent = `@media screen { ${HOLDER}:has(> ${CARD}:not(.st-key-finding-${this.at})) { display: none; } }`;
    part(this.root, ".bar span").textContent = `${this.at + 1} of ${most + 1}`;
    partOf(HTMLButtonElement, this.root, ".next").disabled = this.at >= most;
    for (const [place, button] of this.buttons().entries()) {
      if (place === this.at) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  /** @param {number} at */
  open(at) {
    this.choose(at);
    if (window.innerWidth < this.data.wide) {
      part(this.root, ".all").focus({ preventScroll: true });
      part(this.root, ".bar").scrollIntoView({ block: "nearest" });
    } else this.buttons().find((one) => one.hasAttribute("aria-current"))?.focus();
  }

  close() {
    this.choose(-1);
    this.buttons()[this.last]?.focus();
  }

  buttons() {
    /** @type {NodeListOf<HTMLElement>} */
    const found = this.root.querySelectorAll("li button");
    return [...found];
  }

  /** @param {number} by */
  step(by) {
    this.open(this.at < 0 ? Math.min(this.last, this.data.entries.length - 1) : Math.max(0, this.at + by));
  }

  card() {
    return document.querySelector(`.st-key-finding-${this.at}`);
  }

  // Press a button of the finding; a ruling asks before it writes, and its answer gets the focus.
  /** @param {string} what */
  press(what) {
    /** @type {HTMLElement | null | undefined} */
    const button = this.card()?.querySelector(`[class*="st-key-${what}-"] button`);
    if (!button) return;
    button.click();
    if (what === "use") return;
    const until = performance.now() + 3000;
    const look = () => {
      /** @type {HTMLElement | null | undefined} */
      const write = this.card()?.querySelector(".st-key-ruling-write button");
      if (write) write.focus();
      else if (performance.now() < until) requestAnimationFrame(look);
    };
    look();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !this.root.isConnected) return;
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=listbox], [role=combobox], [role=dialog], [role=menu]")) return;
    const key = event.key.toLowerCase();
    if (key === "j") this.step(1);
    else if (key === "k") this.step(-1);
    else if (key === "escape" && this.at >= 0 && !this.covered) this.close();
    else if (key === "?") part(this.root, "details").toggleAttribute("open");
    else if (RULINGS[key]) this.press(RULINGS[key]);
    else return;
    event.preventDefault();
  }
}
