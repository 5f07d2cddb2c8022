// The menu: the pages used every week, and more below them.

import { elementOf, paint, part } from "./elements.js";

/** @import { Colours, Component } from "./component" */

/** @typedef {{ href: string, here: boolean, icon: string, title: string, more: boolean }} Entry */

/** @type {(component: Component<{ colours: Colours, entries: Entry[] }>) => void} */
export default function ({ data, parentElement }) {
  const menu = part(parentElement, ".menu");
  paint(menu, data.colours);
  /** @type {(page: Entry) => HTMLElement} */
  const entry = (page) => {
    const link = elementOf("a");
    link.href = page.href;
    if (page.here) link.setAttribute("aria-current", "page");
    const sign = elementOf("span", "sign", page.icon);
    sign.setAttribute("aria-hidden", "true");
    link.append(sign, elementOf("span", "", page.title));
    const item = elementOf("li");
    item.append(link);
    return item;
  };
  /** @type {(pages: Entry[]) => HTMLElement} */
  const listed = (pages) => {
    const list = elementOf("ul");
    list.append(...pages.map(entry));
    return list;
  };
  const more = listed(data.entries.filter((page) => page.more));
  more.setAttribute("aria-label", "More");
  menu.replaceChildren(listed(data.entries.filter((page) => !page.more)), elementOf("p", "", "More"), more);
}
