import { describe, expect, it } from "vitest";

import type { RulePart } from "../lib/wire";
import { contentsOf, type Entry, plain } from "./contents";

function heading(id: string, level: number, html = id): RulePart {
  return { kind: "heading", id, html, level, diagram: null, legend: null, game: null, aid: false, folded: false };
}

function written(entries: readonly Entry[]): string {
  return entries.map((one) => one.title + (one.inner.length > 0 ? `(${written(one.inner)})` : "")).join(" ");
}

describe("the table of contents", () => {
  it("nests headings and leaves the title out", () => {
    const text: RulePart = { kind: "text", id: "", html: "<p>x</p>", level: 0, diagram: null, legend: null, game: null, aid: false, folded: false };
    const parts = [heading("t", 1), text, heading("a", 2), heading("b", 3), text, heading("c", 3), heading("d", 2)];
    expect(written(contentsOf(parts))).toBe("a(b c) d");
  });

  it("bears levels that are left out", () => {
    expect(written(contentsOf([heading("t", 1), heading("a", 3), heading("b", 2), heading("c", 4)]))).toBe("a b(c)");
  });

  it("shows text, not tags", () => {
    const [entry] = contentsOf([heading("t", 1), heading("a", 2, 'Fights &amp; <code>orders</code> <a href="#X-1">X-1</a>')]);
    expect(entry?.title).toBe("Fights & orders X-1");
    expect(plain("")).toBe("");
  });
});
