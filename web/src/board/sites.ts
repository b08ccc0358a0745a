/** Where sites are: under a pointer, beside each other, in the box of the board. Pure geometry. */
import type { Site } from "../lib/wire";

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

const DEPTH = 0.8; // of hexagons, which are seen from the front and from above: as the server draws them

function inside(site: Site, at: Point): boolean {
  const x = Math.abs(at.x - site.x);
  const y = Math.abs(at.y - site.y);
  if (site.shape === "square") return x <= site.size / 2 && y <= site.size / 2;
  if (site.shape === "hexagon") {
    // Pointed above and below.
    const half = (Math.sqrt(3) / 2) * site.size;
    return x <= half && y <= DEPTH * (site.size - x / Math.sqrt(3));
  }
  return Math.hypot(x, y) <= site.size;
}

/** The site under a point: the one in front that has it inside, else the nearest within `reach`. */
export function siteAt(sites: readonly Site[], at: Point, reach: number): Site | undefined {
  const under = sites.filter((site) => inside(site, at));
  if (under.length) {
    const squares = under.filter((site) => site.shape !== "point");
    return squares.length ? squares.at(-1) : nearest(under, at);
  }
  const near = nearest(sites, at);
  return near && Math.hypot(at.x - near.x, at.y - near.y) <= reach ? near : undefined;
}

/** Those of some sites that a finger at a point can mean, the nearest first. */
export function meant(sites: readonly Site[], at: Point, reach: number): Site[] {
  const far = (site: Site) => Math.hypot(at.x - site.x, at.y - site.y);
  return sites.filter((site) => far(site) <= reach).sort((a, b) => far(a) - far(b));
}

/** How far the nearest two of some sites lie apart. */
export function gap(sites: readonly Site[]): number {
  let least = Infinity;
  sites.forEach((a, i) => {
    for (const b of sites.slice(i + 1)) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
  });
  return least;
}

function nearest(sites: readonly Site[], at: Point): Site | undefined {
  let best: Site | undefined;
  let least = Infinity;
  for (const site of sites) {
    const distance = Math.hypot(at.x - site.x, at.y - site.y);
    if (distance < least) [best, least] = [site, distance];
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
export function neighbour(sites: readonly Site[], from: string, key: string): string | undefined {
  const here = sites.find((site) => site.name === from);
  const direction = DIRECTIONS[key];
  if (!here || !direction) return undefined;
  let best: string | undefined;
  let least = Infinity;
  for (const site of sites) {
    const ahead = (site.x - here.x) * direction.x + (site.y - here.y) * direction.y;
    const aside = Math.abs((site.x - here.x) * direction.y) + Math.abs((site.y - here.y) * direction.x);
    if (ahead <= 1e-6 || aside > 2.5 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [site.name, cost];
  }
  return best;
}

/** The site whose name was typed, wholly or so far. */
export function typed(sites: readonly Site[], text: string): string | undefined {
  const wanted = text.toLowerCase();
  const exact = sites.find((site) => site.name.toLowerCase() === wanted);
  return (exact ?? sites.find((site) => site.name.toLowerCase().startsWith(wanted)))?.name;
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
export function outline(site: Site): string {
  if (site.shape === "square") {
    const half = site.size / 2;
    return `M${-half} ${-half}H${half}V${half}H${-half}Z`;
  }
  if (site.shape === "hexagon") {
    const half = (Math.sqrt(3) / 2) * site.size;
    const far = DEPTH * site.size;
    const low = far / 2;
    return `M0 ${-far}L${half} ${-low}V${low}L0 ${far}L${-half} ${low}V${-low}Z`;
  }
  const r = site.size;
  return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
}
