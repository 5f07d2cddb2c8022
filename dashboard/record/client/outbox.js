// Taps on their way to the server. Each is an event with a number in a stream; each time a tab opens a recording, it begins a
// stream. An event stays in the browser's storage from the moment of the tap until the server says that it is on its disk. The
// server accepts each number only once, so a tap can be sent again and again, by this tab or another, and still counts once.
// The order is that of the numbers: nothing depends on a clock.

/** @import { Answer, Event, FromServer, Refused, Stream, Tap, TapsAnswer } from "./types" */

export const PREFIX = "bourre.";
const BATCH = 200; // events in one message
const PATIENCE = 8000; // milliseconds for an answer
const KEPT = 8; // finished streams to keep: their tabs may still be open, and send more taps
const IN_BETWEEN = [401, 403, 413, 503]; // what others say as well
const BACKOFF = [300, 600, 1200, 2000, 3000];

// The browser's storage. It may be full, forbidden or emptied: what it does not take is kept in this page's memory.
export class Store {
  constructor() {
    /** @type {Map<string, string>} */
    this.memory = new Map();
  }

  get full() {
    return this.memory.size > 0;
  }

  /** @param {string} key @returns {string | null} */
  get(key) {
    const kept = this.memory.get(key);
    if (kept !== undefined) return kept;
    try {
      return localStorage.getItem(PREFIX + key);
    } catch {
      return null;
    }
  }

  /** @param {string} key @param {string} value */
  set(key, value) {
    try {
      localStorage.setItem(PREFIX + key, value);
      this.memory.delete(key);
    } catch {
      this.memory.set(key, value);
    }
  }

  /** @param {string} key */
  remove(key) {
    this.memory.delete(key);
    try {
      localStorage.removeItem(PREFIX + key);
    } catch {
      // then it was never stored
    }
  }

  /** @param {string} start */
  keys(start) {
    const found = new Set([...this.memory.keys()].filter((key) => key.startsWith(start)));
    try {
      for (let at = 0; at < localStorage.length; at += 1) {
        const key = localStorage.key(at);
        if (key?.startsWith(PREFIX + start)) found.add(key.slice(PREFIX.length));
      }
    } catch {
      // nothing is stored there
    }
    return [...found];
  }

  /** @param {string} key @returns {unknown} */
  json(key) {
    try {
      return JSON.parse(this.get(key) ?? "null");
    } catch {
      return null; // not written by this page
    }
  }
}

/** @type {() => string} */
export function token() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Send a request to our server. Returns {status, body}; the status is 0 if the server cannot be reached or does not answer.
/** @type {(address: string, phone: string, said?: object) => Promise<Answer<object>>} */
export async function request(address, phone, said) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(address, {
      method: said === undefined ? "GET" : "POST",
      headers: said === undefined ? { "Bourre-Phone": phone } : { "Content-Type": "application/json" },
      body: said === undefined ? undefined : JSON.stringify(said),
      cache: "no-store",
      credentials: "same-origin",
      signal: stop.signal,
    });
    const text = await answer.text();
    let body = null;
    try {
      body = text ? JSON.parse(text) : null;
    } catch {
      if (answer.ok) return { status: 0, body: null };
    }
    if (answer.ok || body?.error) return { status: answer.status, body };
    // From something in between, such as a tunnel whose end is away: only our server can say that an evening is gone.
    return { status: IN_BETWEEN.includes(answer.status) ? answer.status : 0, body: null };
  } catch {
    return { status: 0, body: null };
  } finally {
    clearTimeout(timer);
  }
}

export class Outbox {
  // `ask` sends taps; `tell` is called whenever the outbox has changed, with a picture if one came.
  /**
   * @param {Store} store
   * @param {(said: object) => Promise<Answer<TapsAnswer>>} ask
   * @param {(picture: FromServer | null, stream?: Stream) => void} tell
   */
  constructor(store, ask, tell) {
    this.store = store;
    this.ask = ask;
    this.tell = tell;
    this.phone = store.get("phone") ?? token();
    store.set("phone", this.phone);
    /** @type {(Stream & { n: number }) | null} */
    this.stream = null; // the stream for taps of this page
    /** @type {Refused | null} */
    this.refused = null; // nothing more is sent until the user has decided
    this.failures = 0;
    /** @type {"" | "away" | "login" | "busy"} */
    this.trouble = "";
    this.sending = false;
    /** @type {number | null} */
    this.timer = null;
    /** @type {Map<string | undefined, number>} */
    this.counts = new Map(); // how many are waiting, by stream
  }

  // Begin a stream for a recording.
  /** @param {string} log */
  open(log) {
    const mine = { id: token(), log, phone: this.phone, order: 1 + Math.max(0, ...this.streams().map((one) => one.order)), n: 0 };
    this.stream = mine;
    this.remember(mine);
    for (const old of this.streams()) if (old.id !== mine.id && !this.events(old.id).length && old.order < mine.order - KEPT) this.store.remove(`stream.${old.id}`);
  }

  // Store the stream of this page's taps if it is missing: once the page is closed, another one needs it to send them.
  /** @param {Stream} stream */
  remember({ id, log, phone, order }) {
    const kept = { log, phone, order };
    if (this.store.get(`stream.${id}`) === null) this.store.set(`stream.${id}`, JSON.stringify(kept));
  }

  // All streams that this browser knows, oldest first, so that taps of closed tabs are sent before ours. Ours is always among
  // them, even if another tab has removed it.
  /** @returns {Stream[]} */
  streams() {
    const kept = this.store.keys("stream.").map((key) => ({ id: key.slice(7), .../** @type {Omit<Stream, "id">} */ (this.store.json(key)) }));
    const found = kept.filter((one) => one.log);
    const mine = this.stream;
    if (mine && !found.some((one) => one.id === mine.id)) found.push(mine);
    return found.sort((a, b) => a.order - b.order);
  }

  /** @param {string} id @returns {Event[]} */
  events(id) {
    const found = this.store.keys(`tap.${id}.`).map((key) => /** @type {Event | null} */ (this.store.json(key)));
    return found.filter((one) => one !== null).filter((one) => one.n).sort((a, b) => a.n - b.n);
  }

  // Store a tap. When this returns, the tap is in the browser's storage, or the page knows that it is not.
  /** @param {Tap} event @returns {Event} */
  add(event) {
    const { stream } = this;
    if (!stream) throw new Error("no recording is open");
    const numbered = { n: stream.n + 1, ...event };
    stream.n = numbered.n;
    this.remember(stream); // another tab may have removed it as finished
    this.store.set(`tap.${stream.id}.${numbered.n}`, JSON.stringify(numbered));
    this.counts.set(stream.id, (this.counts.get(stream.id) ?? 0) + 1);
    this.soon(0);
    return numbered;
  }

  // The number of taps of this page's recording that are not on the server's disk yet.
  get waiting() {
    return this.counts.get(this.stream?.id) ?? 0;
  }

  // The streams of other tabs, closed as a rule, that have taps to send.
  left() {
    return this.streams().filter((one) => one.id !== this.stream?.id).map((one) => ({ ...one, events: this.events(one.id) })).filter((one) => one.events.length);
  }

  /** @param {number} wait */
  soon(wait) {
    if (this.sending) return;
    if (this.timer) {
      if (wait > 0) return;
      clearTimeout(this.timer);
    }
    this.timer = setTimeout(() => {
      this.timer = null;
      this.flush();
    }, wait);
  }

  async flush() {
    if (this.sending || this.refused) return;
    this.sending = true;
    let again = null;
    try {
      for (const stream of this.streams()) {
        let events;
        while (!this.refused && (events = this.events(stream.id)).length) {
          const failed = await this.send(stream, events.slice(0, BATCH));
          if (failed) {
            again = BACKOFF[Math.min(this.failures, BACKOFF.length) - 1] ?? BACKOFF[0];
            return;
          }
        }
        if (this.refused) return;
        this.counts.delete(stream.id);
      }
    } finally {
      this.sending = false;
      if (again !== null) this.soon(again);
      else if (!this.refused && this.waiting) this.soon(0);
      this.tell(null);
    }
  }

  // Send a batch. True if it failed and has to be sent again.
  /** @param {Stream} stream @param {Event[]} events */
  async send(stream, events) {
    const said = { log: stream.log, phone: this.phone, stream: stream.id, events };
    const { status, body } = await this.ask(said);
    if (status === 200 && body) {
      this.failures = 0;
      this.trouble = "";
      this.done(stream.id, events, body.applied);
      const no = body.refused;
      if (no?.gap) this.renumber(stream); // the server does not know this stream (any longer)
      else if (no) this.refused = { stream: stream.id, log: stream.log, ...no, rest: this.events(stream.id) };
      this.tell(body.picture ?? null, stream);
      return false;
    }
    if (status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 408 && status !== 429) {
      this.trouble = "";
      this.done(stream.id, events, body?.picture?.applied?.[stream.id] ?? 0); // saved, but the answer was lost, and somebody else has taken over since
      const rest = this.events(stream.id);
      if (rest.length) this.refused = { stream: stream.id, log: stream.log, n: rest[0].n, why: body?.error ?? "the server did not accept it", remedy: body?.remedy ?? "", whole: true, taken: status === 409, gone: status === 404, rest };
      this.tell(body?.picture ?? null, stream);
      return false;
    }
    this.failures += 1;
    this.trouble = status === 401 || status === 403 ? "login" : status === 503 ? "busy" : "away";
    this.tell(null);
    return true;
  }

  /** @param {string} id @param {Event[]} events @param {number} applied */
  done(id, events, applied) {
    for (const event of events) {
      if (event.n > applied) break;
      this.store.remove(`tap.${id}.${event.n}`);
    }
    this.counts.set(id, this.events(id).length);
  }

  // Move waiting taps to a new stream, numbered from 1: the server accepts no gaps, and has forgotten the old stream.
  /** @param {Stream} stream */
  renumber(stream) {
    const events = this.events(stream.id);
    const mine = stream.id === this.stream?.id;
    const id = token();
    const kept = { log: stream.log, phone: this.phone, order: stream.order ?? 0 };
    this.store.set(`stream.${id}`, JSON.stringify(kept));
    events.forEach((one, at) => this.store.set(`tap.${id}.${at + 1}`, JSON.stringify({ ...one, n: at + 1 })));
    for (const event of events) this.store.remove(`tap.${stream.id}.${event.n}`);
    this.store.remove(`stream.${stream.id}`);
    this.counts.delete(stream.id);
    this.counts.set(id, events.length);
    if (mine) this.stream = { ...kept, id, n: events.length };
  }

  // Carry out the user's decision about a refused tap: leave out this one or all, or try again. A tap that is left out keeps its
  // number, but does nothing, so that there is no gap.
  /** @param {"again" | "one" | "all"} what */
  decide(what) {
    const no = this.refused;
    if (!no) return;
    this.refused = null;
    for (const event of what === "again" ? [] : this.events(no.stream)) {
      if (no.whole) this.store.remove(`tap.${no.stream}.${event.n}`); // not even an empty tap would be accepted
      else if (event.n === no.n || what === "all") this.store.set(`tap.${no.stream}.${event.n}`, JSON.stringify({ n: event.n, hand: null, kind: "nothing" }));
    }
    this.tell(null);
    this.soon(0);
  }
}
