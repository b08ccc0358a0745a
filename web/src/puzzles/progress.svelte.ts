/**
 * What somebody has solved, and how good they are at it. The server keeps it for whoever has a name, guests too; for
 * others this browser does, until there is a name to keep it under.
 */

import { load as loadMe, me } from "../account/me.svelte";
import { get, post } from "../lib/api";
import type { Puzzle, PuzzleProgress, PuzzleTried, RatingChange } from "../lib/wire";

const KEY = "ludarium.puzzles";
const MOST = 1000; // that the server takes at once
const FIRST = 1000; // the rating before the first puzzle, until the server says otherwise

export interface Kept {
  ratings: Record<string, number>; // by game
  tried: PuzzleTried[];
}

let state = $state.raw<{ ratings: Record<string, number>; solved: ReadonlySet<string>; missed: ReadonlySet<string> }>({
  ratings: {},
  solved: new Set(),
  missed: new Set(),
});

/** What this browser remembers; whatever is not understood is forgotten. */
export function readKept(text: string | null): Kept {
  const nothing = { ratings: {}, tried: [] };
  try {
    const found = JSON.parse(text ?? "{}") as Partial<Kept> | null;
    const tried = (Array.isArray(found?.tried) ? found.tried : []).filter(
      (one) => typeof one?.puzzle === "string" && typeof one.right === "boolean" && typeof one.solved === "boolean",
    );
    const ratings = Object.entries(found?.ratings ?? {}).filter(([, rating]) => typeof rating === "number");
    return { ratings: Object.fromEntries(ratings), tried: tried.slice(0, MOST) };
  } catch {
    return nothing;
  }
}

function kept(): Kept {
  try {
    return readKept(localStorage.getItem(KEY));
  } catch {
    return { ratings: {}, tried: [] }; // the browser keeps nothing
  }
}

function keep(these: Kept): void {
  try {
    if (these.tried.length) localStorage.setItem(KEY, JSON.stringify(these));
    else localStorage.removeItem(KEY);
  } catch {
    // It holds until the page is closed.
  }
}

function show({ ratings, solved, missed }: PuzzleProgress): void {
  const rated = Object.fromEntries(ratings.map(({ game, rating }) => [game, rating]));
  state = { ratings: rated, solved: new Set(solved), missed: new Set(missed) };
}

/** Find out what somebody has solved; what this browser has kept goes to whoever uses it, once they have a name. */
export async function loadPuzzles(): Promise<void> {
  const { ratings, tried } = kept();
  const ids = (solved: boolean): Set<string> => new Set(tried.filter((one) => one.solved === solved).map((one) => one.puzzle));
  if (tried.length) state = { ratings, solved: ids(true), missed: ids(false) };
  try {
    const person = me.person ?? (await loadMe());
    if (!person.id) return;
    show(tried.length ? await post("/api/puzzles/progress", { tried }) : await get("/api/puzzles/progress"));
    if (tried.length) keep({ ratings: {}, tried: [] });
  } catch {
    // What this browser knows is better than nothing.
  }
}

/** A try is over. The server has noted it for somebody with a name. */
export function note(puzzle: Puzzle, right: boolean, change: RatingChange | null): void {
  if (!right && state.solved.has(puzzle.id)) return;
  const [solved, missed] = [new Set(state.solved), new Set(state.missed)];
  const first = !solved.has(puzzle.id) && !missed.has(puzzle.id);
  (right ? missed : solved).delete(puzzle.id);
  (right ? solved : missed).add(puzzle.id);
  const ratings = change ? { ...state.ratings, [puzzle.game]: change.after } : state.ratings;
  state = { ratings, solved, missed };
  if (me.person?.id) return;
  const { tried } = kept();
  const others = first ? tried : tried.map((one) => (one.puzzle === puzzle.id ? { ...one, solved: right } : one));
  keep({ ratings, tried: first ? [...others, { puzzle: puzzle.id, right, solved: right }] : others });
}

export function said(puzzle: Puzzle): { rating: number; tried: boolean } {
  return { rating: ratingIn(puzzle.game), tried: isSolved(puzzle.id) || state.missed.has(puzzle.id) };
}

/** What the server is told when it is asked for the next puzzle of a game. */
export function doneIn(game: string): { rating: number; solved: string[]; missed: string[] } {
  if (me.person?.id) return { rating: FIRST, solved: [], missed: [] }; // it knows
  return { rating: ratingIn(game), solved: [...state.solved].slice(-MOST), missed: [...state.missed].slice(-MOST) };
}

export const ratingIn = (game: string, first = FIRST): number => state.ratings[game] ?? first;

export const isSolved = (id: string): boolean => state.solved.has(id);

/** How many puzzles of a ruleset are solved: their ids begin with its name. */
export function countSolved(ruleset: string): number {
  return [...state.solved].filter((id) => id.slice(0, id.lastIndexOf("-")) === ruleset).length;
}
