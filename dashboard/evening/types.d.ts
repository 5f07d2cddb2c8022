// What the felt of an evening is sent (felt.py).

import type { Colours, Face } from "../frame/component";

export interface Seat extends Face {
  name: string;
  won: boolean;
}

/** A hand, or the start of the evening; figures are by seat, and null where they are not known. */
export interface Moment {
  label: string;
  said: string;
  replay?: string;
  chips: number[];
  worth: string[];
  tags: Record<number, [kind: string, words: string]>;
  before: number | null;
  pot: number | null;
  after: number | null;
  sure: boolean;
  paid: number[];
  took: number[];
  matched: number[];
  went: boolean;
  split: boolean;
}

export interface Evening {
  session: string;
  title: string;
  day: string;
  seats: Seat[];
  moments: Moment[];
  first?: number;
  style: string;
  colours: Colours;
}
