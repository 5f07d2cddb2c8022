// Links between pages do not load the page anew: the address changes, and Streamlit is told as by the way back.
// They are those that begin with ./ (address.py), but for one that says where it opens (_self): that loads what it leads to.
const follow = (href) => {
  const app = document.querySelector('[data-testid="stApp"]');
  if (app?.dataset.testConnectionState !== "CONNECTED") return location.assign(href); // nobody would hear of it
  history.pushState({}, "", href);
  dispatchEvent(new PopStateEvent("popstate"));
};

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
  if (!link?.getAttribute("href")?.startsWith("./") || link.target === "_self" || link.hasAttribute("download")) return;
  event.preventDefault();
  follow(link.href);
  if (innerWidth < 768 && link.closest(".menu")) document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click(); // it lies over the page
});
