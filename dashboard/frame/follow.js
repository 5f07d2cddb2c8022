// Links between pages do not reload: the address changes, and Streamlit is notified as if by the browser's Back.
// This is for links that begin with ./ (address.py), except those with a target (_self), which load normally.
const follow = (href) => {
  const app = document.querySelector('[data-testid="stApp"]');
  if (app?.dataset.testConnectionState !== "CONNECTED") return location.assign(href); // Streamlit would not be notified
  history.pushState({}, "", href);
  dispatchEvent(new PopStateEvent("popstate"));
};

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
  if (!link?.getAttribute("href")?.startsWith("./") || link.target === "_self" || link.hasAttribute("download")) return;
  event.preventDefault();
  follow(link.href);
  if (innerWidth < 768 && link.closest(".menu")) document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click(); // on phones the menu covers the page
});

// At nightfall a system turns dark, and Streamlit with it; what we draw keeps its colours until the page runs again.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTimeout(() => dispatchEvent(new PopStateEvent("popstate")), 100));
