/** Tables in lists: what is said about each, and in which order. */

import type { Clock, SeatInfo, TableCard } from "../lib/wire";
import { list, t } from "../lib/words.svelte";
import { ABORTED } from "../table/state";
import { nameOf } from "../table/status";

/** Who won a finished game, as whoever reads the list sees it; nothing while there is no result. */
export function result(table: TableCard): string {
  if (!table.outcome) return "";
  const { winners, reason } = table.outcome;
  if (reason === ABORTED) return t("lobby.result_aborted");
  if (!winners.length) return t("lobby.result_draw");
  const own = table.seats.filter((seatInfo) => seatInfo.yours);
  if (own.length === 1) return t(winners.includes(own[0]!.seat) ? "lobby.result_won" : "lobby.result_lost");
  const who = table.seats.filter((seatInfo) => winners.includes(seatInfo.seat));
  return t("lobby.result_of", { name: list(who.map((seatInfo) => nameOf(seatInfo, table.seats))) });
}

/** How it stands, in a few words; a finished game says how it ended. */
export function standing(table: TableCard): string {
  if (table.outcome) return table.outcome.sentence;
  if (table.phase !== "playing") return t(`home.${table.phase}`);
  return t(table.your_turn ? "home.your_turn" : "lobby.playing");
}

/** Who sits there besides you. */
export function opponents(table: TableCard): SeatInfo[] {
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

/** Games with other people that wait for your turn, the one that waits longest first. */
export function awaiting(tables: TableCard[]): TableCard[] {
  const waits = (table: TableCard): boolean =>
    table.your_turn && table.phase === "playing" && opponents(table).some((seatInfo) => seatInfo.occupant === "person");
  return tables.filter(waits).sort((a, b) => a.changed - b.changed);
}

/** What is played with how much time, in units that people use. */
export function clockText(clock: Clock): string {
  const minutes = Math.round(clock.base / 60_000);
  const seconds = Math.round(clock.increment / 1000);
  return t(`lobby.clock_${clock.kind}`, { minutes, seconds, days: Math.round(clock.base / 86_400_000) });
}

/** The names of seats, one after the other; the seat's label where nobody has a name. */
export function names(seats: SeatInfo[]): string {
  return list(seats.map((seatInfo) => seatInfo.name || seatInfo.label));
}
