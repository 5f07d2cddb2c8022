export default function ({ data, parentElement, setTriggerValue }) {
  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;  // text, never markup: people wrote it
    return element;
  };
  const box = parentElement.querySelector(".log");
  for (const [name, colour] of Object.entries(data.colours)) box.style.setProperty(`--${name}`, colour);
  const address = new URLSearchParams(window.location.search);
  const list = make("ol");
  let target = null;
  let before = false;
  for (const line of data.lines) {
    const item = list.appendChild(make("li", `${line.severity ?? ""} ${line.out ? "out" : ""}`));
    item.id = `line-${line.n}`;
    if (line.n === data.at) { target = item; item.classList.add("here"); item.setAttribute("aria-current", "true"); }
    const number = item.appendChild(make("a", "number", line.n));
    address.set("line", line.n);
    number.href = `?${address}`;
    number.setAttribute("aria-label", `Line ${line.n}`);
    number.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      setTriggerValue("line", line.n);
    };
    const said = item.appendChild(make("div", "said"));
    said.append(make("code", "", line.text || " "));
    if (line.out && !before) said.append(make("p", "why", "Nothing of this hand counts: a line of it cannot be read."));
    before = line.out;
    for (const found of line.found ?? []) {
      const note = said.appendChild(make("p"));
      note.append(make("strong", "", `${line.label}: `), make("bdi", "", found));
    }
  }
  box.replaceChildren(list);
  const key = `${data.at}/${window.location.search}`;
  if (!target || box.dataset.landed === key) return;
  box.dataset.landed = key;
  const land = () => {
    if (!target.isConnected) return;
    box.scrollTop = target.offsetTop - box.clientHeight / 2;
    box.scrollIntoView({ block: "center" });
  };
  land();
  for (const later of [300, 1000]) setTimeout(land, later);  // what stands above may still be growing
}
