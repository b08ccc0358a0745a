/**
 * Planned answers as a tree: the game so far, what is tried from there, and every line that is saved. Pure: nothing here
 * talks to anybody.
 */

import { addStep, goTo, nodeOf, path, ROOT, type Tree } from "../analysis/tree";
import type { PlannedLine } from "../lib/wire";

/** The tree with these steps from the start in it, and the node after them; what is looked at stays. */
export function grown(tree: Tree, steps: readonly string[]): { tree: Tree; end: number } {
  const walked = steps.reduce(addStep, goTo(tree, ROOT));
  return { tree: goTo(walked, tree.at), end: walked.at };
}

/** The steps that are tried, from the node where the game stands; none where one looks elsewhere. */
export function tried(tree: Tree, now: number): number[] {
  const ids = path(tree);
  return now === ROOT ? ids : ids.includes(now) ? ids.slice(ids.indexOf(now) + 1) : [];
}

/** What is left of the steps that somebody tries when the game goes on, or back: nothing if it went elsewhere. */
export function carried(before: readonly string[], after: readonly string[], draft: readonly string[]): string[] {
  if (!draft.length) return [];
  const line = [...before, ...draft];
  const follows = after.every((step, place) => step === line[place]);
  return follows ? line.slice(after.length) : [];
}

/** Whether a saved line says all of these steps already, from the present on. */
export function isSaved(played: readonly string[], draft: readonly string[], lines: readonly PlannedLine[]): boolean {
  const line = [...played, ...draft];
  return lines.some(({ place, steps }) => {
    const saved = [...played.slice(0, place), ...steps];
    return saved.length >= line.length && line.every((step, index) => step === saved[index]);
  });
}

/** A draft as it will be saved: what others do after one's last own move is left out. `seats`: who takes each step. */
export function toLastOwn<T>(draft: readonly T[], seats: readonly (number | undefined)[], own: number): T[] {
  return draft.slice(0, seats.lastIndexOf(own) + 1);
}

/** The steps of some nodes. */
export function stepsOf(tree: Tree, ids: readonly number[]): string[] {
  return ids.map((id) => nodeOf(tree, id).step);
}
