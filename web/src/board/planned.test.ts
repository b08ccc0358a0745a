import { beforeEach, expect, test, vi } from "vitest";
import { PlannedMove } from "./planned.svelte";

const heard = vi.fn();
let planned: PlannedMove;
beforeEach(() => {
  heard.mockReset();
  planned = new PlannedMove((site) => site === "a" || site === "b", heard);
});

test("a plan begins with one's own piece and has a goal, which may be anything", () => {
  planned.press("z");
  expect(heard).not.toHaveBeenCalled();
  planned.press("a");
  expect(planned.whole).toBe(false);
  planned.press("z");
  expect(planned.whole).toBe(true);
  expect(heard).toHaveBeenLastCalledWith(["a", "z"]);
});

test("a click when all is planned cancels it, and so does the piece itself", () => {
  planned.press("a");
  planned.press("a");
  expect(planned.clicks).toEqual([]);
  planned.press("a");
  planned.press("b");
  planned.press("a");
  expect(planned.clicks).toEqual([]);
});

test("on one's turn a whole plan is taken, a piece alone is forgotten", () => {
  planned.press("a");
  expect(planned.take()).toEqual([]);
  planned.press("a");
  planned.press("z");
  expect(planned.take()).toEqual(["a", "z"]);
  expect(planned.clicks).toEqual([]);
  expect(heard).toHaveBeenLastCalledWith([]);
});
