// Copies text to the clipboard. Returns true on success: a browser may refuse.
/** @type {(text: string) => Promise<boolean>} */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea"); // without https there is no clipboard but this one
    field.value = text;
    field.style.cssText = "position:fixed;opacity:0"; // fixed, so that the page does not scroll to it
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
