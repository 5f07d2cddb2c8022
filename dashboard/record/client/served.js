// What the server puts into the page, once (routes.py: client_data). The one thing that all modules share.

/** @import { Served } from "./types" */

/** @type {Served} */
export const served = { routes: "", name: "", book: "", scorer: false, strengths: {}, style: "", shapes: "", page: "" };

/** @type {(data: Served) => void} */
export function serve(data) {
  Object.assign(served, data);
}
