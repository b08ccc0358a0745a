import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, it } from "vitest";
import type { TableCard } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import { seatInfo } from "../table/fixtures";
import { awaiting, clockText, names, open, opponents, result, seated, sorted, standing } from "./cards";
import TableList from "./TableList.svelte";

const clock = { kind: "none", base: 0, increment: 0, running: -1, left: [] } as TableCard["clock"];
const card = (given: Partial<TableCard> = {}): TableCard => ({
  id: "t1", game: "small", ruleset: "small", title: "Small", phase: "playing", hidden_information: false, visibility: "private", seats: [seatInfo(0), seatInfo(1)],
  clock, rated: false, your_turn: false, changed: 0, outcome: null, ...given,
});

beforeAll(() => speak("en"));

it("says how a table stands", () => {
  const outcome = { winners: [0], reason: "r", clause: "C", rule: "c", sentence: "Black wins." };
  expect(standing(card({ phase: "over", outcome }))).toBe("Black wins.");
  expect(standing(card({ your_turn: true }))).toBe("Your turn");
  expect(standing(card())).toBe("In progress");
  expect(standing(card({ phase: "waiting", your_turn: true }))).toBe("Waiting for players");
});

it("says who won, as the reader sees it", () => {
  const over = (winners: number[], given: Partial<TableCard> = {}) =>
    result(card({ phase: "over", outcome: { winners, reason: "r", clause: "", sentence: "", rule: "" }, ...given }));
  expect(over([0])).toBe("You won");
  expect(over([1])).toBe("You lost");
  expect(over([])).toBe("Draw");
  expect(result(card({ phase: "over", outcome: { winners: [], reason: "aborted", clause: "", sentence: "", rule: "" } }))).toBe("Aborted");
  const watched = [seatInfo(0, { yours: false }), seatInfo(1)];
  expect(over([1], { seats: watched })).toBe("Ben won");
  const shared = [seatInfo(0, { name: "Ada" }), seatInfo(1, { name: "Ada", yours: true })]; // one device, one name
  expect(over([1], { seats: shared })).toBe("White won");
  expect(result(card())).toBe("");
});

it("a card of a finished game says both who won and how", () => {
  const outcome = { winners: [0], reason: "r", clause: "C", sentence: "Black wins: three closes.", rule: "" };
  render(TableList, { title: "Finished", tables: [card({ phase: "over", outcome })], review: true });
  const shown = screen.getByRole("article").textContent;
  expect(shown).toContain("You won");
  expect(shown).toContain("Black wins: three closes.");
  const described = screen.getByRole("link", { name: "Small" }).getAttribute("aria-describedby")!.split(" ");
  expect(described.map((id) => document.getElementById(id)?.textContent?.trim())).toEqual(["with Ben", "You won", "Black wins: three closes."]);
});

it("your turn comes first, then the latest change", () => {
  const tables = [card({ id: "old", changed: 1 }), card({ id: "new", changed: 9 }), card({ id: "yours", your_turn: true })];
  expect(sorted(tables).map((table) => table.id)).toEqual(["yours", "new", "old"]);
});

it("knows who sits there and which seats are free", () => {
  const seats = [seatInfo(0, { occupant: "computer", yours: false }), seatInfo(1), seatInfo(2, { occupant: "open", yours: false })];
  const table = card({ seats });
  expect(opponents(table).map((one) => one.seat)).toEqual([0, 1]);
  expect(seated(table).map((one) => one.seat)).toEqual([1, 0]);
  expect(open(table).map((one) => one.seat)).toEqual([2]);
  expect(names(table.seats)).toBe("Ada, Ben, Seat 2");
});

it("names clocks in units that people use", () => {
  expect(clockText({ ...clock, kind: "fischer", base: 300_000, increment: 5_000 })).toBe("5 min + 5 s per turn");
  expect(clockText({ ...clock, kind: "days", base: 3 * 86_400_000 })).toBe("3 days per turn");
  expect(clockText(clock)).toBe("no clock");
});

it("finds games with people that wait for you, the one that waits longest first", () => {
  const computer = [seatInfo(0), seatInfo(1, { occupant: "computer" })];
  const found = awaiting([
    card({ id: "new", your_turn: true, changed: 3 }),
    card({ id: "computer", your_turn: true, changed: 1, seats: computer }),
    card({ id: "theirs", changed: 1 }),
    card({ id: "old", your_turn: true, changed: 2 }),
    card({ id: "paused", your_turn: true, phase: "paused" }),
  ]);
  expect(found.map(({ id }) => id)).toEqual(["old", "new"]);
});
