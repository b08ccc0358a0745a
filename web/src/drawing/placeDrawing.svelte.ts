/** One list of places being drawn: what is on it, how it is changed, and the way back. */

import type { ListGrid } from "../lib/wire";
import {
  around, between, boxOf, type Box, centreOf, hole, isWithin, mirroring, MOST, nameOf, orbit, type Place, placesIn, pointOf,
  type Turn, turned, turning,
} from "./places";

export type Tool = "draw" | "erase" | "fill" | "move";
export type Symmetry = "none" | "across" | "down" | "half" | "turn";
const ROOM = { wide: 6, high: 5 }; // places on each side of the middle that are shown at least
const EDGE = 2; // places shown around what is drawn
const STEPS_BACK = 200;

export class PlaceDrawing {
  places = $state.raw<readonly Place[]>([]);
  tool = $state<Tool>("draw");
  symmetry = $state<Symmetry>("none");
  centre = $state.raw<Place>([0, 0]);
  frame = $state.raw<Box>({ left: 0, top: 0, right: 0, bottom: 0 });
  #before = $state.raw<readonly (readonly Place[])[]>([]);
  #adds = true; // what the hand does until it is lifted
  #last: Place | null = null;

  constructor(
    readonly grid: ListGrid,
    places: readonly Place[],
    private readonly onchange: (places: readonly Place[]) => void = () => {},
  ) {
    this.places = places;
    this.look();
  }

  has = (place: Place): boolean => this.#names.has(nameOf(place));
  #names = $derived(new Set(this.places.map(nameOf)));
  shown = $derived.by(() => placesIn(this.grid, this.frame));
  canUndo = $derived(this.#before.length > 0);

  /** Show all of it, with room around. */
  look(): void {
    const { grid, places } = this;
    this.centre = centreOf(grid, places);
    const [x, y] = pointOf(grid, this.centre);
    const [wide] = pointOf(grid, [ROOM.wide, 0]);
    const high = Math.abs(pointOf(grid, [0, ROOM.high])[1]);
    this.frame = this.#widened({ left: x - wide, right: x + wide, top: y - high, bottom: y + high });
  }

  #widened(box: Box): Box {
    if (!this.places.length) return box;
    const own = boxOf(this.grid, this.places);
    const [wide] = pointOf(this.grid, [EDGE, 0]);
    const high = Math.abs(pointOf(this.grid, [0, EDGE])[1]);
    return {
      left: Math.min(box.left, own.left - wide),
      right: Math.max(box.right, own.right + wide),
      top: Math.min(box.top, own.top - high),
      bottom: Math.max(box.bottom, own.bottom + high),
    };
  }

  // --- by hand --------------------------------------------------------------------------------------------------------
  /** The hand comes down: the first place decides whether it draws or erases. */
  begin(place: Place): void {
    if (this.tool === "move") return;
    this.#keep();
    if (this.tool === "fill") {
      this.#set(hole(this.grid, this.places, place), true);
      this.lift();
      return;
    }
    this.#adds = this.tool === "draw" && !this.has(place);
    this.#last = place;
    this.#stroke([place]);
  }

  drag(place: Place): void {
    if (!this.#last || nameOf(place) === nameOf(this.#last)) return;
    this.#stroke(between(this.grid, this.#last, place));
    this.#last = place;
  }

  lift(): void {
    this.#last = null;
    this.frame = this.#widened(this.frame);
    if (this.#before.at(-1) === this.places) this.#before = this.#before.slice(0, -1); // nothing came of it
    else this.onchange(this.places);
  }

  #stroke(places: readonly Place[]): void {
    const turn = this.#turn(this.symmetry);
    this.#set(places.flatMap((place) => orbit(turn, place, this.centre)), this.#adds);
  }

  #set(changed: readonly Place[], there: boolean): void {
    const names = new Set(changed.map(nameOf));
    const fresh = there ? changed.filter((place) => !this.has(place) && isWithin(this.grid, place)) : [];
    const kept = there ? this.places : this.places.filter((place) => !names.has(nameOf(place)));
    const added = [...new Map(fresh.map((place) => [nameOf(place), place])).values()];
    if (added.length || kept.length < this.places.length) this.places = [...kept, ...added].slice(0, MOST);
  }

  #turn(kind: Symmetry): Turn | null {
    const half = this.grid.ways.length / 2;
    switch (kind) {
      case "none": return null;
      case "across": return mirroring(this.grid, true);
      case "down": return mirroring(this.grid, false);
      case "half": return turning(this.grid, half);
      case "turn": return turning(this.grid, 1);
    }
  }

  // --- as a whole -----------------------------------------------------------------------------------------------------
  replace(places: readonly Place[]): void {
    this.#keep();
    this.places = places.filter((place) => isWithin(this.grid, place));
    this.look();
    this.lift();
  }

  flip(kind: Exclude<Symmetry, "none">): void {
    const turn = this.#turn(kind)!;
    const centre = centreOf(this.grid, this.places);
    this.replace(this.places.map((place) => turned(turn, place, centre)));
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    this.places = last;
    this.frame = this.#widened(this.frame);
    this.onchange(last);
  }

  #keep(): void {
    this.#before = [...this.#before, this.places].slice(-STEPS_BACK);
  }

  /** The next place in the direction of an arrow key, for a cursor that began at `x`. */
  next(from: Place, key: string, x: number): Place {
    const [fx, fy] = pointOf(this.grid, from);
    const near = around(this.grid, from).map((place) => ({ place, at: pointOf(this.grid, place) }));
    const level = key === "ArrowLeft" || key === "ArrowRight";
    const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
    const ahead = near.filter(({ at }) =>
      level ? Math.abs(at[1] - fy) < 0.01 && (at[0] - fx) * sign > 0 : (at[1] - fy) * sign > 0.01,
    );
    const best = ahead.sort((one, other) => Math.abs(one.at[0] - x) - Math.abs(other.at[0] - x))[0]?.place ?? from;
    return this.shown.some((place) => nameOf(place) === nameOf(best)) ? best : from;
  }
}
