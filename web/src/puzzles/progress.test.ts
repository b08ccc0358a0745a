import { beforeEach, expect, test, vi } from "vitest";
import type { Puzzle } from "../lib/wire";

const PUZZLE = { id: "small-1", game: "small", ruleset: "small" } as Puzzle;
const OTHER = { ...PUZZLE, id: "small-2" };
const answers = new Map<string, unknown>();
const asked: { path: string; body: unknown }[] = [];

vi.mock("../lib/api", () => ({
  get: async (path: string) => answers.get(path),
  post: async (path: string, body: unknown) => {
    asked.push({ path, body });
    return answers.get(path);
  },
}));
const person = { id: "" };
vi.mock("../account/me.svelte", () => ({ me: { get person() { return person; } }, load: async () => person }));

async function fresh() {
  vi.resetModules();
  return await import("./progress.svelte");
}

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  person.id = "";
});

test("without a name this browser remembers first tries, what was solved later, and the rating", async () => {
  const first = await fresh();
  first.note(PUZZLE, false, { before: 1000, after: 980 });
  first.note(OTHER, true, { before: 980, after: 1003 });
  first.note(PUZZLE, true, null);
  const { said, doneIn, countSolved, loadPuzzles, ratingIn } = await fresh(); // another visit
  await loadPuzzles();
  expect([ratingIn("small"), countSolved("small"), said(PUZZLE)]).toEqual([1003, 2, { rating: 1003, tried: true }]);
  expect(doneIn("small")).toEqual({ rating: 1003, solved: ["small-1", "small-2"], missed: [] });
});

test("whoever gets a name takes it along", async () => {
  const first = await fresh();
  first.note(PUZZLE, false, { before: 1000, after: 980 });
  person.id = "p1";
  answers.set("/api/puzzles/progress", { ratings: [{ game: "small", rating: 981, tries: 1 }], solved: [], missed: ["small-1"] });
  const later = await fresh();
  await later.loadPuzzles();
  expect(asked).toEqual([{ path: "/api/puzzles/progress", body: { tried: [{ puzzle: "small-1", right: false, solved: false }] } }]);
  expect([later.ratingIn("small"), localStorage.getItem("ludarium.puzzles")]).toEqual([981, null]);
  later.note(OTHER, true, { before: 981, after: 1000 });
  expect(localStorage.getItem("ludarium.puzzles")).toBeNull(); // the server has noted it
});

test("what was solved stays solved when somebody looks at the solution", async () => {
  const { note, isSolved } = await fresh();
  note(PUZZLE, true, { before: 1000, after: 1020 });
  note(PUZZLE, false, null);
  expect(isSolved("small-1")).toBe(true);
});

test("what is not understood is forgotten", async () => {
  const { readKept } = await fresh();
  expect(readKept("nonsense")).toEqual({ ratings: {}, tried: [] });
  expect(readKept('{"tried": [{"puzzle": 3}], "ratings": {"small": "x"}}')).toEqual({ ratings: {}, tried: [] });
  expect(readKept(null)).toEqual({ ratings: {}, tried: [] });
});
