/** Addresses of boards in frames, and the code that puts one into a page. */

import type { Origin } from "../analysis/link";
import { readShared } from "../analysis/shared";
import { readSettings, type Settings } from "../lib/settings.svelte";

export type Shows =
  | { kind: "table"; id: string; game: number; step: number | null }
  | { kind: "position"; ruleset: string; origin: Origin }
  | { kind: "nothing" };

/** `/embed/t/abc?step=3` is a table, `/embed/analysis/mur-en?position=…` a position. */
export function readAddress(path: string, search: string): Shows {
  const query = new URLSearchParams(search);
  const [, what, name] = path.split("/").filter(Boolean);
  if (what === "t" && name) {
    const number = (key: string): number | null => (/^\d{1,6}$/.test(query.get(key) ?? "") ? Number(query.get(key)) : null);
    return { kind: "table", id: name, game: number("game") ?? 0, step: number("step") };
  }
  if (what === "analysis" && name) return { kind: "position", ruleset: name, origin: readShared(query) };
  return { kind: "nothing" };
}

/** `lang` and `theme` as whoever puts the frame there wishes; else as the browser is set. */
export function readWishes(query: URLSearchParams): Pick<Settings, "language" | "theme"> {
  const wished = { language: query.get("lang") ?? "", theme: query.get("theme") ?? "auto" };
  const { language, theme } = readSettings(JSON.stringify(wished));
  return { language, theme };
}

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** HTML that shows a path of this site in a frame; names in the title are whatever people call themselves. */
export function embedCode(path: string, title: string): string {
  const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => ESCAPED[one]!);
  return `<iframe src="${escaped(location.origin + path)}" title="${escaped(title)}" width="480" height="600" style="border:0;max-width:100%" loading="lazy"></iframe>`;
}
