// A player's face (faces.py) as an element, for every component that draws seats; its style is in faces.css.

/** @import { Face } from "./component" */

/** @type {(face: Face) => HTMLElement} */
export const faceOf = ({ initials, colour, ink, picture }) => {
  const face = document.createElement("span");
  face.className = "face";
  face.textContent = initials; // user text: never markup
  face.style.background = colour;
  face.style.color = ink;
  face.setAttribute("aria-hidden", "true"); // the name stands beside it
  if (picture) {
    const image = face.appendChild(new Image());
    image.alt = "";
    image.onerror = () => image.remove(); // a file that only begins like a picture
    image.src = picture;
  }
  return face;
};
