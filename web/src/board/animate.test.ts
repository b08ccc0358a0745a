import { expect, test } from "vitest";
import type { Event, Piece, Site, Step } from "../lib/wire";
import { column, type Drawn, faster, plan, poses } from "./animate";

const site = (name: string, x: number, look = ""): Site => ({
  name,
  x,
  y: 0,
  shape: "square",
  size: 10,
  body: 4,
  reach: 5,
  look,
  label: name,
  aside: 0,
  down: 0,
  plate: "",
  behind: false,
});
const SITES = ["a", "b", "c", "d", "e"].map((name, i) => site(name, 10 * i));
const piece = (site: string, owner: number, kind = "ship", look = `${kind}${owner}`): Piece => ({
  site,
  owner,
  kind,
  look,
  label: "",
  signs: [],
  might: [],
  secret: false,
});
const drawn = (...pieces: Piece[]): Drawn => ({ sites: SITES, pieces, stock: [] });
const did = (effect: string, data: Record<string, unknown>): Event => ({ kind: effect, effect, data, sentence: "" });
const step = (...events: Event[]): Step => ({ number: 1, turn: 1, seat: 0, text: "x", events, place: 1 });

const at = (made: ReturnType<typeof plan>, time: number) =>
  poses(made, time).map(({ site, x, look }) => [site, Math.round(x), look]);

test("a move slides from site to site", () => {
  const made = plan(drawn(piece("a", 0)), drawn(piece("c", 0)), [step(did("move", { from: "a", to: "c" }))]);
  expect(at(made, 0)).toEqual([["c", 0, "ship0"]]);
  expect(at(made, made.length / 2)).toEqual([["c", 10, "ship0"]]);
  expect(poses(made, made.length / 2)[0]!.lifted).toBe(true);
  expect(at(made, made.length)).toEqual([["c", 20, "ship0"]]);
  expect(poses(made, made.length)[0]!.lifted).toBe(false);
  expect(made.sites.sort()).toEqual(["a", "c"]);
});

test("a pushed piece runs on when the mover arrives, and the right one of the two goes", () => {
  const made = plan(drawn(piece("a", 0), piece("b", 1)), drawn(piece("b", 0), piece("d", 1)), [
    step(did("move", { from: "a", to: "b" }), did("push", { from: "b", to: "d" })),
  ]);
  const [mover, knocked] = made.actors;
  expect(knocked!.motions[0]!.start).toBe(mover!.motions[0]!.end);
  expect(knocked!.owner).toBe(1);
  expect(poses(made, made.length).map((one) => [one.owner, one.site])).toEqual([
    [0, "b"],
    [1, "d"],
  ]);
});

test("a move takes the piece that came last", () => {
  // 0 attacks b, is beaten and falls back.
  const made = plan(drawn(piece("a", 0), piece("b", 1)), drawn(piece("a", 0), piece("b", 1)), [
    step(did("push", { from: "a", to: "b" }), did("move", { from: "b", to: "a" })),
  ]);
  expect(made.actors[0]!.motions.map((one) => one.to.site)).toEqual(["b", "a"]);
  expect(made.actors[1]!.motions).toEqual([]);
  expect(made.actors[0]!.motions[1]!.start).toBe(made.actors[0]!.motions[0]!.end);
});

test("two on a site stand a little apart", () => {
  const made = plan(drawn(piece("a", 0), piece("b", 1)), drawn(piece("b", 1), piece("b", 0)), [
    step(did("move", { from: "a", to: "b" })),
  ]);
  expect(poses(made, made.length)[0]!.x).toBeCloseTo(10 + 0.3 * 4);
});

test("what is put drops in, looking as in the picture after", () => {
  const made = plan(drawn(), drawn(piece("b", 1, "base", "base1:marked")), [
    step(did("put", { at: "b", seat: 1, piece: "base" })),
  ]);
  expect(poses(made, 1)[0]!.opacity).toBeLessThan(0.2);
  expect(poses(made, made.length)[0]).toMatchObject({ site: "b", look: "base1:marked", opacity: 1, y: 0 });
});

test("the owner of what is put counts before the seat that puts it", () => {
  const made = plan(drawn(), drawn(), [step(did("put", { at: "b", seat: 1, owner: -1, piece: "kraken" }))]);
  expect(made.actors[0]!.owner).toBe(-1);
});

test("what is taken shrinks away and is gone, the one that was there first", () => {
  const made = plan(drawn(piece("a", 0), piece("b", 1)), drawn(piece("b", 0)), [
    step(did("move", { from: "a", to: "b" }), did("take", { at: "b" })),
  ]);
  const [mover, lost] = made.actors;
  expect(lost!.motions[0]!.start).toBe(mover!.motions[0]!.end);
  const during = poses(made, made.length - 1).find((one) => one.owner === 1)!;
  expect(during.opacity).toBeLessThan(0.1);
  expect(poses(made, made.length).map((one) => one.owner)).toEqual([0]);
});

test("a turn is edge on in the middle and ends as the picture after", () => {
  const made = plan(drawn(piece("a", 0, "arm", "arm:n")), drawn(piece("a", 0, "arm", "arm:e")), [
    step(did("turn", { at: "a", facing: "e" })),
  ]);
  expect(poses(made, made.length / 2)[0]!.wide).toBeCloseTo(0);
  expect(poses(made, made.length / 2 - 1)[0]!.look).toBe("arm:n");
  expect(poses(made, made.length / 2 + 1)[0]!.look).toBe("arm:e");
});

test("a piece that is shown turns into what it is", () => {
  const made = plan(
    drawn(piece("a", 0, "?", "back0"), piece("b", 1)),
    drawn(piece("a", 0, "522", "block522"), piece("b", 1)),
    [step(did("show", { at: "a", owner: 0, piece: "522" }))],
  );
  expect(poses(made, made.length).find((one) => one.owner === 0)!.look).toBe("block522");
  expect(made.actors[1]!.motions).toEqual([]);
});

test("a piece that is shown and taken keeps a look that is known, else its old one", () => {
  const made = plan(drawn(piece("a", 0, "?", "back0")), drawn(), [
    step(did("show", { at: "a", owner: 0, piece: "522" }), did("take", { at: "a" })),
  ]);
  expect(poses(made, made.length - 1)[0]!.look).toBe("back0");
});

test("floors come from above and go up again", () => {
  const low = { sites: [site("a", 0, "floor1")], pieces: [], stock: [] };
  const high = { sites: [site("a", 0, "floor2")], pieces: [], stock: [] };
  const up = plan(low, high, [step(did("raise", { at: "a" }))]);
  expect(column(up, high.sites[0]!, 0)).toMatchObject({ look: "floor1", up: -0.7 });
  expect(column(up, high.sites[0]!, up.length / 2)).toMatchObject({ look: "floor1", up: -0.7, over: "floor2" });
  expect(column(up, high.sites[0]!, up.length)).toEqual({ look: "floor2", up: 0, opacity: 1, off: 0 });
  const down = plan(high, low, [step(did("lower", { at: "a" }))]);
  expect(column(down, low.sites[0]!, down.length / 2)).toMatchObject({ look: "floor1", over: "floor2" });
});

test("things of one kind happen together, other kinds wait", () => {
  const made = plan(drawn(piece("a", 0), piece("c", 0), piece("e", 1)), drawn(piece("b", 0), piece("d", 0)), [
    step(did("push", { from: "a", to: "b" }), did("push", { from: "c", to: "d" }), did("take", { at: "e" })),
  ]);
  const [first, second, third] = made.actors.map((actor) => actor.motions[0]!);
  expect(second!.start).toBeLessThan(first!.end);
  expect(third!.start).toBe(Math.max(first!.end, second!.end));
});

test("steps come one after the other", () => {
  const made = plan(drawn(piece("a", 0), piece("e", 1)), drawn(piece("b", 0), piece("d", 1)), [
    step(did("move", { from: "a", to: "b" })),
    step(did("move", { from: "e", to: "d" })),
  ]);
  expect(made.actors[1]!.motions[0]!.start).toBe(made.actors[0]!.motions[0]!.end);
});

test("what was dragged there by hand does not slide again, what it pushes does", () => {
  const before = drawn(piece("a", 0), piece("b", 1));
  const steps = [step(did("move", { from: "a", to: "b" }), did("push", { from: "b", to: "d" }))];
  const made = plan(before, drawn(piece("b", 0), piece("d", 1)), steps, { from: "a", to: "b" });
  expect(made.actors[0]!.motions[0]!.end).toBe(1);
  expect(made.actors[1]!.motions[0]!.end).toBeGreaterThan(150);
});

test("however much happens, it does not take long", () => {
  const steps = Array.from({ length: 40 }, (_, i) =>
    step(did("move", i % 2 ? { from: "e", to: "a" } : { from: "a", to: "e" })),
  );
  const made = plan(drawn(piece("a", 0)), drawn(piece("a", 0)), steps);
  expect(made.length).toBeLessThanOrEqual(2600);
  expect(poses(made, made.length)[0]!.site).toBe("a");
});

test("at twice the speed everything takes half the time", () => {
  const made = plan(drawn(piece("a", 0)), drawn(piece("c", 0)), [step(did("move", { from: "a", to: "c" }))]);
  const fast = faster(made, 2);
  expect(fast.length).toBe(made.length / 2);
  expect(at(fast, made.length / 4)).toEqual(at(made, made.length / 2));
});

test("what cannot be understood is left out", () => {
  const made = plan(drawn(piece("a", 0)), drawn(piece("a", 0)), [
    step(
      did("move", { from: "z", to: "a" }),
      did("move", { from: "a", to: "nowhere" }),
      did("take", { at: "b" }),
      did("show", { at: "a", owner: 5, piece: "x" }),
      did("put", { at: "nowhere", seat: 0, piece: "x" }),
      did("", {}),
    ),
  ]);
  expect(at(made, 10_000)).toEqual([["a", 0, "ship0"]]);
  expect(made.length).toBe(0);
});
