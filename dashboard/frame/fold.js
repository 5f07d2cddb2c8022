// Lines that fold. What was unfolded stays so when the page runs again; what is not here yet is asked for.

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".fold");
  root.setAttribute("aria-label", data.name);
  for (const [name, colour] of Object.entries(data.colours)) root.style.setProperty(`--${name}`, colour);
  const first = !root.unfolded;
  root.unfolded ??= new Map(); // by path: whether somebody has unfolded it, or folded it up
  const told = { root, setTriggerValue };
  root.replaceChildren(...data.lines.map((line, at) => drawn(line, line.asks || `${at}`, told)));
  if (first) root.querySelector("details[data-asks][open]")?.scrollIntoView({ block: "start" });
}

function made(tag, name, text) {
  const element = document.createElement(tag);
  element.className = name;
  if (text !== undefined) element.textContent = text; // text, never markup: people wrote it
  return element;
}

function drawn(line, here, told) {
  const folds = line.under !== undefined;
  const head = made(folds ? "summary" : "div", folds ? "line" : "line leaf");
  head.append(said(line, told), made("span", `figure ${line.tone}`, line.figure));
  if (!folds) return head;
  const box = made("details", "");
  if (line.asks) box.dataset.asks = line.asks;
  box.open = told.root.unfolded.get(here) ?? line.opened;
  const under = made("div", "under");
  if (line.under.length) under.append(...line.under.map((one, at) => drawn(one, `${here}/${one.asks || at}`, told)));
  else under.append(made("p", "waiting", "Looking it up …"));
  box.append(head, under);
  let shown = box.open;
  box.addEventListener("toggle", () => {
    if (box.open === shown) return; // as it was drawn: nobody did that
    shown = box.open;
    told.root.unfolded.set(here, box.open);
    if (line.asks) told.setTriggerValue("fold", { asks: line.asks, open: box.open });
  });
  return box;
}

function said(line, told) {
  const words = made("span", "said");
  const text = made("span", "text");
  text.append(made("bdi", "", line.text));
  words.append(line.go && !line.link ? link(line.text, line.go, told) : text);
  if (line.note) words.append(made("span", "note", line.note));
  if (line.link) {
    const note = words.appendChild(made("span", "note"));
    note.append(line.go ? link(line.link, line.go, told) : made("bdi", "", line.link));
  }
  return words;
}

function link(text, go, told) {
  const anchor = made("a", "");
  anchor.append(made("bdi", "", text));
  anchor.href = go.href;
  anchor.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    told.setTriggerValue("go", { page: go.page, query: go.query });
  };
  return anchor;
}
