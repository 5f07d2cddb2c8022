import { paint, part } from "./elements.js";
import { copied } from "./clipboard.js";
/** @import { Colours, Component } from "./component" */

const TOLD = 2000;  // milliseconds for which the button says whether the text was copied

/** @type {(component: Component<{ typed: string, excerpt: boolean, colours: Colours }>) => void} */
export default function ({ data, parentElement }) {
  const box = part(parentElement, ".typed");
  const [shown, button] = [part(box, "pre"), part(box, "button")];
  paint(box, data.colours);
  box.classList.toggle("wraps", !data.excerpt);
  shown.textContent = data.typed;
  if (data.excerpt) shown.tabIndex = 0;  // long lines do not wrap: arrow keys scroll them
  button.hidden = data.excerpt;
  button.onclick = async () => {
    button.textContent = (await copied(data.typed)) ? "Copied" : "Select it to copy it";
    setTimeout(() => { button.textContent = "Copy"; }, TOLD);
  };
}
