import { describe, expect, it } from "vitest";
import { event, piece, step } from "./fixtures";
import { begin, bySite, follow, load, noteAt, Notebook, save, write } from "./notes";

const start = [piece("a7"), piece("b7"), piece("a1", { owner: 0, secret: false })];
const move = (number: number, from: string, to: string, effect = "push") =>
  step(number, { events: [event(effect, { from, to })] });

describe("a note", () => {
  it("goes with its piece", () => {
    const notes = write(begin(start, 0), "a7", "slow?");
    expect(bySite(follow(notes, [move(1, "a7", "a5")]))).toEqual({ a5: "slow?" });
    expect(bySite(follow(notes, [move(1, "b7", "b5")]))).toEqual({ a7: "slow?" });
  });

  it("stays with an attacker that falls back, and with a defender that stays", () => {
    // The enemy attacks a1 from a3: both stand there for a moment, then the one that came last falls back.
    const repelled = step(2, {
      events: [event("push", { from: "a3", to: "a1" }), event("move", { from: "a1", to: "a2" })],
    });
    const before = write(follow(write(begin(start, 0), "a7", "weak"), [move(1, "a7", "a3")]), "a1", "mine");
    expect(bySite(follow(before, [repelled]))).toEqual({ a2: "weak", a1: "mine" });
  });

  it("goes away with its piece, and the attacker takes its own along", () => {
    const taken = step(1, {
      events: [event("push", { from: "a7", to: "a1" }), event("take", { at: "a1" })],
    });
    const before = write(write(begin(start, 0), "a7", "strong"), "a1", "mine");
    expect(bySite(follow(before, [taken]))).toEqual({ a1: "strong" });
  });

  it("can be written on a piece that came later", () => {
    const put = step(1, { events: [event("put", { piece: "?", at: "c7" })] });
    const notes = write(follow(begin(start, 0), [put]), "c7", "new");
    expect(bySite(follow(notes, [move(2, "c7", "c6")]))).toEqual({ c6: "new" });
  });

  it("is gone when it is emptied; an empty site takes none", () => {
    const notes = write(begin(start, 0), "a7", "x");
    expect(bySite(write(notes, "a7", " "))).toEqual({});
    expect(write(notes, "d4", "nobody")).toBe(notes);
    expect(noteAt(notes, "d4")).toBe("");
  });

  it("is not moved twice by a step told twice", () => {
    const notes = write(begin(start, 0), "a7", "x");
    const once = follow(notes, [move(1, "a7", "a6")]);
    expect(follow(once, [move(1, "a7", "a6")])).toBe(once);
  });
});

describe("a notebook", () => {
  const steps = [move(1, "a7", "a6"), move(2, "a6", "a5")];

  it("goes back with steps that are taken back, and keeps what was written since", () => {
    const book = new Notebook(null, start, []);
    book.write("a7", "one");
    book.follow([piece("a5"), piece("b7")], steps);
    book.write("a5", "two");
    book.write("b7", "other");
    expect(bySite(book.follow([piece("a6"), piece("b7")], steps.slice(0, 1)))).toEqual({ a6: "two", b7: "other" });
    const otherwise = [steps[0]!, move(2, "b7", "b6")];
    expect(bySite(book.follow([piece("a6"), piece("b6")], otherwise))).toEqual({ a6: "two", b6: "other" });
  });

  it("that was saved follows the steps it missed", () => {
    const saved = write(begin(start, 0), "a7", "one");
    expect(bySite(new Notebook(saved, [piece("a5")], steps).notes)).toEqual({ a5: "one" });
  });

  it("that is ahead of the game leaves notes on pieces that still stand there", () => {
    const saved = write(write(begin([piece("a5"), piece("b7")], 2), "a5", "gone"), "b7", "kept");
    expect(bySite(new Notebook(saved, start, []).notes)).toEqual({ b7: "kept" });
  });
});

it("notes are kept for each table and seat, and what is no note is not read", () => {
  const kept = new Map<string, string>();
  const keeper = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  const notes = write(begin(start, 0), "a7", "one");
  save(keeper, "t1", 0, notes);
  expect(load(keeper, "t1", 0)).toEqual(notes);
  expect([load(keeper, "t1", 1), load(keeper, "t2", 0)]).toEqual([null, null]);
  save(keeper, "t1", 0, write(notes, "a7", ""));
  expect(kept.size).toBe(0);
  kept.set("ludarium.notes.t1.0", "{broken");
  expect(load(keeper, "t1", 0)).toBeNull();
});
