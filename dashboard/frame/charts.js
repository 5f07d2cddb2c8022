// The placeholder of a chart that was not sent with its page: requests the chart when it comes into view.

const PATIENCE = 4000; // milliseconds after which a chart is requested even if it is out of view: the page may be printed
const AGAIN = 5000; // milliseconds until the request is repeated, in case there was no connection
const SOON = 100;

export default function ({ data, parentElement, setTriggerValue }) {
  const place = parentElement.querySelector("div");
  place.style.height = `${data.height}px`;
  const idle = window.requestIdleCallback ?? ((then) => setTimeout(then, 200));
  let timer;
  const ask = () => {
    watch.disconnect();
    clearTimeout(timer);
    timer = setTimeout(ask, isComing() ? SOON : AGAIN);
    if (!isComing()) setTriggerValue("wanted", true);
  };
  const watch = new IntersectionObserver((seen) => {
    if (seen.some((one) => one.isIntersecting)) idle(() => place.isConnected && ask());
  });
  watch.observe(place);
  timer = setTimeout(ask, PATIENCE);
  window.addEventListener("beforeprint", ask);
  return () => {
    window.removeEventListener("beforeprint", ask);
    watch.disconnect();
    clearTimeout(timer);
  };
}
