import { describe, expect, it } from "vitest";
import type { TableMessage } from "../lib/wire";
import { picture, step, tableInfo } from "./fixtures";
import { type Action, isYourTurn, NOTHING, reduce, shownNumber, shownPicture, type TableState } from "./state";

const welcome = (count: number, given: Partial<TableMessage & { type: "welcome" }> = {}): TableMessage => ({
  type: "welcome",
  table: tableInfo(),
  steps: Array.from({ length: count }, (_, index) => step(index + 1)),
  picture: picture({ last: [`after${count}`] }),
  chat: [],
  ...given,
});
const stepped = (...numbers: number[]): TableMessage => ({
  type: "stepped",
  table: tableInfo(),
  steps: numbers.map((number) => step(number)),
  picture: picture({ last: [`after${numbers.at(-1)}`] }),
});
const undone = (kept: number): TableMessage => ({
  type: "undone",
  kept,
  picture: picture({ last: [`after${kept}`] }),
  table: tableInfo(),
});
const frame = (number: number): Action => ({
  type: "frame",
  frame: { number, last: 9, step: null, picture: picture({ last: [`frame${number}`] }) },
});
const after = (...actions: Action[]): TableState =>
  actions.reduce((state, action, index) => reduce(state, action, 100 * index), NOTHING);
const message = (number: number) => ({ number, name: "Ben", seat: 1, text: "hi", at: 0, person: "p1", page: "" });

describe("steps", () => {
  it("are shown at once on arrival, and animated when they are new", () => {
    const first = after(welcome(3));
    expect([first.steps.length, first.fresh.length, first.missed]).toEqual([3, 0, 0]);
    const second = after(welcome(3), stepped(4, 5));
    expect(second.steps.map((one) => one.number)).toEqual([1, 2, 3, 4, 5]);
    expect(second.fresh.map((one) => one.number)).toEqual([4, 5]);
    expect(second.receivedAt).toBe(100);
  });

  it("told twice count once", () => {
    const state = after(welcome(3), stepped(4), stepped(4));
    expect(state.steps.map((one) => one.number)).toEqual([1, 2, 3, 4]);
  });

  it("with a gap before them tear the picture: the page connects again", () => {
    const state = after(welcome(3), stepped(6));
    expect(state.torn).toBe(true);
    expect(state.steps).toHaveLength(3);
    expect(reduce(state, welcome(6), 0).torn).toBe(false);
  });
});

describe("taking back", () => {
  it("keeps the first steps and animates nothing, also where something still moved", () => {
    const state = after(welcome(3), stepped(4), undone(2));
    expect(state.steps.map((one) => one.number)).toEqual([1, 2]);
    expect(state.fresh).toEqual([]);
    expect(shownPicture(state)?.last).toEqual(["after2"]);
  });

  it("leads back to now whoever looked at a step that is gone", () => {
    expect(after(welcome(5), { type: "look", number: 4 }, undone(3)).looking).toBeNull();
    expect(after(welcome(5), { type: "look", number: 2 }, undone(3)).looking).toBe(2);
  });
});

describe("looking back", () => {
  it("shows the position of now until the other one is here", () => {
    const waiting = after(welcome(5), { type: "look", number: 2 });
    expect(shownPicture(waiting)?.last).toEqual(["after5"]);
    const there = reduce(waiting, frame(2), 0);
    expect(shownPicture(there)?.last).toEqual(["frame2"]);
    expect(shownNumber(there)).toBe(2);
  });

  it("ignores a position that came too late", () => {
    const state = after(welcome(5), { type: "look", number: 2 }, { type: "look", number: 1 }, frame(2));
    expect(state.frame).toBeNull();
  });

  it("goes on while steps are taken, and counts them", () => {
    const state = after(welcome(5), { type: "look", number: 2 }, frame(2), stepped(6), stepped(7));
    expect([state.looking, state.passed, state.steps.length]).toEqual([2, 2, 7]);
    expect(shownPicture(state)?.last).toEqual(["frame2"]);
    const now = reduce(state, { type: "look", number: null }, 0);
    expect([now.passed, now.fresh.length]).toEqual([0, 0]);
    expect(shownPicture(now)?.last).toEqual(["after7"]);
  });

  it("one step onwards shows what the step did, any other way just the position", () => {
    const at2 = after(welcome(4), { type: "look", number: 2 }, frame(2));
    expect(at2.fresh).toEqual([]);
    const at3 = [{ type: "look", number: 3 } as Action, frame(3)].reduce((state, one) => reduce(state, one, 0), at2);
    expect(at3.fresh.map((one) => one.number)).toEqual([3]);
    expect(reduce(at3, { type: "look", number: 4 }, 0).fresh.map((one) => one.number)).toEqual([4]);
    expect(reduce(at2, { type: "look", number: null }, 0).fresh).toEqual([]);
  });

  it("at the last step is now, and never goes before the start", () => {
    expect(after(welcome(5), { type: "look", number: 5 }).looking).toBeNull();
    expect(after(welcome(5), { type: "look", number: -1 }).looking).toBe(0);
  });
});

describe("a connection that comes back", () => {
  it("says how many steps were missed, and shows them", () => {
    const state = after(welcome(3), welcome(5));
    expect([state.missed, state.fresh.map((one) => one.number)]).toEqual([2, [4, 5]]);
  });

  it("shows another game from the beginning if steps are others now", () => {
    const other = welcome(4, { steps: [1, 2, 3, 4].map((number) => step(number, { text: "other" })) });
    expect(after(welcome(3), other).fresh).toEqual([]);
  });

  it("knows whether the step on its way arrived", () => {
    const asked: Action = { type: "asked", pending: { id: 7, seat: 1, step: "s4", number: 3 } };
    const arrived = after(welcome(3), asked, welcome(5));
    expect([arrived.pending, arrived.lost, arrived.missed]).toEqual([null, false, 1]);
    const lost = after(welcome(3), asked, welcome(3));
    expect([lost.pending, lost.lost]).toEqual([null, true]);
  });

  it("goes on looking back, but not into another view", () => {
    expect(after(welcome(5), { type: "look", number: 2 }, welcome(6)).looking).toBe(2);
    const other = welcome(5, { table: tableInfo({ viewer: 1 }) });
    const state = after(welcome(3), { type: "look", number: 2 }, other);
    expect([state.looking, state.missed, state.fresh.length]).toEqual([null, 0, 0]);
  });

  it("counts what was said in between as unread, but not what was said before one came", () => {
    expect(after(welcome(0, { chat: [message(1), message(2)] })).unread).toBe(0);
    const state = after(welcome(0, { chat: [message(1)] }), welcome(0, { chat: [message(1), message(2)] }));
    expect(state.unread).toBe(1);
  });
});

describe("a step that was sent", () => {
  const asked: Action = { type: "asked", pending: { id: 7, seat: 1, step: "s4", number: 3 } };

  it("is pending until it is acknowledged, refused or seen", () => {
    expect(after(welcome(3), asked).pending?.step).toBe("s4");
    expect(after(welcome(3), asked, { type: "done", id: 6 }).pending).not.toBeNull();
    expect(after(welcome(3), asked, { type: "done", id: 7 }).pending).toBeNull();
    expect(after(welcome(3), asked, stepped(4)).pending).toBeNull();
  });

  it("that is refused leaves the reason, until the next attempt", () => {
    const refused: TableMessage = { type: "problem", id: 7, code: "stale", sentence: "Look again.", clause: "", page: "", rule: "" };
    const state = after(welcome(3), asked, refused);
    expect([state.pending, state.problem?.sentence]).toEqual([null, "Look again."]);
    expect(reduce(state, asked, 0).problem).toBeNull();
  });
});

it("an attempt that was explained is shown unless it is allowed", () => {
  const why = { type: "explained", id: 1, sentence: "too weak", clause: "MUR-K1", page: "/rules/mur#MUR-K1", rule: "knock" } as const;
  expect(after(welcome(0), { ...why, allowed: false }).explained?.clause).toBe("MUR-K1");
  expect(after(welcome(0), { ...why, allowed: true }).explained).toBeNull();
});

it("what is said is heard once", () => {
  const said: TableMessage = { type: "chatted", message: message(1) };
  const state = after(welcome(0), said, said);
  expect([state.chat.length, state.unread]).toEqual([1, 1]);
  expect(reduce(state, { type: "read" }, 0).unread).toBe(0);
});

it("it is one's turn while one's own seat acts in a running game", () => {
  expect(isYourTurn(tableInfo())).toBe(true);
  expect(isYourTurn(tableInfo({ seat: 1 }))).toBe(false);
  expect(isYourTurn(tableInfo({ phase: "paused" }))).toBe(false);
  expect(isYourTurn(null)).toBe(false);
});

describe("planned answers", () => {
  const lines = [{ number: 3, place: 1, steps: ["b", "c"] }];
  it("are what the last message says, and none after a welcome without one", () => {
    expect(NOTHING.planned).toEqual([]);
    const now = after(welcome(1), { type: "planned", lines });
    expect(now.planned).toEqual(lines);
    expect(reduce(now, stepped(2), 5).planned).toEqual(lines);
    expect(reduce(now, { type: "planned", lines: [] }, 5).planned).toEqual([]);
    expect(reduce(now, welcome(1), 5).planned).toEqual([]);
  });
});

it("what a coach said stays while the turn goes on", () => {
  const said: TableMessage & { type: "coached" } = { type: "coached", id: 1, kind: "threat", key: "threat", sentence: "Careful.", sites: ["c3"] };
  const other = { ...stepped(1), table: tableInfo({ seat: 1 }) } as TableMessage;
  expect(after(welcome(0), said).coached?.sites).toEqual(["c3"]);
  expect(after(welcome(0), said, stepped(1)).coached?.sites).toEqual(["c3"]);
  expect(after(welcome(0), said, other).coached).toBeNull();
  expect(after(welcome(0), said, { ...said, kind: "" }).coached?.sites).toEqual(["c3"]); // nothing new to say
});
