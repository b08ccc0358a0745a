import { expect, test } from "vitest";
import type { Event, Piece } from "../lib/wire";
import { ends, struck, trace } from "./traces";

const piece = (site: string, owner: number): Piece => ({
  site, owner, kind: "ship", look: `ship${owner}`, label: "", signs: [], might: [], secret: false,
});
const did = (effect: string, data: Record<string, unknown>): Event => ({ kind: effect, effect, data, sentence: "" });

test("a knock: the mover goes, and who stood there runs on", () => {
  const pieces = [piece("a", 0), piece("b", 1)];
  const found = trace(pieces, [did("move", { from: "a", to: "b" }), did("push", { from: "b", to: "c" })]);
  expect(found.ways.map(({ from, to, pushed, piece }) => [from, to, pushed, piece?.owner])).toEqual([
    ["a", "b", false, 0],
    ["b", "c", true, 1],
  ]);
  expect(ends(found).map(({ site, piece, pushed }) => [site, piece.owner, pushed])).toEqual([
    ["b", 0, false],
    ["c", 1, true],
  ]);
  expect(struck(found, pieces, 0)).toEqual(["b"]);
});

test("who is repelled ends where it began: no ghost, but somebody was struck", () => {
  const pieces = [piece("a", 0), piece("b", 1)];
  const found = trace(pieces, [did("push", { from: "a", to: "b" }), did("move", { from: "b", to: "a" })]);
  expect(ends(found)).toEqual([]);
  expect(struck(found, pieces, 0)).toEqual(["b"]);
});

test("who is taken leaves no ghost; what is put and built is told", () => {
  const pieces = [piece("a", 0), piece("b", 1)];
  const found = trace(pieces, [
    did("push", { from: "a", to: "b" }),
    did("take", { at: "b" }),
    did("put", { at: "d", seat: 0, piece: "ship" }),
    did("lower", { at: "e" }),
    did("raise", { at: "f" }),
  ]);
  expect(found.put).toEqual([{ site: "d", owner: 0, kind: "ship" }]);
  expect(found.built).toEqual([{ site: "e", up: false }, { site: "f", up: true }]);
  expect(struck(found, pieces, 0)).toEqual(["b"]);
});

test("a move to an empty place strikes nobody", () => {
  const pieces = [piece("a", 0), piece("b", 1)];
  expect(struck(trace(pieces, [did("move", { from: "a", to: "c" })]), pieces, 0)).toEqual([]);
});
