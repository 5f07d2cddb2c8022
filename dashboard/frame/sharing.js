// Pictures that leave the page: as an image, as a file, by the phone's own menu where there is one (only over https).

/** @type {(svg: string) => string} */
export const addressOf = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

// A browser can share nothing where the address is not https.
export const canShare = () => typeof navigator.share === "function";

// True for the error of somebody who closed the menu for sharing.
/** @type {(error: unknown) => boolean} */
export const cancelled = (error) => error instanceof Error && error.name === "AbortError";

/** @type {(svg: string, name: string, words: ShareData) => Promise<void>} */
export async function sharePicture(svg, name, words) {
  const file = new File([await pngOf(svg)], `${name}.png`, { type: "image/png" });
  await navigator.share(navigator.canShare?.({ files: [file] }) ? { files: [file], ...words } : words);
}

/** @type {(svg: string, name: string) => Promise<string>} */
export async function savePicture(svg, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await pngOf(svg));
  link.download = `${name}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return "Saved: the picture is in your downloads.";
}

/** @type {(svg: string) => Promise<Blob>} */
async function pngOf(svg) {
  const image = new Image();
  image.src = addressOf(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}
