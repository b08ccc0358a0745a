import { expect, test } from "vitest";
import { addStep, newTree, ROOT, stepsTo, toEnd } from "../analysis/tree";
import { carried, grown, isSaved, stepsOf, toLastOwn, tried } from "./lines";

test("lines grow the tree without moving whoever looks", () => {
  const start = toEnd(newTree(["a", "b"]));
  const { tree, end } = grown(start, ["a", "c", "d"]);
  expect(tree.at).toBe(start.at);
  expect(stepsTo(tree, end)).toEqual(["a", "c", "d"]);
  const again = grown(tree, ["a", "c", "d"]);
  expect(again.end).toBe(end);
  expect(again.tree.nodes.size).toBe(tree.nodes.size);
});

test("what is tried begins where the game stands", () => {
  const now = toEnd(newTree(["a", "b"]));
  const tree = addStep(addStep(now, "x"), "y");
  expect(stepsOf(tree, tried(tree, now.at))).toEqual(["x", "y"]);
  expect(tried(now, now.at)).toEqual([]);
  expect(stepsOf(tree, tried(tree, ROOT))).toEqual(["a", "b", "x", "y"]);
  const elsewhere = grown(tree, ["a", "z"]);
  expect(tried(elsewhere.tree, elsewhere.end)).toEqual([]);
});

test("a draft goes on with the game that follows it", () => {
  expect(carried(["a"], ["a", "x"], ["x", "y"])).toEqual(["y"]);
  expect(carried(["a"], ["a", "z"], ["x", "y"])).toEqual([]);
  expect(carried(["a"], ["a"], ["x"])).toEqual(["x"]);
  expect(carried(["a"], ["a", "x", "y", "z"], ["x", "y"])).toEqual([]);
});

test("a draft stays when somebody undoes a move of their turn", () => {
  expect(carried(["a", "b"], ["a"], ["x", "y"])).toEqual(["b", "x", "y"]);
  expect(carried(["a", "b"], ["a"], [])).toEqual([]);
});

test("a line is saved that begins with the same moves", () => {
  const lines = [{ number: 1, place: 1, steps: ["b", "x", "y"] }];
  expect(isSaved(["a", "b"], ["x", "y"], lines)).toBe(true);
  expect(isSaved(["a", "b"], ["x"], lines)).toBe(true);
  expect(isSaved(["a", "b"], ["x", "z"], lines)).toBe(false);
  expect(isSaved(["a", "b"], ["x", "y", "w"], lines)).toBe(false);
  expect(isSaved(["a"], ["b", "x"], lines)).toBe(true);
});

test("what others do last is left out", () => {
  expect(toLastOwn(["x", "y", "z"], [0, 1, 0], 1)).toEqual(["x", "y"]);
  expect(toLastOwn(["x"], [0], 1)).toEqual([]);
  expect(toLastOwn(["x", "y", "y2"], [0, 1, 1], 1)).toEqual(["x", "y", "y2"]);
});
