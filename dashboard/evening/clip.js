// The evening as a picture that moves by itself, over and over: an SVG that needs nothing else, with title and date. What changes
// is a list of values and of times for each part; figures and sentences are strips of text of which one line is seen.

import { columnsOf, measures, pace, seated } from "./seating.js";
/** @import { Evening, Seat } from "./types" */

const CLIP = { width: 640, top: 74, foot: 96, hold: 3, seconds: 0.5 };
const INK = { felt: "#1d6b4b", rim: "#6f4a2f", plate: "#f2ede2", ink: "#23201b", won: "#1a5a9e", lost: "#a8480a", gold: "#ffd257", went: "#b3171f" };

/** @type {(data: Evening) => string} */
function clipOf(data) {
  const { moments, seats } = data;
  const { base, columns } = measures(moments);
  const { places, plate, height, middle } = seated(seats.length, 599);
  const each = pace(moments.length) / 1000;
  const whole = each * moments.length + CLIP.hold;
  /** @type {(at: number, part?: number) => string} */
  const time = (at, part = 0) => (((at + part) * each) / whole).toFixed(5);
  const starts = moments.map((_, at) => time(at)).join(";");
  /** @type {(what: string, values: (string | number)[]) => string} */
  const changing = (what, values) => `<animate attributeName="${what}" dur="${whole}s" repeatCount="indefinite" calcMode="discrete" keyTimes="${starts}" values="${values.join(";")}"/>`;
  let strips = 0;
  /** @type {(lines: { text: string, fill?: string }[], x: number, y: number, tall: number, more: string) => string} */
  const strip = (lines, x, y, tall, more) => `<clipPath id="line${(strips += 1)}"><rect x="${x - 320}" y="${y - tall * 0.8}" width="640" height="${tall}"/></clipPath><g clip-path="url(#line${strips})"><g${more}>`
    + lines.map((line, at) => `<text x="${x}" y="${y + tall * at}"${line.fill ? ` fill="${line.fill}"` : ""}>${line.text}</text>`).join("")
    + `<animateTransform attributeName="transform" type="translate" dur="${whole}s" repeatCount="indefinite" calcMode="discrete" keyTimes="${starts}" values="${lines.map((_, at) => `0 ${-tall * at}`).join(";")}"/></g></g>`;
  /** @type {(x: number, foot: number, all: (number | null)[], colour: string) => string} */
  const pile = (x, foot, all, colour) => columnsOf(0).map((_, at) => {
    const drawn = all.map((one) => columns(one ?? 0));
    const heights = drawn.map((one) => 4 * one[at]);
    if (!Math.max(...heights)) return "";
    const used = Math.max(...drawn.map((one) => one.filter(Boolean).length));
    /** @type {(fill: string) => string} */
    const box = (fill) => `<rect x="${22 * at - 11 * used + 1}" width="20" rx="3" fill="${fill}" height="${heights[heights.length - 1]}">${changing("height", heights)}</rect>`;
    return `<g transform="translate(${x} ${foot}) scale(1 -1)">${box(colour)}${box("url(#edge)")}</g>`;
  }).join("");
  // A chip for each seat and direction: hidden but when it flies.
  /** @type {(at: number, flown: "paid" | "took" | "matched", inwards: boolean, colour: string, later: number) => string} */
  const flying = (at, flown, inwards, colour, later) => {
    const ends = [[places[at].x, places[at].foot - 8], [middle.x, middle.y - 16]].map((one) => one.join(" "));
    const [from, to] = inwards ? ends : ends.reverse();
    const hands = moments.map((one, nth) => ((one[flown]?.[at] ?? 0) > 0 ? nth : -1)).filter((nth) => nth > 0);
    if (!hands.length) return "";
    const keys = hands.flatMap((nth) => [time(nth - 1, later), time(nth - 1, later + 0.4)]);
    /** @type {(what: string, more: string, values: (string | number)[], first: string | number) => string} */
    const animated = (what, more, values, first) => `<${what} ${more} dur="${whole}s" repeatCount="indefinite" keyTimes="0;${keys.join(";")};1" values="${first};${values.join(";")};${first}"`;
    return `<circle r="9" fill="${colour}" stroke="#fff" stroke-width="3" stroke-dasharray="4 3" opacity="0">`
      + `${animated("animateTransform", 'attributeName="transform" type="translate"', hands.flatMap(() => [from, to]), from)}/>`
      + `${animated("animate", 'attributeName="opacity" calcMode="discrete"', hands.flatMap(() => [1, 0]), 0)}/></circle>`;
  };
  /** @type {(one: Seat, at: number) => string} */
  const seat = (one, at) => {
    const { x, y, foot } = places[at];
    const fills = moments.map((moment) => (moment.tags[at]?.[0] === "went" ? INK.went : INK.plate));
    const worths = moments.map((moment) => ({ text: escaped(moment.worth[at]), fill: moment.tags[at]?.[0] === "went" ? "#fff" : moment.chips[at] > 0 ? INK.won : moment.chips[at] < 0 ? INK.lost : INK.ink }));
    return pile(x, foot, moments.map((moment) => base + moment.chips[at]), one.colour)
      + `<rect x="${x - plate / 2}" y="${y - 23}" width="${plate}" height="46" rx="23" fill="${INK.plate}" stroke="${one.won ? INK.gold : "#ddd5c4"}" stroke-width="${one.won ? 4 : 1}">${changing("fill", fills)}</rect>`
      + `<circle cx="${x - plate / 2 + 20}" cy="${y}" r="15" fill="${one.colour}"/><text x="${x - plate / 2 + 20}" y="${y + 5}" font-size="13" font-weight="700" fill="${one.ink}">${escaped(one.initials)}</text>`
      + (one.picture ? `<image x="${x - plate / 2 + 6.5}" y="${y - 13.5}" width="27" height="27" href="${one.picture}" preserveAspectRatio="xMidYMid slice" style="clip-path: circle(50%)"/>` : "")
      + `<text x="${x - plate / 2 + 40}" y="${y - 4}" text-anchor="start" font-size="13" font-weight="650" fill="${INK.ink}">${escaped(short(one.name, 9))}${changing("fill", fills.map((fill) => (fill === INK.went ? "#fff" : INK.ink)))}</text>`
      + strip(worths, x - plate / 2 + 40, y + 13, 18, ' font-size="12.5" text-anchor="start"');
  };
  const sentences = moments.map((one) => lines(one.said));
  const lower = CLIP.top + height + 38;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CLIP.width} ${CLIP.top + height + CLIP.foot}" width="${CLIP.width}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif" text-anchor="middle" role="img"><title>${escaped(`${data.title}, ${data.day}`)}</title>`
    + `<defs><pattern id="edge" width="11" height="4" patternUnits="userSpaceOnUse"><path d="M0 .5h11" stroke="#0008"/><path d="M5.5 0v4" stroke="#fffc" stroke-width="3"/></pattern></defs>`
    + `<rect width="100%" height="100%" fill="#171512"/><text x="320" y="36" font-size="26" font-weight="700" fill="#fff">${escaped(short(data.title, 42))}</text><text x="320" y="59" font-size="15" fill="#d9e6dc">${escaped(data.day)}</text>`
    + `<g transform="translate(20 ${CLIP.top})"><rect x="14" y="25" width="571" height="${height - 50}" rx="120" fill="${INK.felt}" stroke="${INK.rim}" stroke-width="9"/>`
    + pile(middle.x, middle.y - 8, moments.map((one) => one.after), INK.gold)
    + strip(moments.map((one) => ({ text: one.after === null ? "?" : `${one.after.toLocaleString("en")}${one.sure ? "" : " ?"}` })), middle.x, middle.y + 18, 30, ' font-size="25" font-weight="700" fill="#fff"')
    + `<text x="${middle.x}" y="${middle.y + 36}" font-size="12" fill="#fff">in the pot</text>`
    + seats.map(seat).join("")
    + seats.map((one, at) => flying(at, "paid", true, one.colour, 0) + flying(at, "took", false, INK.gold, 0.3) + flying(at, "matched", true, one.colour, 0.56)).join("")
    + "</g>"
    + [0, 1, 2].map((nth) => strip(sentences.map((said) => ({ text: escaped(said[nth] ?? "") })), 320, lower + 23 * nth, 22, ' font-size="16" fill="#fff"')).join("")
    + "</svg>";
}

/** @type {(text: string) => string} */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** @type {(text: string, most: number) => string} */
const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** @type {(text: string) => string[]} */
function lines(text) {
  const found = [""];
  for (const word of text.split(" ")) {
    const last = found[found.length - 1];
    if (last && last.length + word.length > 72) found.push("");
    found.push(`${found.pop()} ${word}`.trim());
  }
  return found.length > 3 ? [found[0], found[1], `${found[2]} …`] : found;
}

// A picture as part of the file: the clip needs nothing else. Without a connection the initials do.
/** @type {(address: string) => Promise<string>} */
async function within(address) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) return "";
    const reader = new FileReader();
    reader.readAsDataURL(await answer.blob());
    await new Promise((done) => { reader.onloadend = done; });
    return String(reader.result ?? "");
  } catch {
    return "";
  }
}

/** @type {(data: Evening) => Promise<void>} */
export async function saveClip(data) {
  const seats = await Promise.all(data.seats.map(async (one) => ({ ...one, picture: one.picture && await within(one.picture) })));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([clipOf({ ...data, seats })], { type: "image/svg+xml" }));
  link.download = `${data.session}.svg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
