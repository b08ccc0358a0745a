/** What steps did or would do, as something to draw on a board that stands still: who went where. Pure.
 *
 * It follows the effects as `animate.ts` does: where a site holds two pieces for a moment, "move" takes the one that came
 * last, "push" and "take" the one that was there first.
 */
import type { Event, Piece } from "../lib/wire";
import { bySite } from "./animate";

export interface Way {
  from: string;
  to: string;
  piece: Piece | undefined; // the one that goes, where it is known
  pushed: boolean; // by another one
}

export interface Trace {
  ways: Way[];
  put: { site: string; owner: number; kind: string }[];
  taken: { site: string; piece: Piece | undefined }[];
  built: { site: string; up: boolean }[]; // columns with a floor more or less
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** What these events do to the pieces of a picture. */
export function trace(pieces: readonly Piece[], events: readonly Event[]): Trace {
  const found: Trace = { ways: [], put: [], taken: [], built: [] };
  const here = bySite(pieces);
  let first = true;
  for (const { effect, data } of events) {
    const at = text(data.at);
    if (effect === "move" || effect === "push") {
      const [from, to] = [text(data.from), text(data.to)];
      const standing = here.get(from) ?? [];
      const piece = effect === "move" ? standing.at(-1) : standing[0];
      here.set(from, standing.filter((one) => one !== piece));
      if (piece) here.set(to, [...(here.get(to) ?? []), piece]);
      found.ways.push({ from, to, piece, pushed: !first });
      first = false;
    } else if (effect === "put") {
      const owner = typeof data.owner === "number" ? data.owner : typeof data.seat === "number" ? data.seat : -1;
      found.put.push({ site: at, owner, kind: text(data.piece) });
      first = false;
    } else if (effect === "take") found.taken.push({ site: at, piece: here.get(at)?.[0] });
    else if (effect === "raise" || effect === "lower") found.built.push({ site: at, up: effect === "raise" });
  }
  return found;
}

/** Where the pieces of a trace stand at its end, if not where they were. */
export function ends(found: Trace): { site: string; piece: Piece; pushed: boolean }[] {
  const last = new Map<Piece, { site: string; piece: Piece; pushed: boolean }>();
  for (const { to, piece, pushed } of found.ways) if (piece) last.set(piece, { site: to, piece, pushed });
  const gone = new Set(found.taken.map((one) => one.piece));
  return [...last.values()].filter((one) => one.site !== one.piece.site && !gone.has(one.piece));
}

/** The sites whose pieces are struck: those of others that are pushed, taken, or fought with. */
export function struck(found: Trace, pieces: readonly Piece[], seat: number): string[] {
  const enemies = new Set(pieces.filter((piece) => piece.owner !== seat).map((piece) => piece.site));
  const sites = [...found.taken.map((one) => one.site), ...found.ways.flatMap((way) => (way.pushed ? [way.from] : [way.to]))];
  return [...new Set(sites)].filter((site) => enemies.has(site));
}
