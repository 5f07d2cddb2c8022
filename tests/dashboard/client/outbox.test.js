// No tap is lost and none counts twice: cut networks, lost answers, closed tabs, two tabs, full storage, wrong clocks.

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

import { request } from "../../../dashboard/record/client/outbox.js";
import { Tab, begin, luck, pass } from "./phone.js";

afterEach(() => mock.restoreAll());

const waiting = (storage) => [...storage.kept.keys()].filter((key) => key.startsWith("bourre.tap."));

const seed = Number(process.env.BOURRE_SEED ?? Date.now()) >>> 0;

test(`a thousand taps with answers lost, networks cut and tabs closed arrive once and in order (BOURRE_SEED=${seed})`, async () => {
  const { storage, server } = begin();
  const chance = luck(seed);
  server.fails = () => (chance() < 0.2 ? "lost" : chance() < 0.3 ? "away" : "");
  const all = Array.from({ length: 1000 }, (_, at) => `tap ${at}`);
  let tab = new Tab(server);
  for (const words of all) {
    if (chance() < 0.02) {
      tab.close();
      tab = new Tab(server);
    }
    tab.tap(words);
    if (chance() < 0.3) await pass(chance() < 0.1 ? 5000 : 100);
  }
  server.fails = () => "";
  await pass(20_000);
  assert.deepEqual(server.taps, all);
  assert.deepEqual(waiting(storage), []);
  assert.equal(tab.outbox.waiting, 0);
});

test("taps of a closed tab are delivered when the page is opened again, whatever the clock says", async () => {
  const { server } = begin();
  server.fails = () => "away";
  const closed = new Tab(server);
  closed.tap("one", "two");
  await pass(1000);
  assert.equal(closed.outbox.waiting, 2);
  assert.equal(closed.outbox.trouble, "away");
  closed.close();
  mock.method(Date, "now", () => 0); // years before the taps were made
  server.fails = () => "";
  const tab = new Tab(server);
  assert.deepEqual(tab.outbox.left().map((one) => one.events.map((event) => event.words)), [["one", "two"]]);
  tab.tap("three");
  await pass();
  assert.deepEqual(server.taps, ["one", "two", "three"]);
  assert.deepEqual(tab.outbox.left(), []);
});

test("two tabs of one phone lose no tap and double none, even if one throws away the streams of the other", async () => {
  const { storage, server } = begin();
  const [one, other] = [new Tab(server), new Tab(server)];
  server.fails = () => "away";
  one.tap("one");
  other.tap("two");
  await pass(500);
  server.fails = () => "";
  await pass();
  assert.deepEqual(server.taps.toSorted(), ["one", "two"]);
  for (const key of [...storage.kept.keys()]) if (key.startsWith("bourre.stream.")) storage.kept.delete(key);
  server.fails = () => "away";
  one.tap("three");
  await pass(500);
  one.close(); // what it tapped is sent by the other tab
  server.fails = () => "";
  other.tap("four");
  await pass();
  assert.deepEqual(server.taps.toSorted(), ["four", "one", "three", "two"]);
  assert.deepEqual(waiting(storage), []);
});

test("a full storage is known, and loses no tap while the page is open", async () => {
  const { storage, server } = begin(400);
  server.fails = () => "away";
  const tab = new Tab(server);
  const all = Array.from({ length: 20 }, (_, at) => `tap ${at}`);
  tab.tap(...all);
  assert.equal(tab.store.full, true);
  assert.ok(waiting(storage).length < 20);
  assert.equal(tab.outbox.waiting, 20);
  server.fails = () => "";
  await pass();
  assert.deepEqual(server.taps, all);
  assert.equal(tab.store.full, false);
});

test("where a browser forbids storage, taps are sent all the same", async () => {
  const { storage, server } = begin();
  storage.forbidden = true;
  const tab = new Tab(server);
  tab.tap("one");
  await pass();
  assert.deepEqual(server.taps, ["one"]);
});

test("taps left out because another phone records are not asked about again, and those that had arrived are not among them", async () => {
  const { storage, server } = begin();
  const tab = new Tab(server);
  server.fails = () => "lost";
  tab.tap("arrived");
  await pass(300);
  server.fails = () => "away";
  tab.tap("late");
  server.recorder = "another phone";
  server.fails = () => "";
  await pass();
  const no = tab.outbox.refused;
  assert.deepEqual([no.taken, no.whole, no.rest.map((one) => one.words)], [true, true, ["late"]]);
  const asked = server.requests;
  await pass();
  assert.equal(server.requests, asked); // nothing is sent until somebody has decided
  tab.outbox.decide("all");
  await pass();
  assert.equal(tab.outbox.refused, null);
  assert.deepEqual(waiting(storage), []);
  server.recorder = null;
  tab.outbox.open("evening"); // taken over
  tab.tap("after");
  await pass();
  assert.deepEqual(server.taps, ["arrived", "after"]);
});

test("taps for an evening that is gone are shown, and can be sent again once it is back", async () => {
  const { server } = begin();
  const tab = new Tab(server);
  server.gone = true;
  tab.tap("one");
  await pass();
  assert.deepEqual([tab.outbox.refused.gone, tab.outbox.refused.why], [true, "nobody is recording this evening"]);
  server.gone = false;
  tab.outbox.decide("again");
  await pass();
  assert.deepEqual(server.taps, ["one"]);
});

for (const [what, left] of [["one", ["one", "three"]], ["all", ["one"]]]) {
  test(`a tap that is not possible is left out (${what}), and what comes after it leaves no gap`, async () => {
    const { server } = begin();
    const tab = new Tab(server);
    server.impossible = (event) => event.words === "two";
    tab.tap("one", "two", "three");
    await pass();
    assert.deepEqual(server.taps, ["one"]);
    assert.deepEqual([tab.outbox.refused.n, tab.outbox.refused.remedy], [2, "undo it"]);
    tab.outbox.decide(what);
    tab.tap("four");
    await pass();
    assert.deepEqual(server.taps, [...left, "four"]);
    assert.equal(tab.outbox.waiting, 0);
  });
}

test("a server that has forgotten a stream is sent its taps in a new one", async () => {
  const { storage, server } = begin();
  const tab = new Tab(server);
  tab.tap("one", "two");
  await pass();
  server.applied = {}; // brought back from an older copy
  tab.tap("three");
  await pass();
  assert.deepEqual(server.taps, ["one", "two", "three"]);
  assert.deepEqual([...storage.kept.keys()].toSorted(), ["bourre.phone", `bourre.stream.${tab.outbox.stream.id}`]);
  tab.tap("four");
  await pass();
  assert.deepEqual(server.taps, ["one", "two", "three", "four"]);
});

test("more taps than fit into one message are sent in several", async () => {
  const { server } = begin();
  server.fails = () => "away";
  const tab = new Tab(server);
  const all = Array.from({ length: 450 }, (_, at) => `tap ${at}`);
  tab.tap(...all);
  await pass(300);
  server.fails = () => "";
  server.requests = 0;
  await pass();
  assert.equal(server.requests, 3);
  assert.deepEqual(server.taps, all);
});

for (const [status, trouble] of [[401, "login"], [403, "login"], [503, "busy"], [500, "away"], [408, "away"], [429, "away"]]) {
  test(`an answer of ${status} is ${trouble}, and the tap is sent again`, async () => {
    const { server } = begin();
    const tab = new Tab(server);
    server.fails = () => status;
    tab.tap("one");
    await pass(1000);
    assert.equal(tab.outbox.trouble, trouble);
    assert.ok(server.requests > 1);
    server.fails = () => "";
    await pass();
    assert.deepEqual(server.taps, ["one"]);
    assert.equal(tab.outbox.trouble, "");
  });
}

test("a server that is away is asked less and less often, at once where somebody taps", async () => {
  const { server } = begin();
  server.fails = () => "away";
  const tab = new Tab(server);
  tab.tap("one");
  await pass(5000);
  assert.ok(server.requests >= 4 && server.requests <= 6, String(server.requests));
  server.requests = 0;
  await pass(30_000);
  assert.ok(server.requests >= 9 && server.requests <= 11, String(server.requests));
  server.requests = 0;
  tab.tap("two");
  await pass(100);
  assert.equal(server.requests, 1);
});

test("finished streams of long ago are forgotten, those of open tabs are not", async () => {
  const { storage, server } = begin();
  const kept = new Tab(server);
  server.fails = () => "away";
  kept.tap("one");
  for (let at = 0; at < 20; at += 1) new Tab(server).close();
  const streams = [...storage.kept.keys()].filter((key) => key.startsWith("bourre.stream."));
  assert.ok(streams.includes(`bourre.stream.${kept.outbox.stream.id}`));
  assert.ok(streams.length <= 11, streams.join(" "));
});

test("a picture of the server is handed on with every answer", async () => {
  const { server } = begin();
  const tab = new Tab(server);
  tab.tap("one");
  await pass();
  assert.deepEqual(tab.pictures.map((picture) => picture.applied[tab.outbox.stream.id]), [1]);
});

// --- One request ------------------------------------------------------------------------------------------------------------

const answers = (status, text) => mock.method(globalThis, "fetch", async () => new Response(status === 204 ? null : text, { status }));

for (const [status, text, told] of [
  [200, '{"applied": 1}', { status: 200, body: { applied: 1 } }],
  [204, "", { status: 204, body: null }],
  [404, '{"error": "gone"}', { status: 404, body: { error: "gone" } }],
  [404, "<h1>Tunnel not found</h1>", { status: 0, body: null }], // only our server can say that an evening is gone
  [502, "Bad gateway", { status: 0, body: null }],
  [503, "Busy", { status: 503, body: null }],
  [401, "", { status: 401, body: null }],
  [200, "<h1>Log in to this network</h1>", { status: 0, body: null }],
]) {
  test(`an answer of ${status} ${text.slice(0, 12)} is taken for ${told.status}`, async () => {
    answers(status, text);
    assert.deepEqual(await request("/bourre/desk", "phone"), told);
  });
}

test("without a network, and after too long, a request has no answer", async () => {
  mock.method(globalThis, "fetch", async () => Promise.reject(new TypeError("no network")));
  assert.deepEqual(await request("/bourre/desk", "phone"), { status: 0, body: null });
  mock.restoreAll();
  begin();
  mock.method(globalThis, "fetch", (_, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))));
  const asked = request("/bourre/taps", "phone", { events: [] });
  await pass(9000);
  assert.deepEqual(await asked, { status: 0, body: null });
});
