// The record page. It stores only which screen is shown: what was entered is on the server or waits in the outbox.

import { copied } from "../../frame/clipboard.js";
import { focused, part } from "../../frame/elements.js";
import { canShare, cancelled, sharePicture } from "../../frame/sharing.js";
import { Shown, rowOf } from "./after.js";
import { el, patch, plain } from "./drawing.js";
import { numberOf } from "./hand.js";
import { Outbox, PREFIX, Store, request, token } from "./outbox.js";
import { decision, page } from "./page.js";
import { serve, served } from "./served.js";
import { sheet } from "./sheet.js";
import { start, tonight } from "./start.js";
import { Touch } from "./touch.js";
/** @import { Component } from "../../frame/component" */
/** @import { Answer, Answers, Desk, FromServer, Recap, Refusal, Served, Sheets, Shows, Sitting, Starting, Stream, Tap, Went } from "./types" */

/** @typedef {HTMLElement & { bourreTouch?: Touch }} Root What the touches of a root are read by stays with it. */
/** @typedef {{ log: string, number: number, went: Went[], asked?: boolean, ends?: number, year?: number, nth?: Record<string, string> }} Moment */
/** @typedef {"log" | "watches"} Kept */

const LOOK = 1500; // milliseconds between requests for news from the server, while nothing is tapped
const TOLD = 150; // pixels that are left for sentences
const LOW = 150; // pixels below which the table is not drawn
const MOMENT = 7000; // milliseconds for which it is shown who went bourré
const ASK_AGAIN = 500; // milliseconds after which a question without an answer is asked again
const LATE = 400; // milliseconds after which an unsaved tap is mentioned

/** @type {Table | null} */
let table = null; // the page has only one, however often Streamlit mounts the component again

/** @type {(component: Component<Served>) => () => void} */
export default function (component) {
  const root = part(component.parentElement, ".bourre");
  serve(component.data);
  table ??= new Table();
  table.sit(root);
  const shown = table;
  return () => shown.rise(root);
}

export class Table {
  constructor() {
    this.store = new Store();
    this.outbox = new Outbox(this.store, (said) => this.ask("taps", said), (picture, stream) => this.told(picture, stream));
    /** @type {Root | null} */
    this.root = null;
    /** @type {"start" | "table"} */
    this.screen = "start";
    /** @type {string | null} */
    this.log = null;
    /** @type {Shown | null} */
    this.folded = null; // the server's picture, with waiting taps applied
    /** @type {"cards" | "score"} */
    this.mode = this.store.get("mode") === "cards" ? "cards" : "score";
    this.four = remembered();
    this.watching = false;
    /** @type {{ name: keyof Sheets, values: Sheets[keyof Sheets] } | null} */
    this.sheet = null;
    /** @type {HTMLElement | null} */
    this.opener = null; // has the focus again when the sheet is closed
    /** @type {string | null} */
    this.leader = null;
    /** @type {number | null} */
    this.unseen = null; // the hand whose turned card nobody saw
    /** @type {number | null} */
    this.undrawn = null; // the hand in which it is not noted how many cards were drawn
    /** @type {{ before: Shows, followers: Set<string> }[]} */
    this.said = []; // what to return to, for each tap of this page that can be undone
    /** @type {Map<number, Shows>} */
    this.undone = new Map(); // the picture that an undo leads to, by its number, while it waits
    this.moves = 0; // how often a tap or a picture has changed what is shown
    /** @type {string | null} */
    this.message = null; // why a tap did nothing, or what just happened
    /** @type {Set<string>} */
    this.followers = new Set();
    this.late = false;
    /** @type {Desk | null} */
    this.desk = null;
    /** @type {string[]} */
    this.known = []; // the players of the book
    /** @type {Starting} */
    this.starting = { seats: [], added: [] };
    this.entering = false; // an answer of the server leads to a recording, or away from it
    this.opened = false; // the list of discarded evenings
    /** @type {{ log: string | null, number: number, told: boolean } | null} */
    this.noticed = null; // the last hand whose bourrés were looked at
    /** @type {Moment | null} */
    this.moment = null;
    /** @type {Partial<Recap> | null | undefined} */
    this.recap = undefined; // {} while it is asked for, null if there is none
    /** @type {string | undefined} */
    this.shared = undefined; // what became of sharing it
    /** @type {{ width: number, height: number, tall: boolean } | null} */
    this.space = null; // for the felt
    window.addEventListener("online", () => this.outbox.soon(0));
    window.addEventListener("storage", () => this.outbox.soon(LATE)); // taps of another tab of this phone
    document.addEventListener("visibilitychange", () => (document.hidden ? null : this.look(0)));
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("beforeunload", (event) => {
      if (this.store.full && this.outbox.waiting) event.preventDefault(); // the waiting taps are in this page's memory only
    });
  }

  get shown() {
    return this.folded?.now ?? null;
  }

  // --- On the page, and off it --------------------------------------------------------------------------------------------

  /** @param {Root} root */
  sit(root) {
    if (this.root !== root) {
      this.root = root;
      root.bourreTouch ??= new Touch(root, (node, why) => this.refuse(node, why), () => this.close(), () => (this.shown ? numberOf(this.shown) : null));
      this.size = new ResizeObserver(() => this.draw());
      this.size.observe(root);
    }
    this.calm();
    this.draw();
    if (this.screen === "start") this.begin();
    this.outbox.soon(0);
    this.look(0);
  }

  /** @param {Root} root */
  rise(root) {
    if (this.root !== root) return;
    this.size?.disconnect();
    this.root = null;
    clearTimeout(this.looking);
    this.uncalm();
    document.documentElement.classList.remove("at-table", "at-television");
  }

  // Streamlit dims a page that has lost its server, and puts a dialog over it. Recording works without the server, so undo both.
  calm() {
    if (this.style?.isConnected) return;
    this.style = document.createElement("style");
    this.style.textContent = served.page;
    document.head.append(this.style);
    this.dialogs = new MutationObserver(() => {
      for (const dialog of document.querySelectorAll('[role="dialog"]')) {
        if (dialog.textContent.includes("Connection error")) /** @type {HTMLElement | null} */ (dialog.querySelector('button[aria-label="Close"]'))?.click(); // it makes the whole page inert
      }
    });
    this.dialogs.observe(document.body, { childList: true, subtree: true });
  }

  uncalm() {
    this.style?.remove();
    this.dialogs?.disconnect();
  }

  /**
   * @template {keyof Answers} What
   * @param {What | `${What}?${string}`} what
   * @param {object} [said]
   * @returns {Promise<Answer<Answers[What]>>}
   */
  ask(what, said) {
    return /** @type {Promise<Answer<Answers[What]>>} */ (request(`${served.routes}/${what}`, this.outbox.phone, said));
  }

  // --- What comes from the server -----------------------------------------------------------------------------------------

  /** @param {FromServer | null} picture @param {Stream} [stream] */
  told(picture, stream) {
    if (picture && (!stream || stream.log === this.log)) this.take(picture);
    this.late = this.outbox.waiting > 0 && (this.late || this.outbox.trouble !== "");
    this.draw();
  }

  // A picture from the server: taps that it does not have yet are applied again.
  /** @param {FromServer} picture */
  take(picture) {
    this.moves += 1;
    const { refused } = this.outbox;
    this.fold(picture);
    if (picture.recorder && !picture.mine && !this.watching) {
      this.watching = true;
      this.sheet = null;
      this.said = [];
      if (!refused) this.say(`${plain(picture.recorder.name).replace(/^somebody/, "Somebody")} is recording now`);
    }
    if (!picture.hand || picture.hand.turn) this.leader = null;
    if (this.screen === "start") this.screen = "table";
    if (picture.awaits !== "end") this.recap = null;
    if (picture.awaits === "end" && this.shown?.awaits === "end" && !this.recap) this.fetchRecap();
  }

  // Apply the waiting taps to a picture, in the order in which they will be sent: those of closed or reloaded tabs come first.
  /** @param {FromServer} picture */
  fold(picture) {
    this.folded = new Shown(picture);
    const { stream: mine, refused } = this.outbox;
    if (!mine) return;
    for (const { id } of this.outbox.streams().filter((one) => one.log === this.log && one.id !== refused?.stream)) {
      const applied = picture.applied?.[id] ?? 0;
      for (const event of this.outbox.events(id)) if (event.n > applied) this.folded.tap(event, id === mine.id ? this.undone.get(event.n) : null);
    }
  }

  // Who went bourré in the hand that was confirmed just now, shown for some seconds; once it is on disk, how often this year.
  notice() {
    const { log, noticed } = this;
    const last = this.shown?.last;
    const number = last?.number ?? 0;
    if (this.shown) this.noticed = { log, number, told: !last || last.went !== undefined }; // not until the server has answered
    if (!log || !last || noticed?.log !== log || number < noticed.number) this.moment = null;
    else if (number > noticed.number || !noticed.told) {
      this.moment = last.went?.length ? { log, number, went: last.went } : null;
      if (this.moment) this.leaveFor(this.moment);
    }
    if (this.moment && !this.moment.asked && this.folded?.base.last?.number === number) this.countBourres(this.moment);
  }

  /** @param {Moment} moment */
  async countBourres(moment) {
    moment.asked = true;
    const { status, body } = await this.ask(`bourres?log=${encodeURIComponent(moment.log)}`);
    if (status !== 200 || this.moment !== moment) return;
    Object.assign(moment, body);
    this.leaveFor(moment); // the number too is there to be read
    this.draw();
  }

  /** @param {Moment} moment */
  leaveFor(moment) {
    clearTimeout(moment.ends);
    moment.ends = setTimeout(() => {
      if (this.moment !== moment) return;
      this.moment = null;
      this.draw();
    }, MOMENT);
  }

  // Look for news: for viewers, and for a recorder who may have been replaced.
  look(wait = LOOK) {
    clearTimeout(this.looking);
    this.looking = setTimeout(async () => {
      const log = this.log;
      if (this.root && log && !document.hidden && !this.outbox.waiting && !this.outbox.sending) {
        const { moves } = this;
        const { status, body } = await this.ask(`picture?log=${encodeURIComponent(log)}&since=${encodeURIComponent(this.folded?.base.stamp ?? "")}`);
        if (log === this.log && moves === this.moves) { // otherwise the answer may be older than what is shown
          if (status === 200 && body) {
            this.outbox.trouble = "";
            this.take(body);
          } else if (status === 204) this.outbox.trouble = "";
          else if (status === 404 && body?.error) this.gone(body);
          else this.outbox.trouble = status === 401 || status === 403 ? "login" : "away";
          this.draw();
        }
      } else if (this.root && this.screen === "start" && !this.desk) this.begin();
      if (this.root) this.look();
    }, wait);
  }

  async fetchRecap() {
    /** @type {Partial<Recap>} */
    const asked = {};
    this.recap = asked;
    const { status, body } = await this.ask(`recap?log=${encodeURIComponent(this.log ?? "")}`);
    if (this.recap !== asked) return; // the end was undone in the meantime
    this.recap = status === 200 ? body : null;
    this.draw();
  }

  // --- What is tapped -----------------------------------------------------------------------------------------------------

  // Enter a tap: store it, show it, then send it.
  /** @param {Tap} event */
  tap(event) {
    const before = this.shown;
    if (this.watching || !this.folded || !before) return;
    const followers = new Set(this.followers);
    if (this.folded.tap(this.outbox.add({ hand: numberOf(before), ...event }))) this.said.push({ before, followers });
    if (this.said.length > 400) this.said.shift();
    this.noteFollowers(before, event);
    if (event.kind === "card") this.leader = null;
    this.tapped();
  }

  tapped() {
    this.moves += 1;
    this.message = null;
    this.wait();
    this.draw();
  }

  // Note numbers of tricks that were not tapped: they follow from the others, and disappear with them.
  /** @param {Shows} before @param {Tap} event */
  noteFollowers(before, event) {
    if (!this.shown) return;
    const tapped = "player" in event ? event.player : null;
    for (const row of this.shown.table) {
      const was = rowOf(before, row.name)?.took ?? null;
      if (!this.shown.hand || (row.took ?? null) === null || tapped === row.name) this.followers.delete(row.name);
      else if (was === null) this.followers.add(row.name);
    }
  }

  /** @param {string} player */
  follow(player) {
    return this.followers.has(player);
  }

  // Take back the last tap.
  undo() {
    const last = this.said.pop();
    this.followers = last?.followers ?? new Set();
    const event = this.outbox.add({ hand: null, kind: "undo" });
    if (last) this.undone.set(event.n, last.before);
    this.folded?.tap(event, last?.before);
    this.leader = null;
    this.tapped();
  }

  // Enter that the turned card is not known, so that the page does not ask for it again.
  /** @param {number | null} number */
  nobodySaw(number) {
    this.unseen = number;
    this.tap({ kind: "turned", card: "" });
  }

  /** @param {string} player */
  lead(player) {
    this.leader = player;
    this.draw();
  }

  // Enter a tap from a sheet, and close the sheet.
  /** @param {Tap} event */
  done(event) {
    this.sheet = null;
    this.tap(event);
  }

  /** @template {keyof Sheets} Name @param {Name} name @param {Sheets[Name]} values */
  open(name, values) {
    if (!this.root) return;
    if (!this.sheet) this.opener = focused(this.root); // gets the focus back when the sheet is closed
    this.sheet = { name, values };
    this.draw();
    /** @type {HTMLElement | null} */ (this.root.querySelector(".sheet input:not([type=checkbox]), .sheet button"))?.focus({ preventScroll: true });
  }

  close() {
    this.sheet = null;
    this.draw();
  }

  /** @param {string} field @param {unknown} value */
  fill(field, value) {
    if (!this.sheet) return;
    Object.assign(this.sheet.values, { [field]: value });
    this.draw();
  }

  changeMode() {
    this.mode = this.mode === "score" ? "cards" : "score";
    this.store.set("mode", this.mode);
    this.leader = null;
    this.draw();
  }

  // The reason why a tap was not possible, with a short shake, never a dialog.
  /** @param {HTMLElement} node @param {string} why */
  refuse(node, why) {
    if (why) this.say(why);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) node.animate?.([{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "0" }], { duration: 160 });
  }

  /** @param {string} text */
  say(text) {
    this.message = text;
    clearTimeout(this.hushing);
    this.hushing = setTimeout(() => {
      this.message = null;
      this.draw();
    }, 4000);
    this.draw();
  }

  // Say after a while that something is not saved yet.
  wait() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.late = this.outbox.waiting > 0;
      this.draw();
    }, LATE);
  }

  /** @param {boolean} four */
  fourColours(four) {
    this.four = four;
    try {
      localStorage.setItem("bourre four colours", four ? "yes" : "no"); // as in the replay
    } catch {
      // then only this page remembers it
    }
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.root || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.sheet) this.close();
    if (event.key === "Tab" && this.sheet) this.keepFocus(event);
    if (event.key === "Enter" && !event.isComposing) this.entered(event);
  }

  // Enter in a field taps the button beside it, or else the main button of the sheet if there is only one.
  /** @param {KeyboardEvent} event */
  entered(event) {
    const field = this.root && focused(this.root);
    if (!field?.matches("input:not([type=checkbox])") || !this.root?.contains(field)) return;
    /** @type {HTMLElement | null | undefined} */
    const beside = field.closest(".line")?.querySelector("button");
    /** @type {NodeListOf<HTMLElement>} */
    const mains = this.root.querySelectorAll(".sheet .main");
    const meant = beside ?? (mains.length === 1 ? mains[0] : null);
    if (!meant) return;
    event.preventDefault();
    meant.click();
  }

  // Keep the focus inside an open sheet.
  /** @param {KeyboardEvent} event */
  keepFocus(event) {
    if (!this.root) return;
    /** @type {NodeListOf<HTMLElement>} */
    const inside = this.root.querySelectorAll(".sheet button, .sheet input, .sheet textarea, .sheet summary");
    const all = [...inside].filter((one) => one.getClientRects().length);
    const now = focused(this.root);
    const at = now ? all.indexOf(now) : -1;
    const next = event.shiftKey ? (at <= 0 ? all.at(-1) : null) : at < 0 || at === all.length - 1 ? all[0] : null;
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  // --- The desk -----------------------------------------------------------------------------------------------------------

  async begin() {
    const { status, body } = await this.ask("desk");
    if (status === 200 && body) {
      this.desk = body;
      this.known = body.players;
    }
    this.outbox.trouble = status === 200 ? "" : status === 401 || status === 403 ? "login" : "away";
    const mine = sessionMemory("log");
    if (this.screen === "start" && this.desk && mine && !this.log) {
      const kept = this.desk.unfinished.find((one) => one.log === mine);
      if (kept?.mine) return this.goOn(mine); // this tab was reloaded
      if (kept && sessionMemory("watches")) return this.watch(mine); // a television whose browser was reloaded
    }
    this.draw();
  }

  // Begin a recording or go on with one: from now on, this phone records it. True if that worked.
  /** @param {string | undefined} log @param {"take-over" | "begin" | "bring-back"} [how] @param {object} [said] */
  async goOn(log, how = "take-over", said = {}) {
    if (this.entering) return false;
    this.entering = true;
    this.draw();
    const { status, body } = await this.ask(how, { log, phone: this.outbox.phone, name: served.name, ...said });
    this.entering = false;
    if (status !== 200 || !body?.log) {
      this.say(body?.error ? inWords(body) : "The server is not answering. Try again.");
      return false;
    }
    this.enter(body, false);
    return true;
  }

  /** @param {string[]} names */
  seats(names) {
    this.start({ seats: [...names], sought: "" }); // the next player needs a new search
  }

  /** @param {Partial<Starting>} change */
  start(change) {
    Object.assign(this.starting, change);
    this.draw();
  }

  async beginEvening() {
    /** @type {Record<string, unknown>} */
    const said = { seats: this.starting.seats, date: tonight(), stream: (this.starting.stream ??= token()) };
    for (const [name, text] of Object.entries(this.starting.house ?? {})) said[name] = name === "pot" || name === "ante" ? Number(text) : text;
    if (await this.goOn(undefined, "begin", said)) this.desk = null;
  }

  async closeEvening() {
    if (this.entering) return;
    this.entering = true;
    const { status, body } = await this.ask("close", { log: this.log, phone: this.outbox.phone, name: served.name });
    this.entering = false;
    if (status !== 200) return this.say(body?.error ?? "The server is not answering. Try again.");
    this.goBack();
  }

  // Discard the evening. 404 counts as success: it is gone already, and an earlier answer was lost.
  async discardEvening() {
    if (this.entering) return;
    this.entering = true;
    const { status, body } = await this.ask("discard", { log: this.log, phone: this.outbox.phone, name: served.name, stamp: this.folded?.base.stamp });
    this.entering = false;
    this.sheet = null;
    if (body?.picture) this.take(body.picture);
    if (status !== 200 && status !== 404) return this.say(body?.error ? inWords(body) : "The server is not answering. Try again.");
    this.opened = Boolean(body?.kept);
    this.goBack();
    this.say(body?.kept ? "Discarded. You can bring it back below." : status === 200 ? "Discarded: nothing had been recorded." : inWords(body ?? {}));
  }

  /** @param {string} key */
  async bringBack(key) {
    if (!(await this.goOn(undefined, "bring-back", { key }))) this.begin();
  }

  // Say in a sheet what a tap would change. Asked until there is an answer; it can be entered without.
  /** @param {Sheets["mend"]} values @param {Tap<"mends">} event */
  async preview(values, event) {
    const asked = (values.asked = {});
    const wanted = () => values.asked === asked && this.sheet?.values === values;
    for (; wanted(); await new Promise((goOn) => setTimeout(goOn, ASK_AGAIN))) {
      if (this.outbox.waiting) continue; // the server knows another hand than the one shown here
      const { status, body } = await this.ask("mending", { log: this.log, event: { hand: null, ...event } });
      if (!wanted()) return;
      if (!body || (status !== 200 && !body.error)) continue;
      values.told = status === 200 ? body.told.join(" · ") : inWords(body);
      return this.draw();
    }
  }

  /** @param {Tap[]} events */
  putRight(events) {
    this.sheet = null;
    for (const event of events) this.tap(event);
  }

  // Leave a recording that somebody else has closed or discarded.
  /** @param {Partial<Refusal>} body */
  gone(body) {
    this.goBack();
    this.say(inWords(body));
  }

  async share() {
    const { svg = "", name = "", text = "", title = "" } = this.recap ?? {};
    try {
      if (canShare()) return await sharePicture(svg, name, { text, title });
    } catch (error) {
      if (cancelled(error)) return;
    }
    this.shared = (await copied(text)) ? "Copied" : "Not copied: select the text above";
    this.draw();
  }

  /** @param {string} log */
  async watch(log) {
    const { status, body } = await this.ask(`picture?log=${encodeURIComponent(log)}`);
    if (status !== 200 || !body) return this.say(body?.error ?? "The server is not answering. Try again.");
    this.enter(body, true);
  }

  /** @param {FromServer} picture @param {boolean} watching */
  enter(picture, watching) {
    this.log = picture.log;
    this.watching = watching;
    this.said = [];
    this.undone.clear();
    this.sheet = null;
    this.leader = null;
    this.screen = "table";
    this.message = null; // it may still say why something could not begin
    this.starting = { seats: [], added: [] };
    sessionMemory("log", this.log);
    sessionMemory("watches", watching ? "yes" : "");
    if (!watching) {
      this.outbox.open(this.log);
      if (picture.hand) this.mode = picture.hand.trump || picture.hand.tricks.length ? "cards" : "score";
    }
    this.take(picture);
    if (!watching) this.watching = false;
    this.draw();
    this.outbox.soon(0);
    this.look();
  }

  async takeOver(enter = false) {
    const no = this.outbox.refused;
    const { status, body } = await this.ask("take-over", { log: enter ? no?.log : this.log, phone: this.outbox.phone, name: served.name });
    if (status !== 200 || !body) return this.say(body?.error ?? "The server is not answering. Try again.");
    this.watching = false;
    if (enter) this.outbox.decide("again");
    if (!enter && this.log) this.outbox.open(this.log);
    sessionMemory("log", this.log ?? "");
    sessionMemory("watches", "");
    this.take(body);
    this.draw();
    this.outbox.soon(0);
  }

  /** @param {"one" | "all"} what */
  decide(what) {
    const { gone, log } = this.outbox.refused ?? {};
    this.outbox.decide(what);
    this.said = [];
    if (gone && log === this.log) return this.goBack();
    if (!this.folded) return this.draw(); // these were taps of an earlier page, and no recording is open yet
    this.fold(this.folded.base);
    this.draw();
    this.look(0);
  }

  goBack() {
    this.log = null;
    this.folded = null;
    this.sheet = null;
    this.watching = false;
    this.desk = null;
    this.screen = "start";
    sessionMemory("log", "");
    this.draw();
    this.begin();
  }

  // --- What is drawn ------------------------------------------------------------------------------------------------------

  draw() {
    if (!this.root) return;
    this.notice();
    this.root.classList.toggle("four", this.four);
    this.root.classList.toggle("scoring", this.mode === "score");
    document.documentElement.classList.toggle("at-television", this.watching);
    document.documentElement.classList.toggle("at-table", this.screen !== "start" && this.shown !== null && this.shown.awaits !== "end");
    const { refused } = this.outbox;
    const sitting = this.shown ? /** @type {Sitting} */ (this) : null;
    const drawn = [el("svg", { key: "shapes", class: "shapes", "aria-hidden": "true", width: 0, height: 0 }), this.screen === "start" || !sitting ? start(this) : page(sitting), sitting && this.sheet ? sheet(sitting, this.sheet) : null, refused ? decision(this, refused) : null];
    patch(this.root, drawn.filter((one) => one !== null));
    const shapes = /** @type {SVGSVGElement & { bourreShapes?: boolean }} */ (this.root.querySelector(".shapes"));
    if (!shapes.bourreShapes) {
      shapes.innerHTML = `<style>${served.style}</style><defs>${served.shapes}</defs>`;
      shapes.bourreShapes = true;
    }
    /** @type {HTMLElement | null} */
    const under = this.root.querySelector(".page");
    if (under) under.inert = Boolean(this.sheet || this.outbox.refused);
    if (this.opener && !this.sheet) {
      if (this.opener.isConnected && !this.outbox.refused) this.opener.focus({ preventScroll: true });
      this.opener = null;
    }
    this.measure();
  }

  // The space for the felt, which fills what the controls leave.
  room() {
    return this.space ?? { width: 360, height: 220 };
  }

  measure() {
    const upper = this.root?.querySelector(".upper");
    if (!upper) return;
    const told = this.mode === "cards" && !this.watching ? 0 : TOLD; // sentences go below the felt
    const [wide, high] = this.watching ? [1600, 1000] : [640, 430]; // a television
    const space = { width: Math.round(Math.min(upper.clientWidth, wide)), height: Math.round(Math.max(LOW, Math.min(upper.clientHeight - told, high))), tall: upper.clientHeight - told >= LOW };
    if (space.width === this.space?.width && space.height === this.space?.height && space.tall === this.space?.tall) return;
    this.space = space;
    this.draw();
  }

  tall() {
    return this.space?.tall ?? false;
  }
}

// The server's reason for refusing something.
/** @type {(refusal: Partial<Refusal>) => string} */
function inWords({ error = "the server did not accept it", remedy }) {
  return `${error[0].toUpperCase()}${error.slice(1)}${remedy ? `: ${remedy}` : ""}`;
}

// What this tab remembers across reloads. With a value, remember that.
/** @type {(name: Kept, value?: string) => string | null} */
function sessionMemory(name, value) {
  try {
    if (value === undefined) return sessionStorage.getItem(PREFIX + name);
    sessionStorage.setItem(PREFIX + name, value);
  } catch {
    // then a reload starts at the desk
  }
  return null;
}

function remembered() {
  try {
    return localStorage.getItem("bourre four colours") === "yes";
  } catch {
    return false;
  }
}
