// A phone's storage and a server for the outbox, both of which can fail; neither needs a browser.

import { mock } from "node:test";

import { Outbox, Store } from "../../../dashboard/record/client/outbox.js";

// A browser's storage with room for so many characters, which tabs share.
export class Storage {
  constructor(room = Infinity) {
    this.kept = new Map();
    this.room = room;
    this.forbidden = false;
  }

  get length() {
    this.allowed();
    return this.kept.size;
  }

  allowed() {
    if (this.forbidden) throw new DOMException("denied", "SecurityError");
  }

  key(at) {
    return [...this.kept.keys()][at] ?? null;
  }

  getItem(key) {
    this.allowed();
    return this.kept.get(key) ?? null;
  }

  setItem(key, value) {
    this.allowed();
    const used = [...this.kept].reduce((sum, [one, text]) => sum + (one === key ? 0 : one.length + text.length), 0);
    if (used + key.length + value.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.kept.set(key, value);
  }

  removeItem(key) {
    this.allowed();
    this.kept.delete(key);
  }
}

// The server (ledger/book/recordings.py): each number of a stream counts once, and none is left out. `fails` says what becomes of
// a request: "" is answered, "away" does not arrive, "lost" is carried out without an answer; a number is another status.
export class Server {
  constructor() {
    this.taps = []; // in the order in which they were applied
    this.applied = {};
    this.recorder = null;
    this.gone = false;
    this.fails = () => "";
    this.impossible = () => false;
    this.requests = 0;
  }

  ask({ log, phone, stream, events }) {
    this.requests += 1;
    const fails = this.fails();
    if (fails === "away") return { status: 0, body: null };
    if (typeof fails === "number") return { status: fails, body: null };
    const answer = this.answer(log, phone, stream, events);
    return fails === "lost" ? { status: 0, body: null } : answer;
  }

  answer(log, phone, stream, events) {
    if (this.gone) return { status: 404, body: { error: "nobody is recording this evening", remedy: "begin one" } };
    const picture = { log, applied: this.applied };
    if (this.recorder !== null && this.recorder !== phone) return { status: 409, body: { error: "another phone records", remedy: "", picture } };
    let refused = null;
    for (const event of events) {
      const at = this.applied[stream] ?? 0;
      if (event.n <= at) continue;
      if (event.n > at + 1) refused = { n: at + 1, why: "a tap is missing", remedy: "", gap: true };
      else if (this.impossible(event)) refused = { n: event.n, why: "that is not possible", remedy: "undo it", gap: false };
      if (refused) break;
      this.applied[stream] = event.n;
      if (event.kind !== "nothing") this.taps.push(event.words);
    }
    return { status: 200, body: { applied: this.applied[stream] ?? 0, refused, picture: { ...picture, applied: { ...this.applied } } } };
  }
}

// A test with storage that all tabs share; time passes only in `pass`.
export function begin(room) {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  const storage = new Storage(room);
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true, writable: true });
  return { storage, server: new Server() };
}

// A tab of the phone in which a recording is opened. A tab that is closed sends nothing more.
export class Tab {
  constructor(server, log = "evening") {
    this.closed = false;
    this.pictures = [];
    this.store = new Store();
    const ask = async (said) => (this.closed ? new Promise(() => {}) : server.ask(said));
    this.outbox = new Outbox(this.store, ask, (picture) => picture && this.pictures.push(picture));
    this.outbox.open(log);
    this.outbox.soon(0);
  }

  tap(...words) {
    for (const one of words) this.outbox.add({ kind: "note", hand: null, words: one });
  }

  close() {
    this.closed = true;
    this.outbox.sending = true; // nothing begins any more
  }
}

// Let so many milliseconds pass, and whatever was asked be answered.
export async function pass(milliseconds = 10_000) {
  for (let at = 0; at < milliseconds; at += 100) {
    mock.timers.tick(100);
    for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
  }
}

// Numbers by chance from a seed (mulberry32), as the tests in Python have them.
export function luck(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
