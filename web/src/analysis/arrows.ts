/** Best lines and better steps as arrows on the board. */

import type { DrawnArrow } from "../board/types";
import type { BestLine, Picture } from "../lib/wire";

const WEIGHTS = [1, 0.55, 0.3];

/** The first steps of the lines; the best one is the thickest. */
export function arrowsOf(lines: readonly BestLine[]): DrawnArrow[] {
  return lines.flatMap((line, place) =>
    line.arrows.slice(0, 1).map(({ sites }) => ({ sites, weight: WEIGHTS[place] ?? 0.2, label: String(place + 1) })),
  );
}

/** A legal step of the picture as an arrow; nothing where it is none, or has no sites to click. */
export function arrowOf(picture: Picture, step: string, label: string): DrawnArrow[] {
  const clicks = picture.paths.find((path) => path.step === step)?.clicks ?? [];
  const sites = clicks.filter((click) => !click.startsWith("#"));
  return sites.length > 0 ? [{ sites, weight: 1, label }] : [];
}
