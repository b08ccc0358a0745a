/** Lists among the options are written by hand: what the server says about them before anything is made with them. */

import { tick } from "svelte";
import { post } from "../lib/api";
import type { OptionsChecked } from "../lib/wire";
import type { OptionsGiven } from "./draft";

const PAUSE = 300; // milliseconds without a change before the server is asked

export class Checking {
  found = $state.raw<OptionsChecked | null>(null);
  #ruleset = "";

  /** Ask when nothing has changed for a moment; the result stops that. */
  soon(given: OptionsGiven): () => void {
    if (given.ruleset !== this.#ruleset) this.found = null; // its examples are another ruleset's
    this.#ruleset = given.ruleset;
    const control = new AbortController();
    const timer = setTimeout(() => {
      // Without an answer it is asked again before anything is made.
      this.#ask(given, control.signal).catch(() => {});
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }

  /** The lists as the server read them; nothing if something is wrong, which is then said and has the focus. */
  async lists(given: OptionsGiven): Promise<Record<string, unknown[]> | null> {
    const found = await this.#ask(given);
    if (!found.sentence) return found.values;
    await tick();
    document.querySelector<HTMLElement>("textarea[aria-invalid=true]")?.focus();
    return null;
  }

  async #ask(given: OptionsGiven, signal?: AbortSignal): Promise<OptionsChecked> {
    this.found = await post<OptionsChecked>("/api/options", given, {}, signal);
    return this.found;
  }
}
