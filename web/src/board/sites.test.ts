import { expect, test } from "vitest";
import type { Site } from "../lib/wire";
import { compass, fit, neighbour, outline, siteAt, typed } from "./sites";

const site = (name: string, x: number, y: number, shape = "square", size = 10): Site => ({
  name,
  x,
  y,
  shape,
  size,
  body: 4,
  reach: 5,
  look: "",
  label: name,
  aside: 0,
  down: 0,
  plate: "",
  behind: false,
});

const GRID = ["a", "b", "c"].flatMap((letter, column) =>
  [1, 2, 3].map((row) => site(letter + row, column * 10, row * 10)),
);

test("a ground is fitted into the middle of its box", () => {
  expect(fit({ width: 200, height: 100 }, { width: 50, height: 50 })).toEqual({ scale: 2, x: 50, y: 0 });
  expect(fit({ width: 100, height: 300 }, { width: 50, height: 50 })).toEqual({ scale: 2, x: 0, y: 100 });
});

test("the square under the pointer is found", () => {
  expect(siteAt(GRID, { x: 14, y: 11 }, 0)?.name).toBe("b1");
  expect(siteAt(GRID, { x: 26, y: 30 }, 0)).toBeUndefined();
  expect(siteAt(GRID, { x: 26, y: 30 }, 8)?.name).toBe("c3");
});

test("where columns overlap, the one in front is meant", () => {
  const back = site("back", 0, 0, "hexagon");
  const front = site("front", 2, 6, "hexagon");
  expect(siteAt([back, front], { x: 1, y: 4 }, 0)?.name).toBe("front");
  expect(siteAt([back, front], { x: 0, y: -7 }, 0)?.name).toBe("back");
});

test("a hexagon has its corners above and below, and is less deep than wide", () => {
  const hexagon = site("h", 0, 0, "hexagon");
  expect(siteAt([hexagon], { x: 0, y: 7.9 }, 0)).toBe(hexagon);
  expect(siteAt([hexagon], { x: 0, y: 8.1 }, 0)).toBeUndefined();
  expect(siteAt([hexagon], { x: 9.9, y: 0 }, 0)).toBeUndefined();
  expect(siteAt([hexagon], { x: 8.6, y: 3.9 }, 0)).toBe(hexagon);
  expect(siteAt([hexagon], { x: 8, y: 8 }, 0)).toBeUndefined();
});

test("between two points the nearer one is meant, even where both reach", () => {
  const points = [site("p", 0, 0, "point"), site("q", 12, 0, "point")];
  expect(siteAt(points, { x: 5, y: 0 }, 0)?.name).toBe("p");
  expect(siteAt(points, { x: 7, y: 0 }, 0)?.name).toBe("q");
});

test("arrow keys go straight where they can", () => {
  expect(neighbour(GRID, "b2", "ArrowRight")).toBe("c2");
  expect(neighbour(GRID, "b2", "ArrowLeft")).toBe("a2");
  expect(neighbour(GRID, "b2", "ArrowUp")).toBe("b1");
  expect(neighbour(GRID, "b2", "ArrowDown")).toBe("b3");
  expect(neighbour(GRID, "c2", "ArrowRight")).toBeUndefined();
  expect(neighbour(GRID, "b2", "Enter")).toBeUndefined();
});

/** How many sites the arrow keys lead to. */
function reachable(sites: Site[], from: string): number {
  const reached = new Set([from]);
  for (const name of reached)
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      const to = neighbour(sites, name, key);
      if (to) reached.add(to);
    }
  return reached.size;
}

test("on hexagons, up goes to one of the two above, and every site can be reached", () => {
  const hexagons = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2].map((column) => site(`${column}:${row}`, column * 17.3 + (row % 2) * 8.66, row * 15, "hexagon")),
  );
  expect(["1:0", "2:0"]).toContain(neighbour(hexagons, "1:1", "ArrowUp"));
  expect(reachable(hexagons, "0:0")).toBe(12);
});

test("on rings of points every site can be reached", () => {
  const rings = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((turn) =>
    [10, 20, 30].map((radius) =>
      site(
        `${turn}${radius}`,
        radius * Math.cos((turn * Math.PI) / 4),
        radius * Math.sin((turn * Math.PI) / 4),
        "point",
        3,
      ),
    ),
  );
  rings.push(site("x", 0, 0, "point", 3));
  expect(reachable(rings, "x")).toBe(25);
});

test("names can be typed", () => {
  const sites = [site("a10", 0, 0), site("a1", 1, 0), site("b2", 2, 0)];
  expect(typed(sites, "a1")).toBe("a1");
  expect(typed(sites, "A")).toBe("a10");
  expect(typed(sites, "z")).toBeUndefined();
});

test("directions lie on a compass, other choices do not", () => {
  expect(compass("#n")).toEqual({ x: 0, y: -1 });
  expect(compass("#se")!.x).toBeGreaterThan(0);
  expect(compass("#se")!.y).toBeGreaterThan(0);
  expect(compass("#end")).toBeUndefined();
});

test("outlines have the shape of the site", () => {
  expect(outline(site("s", 5, 5))).toBe("M-5 -5H5V5H-5Z");
  expect(outline(site("p", 5, 5, "point", 3))).toContain("A3 3");
  expect(outline(site("h", 5, 5, "hexagon", 10)).match(/[MLV]/g)).toHaveLength(6);
});
