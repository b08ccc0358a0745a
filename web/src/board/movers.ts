/** What moves in a plan, as animations that a browser plays by itself: the board under them is drawn once. Pure. */
import type { Site } from "../lib/wire";
import { column, type Plan, poses } from "./animate";

/** Where a drawing is at a moment, in the board's units; `wide` and `tall` as parts of its usual size. */
export interface Frame {
  x: number;
  y: number;
  wide: number;
  tall: number;
  opacity: number;
}

/** One drawing from `start` to `end` (milliseconds), its frames evenly apart. */
export interface Mover {
  key: string;
  look: string;
  unit: number; // what a hundredth of a drawing's 100 is on the board
  start: number;
  end: number;
  frames: Frame[];
}

const FRAMES = 10;
const SHORT = 1e-3; // milliseconds: shortly before a moment, or after it

export function movers(plan: Plan, sites: readonly Site[]): Mover[] {
  const found: Mover[] = [];
  for (const actor of plan.actors) {
    for (const { kind, start, end } of actor.motions) {
      const middle = (start + end) / 2;
      // A piece that turns has another look from the middle on.
      for (const [from, to] of kind === "turn" ? [[start, middle], [middle, end]] as const : [[start, end]] as const) {
        const seen = moments(from, to).map((time) => poses({ ...plan, actors: [actor] }, time)[0]!);
        const unit = seen[0]!.body || 1;
        const frames = seen.map(({ x, y, body, wide, opacity }) => ({ x, y, wide: (wide * body) / unit, tall: body / unit, opacity }));
        found.push({ key: `${actor.id}-${from}`, look: seen[0]!.look, unit, start: from, end: to, frames });
      }
    }
  }
  for (const { site: name, start, end } of plan.rebuildings) {
    const site = sites.find((one) => one.name === name);
    if (!site) continue;
    const seen = moments(start, end).map((time) => column(plan, site, time));
    const frames = seen.map(({ off, opacity }) => ({ x: site.x, y: site.y - off * site.size, wide: 1, tall: 1, opacity }));
    found.push({ key: `${name}-${start}`, look: seen[0]!.over ?? "", unit: site.size, start, end, frames });
  }
  return found;
}

function moments(start: number, end: number): number[] {
  return Array.from({ length: FRAMES }, (_, i) => start + SHORT + ((end - start - 2 * SHORT) * i) / (FRAMES - 1));
}
