// A picture of an evening or a season: shown as an image, shared through the phone's menu if it has one, else saved or copied.

import { part, partOf } from "./elements.js";
import { copied } from "./clipboard.js";
import { addressOf, canShare, cancelled, savePicture, sharePicture } from "./sharing.js";
import { chartsAreMissing, isComing } from "./whole_page.js";

/** @import { Component } from "./component" */

/** @typedef {{ svg: string, text: string, title: string, name: string }} Recap */
/** @typedef {HTMLElement & { recap?: Recap, listening?: boolean }} Root */

/** @type {(component: Component<Recap & { of: string }>) => void} */
export default function (component) {
  /** @type {Root} */
  const root = part(component.parentElement, ".recap");
  root.recap = component.data;
  const card = partOf(HTMLImageElement, root, ".card");
  card.src = addressOf(component.data.svg);
  card.alt = component.data.text;
  root.setAttribute("aria-label", `Recap of ${component.data.of}`);
  part(root, '[data-do="print"]').textContent = `Print ${component.data.of}`;
  if (!root.listening) {
    root.listening = true;
    root.addEventListener("click", (event) => {
      const button = event.target instanceof Element && event.target.closest("button");
      if (button) act(root, button.dataset.do);
    });
  }
  part(root, '[data-do="share"]').hidden = !canShare(); // there is none where the address is not https
}

/** @type {(root: Root, what: string | undefined) => Promise<void>} */
async function act(root, what) {
  const said = part(root, ".said");
  if (!root.recap || !what) return;
  try {
    said.textContent = (await DO[what](root.recap)) ?? "";
  } catch (error) {
    said.textContent = cancelled(error) ? "" : "That did not work: copy the text instead.";
  }
}

/** @type {Record<string, (recap: Recap) => Promise<string | void>>} */
const DO = {
  async share({ svg, text, title, name }) {
    await sharePicture(svg, name, { text, title });
  },
  async save({ svg, name }) {
    return savePicture(svg, name);
  },
  async copy({ text }) {
    return (await copied(text)) ? "The text is copied: paste it into your group chat." : "This browser cannot copy: save the picture instead.";
  },
  async print() {
    window.dispatchEvent(new Event("beforeprint")); // requests charts that were out of view
    for (let waits = 0; (isComing() || chartsAreMissing()) && waits < 100; waits++) await new Promise((then) => setTimeout(then, 100));
    window.print(); // the whole page, of which this is a part
  },
};
