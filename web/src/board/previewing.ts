/** Which steps somebody points at, and whom they would strike. Pure. */
import type { Path, Picture, Preview } from "../lib/wire";
import { isChoice } from "./clicks";
import { struck, trace } from "./traces";

/** The steps that one more click makes, or choices after it. */
export function stepsTo(paths: readonly Path[], clicks: readonly string[], site: string): string[] {
  const begun = [...clicks, site];
  return paths
    .filter((path) => begun.every((click, i) => path.clicks[i] === click) && path.clicks.slice(begun.length).every(isChoice))
    .map((path) => path.step);
}

/** The sites whose pieces a step may strike. */
export function hits(picture: Picture, preview: Preview | undefined): string[] {
  return preview?.consequences.flatMap(({ events }) => struck(trace(picture.pieces, events), picture.pieces, picture.seat)) ?? [];
}
