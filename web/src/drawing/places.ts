/**
 * A list of places of a grid, as it is drawn and as it is written: `0:0..9:0 3:1`, places side by side in one word, or
 * as JSON. The server reads both, and tells where the places of a grid lie; nothing here knows what shape they have.
 */

import type { ListGrid } from "../lib/wire";

export type Place = readonly [number, number];
export type Point = readonly [number, number];
/** What becomes of the places [1, 0] and [0, 1] when everything is turned or mirrored around [0, 0]. */
export type Turn = readonly [Place, Place];

const RUN = /^(-?\d{1,3}):(-?\d{1,3})(?:\.\.(-?\d{1,3}):(-?\d{1,3}))?$/;
export const MOST = 200; // the server takes no more

export const nameOf = ([a, b]: Place): string => `${a}:${b}`;
const plus = (one: Place, other: Place): Place => [one[0] + other[0], one[1] + other[1]];
const minus = (one: Place, other: Place): Place => [one[0] - other[0], one[1] - other[1]];

// --- as text ----------------------------------------------------------------------------------------------------------
/** The places that are written so, each once; nothing if something else is written. */
export function readPlaces(text: string): Place[] | null {
  const found = text.trim().startsWith("[") ? fromJson(text) : fromRuns(text);
  return found && [...new Map(found.map((place) => [nameOf(place), place])).values()].slice(0, MOST);
}

function fromRuns(text: string): Place[] | null {
  const places: Place[] = [];
  for (const word of text.split(/[\s,，、]+/).filter(Boolean)) {
    const [, first, row, last = first, end = row] = RUN.exec(word) ?? [];
    if (!first || end !== row || Number(last) < Number(first)) return null;
    for (let a = Number(first); a <= Number(last); a++) places.push([a, Number(row)]);
  }
  return places;
}

function fromJson(text: string): Place[] | null {
  try {
    const found: unknown = JSON.parse(text);
    const isPlace = (one: unknown): boolean => Array.isArray(one) && one.length === 2 && one.every(Number.isInteger);
    return Array.isArray(found) && found.every(isPlace) ? (found as Place[]) : null;
  } catch {
    return null;
  }
}

export function writePlaces(places: readonly Place[]): string {
  const runs: [number, number, number][] = []; // first, last, row
  for (const [a, b] of [...places].sort((one, other) => one[1] - other[1] || one[0] - other[0])) {
    const run = runs.at(-1);
    if (run && run[1] === a - 1 && run[2] === b) run[1] = a;
    else runs.push([a, a, b]);
  }
  return runs.map(([a, z, b]) => (a === z ? `${a}:${b}` : `${a}:${b}..${z}:${b}`)).join(" ");
}

// --- on the picture ---------------------------------------------------------------------------------------------------
export function pointOf({ across, down }: ListGrid, [a, b]: Place): Point {
  return [a * across[0]! + b * down[0]!, a * across[1]! + b * down[1]!];
}

/** The place in which a point lies. */
export function placeAt(grid: ListGrid, [x, y]: Point): Place {
  const [ax, ay, bx, by] = [...grid.across, ...grid.down] as [number, number, number, number];
  const size = ax * by - ay * bx;
  const guess: Place = [Math.round((x * by - y * bx) / size) + 0, Math.round((ax * y - ay * x) / size) + 0]; // no -0
  return nearest(grid, [guess, ...around(grid, guess)], [x, y]);
}

function nearest(grid: ListGrid, places: Place[], [x, y]: Point): Place {
  const away = (place: Place): number => {
    const [px, py] = pointOf(grid, place);
    return (px - x) ** 2 + (py - y) ** 2;
  };
  return places.reduce((best, one) => (away(one) < away(best) ? one : best));
}

export function around(grid: ListGrid, place: Place): Place[] {
  return grid.ways.map((way) => plus(place, way as unknown as Place));
}

export const isWithin = ({ far }: ListGrid, [a, b]: Place): boolean => Math.max(Math.abs(a), Math.abs(b)) <= far;

/** The places on the way from one to another, as a quick hand passes them. */
export function between(grid: ListGrid, from: Place, to: Place): Place[] {
  const [x, y] = pointOf(grid, from);
  const [tx, ty] = pointOf(grid, to);
  const steps = Math.max(1, Math.ceil(2 * Math.hypot(tx - x, ty - y)));
  const found = Array.from({ length: steps + 1 }, (_, i) => placeAt(grid, [x + ((tx - x) * i) / steps, y + ((ty - y) * i) / steps]));
  return [...new Map(found.map((place) => [nameOf(place), place])).values()];
}

// --- what hangs together ----------------------------------------------------------------------------------------------
/** The parts that are connected in themselves, the largest first. */
export function partsOf(grid: ListGrid, places: readonly Place[]): Place[][] {
  const left = new Map(places.map((place) => [nameOf(place), place]));
  const parts: Place[][] = [];
  for (const [name, place] of left) {
    if (!left.delete(name)) continue;
    const part = [place];
    for (let i = 0; i < part.length; i++) {
      for (const next of around(grid, part[i]!)) if (left.delete(nameOf(next))) part.push(next);
    }
    parts.push(part);
  }
  return parts.sort((one, other) => other.length - one.length);
}

/** The empty places that are enclosed together with this one; nothing if they are not enclosed, or too many. */
export function hole(grid: ListGrid, places: readonly Place[], start: Place): Place[] {
  const seen = new Set(places.map(nameOf));
  if (seen.has(nameOf(start))) return [];
  const found = [start];
  seen.add(nameOf(start));
  for (let i = 0; i < found.length; i++) {
    if (found.length > MOST) return [];
    for (const next of around(grid, found[i]!)) {
      if (seen.has(nameOf(next))) continue;
      seen.add(nameOf(next));
      found.push(next);
    }
  }
  return found;
}

// --- turning and mirroring --------------------------------------------------------------------------------------------
/** Turned by so many of the ways to neighbours, in the order of a clock. */
export function turning({ ways }: ListGrid, by: number): Turn {
  const image = (a: number, b: number): Place => {
    const at = ways.findIndex((way) => way[0] === a && way[1] === b);
    return ways[(at + by) % ways.length] as unknown as Place;
  };
  return [image(1, 0), image(0, 1)];
}

/** Mirrored on an upright line (or a level one): as in a picture. */
export function mirroring(grid: ListGrid, upright: boolean): Turn {
  const image = (place: Place): Place => {
    const [x, y] = pointOf(grid, place);
    return placeAt(grid, upright ? [-x, y] : [x, -y]);
  };
  return [image([1, 0]), image([0, 1])];
}

export function turned([ones, others]: Turn, [a, b]: Place, centre: Place): Place {
  const [x, y] = minus([a, b], centre);
  return plus([x * ones[0] + y * others[0], x * ones[1] + y * others[1]], centre);
}

/** Where a place comes to lie by turning again and again, itself included. */
export function orbit(turn: Turn | null, place: Place, centre: Place): Place[] {
  const found = [place];
  for (let next = place; turn && found.length < 12; found.push(next)) {
    next = turned(turn, next, centre);
    if (nameOf(next) === nameOf(place)) break;
  }
  return found;
}

/** The place in the middle. */
export function centreOf(grid: ListGrid, places: readonly Place[]): Place {
  if (!places.length) return [0, 0];
  const { left, top, right, bottom } = boxOf(grid, places);
  return placeAt(grid, [(left + right) / 2, (top + bottom) / 2]);
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The box around the middles of these places. */
export function boxOf(grid: ListGrid, places: readonly Place[]): Box {
  const points = places.map((place) => pointOf(grid, place));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** All places whose middles lie in a box, from top to bottom, so that those in front are drawn last. */
export function placesIn(grid: ListGrid, box: Box): Place[] {
  const start = placeAt(grid, [(box.left + box.right) / 2, (box.top + box.bottom) / 2]);
  const within = (place: Place): boolean => {
    const [x, y] = pointOf(grid, place);
    return x >= box.left - 0.01 && x <= box.right + 0.01 && y >= box.top - 0.01 && y <= box.bottom + 0.01;
  };
  const seen = new Set([nameOf(start)]);
  const found = [start];
  for (let i = 0; i < found.length; i++) {
    for (const next of around(grid, found[i]!)) {
      if (seen.has(nameOf(next)) || !within(next) || !isWithin(grid, next)) continue;
      seen.add(nameOf(next));
      found.push(next);
    }
  }
  return found.sort((one, other) => pointOf(grid, one)[1] - pointOf(grid, other)[1] || one[0] - other[0]);
}
