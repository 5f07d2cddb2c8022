// Changes the page to what is wanted, and only where it differs. An element with a key stays the same element, so that a finger,
// the focus and a screen reader do not lose it, and nothing flickers. The page has no other state than what is drawn here.

/** @import { Content, Control, Drawing, Drawn, Props, Text } from "./types" */

const SVG = "http://www.w3.org/2000/svg";

// Describes an element: a tag, its attributes, and its content (texts, elements, lists of them; empty values are left out).
// `key` identifies it among its siblings. `as` says what a tap on it means, by default its key: if that changes, taps
// treat it as a new control. `tap` is called for a tap and `hold` for a long one. `no` is the reason why a tap does nothing now.
/** @type {(tag: string, props: Props | null, ...children: Content[]) => Drawing} */
export function el(tag, props, ...children) {
  const all = /** @type {Exclude<Content, Content[]>[]} */ (children.flat(3));
  const inside = all.flatMap((one) => (one === null || one === undefined || one === false || one === "" ? [] : [typeof one === "object" ? one : { text: String(one) }]));
  return { tag, props: props ?? {}, inside };
}

/** @type {(label: Content, key: string, tap: () => unknown, props?: Props) => Drawing} */
export function button(label, key, tap, props = {}) {
  return el("button", { key, tap, ...props }, label);
}

/** @type {(parent: Element & Drawn, wanted: (Drawing | Text)[]) => void} */
export function patch(parent, wanted) {
  const had = parent.bourreInside ?? new Map();
  /** @type {NonNullable<Drawn["bourreInside"]>} */
  const now = new Map();
  let at = parent.firstChild;
  wanted.forEach((one, index) => {
    const name = one.text !== undefined ? `text ${index}` : `${one.tag} ${one.props.key ?? index}`;
    let node = had.get(name);
    if (!node) node = made(one, parent);
    now.set(name, node);
    if (node === at) at = node.nextSibling;
    else parent.insertBefore(node, at);
    if (one.text !== undefined) {
      if (node instanceof Text && node.data !== one.text) node.data = one.text;
    } else if (node instanceof Element) {
      dress(/** @type {Control} */ (node), one.props);
      patch(node, one.inside);
    }
  });
  for (const [name, node] of had) if (now.get(name) !== node) node.remove();
  parent.bourreInside = now;
}

/** @type {(one: Drawing | Text, parent: Element) => Element | globalThis.Text} */
function made(one, parent) {
  if (one.text !== undefined) return document.createTextNode(one.text);
  if (one.tag === "svg" || parent.namespaceURI === SVG) return document.createElementNS(SVG, one.tag);
  const node = document.createElement(one.tag);
  if (node instanceof HTMLButtonElement) node.type = "button";
  return node;
}

const NOT_ATTRIBUTES = new Set(["key", "as", "tap", "hold", "no", "value", "checked", "input"]);

/** @type {(node: Control, props: Props) => void} */
function dress(node, props) {
  const had = node.bourreProps ?? {};
  for (const name of Object.keys(had)) if (!(name in props) && !NOT_ATTRIBUTES.has(name)) node.removeAttribute(name);
  for (const [name, value] of Object.entries(props)) {
    if (NOT_ATTRIBUTES.has(name) || had[name] === value) continue;
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  const field = /** @type {HTMLInputElement} */ (/** @type {HTMLElement} */ (node));
  if ("value" in props && field.value !== String(props.value)) field.value = String(props.value);
  if ("checked" in props) field.checked = Boolean(props.checked);
  if (props.tap || props.no) {
    const meaning = props.as ?? props.key;
    if (node.dataset.tap !== meaning) node.bourreSince = performance.now();
    node.dataset.tap = meaning;
  }
  if (!props.tap && !props.no && node.dataset.tap !== undefined) delete node.dataset.tap;
  if (node.localName === "button") {
    const off = Boolean(props.no);
    if (node.hasAttribute("aria-disabled") !== off) off ? node.setAttribute("aria-disabled", "true") : node.removeAttribute("aria-disabled");
  }
  node.oninput = /** @type {typeof node.oninput} */ (props.input ?? null);
  node.bourreProps = props;
}

// User text, such as names and titles, without the invisible characters that would reorder or break the text around it.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** @type {(text: unknown, longest?: number) => string} */
export function plain(text, longest = 32) {
  const seen = String(text ?? "").replace(UNSEEN, " ");
  const letters = Array.from(seen);
  return letters.length <= longest ? seen : `${letters.slice(0, longest - 1).join("")}…`;
}

/** @type {Record<string, string>} */
export const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
/** @type {Record<string, string>} */
export const SUIT_WORDS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
export const RANKS = "AKQJT98765432";

/** @type {(code: string) => string} */
export function cardText(code) {
  return code.length === 2 && SUITS[code[1]] ? `${code[0] === "T" ? "10" : code[0]}${SUITS[code[1]]}` : code;
}

/** @type {(number: number, thing: string) => string} */
export function counted(number, thing) {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

/** @type {(names: string[]) => string} */
export function listed(names) {
  const shown = names.map((name) => plain(name));
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** @type {(name: string) => string} */
export function quoted(name) {
  return /^[^\s"#=>,\\]+$/.test(name) ? name : `"${name.replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"`;
}
