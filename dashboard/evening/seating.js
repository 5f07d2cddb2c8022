// Where everybody sits at a table, and how their chips are drawn: for the felt of an evening, and for the clip of it.

/** @typedef {{ x: number, y: number, foot: number }} Place The middle of a plate, and the foot of its stack. */
/** @typedef {{ chips: number[], pot?: number | null, after: number | null }} Chips */

const PLATE = { width: 148, height: 46, stack: 66 }; // a seat: its plate, and the room for its stack towards the middle
const NARROW = 108; // the width of a plate on a phone
const TEN = 10; // chips in a column
const COLUMNS = 4;
const STEPS = [1, 2, 5];

// The middle of each plate and the foot of its stack, clockwise from the bottom as seen from above, and the height of it all.
/** @type {(number: number, width: number) => { plate: number, height: number, middle: { x: number, y: number }, places: Place[] }} */
export function seated(number, width) {
  const wide = width >= 600;
  const plate = wide ? PLATE.width : NARROW;
  const across = Math.max(1, Math.floor(width / (plate + 8)));
  let side = number < 3 ? 0 : wide ? 1 : Math.max(1, Math.round(number / 4));
  while (Math.ceil((number - 2 * side) / 2) > across) side += 1;
  const bottom = Math.ceil((number - 2 * side) / 2);
  const top = number - 2 * side - bottom;
  const block = PLATE.height + PLATE.stack;
  const middle = Math.max(side * block, wide ? 108 : 132);
  const height = 2 * block + middle;
  /** @type {(many: number, at: number) => number} */
  const along = (many, at) => (width * (at + 0.5)) / many;
  /** @type {(many: number) => number[]} */
  const row = (many) => Array.from({ length: many }, (_, at) => width / 2 + (along(many, at) - width / 2) * (wide ? 0.82 : 1));
  const beside = Array.from({ length: side }, (_, at) => block + (middle * (at + 0.5)) / side - PLATE.stack / 2);
  /** @type {(x: number, y: number) => Place} */
  const below = (x, y) => ({ x, y, foot: y + PLATE.height / 2 + PLATE.stack - 6 });
  return {
    plate,
    height,
    middle: { x: width / 2, y: height / 2 + 14 },
    places: [
      ...row(bottom).reverse().map((x) => ({ x, y: height - PLATE.height / 2, foot: height - PLATE.height - 22 })),
      ...[...beside].reverse().map((y) => below(plate / 2, y)),
      ...row(top).map((x) => below(x, PLATE.height / 2)),
      ...beside.map((y) => below(width - plate / 2, y)),
    ],
  };
}

// What a drawn chip is worth, so that the highest stack has at most four columns, and what all are taken to have sat down with: as
// much as anybody is ever down, so that whoever is down the most has nothing left.
/** @type {(moments: Chips[]) => { base: number, worth: number, columns: (chips: number) => number[] }} */
export function measures(moments) {
  const all = moments.flatMap((one) => one.chips);
  const base = Math.max(0, ...all.map((chips) => -chips));
  const most = Math.max(1, base + Math.max(0, ...all), ...moments.map((one) => one.pot ?? one.after ?? 0));
  let worth = 1;
  for (let at = 0; most / worth > COLUMNS * TEN; at += 1) worth = STEPS[(at + 1) % 3] * 10 ** Math.floor((at + 1) / 3);
  return { base, worth, columns: (chips) => columnsOf(Math.max(0, Math.ceil(chips / worth))) };
}

/** @type {(chips: number) => number[]} */
export function columnsOf(chips) {
  return Array.from({ length: COLUMNS }, (_, at) => Math.max(0, Math.min(TEN, chips - TEN * at)));
}

// How long a hand takes while the evening plays: forty take twenty seconds, and no evening more than a minute.
/** @type {(hands: number) => number} */
export const pace = (hands) => Math.max(160, Math.min(500, 60_000 / hands));
