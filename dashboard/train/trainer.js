// Asks the questions that the page was sent; answers and scores never leave the browser.

import { part, partOf } from "../frame/elements.js";
/** @import { Component } from "../frame/component" */

/** @typedef {[label: string, key: string, right: boolean]} Option */
/** @typedef {{ svg: string, asked: string, options: Option[], told: string[], why: string, way: { label: string, href: string } | null }} Question */
/** @typedef {{ questions: Question[], batch: string, score: string, day: string | null, style: string, shapes: string }} Data */
/** @typedef {{ asked: number, right: number, day?: string | null }} Score */

/** @type {(component: Component<Data>) => () => void} */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {HTMLElement & { asker?: Asker }} */
  const root = part(parentElement, ".trainer");
  const asker = (root.asker ??= new Asker(root, data));
  asker.more = () => setTriggerValue("more", data.batch);
  asker.show(data);
  const onKey = (/** @type {KeyboardEvent} */ event) => asker.key(event);
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

class Asker {
  /** @param {HTMLElement} root @param {Data} data */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    /** @type {string | null} */
    this.batch = null; // the questions that are asked
    this.at = 0;
    /** @type {number | null} */
    this.answer = null;
    this.more = () => {};
    this.find(".next").addEventListener("click", () => this.next());
    this.find(".forget").addEventListener("click", () => {
      this.keep({ asked: 0, right: 0 });
      this.draw();
    });
  }

  /** @param {string} selector */
  find(selector) {
    return part(this.root, selector);
  }

  // The questions; those asked already go on where they were if the page was only drawn again.
  /** @param {Data} data */
  show(data) {
    const before = this.batch;
    this.data = data;
    this.batch = data.batch;
    if (before !== data.batch) {
      this.at = before === null ? 0 : data.questions.findIndex((one) => !one.way && data.day === null);
      this.at = Math.max(this.at, 0);
      this.answer = null;
    }
    partOf(SVGElement, this.root, ".shapes").innerHTML = `<style>${data.style}</style><defs>${data.shapes}</defs>`;
    this.draw();
  }

  draw() {
    const question = this.data.questions[this.at];
    this.find(".stage").innerHTML = question.svg; // made by the server, where every name in it was escaped
    this.find(".asked").textContent = question.asked;
    this.find(".options").replaceChildren(...question.options.map(([label, key, right], at) => this.option(question, label, key, right, at)));
    this.find(".options").classList.toggle("pair", question.options.length === 2);
    const right = this.answer !== null && question.options[this.answer][2];
    this.find(".verdict").textContent = this.answer === null ? "" : right ? "✓ Right." : "✗ The other was worth more.";
    if (this.data.day && this.answer !== null && !right) this.find(".verdict").textContent = "✗ That card does not.";
    this.find(".why").textContent = this.answer === null ? "" : question.why;
    const way = partOf(HTMLAnchorElement, this.root, ".way");
    way.hidden = this.answer === null || !question.way;
    if (question.way) [way.href, way.textContent] = [question.way.href, question.way.label];
    this.find(".next").hidden = this.answer === null || this.data.day !== null;
    this.count();
  }

  /** @param {Question} question @param {string} label @param {string} key @param {boolean} right @param {number} at */
  option(question, label, key, right, at) {
    const button = document.createElement("button");
    button.type = "button";
    button.disabled = this.answer !== null;
    button.append(label, " ", Object.assign(document.createElement("kbd"), { textContent: key.toUpperCase() }));
    if (this.answer !== null) {
      if (right || at === this.answer) button.className = right ? "right" : "wrong";
      if (at === this.answer) button.append(Object.assign(document.createElement("b"), { textContent: "your answer" }));
      if (question.told[at]) button.append(Object.assign(document.createElement("small"), { textContent: question.told[at] }));
    }
    button.addEventListener("click", () => this.answered(at));
    return button;
  }

  count() {
    const { asked, right } = this.kept();
    const what = this.data.day ? "puzzles of a day" : "hands";
    this.find(".score").textContent = asked ? `${right} of ${asked} ${what} right. The count stays in this browser.` : "";
    this.find(".forget").hidden = !asked;
  }

  // Of a day's puzzle the first answer counts.
  /** @param {number} at */
  answered(at) {
    if (this.answer !== null) return;
    this.answer = at;
    const kept = this.kept();
    if (this.data.day === null || kept.day !== this.data.day) {
      const right = this.data.questions[this.at].options[at][2];
      this.keep({ asked: kept.asked + 1, right: kept.right + (right ? 1 : 0), day: this.data.day });
    }
    this.draw();
    this.find(".next").focus({ preventScroll: true });
  }

  next() {
    if (this.answer === null || this.data.day !== null) return;
    if (this.at + 1 >= this.data.questions.length) return this.more();
    this.at += 1;
    this.answer = null;
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !this.root.isConnected) return;
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest("input, textarea, select, [contenteditable=true], [role=dialog], [role=menu]")) return;
    const at = this.data.questions[this.at].options.findIndex(([, key]) => key === event.key.toLowerCase());
    if (at >= 0) this.answered(at);
    else if (event.key.toLowerCase() === "n") this.next();
    else return;
    event.preventDefault();
  }

  /** @returns {Score} */
  kept() {
    const nothing = { asked: 0, right: 0, day: "" };
    try {
      return { ...nothing, ...JSON.parse(localStorage.getItem(this.data.score) ?? "{}") };
    } catch {
      return nothing; // a browser that keeps nothing
    }
  }

  /** @param {Score} score */
  keep(score) {
    try {
      localStorage.setItem(this.data.score, JSON.stringify(score));
    } catch {
      // a browser that keeps nothing
    }
  }
}
