// What a phone shows after a tap until the server answers: the same as the server's own picture, as far as it says anything.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Shown } from "../../../dashboard/record/client/after.js";
import { serve } from "../../../dashboard/record/client/served.js";

// What a picture says that a phone may know by itself.
function told(shown) {
  const { awaits, number, title, players, dealers } = shown;
  const hand = shown.hand ?? {};
  const names = ["dealer", "turned", "trump", "order", "declaring", "active", "tricks", "open_trick", "turn", "led", "best", "silent", "takes", "matches"];
  return {
    ...{ awaits, number, title, players, dealers },
    seats: shown.table.map(({ name, declared, draws, won, took }) => ({ name, declared, draws, won, took: took ?? null })),
    coming: shown.hand ? null : shown.coming && shown.coming.order,
    seen: [...(hand.seen ?? [])].sort(),
    ...Object.fromEntries(names.map((name) => [name, hand[name] ?? null])),
  };
}

// Written by test_client.py, which asks the server's side: the picture before each tap, and after it.
const { strengths, cases } = JSON.parse(readFileSync(process.env.BOURRE_GUESSES, "utf-8"));
serve({ strengths });

for (const { name, before, tap, after } of cases) {
  test(name, () => {
    const shown = new Shown(before);
    shown.tap({ n: 1, hand: null, ...tap });
    assert.notDeepEqual(told(before), told(after)); // else this tap shows nothing
    assert.deepEqual(told(shown.now), told(after));
  });
}
