// The finding that is looked at: on a wide screen the only one beside the list. Keys go through them, and press its buttons.

const RULINGS = { u: "uphold", w: "waive", f: "use" }; // what the keys of the buttons of a finding begin with

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".panes");
  root.panes ??= new Panes(root);
  root.panes.show(data);
  return () => root.panes.rest();
}

class Panes {
  constructor(root) {
    this.root = root;
    this.at = 0;
    this.said = "";
    this.style = document.createElement("style");
    this.onKey = (event) => this.key(event);
  }

  show(data) {
    for (const [name, colour] of Object.entries(data.colours)) this.root.style.setProperty(`--${name}`, colour);
    this.data = data;
    const said = JSON.stringify(data.entries);
    if (said !== this.said) this.at = Math.min(this.at, Math.max(0, data.entries.length - 1));
    this.said = said;
    const items = data.entries.map(([what, where], at) => {
      const item = document.createElement("li");
      const button = item.appendChild(document.createElement("button"));
      for (const [kind, text] of [["what", what], ["where", where]]) {
        const part = button.appendChild(document.createElement("span"));
        part.className = kind;
        part.textContent = text; // user text: never markup
      }
      button.addEventListener("click", () => this.choose(at));
      return item;
    });
    this.root.querySelector("ol").replaceChildren(...items);
    document.head.append(this.style);
    document.addEventListener("keydown", this.onKey);
    this.choose(this.at);
  }

  rest() {
    this.style.remove();
    document.removeEventListener("keydown", this.onKey);
  }

  choose(at) {
    this.at = Math.max(0, Math.min(at, this.data.entries.length - 1));
    this.style.textContent = `@media screen and (min-width: ${this.data.wide}px) { [class*="st-key-finding-"] { display: none; } .st-key-finding-${this.at} { display: flex; } }`;
    for (const [place, button] of [...this.root.querySelectorAll("button")].entries()) {
      if (place === this.at) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  step(by) {
    this.choose(this.at + by);
    if (window.innerWidth < this.data.wide) this.card()?.scrollIntoView({ block: "center" });
    else this.root.querySelector("[aria-current]")?.focus();
  }

  card() {
    return document.querySelector(`.st-key-finding-${this.at}`);
  }

  // Press a button of the finding; a ruling asks before it writes, and its answer gets the focus.
  press(what) {
    const button = this.card()?.querySelector(`[class*="st-key-${what}-"] button`);
    if (!button) return;
    button.click();
    if (what === "use") return;
    const until = performance.now() + 3000;
    const look = () => {
      const write = this.card()?.querySelector(".st-key-ruling-write button");
      if (write) write.focus();
      else if (performance.now() < until) requestAnimationFrame(look);
    };
    look();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !this.root.isConnected) return;
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=listbox], [role=combobox], [role=dialog], [role=menu]")) return;
    const key = event.key.toLowerCase();
    if (key === "j") this.step(1);
    else if (key === "k") this.step(-1);
    else if (key === "?") this.root.querySelector("details").toggleAttribute("open");
    else if (RULINGS[key]) this.press(RULINGS[key]);
    else return;
    event.preventDefault();
  }
}
