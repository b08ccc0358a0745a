/** From one click to a running game. */

import { ensureNamed } from "../account/me.svelte";
import { post } from "../lib/api";
import { go } from "../lib/router.svelte";
import type { GameCard, OptionList } from "../lib/wire";
import { defaultDraft, type Draft, newTableRequest } from "../newgame/draft";

/** Open a table and go there; `lists` are the options that were written as text, as the server read them, `challenge` whom
 * it is for. */
export async function open(game: GameCard, draft: Draft, lists: Record<string, OptionList> = {}, challenge = ""): Promise<void> {
  const ruleset = game.rulesets.find((one) => one.name === draft.ruleset);
  if (!ruleset) return;
  await ensureNamed();
  const { id } = await post("/api/tables", { ...newTableRequest(draft, ruleset, game.seat_labels, lists), challenge });
  go(`/t/${id}`);
}

/** You against an easy computer, everything else by default. */
export function playAtOnce(game: GameCard): Promise<void> {
  return open(game, defaultDraft(game));
}

/** How many can play: 2, or 2–6. */
export function seatRange(game: GameCard): { least: number; most: number } {
  const counts = game.rulesets.flatMap((ruleset) => ruleset.seats);
  return { least: Math.min(...counts), most: Math.max(...counts) };
}
