import { expect, it } from "vitest";
import { fromBase64, toBase64 } from "./base64";

it("bytes travel as base64 for URLs, without padding", () => {
  const bytes = Uint8Array.from([251, 255, 190, 0]);
  expect(toBase64(bytes)).toBe("-_--AA");
  expect([...fromBase64("-_--AA")]).toEqual([251, 255, 190, 0]);
});
