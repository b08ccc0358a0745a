/** What can be done now, told from the click paths alone. */

import type { Picture } from "../lib/wire";

/** What the next click can be: one's own piece, another piece, an empty place, a button. */
export type Target = "own" | "other" | "empty" | "choice";

const ORDER: Target[] = ["own", "other", "empty", "choice"];

/** What is worth saying of what can be clicked next, after some clicks. */
export function targets(picture: Picture, clicked: string[] = []): Target[] {
  const owners = new Map(picture.pieces.map((piece) => [piece.site, piece.owner]));
  const found = new Set<Target>();
  for (const path of picture.paths) {
    if (!clicked.every((click, index) => path.clicks[index] === click)) continue;
    const next = path.clicks[clicked.length];
    if (next === undefined) continue;
    if (next.startsWith("#")) found.add("choice");
    else if (!owners.has(next)) found.add("empty");
    else found.add(owners.get(next) === picture.seat ? "own" : "other");
  }
  // Buttons speak for themselves where there is something to click on the board.
  return ORDER.filter((one) => found.has(one) && (one !== "choice" || found.size === 1));
}
