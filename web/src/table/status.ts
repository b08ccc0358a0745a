/** One line that says what is going on: a key of the page's words, and what it needs. */

import type { Chair } from "../lib/wire";
import { targets, type Target } from "./prompt";
import { isYourTurn, type TableState } from "./state";

export interface Status {
  key: string;
  given: Record<string, string | number>;
  targets: Target[]; // what can be clicked now
  picking: boolean; // something is picked already
}

export function chairOf(state: TableState, seat: number): Chair | undefined {
  return state.table?.chairs.find((chair) => chair.seat === seat);
}

/** How somebody is called in a sentence: as the game calls the seat, where several have one name. */
export function nameOf(chair: Chair | undefined, chairs: Chair[]): string {
  const unique = chairs.filter((one) => one.name === chair?.name).length === 1;
  return (unique && chair?.name) || chair?.called || "";
}

/** Whether several people share this screen. */
export function isShared(state: TableState): boolean {
  return (state.table?.chairs.filter((chair) => chair.yours).length ?? 0) > 1;
}

/** `late`: a step that was sent is not acknowledged as soon as usual. */
export function status(state: TableState, picked: string[], late = false): Status {
  const plain = (key: string, given: Status["given"] = {}): Status => ({ key, given, targets: [], picking: false });
  const { table, picture } = state;
  if (!table) return plain("table.connecting");
  const chair = chairOf(state, table.seat);
  const name = nameOf(chair, table.chairs);
  const free = table.chairs.filter((one) => one.company === "open").length;
  if (table.phase === "waiting") return plain(free ? "table.waiting" : "table.ready", { count: free });
  if (table.phase === "paused") return plain("table.paused");
  if (table.phase === "over" || !chair) return plain("table.over");
  if (state.pending && late) return plain("table.sending");
  if (isYourTurn(table) && table.curtain < 0 && picture && table.may.includes("step")) {
    const key = isShared(state) ? "table.turn_of" : "table.your_turn";
    const whose = { name: chair.called };
    return { key, given: whose, targets: targets(picture, picked), picking: picked.length > 0 };
  }
  if (table.thinking) return plain("table.thinking", { name });
  return plain("table.waits_for", { name });
}

/** One's own seat is shown under the board; on a shared screen and for those who look on the first one. */
export function seating(chairs: Chair[]): { own: Chair[]; others: Chair[] } {
  const mine = chairs.filter((chair) => chair.yours);
  const below = mine.length === 1 ? mine[0]!.seat : 0;
  return { own: chairs.filter((chair) => chair.seat === below), others: chairs.filter((chair) => chair.seat !== below) };
}
