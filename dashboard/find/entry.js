// The search: asks the server while somebody types, and goes to whatever is chosen; the page below is not drawn again for it.

import { elementOf, part, partOf } from "../frame/elements.js";
import { follow } from "../frame/follow.js";

/** @typedef {{ kind: string, text: string, note: string, href?: string }} Item */
/** @typedef {{ title: string, items: Item[] }} Group */
/** @typedef {{ groups?: Group[], unknown?: string[], begun?: boolean, examples?: string[], error?: string, remedy?: string }} Answer */

const PAUSE = 120; // milliseconds without a key before the server is asked

class Search {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.box = partOf(HTMLDialogElement, root, "dialog");
    this.input = partOf(HTMLInputElement, root, "input");
    this.results = part(root, ".results");
    /** @type {(Item & { line: HTMLElement })[]} */
    this.items = [];
    this.fresh = false; // what is drawn answers what is typed
    this.wanted = false; // Enter was pressed before the answer came
    /** @type {number | undefined} */
    this.timer = undefined;
    this.at = 0;
    this.asked = 0;
    document.addEventListener("keydown", (event) => this.slash(event));
    part(root, ".open").onclick = () => this.open();
    part(root, ".close").onclick = () => this.box.close();
    this.box.onclick = (event) => { if (event.target === this.box) this.box.close(); }; // beside it
    this.input.oninput = () => {
      clearTimeout(this.timer);
      this.fresh = false;
      this.timer = setTimeout(() => this.ask(), PAUSE);
    };
    this.box.onkeydown = (event) => this.key(event);
  }

  // A slash opens the search unless the user is typing in a field.
  /** @param {KeyboardEvent} event */
  slash(event) {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || this.box.open) return;
    const target = event.composedPath()[0];
    const writing = target instanceof Element && target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], dialog");
    if (writing && !this.box.contains(writing)) return; // closed a moment ago, it keeps the focus until the next frame
    event.preventDefault();
    this.open();
  }

  open() {
    if (this.box.open) return;
    this.fresh = this.wanted = false; // what is drawn there answers an earlier question
    this.box.showModal();
    this.input.select();
    this.ask();
  }

  async ask() {
    const number = ++this.asked;
    const text = this.input.value;
    /** @type {Answer} */
    let found;
    try {
      const answer = await fetch(`./bourre/find?${new URLSearchParams({ q: text })}`);
      found = await answer.json();
    } catch {
      found = { error: "The dashboard cannot be reached", remedy: "try again when it runs" };
    }
    if (number !== this.asked) return; // more was typed in the meantime
    this.draw(text, found);
    this.fresh = this.input.value === text;
    if (this.fresh && this.wanted) this.choose();
  }

  /** @param {string} text @param {Answer} found */
  draw(text, found) {
    const { groups = [], unknown = [], begun = false, examples = [], error } = found;
    const shown = [...groups];
    if (!error && (!groups.length || !text.trim())) {
      shown.push({ title: "For example", items: examples.map((example) => ({ kind: "example", text: example, note: "" })) });
    }
    const quoted = unknown.map((one) => `“${one}”`).join(", ");
    const nothing = text.trim() && !groups.length && !unknown.length && !begun ? "Nothing is called that." : "";
    part(this.root, ".unknown").textContent = error ? `${error}: ${found.remedy}.` : quoted ? `Not understood: ${quoted}.` : nothing;
    this.items = [];
    this.results.replaceChildren(...shown.map((group) => {
      const part = elementOf("div", "group");
      part.setAttribute("role", "group");
      part.setAttribute("aria-label", group.title);
      part.append(elementOf("p", "", group.title));
      for (const item of group.items) part.append(this.item(item));
      return part;
    }));
    this.mark(0);
  }

  /** @param {Item} item */
  item(item) {
    const line = elementOf(item.href ? "a" : "div", "item");
    const number = this.items.length;
    line.id = `search-item-${number}`;
    line.setAttribute("role", "option");
    line.tabIndex = -1;
    if (item.href && line instanceof HTMLAnchorElement) line.href = item.href;
    line.append(elementOf("b", "", item.text));
    if (item.note) line.append(elementOf("span", "", item.note));
    line.onclick = (/** @type {MouseEvent} */ event) => {
      if (item.href && (event.ctrlKey || event.metaKey || event.shiftKey || event.button)) return; // in another tab
      event.preventDefault();
      this.mark(number);
      this.choose();
    };
    this.items.push({ ...item, line });
    return line;
  }

  /** @param {number} at */
  mark(at) {
    this.at = Math.max(0, Math.min(at, this.items.length - 1));
    this.items.forEach((item, number) => item.line.setAttribute("aria-selected", String(number === this.at)));
    const here = this.items[this.at];
    if (here) {
      this.input.setAttribute("aria-activedescendant", here.line.id);
      here.line.scrollIntoView({ block: "nearest" });
    } else this.input.removeAttribute("aria-activedescendant");
  }

  // Enter before the answer arrives waits for it, so that it opens the result of what was typed.
  choose() {
    this.wanted = false;
    const here = this.items[this.at];
    if (!here) return;
    if (here.kind === "example") {
      this.input.value = here.text;
      this.input.focus();
      this.ask();
      return;
    }
    this.box.close();
    this.input.value = "";
    if (here.href) follow(here.href);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.isComposing || !this.box.open) return;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowDown: () => this.mark(this.at + 1),
      ArrowUp: () => this.mark(this.at - 1),
      Enter: () => {
        if (this.fresh) return this.choose();
        this.wanted = true;
        clearTimeout(this.timer);
        this.ask();
      },
    };
    if (event.key === "Enter" && event.composedPath()[0] !== this.input) return; // a button that has the focus
    event.stopPropagation(); // no key is for the page below
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

const host = part(document, "#search");
const template = host.querySelector("template"); // which a browser that does not know shadowrootmode leaves alone
if (template) {
  host.attachShadow({ mode: "open" }).append(template.content);
  template.remove();
}
new Search(part(host.shadowRoot ?? host, ".search"));
