// Links between pages do not reload: the address changes, and Streamlit is notified as if by the browser's Back.
// This is for links that begin with ./ (address.py), except those with a target (_self), which load normally.
/** @type {(href: string) => void} */
export const follow = (href) => {
  const app = /** @type {HTMLElement | null} */ (document.querySelector('[data-testid="stApp"]'));
  if (app?.dataset.testConnectionState !== "CONNECTED") return location.assign(href); // Streamlit would not be notified
  history.pushState({}, "", href);
  dispatchEvent(new PopStateEvent("popstate"));
};
