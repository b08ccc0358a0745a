/** Steps in words. */

import type { Step } from "./wire";
import { speaks } from "./words.svelte";

/** What a step did; nothing where that may not be known or nobody noticed. */
export function stepSentence(step: Step): string {
  return step.events.map((one) => one.sentence).filter(Boolean).join(speaks() === "ja" ? "" : " ");
}

/** The same, or else the step's notation. */
export function stepText(step: Step | null | undefined): string {
  return step ? stepSentence(step) || step.text : "";
}
