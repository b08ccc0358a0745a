import { beforeEach, expect, it } from "vitest";
import { speak } from "../lib/words.svelte";
import { event, step } from "./fixtures";
import { rows } from "./moves";

beforeEach(() => speak("en"));

const saying = (sentence: string) => [event("", {}, sentence)];

it("puts the steps of a turn into one row", () => {
  const turn = { turn: 1, seat: 0, events: saying("A moves.") };
  const list = rows([step(1, turn), step(2, turn), step(3, { ...turn, turn: 2, seat: 1 })]);
  expect(list.map((row) => [row.turn, row.seat, row.moves.map((move) => move.number)])).toEqual([
    [1, 0, [1, 2]],
    [2, 1, [3]],
  ]);
});

it("says what happened, or the notation where there is no sentence", () => {
  const events = [...saying("A moves."), ...saying("B falls."), ...saying("")];
  expect(rows([step(1, { events })])[0]?.moves[0]?.sentence).toBe("A moves. B falls.");
  expect(rows([step(1)])[0]?.moves[0]?.sentence).toBe("s1");
});

it("shows a step without a sentence together with the one before it", () => {
  const turn = { turn: 1, seat: 0 };
  const list = rows([step(1, { ...turn, events: saying("A moves.") }), step(2, turn)]);
  expect(list[0]?.moves).toEqual([{ number: 1, last: 2, notation: "s1 s2", sentence: "A moves." }]);
});
