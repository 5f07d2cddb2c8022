// Links between pages (marked data-page) do not load the page anew: the address changes, and Streamlit is told as by the way back.
const follow = (href) => {
  const app = document.querySelector('[data-testid="stApp"]');
  if (app?.dataset.testConnectionState !== "CONNECTED") return location.assign(href); // nobody would hear of it
  history.pushState({}, "", href);
  dispatchEvent(new PopStateEvent("popstate"));
};

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement && "page" in one.dataset);
  if (!link) return;
  event.preventDefault();
  follow(link.href);
});
