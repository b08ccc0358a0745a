import { expect, test } from "vitest";
import { stepsTo } from "./previewing";

const PATHS = [
  { step: "a-b", clicks: ["a", "b"] },
  { step: "a-c left", clicks: ["a", "c", "#left"] },
  { step: "a-c right", clicks: ["a", "c", "#right"] },
  { step: "a-d-e", clicks: ["a", "d", "e"] },
  { step: "+b", clicks: ["b"] },
];

test("one more click makes a step, several that are still to be chosen, or none yet", () => {
  expect(stepsTo(PATHS, ["a"], "b")).toEqual(["a-b"]);
  expect(stepsTo(PATHS, ["a"], "c")).toEqual(["a-c left", "a-c right"]);
  expect(stepsTo(PATHS, ["a"], "d")).toEqual([]);
  expect(stepsTo(PATHS, [], "b")).toEqual(["+b"]);
});
