import { describe, expect, test } from "vitest";
import { HEXAGONS, SQUARES } from "./fixtures";
import {
  between, centreOf, hole, mirroring, nameOf, orbit, partsOf, type Place, placeAt, placesIn, pointOf, readPlaces, turned,
  turning, writePlaces,
} from "./places";

const names = (places: readonly Place[]): string[] => places.map(nameOf).sort();

describe("as text", () => {
  test("places side by side are one word, and come back from it", () => {
    expect(writePlaces([[2, 0], [0, 0], [1, 0], [-3, -1], [5, 2]])).toBe("-3:-1 0:0..2:0 5:2");
    expect(names(readPlaces("-3:-1 0:0..2:0, 5:2")!)).toEqual(["-3:-1", "0:0", "1:0", "2:0", "5:2"]);
    expect(readPlaces("[[0, 1], [2, -3]]")).toEqual([[0, 1], [2, -3]]);
    expect(readPlaces("")).toEqual([]);
    expect(readPlaces("1:1 1:1")).toEqual([[1, 1]]);
  });
  test("what is no list of places is none", () => {
    for (const text of ["block", "1", "3:0..1:0", "0:0..1:1", "[[0]]", "[1", "[[0, 0.5]]"]) expect(readPlaces(text)).toBeNull();
  });
});

test("every place is found where it lies, on both grids", () => {
  for (const grid of [HEXAGONS, SQUARES]) {
    for (const place of [[0, 0], [4, -7], [-5, 2]] as Place[]) {
      const [x, y] = pointOf(grid, place);
      expect(placeAt(grid, [x + 0.2, y - 0.2])).toEqual(place);
    }
  }
});

test("a quick hand leaves no gaps", () => {
  expect(names(between(HEXAGONS, [0, 0], [4, 0]))).toEqual(["0:0", "1:0", "2:0", "3:0", "4:0"]);
  expect(partsOf(HEXAGONS, between(HEXAGONS, [0, 0], [3, 5]))).toHaveLength(1);
});

test("parts are told apart, the largest first", () => {
  const parts = partsOf(HEXAGONS, [[9, 9], [0, 0], [1, 0], [1, -1]]);
  expect(parts.map(names)).toEqual([["0:0", "1:-1", "1:0"], ["9:9"]]);
  expect(partsOf(SQUARES, [[0, 0], [1, -1]])).toHaveLength(2); // a corner does not connect squares
});

test("a gap is filled, the open sea is not", () => {
  const ring = HEXAGONS.ways as unknown as Place[];
  expect(hole(HEXAGONS, ring, [0, 0])).toEqual([[0, 0]]);
  expect(hole(HEXAGONS, ring, [7, 7])).toEqual([]);
  expect(hole(HEXAGONS, ring, [1, 0])).toEqual([]);
});

test("turning and mirroring, around a place", () => {
  // e → se on hexagons, e → s on squares
  expect(turned(turning(HEXAGONS, 1), [1, 0], [0, 0])).toEqual([0, 1]);
  expect(turned(turning(SQUARES, 1), [1, 0], [0, 0])).toEqual([0, 1]);
  expect(turned(turning(HEXAGONS, 3), [3, 1], [1, 1])).toEqual([-1, 1]);
  // A south-eastern neighbour becomes the south-western one, or the north-eastern one.
  expect(turned(mirroring(HEXAGONS, true), [0, 1], [0, 0])).toEqual([-1, 1]);
  expect(turned(mirroring(HEXAGONS, false), [0, 1], [0, 0])).toEqual([1, -1]);
  expect(names(orbit(turning(HEXAGONS, 1), [1, 0], [0, 0]))).toEqual(names(HEXAGONS.ways as unknown as Place[]));
  expect(orbit(mirroring(HEXAGONS, true), [0, 0], [0, 0])).toEqual([[0, 0]]);
  expect(orbit(null, [2, 2], [0, 0])).toEqual([[2, 2]]);
});

test("what is shown lies in the frame, from top to bottom", () => {
  expect(centreOf(SQUARES, [[0, 0], [4, 2]])).toEqual([2, 1]);
  const shown = placesIn(SQUARES, { left: -1, right: 1, top: -1, bottom: 1 });
  expect(shown).toHaveLength(9);
  expect(shown[0]).toEqual([-1, -1]);
});
