import { beforeEach, expect, test, vi } from "vitest";
import type { LessonPath, ProgressItem } from "../lib/wire";

const KEY = "ludarium.progress";
const lesson = (item: string): ProgressItem => ({ kind: "lesson", ruleset: "small", item });
const PATH: LessonPath = {
  ruleset: "small", game: "small", title: "Small", label: "", taught: ["small"], puzzles: false,
  lessons: ["one", "two", "three"].map((id) => ({ id, title: id, tasks: 2 })),
};
let asked: { method: string; path: string; body: unknown }[] = [];
let answer: ProgressItem[] = [];

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  [asked, answer] = [[], []];
  vi.stubGlobal("fetch", vi.fn(async (url: URL, given: RequestInit) => {
    asked.push({ method: given.method!, path: url.pathname, body: given.body ? JSON.parse(given.body as string) : null });
    return Response.json(url.pathname === "/api/me" ? { id: "", name: "", guest: true } : answer);
  }));
});

/** The module as after loading the page anew, with somebody who uses it. */
async function fresh(id: string) {
  const { set } = await import("../account/me.svelte");
  set({ id, name: id, guest: true });
  return import("./progress.svelte");
}

test("without a name, this browser remembers", async () => {
  const first = await fresh("");
  await first.markDone(lesson("one"));
  expect(first.countDone(PATH)).toBe(1);
  expect(asked).toEqual([]);
  vi.resetModules();
  const later = await fresh("");
  await later.loadProgress();
  expect(later.nextLesson(PATH)?.id).toBe("two");
});

test("what this browser remembers goes to whoever has a name, once", async () => {
  localStorage.setItem(KEY, JSON.stringify([lesson("one")]));
  answer = [lesson("three"), lesson("one")];
  const found = await fresh("p1");
  await found.loadProgress();
  expect(asked).toEqual([{ method: "POST", path: "/api/progress", body: { done: [lesson("one")] } }]);
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(found.countDone(PATH)).toBe(2);
  expect(found.nextLesson(PATH)?.id).toBe("two");
});

test("what the server does not take is not lost", async () => {
  const found = await fresh("p1");
  vi.stubGlobal("fetch", vi.fn(async () => Response.error()));
  await found.markDone(lesson("two"));
  expect(found.readKept(localStorage.getItem(KEY))).toEqual([lesson("two")]);
});

test("the next lesson is the first one after this that is not done, else one before it, else none", async () => {
  const found = await fresh("");
  expect(found.nextLesson(PATH, "one")?.id).toBe("two");
  await found.markDone(lesson("two"));
  await found.markDone(lesson("three"));
  expect(found.nextLesson(PATH, "three")?.id).toBe("one");
  await found.markDone(lesson("one"));
  expect(found.nextLesson(PATH)).toBeUndefined();
});

test("whatever else lies in the browser is forgotten", async () => {
  const found = await fresh("");
  for (const text of ["", "{", "3", '[{"kind":"lesson"}]', '[{"kind":"x","ruleset":"a","item":"b"}]', "[null]"])
    expect(found.readKept(text)).toEqual([]);
});

