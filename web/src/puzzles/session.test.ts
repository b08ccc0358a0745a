import { expect, test, vi } from "vitest";
import { Shelf } from "../analysis/session.svelte";
import { Refused } from "../lib/api";
import type { GuessRequest, LessonFrame, Puzzle, PuzzleGuess, PuzzleSolution, PuzzleSteps, PuzzleTry } from "../lib/wire";
import { event, picture, step } from "../table/fixtures";
import { PuzzleSession } from "./session.svelte";

const steps = (number: number) => (number ? [step(number, { events: [event("move", {}, `Move ${number}.`)] })] : []);
const frame = (number: number): LessonFrame => ({ picture: picture({ over: String(number) }), steps: steps(number) });
const came = (result: PuzzleTry["result"], frames: LessonFrame[], line: LessonFrame[] = [], given: Partial<PuzzleTry> = {}): PuzzleTry => ({
  result, why: "", frames, line, outcome: null, change: null, ...given,
});
const PUZZLE: Puzzle = {
  id: "small-1", ruleset: "small", game: "small", title: "Small", label: "", kind: "win", turns: 2, at: "", rating: 1000, themes: [], view: 0,
  seat: "Black", position: "x", options: {},
};
const DOWN = { before: 1000, after: 980 };

/** A session whose server answers these, in order. */
function sitting(...answers: (PuzzleTry | PuzzleSolution | PuzzleGuess | Refused)[]) {
  const asked: (PuzzleSteps & GuessRequest)[] = [];
  const answer = async <T>(request: PuzzleSteps & GuessRequest): Promise<T> => {
    asked.push(request);
    const next = answers.shift()!;
    if (next instanceof Refused) throw next;
    return next as T;
  };
  const server = { try: answer<PuzzleTry>, solution: answer<PuzzleSolution>, guess: answer<PuzzleGuess>, explain: vi.fn() };
  const note = vi.fn();
  const memory = { said: () => ({ rating: 1000, tried: false }), note };
  return { asked, note, session: new PuzzleSession(server, memory, new Shelf("light", "en"), () => 0) };
}
const over = (session: PuzzleSession) => session.reel.frame?.picture.over;

test("after a right turn the others answer, and the next turn solves it", async () => {
  const up = { before: 1000, after: 1020 };
  const { asked, note, session } = sitting(
    came("unfinished", [frame(0)]), came("go_on", [frame(1)], [frame(2)]), came("right", [frame(3)], [], { change: up }),
  );
  await session.open(PUZZLE);
  expect([session.phase, over(session)]).toEqual(["doing", "0"]);
  await session.take("a");
  expect([session.phase, over(session), session.settled]).toEqual(["doing", "2", 1]);
  await session.take("b");
  expect([session.phase, over(session), session.change]).toEqual(["right", "3", up]);
  expect(asked.map(({ steps }) => steps)).toEqual([[], ["a"], ["a", "b"]]);
  expect(note.mock.calls).toEqual([[PUZZLE, true, up]]);
});

test("a wrong turn stays on the board until one asks why; then its refutation is played", async () => {
  const { note, session } = sitting(
    came("unfinished", [frame(0)]), came("wrong", [frame(1)], [frame(2), frame(3)], { why: "loses", change: DOWN }), came("unfinished", [frame(0)]),
  );
  await session.open(PUZZLE);
  await session.take("a");
  expect([session.phase, over(session), session.why]).toEqual(["wrong", "1", "loses"]);
  await session.refute();
  expect([session.phase, over(session), session.reel.told]).toEqual(["refuted", "3", ["Move 2.", "Move 3."]]);
  session.reel.look(1);
  expect([over(session), session.reel.told]).toEqual(["2", ["Move 2."]]);
  await session.again();
  expect([session.phase, over(session), session.steps, session.change]).toEqual(["doing", "0", [], DOWN]);
  expect(note).toHaveBeenCalledExactlyOnceWith(PUZZLE, false, DOWN);
});

test("only steps of the turn that goes on can be taken back", async () => {
  const { asked, session } = sitting(
    came("unfinished", [frame(0)]), came("go_on", [frame(1)], [frame(2)]), came("unfinished", [frame(3)]), came("unfinished", [frame(2)]),
  );
  await session.open(PUZZLE);
  await session.take("a");
  await session.undo();
  expect(asked.length).toBe(2);
  await session.take("b");
  await session.undo();
  expect(asked.at(-1)!.steps).toEqual(["a"]);
});

test("who asks for the solution has not solved it, but who has may look at it again", async () => {
  const solution: PuzzleSolution = { frames: [frame(0), frame(1)], outcome: null, change: DOWN };
  const given = sitting(came("unfinished", [frame(0)]), solution);
  await given.session.open(PUZZLE);
  await given.session.showSolution();
  expect([given.session.phase, over(given.session)]).toEqual(["solution", "1"]);
  expect(given.note.mock.calls).toEqual([[PUZZLE, false, DOWN]]);

  const solved = sitting(came("unfinished", [frame(0)]), came("right", [frame(1)]), { ...solution, change: null });
  await solved.session.open(PUZZLE);
  await solved.session.take("a");
  await solved.session.showSolution();
  expect(solved.note.mock.calls.map(([, right]) => right)).toEqual([true]);
});

test("what is refused leaves the board as it was", async () => {
  const { session } = sitting(came("unfinished", [frame(0)]), new Refused("illegal", "Not there."));
  await session.open(PUZZLE);
  await session.take("a");
  expect([session.phase, session.problem?.sentence, session.steps]).toEqual(["doing", "Not there.", []]);
});

test("a guess is answered once, and the board that was looked at stays", async () => {
  const guess: PuzzleGuess = { frames: [frame(0), frame(1)], choices: [], art: {}, result: "open", answer: [], reasons: [], change: null };
  const { asked, note, session } = sitting(guess, { ...guess, result: "wrong", answer: ["x"], change: DOWN });
  await session.open({ ...PUZZLE, kind: "guess" });
  session.reel.look(1);
  await session.choose([]);
  expect(asked.length).toBe(1);
  await session.choose(["y"]);
  expect([session.phase, over(session), asked.at(-1)!.kinds]).toEqual(["wrong", "1", ["y"]]);
  expect(note.mock.calls[0]!.slice(1)).toEqual([false, DOWN]);
});
