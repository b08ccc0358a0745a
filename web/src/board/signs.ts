/** Which signs a site has, over what stands there. Pure. */
import type { Picture, Piece } from "../lib/wire";

export interface Marked {
  picked: readonly string[];
  targets: readonly string[];
  strikes: readonly string[]; // those of the targets where somebody would be struck
  struck: readonly string[]; // whose pieces would be, by the step that somebody points at
  starts: readonly string[]; // where a step can begin
  threatened: readonly string[]; // whose pieces an opponent could strike next
}

/** Signs of the position itself: they are left out while pieces move. */
export function settledSigns(picture: Picture, site: string, pieces: readonly Piece[], { threatened }: Marked): string[] {
  const signs = pieces.flatMap((piece) => piece.signs);
  if (threatened.includes(site)) signs.push("threatened");
  if (picture.forced.includes(site)) signs.push("forced");
  return [...new Set(signs)];
}

/** Signs of what somebody is about to do. */
export function chosenSigns(site: string, { picked, targets, strikes, struck }: Marked): string[] {
  const signs: string[] = [];
  if (targets.includes(site)) signs.push(strikes.includes(site) ? "strike" : "target");
  if (struck.includes(site)) signs.push("struck");
  if (picked.includes(site)) signs.push("picked");
  return signs;
}
