import { expect, test } from "vitest";
import type { LessonFrame } from "../lib/wire";
import { event, picture, step } from "../table/fixtures";
import { trail } from "./trail";

const after = (...moves: [string, string][]): LessonFrame => ({
  picture: picture(),
  steps: [step(1, { events: moves.map(([from, to]) => event("move", { from, to })) })],
});

test("a piece is followed back over its own moves alone", () => {
  const frames = [{ picture: picture(), steps: [] }, after(["a1", "a3"]), after(["f7", "f3"], ["e7", "e6"]), after(["a3", "f7"])];
  expect(trail(frames, "f3")).toEqual(["f7", "f7", "f3", "f3"]);
  expect(trail(frames, "f7")).toEqual(["a1", "a3", "a3", "f7"]);
});

test("one that falls back ends where it came from", () => {
  expect(trail([{ picture: picture(), steps: [] }, after(["b2", "b4"], ["b4", "b3"])], "b3")).toEqual(["b2", "b3"]);
});
