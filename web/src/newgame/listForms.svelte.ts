/** How lists among the options are chosen or drawn: asked for when one of them is shown, and when the others change. */

import { post } from "../lib/api";
import { theme } from "../lib/settings.svelte";
import type { ListForm, ListRequest } from "../lib/wire";
import { speaks } from "../lib/words.svelte";

export class ListForms {
  form = $state.raw<ListForm | null>(null);
  #asked = "";

  /** Ask if anything is other than it was; without an answer the list is written, and asked for again later. */
  async need(ruleset: string, option: string, options: ListRequest["options"], seed = 0): Promise<ListForm | null> {
    const request: ListRequest = { ruleset, option, options, seed, theme: theme() };
    const asked = JSON.stringify([request, speaks()]);
    if (asked === this.#asked) return this.form;
    this.#asked = asked;
    try {
      const found = await post("/api/lists", request);
      if (asked === this.#asked) this.form = found;
    } catch {
      if (asked === this.#asked) this.#asked = "";
    }
    return this.form;
  }
}
