import { beforeEach, expect, test } from "vitest";
import { Drawings } from "./drawings.svelte";

let drawings: Drawings;
beforeEach(() => (drawings = new Drawings()));

test("what is drawn once more is rubbed out", () => {
  expect(drawings.toggle(["a"])).toBe("drawn");
  expect(drawings.toggle(["a", "b"])).toBe("drawn");
  expect(drawings.shapes).toEqual([["a"], ["a", "b"]]);
  expect(drawings.toggle(["a"])).toBe("erased");
  expect(drawings.shapes).toEqual([["a", "b"]]);
});

test("one site twice is a circle, two sites are an arrow", () => {
  expect(drawings.press("a")).toBeUndefined();
  expect(drawings.press("a")).toEqual(["a"]);
  expect(drawings.press("b")).toEqual(["a", "b"]);
});

test("clearing takes an arrow that was only begun, too", () => {
  expect(drawings.clear()).toBe(false);
  drawings.press("a");
  expect(drawings.clear()).toBe(true);
  expect(drawings.start).toBe("");
});
