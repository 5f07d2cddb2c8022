// Whether a page is complete: text and figures come first, then the charts, each in its place (charts.py).

export const isComing = () => document.querySelector('[data-test-script-state]:not([data-test-script-state="notRunning"])') !== null;

export const chartsAreMissing = () => [...document.querySelectorAll('[class*="st-key-chart-"]')].some((place) => !place.querySelector(".main-svg"));
