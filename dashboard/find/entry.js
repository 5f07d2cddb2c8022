// The search: asks the server while somebody types, and goes to whatever is chosen; the page below is not drawn again for it.

const PAUSE = 120; // milliseconds without a key before the server is asked

class Search {
  constructor(root) {
    this.root = root;
    this.box = root.querySelector("dialog");
    this.input = root.querySelector("input");
    this.results = root.querySelector(".results");
    this.items = [];
    this.at = 0;
    this.asked = 0;
    document.addEventListener("keydown", (event) => this.slash(event));
    root.querySelector(".open").onclick = () => this.open();
    root.querySelector(".close").onclick = () => this.box.close();
    this.box.onclick = (event) => { if (event.target === this.box) this.box.close(); }; // beside it
    this.input.oninput = () => {
      clearTimeout(this.timer);
      this.fresh = false;
      this.timer = setTimeout(() => this.ask(), PAUSE);
    };
    this.box.onkeydown = (event) => this.key(event);
  }

  // A slash opens the search unless the user is typing in a field.
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

  draw(text, found) {
    const { groups = [], unknown = [], begun = false, examples = [], error } = found;
    const shown = [...groups];
    if (!error && (!groups.length || !text.trim())) {
      shown.push({ title: "For example", items: examples.map((example) => ({ kind: "example", text: example, note: "" })) });
    }
    const quoted = unknown.map((one) => `“${one}”`).join(", ");
    const nothing = text.trim() && !groups.length && !unknown.length && !begun ? "Nothing is called that." : "";
    this.root.querySelector(".unknown").textContent = error ? `${error}: ${found.remedy}.` : quoted ? `Not understood: ${quoted}.` : nothing;
    this.items = [];
    this.results.replaceChildren(...shown.map((group) => {
      const part = made("div", "", "group");
      part.setAttribute("role", "group");
      part.setAttribute("aria-label", group.title);
      part.append(made("p", group.title));
      for (const item of group.items) part.append(this.item(item));
      return part;
    }));
    this.mark(0);
  }

  item(item) {
    const line = made(item.href ? "a" : "div", "", "item");
    const number = this.items.length;
    line.id = `search-item-${number}`;
    line.setAttribute("role", "option");
    line.tabIndex = -1;
    if (item.href) line.href = item.href;
    line.append(made("b", item.text));
    if (item.note) line.append(made("span", item.note));
    line.onclick = (event) => {
      if (item.href && (event.ctrlKey || event.metaKey || event.shiftKey || event.button)) return; // in another tab
      event.preventDefault();
      this.mark(number);
      this.choose();
    };
    this.items.push({ ...item, line });
    return line;
  }

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
    follow(here.href);
  }

  key(event) {
    if (event.isComposing || !this.box.open) return;
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

function made(tag, text, kind = "") {
  const element = document.createElement(tag);
  element.textContent = text; // text, never markup: people wrote it
  if (kind) element.className = kind;
  return element;
}

const host = document.getElementById("search");
const template = host.querySelector("template"); // which a browser that does not know shadowrootmode leaves alone
if (template) {
  host.attachShadow({ mode: "open" }).append(template.content);
  template.remove();
}
new Search(host.shadowRoot.querySelector(".search"));
