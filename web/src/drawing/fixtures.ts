import type { ListGrid } from "../lib/wire";

const HALF = Math.sqrt(3) / 2;
/** Hexagons with a corner above, seen a little from the front, as the server tells them. */
export const HEXAGONS: ListGrid = {
  across: [2 * HALF, 0],
  down: [HALF, 1.2],
  outline: [[0, -0.8], [HALF, -0.4], [HALF, 0.4], [0, 0.8], [-HALF, 0.4], [-HALF, -0.4]],
  ways: [[1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]],
  far: 99,
  look: "<circle r='50' />",
  starts: [{ label: "a row", value: [[0, 0], [1, 0], [2, 0]] }],
};
export const SQUARES: ListGrid = {
  ...HEXAGONS,
  across: [1, 0],
  down: [0, 1],
  outline: [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]],
  ways: [[0, -1], [1, 0], [0, 1], [-1, 0]],
};
