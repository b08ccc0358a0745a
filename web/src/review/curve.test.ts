import { describe, expect, it } from "vitest";

import type { CurveUpdate, JudgedStep } from "../lib/wire";
import {
  across,
  areaOf,
  courses,
  down,
  type Frame,
  markCounts,
  nearest,
  NOTHING_JUDGED,
  pathOf,
  percents,
  signsOf,
  ticks,
  withUpdate,
} from "./curve";

const FRAME: Frame = { width: 120, height: 60, left: 10, right: 10, top: 5, bottom: 5 };

function judged(number: number, seat: number, first: number, mark: JudgedStep["mark"] = "good"): JudgedStep {
  return { number, seat, shares: [first, 1 - first], loss: 0, mark, better: "", better_sentence: "", better_line: [], better_sites: [], sentence: "" };
}

function update(steps: JudgedStep[], turning: number[] = []): CurveUpdate {
  return { done: steps.length, of: 3, start: [0.5, 0.5], steps, turning, losses: [], id: 1, type: "curve" };
}

describe("the places of a curve", () => {
  it("spread from edge to edge", () => {
    expect(across(FRAME, 0, 4)).toBe(10);
    expect(across(FRAME, 1, 4)).toBe(35);
    expect(across(FRAME, 4, 4)).toBe(110);
    expect(down(FRAME, 1)).toBe(5);
    expect(down(FRAME, 0)).toBe(55);
    expect(down(FRAME, 0.25)).toBe(42.5);
  });

  it("stay in the picture whatever comes", () => {
    expect(down(FRAME, 1.2)).toBe(5);
    expect(down(FRAME, -1)).toBe(55);
    expect(across(FRAME, 0, 0)).toBe(10);
  });

  it("give the nearest step back", () => {
    expect(nearest(FRAME, 10, 4)).toBe(0);
    expect(nearest(FRAME, 47, 4)).toBe(1);
    expect(nearest(FRAME, 48, 4)).toBe(2);
    expect(nearest(FRAME, -50, 4)).toBe(0);
    expect(nearest(FRAME, 500, 4)).toBe(4);
    for (const number of [0, 1, 2, 3, 4]) expect(nearest(FRAME, across(FRAME, number, 4), 4)).toBe(number);
  });

  it("make a path that ends where it is judged so far", () => {
    const shares = [
      [0.5, 0.5],
      [1, 0],
    ];
    expect(pathOf(FRAME, shares, 0, 4)).toBe("M10.0 30.0L35.0 5.0");
    expect(pathOf(FRAME, shares, 1, 4)).toBe("M10.0 30.0L35.0 55.0");
    expect(areaOf(FRAME, shares, 0, 4)).toBe("M10.0 30.0L35.0 5.0L35.0 55.0L10.0 55.0Z");
    expect(areaOf(FRAME, [], 0, 4)).toBe("");
  });

  it("have round numbers under them", () => {
    expect(ticks(7, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(ticks(34, 8)).toEqual([0, 5, 10, 15, 20, 25, 30]);
    expect(ticks(160, 8)).toEqual([0, 20, 40, 60, 80, 100, 120, 140, 160]);
    expect(ticks(0, 8)).toEqual([0]);
  });
});

describe("what is judged", () => {
  it("grows with the messages", () => {
    const one = withUpdate(NOTHING_JUDGED, update([judged(1, 0, 0.6)]));
    const two = withUpdate(one, update([judged(2, 1, 0.3)], [2]));
    expect(one.shares).toEqual([
      [0.5, 0.5],
      [0.6, 0.4],
    ]);
    expect(two.shares.map(([first]) => first)).toEqual([0.5, 0.6, 0.3]);
    expect(two.turning).toEqual([2]);
    expect(one.steps.size).toBe(1);
  });

  it("has no curve before the start is known", () => {
    const waiting = withUpdate(NOTHING_JUDGED, { ...update([]), start: [] });
    expect(waiting.shares).toEqual([]);
    expect(waiting.of).toBe(3);
  });

  it("leaves out what comes after a gap, until the gap is filled", () => {
    const gap = withUpdate(NOTHING_JUDGED, update([judged(1, 0, 0.6), judged(3, 0, 0.9)]));
    expect(gap.shares).toHaveLength(2);
    expect(withUpdate(gap, update([judged(2, 1, 0.3)])).shares.map(([first]) => first)).toEqual([0.5, 0.6, 0.3, 0.9]);
  });

  it("can be told in a sentence for each seat", () => {
    const shares = [
      [0.5, 0.5],
      [0.8, 0.2],
      [0.1, 0.9],
    ];
    expect(courses(shares)).toEqual([
      { seat: 0, first: 50, last: 10, low: 10, high: 80 },
      { seat: 1, first: 50, last: 90, low: 20, high: 90 },
    ]);
    expect(courses([])).toEqual([]);
  });

  it("is counted by seat and mark", () => {
    const counts = markCounts([judged(1, 0, 0.5), judged(2, 1, 0.5, "blunder"), judged(4, 1, 0.5, "blunder")], 2);
    expect(counts).toEqual([
      { good: 1, inaccuracy: 0, mistake: 0, blunder: 0 },
      { good: 0, inaccuracy: 0, mistake: 0, blunder: 2 },
    ]);
  });
});

describe("signs on the curve", () => {
  const apart = (one: number, other: number): number => Math.abs(one - other) * 5;
  const steps = [
    judged(1, 0, 0.5, "inaccuracy"),
    judged(2, 1, 0.5, "blunder"),
    judged(3, 0, 0.5),
    judged(4, 1, 0.5, "mistake"),
    judged(9, 0, 0.5, "inaccuracy"),
  ];
  const all = Array.from({ length: 9 }, (_, place) => steps.find((one) => one.number === place + 1) ?? judged(place + 1, 0, 0.5));

  it("are all there where there is room", () => {
    const whole = withUpdate(NOTHING_JUDGED, update(all));
    expect(signsOf(whole, apart, 5).map((step) => step.number)).toEqual([1, 2, 4, 9]);
  });

  it("make room for the worse ones", () => {
    const whole = withUpdate(NOTHING_JUDGED, update(all));
    expect(signsOf(whole, apart, 15).map((step) => step.number)).toEqual([2, 9]);
  });

  it("make room for those at which the game turned", () => {
    const whole = withUpdate(NOTHING_JUDGED, update(all, [4]));
    expect(signsOf(whole, apart, 15).map((step) => step.number)).toEqual([1, 4, 9]);
  });
});

describe("per cents", () => {
  it("add up to a hundred", () => {
    expect(percents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
    expect(percents([0.006, 0.004, 0.99])).toEqual([1, 0, 99]);
    expect(percents([1, 0])).toEqual([100, 0]);
    expect(percents([0.625, 0.375])).toEqual([63, 37]);
  });

  it("are nought where nothing is known", () => {
    expect(percents([0, 0])).toEqual([0, 0]);
    expect(percents([])).toEqual([]);
  });
});
