// Where everything lies on the felt of the record page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CARD, TAG, places } from "../../../dashboard/record/client/felt.js";

const around = (what, x, y, wide, tall, above = 0) => ({ what, left: x - wide / 2, right: x + wide / 2, top: y - tall / 2 - above, bottom: y + tall / 2 });

// The boxes of all plates and cards, and of the card that is turned up.
function boxes(players, width, height) {
  const { found, plate, size } = places(players, width, height);
  const turned = size.low ? size.big * 0.9 : 0.84;
  return [
    ...found.map((one, at) => around(`name ${at}`, one.x, one.y, plate, size.plate)),
    ...found.map((one, at) => around(`card ${at}`, one.cx, one.cy, CARD.width * size.big, CARD.height * size.big, TAG * size.big)),
    around("trump", width / 2 + (size.low ? 2 : 6) + (CARD.width * turned) / 2, height / 2, CARD.width * turned, CARD.height * turned),
  ];
}

const overlap = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;

// Of eight players some cards were below names, and the turned card below another.
for (let players = 2; players <= 8; players += 1) {
  test(`no card of ${players} players lies on another, on a name or on the trump card`, () => {
    for (const width of [328, 344, 374, 500, 640]) {
      for (const height of [150, 169, 170, 190, 201, 202, 230, 264, 265, 430]) {
        const all = boxes(players, width, height);
        assert.equal(all.length, 2 * players + 1);
        const hidden = all.flatMap((one, at) => all.slice(0, at).filter((other) => overlap(one, other)).map((other) => [one.what, other.what]));
        assert.deepEqual(hidden, [], `${width} by ${height}`);
      }
    }
  });
}
