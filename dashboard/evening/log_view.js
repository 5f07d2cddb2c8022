import { elementOf, paint, part } from "../frame/elements.js";
/** @import { Colours, Component } from "../frame/component" */

/** @typedef {{ n: number, text: string, out?: boolean, severity?: string, label?: string, found?: string[] }} Line */

/** @type {(component: Component<{ lines: Line[], at: number | null, colours: Colours }>) => void} */
export default function ({ data, parentElement, setTriggerValue }) {
  const box = part(parentElement, ".log");
  paint(box, data.colours);
  const address = new URLSearchParams(window.location.search);
  const list = elementOf("ol");
  /** @type {HTMLElement | null} */
  let target = null;
  let before = false;
  for (const line of data.lines) {
    const item = list.appendChild(elementOf("li", `${line.severity ?? ""} ${line.out ? "out" : ""}`));
    item.id = `line-${line.n}`;
    if (line.n === data.at) { target = item; item.classList.add("here"); item.setAttribute("aria-current", "true"); }
    const number = item.appendChild(elementOf("a", "number", line.n));
    address.set("line", String(line.n));
    number.href = `?${address}`;
    number.setAttribute("aria-label", `Line ${line.n}`);
    number.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      setTriggerValue("line", line.n);
    };
    const said = item.appendChild(elementOf("div", "said"));
    said.append(elementOf("code", "", line.text || " "));
    if (line.out && !before) said.append(elementOf("p", "why", "Nothing of this hand counts: a line of it cannot be read."));
    before = Boolean(line.out);
    for (const found of line.found ?? []) {
      const note = said.appendChild(elementOf("p"));
      note.append(elementOf("strong", "", `${line.label}: `), elementOf("bdi", "", found));
    }
  }
  box.replaceChildren(list);
  const key = `${data.at}/${window.location.search}`;
  if (!target || box.dataset.landed === key) return;
  box.dataset.landed = key;
  const landing = target;
  const land = () => {
    if (!landing.isConnected) return;
    box.scrollTop = landing.offsetTop - box.clientHeight / 2;
    box.scrollIntoView({ block: "center" });
  };
  land();
  for (const later of [300, 1000]) setTimeout(land, later);  // what stands above may still be growing
}
