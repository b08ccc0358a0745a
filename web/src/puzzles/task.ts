/** What is to be done in a puzzle, in a sentence or two. */

import type { Puzzle } from "../lib/wire";
import { joined, t } from "../lib/words.svelte";

export function taskOf({ kind, turns, at, seat }: Puzzle): string {
  const who = t(kind === "guess" ? "puzzles.you_are" : "puzzles.to_play", { seat });
  return joined([who, t(`puzzles.task_${kind}`, { turns, at })]);
}
