/** Lists among the options are written by hand: what the server says about them before anything is made with them. */

import { tick } from "svelte";
import { post } from "../lib/api";
import type { OptionList, OptionsChecked, OptionsRequest } from "../lib/wire";

const PAUSE = 300; // milliseconds without a change before the server is asked

export class Checking {
  found = $state.raw<OptionsChecked | null>(null);
  #ruleset = "";

  /** Ask when nothing has changed for a moment; the result stops that. */
  soon(request: OptionsRequest): () => void {
    if (request.ruleset !== this.#ruleset) this.found = null; // its examples are another ruleset's
    this.#ruleset = request.ruleset;
    const control = new AbortController();
    const timer = setTimeout(() => {
      // Without an answer it is asked again before anything is made.
      this.#ask(request, control.signal).catch(() => {});
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }

  /** The lists as the server read them; nothing if something is wrong, which is then said and has the focus. */
  async lists(request: OptionsRequest): Promise<Record<string, OptionList> | null> {
    const found = await this.#ask(request);
    if (!found.sentence) return found.values;
    await tick();
    document.querySelector<HTMLElement>("textarea[aria-invalid=true], [data-problem]:enabled")?.focus();
    return null;
  }

  async #ask(request: OptionsRequest, signal?: AbortSignal): Promise<OptionsChecked> {
    this.found = await post("/api/options", request, signal);
    return this.found;
  }
}
