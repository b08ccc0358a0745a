/** Steps in words. */

import type { Step } from "./wire";
import { joined } from "./words.svelte";

/** What a step did; nothing where that may not be known or nobody noticed. */
export function stepSentence(step: Step): string {
  return joined(step.events.map((one) => one.sentence).filter(Boolean));
}

/** The same, or else the step's notation. */
export function stepText(step: Step | null | undefined): string {
  return step ? stepSentence(step) || step.text : "";
}
