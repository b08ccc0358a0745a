import { expect, it } from "vitest";
import type { TableCard } from "../lib/wire";
import { seatInfo } from "../table/fixtures";
import { clockSaid, company, open, seated, sorted, standing } from "./cards";

const clock = { kind: "none", base: 0, increment: 0, running: -1, left: [] } as TableCard["clock"];
const card = (given: Partial<TableCard> = {}): TableCard => ({
  id: "t1", game: "small", ruleset: "small", title: "Small", phase: "playing", seats: [seatInfo(0), seatInfo(1)],
  clock, rated: false, your_turn: false, changed: 0, outcome: null, ...given,
});

it("says how a table stands", () => {
  const outcome = { winners: [0], reason: "r", clause: "C", sentence: "Black wins." };
  expect(standing(card({ phase: "over", outcome }))).toEqual({ sentence: "Black wins." });
  expect(standing(card({ your_turn: true }))).toMatchObject({ key: "home.your_turn" });
  expect(standing(card())).toMatchObject({ key: "lobby.playing" });
  expect(standing(card({ phase: "waiting", your_turn: true }))).toMatchObject({ key: "home.waiting" });
});

it("your turn comes first, then the latest change", () => {
  const tables = [card({ id: "old", changed: 1 }), card({ id: "new", changed: 9 }), card({ id: "yours", your_turn: true })];
  expect(sorted(tables).map((table) => table.id)).toEqual(["yours", "new", "old"]);
});

it("knows who sits there and which seats are free", () => {
  const seats = [seatInfo(0, { occupant: "computer", yours: false }), seatInfo(1), seatInfo(2, { occupant: "open", yours: false })];
  const table = card({ seats });
  expect(company(table).map((one) => one.seat)).toEqual([0, 1]);
  expect(seated(table).map((one) => one.seat)).toEqual([1, 0]);
  expect(open(table).map((one) => one.seat)).toEqual([2]);
});

it("names clocks in units that people use", () => {
  expect(clockSaid({ ...clock, kind: "fischer", base: 300_000, increment: 5_000 }).given).toEqual({ minutes: 5, seconds: 5 });
  expect(clockSaid({ ...clock, kind: "days", base: 3 * 86_400_000 })).toEqual({ key: "lobby.clock_days", given: { days: 3 } });
});
