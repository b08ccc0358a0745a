import { describe, expect, it } from "vitest";

import type { RulePart } from "../lib/wire";
import { groupsOf, pictureAt } from "./groups";

function part(id: string, more: Partial<RulePart> = {}): RulePart {
  return { kind: "text", id, html: "", level: 0, diagram: null, legend: null, game: null, aid: false, folded: false, ...more };
}

describe("the pieces of a page", () => {
  it("keeps together what is printed alone and what is folded, section by section", () => {
    const heading = { kind: "heading", folded: true } as const;
    const parts = [
      part("a"), part("b"), part("c", { aid: true }), part("d", { aid: true }), part("e"),
      part("f", { ...heading, level: 2 }), part("g", { ...heading, level: 3 }), part("h", { folded: true }),
      part("i", { ...heading, level: 2 }),
    ];
    const found = groupsOf(parts).map(({ kind, parts: some }) => `${kind} ${some.map((one) => one.id).join("")}`);
    expect(found).toEqual(["text ab", "aid cd", "text e", "folded fgh", "folded i"]);
  });

  it("asks for pictures in the reader's theme and language", () => {
    expect(pictureAt("/p/x", "dark", "ja")).toBe("/p/x?theme=dark&lang=ja");
    expect(pictureAt("/p/x?item=2", "light", "en")).toBe("/p/x?item=2&theme=light&lang=en");
  });
});
