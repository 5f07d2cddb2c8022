// A chart, drawn as wide as there is room for it: points come in the units of the axes, and all text is shown as it stands.

const ROW = 17; // pixels from one line of text to the next
const NEAR = 40; // pixels within which a point is pointed at
const EDGE = 12;

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".chart");
  for (const [name, colour] of Object.entries(data.colours)) root.style.setProperty(`--${name}`, colour);
  root.style.minHeight = `${data.height}px`;
  let wide = 0;
  const watcher = new ResizeObserver(() => {
    if (!root.clientWidth || root.clientWidth === wide) return;
    wide = root.clientWidth;
    drawn(root, data, wide);
  });
  watcher.observe(root);
  return () => watcher.disconnect();
}

function shape(kind, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text; // text, never markup: people wrote it
  return element;
}

function ruler(root) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `13px ${getComputedStyle(root).fontFamily}`;
  return (text) => Math.max(0, ...text.split("\n").map((line) => pen.measureText(line).width));
}

function drawn(root, data, wide) {
  const { x, y, names } = data;
  const width = ruler(root);
  const widest = (texts) => Math.max(0, ...texts.map(width));
  const legend = rows(data.series.filter((one) => one.name), width, wide);
  const below = 8 + ROW * Math.max(1, ...x.marks.map(([, text]) => text.split("\n").length));
  const box = {
    left: (y.label ? 26 : 0) + widest(y.marks.map(([, text]) => text)) + 6,
    right: wide - (names.length ? widest(names.map((one) => one.text)) + 26 : EDGE),
    top: EDGE,
    bottom: data.height - below - ROW - 8 - 24 * legend.length,
  };
  const across = (at) => box.left + ((at - x.low) / (x.high - x.low || 1)) * (box.right - box.left);
  const down = (at) => box.bottom - ((at - y.low) / (y.high - y.low || 1)) * (box.bottom - box.top);
  const svg = shape("svg", { viewBox: `0 0 ${wide} ${data.height}`, role: "img", "aria-label": data.said });
  svg.append(
    ...axes(data, box, across, down, width),
    ...data.series.flatMap((one) => series(one, across, down)),
    ...names.flatMap((one) => named(one, box.right + 8, down)),
    ...legend.flatMap((row, at) => row.flatMap((one) => explained(one, data.height - 24 * (legend.length - at) + 14))),
  );
  root.replaceChildren(svg);
  points(root, svg, data.series, across, down, wide);
}

function axes({ x, y, height }, box, across, down, width) {
  const found = [];
  for (const [at, text] of y.marks) {
    if (y.grid) found.push(shape("path", { class: "grid", d: `M${box.left} ${down(at)}H${box.right}` }));
    found.push(shape("text", { x: box.left - 6, y: down(at) + 4, "text-anchor": "end" }, text));
  }
  for (const [at, text] of apart(x.marks, across, width)) {
    if (x.grid) found.push(shape("path", { class: "grid", d: `M${across(at)} ${box.top}V${box.bottom}` }));
    text.split("\n").forEach((line, row) =>
      found.push(shape("text", { x: across(at), y: box.bottom + ROW * (row + 1), "text-anchor": "middle" }, line)),
    );
  }
  if (y.zero) found.push(shape("path", { class: "zero", d: `M${box.left} ${down(0)}H${box.right}` }));
  if (x.zero) found.push(shape("path", { class: "zero", d: `M${across(0)} ${box.top}V${box.bottom}` }));
  const lines = Math.max(1, ...x.marks.map(([, text]) => text.split("\n").length));
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  found.push(
    shape("text", { class: "quiet", x: middle.x, y: box.bottom + ROW * (lines + 1) + 4, "text-anchor": "middle" }, x.label),
    shape("text", { class: "quiet", transform: `translate(13 ${middle.y}) rotate(-90)`, "text-anchor": "middle" }, y.label),
  );
  return found;
}

// The marks that have room: the last one first, then the first, then those between.
function apart(marks, across, width) {
  const kept = [];
  const fits = ([at, text]) =>
    kept.every(([other, there]) => Math.abs(across(at) - across(other)) > (width(text) + width(there)) / 2 + 8);
  for (const mark of [marks.at(-1), marks[0], ...marks.slice(1, -1)]) if (mark && !kept.includes(mark) && fits(mark)) kept.push(mark);
  return kept;
}

function series(one, across, down) {
  const found = [];
  const path = one.x.map((at, nth) => `${across(at).toFixed(1)} ${down(one.y[nth]).toFixed(1)}`).join("L");
  if (one.area)
    found.push(
      shape("path", {
        d: `M${across(one.x[0])} ${down(0)}L${path}L${across(one.x.at(-1))} ${down(0)}Z`,
        fill: one.colour,
        "fill-opacity": 0.12,
      }),
    );
  if (one.width) {
    const line = { d: `M${path}`, fill: "none", stroke: one.colour, "stroke-width": one.width, "stroke-opacity": one.opacity };
    found.push(shape("path", { ...line, "stroke-linejoin": "round", "stroke-dasharray": one.dash }));
  }
  one.reach.forEach(([low, high], nth) => {
    const d = `M${across(low)} ${down(one.y[nth])}H${across(high)}`;
    found.push(shape("path", { d, stroke: one.colour, "stroke-width": 2 }));
  });
  if (one.dots) one.x.forEach((at, nth) => found.push(sign(one, across(at), down(one.y[nth]))));
  if (one.text) {
    const at = { x: across(one.x.at(-1)), y: down(one.y.at(-1)) + (one.under ? 20 : -10) };
    found.push(shape("text", { ...at, "text-anchor": "middle" }, one.text));
  }
  return found;
}

function sign(one, x, y) {
  const r = one.dots;
  const path = {
    triangle: `M0 ${-r}L${r} ${r * 0.8}H${-r}Z`,
    diamond: `M0 ${-r * 1.2}L${r * 1.2} 0L0 ${r * 1.2}L${-r * 1.2} 0Z`,
    cross: `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`,
  }[one.sign];
  if (!path) return shape("circle", { cx: x, cy: y, r, fill: one.colour });
  return shape("path", { d: path, transform: `translate(${x} ${y})`, fill: one.colour, stroke: one.colour, "stroke-width": one.sign === "cross" ? 2.5 : 0 });
}

function named(one, x, down) {
  const text = shape("text", { x: x + 12, y: down(one.at) + 4, class: one.colour ? "" : "quiet" }, one.text);
  if (one.mine) text.setAttribute("font-weight", 600);
  if (one.full !== one.text) text.append(shape("title", {}, one.full));
  return one.colour ? [shape("circle", { cx: x + 5, cy: down(one.at), r: 4, fill: one.colour }), text] : [text];
}

// What stands under the chart, in rows that are no wider than it.
function rows(some, width, wide) {
  const found = [];
  let end = Infinity;
  for (const one of some) {
    const long = width(one.name) + 40;
    if (end + long > wide) end = found.push([]) && 0;
    found.at(-1).push({ one, at: end });
    end += long;
  }
  return found;
}

function explained({ one, at }, y) {
  return [sign(one, at + 8, y - 4), shape("text", { x: at + 20, y }, one.name)];
}

function points(root, svg, all, across, down, wide) {
  const tip = root.appendChild(document.createElement("div"));
  const ring = svg.appendChild(shape("circle", { class: "pointed", r: 5 }));
  const hide = () => [tip, ring].forEach((one) => one.style.setProperty("display", "none"));
  tip.className = "tip";
  hide();
  const told = all.flatMap((one) => one.said.map((text, nth) => ({ text, x: across(one.x[nth]), y: down(one.y[nth]) })));
  const point = (event) => {
    const place = svg.getBoundingClientRect();
    const far = (one) => Math.hypot(event.clientX - place.left - one.x, event.clientY - place.top - one.y);
    const nearest = told.reduce((best, one) => (!best || far(one) <= far(best) ? one : best), null);
    if (!nearest || far(nearest) > NEAR) return hide();
    tip.textContent = nearest.text;
    ring.setAttribute("cx", nearest.x);
    ring.setAttribute("cy", nearest.y);
    ring.style.display = tip.style.display = "";
    tip.style.left = `${Math.min(nearest.x + 10, Math.max(0, wide - tip.offsetWidth))}px`;
    tip.style.top = `${Math.max(0, nearest.y - tip.offsetHeight - 10)}px`;
  };
  svg.addEventListener("pointermove", point);
  svg.addEventListener("pointerdown", point);
  svg.addEventListener("pointerleave", hide);
}
