import { expect, it } from "vitest";
import { picture, piece } from "./fixtures";
import { targets } from "./prompt";

const paths = [
  { step: "+b", clicks: ["b"] },
  { step: "ab", clicks: ["a", "b"] },
  { step: "ac1", clicks: ["a", "c", "#left"] },
  { step: "ac2", clicks: ["a", "c", "#right"] },
];
const pieces = [piece("a", { owner: 0 }), piece("c", { owner: 1 })];

it("tells pieces, places and buttons apart, after every click", () => {
  const board = picture({ seat: 0, paths, pieces });
  expect(targets(board)).toEqual(["own", "empty"]);
  expect(targets(board, ["a"])).toEqual(["other", "empty"]);
  expect(targets(board, ["a", "c"])).toEqual(["choice"]);
  expect(targets(board, ["b"])).toEqual([]);
});

it("leaves buttons unsaid where there is something on the board", () => {
  const board = picture({ seat: 0, paths: [...paths, { step: "end", clicks: ["#end"] }], pieces });
  expect(targets(board)).toEqual(["own", "empty"]);
});

it("knows when nothing can be done", () => {
  expect(targets(picture())).toEqual([]);
});
