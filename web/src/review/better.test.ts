import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, it, vi } from "vitest";
import type { JudgedStep } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import Better from "./Better.svelte";

beforeAll(() => speak("en"));

const step: JudgedStep = {
  number: 4, seat: 0, shares: [0.3, 0.7], loss: 0.2, mark: "blunder", better: "d6sw3",
  better_sentence: "Blue moves from d6 to a3.", better_line: ["d6sw3"], better_sites: ["d6", "a3"], sentence: "",
};

it("says what would have been better in words, never in notation", () => {
  const { unmount } = render(Better, { step, onpoint: () => {} });
  expect(screen.getByRole("note").textContent).toMatch(/Better:\s+Blue moves from d6 to a3\./);
  unmount();
  render(Better, { step: { ...step, better_sentence: "" }, onpoint: () => {} });
  expect(screen.getByRole("note").textContent).not.toContain("d6sw3");
});

it("tells when somebody points at it, with the mouse or with the keyboard", async () => {
  const onpoint = vi.fn();
  render(Better, { step, onpoint });
  const better = screen.getByRole("note");
  expect(better.tabIndex).toBe(0);
  for (const event of [fireEvent.mouseEnter, fireEvent.mouseLeave, fireEvent.focus, fireEvent.blur]) await event(better);
  expect(onpoint.mock.calls.map(([one]) => one?.number ?? null)).toEqual([4, null, 4, null]);
});
