import { sentenceOf } from "./api";
import { speaks } from "./words.svelte";

/** What a page asks of the server when it opens: again in another language, or when something else changes that `ask`
 * reads before it waits. An answer that comes after a later one was asked for does not count. To be made while a
 * component is. */
export class Loaded<T> {
  value = $state.raw<T | null>(null);
  problem = $state("");
  #ask: () => Promise<T>;
  #number = 0;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
    $effect(() => {
      speaks();
      void this.again();
    });
  }

  async again(): Promise<void> {
    const number = ++this.#number;
    this.problem = "";
    try {
      const found = await this.#ask();
      if (number === this.#number) this.value = found;
    } catch (error) {
      if (number === this.#number) this.problem = sentenceOf(error);
    }
  }
}
