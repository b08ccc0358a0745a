/** The notes that somebody takes at a table, for the page. */

import { bySite, load, Notebook, save } from "./notes";
import type { TableState } from "./state";

export class Noting {
  /** The site of the piece whose note is open; empty: none. */
  site = $state("");
  /** All notes by site. */
  notes = $state.raw<Record<string, string>>({});
  /** Whether there is something to take notes of: hidden pieces, in a running game of one's own. */
  keeps = $state(false);
  #book: Notebook | null = null;
  #whose = { table: "", seat: -1 };

  /** Go along with the game. */
  follow({ table, picture, steps }: TableState): void {
    this.keeps = !!table?.hidden_information && table.viewer >= 0 && table.phase === "playing";
    if (!this.keeps || !table || !picture) return;
    const whose = { table: table.id, seat: table.viewer };
    if (this.#book && this.#whose.table === whose.table && this.#whose.seat === whose.seat)
      this.#book.follow(picture.pieces, steps);
    else this.#book = new Notebook(load(localStorage, whose.table, whose.seat), picture.pieces, steps);
    this.#whose = whose;
    this.#keep();
  }

  /** Open the note on a piece; false if there is nothing to note about it. */
  open({ table, picture, looking }: TableState, site: string): boolean {
    const found = picture?.pieces.find((one) => one.site === site);
    const unknown = this.keeps && looking === null && !!found?.secret && found.owner !== table?.viewer;
    this.site = unknown ? site : "";
    return unknown;
  }

  close(): void {
    this.site = "";
  }

  get text(): string {
    return this.notes[this.site] ?? "";
  }

  write(text: string): void {
    this.#book?.write(this.site, text);
    this.#keep();
  }

  #keep(): void {
    if (!this.#book) return;
    this.notes = bySite(this.#book.notes);
    save(localStorage, this.#whose.table, this.#whose.seat, this.#book.notes);
  }
}
