// What the record page works out and words by itself.

import assert from "node:assert/strict";
import { test } from "node:test";

import { changes } from "../../../dashboard/record/client/evening.js";
import { numberOf, whoseTurn } from "../../../dashboard/record/client/hand.js";
import { likeOf } from "../../../dashboard/record/client/names.js";
import { strip } from "../../../dashboard/record/client/saved.js";
import { moneyInChips, tonight } from "../../../dashboard/record/client/start.js";

test("the date on a phone is by its own clock, and until six still yesterday's", () => {
  assert.deepEqual([5, 6, 23].map((hour) => tonight(new Date(2026, 2, 1, hour, 59))), ["2026-02-28", "2026-03-01", "2026-03-01"]);
});

for (const [said, chip, told] of [
  ["$10", "0.50", "$10 is 20 chips."],
  ["10,5EUR", "0.50 EUR", "10,5EUR is 21 chips."],
  ["$10.10", "0.50", "No whole number of chips is worth $10.10."],
  ["$10", "", "To say it in money, say first what a chip is worth."],
  ...["20", "20x", "none", "yes", "no", ""].map((one) => [one, "0.50", ""]),
]) {
  test(`a limit of "${said}" in money is shown in chips of "${chip}"`, () => assert.equal(moneyInChips(said, chip), told));
}

const seat = (name, draws) => ({ name, declared: "plays", draws });

for (const [awaits, hand, declare, mode, ring] of [
  ["declare", { declaring: "Ann", turn: "Bea" }, "two-rounds", "cards", "Ann"],
  ["play", { turn: "Bea" }, "two-rounds", "cards", null], // how many does each draw? about nobody
  ["play", { turn: "Bea" }, "with-draw", "cards", "Bea"],
  ["card", { turn: null }, "with-draw", "cards", "Cal"],
  ["confirm", { turn: null }, "with-draw", "cards", null],
  ["play", { turn: "Bea" }, "with-draw", "score", null],
]) {
  test(`the ring is round whoever the question is about: ${awaits}, ${declare}, ${mode}`, () => {
    const shown = { awaits, hand: { number: 1, trump: "", ...hand }, table: [seat("Ann", null), seat("Bea", 2)], ways: { declare } };
    assert.equal(whoseTurn({ shown, mode, leader: "Cal", undrawn: null }), ring);
  });
}

test("the number of a hand is that of the open one, else of the one to come", () => {
  const pictures = [{ hand: { number: 3 }, coming: { number: 4 } }, { hand: null, coming: { number: 4 } }, { hand: null, coming: null }];
  assert.deepEqual(pictures.map(numberOf), [3, 4, null]);
});

test("a name is like another that differs in case, accents, apostrophes and spaces only", () => {
  const names = ["Ann", "Émile O’Neil"];
  assert.deepEqual(["àNN", "emile  o'neil", "Ann", "Anna"].map((name) => likeOf(name, names)), ["Ann", "Émile O’Neil", null, null]);
});

test("what is typed again as it was is no change of an evening's settings", () => {
  const began = { date: "2026-11-20", title: "", chip: "0.25 USD", rules: "louisiana", ante: 1, pot: 0, exempt: ["Bea"], seats: ["Ann", "Bea"] };
  const picture = { began, players: ["Ann", "Bea"] };
  assert.deepEqual(changes(picture, { chip: " 0.25 USD ", ante: "1", seats: ["Ann", "Bea"], called: { Ann: "Ann" } }), []);
  assert.deepEqual(changes(picture, { pot: "4", seats: ["Ann", "Cal"], called: { Ann: " Anna  B ", Bea: "B" } }), [
    { kind: "began", pot: 4, seats: ["Ann", "Cal"], exempt: [] },
    { kind: "called", player: "Ann", name: "Anna B" },
  ]);
});

const text = ({ inside, ...one }) => one.text ?? inside.map(text).join("");

for (const [what, trouble, full, here, late, told] of [
  ["all is saved", "", false, 0, false, ""],
  ["a tap is on its way", "", false, 1, false, ""],
  ["a tap is late", "", false, 1, true, "Not saved yet: 1 tap"],
  ["the server is away, and nothing waits", "away", false, 0, false, "The server cannot be reached. Just go on: taps are kept here."],
  ["the server is away", "away", false, 2, true, "Not saved yet: 2 taps. The server cannot be reached: just go on."],
  ["nobody is logged in", "login", false, 2, true, "Log in again on this phone: reload the page. Not saved yet: 2 taps."],
  ["nobody is logged in, and the storage is full", "login", true, 2, true, "Log in again on this phone: open another tab, and keep this one. Not saved yet: 2 taps."],
  ["the storage is full", "away", true, 2, true, "This phone's storage is full. Keep this page open until everything is saved. Not saved yet: 2 taps."],
]) {
  test(`the strip says what is not saved: ${what}`, () => {
    const other = { log: "another", events: [{}, {}, {}] }; // of another evening: not told here
    const outbox = { trouble, waiting: here, left: () => [other] };
    assert.equal(text(strip({ outbox, late, log: "this", store: { full } })), told);
  });
}

test("taps of an earlier page for the same evening are told with those of this one", () => {
  const outbox = { trouble: "", waiting: 1, left: () => [{ log: "this", events: [{}, {}] }] };
  assert.equal(text(strip({ outbox, late: false, log: "this", store: { full: false } })), "Not saved yet: 3 taps");
});
