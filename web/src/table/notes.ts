/**
 * One's own notes on pieces whose kind is secret. A note belongs to a piece, not to a site: pieces are followed by what
 * happens, in the same way in which the picture is changed. Kept on this machine, for each table and seat.
 */

import type { Event, Piece, Step } from "../lib/wire";

/** Which piece stands where (the one that came first is first), and what is noted about each. */
export interface Notes {
  number: number; // how many steps have been followed
  where: Record<string, string[]>;
  text: Record<string, string>;
}

/** Begin with a position: the pieces are called by where they stand now. */
export function begin(pieces: Piece[], number: number): Notes {
  const where: Record<string, string[]> = {};
  for (const piece of pieces) {
    const here = (where[piece.site] ??= []);
    here.push(`${piece.site}/${here.length}@${number}`);
  }
  return { number, where, text: {} };
}

/** Go along with the steps that have not been followed yet. */
export function follow(notes: Notes, steps: Step[]): Notes {
  let { where, number } = notes;
  for (const step of steps) {
    if (step.number <= number) continue;
    step.events.forEach((one, index) => (where = change(where, one, `${step.number}/${index}`)));
    number = step.number;
  }
  return number === notes.number ? notes : { ...notes, where, number };
}

function change(before: Notes["where"], event: Event, name: string): Notes["where"] {
  const { effect, data } = event;
  const where = { ...before };
  const here = (site: unknown): string[] => (where[String(site)] = [...(where[String(site)] ?? [])]);
  if (effect === "put") here(data.at).push(name);
  else if (effect === "take") here(data.at).shift();
  else if (effect === "move" || effect === "push") {
    const source = here(data.from);
    const piece = effect === "move" ? source.pop() : source.shift();
    if (piece !== undefined) here(data.to).push(piece);
  }
  return where;
}

/** Put the pieces back to where they stood after an earlier step; what was noted since stays with them. */
export function rewind(notes: Notes, earlier: Notes): Notes {
  return { ...earlier, text: notes.text };
}

/** The note on the piece at a site. */
export function noteAt(notes: Notes, site: string): string {
  return notes.text[notes.where[site]?.[0] ?? ""] ?? "";
}

export function write(notes: Notes, site: string, text: string): Notes {
  const piece = notes.where[site]?.[0];
  if (piece === undefined) return notes;
  const others = Object.entries(notes.text).filter(([name]) => name !== piece);
  return { ...notes, text: Object.fromEntries(text.trim() ? [...others, [piece, text]] : others) };
}

/** All notes by site: what the board shows beside the pieces. */
export function bySite(notes: Notes): Record<string, string> {
  const found: Record<string, string> = {};
  for (const site of Object.keys(notes.where)) {
    const text = noteAt(notes, site);
    if (text) found[site] = text;
  }
  return found;
}

/**
 * Notes that follow a game, also through steps taken back: the places after every step that was followed are kept, and
 * where they are not known (the page was loaded again since) notes stay on their sites.
 */
export class Notebook {
  notes: Notes;
  private past = new Map<number, Notes>();

  constructor(saved: Notes | null, pieces: Piece[], steps: Step[]) {
    const fits = saved !== null && saved.number <= steps.length;
    this.notes = fits ? saved : moved(saved, begin(pieces, steps.length));
    this.past.set(this.notes.number, this.notes);
    this.follow(pieces, steps);
  }

  /** `pieces` are those after `steps`, all steps of the game so far. */
  follow(pieces: Piece[], steps: Step[]): Notes {
    if (steps.length < this.notes.number) {
      const earlier = this.past.get(steps.length);
      this.notes = earlier ? rewind(this.notes, earlier) : moved(this.notes, begin(pieces, steps.length));
      for (const number of this.past.keys()) if (number > steps.length) this.past.delete(number);
    }
    for (const step of steps.slice(this.notes.number)) {
      this.notes = follow(this.notes, [step]);
      this.past.set(step.number, this.notes);
    }
    return this.notes;
  }

  write(site: string, text: string): Notes {
    return (this.notes = write(this.notes, site, text));
  }
}

/** Notes of an unknown past on the pieces that stand on the same sites now. */
function moved(old: Notes | null, now: Notes): Notes {
  if (!old) return now;
  return Object.entries(bySite(old)).reduce((notes, [site, text]) => write(notes, site, text), now);
}

// --- where they are kept ----------------------------------------------------------------------------------------------
type Keeper = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const key = (table: string, seat: number): string => `ludarium.notes.${table}.${seat}`;

export function load(keeper: Keeper, table: string, seat: number): Notes | null {
  try {
    const found: unknown = JSON.parse(keeper.getItem(key(table, seat)) ?? "null");
    return isNotes(found) ? found : null;
  } catch {
    return null; // written by another version, or no storage is allowed
  }
}

export function save(keeper: Keeper, table: string, seat: number, notes: Notes): void {
  try {
    if (Object.keys(notes.text).length) keeper.setItem(key(table, seat), JSON.stringify(notes));
    else keeper.removeItem(key(table, seat));
  } catch {
    return; // full or forbidden: the notes last as long as the page
  }
}

function isNotes(found: unknown): found is Notes {
  const one = found as Notes | null;
  return typeof one === "object" && one !== null && typeof one.number === "number" && !!one.where && !!one.text;
}
