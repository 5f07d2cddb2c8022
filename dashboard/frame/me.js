// Keeps in a cookie who looks at the page; without a name it goes.

/** @import { Component } from "./component" */

/** @type {(component: Component<{ name: string, value: string, seconds: number }>) => void} */
export default function ({ data }) {
  const kept = data.value ? data.seconds : 0;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${data.name}=${data.value}; Max-Age=${kept}; Path=/; SameSite=Lax${secure}`;
}
