// The menu: the pages used every week, and more below them.

export default function ({ data, parentElement }) {
  const menu = parentElement.querySelector(".menu");
  for (const [name, colour] of Object.entries(data.colours)) menu.style.setProperty(`--${name}`, colour);
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
  const listed = (pages) => {
    const list = elementOf("ul");
    list.append(...pages.map(entry));
    return list;
  };
  const more = listed(data.entries.filter((page) => page.more));
  more.setAttribute("aria-label", "More");
  menu.replaceChildren(listed(data.entries.filter((page) => !page.more)), elementOf("p", "", "More"), more);
}
