import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";

import { ArtCache } from "../board/artCache.svelte";
import type { JudgedStep, SeatMark } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import { NOTHING_JUDGED, withUpdate } from "./curve";
import Curve from "./Curve.svelte";

beforeAll(() => speak("en"));

const SEATS: SeatMark[] = ["Blue", "Red"].map((label) => ({ label, look: "", fill: "#123456", edge: "#000000", ink: "#ffffff" }));

function shown(): { ongo: (number: number) => void } {
  const step = (number: number, share: number, mark: JudgedStep["mark"]): JudgedStep => ({
    number,
    seat: 1,
    shares: [share, 1 - share],
    loss: 0,
    mark,
    better: "",
    better_sentence: "",
    better_line: [],
    better_sites: [],
    sentence: "",
  });
  const steps = [step(1, 0.6, "good"), step(2, 0.9, "blunder")];
  const judged = withUpdate(NOTHING_JUDGED, { done: 2, of: 2, start: [0.5, 0.5], steps, turning: [2], losses: [0, 0.3], id: 1, type: "curve" });
  const ongo = vi.fn();
  render(Curve, { judged, last: 2, at: 1, seats: SEATS, artCache: new ArtCache(), ongo });
  return { ongo };
}

describe("the curve", () => {
  it("can be heard: each point, and the course of each seat", () => {
    shown();
    expect(screen.getByRole("button", { name: "Start, Blue: 50%, Red: 50%" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Move 2, Blue: 90%, Red: 10%, blunder" })).toBeTruthy();
    expect(screen.getByText(/Red: 50% at the start, 10% at the end, between 10% and 50%\./)).toBeTruthy();
    expect(screen.getByRole("button", { current: "step" }).getAttribute("data-step")).toBe("1");
  });

  it("is one stop on the way through the page, and is walked with the arrow keys", async () => {
    const { ongo } = shown();
    const stops = screen.getAllByRole("button").filter((point) => point.getAttribute("tabindex") === "0");
    expect(stops.map((point) => point.getAttribute("data-step"))).toEqual(["0"]);
    stops[0]!.focus();
    await fireEvent.keyDown(stops[0]!, { key: "End" });
    expect(document.activeElement?.getAttribute("data-step")).toBe("2");
    await fireEvent.keyDown(document.activeElement!, { key: "ArrowRight" });
    expect(document.activeElement?.getAttribute("data-step")).toBe("2");
    await fireEvent.keyDown(document.activeElement!, { key: "ArrowLeft" });
    expect(ongo).not.toHaveBeenCalled();
    await fireEvent.keyDown(document.activeElement!, { key: "Enter" });
    expect(ongo).toHaveBeenCalledExactlyOnceWith(1);
  });
});
