/** Where sites are: under a pointer, beside each other, in the box of the board. Pure geometry. */
import type { Place } from "../lib/wire";

export interface Point {
  x: number;
  y: number;
}

/** How a ground of some size lies in a box: as large as it goes, in the middle. */
export interface Fit extends Point {
  scale: number;
}

export function fit(box: { width: number; height: number }, ground: { width: number; height: number }): Fit {
  const scale = Math.min(box.width / ground.width, box.height / ground.height) || 1;
  return { scale, x: (box.width - ground.width * scale) / 2, y: (box.height - ground.height * scale) / 2 };
}

function inside(place: Place, at: Point): boolean {
  const x = Math.abs(at.x - place.x);
  const y = Math.abs(at.y - place.y);
  if (place.shape === "square") return x <= place.size / 2 && y <= place.size / 2;
  if (place.shape === "hexagon") {
    // Pointed above and below.
    const half = (Math.sqrt(3) / 2) * place.size;
    return x <= half && y <= place.size - x / Math.sqrt(3);
  }
  return Math.hypot(x, y) <= place.size;
}

/** The site under a point: the one in front that has it inside, else the nearest within `reach`. */
export function placeAt(places: readonly Place[], at: Point, reach: number): Place | undefined {
  const under = places.filter((place) => inside(place, at));
  if (under.length) {
    const squares = under.filter((place) => place.shape !== "point");
    return squares.length ? squares.at(-1) : nearest(under, at);
  }
  const near = nearest(places, at);
  return near && Math.hypot(at.x - near.x, at.y - near.y) <= reach ? near : undefined;
}

function nearest(places: readonly Place[], at: Point): Place | undefined {
  let best: Place | undefined;
  let least = Infinity;
  for (const place of places) {
    const distance = Math.hypot(at.x - place.x, at.y - place.y);
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

const DIRECTIONS: Record<string, Point> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

/** The nearest site in the direction of an arrow key: what lies straight ahead before what lies aside. */
export function neighbour(places: readonly Place[], from: string, key: string): string | undefined {
  const here = places.find((place) => place.name === from);
  const direction = DIRECTIONS[key];
  if (!here || !direction) return undefined;
  let best: string | undefined;
  let least = Infinity;
  for (const place of places) {
    const ahead = (place.x - here.x) * direction.x + (place.y - here.y) * direction.y;
    const aside = Math.abs((place.x - here.x) * direction.y) + Math.abs((place.y - here.y) * direction.x);
    if (ahead <= 1e-6 || aside > 2.5 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [place.name, cost];
  }
  return best;
}

/** The site whose name was typed, wholly or so far. */
export function typed(places: readonly Place[], text: string): string | undefined {
  const wanted = text.toLowerCase();
  const exact = places.find((place) => place.name.toLowerCase() === wanted);
  return (exact ?? places.find((place) => place.name.toLowerCase().startsWith(wanted)))?.name;
}

const COMPASS: Record<string, Point> = {
  n: { x: 0, y: -1 },
  ne: { x: 0.71, y: -0.71 },
  e: { x: 1, y: 0 },
  se: { x: 0.71, y: 0.71 },
  s: { x: 0, y: 1 },
  sw: { x: -0.71, y: 0.71 },
  w: { x: -1, y: 0 },
  nw: { x: -0.71, y: -0.71 },
};

/** Where a choice such as `#ne` lies on a compass; nothing if it is no direction. */
export function compass(choice: string): Point | undefined {
  return COMPASS[choice.slice(1)];
}

/** The outline of a site as an SVG path around its middle. */
export function outline(place: Place): string {
  if (place.shape === "square") {
    const half = place.size / 2;
    return `M${-half} ${-half}H${half}V${half}H${-half}Z`;
  }
  if (place.shape === "hexagon") {
    const half = (Math.sqrt(3) / 2) * place.size;
    const low = place.size / 2;
    return `M0 ${-place.size}L${half} ${-low}V${low}L0 ${place.size}L${-half} ${low}V${-low}Z`;
  }
  const r = place.size;
  return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
}
