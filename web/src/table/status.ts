/** One line that says what is going on: a key of the page's words, and what it needs. */

import type { Connection } from "../lib/socket.svelte";
import type { SeatInfo } from "../lib/wire";
import { type Target, targets } from "./prompt";
import { isYourTurn, seatAt, type TableState } from "./state";

export interface Status {
  key: string;
  given: Record<string, string | number>;
  prompt: string; // what to do now, in the game's words; empty if it has none
  targets: Target[]; // what can be clicked now
}

/** How somebody is called in a sentence: as the game calls the seat, where several have one name. */
export function nameOf(seatInfo: SeatInfo | undefined, seats: SeatInfo[]): string {
  const unique = seats.filter((one) => one.name === seatInfo?.name).length === 1;
  return (unique && seatInfo?.name) || seatInfo?.label || "";
}

/** Whether several people share this screen. */
export function isShared(state: TableState): boolean {
  return (state.table?.seats.filter((seatInfo) => seatInfo.yours).length ?? 0) > 1;
}

/** `late`: a step that was sent is not acknowledged as soon as usual. */
export function status(state: TableState, picked: string[], late = false, connection: Connection = "open"): Status {
  const plain = (key: string, given: Status["given"] = {}): Status => ({ key, given, prompt: "", targets: [] });
  const { table, picture } = state;
  if (!table) return plain("table.connecting");
  const seatInfo = seatAt(table.seats, table.seat);
  const name = nameOf(seatInfo, table.seats);
  const free = table.seats.filter((one) => one.occupant === "open").length;
  if (table.phase === "waiting") return plain(free ? "table.waiting" : "table.ready", { count: free });
  if (table.phase === "paused") return plain("table.paused");
  if (table.phase === "over" || !seatInfo) return plain("table.over");
  if (isYourTurn(table) && (connection === "lost" || connection === "closed")) return plain("table.turn_offline");
  if (state.pending && late) return plain("table.sending");
  if (isYourTurn(table) && table.curtain < 0 && picture && table.may.includes("step")) {
    const key = isShared(state) ? "table.turn_of" : "table.your_turn";
    const whose = { name: seatInfo.label };
    const prompt = picture.prompts[picked.join(" ")] ?? "";
    return { key, given: whose, prompt, targets: targets(picture, picked) };
  }
  if (table.thinking) return plain("table.thinking", { name });
  return plain("table.waits_for", { name });
}

/** One's own seat is shown under the board; on a shared screen and for those who look on the first one. */
export function seating(seats: SeatInfo[]): { own: SeatInfo[]; others: SeatInfo[] } {
  const mine = seats.filter((seatInfo) => seatInfo.yours);
  const below = mine.length === 1 ? mine[0]!.seat : 0;
  return { own: seats.filter((seatInfo) => seatInfo.seat === below), others: seats.filter((seatInfo) => seatInfo.seat !== below) };
}
