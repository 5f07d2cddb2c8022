// The browser's own list: phones show it as they show every list, and letters typed jump to an entry.
export default function ({ data, parentElement, setTriggerValue }) {
  const list = parentElement.querySelector("select");
  const arrow = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"><path d="M1 1l5 5 5-5" fill="none" stroke="${data.colours.quiet}" stroke-width="1.6"/></svg>`;
  for (const [name, colour] of Object.entries(data.colours)) list.style.setProperty(`--${name}`, colour);
  list.style.setProperty("--scheme", data.scheme);
  list.style.setProperty("--arrow", `url("data:image/svg+xml,${encodeURIComponent(arrow)}")`);
  parentElement.querySelector("label").textContent = data.label;
  const options = JSON.stringify(data.options);
  if (list.options_shown !== options) {  // an open list stays open while the page runs again
    list.options_shown = options;
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
