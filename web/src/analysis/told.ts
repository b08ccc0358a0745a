import { speaks } from "../lib/words.svelte";
import type { Step } from "../lib/wire";

/** What a step did, in words; its notation where nothing more may be known, and nothing of a step nobody noticed. */
export function told(step: Step | undefined): string {
  const said = step?.events.map((one) => one.sentence).filter(Boolean) ?? [];
  return said.join(speaks() === "ja" ? "" : " ") || step?.text || "";
}
