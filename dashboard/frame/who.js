// Faces to choose oneself from; the page is told the name.

import { elementOf, paint, part } from "./elements.js";
import { faceOf } from "./faces.js";

/** @import { Colours, Component, Face } from "./component" */

/** @type {(component: Component<{ colours: Colours, faces: { name: string, face: Face, said: string }[] }>) => void} */
export default function ({ data, parentElement, setTriggerValue }) {
  const who = part(parentElement, ".who");
  paint(who, data.colours);
  part(who, ".faces").replaceChildren(...data.faces.map(({ name, face, said }) => {
    const button = elementOf("button");
    button.type = "button";
    button.title = name;
    button.onclick = () => setTriggerValue("chosen", name);
    button.append(faceOf(face), elementOf("span", "", said));
    return button;
  }));
}
