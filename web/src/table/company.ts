/** Who else is at a table. */

import type { TableState } from "./state";

/** Whether there is anybody to talk to: not where one plays against computers, or on one device, and nobody looks on. */
export function hasCompany({ table, chat }: TableState): boolean {
  if (!table) return false;
  const seated = table.seats.some((seatInfo) => seatInfo.yours);
  const others = table.seats.some((seatInfo) => !seatInfo.yours && seatInfo.occupant !== "computer");
  return !seated || others || table.spectators > 0 || chat.length > 0;
}
