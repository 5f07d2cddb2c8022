const TOLD = 2000;  // milliseconds for which the button says whether the text was copied

export default function ({ data, parentElement }) {
  const box = parentElement.querySelector(".typed");
  const [shown, button] = [box.querySelector("pre"), box.querySelector("button")];
  for (const [name, colour] of Object.entries(data.colours)) box.style.setProperty(`--${name}`, colour);
  box.classList.toggle("wraps", !data.excerpt);
  shown.textContent = data.typed;
  if (data.excerpt) shown.tabIndex = 0;  // long lines do not wrap: arrow keys scroll them
  button.hidden = data.excerpt;
  button.onclick = async () => {
    button.textContent = (await copied(data.typed)) ? "Copied" : "Select it to copy it";
    setTimeout(() => { button.textContent = "Copy"; }, TOLD);
  };
}
