// The list, and the finding that is opened: beside it on a wide screen, else in its place. Keys go through them, and press buttons.

const RULINGS = { u: "uphold", w: "waive", f: "use" }; // what the keys of the buttons of a finding begin with
const CARD = '[class*="st-key-finding-"]';
const HOLDER = '[data-testid="stLayoutWrapper"]'; // what is round a card: empty, it would leave a gap

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".panes");
  root.panes ??= new Panes(root);
  root.panes.show(data);
  return () => root.panes.rest();
}

class Panes {
  constructor(root) {
    this.root = root;
    this.at = -1; // the finding that is open: none
    this.last = 0;
    this.said = "";
    this.style = document.createElement("style");
    this.onKey = (event) => this.key(event);
    // Before anybody else hears the key: Escape closes what lies above the list, and nothing else with it.
    this.before = () => (this.covered = document.querySelector('[data-testid="stPopoverBody"]') !== null);
    root.querySelector(".all").addEventListener("click", () => this.close());
    root.querySelector(".next").addEventListener("click", () => this.step(1));
  }

  show(data) {
    for (const [name, colour] of Object.entries(data.colours)) this.root.style.setProperty(`--${name}`, colour);
    this.data = data;
    const said = JSON.stringify(data.entries);
    // Another list: nothing of it is open, so that nothing else stands under a finger; one alone is.
    if (said !== this.said) this.at = data.entries.length === 1 ? 0 : -1;
    this.said = said;
    this.root.querySelector("ol").replaceChildren(...data.entries.map((entry, at) => this.item(entry, at)));
    document.head.append(this.style);
    document.addEventListener("keydown", this.before, true);
    document.addEventListener("keydown", this.onKey);
    this.choose(this.at);
  }

  item([sign, how, what, who, where, evening, unpaid], at) {
    const part = (kind, ...inside) => {
      const made = elementOf("span", kind);
      made.append(...inside); // user text: never markup
      return made;
    };
    const icon = part(`sign ${sign}`, sign);
    icon.ariaHidden = "true";
    const line = part("line", part("how", `${how}: `), part("what", what), part("who", who));
    const button = document.createElement("button");
    button.append(icon, line, part("unpaid", unpaid), part("below", part("where", where), part("evening", evening)));
    button.addEventListener("click", () => (at === this.at ? this.close() : this.open(at)));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }

  rest() {
    this.style.remove();
    delete document.documentElement.dataset.finding;
    document.removeEventListener("keydown", this.before, true);
    document.removeEventListener("keydown", this.onKey);
  }

  choose(at) {
    const most = this.data.entries.length - 1;
    this.at = Math.min(at, most);
    if (this.at >= 0) this.last = this.at;
    this.root.classList.toggle("open", this.at >= 0);
    if (this.at < 0) delete document.documentElement.dataset.finding;
    else document.documentElement.dataset.finding = this.at;
    this.style.textContent = `@media screen { ${HOLDER}:has(> ${CARD}:not(.st-key-finding-${this.at})) { display: none; } }`;
    this.root.querySelector(".bar span").textContent = `${this.at + 1} of ${most + 1}`;
    this.root.querySelector(".next").disabled = this.at >= most;
    for (const [place, button] of [...this.root.querySelectorAll("li button")].entries()) {
      if (place === this.at) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  open(at) {
    this.choose(at);
    if (window.innerWidth < this.data.wide) {
      this.root.querySelector(".all").focus({ preventScroll: true });
      this.root.querySelector(".bar").scrollIntoView({ block: "nearest" });
    } else this.root.querySelector("[aria-current]")?.focus();
  }

  close() {
    this.choose(-1);
    this.root.querySelectorAll("li button")[this.last]?.focus();
  }

  step(by) {
    this.open(this.at < 0 ? Math.min(this.last, this.data.entries.length - 1) : Math.max(0, this.at + by));
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
    else if (key === "escape" && this.at >= 0 && !this.covered) this.close();
    else if (key === "?") this.root.querySelector("details").toggleAttribute("open");
    else if (RULINGS[key]) this.press(RULINGS[key]);
    else return;
    event.preventDefault();
  }
}
