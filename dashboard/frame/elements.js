// What components make: an element with a text, and a shape of a drawing with its attributes; and the parts that their HTML has.

/** @import { Colours } from "./component" */

/** @type {<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, kind?: string, text?: string | number) => HTMLElementTagNameMap[Tag]} */
export function elementOf(tag, kind = "", text = "") {
  const element = document.createElement(tag);
  element.className = kind;
  element.textContent = String(text); // user text: never markup
  return element;
}

/** @type {<Tag extends keyof SVGElementTagNameMap>(tag: Tag, kind: string, values: Record<string, string | number>) => SVGElementTagNameMap[Tag]} */
export function shapeOf(tag, kind, values) {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", tag);
  shape.setAttribute("class", kind);
  for (const [name, value] of Object.entries(values)) shape.setAttribute(name, String(value));
  return shape;
}

// The element of a component's HTML that a selector finds, of which it has one.
/** @type {(parent: ParentNode, selector: string) => HTMLElement} */
export function part(parent, selector) {
  return partOf(HTMLElement, parent, selector);
}

/** @type {<Kind extends Element>(kind: new () => Kind, parent: ParentNode, selector: string) => Kind} */
export function partOf(kind, parent, selector) {
  const found = parent.querySelector(selector);
  if (!(found instanceof kind)) throw new TypeError(`no ${kind.name} is ${selector}`);
  return found;
}

// The colours of a component, as variables of its style sheet.
/** @type {(element: HTMLElement, colours: Colours) => void} */
export function paint(element, colours) {
  for (const [name, colour] of Object.entries(colours)) element.style.setProperty(`--${name}`, colour);
}

// The element that has the focus, where a node is.
/** @type {(node: Node) => HTMLElement | null} */
export function focused(node) {
  const root = node.getRootNode();
  const found = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
  return found instanceof HTMLElement ? found : null;
}
