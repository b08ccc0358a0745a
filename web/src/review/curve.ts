/** The geometry of the curve: what each seat could expect at the start and after each step, as points of a picture. */

import type { CurveUpdate, JudgedStep } from "../lib/wire";

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What has been judged so far. `shares[0]` is the start, `shares[n]` the position after step n. */
export interface Judged {
  readonly shares: readonly (readonly number[])[];
  readonly steps: ReadonlyMap<number, JudgedStep>;
  readonly turning: readonly number[];
  readonly losses: readonly number[]; // each seat's mean loss; empty until all is judged
  readonly done: number;
  readonly of: number;
}

export const NOTHING_JUDGED: Judged = { shares: [], steps: new Map(), turning: [], losses: [], done: 0, of: 0 };

/** What we know with one more message; it may come again, or bring steps in any order. */
export function withUpdate(before: Judged, update: CurveUpdate): Judged {
  const steps = new Map(before.steps);
  for (const step of update.steps) steps.set(step.number, step);
  if (update.start.length === 0) return { ...before, done: update.done, of: update.of };
  const shares: (readonly number[])[] = [update.start];
  for (let step = steps.get(1); step; step = steps.get(shares.length)) shares.push(step.shares);
  return { shares, steps, turning: update.turning, losses: update.losses, done: update.done, of: update.of };
}

/** Where step `number` of `last` steps is drawn. */
export function across(frame: Frame, number: number, last: number): number {
  return frame.left + ((frame.width - frame.left - frame.right) * number) / Math.max(1, last);
}

export function down(frame: Frame, share: number): number {
  const within = Math.min(Math.max(share, 0), 1);
  return frame.top + (frame.height - frame.top - frame.bottom) * (1 - within);
}

/** A seat's curve as the data of an SVG path. */
export function pathOf(frame: Frame, shares: Judged["shares"], seat: number, last: number): string {
  return shares
    .map((share, number) => {
      const x = across(frame, number, last).toFixed(1);
      const y = down(frame, share[seat] ?? 0).toFixed(1);
      return `${number === 0 ? "M" : "L"}${x} ${y}`;
    })
    .join("");
}

/** The surface under a seat's curve. */
export function areaOf(frame: Frame, shares: Judged["shares"], seat: number, last: number): string {
  if (shares.length === 0) return "";
  const foot = down(frame, 0).toFixed(1);
  const end = across(frame, shares.length - 1, last).toFixed(1);
  return `${pathOf(frame, shares, seat, last)}L${end} ${foot}L${across(frame, 0, last).toFixed(1)} ${foot}Z`;
}

/** The step whose point is nearest to x. */
export function nearest(frame: Frame, x: number, last: number): number {
  const within = (x - frame.left) / Math.max(1, frame.width - frame.left - frame.right);
  return Math.min(Math.max(Math.round(within * last), 0), last);
}

/** Numbers to write under the curve, at most so many, at a round distance. */
export function ticks(last: number, most: number): number[] {
  const every = roundNumbers().find((one) => last / one <= most) ?? last;
  return Array.from({ length: Math.floor(last / every) + 1 }, (_, place) => place * every);
}

function roundNumbers(): number[] {
  return [1, 10, 100, 1000, 10_000].flatMap((power) => [power, 2 * power, 5 * power]);
}

/** What can be said about a seat's curve in one sentence, in per cent. */
export interface Course {
  readonly seat: number;
  readonly first: number;
  readonly last: number;
  readonly low: number;
  readonly high: number;
}

export function courses(shares: Judged["shares"]): Course[] {
  const seats = shares[0]?.length ?? 0;
  return Array.from({ length: seats }, (_, seat) => {
    const percents = shares.map((share) => percent(share[seat] ?? 0));
    return {
      seat,
      first: percents[0] ?? 0,
      last: percents[percents.length - 1] ?? 0,
      low: Math.min(...percents),
      high: Math.max(...percents),
    };
  });
}

export function percent(share: number): number {
  return Math.round(100 * Math.min(Math.max(share, 0), 1));
}

/** Whole per cents that add up to 100, as near to the shares as that goes: what is cut off goes to the largest rests. */
export function percents(shares: readonly number[]): number[] {
  const sum = shares.reduce((total, share) => total + Math.max(share, 0), 0);
  if (sum <= 0) return shares.map(() => 0);
  const exact = shares.map((share) => (100 * Math.max(share, 0)) / sum);
  const whole = exact.map(Math.floor);
  const missing = 100 - whole.reduce((total, one) => total + one, 0);
  const order = exact.map((one, seat) => [one - Math.floor(one), seat] as const).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  for (const [, seat] of order.slice(0, missing)) whole[seat] = (whole[seat] ?? 0) + 1;
  return whole;
}

const WEIGHT: Record<JudgedStep["mark"], number> = { good: 0, inaccuracy: 1, mistake: 2, blunder: 3 };
const TURNS = 4; // more than any mark

/** The costly steps whose signs have room beside each other; those at which the game turned come first, then the worse. */
export function signsOf({ steps, turning, shares }: Judged, apart: (one: number, other: number) => number, gap: number): JudgedStep[] {
  const weight = (step: JudgedStep): number => (turning.includes(step.number) ? TURNS : WEIGHT[step.mark]);
  const costly = [...steps.values()].filter((step) => step.mark !== "good" && step.number < shares.length);
  const shown: JudgedStep[] = [];
  for (const step of costly.sort((a, b) => weight(b) - weight(a) || b.loss - a.loss || a.number - b.number)) {
    if (shown.every((other) => apart(step.number, other.number) >= gap)) shown.push(step);
  }
  return shown.sort((a, b) => a.number - b.number);
}

/** How many steps of each seat got which mark: `counts[seat].mistake`. */
export type MarkCount = Record<JudgedStep["mark"], number>;

export function markCounts(steps: Iterable<JudgedStep>, seats: number): MarkCount[] {
  const counts = Array.from({ length: seats }, () => ({ good: 0, inaccuracy: 0, mistake: 0, blunder: 0 }));
  for (const step of steps) {
    const count = counts[step.seat];
    if (count) count[step.mark] += 1;
  }
  return counts;
}
