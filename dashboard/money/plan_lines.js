// The lines of a plan of payments; the page is told which button was pressed.

import { elementOf, paint, part } from "../frame/elements.js";
/** @import { Colours, Component } from "../frame/component" */

/** @typedef {{ text: string, why: string, href: string, mine: boolean, paid: string, code: string }} Line */
/** @typedef {HTMLElement & { press?: (key: string) => void, drawn?: string }} Plan What it does when pressed, and the data that is drawn. */

/** @type {(component: Component<{ lines: Line[], colours: Colours }>) => void} */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {Plan} */
  const plan = part(parentElement, ".plan");
  plan.press = (key) => setTriggerValue("pressed", key);
  if (plan.drawn === JSON.stringify(data)) return; // redrawing would lose the focus, which returns to the button when its dialog is closed
  plan.drawn = JSON.stringify(data);
  paint(plan, data.colours);
  /** @type {(kind: string, text: string, key: string, of: string) => HTMLElement} */
  const button = (kind, text, key, of) => {
    const one = elementOf("button", kind, text);
    one.type = "button";
    one.setAttribute("aria-haspopup", "dialog");
    one.setAttribute("aria-label", `${text}: ${of}`);
    one.onclick = () => plan.press?.(key);
    return one;
  };
  plan.replaceChildren(...data.lines.map((line) => {
    const item = elementOf("li", line.mine ? "mine" : "");
    const why = item.appendChild(elementOf("a", "said", line.text));
    why.href = line.why;
    why.title = "Why";
    const acts = item.appendChild(elementOf("span", "acts"));
    if (line.href) {
      const link = acts.appendChild(elementOf("a", "pay", "Pay ↗"));
      link.href = line.href;
      link.target = "_blank";
      link.rel = "noopener noreferrer";
      link.setAttribute("aria-label", `Pay: ${line.text}`);
    }
    if (line.code) acts.append(button("code", "QR code", line.code, line.text));
    if (line.paid) acts.append(button("paid", "Mark as paid", line.paid, line.text));
    return item;
  }));
}
