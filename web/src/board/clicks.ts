/** Turns clicks into steps by following the ways of a picture. Pure: clicks so far and one more give what comes of it.
 *
 * No way begins with another whole way, and no two are equal, so a step is complete as soon as one way has all clicks.
 */
import type { Way } from "../lib/wire";

export const CHOICE = "#"; // a click that begins so is a button, not a site

export interface Outcome {
  clicks: string[]; // what is picked now
  step?: string; // the clicks were a whole step
  attempt?: string[]; // the clicks make no step: somebody may want to know why
}

export function isChoice(click: string): boolean {
  return click.startsWith(CHOICE);
}

function begins(way: Way, clicks: readonly string[]): boolean {
  return clicks.length <= way.clicks.length && clicks.every((click, i) => way.clicks[i] === click);
}

/** What can be clicked next, sites and choices apart, each in the order of the ways. */
export function next(ways: readonly Way[], clicks: readonly string[]): { sites: string[]; choices: string[] } {
  const found = new Set<string>();
  for (const way of ways) {
    const click = way.clicks[clicks.length];
    if (click !== undefined && begins(way, clicks)) found.add(click);
  }
  const all = [...found];
  return { sites: all.filter((click) => !isChoice(click)), choices: all.filter(isChoice) };
}

/** The step that these clicks make, if they make one. */
export function whole(ways: readonly Way[], clicks: readonly string[]): string | undefined {
  return ways.find((way) => way.clicks.length === clicks.length && begins(way, clicks))?.step;
}

function leads(ways: readonly Way[], clicks: readonly string[]): boolean {
  return ways.some((way) => begins(way, clicks));
}

/** Click a site or choice. */
export function press(ways: readonly Way[], clicks: readonly string[], click: string): Outcome {
  const longer = [...clicks, click];
  if (leads(ways, longer)) return taken(ways, longer);
  const again = clicks.indexOf(click);
  if (again >= 0) return { clicks: clicks.slice(0, again) };
  if (clicks.length && leads(ways, [click])) {
    // Another piece. But a site that is a whole step by itself was rather meant as a target: do not take it by mistake.
    const step = whole(ways, [click]);
    return step !== undefined && !isChoice(click) ? { clicks: [], attempt: longer } : taken(ways, [click]);
  }
  return { clicks: [...clicks], attempt: longer };
}

function taken(ways: readonly Way[], clicks: string[]): Outcome {
  const step = whole(ways, clicks);
  return step === undefined ? { clicks } : { clicks: [], step };
}

/** Begin to drag what stands on a site: the clicks so far, or nothing if no way goes on from there. */
export function lift(ways: readonly Way[], clicks: readonly string[], site: string): string[] | undefined {
  if (clicks.at(-1) === site) return [...clicks];
  for (const begun of [[...clicks, site], [site]]) {
    if (leads(ways, begun) && whole(ways, begun) === undefined) return begun;
  }
  return undefined;
}

/** All sites where `lift` succeeds. */
export function liftable(ways: readonly Way[], clicks: readonly string[]): Set<string> {
  const found = new Set(clicks.slice(-1));
  for (const way of ways) {
    for (const at of clicks.length && begins(way, clicks) ? [0, clicks.length] : [0]) {
      if (at < way.clicks.length - 1) found.add(way.clicks[at]!);
    }
  }
  return new Set([...found].filter((click) => !isChoice(click)));
}

/** Drop on a site what was dragged from another: a click on it. What cannot be moved at all is an attempt as well. */
export function drop(ways: readonly Way[], clicks: readonly string[], from: string, to: string | undefined): Outcome {
  const begun = lift(ways, clicks, from);
  if (to === undefined || to === from) return { clicks: begun ?? [...clicks] };
  if (!begun) return { clicks: [...clicks], attempt: [from, to] };
  const longer = [...begun, to];
  return leads(ways, longer) ? taken(ways, longer) : { clicks: begun, attempt: longer };
}

/** Escape: one click less, or (`all`) nothing is picked. */
export function release(clicks: readonly string[], all = false): string[] {
  return all ? [] : clicks.slice(0, -1);
}
