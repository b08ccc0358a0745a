import { beforeAll, expect, test } from "vitest";
import type { Preview } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import { consequences } from "./consequences";

beforeAll(() => speak("en"));

const event = (sentence: string) => ({ kind: "", effect: "", data: {}, sentence });
const preview = (...ends: string[][]): Preview => ({
  step: "x",
  odds: "",
  consequences: ends.map((sentences) => ({ events: sentences.map(event), sentence: sentences.join(" "), looks: {} })),
});

test("what happens for certain is told as it is", () => {
  expect(consequences(preview(["It moves.", "It is pushed."]))).toBe("It moves. It is pushed.");
});

test("what several ends have in common is said once", () => {
  const told = consequences(preview(["It moves.", "It falls back."], ["It moves.", "Red is removed."]));
  expect(told).toBe("It moves. It falls back. Or: Red is removed.");
});

test("ends without anything in common stand side by side", () => {
  expect(consequences(preview(["It moves."], ["It stays."]))).toBe("It moves. Or: It stays.");
});
