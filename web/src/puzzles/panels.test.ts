import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { Shelf } from "../analysis/session.svelte";
import type { LessonFrame, Puzzle, PuzzleGuess, PuzzleTry } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import { event, picture, step } from "../table/fixtures";
import GuessForm from "./GuessForm.svelte";
import { PuzzleSession } from "./session.svelte";
import { taskOf } from "./task";
import Verdict from "./Verdict.svelte";

const PUZZLE: Puzzle = {
  id: "small-1", ruleset: "small", game: "small", title: "Small", label: "", kind: "save", turns: 1, at: "", rating: 1000,
  themes: ["Quiet move"], view: 0, seat: "Black", position: "x", options: {},
};
const frame = (said = ""): LessonFrame => ({
  picture: picture(),
  steps: said ? [step(1, { events: [event("move", {}, said)] })] : [],
});
const BEGUN: PuzzleTry = { result: "unfinished", why: "", frames: [frame()], line: [], outcome: null, change: null };

async function sitting(puzzle: Puzzle, tries: PuzzleTry[], guesses: PuzzleGuess[] = []) {
  const server = {
    try: async () => tries.shift()!,
    guess: async () => guesses.shift()!,
    solution: vi.fn(),
    explain: vi.fn(),
  };
  const memory = { said: () => ({ rating: 1000, tried: false }), note: () => {} };
  const session = new PuzzleSession(server, memory, new Shelf("light", "en"), () => 0);
  await session.open(puzzle);
  return session;
}

beforeAll(() => speak("en"));

test("a wrong try tells first that it is wrong, and on request why", async () => {
  const wrong: PuzzleTry = {
    ...BEGUN, result: "wrong", why: "loses", line: [frame("White moves to b2.")], change: { before: 1000, after: 980 },
    outcome: { winners: [1], reason: "end", clause: "", rule: "", sentence: "White wins." },
  };
  const session = await sitting(PUZZLE, [BEGUN, wrong]);
  await session.take("a");
  render(Verdict, { session, next: "/puzzles/small" });
  expect(screen.getByText("Your rating: 1000 → 980 (−20)")).toBeTruthy();
  expect(screen.queryByText("White moves to b2.")).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Why is that wrong?" }));
  expect(await screen.findByText("White moves to b2.")).toBeTruthy();
  expect(screen.getByText("White wins.")).toBeTruthy();
  expect(screen.getByText("This lets your opponent win.")).toBeTruthy();
  expect(screen.queryByText("Theme: Quiet move")).toBeNull(); // that would be a hint
});

test("a solved puzzle names its themes and leads to the next one", async () => {
  const session = await sitting(PUZZLE, [BEGUN, { ...BEGUN, result: "right" }]);
  await session.take("a");
  render(Verdict, { session, next: "/puzzles/small?after=small-1" });
  expect(screen.getByText("Theme: Quiet move")).toBeTruthy();
  expect(screen.getByText("Only the first try counts for your rating.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Next puzzle" }).getAttribute("href")).toBe("/puzzles/small?after=small-1");
});

test("a guess can be sent once something is ticked; then every kind says whether it was right", async () => {
  const choices = ["x", "y", "z"].map((kind) => ({ kind, label: kind.toUpperCase(), look: "" }));
  const open: PuzzleGuess = { frames: [frame()], choices, art: {}, result: "open", answer: [], reasons: [], change: null };
  const answered: PuzzleGuess = { ...open, result: "wrong", answer: ["x", "z"], reasons: ["It moved 3."] };
  const session = await sitting({ ...PUZZLE, kind: "guess", at: "c3" }, [], [open, answered]);
  render(GuessForm, { session });
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Answer" });
  expect(button.disabled).toBe(true);
  await fireEvent.click(screen.getByRole("checkbox", { name: "X" }));
  await fireEvent.click(screen.getByRole("checkbox", { name: "Y" }));
  await fireEvent.click(button);
  expect(await screen.findByText("Not possible")).toBeTruthy();
  expect(screen.getByText("Right").closest("label")?.textContent).toContain("X");
  expect(screen.getByText("Also possible").closest("label")?.textContent).toContain("Z");
  expect(screen.queryByRole("button", { name: "Answer" })).toBeNull();
});

test("the task is one or two sentences in either language", async () => {
  expect(taskOf({ ...PUZZLE, kind: "win", turns: 1 })).toBe("Black to play. Find the move that wins in 1 turn.");
  await speak("ja");
  expect(taskOf({ ...PUZZLE, kind: "win", turns: 2, seat: "黒" })).toBe("黒の番です。2手番で勝つ手を見つけてください。");
  await speak("en");
});
