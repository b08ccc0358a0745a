import { expect, it } from "vitest";
import { picture, piece, seatInfo, tableInfo } from "./fixtures";
import { NOTHING, type TableState } from "./state";
import { nameOf, seating, status } from "./status";

const paths = [{ step: "ab", clicks: ["a", "b"] }];
const board = picture({ paths, pieces: [piece("a", { owner: 0 })] });
const at = (given: Parameters<typeof tableInfo>[0], more: Partial<TableState> = {}): TableState => ({
  ...NOTHING, picture: board, table: tableInfo(given), ...more,
});

it("tells whose turn it is, and what can be clicked", () => {
  const mine = at({ may: ["step"] });
  expect(status(mine, [])).toMatchObject({ key: "table.your_turn", targets: ["own"] });
  expect(status(mine, ["a"])).toMatchObject({ targets: ["empty"], prompt: "" });
  expect(status(at({ seat: 1 }), [])).toMatchObject({ key: "table.waits_for", given: { name: "Ben" } });
  expect(status(at({ seat: 1, thinking: true }), []).key).toBe("table.thinking");
});

it("tells what to do in the game's words, after each click", () => {
  const prompts = { "": "Move a ship.", a: "Choose where it goes." };
  const mine = at({ may: ["step"] }, { picture: { ...board, prompts } });
  expect(status(mine, []).prompt).toBe("Move a ship.");
  expect(status(mine, ["a"]).prompt).toBe("Choose where it goes.");
});

it("on a shared screen calls the seat by its name", () => {
  const seats = [seatInfo(0), seatInfo(1, { yours: true })];
  expect(status(at({ may: ["step"], seats }), [])).toMatchObject({ key: "table.turn_of", given: { name: "Black" } });
  expect(status(at({ seats, curtain: 0 }), []).key).toBe("table.waits_for");
});

it("calls those who share a name by their seats", () => {
  const same = [seatInfo(0), seatInfo(1, { name: "Deckhand" }), seatInfo(2, { name: "Deckhand", label: "Amber" })];
  expect(same.map((one) => nameOf(one, same))).toEqual(["Ada", "White", "Amber"]);
  expect(nameOf(seatInfo(1, { name: "" }), [])).toBe("White");
});

it("knows what else can be going on", () => {
  expect(status(NOTHING, []).key).toBe("table.connecting");
  const seats = [seatInfo(0), seatInfo(1, { occupant: "open", name: "" })];
  expect(status(at({ phase: "waiting", seats, seat: -1 }), [])).toMatchObject({ key: "table.waiting", given: { count: 1 } });
  expect(status(at({ phase: "over", seat: -1 }), []).key).toBe("table.over");
  const pending = { id: 1, seat: 0, step: "ab", number: 0 };
  expect(status(at({ may: ["step"] }, { pending }), []).key).toBe("table.your_turn");
  expect(status(at({ may: ["step"] }, { pending }), [], true).key).toBe("table.sending");
});

it("does not call for a step that could not be sent", () => {
  expect(status(at({ may: ["step"] }), ["a"], false, "lost")).toMatchObject({ key: "table.turn_offline", targets: [] });
  expect(status(at({ may: ["step"] }), [], false, "closed").key).toBe("table.turn_offline");
  expect(status(at({ may: ["step"] }), [], false, "connecting").key).toBe("table.your_turn");
  expect(status(at({ seat: 1 }), [], false, "lost").key).toBe("table.waits_for");
});

it("puts one's own seat under the board", () => {
  const seats = (mine: number[]) => {
    const found = seating([0, 1, 2].map((seat) => seatInfo(seat, { yours: mine.includes(seat) })));
    return [found.own, found.others].map((seats) => seats.map((one) => one.seat));
  };
  expect(seats([1])).toEqual([[1], [0, 2]]);
  expect(seats([])).toEqual([[0], [1, 2]]);
  expect(seats([1, 2])).toEqual([[0], [1, 2]]);
});
