// The recap of an evening: shown as an image, sent by the phone's own menu where there is one, else kept or copied.

export default function (component) {
  const root = component.parentElement.querySelector(".recap");
  root.recap = component.data;
  const card = root.querySelector(".card");
  card.src = address(component.data.svg);
  card.alt = component.data.text;
  if (!root.listening) {
    root.listening = true;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) act(root, button.dataset.do);
    });
  }
  root.querySelector('[data-do="share"]').hidden = !navigator.share; // there is none where the address is not https
}

const address = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

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
    const file = new File([await picture(svg)], `${name}.png`, { type: "image/png" });
    await navigator.share(navigator.canShare?.({ files: [file] }) ? { files: [file], text, title } : { text, title });
  },
  async keep({ svg, name }) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await picture(svg));
    link.download = `${name}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return "The picture is among your downloads.";
  },
  async copy({ text }) {
    return (await copied(text)) ? "The text is copied: paste it where the others read." : "This browser copies nothing: keep the picture instead.";
  },
};

async function picture(svg) {
  const image = new Image();
  image.src = address(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}
