/** Says things to screen readers. `App.svelte` holds the two live regions. */
export const voice = $state({ polite: "", urgent: "" });

let odd = false;

/** Say it when the reader is free; several sentences said at once are joined. */
export function announce(text: string, { urgent = false } = {}): void {
  if (!text) return;
  odd = !odd;
  // The same sentence twice must still be heard: it differs by a space that is not.
  voice[urgent ? "urgent" : "polite"] = text + (odd ? "\u00a0" : "");
}
