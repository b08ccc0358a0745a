import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announce, voice } from "./announce.svelte";

let now = 10_000_000; // later than anything that other tests say
beforeEach(() => {
  now += 10_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

test("sentences said at once do not take each other's place", () => {
  announce("A ship moves.");
  now += 50;
  announce("Your turn.");
  expect(voice.polite.trim()).toBe("A ship moves. Your turn.");
  now += 1000;
  announce("Picked: a1.");
  expect(voice.polite.trim()).toBe("Picked: a1.");
});

test("the same sentence twice is heard twice", () => {
  announce("Selection cleared.");
  const first = voice.polite;
  now += 50;
  announce("Selection cleared.");
  expect(voice.polite).not.toBe(first);
  expect(voice.polite.trim()).toBe("Selection cleared.");
});

test("what is urgent has its own voice, and nothing says nothing", () => {
  announce("Calm.");
  announce("Careful!", { urgent: true });
  announce("");
  expect(voice.urgent.trim()).toBe("Careful!");
  expect(voice.polite.trim()).toBe("Calm.");
});
