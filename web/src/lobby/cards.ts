/** Tables in lists: what is said about each, and in which order. */

import type { Chair, TableCard } from "../lib/wire";

type Standing = { key: string; given: Record<string, string | number> } | { said: string };

/** How it stands, in a few words; a finished game says how it ended. */
export function standing(table: TableCard): Standing {
  if (table.ending) return { said: table.ending.said };
  if (table.phase === "over") return { key: "home.over", given: {} };
  if (table.phase === "paused") return { key: "home.paused", given: {} };
  if (table.phase === "waiting") return { key: "home.waiting", given: {} };
  if (table.your_turn) return { key: "home.your_turn", given: {} };
  return { key: "lobby.playing", given: {} };
}

/** Who sits there besides you. */
export function company(table: TableCard): Chair[] {
  return table.chairs.filter((chair) => !chair.yours && chair.company !== "open");
}

/** Whoever sits there already, people first. */
export function seated(table: TableCard): Chair[] {
  const taken = table.chairs.filter((chair) => chair.company !== "open");
  return taken.sort((a, b) => Number(a.company === "computer") - Number(b.company === "computer"));
}

/** The seats that are free. */
export function open(table: TableCard): Chair[] {
  return table.chairs.filter((chair) => chair.company === "open");
}

/** Yours to act first, then what changed last. */
export function sorted(tables: TableCard[]): TableCard[] {
  return [...tables].sort((a, b) => Number(b.your_turn) - Number(a.your_turn) || b.changed - a.changed);
}

/** What a clock is called: a key and its numbers. */
export function clockSaid(clock: TableCard["clock"]): { key: string; given: Record<string, number> } {
  const minutes = Math.round(clock.base / 60_000);
  if (clock.kind === "days") return { key: "lobby.clock_days", given: { days: Math.round(clock.base / 86_400_000) } };
  if (clock.kind === "sudden") return { key: "lobby.clock_sudden", given: { minutes } };
  if (clock.kind === "fischer")
    return { key: "lobby.clock_fischer", given: { minutes, seconds: Math.round(clock.increment / 1000) } };
  return { key: "lobby.clock_none", given: {} };
}
