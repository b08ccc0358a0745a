/** Where a piece that ends on a site stood at each of the boards that led there: what moved is told by events. */

import type { LessonFrame } from "../lib/wire";

const MOVES = new Set(["move", "push"]);

export function trail(frames: readonly LessonFrame[], site: string): string[] {
  const found: string[] = [];
  for (const frame of frames.toReversed()) {
    found.unshift(site);
    const moves = frame.steps.flatMap((step) => step.events).filter(({ effect }) => MOVES.has(effect));
    for (const { data } of moves.toReversed()) if (data["to"] === site) site = String(data["from"]);
  }
  return found;
}
