/** A page in the pieces in which it is shown: its text, the part that is printed alone, and what is folded. */
import type { RulePart } from "../lib/wire";

export interface Group {
  readonly kind: "text" | "aid" | "folded";
  readonly parts: readonly RulePart[];
}

/** Neighbours of one kind stand together; what is folded begins anew with each heading as high as its first one. */
export function groupsOf(parts: readonly RulePart[]): Group[] {
  const found: { kind: Group["kind"]; parts: RulePart[] }[] = [];
  for (const part of parts) {
    const kind = part.aid ? "aid" : part.folded ? "folded" : "text";
    const last = found.at(-1);
    const first = last?.parts[0];
    const begins = kind === "folded" && part.kind === "heading" && first?.kind === "heading" && part.level <= first.level;
    if (last?.kind === kind && !begins) last.parts.push(part);
    else found.push({ kind, parts: [part] });
  }
  return found;
}

/** The address of a still picture in a theme and language. */
export function pictureAt(address: string, theme: string, locale: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}theme=${theme}&lang=${locale}`;
}
