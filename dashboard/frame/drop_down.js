// The browser's own list: phones show it as they show every list, and letters typed jump to an entry.

import { paint, part, partOf } from "./elements.js";
/** @import { Colours, Component } from "./component" */

/** @typedef {{ label: string, options: [string, string][], chosen: string, none: boolean, colours: Colours, scheme: string }} Data */

/** @type {(component: Component<Data>) => void} */
export default function ({ data, parentElement, setTriggerValue }) {
  const list = /** @type {HTMLSelectElement & { shown?: string }} */ (partOf(HTMLSelectElement, parentElement, "select"));
  const arrow = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"><path d="M1 1l5 5 5-5" fill="none" stroke="${data.colours.quiet}" stroke-width="1.6"/></svg>`;
  paint(list, data.colours);
  list.style.setProperty("--scheme", data.scheme);
  list.style.setProperty("--arrow", `url("data:image/svg+xml,${encodeURIComponent(arrow)}")`);
  part(parentElement, "label").textContent = data.label;
  const options = JSON.stringify(data.options);
  if (list.shown !== options) {  // an open list stays open while the page runs again
    list.shown = options;
    list.replaceChildren(...data.options.map(([value, label]) => new Option(label, value)));
  }
  list.value = data.chosen;
  const mark = () => list.classList.toggle("none", data.none && list.value === "");
  mark();
  list.onchange = () => {
    mark();
    setTriggerValue("choice", { value: list.value });
  };
}
