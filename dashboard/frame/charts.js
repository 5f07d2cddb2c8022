// The place of a chart that was not sent with its page: it asks for the chart when somebody sees it. Words and figures go before.

const PATIENCE = 4000; // milliseconds until a chart that nobody has seen yet comes all the same: the page may be printed
const AGAIN = 5000; // who was not connected when the chart was asked for asks again
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
