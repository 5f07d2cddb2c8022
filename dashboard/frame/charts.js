// The placeholder of a chart that was not sent with its page: requests the chart when it comes into view.

import { part } from "./elements.js";
import { isComing } from "./whole_page.js";
/** @import { Component } from "./component" */

const PATIENCE = 4000; // milliseconds after which a chart is requested even if it is out of view: the page may be printed
const AGAIN = 5000; // milliseconds until the request is repeated, in case there was no connection
const SOON = 100;
const LEAVING = 30000; // milliseconds to wait for the page that a link leads to, on a busy machine

/** @type {(component: Component<{ height: number }>) => () => void} */
export default function ({ data, parentElement, setTriggerValue }) {
  const place = part(parentElement, "div");
  place.style.height = `${data.height}px`;
  const idle = window.requestIdleCallback ?? (/** @type {(then: () => void) => unknown} */ (then) => setTimeout(then, 200));
  /** @type {number | undefined} */
  let timer;
  let left = -Infinity;
  const begins = new MutationObserver(() => { left = -Infinity; });
  const ask = () => {
    watch.disconnect();
    clearTimeout(timer);
    const waits = isComing() || performance.now() - left < LEAVING;
    timer = setTimeout(ask, waits ? SOON : AGAIN);
    if (!waits) setTriggerValue("wanted", true);
  };
  // Until the page begins that a link leads to, Streamlit takes whatever is asked as asked of this one, and shows neither.
  const leave = () => {
    left = performance.now();
    begins.observe(part(document, "[data-test-script-state]"), { attributeFilter: ["data-test-script-state"] });
  };
  const watch = new IntersectionObserver((seen) => {
    if (seen.some((one) => one.isIntersecting)) idle(() => place.isConnected && ask());
  });
  watch.observe(place);
  timer = setTimeout(ask, PATIENCE);
  window.addEventListener("beforeprint", ask);
  window.addEventListener("popstate", leave);
  return () => {
    window.removeEventListener("popstate", leave);
    window.removeEventListener("beforeprint", ask);
    begins.disconnect();
    watch.disconnect();
    clearTimeout(timer);
  };
}
