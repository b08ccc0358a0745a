/** The server that free boards ask, and the shelf on which their drawings lie. */

import { untrack } from "svelte";
import { post } from "../lib/api";
import { theme } from "../lib/settings.svelte";
import { speaks } from "../lib/words.svelte";
import { type Server, type Session, Shelf } from "./session.svelte";

export const server: Server = {
  position: (request) => post("/api/analysis", request),
  explain: (request) => post("/api/analysis/explain", request),
};

/** A shelf for the theme and language of now. */
export function newShelf(): Shelf {
  return new Shelf(theme(), speaks());
}

/** Draw a session's board anew whenever somebody chooses another theme or language. */
export function followSettings(session: Session): void {
  $effect(() => {
    const shelf = newShelf();
    untrack(() => {
      if (shelf.theme !== session.shelf.theme || shelf.locale !== session.shelf.locale) void session.redraw(shelf);
    });
  });
}
