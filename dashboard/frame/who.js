// Faces to choose oneself from; the page is told the name.

export default function ({ data, parentElement, setTriggerValue }) {
  const who = parentElement.querySelector(".who");
  for (const [name, colour] of Object.entries(data.colours)) who.style.setProperty(`--${name}`, colour);
  who.querySelector(".faces").replaceChildren(...data.faces.map(({ name, face, said }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = name;
    button.onclick = () => setTriggerValue("chosen", name);
    button.append(faceOf(face), Object.assign(document.createElement("span"), { textContent: said }));
    return button;
  }));
}
