import { describe, expect, it } from "vitest";

import type { SeatMark } from "../lib/wire";
import { readStep, readView, viewsOf, viewText } from "./views";

const SEATS: SeatMark[] = ["Blue", "Red", "Gold"].map((label) => ({ label, look: "", fill: "", edge: "", ink: "" }));

describe("the choice of views", () => {
  it("is each seat's and the open one where something is hidden", () => {
    expect(viewsOf(true, SEATS.slice(0, 2))).toEqual([0, 1, null]);
    expect(viewsOf(true, SEATS)).toEqual([0, 1, 2, null]);
  });

  it("is none where everybody sees everything", () => {
    expect(viewsOf(false, SEATS)).toEqual([]);
  });

  it("comes back from an address", () => {
    for (const view of [0, 1, null]) expect(readView(viewText(view), 2)).toBe(view);
  });

  it.each(["2", "-1", "x", "1.5", "", "01", null])("is open for an address that names no seat: %s", (text) => {
    expect(readView(text, 2)).toBeNull();
  });
});

describe("the step in an address", () => {
  it("is a step of the game", () => {
    expect(readStep("12", 40)).toBe(12);
    expect(readStep("0", 40)).toBe(0);
    expect(readStep("99", 40)).toBe(40);
  });

  it.each(["-1", "x", "", "1e3", null])("is none where it is no number: %s", (text) => {
    expect(readStep(text, 40)).toBeNull();
  });
});
