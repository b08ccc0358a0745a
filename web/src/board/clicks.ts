/** Turns clicks into steps by following the paths of a picture. Pure: clicks so far and one more give what comes of it.
 *
 * No path begins with another whole path, and no two are equal, so a step is complete as soon as one path has all clicks.
 */
import type { Path } from "../lib/wire";

export const CHOICE = "#"; // a click that begins so is a button, not a site

export interface ClickResult {
  clicks: string[]; // what is picked now
  step?: string; // the clicks were a whole step
  attempt?: string[]; // the clicks make no step: somebody may want to know why
}

export function isChoice(click: string): boolean {
  return click.startsWith(CHOICE);
}

function begins(path: Path, clicks: readonly string[]): boolean {
  return clicks.length <= path.clicks.length && clicks.every((click, i) => path.clicks[i] === click);
}

/** What can be clicked next, sites and choices apart, each in the order of the paths. */
export function next(paths: readonly Path[], clicks: readonly string[]): { sites: string[]; choices: string[] } {
  const found = new Set<string>();
  for (const path of paths) {
    const click = path.clicks[clicks.length];
    if (click !== undefined && begins(path, clicks)) found.add(click);
  }
  const all = [...found];
  return { sites: all.filter((click) => !isChoice(click)), choices: all.filter(isChoice) };
}

/** The step that these clicks make, if they make one. */
export function whole(paths: readonly Path[], clicks: readonly string[]): string | undefined {
  return paths.find((path) => path.clicks.length === clicks.length && begins(path, clicks))?.step;
}

function leads(paths: readonly Path[], clicks: readonly string[]): boolean {
  return paths.some((path) => begins(path, clicks));
}

/** Click a site or choice. */
export function press(paths: readonly Path[], clicks: readonly string[], click: string): ClickResult {
  const longer = [...clicks, click];
  if (leads(paths, longer)) return taken(paths, longer);
  const again = clicks.indexOf(click);
  if (again >= 0) return { clicks: clicks.slice(0, again) };
  if (clicks.length && leads(paths, [click])) {
    // Another piece. But a site that is a whole step by itself was rather meant as a target: do not take it by mistake.
    const step = whole(paths, [click]);
    return step !== undefined && !isChoice(click) ? { clicks: [], attempt: longer } : taken(paths, [click]);
  }
  return { clicks: [...clicks], attempt: longer };
}

function taken(paths: readonly Path[], clicks: string[]): ClickResult {
  const step = whole(paths, clicks);
  return step === undefined ? { clicks } : { clicks: [], step };
}

/** Begin to drag what stands on a site: the clicks so far, or nothing if no path goes on from there. */
export function lift(paths: readonly Path[], clicks: readonly string[], site: string): string[] | undefined {
  if (clicks.at(-1) === site) return [...clicks];
  for (const begun of [[...clicks, site], [site]]) {
    if (leads(paths, begun) && whole(paths, begun) === undefined) return begun;
  }
  return undefined;
}

/** All sites where `lift` succeeds. */
export function liftable(paths: readonly Path[], clicks: readonly string[]): Set<string> {
  const found = new Set(clicks.slice(-1));
  for (const path of paths) {
    for (const at of clicks.length && begins(path, clicks) ? [0, clicks.length] : [0]) {
      if (at < path.clicks.length - 1) found.add(path.clicks[at]!);
    }
  }
  return new Set([...found].filter((click) => !isChoice(click)));
}

/** Drop on a site what was dragged from another: a click on it. What cannot be moved at all is an attempt as well. */
export function drop(paths: readonly Path[], clicks: readonly string[], from: string, to: string | undefined): ClickResult {
  const begun = lift(paths, clicks, from);
  if (to === undefined || to === from) return { clicks: begun ?? [...clicks] };
  if (!begun) return { clicks: [...clicks], attempt: [from, to] };
  const longer = [...begun, to];
  return leads(paths, longer) ? taken(paths, longer) : { clicks: begun, attempt: longer };
}

/** Escape: one click less, or (`all`) nothing is picked. */
export function release(clicks: readonly string[], all = false): string[] {
  return all ? [] : clicks.slice(0, -1);
}
