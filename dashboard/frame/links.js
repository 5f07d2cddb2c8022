// Links between pages, followed by a click.

import { follow } from "./follow.js";

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
  if (!link?.getAttribute("href")?.startsWith("./") || link.target === "_self" || link.hasAttribute("download")) return;
  event.preventDefault();
  follow(link.href);
  if (innerWidth < 768 && link.closest(".menu")) /** @type {HTMLElement | null} */ (document.querySelector('[data-testid="stSidebarCollapseButton"] button'))?.click(); // on phones the menu covers the page
});

// At nightfall a system turns dark, and Streamlit with it; what we draw keeps its colours until the page runs again.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTimeout(() => dispatchEvent(new PopStateEvent("popstate")), 100));
