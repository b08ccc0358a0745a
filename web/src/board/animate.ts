/** Plans how one picture becomes the next: who slides where and when, who appears, falls, turns. Pure.
 *
 * It follows the effects of what happened as `scene.Board` in the rules package does: where a site holds two pieces for
 * a moment, "move" takes the one that came last, "push" and "take" the one that was there first.
 */
import type { Sound } from "../lib/sound";
import type { Event, Piece, Site, Step, Stock } from "../lib/wire";

export interface Drawn {
  sites: readonly Site[];
  pieces: readonly Piece[];
  stock: readonly Stock[];
}

type MotionKind = "slide" | "put" | "take" | "turn";

/** `start` and `end` are milliseconds from the beginning; `look` is how the piece looks afterwards, if not as before. */
interface Motion {
  kind: MotionKind;
  start: number;
  end: number;
  from: Stand;
  to: Stand;
  look?: string;
}

/** Where a piece stands: the middle and the radius of its drawing, and its site. */
interface Stand {
  site: string;
  x: number;
  y: number;
  body: number;
}

interface Actor {
  id: number;
  owner: number;
  kind: string;
  look: string;
  at: Stand; // at the beginning
  put: boolean; // not there at the beginning
  motions: Motion[];
}

/** A column that gets a floor more or less. */
interface Rebuilding {
  site: string;
  up: boolean;
  start: number;
  end: number;
  from: string;
  to: string;
}

export interface Plan {
  actors: Actor[];
  rebuildings: Rebuilding[];
  sounds: { at: number; sound: Sound }[];
  length: number;
  sites: string[]; // where anything happened
}

/** How a piece is drawn at a moment. `lifted`: over all others, because it moves. */
export interface Pose extends Stand {
  id: number;
  owner: number;
  look: string;
  wide: number; // 1 as usual, 0 edge on
  opacity: number;
  lifted: boolean;
}

export const USUAL_LENGTH = 450; // milliseconds after which most steps have been shown
const LONGEST = 2600; // milliseconds for everything together
const STAGGER = 70; // between things that happen at the same time
const LENGTHS = { put: 240, take: 280, turn: 280, rebuild: 260 };
const SOUNDS: Record<MotionKind, Sound> = { slide: "move", put: "put", take: "take", turn: "turn" };

/** Where the piece that is number `index` of its site stands. */
export function stand(site: Site, index: number): Stand {
  const shift = 0.3 * index * site.body;
  return { site: site.name, x: site.x + site.aside + shift, y: site.y + site.down + shift, body: site.body };
}

/** The pieces of a picture by site. */
export function bySite<F extends { site: string }>(pieces: readonly F[]): Map<string, F[]> {
  const found = new Map<string, F[]>();
  for (const piece of pieces) {
    const here = found.get(piece.site);
    if (here) here.push(piece);
    else found.set(piece.site, [piece]);
  }
  return found;
}

/** `dropped` was dragged there by hand already and need not slide again. */
export function plan(
  before: Drawn,
  after: Drawn,
  steps: readonly Step[],
  dropped?: { from: string; to: string },
): Plan {
  const director = new Director(before, after, dropped);
  for (const step of steps) director.step(step.events);
  return director.finish();
}

class Director {
  #before: Map<string, Site>;
  #after: Map<string, Site>;
  #known: readonly (Piece | Stock)[];
  #pieces: Map<string, Piece[]>;
  #actors: Actor[] = [];
  #here = new Map<string, Actor[]>();
  #rebuildings: Rebuilding[] = [];
  #sounds: { at: number; sound: Sound }[] = [];
  #sites = new Set<string>();
  #dropped: { from: string; to: string } | undefined;
  // When things happen:
  #begun = 0; // this step
  #ended = 0; // everything so far
  #previous: { kind: string; start: number } | undefined;
  #busy = new Map<string, number>(); // until when something goes on at a site

  constructor(before: Drawn, after: Drawn, dropped?: { from: string; to: string }) {
    this.#before = new Map(before.sites.map((site) => [site.name, site]));
    this.#after = new Map(after.sites.map((site) => [site.name, site]));
    this.#known = [...after.pieces, ...before.pieces, ...after.stock, ...before.stock];
    this.#pieces = bySite(after.pieces);
    this.#dropped = dropped;
    for (const piece of before.pieces) {
      const here = this.#at(piece.site);
      const at = this.#stand(piece.site, here.length);
      if (at) here.push(this.#cast(piece.owner, piece.kind, piece.look, at, false));
    }
  }

  step(events: readonly Event[]): void {
    this.#begun = this.#ended;
    this.#previous = undefined;
    this.#busy.clear();
    for (const { effect, data } of events) this.#happen(effect, data);
  }

  #happen(effect: string, data: Record<string, unknown>): void {
    const site = String(data.at ?? "");
    const here = this.#at(site);
    if (effect === "put") {
      const owner = typeof data.owner === "number" ? data.owner : typeof data.seat === "number" ? data.seat : -1;
      const at = this.#stand(site, here.length);
      if (!at) return;
      const kind = String(data.piece ?? "");
      const actor = this.#cast(owner, kind, this.#lookOf(owner, kind), at, true);
      here.push(actor);
      this.#move(actor, "put", at, LENGTHS.put);
    } else if (effect === "move" || effect === "push") {
      const source = this.#at(String(data.from ?? ""));
      const goal = this.#at(String(data.to ?? ""));
      const to = this.#stand(String(data.to ?? ""), goal.length);
      const actor = to && (effect === "move" ? source.pop() : source.shift());
      if (!actor) return;
      goal.push(actor);
      this.#slide(actor, to);
    } else if (effect === "take") {
      const actor = here.shift();
      if (actor) this.#move(actor, "take", this.#standOf(actor), LENGTHS.take);
    } else if (effect === "turn" || effect === "show") {
      const actor = effect === "turn" ? here[0] : here.find((one) => one.owner === data.owner);
      if (!actor) return;
      if (effect === "show" && data.piece !== undefined) actor.kind = String(data.piece);
      const motion = this.#move(actor, "turn", this.#standOf(actor), LENGTHS.turn);
      motion.look = this.#lookOf(actor.owner, actor.kind) || this.#lookNow(actor);
    } else if (effect === "raise" || effect === "lower") {
      this.#rebuild(site, effect === "raise");
    }
  }

  /** Settle who is who in the picture after, so that pieces turn into what they are from now on. */
  finish(): Plan {
    for (const [site, actors] of this.#here) {
      const left = [...(this.#pieces.get(site) ?? [])];
      for (const actor of actors) {
        const piece =
          left.find((one) => one.owner === actor.owner && one.kind === actor.kind) ??
          left.find((one) => one.owner === actor.owner) ??
          left[0];
        if (!piece) continue;
        left.splice(left.indexOf(piece), 1);
        if (actor.put) actor.look = piece.look;
        const turned = actor.motions.findLast((motion) => motion.kind === "turn");
        if (turned) turned.look = piece.look;
      }
    }
    const plan: Plan = {
      actors: this.#actors,
      rebuildings: this.#rebuildings,
      sounds: this.#sounds,
      length: this.#ended,
      sites: [...this.#sites],
    };
    return plan.length > LONGEST ? faster(plan, plan.length / LONGEST) : plan;
  }

  #cast(owner: number, kind: string, look: string, at: Stand, put: boolean): Actor {
    const actor: Actor = { id: this.#actors.length, owner, kind, look, at, put, motions: [] };
    this.#actors.push(actor);
    return actor;
  }

  #at(site: string): Actor[] {
    const here = this.#here.get(site) ?? [];
    this.#here.set(site, here);
    return here;
  }

  #stand(name: string, index: number): Stand | undefined {
    const site = this.#after.get(name) ?? this.#before.get(name);
    return site && stand(site, index);
  }

  #standOf(actor: Actor): Stand {
    return actor.motions.at(-1)?.to ?? actor.at;
  }

  #lookNow(actor: Actor): string {
    return actor.motions.findLast((motion) => motion.look)?.look ?? actor.look;
  }

  #lookOf(owner: number, kind: string): string {
    return this.#known.find((one) => one.owner === owner && one.kind === kind)?.look ?? "";
  }

  #slide(actor: Actor, to: Stand): void {
    const from = this.#standOf(actor);
    const far = Math.hypot(to.x - from.x, to.y - from.y) / (2 * to.body || 1);
    const done = this.#dropped && this.#dropped.from === from.site && this.#dropped.to === to.site;
    this.#move(actor, "slide", to, done ? 1 : Math.min(520, 170 + 70 * far));
    this.#dropped = undefined;
  }

  #move(actor: Actor, kind: MotionKind, to: Stand, length: number): Motion {
    const from = this.#standOf(actor);
    const [start, end] = this.#time(kind, [from.site, to.site], length);
    const motion: Motion = { kind, start, end, from, to };
    actor.motions.push(motion);
    this.#sounds.push({ at: kind === "slide" || kind === "put" ? end : start, sound: SOUNDS[kind] });
    return motion;
  }

  #rebuild(site: string, up: boolean): void {
    const earlier = this.#rebuildings.find((one) => one.site === site);
    const [start, end] = this.#time("rebuild", [site], LENGTHS.rebuild);
    const from = earlier?.to ?? this.#before.get(site)?.look ?? "";
    const to = this.#after.get(site)?.look ?? "";
    this.#rebuildings.push({ site, up, start, end, from, to });
    this.#sounds.push({ at: end, sound: "floor" });
  }

  /** Things of one kind happen together unless they meet at a site; another kind of thing waits for what was before. */
  #time(kind: string, sites: string[], length: number): [number, number] {
    const met = Math.max(this.#begun, ...sites.map((site) => this.#busy.get(site) ?? 0));
    const same = this.#previous?.kind === kind ? this.#previous.start + STAGGER : this.#ended;
    const start = Math.max(met, this.#previous ? same : this.#begun);
    const end = start + length;
    for (const site of sites) {
      this.#busy.set(site, Math.max(end, this.#busy.get(site) ?? 0));
      this.#sites.add(site);
    }
    this.#previous = { kind, start };
    this.#ended = Math.max(this.#ended, end);
    return [start, end];
  }
}

/** The same plan, so many times as fast. */
export function faster(slow: Plan, times: number): Plan {
  const timed = <T extends { start: number; end: number }>(one: T): T => ({
    ...one,
    start: one.start / times,
    end: one.end / times,
  });
  return {
    ...slow,
    actors: slow.actors.map((actor) => ({ ...actor, motions: actor.motions.map(timed) })),
    rebuildings: slow.rebuildings.map(timed),
    sounds: slow.sounds.map(({ at, sound }) => ({ at: at / times, sound })),
    length: slow.length / times,
  };
}

/** All pieces that are seen at a moment. */
export function poses(plan: Plan, time: number): Pose[] {
  return plan.actors.map((actor) => pose(actor, time)).filter((one) => one !== undefined);
}

function pose(actor: Actor, time: number): Pose | undefined {
  let now: Pose | undefined = actor.put
    ? undefined
    : { ...actor.at, id: actor.id, owner: actor.owner, look: actor.look, wide: 1, opacity: 1, lifted: false };
  for (const motion of actor.motions) {
    if (time < motion.start) break;
    const share = motion.end > motion.start ? Math.min(1, (time - motion.start) / (motion.end - motion.start)) : 1;
    now = moved(now, actor, motion, share);
  }
  return now;
}

function moved(before: Pose | undefined, actor: Actor, motion: Motion, share: number): Pose | undefined {
  const look = before?.look ?? actor.look;
  const to: Pose = { ...motion.to, id: actor.id, owner: actor.owner, look, wide: 1, opacity: 1, lifted: share < 1 };
  const eased = share * share * (3 - 2 * share);
  if (motion.kind === "slide") {
    to.x = motion.from.x + (motion.to.x - motion.from.x) * eased;
    to.y = motion.from.y + (motion.to.y - motion.from.y) * eased;
    to.body = motion.from.body + (motion.to.body - motion.from.body) * eased;
  } else if (motion.kind === "put") {
    to.opacity = Math.min(1, 2 * eased);
    to.y -= (1 - eased) * 0.9 * to.body;
    to.body *= 1 + 0.2 * (1 - eased);
  } else if (motion.kind === "take") {
    if (share >= 1) return undefined;
    to.opacity = 1 - eased;
    to.body *= 1 - 0.5 * eased;
  } else {
    to.wide = Math.abs(1 - 2 * share);
    if (share >= 0.5 && motion.look) to.look = motion.look;
  }
  return to;
}

const FLOOR = 0.7; // how high one is, in parts of the size of a column: as the server draws them

/** A column at a moment: what is drawn (`up`: how far above its place in the picture after), and what is drawn over it
 * while a floor comes or goes (`off`: how far up). */
export function column(
  plan: Plan,
  site: Site,
  time: number,
): { look: string; up: number; over?: string; opacity: number; off: number } {
  const all = plan.rebuildings.filter((one) => one.site === site.name);
  const one = all.findLast((each) => time >= each.start) ?? all[0];
  if (!one) return { look: site.look, up: 0, opacity: 1, off: 0 };
  const share = Math.max(0, Math.min(1, (time - one.start) / (one.end - one.start)));
  const before = one.from === one.to ? 0 : one.up ? -FLOOR : FLOOR; // the same foot under another height
  if (share <= 0) return { look: one.from, up: before, opacity: 1, off: 0 };
  if (share >= 1) return { look: one.to, up: 0, opacity: 1, off: 0 };
  return one.up
    ? { look: one.from, up: before, over: one.to, opacity: share, off: (1 - share) * 0.5 }
    : { look: one.to, up: 0, over: one.from, opacity: 1 - share, off: before + share * 0.5 };
}
