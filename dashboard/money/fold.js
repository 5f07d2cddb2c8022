// Lines that fold. Unfolded lines stay unfolded when the page reruns; content that is missing is requested.

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".fold");
  root.setAttribute("aria-label", data.name);
  for (const [name, colour] of Object.entries(data.colours)) root.style.setProperty(`--${name}`, colour);
  const first = !root.unfolded;
  root.unfolded ??= new Map(); // by path: whether the user has unfolded (true) or folded it
  const told = { root, setTriggerValue };
  const focused = root.getRootNode().activeElement?.dataset.path; // redrawing would lose the focus
  root.replaceChildren(...data.lines.map((line, at) => drawn(line, line.asks || `${at}`, told)));
  if (focused !== undefined) [...root.querySelectorAll("summary")].find((one) => one.dataset.path === focused)?.focus({ preventScroll: true });
  if (first) root.querySelector("details[data-asks][open]")?.scrollIntoView({ block: "start" });
}

function node(tag, name, text) {
  const element = document.createElement(tag);
  element.className = name;
  if (text !== undefined) element.textContent = text; // user text: never markup
  return element;
}

function drawn(line, here, told) {
  const folds = line.under !== undefined;
  const head = node(folds ? "summary" : "div", folds ? "line" : "line leaf");
  head.append(said(line), node("span", `figure ${line.tone}`, line.figure));
  if (!folds) return head;
  head.dataset.path = here;
  const box = node("details", "");
  if (line.asks) box.dataset.asks = line.asks;
  box.open = told.root.unfolded.get(here) ?? line.opened;
  const under = node("div", "under");
  if (line.under.length) under.append(...line.under.map((one, at) => drawn(one, `${here}/${one.asks || at}`, told)));
  else under.append(node("p", "waiting", "Looking it up …"));
  box.append(head, under);
  let shown = box.open;
  box.addEventListener("toggle", () => {
    if (box.open === shown) return; // drawn like this, not toggled by the user
    shown = box.open;
    told.root.unfolded.set(here, box.open);
    if (line.asks) told.setTriggerValue("fold", { asks: line.asks, open: box.open });
  });
  return box;
}

function said(line) {
  const words = node("span", "said");
  const text = node("span", "text");
  text.append(node("bdi", "", line.text));
  words.append(line.go && !line.link ? link(line.text, line.go) : text);
  if (line.note) {
    const note = words.appendChild(node("span", "note"));
    // Keep a sign and its figure together.
    for (const [at, word] of line.note.split(/([+−][^\s,]+)/).entries()) note.append(at % 2 ? node("span", "amount", word) : word);
  }
  if (line.link) {
    const note = words.appendChild(node("span", "note"));
    note.append(line.go ? link(line.link, line.go) : node("bdi", "", line.link));
  }
  return words;
}

function link(text, go) {
  const anchor = node("a", "");
  anchor.append(node("bdi", "", text));
  anchor.href = go.href;
  return anchor;
}
