/** What comes after lessons. */

import { get } from "../lib/api";
import type { LessonPath } from "../lib/wire";
import { open } from "../home/start";
import { defaultDraft, withRuleset } from "../newgame/draft";

const EASIEST = 1;

/** A first game with the rules of a path, against the weakest computer. */
export async function playFirst(path: LessonPath): Promise<void> {
  const game = (await get("/api/games")).find((one) => one.name === path.game);
  const ruleset = game?.rulesets.find((one) => one.name === path.ruleset);
  if (!game || !ruleset) return;
  const draft = withRuleset(defaultDraft(game), ruleset);
  await open(game, { ...draft, seats: draft.seats.map((seat) => ({ ...seat, level: EASIEST })) });
}

/** Where the puzzles with the rules of a path are; empty where there are none. */
export const puzzlesOf = (path: LessonPath): string => (path.puzzles ? `/puzzles/${path.ruleset}` : "");

/** The path that teaches a game: that of its first ruleset, if it has one. */
export function pathOf(paths: readonly LessonPath[], game: string, ruleset: string): LessonPath | undefined {
  const own = paths.filter((path) => path.game === game);
  return own.find((path) => path.taught.includes(ruleset)) ?? own[0];
}
