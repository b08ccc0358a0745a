/** Whose knowledge is shown. */

import type { SeatMark } from "../lib/wire";

/** A seat, or `null` for everything. */
export type View = number | null;

/** The views to choose from: of a game in which seats know different things each seat's and the open one, else none. */
export function viewsOf(hidden_information: boolean, seats: readonly SeatMark[]): View[] {
  return hidden_information ? [...seats.keys(), null] : [];
}

/** A view as the address has it (`?view=1`), and back; what is no view of this game shows everything. */
export function viewText(view: View): string {
  return view === null ? "" : String(view);
}

export function readView(text: string | null, seats: number): View {
  const seat = text && /^\d$/.test(text) ? Number(text) : -1;
  return seat >= 0 && seat < seats ? seat : null;
}

/** The step an address asks for (`?step=12`): a whole number from 0 to the last one; else nothing. */
export function readStep(text: string | null, last: number): number | null {
  if (!text || !/^\d{1,6}$/.test(text)) return null;
  return Math.min(Number(text), last);
}
