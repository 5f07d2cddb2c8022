// The lines of a plan of payments; the page is told which button was pressed.

export default function ({ data, parentElement, setTriggerValue }) {
  const plan = parentElement.querySelector(".plan");
  plan.press = (key) => setTriggerValue("pressed", key);
  if (plan.drawn === JSON.stringify(data)) return; // redrawing would lose the focus, which returns to the button when its dialog is closed
  plan.drawn = JSON.stringify(data);
  for (const [name, colour] of Object.entries(data.colours)) plan.style.setProperty(`--${name}`, colour);
  const made = (tag, kind, text) => {
    const element = document.createElement(tag);
    element.className = kind;
    element.textContent = text; // user text: never markup
    return element;
  };
  const button = (kind, sign, text, key, of) => {
    const one = made("button", kind, "");
    one.type = "button";
    one.setAttribute("aria-haspopup", "dialog");
    const drawn = made("span", "sign", sign);
    drawn.setAttribute("aria-hidden", "true");
    one.append(drawn, made("span", "", text));
    one.title = of;
    one.onclick = () => plan.press(key);
    return one;
  };
  plan.replaceChildren(...data.lines.map((line) => {
    const item = made("li", line.mine ? "mine" : "", "");
    const said = item.appendChild(made("span", "said", line.href ? "" : line.text));
    if (line.href) {
      const link = said.appendChild(made("a", "", line.text));
      link.href = line.href;
      link.target = "_blank";
      link.rel = "noopener noreferrer";
    }
    if (line.code) item.append(button("code", "qr_code_2", "QR code", line.code, line.text));
    if (line.paid) item.append(button("paid", "check", "Paid", line.paid, line.text));
    return item;
  }));
}
