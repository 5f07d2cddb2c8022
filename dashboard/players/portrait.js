// Chooses a picture: a square from its middle, made small here, so that what is sent is a few kilobytes and tells nothing else, such
// as where it was taken.

import { part, partOf } from "../frame/elements.js";
/** @import { Component } from "../frame/component" */

const SIDE = 128;

/** @type {(component: Component<{ label: string, link: string }>) => void} */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = part(parentElement, ".portrait");
  const [button, input, said] = [part(root, "button"), partOf(HTMLInputElement, root, "input"), part(root, "p")];
  root.style.setProperty("--link", data.link);
  button.textContent = data.label;
  button.onclick = () => input.click();
  input.onchange = async () => {
    const [file] = input.files ?? [];
    input.value = ""; // the same file may be chosen again
    if (!file) return;
    try {
      setTriggerValue("chosen", await squared(file));
      said.textContent = "";
    } catch {
      said.textContent = "That is not a picture that this browser can read. Choose another.";
    }
  };
}

/** @type {(file: File) => Promise<string>} */
async function squared(file) {
  const whole = await createImageBitmap(file);
  const side = Math.min(whole.width, whole.height);
  const [left, top] = [(whole.width - side) / 2, (whole.height - side) / 2];
  const small = await createImageBitmap(whole, left, top, side, side, { resizeWidth: SIDE, resizeHeight: SIDE, resizeQuality: "high" });
  const canvas = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.fillStyle = "#fff"; // a JPEG has no transparent parts: they would be black
  context.fillRect(0, 0, SIDE, SIDE);
  context.drawImage(small, 0, 0, SIDE, SIDE);
  return canvas.toDataURL("image/jpeg", 0.86);
}
