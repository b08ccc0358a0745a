/** The table of contents of a rulebook page. */

import type { RulePart } from "../lib/wire";

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly inner: readonly Entry[];
}

/** Headings under headings; the first heading is the title of the page and not listed. */
export function contentsOf(parts: readonly RulePart[]): Entry[] {
  const roots: Building[] = [];
  const open: [number, Building][] = []; // the headings under which the next one may stand
  for (const part of parts.filter((one) => one.kind === "heading").slice(1)) {
    const entry: Building = { id: part.id, title: plain(part.html), inner: [] };
    while (open.length > 0 && open[open.length - 1]![0] >= part.level) open.pop();
    (open[open.length - 1]?.[1].inner ?? roots).push(entry);
    open.push([part.level, entry]);
  }
  return roots;
}

interface Building extends Entry {
  readonly inner: Building[];
}

/** The text of a fragment of HTML. */
export function plain(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() ?? "";
}
