/** Tables in lists: what is said about each, and in which order. */

import type { SeatInfo, TableCard } from "../lib/wire";

type Standing = { key: string; given: Record<string, string | number> } | { sentence: string };

/** How it stands, in a few words; a finished game says how it ended. */
export function standing(table: TableCard): Standing {
  if (table.outcome) return { sentence: table.outcome.sentence };
  if (table.phase === "over") return { key: "home.over", given: {} };
  if (table.phase === "paused") return { key: "home.paused", given: {} };
  if (table.phase === "waiting") return { key: "home.waiting", given: {} };
  if (table.your_turn) return { key: "home.your_turn", given: {} };
  return { key: "lobby.playing", given: {} };
}

/** Who sits there besides you. */
export function company(table: TableCard): SeatInfo[] {
  return table.seats.filter((seatInfo) => !seatInfo.yours && seatInfo.occupant !== "open");
}

/** Whoever sits there already, people first. */
export function seated(table: TableCard): SeatInfo[] {
  const taken = table.seats.filter((seatInfo) => seatInfo.occupant !== "open");
  return taken.sort((a, b) => Number(a.occupant === "computer") - Number(b.occupant === "computer"));
}

/** The seats that are free. */
export function open(table: TableCard): SeatInfo[] {
  return table.seats.filter((seatInfo) => seatInfo.occupant === "open");
}

/** Yours to act first, then what changed last. */
export function sorted(tables: TableCard[]): TableCard[] {
  return [...tables].sort((a, b) => Number(b.your_turn) - Number(a.your_turn) || b.changed - a.changed);
}

/** What a clock is label: a key and its numbers. */
export function clockSaid(clock: TableCard["clock"]): { key: string; given: Record<string, number> } {
  const minutes = Math.round(clock.base / 60_000);
  if (clock.kind === "days") return { key: "lobby.clock_days", given: { days: Math.round(clock.base / 86_400_000) } };
  if (clock.kind === "sudden") return { key: "lobby.clock_sudden", given: { minutes } };
  if (clock.kind === "fischer")
    return { key: "lobby.clock_fischer", given: { minutes, seconds: Math.round(clock.increment / 1000) } };
  return { key: "lobby.clock_none", given: {} };
}
