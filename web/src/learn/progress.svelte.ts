/**
 * What somebody has done already. The server keeps it for whoever has a name, guests too; for others this browser does,
 * until there is a name to keep it under.
 */

import { load as loadMe, me } from "../account/me.svelte";
import { get, post } from "../lib/api";
import type { LessonCard, LessonPath, ProgressItem } from "../lib/wire";

const KEY = "ludarium.progress";
const MOST = 500; // that the server takes at once

let items = $state.raw<ReadonlySet<string>>(new Set());

const keyOf = ({ kind, ruleset, item }: ProgressItem): string => `${kind} ${ruleset} ${item}`;

/** What this browser remembers; whatever is not understood is forgotten. */
export function readKept(text: string | null): ProgressItem[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(found)) return [];
    return found
      .filter((one): one is ProgressItem => [one?.kind, one?.ruleset, one?.item].every((part) => typeof part === "string"))
      .filter((one) => one.kind === "lesson")
      .slice(0, MOST);
  } catch {
    return [];
  }
}

function kept(): ProgressItem[] {
  try {
    return readKept(localStorage.getItem(KEY));
  } catch {
    return []; // the browser keeps nothing
  }
}

function keep(these: ProgressItem[]): void {
  try {
    if (these.length) localStorage.setItem(KEY, JSON.stringify(these));
    else localStorage.removeItem(KEY);
  } catch {
    // It holds until the page is closed.
  }
}

function note(these: readonly ProgressItem[]): void {
  items = new Set([...items, ...these.map(keyOf)]);
}

/** Find out what somebody has done; what this browser has kept goes to whoever uses it, once they have a name. */
export async function loadProgress(): Promise<void> {
  const own = kept();
  note(own);
  try {
    const person = me.person ?? (await loadMe());
    if (!person.id) return;
    note(own.length ? await post("/api/progress", { done: own }) : await get("/api/progress"));
    if (own.length) keep([]);
  } catch {
    // What this browser knows is better than nothing.
  }
}

/** Somebody has done this. */
export async function markDone(done: ProgressItem): Promise<void> {
  if (items.has(keyOf(done))) return;
  note([done]);
  keep([...kept(), done]);
  await loadProgress();
}

export function isDone(done: ProgressItem): boolean {
  return items.has(keyOf(done));
}

const lessonOf = (path: LessonPath, lesson: LessonCard): ProgressItem => ({ kind: "lesson", ruleset: path.ruleset, item: lesson.id });

export const lessonDone = (path: LessonPath, lesson: LessonCard): boolean => isDone(lessonOf(path, lesson));

export const countDone = (path: LessonPath): number => path.lessons.filter((lesson) => lessonDone(path, lesson)).length;

/** The next lesson of a path that is worth doing: the first one that is not done, after this one if there is such. */
export function nextLesson(path: LessonPath, after = ""): LessonCard | undefined {
  const place = path.lessons.findIndex((lesson) => lesson.id === after);
  const order = [...path.lessons.slice(place + 1), ...path.lessons.slice(0, place + 1)];
  return order.find((lesson) => lesson.id !== after && !lessonDone(path, lesson));
}
