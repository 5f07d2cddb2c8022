// What the modules of the record page hand to each other. What comes from the server is described in
// dashboard/record/picture.py and dashboard/record/answers.py; taps in ledger/recording.

import type { Face } from "../../frame/component";
import type { Table } from "./client.js";

// --- From the server -----------------------------------------------------------------------------

/** What the page is sent once (routes.py: client_data). */
export interface Served {
  routes: string;
  name: string;
  book: string;
  scorer: boolean;
  /** By trump and by the suit led, the cards that can win a trick, strongest first. It has every trump, because the next one
   * may be turned up while the server cannot be reached. */
  strengths: Record<string, Record<string, string[]>>;
  style: string;
  shapes: string;
  page: string;
}

export interface Seat {
  name: string;
  dealer: boolean;
  /** Null after a hand that only this phone has confirmed: then only the server knows. */
  chips: number | null;
  sure?: boolean;
  ante: number;
  exempt: string;
  declared: "" | "plays" | "passes" | "drops";
  stayed: boolean;
  draws: number | null;
  won: number;
  took: number | null;
}

export interface Play {
  player: string;
  card: string;
  withdrawn: string;
}

export interface Trick {
  number: number;
  plays: Play[];
  winner: string | null;
}

export interface Hand {
  number: number;
  dealer: string;
  order: string[];
  turned: string;
  trump: string;
  declaring: string | null;
  active: string[];
  tricks: Trick[];
  open_trick: number;
  turn: string | null;
  led: string;
  best: Play | null;
  seen: string[];
  legal: string[] | null;
  antes: string[];
  pot: number | null;
  misdeal: boolean;
  unsaid: number;
  silent: string[];
  takes: string[] | null;
  matches: string[] | null;
  findings: string[];
}

export interface Coming {
  number: number;
  dealer: string | null;
  order: string[];
  sure: boolean;
  pot: number | null;
  antes: string[];
}

export interface Went {
  player: string;
  pays: number;
}

export interface LastHand {
  number: number;
  sentences: string[];
  /** Missing until the server has answered. */
  went?: Went[];
}

export interface SeatDealt {
  player: string;
  cards: string[];
  certain: string[];
  gone: string[];
  own: string[];
  room: number;
  out: string[];
  draw: number;
}

export interface Deal {
  number: number;
  size: number;
  turned: string;
  seats: SeatDealt[];
}

export interface Ask {
  field: string;
  label: string;
  kind: string;
  needed: boolean;
  of: string;
  options: [string, string][];
}

export interface Offer {
  statement: string;
  label: string;
  about: string;
  asks: Ask[];
}

export interface Objection {
  words: string;
  fails: boolean;
  recalls: string[];
}

export interface Began {
  date: string;
  title: string;
  rules: string;
  chip: string;
  ante: number;
  pot: number;
  exempt: string[];
  seats: string[];
}

export interface Picture {
  session: string;
  title: string;
  day: string;
  hands: number;
  awaits: string;
  verified: boolean;
  players: string[];
  chips: Record<string, number>;
  money: Record<string, string> | null;
  pot: number | null;
  pot_words: string;
  pot_left: string;
  pot_empty: boolean;
  doubt: string;
  open: boolean;
  number: number | null;
  table: Seat[];
  hand: Hand | null;
  coming: Coming | null;
  dealers: Record<string, string>;
  sizes: { hand: number; draw: number };
  ways: { declare: string; stays: boolean };
  settling: { known: boolean; sentences: string[]; went?: Went[] };
  last: LastHand | null;
  deals: Deal[];
  said: { number: number; lines: string[] }[];
  objections: Objection[];
  calls: { player: string; label: string; line: string }[];
  offers: Offer[];
  contents: string;
  began: Began;
  undo: boolean;
  before: Picture | null;
  /** True where a tap was applied that the server has not answered yet. */
  guessed?: boolean;
  /** The picture before the open hand, where this phone has opened it. */
  unopened?: Picture | null;
}

/** A picture as it comes from the server. */
export interface FromServer extends Picture {
  log: string;
  stamp: string;
  applied: Record<string, number>;
  recorder: { name: string } | null;
  mine: boolean;
  lately?: LastHand[];
  faces?: Record<string, Face>;
}

/** What is shown: the server's picture, or one that this phone made of it, which keeps what it cannot change. */
export type Shows = Picture & Partial<FromServer>;
/** One whose hand is open. */
export type Opened = Shows & { hand: Hand };

export interface Refusal {
  error: string;
  remedy: string;
}

/** An answer: status 0 if the server was not reached. */
export interface Answer<Body> {
  status: number;
  body: (Body & Partial<Refusal>) | null;
}

export interface Unfinished {
  log: string;
  title: string;
  day: string;
  hands: number;
  open: number | null;
  recorder: string | null;
  mine: boolean;
}

export interface Desk {
  unfinished: Unfinished[];
  discarded: { key: string; title: string; contents: string }[];
  players: string[];
  faces: Record<string, Face>;
  usual: {
    seats: string[];
    rules: string;
    rules_words: string;
    ante: number;
    chip: string;
    unit: string;
    stakes: string;
    pot: number;
    pot_words: string;
    exempt: string[] | null;
  };
  presets: { name: string; about: string; options: Record<string, string> }[];
  may: string;
}

export interface Recap {
  svg: string;
  text: string;
  title: string;
  name: string;
}

/** The answers to each request, by the last part of its address. */
export interface Answers {
  desk: Desk;
  picture: FromServer;
  bourres: { year: number; nth: Record<string, string> };
  recap: Recap;
  begin: FromServer;
  "take-over": FromServer;
  "bring-back": FromServer;
  close: { closed: boolean };
  discard: { kept: string; picture?: FromServer };
  mending: { told: string[] };
  taps: TapsAnswer;
}

export interface TapsAnswer {
  applied: number;
  refused: { n: number; why: string; remedy: string; gap: boolean } | null;
  picture: FromServer;
}

// --- Taps ----------------------------------------------------------------------------------------

/** What is tapped, by kind. */
export interface Taps {
  dealer: { player: string };
  turned: { card: string };
  stays: { player: string; yes: boolean };
  declares: { player: string; draws: number | null; skips: boolean };
  passes: { player: string };
  drops: { player: string };
  draws: { player: string; draws: number };
  rest: {};
  card: { player: string; card: string };
  recall: { card: string };
  took: { player: string; tricks: number; stays?: boolean; besides?: Record<string, number | null> };
  pot: { takes: string[] | null; matches: string[] | null };
  dealt: { of: number; player: string; cards: string; out: string | null };
  confirm: {};
  note: { words: string };
  nothing: {};
  say: { line?: string; statement?: string; parts?: Values };
  began: Partial<Began>;
  mends: { of: number; was: string[]; lines: string[]; when: string; by: string };
  called: { player: string; name: string };
  ends: { how: string; buyins: Record<string, number> | null; counts: Record<string, number> | null };
  undo: {};
}

export type Kind = keyof Taps;
/** A tap before it has a number; ``hand`` is the one that was shown (null: of no hand). */
export type Tap<K extends Kind = Kind> = { [one in K]: { kind: one; hand?: number | null } & Taps[one] }[K];
/** A tap in a stream, in which it has a number. */
export type Event = Tap & { n: number };

export interface Stream {
  id: string;
  log: string;
  phone: string;
  order: number;
}

/** Taps that the server refused: the ``rest`` waits until the user has decided. */
export interface Refused {
  stream: string;
  log: string;
  n: number;
  why: string;
  remedy: string;
  rest: Event[];
  whole?: boolean;
  taken?: boolean;
  gone?: boolean;
}

// --- A new evening -------------------------------------------------------------------------------

/** What is typed for an evening that is to begin. */
export interface Starting {
  seats: string[];
  added: string[];
  /** So that it begins once, however often it is asked. */
  stream?: string;
  typed?: string;
  sought?: string;
  asked?: string;
  options?: Record<string, string>;
  house?: Partial<Record<Typed, string>>;
}

// --- What is drawn -------------------------------------------------------------------------------

export type Changed = globalThis.Event & { target: HTMLInputElement };

/** Attributes of an element, and what drawing.js makes of some names. */
export interface Props {
  key?: string;
  as?: string;
  tap?: () => unknown;
  hold?: () => unknown;
  no?: string;
  value?: string | number;
  checked?: boolean;
  input?: (event: Changed) => unknown;
  [attribute: string]: string | number | boolean | null | undefined | (() => unknown) | ((event: Changed) => unknown);
}

export interface Text {
  text: string;
  tag?: undefined;
}

export interface Drawing {
  tag: string;
  props: Props;
  inside: (Drawing | Text)[];
  text?: undefined;
}

export type Content = Drawing | string | number | false | null | undefined | Content[];

/** What an element remembers of how it was drawn, and of who touched it. */
export interface Drawn {
  bourreInside?: Map<string, Element | globalThis.Text>;
  bourreProps?: Props;
  bourreSince?: number;
  bourreTouched?: number;
}

export type Control = HTMLElement & Drawn;

/** What is typed into the form of a statement or chosen there, by the field. */
export type Value = string | number | boolean | null | undefined | string[] | Record<string, string | number | null>;
export type Values = Record<string, Value>;

/** What is typed into each sheet or chosen there. */
export interface Sheets {
  more: {};
  mend: { number: number; lines?: string[]; told?: string | null; asked?: object };
  pot: { takes?: string[] | null; matches?: string[] | null };
  dealt: { number: number; player: string | null };
  form: Values & { statement: string };
  seat: { player: string | null };
  end: { counts?: Record<string, string>; began?: string; truth?: boolean; open?: boolean };
  began: Settings;
  discard: {};
  line: { line?: string };
  note: { words?: string };
}

/** The settings of an evening as they are typed. */
export type Typed = "date" | "title" | "chip" | "rules" | "ante" | "pot";
export type Settings = Partial<Record<Typed, string> & Pick<Began, "seats" | "exempt"> & { called: Record<string, string> }>;

/** The page where a recording is shown. */
export type Sitting = Table & { shown: Shows };
/** The page where the desk has answered. */
export type AtDesk = Table & { desk: Desk };
