import { expect, it } from "vitest";
import { happening, step } from "./fixtures";
import { rows } from "./moves";

it("puts the steps of a turn into one row", () => {
  const list = rows([step(1, { turn: 1, seat: 0 }), step(2, { turn: 1, seat: 0 }), step(3, { turn: 2, seat: 1 })], " ");
  expect(list.map((row) => [row.turn, row.seat, row.moves.map((move) => move.number)])).toEqual([
    [1, 0, [1, 2]],
    [2, 1, [3]],
  ]);
});

it("says what happened, or the notation where nothing is said", () => {
  const told = [happening("move", {}, "A moves."), happening("", {}, "B falls."), happening("", {}, "")];
  expect(rows([step(1, { happenings: told })], " ")[0]?.moves[0]?.said).toBe("A moves. B falls.");
  expect(rows([step(1)], " ")[0]?.moves[0]?.said).toBe("s1");
});
