import { expect, test } from "vitest";
import type { Path } from "../lib/wire";
import { drop, lift, liftable, next, press, release, whole } from "./clicks";

const paths = (...written: string[]): Path[] =>
  written.map((one) => {
    const [step, clicks] = one.split("=");
    return { step: step!, clicks: clicks!.split(" ") };
  });

// Placing by one click, moving by two, a move that can go round two paths, turns of a piece by choices, buttons alone.
const PATHS = paths(
  "+d1=d1",
  "a1-b1=a1 b1",
  "a1-c1=a1 c1",
  "a2-b1=a2 b1",
  "a1-e1 left=a1 e1 #left",
  "a1-e1 right=a1 e1 #right",
  "a2 north=a2 #turn #n",
  "a2 south=a2 #turn #s",
  "end=#end",
  "return 1=#return #seat1",
  "return 2=#return #seat2",
  "tidy b2=#tidy b2",
);

test("at first everything that begins a way can be clicked", () => {
  expect(next(PATHS, [])).toEqual({ sites: ["d1", "a1", "a2"], choices: ["#end", "#return", "#tidy"] });
});

test("a site that is a whole step is taken at once", () => {
  expect(press(PATHS, [], "d1")).toEqual({ clicks: [], step: "+d1" });
});

test("two clicks pick a piece and take the step", () => {
  expect(press(PATHS, [], "a1")).toEqual({ clicks: ["a1"] });
  expect(next(PATHS, ["a1"])).toEqual({ sites: ["b1", "c1", "e1"], choices: [] });
  expect(press(PATHS, ["a1"], "c1")).toEqual({ clicks: [], step: "a1-c1" });
});

test("paths that share their clicks ask", () => {
  expect(press(PATHS, ["a1"], "e1")).toEqual({ clicks: ["a1", "e1"] });
  expect(next(PATHS, ["a1", "e1"])).toEqual({ sites: [], choices: ["#left", "#right"] });
  expect(press(PATHS, ["a1", "e1"], "#right")).toEqual({ clicks: [], step: "a1-e1 right" });
});

test("sites and choices can both come next", () => {
  expect(next(PATHS, ["a2"])).toEqual({ sites: ["b1"], choices: ["#turn"] });
  expect(press(PATHS, ["a2"], "#turn")).toEqual({ clicks: ["a2", "#turn"] });
  expect(press(PATHS, ["a2", "#turn"], "#s")).toEqual({ clicks: [], step: "a2 south" });
});

test("buttons: one click, two, or a button and then a site", () => {
  expect(press(PATHS, [], "#end")).toEqual({ clicks: [], step: "end" });
  expect(press(PATHS, [], "#return")).toEqual({ clicks: ["#return"] });
  expect(press(PATHS, ["#return"], "#seat2")).toEqual({ clicks: [], step: "return 2" });
  expect(next(PATHS, ["#tidy"])).toEqual({ sites: ["b2"], choices: [] });
  expect(press(PATHS, ["#tidy"], "b2")).toEqual({ clicks: [], step: "tidy b2" });
});

test("clicking again drops, back to before that click", () => {
  expect(press(PATHS, ["a1"], "a1")).toEqual({ clicks: [] });
  expect(press(PATHS, ["a1", "e1"], "e1")).toEqual({ clicks: ["a1"] });
  expect(press(PATHS, ["a1", "e1"], "a1")).toEqual({ clicks: [] });
});

test("clicking another piece picks that one", () => {
  expect(press(PATHS, ["a1"], "a2")).toEqual({ clicks: ["a2"] });
  expect(press(PATHS, ["a1", "e1"], "a2")).toEqual({ clicks: ["a2"] });
  expect(press(PATHS, ["#tidy"], "a1")).toEqual({ clicks: ["a1"] });
});

test("a button of the start works while something is picked", () => {
  expect(press(PATHS, ["a1"], "#end")).toEqual({ clicks: [], step: "end" });
  expect(press(PATHS, ["a1"], "#return")).toEqual({ clicks: ["#return"] });
});

test("a piece and an impossible target is an attempt, and the piece stays picked", () => {
  expect(press(PATHS, ["a1"], "z9")).toEqual({ clicks: ["a1"], attempt: ["a1", "z9"] });
});

test("a click on something that cannot begin is an attempt", () => {
  expect(press(PATHS, [], "z9")).toEqual({ clicks: [], attempt: ["z9"] });
  expect(press([], [], "a1")).toEqual({ clicks: [], attempt: ["a1"] });
});

test("a one-click step is not taken by somebody who is moving a piece", () => {
  expect(press(PATHS, ["a1"], "d1")).toEqual({ clicks: [], attempt: ["a1", "d1"] });
});

test("a site that is both target and piece is a target while another is picked", () => {
  const both = paths("a-b=a b", "b-c=b c");
  expect(press(both, ["a"], "b")).toEqual({ clicks: [], step: "a-b" });
});

test("a way may come back to where it began", () => {
  const round = paths("round=a b a", "there=a b c");
  expect(press(round, ["a", "b"], "a")).toEqual({ clicks: [], step: "round" });
});

test("dragging: lift a piece, drop it on a target", () => {
  expect(lift(PATHS, [], "a1")).toEqual(["a1"]);
  expect(lift(PATHS, ["a2"], "a1")).toEqual(["a1"]);
  expect(drop(PATHS, [], "a1", "b1")).toEqual({ clicks: [], step: "a1-b1" });
  expect(drop(PATHS, ["a2"], "a1", "b1")).toEqual({ clicks: [], step: "a1-b1" });
});

test("what can be lifted is known beforehand", () => {
  expect(liftable(PATHS, [])).toEqual(new Set(["a1", "a2"]));
  expect(liftable(PATHS, ["a1"])).toEqual(new Set(["a1", "a2", "e1"]));
  expect(liftable(paths("x=#tidy b2 c2"), ["#tidy"])).toEqual(new Set(["b2"]));
  for (const clicks of [[], ["a1"], ["a2", "#turn"], ["#return"]])
    for (const site of ["a1", "a2", "b1", "c1", "d1", "e1", "z9"])
      expect([site, liftable(PATHS, clicks).has(site)]).toEqual([site, lift(PATHS, clicks, site) !== undefined]);
});

test("dropping where it may mean two things asks", () => {
  expect(drop(PATHS, [], "a1", "e1")).toEqual({ clicks: ["a1", "e1"] });
});

test("dropping where it was or beside the board keeps it picked", () => {
  expect(drop(PATHS, [], "a1", "a1")).toEqual({ clicks: ["a1"] });
  expect(drop(PATHS, ["a1"], "a1", undefined)).toEqual({ clicks: ["a1"] });
});

test("what is one click alone, or nothing, cannot be lifted; dragging it is an attempt", () => {
  expect(lift(PATHS, [], "d1")).toBeUndefined();
  expect(lift(PATHS, [], "z9")).toBeUndefined();
  expect(drop(PATHS, [], "z9", "b1")).toEqual({ clicks: [], attempt: ["z9", "b1"] });
  expect(drop(PATHS, [], "z9", undefined)).toEqual({ clicks: [] });
});

test("dropping on an impossible target is an attempt, and the piece stays picked", () => {
  expect(drop(PATHS, [], "a1", "z9")).toEqual({ clicks: ["a1"], attempt: ["a1", "z9"] });
  // Even where a click on that site alone would pick another piece or be a step.
  expect(drop(PATHS, [], "a1", "a2")).toEqual({ clicks: ["a1"], attempt: ["a1", "a2"] });
  expect(drop(PATHS, [], "a1", "d1")).toEqual({ clicks: ["a1"], attempt: ["a1", "d1"] });
});

test("after a button, a site can be dragged if the way goes on", () => {
  const more = paths("x=#tidy b2 c2");
  expect(lift(more, ["#tidy"], "b2")).toEqual(["#tidy", "b2"]);
  expect(drop(more, ["#tidy"], "b2", "c2")).toEqual({ clicks: [], step: "x" });
});

test("letting go: one click less, or all", () => {
  expect(release(["a1", "e1"])).toEqual(["a1"]);
  expect(release(["a1", "e1"], true)).toEqual([]);
  expect(release([])).toEqual([]);
});

test("only all clicks of a way are a step", () => {
  expect(whole(PATHS, ["a1", "e1"])).toBeUndefined();
  expect(whole(PATHS, ["a1", "b1"])).toBe("a1-b1");
  expect(whole(PATHS, [])).toBeUndefined();
});
