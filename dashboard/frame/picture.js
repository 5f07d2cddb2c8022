// A picture of an evening or a season: shown as an image, shared through the phone's menu if it has one, else saved or copied.

export default function (component) {
  const root = component.parentElement.querySelector(".recap");
  root.recap = component.data;
  const card = root.querySelector(".card");
  card.src = addressOf(component.data.svg);
  card.alt = component.data.text;
  root.setAttribute("aria-label", `Recap of ${component.data.of}`);
  root.querySelector('[data-do="print"]').textContent = `Print ${component.data.of}`;
  if (!root.listening) {
    root.listening = true;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) act(root, button.dataset.do);
    });
  }
  root.querySelector('[data-do="share"]').hidden = !navigator.share; // there is none where the address is not https
}

async function act(root, what) {
  const said = root.querySelector(".said");
  try {
    said.textContent = (await DO[what](root.recap)) ?? "";
  } catch (error) {
    said.textContent = error.name === "AbortError" ? "" : "That did not work: copy the text instead.";
  }
}

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
