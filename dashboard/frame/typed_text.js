const SAID = 2000;  // milliseconds that the button says what came of it

export default function ({ data, parentElement }) {
  const box = parentElement.querySelector(".typed");
  const [shown, button] = [box.querySelector("pre"), box.querySelector("button")];
  for (const [name, colour] of Object.entries(data.colours)) box.style.setProperty(`--${name}`, colour);
  box.classList.toggle("wraps", data.wraps);
  shown.textContent = data.typed;
  if (!data.wraps) shown.tabIndex = 0;  // what does not fit is moved by keys
  button.hidden = !data.copies;
  button.onclick = async () => {
    button.textContent = (await copied(data.typed)) ? "Copied" : "Select it to copy it";
    setTimeout(() => { button.textContent = "Copy"; }, SAID);
  };
}
