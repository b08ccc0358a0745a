/** The server that free boards ask, and the shelf on which their drawings lie. */

import { post } from "../lib/api";
import { theme } from "../lib/settings.svelte";
import { speaks } from "../lib/words.svelte";
import { Shelf, type Server } from "./session.svelte";

export const server: Server = {
  position: (wanted) => post("/api/analysis", wanted),
  explain: (wanted) => post("/api/analysis/explain", wanted),
};

/** A shelf for the theme and language of now. */
export function newShelf(): Shelf {
  return new Shelf(theme(), speaks());
}
