/** What a step would do, in words. Pure. */
import type { Preview } from "../lib/wire";
import { joined, t } from "../lib/words.svelte";

/** Where several things can come of it, what they have in common is said once. */
export function consequences({ consequences: found }: Preview): string {
  const first = found[0]?.events.map((event) => event.sentence) ?? [];
  const differs = first.findIndex((sentence, i) => found.some((one) => one.events[i]?.sentence !== sentence));
  const common = found.length > 1 ? joined(first.slice(0, differs < 0 ? first.length : differs)) : "";
  const rests = found.map((one) => (one.sentence.startsWith(common) ? one.sentence.slice(common.length).replace(/^[\s。]+/, "") : one.sentence));
  return joined([common, rests.filter(Boolean).join(t("guide.or"))].filter(Boolean));
}
