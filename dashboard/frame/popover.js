// Streamlit puts the popover of a button at the end of the page: make the Tab key enter it, and return to its button.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Tab" || event.ctrlKey || event.metaKey || event.altKey) return;
  const body = document.querySelector('[data-testid="stPopoverBody"]');
  /** @type {HTMLElement | null} */
  const button = document.querySelector('[data-testid="stPopoverButton"][aria-expanded="true"]');
  if (!body || !button) return;
  /** @type {NodeListOf<HTMLElement>} */
  const found = body.querySelectorAll("a[href], button, input, select, textarea, [tabindex]");
  const inside = [...found].filter((one) => one.tabIndex >= 0 && !one.matches(":disabled") && one.getClientRects().length);
  const now = document.activeElement;
  const next = !event.shiftKey && now === button ? inside[0] : event.shiftKey && now === inside[0] ? button : null;
  if (!next) return;
  event.preventDefault();
  next.focus();
});
