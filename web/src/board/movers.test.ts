import { expect, test } from "vitest";
import type { Event, Piece, Site } from "../lib/wire";
import { type Drawn, plan } from "./animate";
import { movers } from "./movers";

const site = (name: string, x: number, look = ""): Site =>
  ({ name, x, y: 0, shape: "point", size: 20, body: 10, reach: 10, look, label: name, aside: 0, down: 0, plate: "", behind: false });
const piece = (at: string, look = "ship"): Piece =>
  ({ site: at, owner: 0, kind: "ship", look, label: "", signs: [], might: [], secret: false });
const drawn = (pieces: Piece[], looks = ""): Drawn => ({ sites: [site("a", 0, looks), site("b", 100)], pieces, stock: [] });
const step = (effect: string, data: Record<string, unknown>) => {
  const events: Event[] = [{ kind: effect, effect, data, sentence: "" }];
  return [{ number: 1, turn: 1, seat: 0, text: "", events, place: 0 }];
};

test("a slide goes from its first site to its last, in ten frames", () => {
  const after = drawn([piece("b")]);
  const made = plan(drawn([piece("a")]), after, step("move", { from: "a", to: "b" }));
  const [mover, ...others] = movers(made, after.sites);
  expect(others).toEqual([]);
  expect(mover).toMatchObject({ look: "ship", unit: 10, start: 0, end: made.length });
  expect(mover!.frames).toHaveLength(10);
  expect(mover!.frames[0]!.x).toBeCloseTo(0);
  expect(mover!.frames.at(-1)!.x).toBeCloseTo(100);
});

test("a piece that turns is two drawings, the other one from the middle on", () => {
  const after = drawn([piece("a", "back")]);
  const made = plan(drawn([piece("a", "face")]), after, step("turn", { at: "a" }));
  const [first, second] = movers(made, after.sites);
  expect([first!.look, second!.look]).toEqual(["face", "back"]);
  expect(first!.end).toBe(made.length / 2);
  expect(first!.frames[0]!.wide).toBeCloseTo(1);
  expect(second!.frames[0]!.wide).toBeCloseTo(0);
});

test("a floor comes from above while the column under it stays", () => {
  const after = drawn([], "floor2");
  const made = plan(drawn([], "floor1"), after, step("raise", { at: "a" }));
  const [mover] = movers(made, after.sites);
  expect(mover).toMatchObject({ look: "floor2", unit: 20 });
  expect(mover!.frames[0]).toMatchObject({ x: 0, wide: 1 });
  expect(mover!.frames[0]!.y).toBeCloseTo(-10); // half of its size
  expect(mover!.frames.at(-1)!.y).toBeCloseTo(0);
});
