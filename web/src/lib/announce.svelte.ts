/** Says things to screen readers. `App.svelte` holds the two live regions. */
export const voice = $state({ polite: "", urgent: "" });

const TOGETHER = 400; // milliseconds within which sentences are said as one, so that none takes another's place
let odd = false;
const before = { polite: { text: "", at: -TOGETHER }, urgent: { text: "", at: -TOGETHER } };

/** Say it: when the reader is free, or (`urgent`) at once. */
export function announce(text: string, { urgent = false } = {}): void {
  if (!text) return;
  const how = urgent ? "urgent" : "polite";
  const now = performance.now();
  const joined = now - before[how].at < TOGETHER && before[how].text !== text ? `${before[how].text} ${text}` : text;
  before[how] = { text: joined, at: now };
  odd = !odd;
  voice[how] = joined + (odd ? "\u00a0" : ""); // the same sentence twice must still be heard: it differs by a space
}
