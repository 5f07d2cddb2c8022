// The menu: the pages used every week, and more below them.

export default function ({ data, parentElement }) {
  const menu = parentElement.querySelector(".menu");
  for (const [name, colour] of Object.entries(data.colours)) menu.style.setProperty(`--${name}`, colour);
  const made = (tag, text, kind = "") => {
    const element = document.createElement(tag);
    element.textContent = text;
    if (kind) element.className = kind;
    return element;
  };
  const entry = (page) => {
    const link = made("a", "");
    link.href = page.href;
    if (page.here) link.setAttribute("aria-current", "page");
    const sign = made("span", page.icon, "sign");
    sign.setAttribute("aria-hidden", "true");
    link.append(sign, made("span", page.title));
    const item = made("li", "");
    item.append(link);
    return item;
  };
  const listed = (pages) => {
    const list = made("ul", "");
    list.append(...pages.map(entry));
    return list;
  };
  const more = listed(data.entries.filter((page) => page.more));
  more.setAttribute("aria-label", "More");
  menu.replaceChildren(listed(data.entries.filter((page) => !page.more)), made("p", "More"), more);
}
