import { expect, it } from "vitest";
import type { Clock } from "../lib/wire";
import { face, isLow, left, restLeft } from "./clock";

const clock = { kind: "sudden", base: 300_000, increment: 0, running: 1, left: [60_000, 45_000] } as const;

it("only the clock that runs runs on, and not below nothing", () => {
  const given = { ...clock, left: [...clock.left] };
  expect(left(given, 0, 1_000, 11_000)).toBe(60_000);
  expect(left(given, 1, 1_000, 11_000)).toBe(35_000);
  expect(left(given, 1, 1_000, 99_000)).toBe(0);
});

it("less than half a minute is low, where time counts at all", () => {
  const given = { ...clock, left: [...clock.left] };
  expect([isLow(given, 30_000), isLow(given, 29_999)]).toEqual([false, true]);
  expect(isLow({ ...given, kind: "none" }, 0)).toBe(false);
});

it("a face is read like a clock", () => {
  expect(face(65_000)).toEqual({ text: "1:05" });
  expect(face(3_723_000)).toEqual({ text: "1:02:03" });
  expect(face(9_480)).toEqual({ text: "9.4" });
  expect(face(10_000)).toEqual({ text: "0:10" });
  expect(face(2 * 86_400_000 + 5 * 3_600_000 + 1)).toEqual({ days: 2, hours: 5 });
});

it("a clock stands still while its player is on vacation, and then runs on", () => {
  const clock: Clock = { kind: "days", base: 100_000, increment: 0, running: 0, left: [50_000, 100_000] };
  expect([1000, 9000, 11_000].map((now) => left(clock, 0, 1000, now, 8000))).toEqual([50_000, 50_000, 48_000]);
  expect(left(clock, 1, 1000, 90_000, 8000)).toBe(100_000);
  const receivedAt = performance.now();
  expect(restLeft(Date.now() + 60_000, receivedAt)).toBeGreaterThan(59_000);
  expect(restLeft(Date.now() - 1000, receivedAt)).toBe(0);
});
