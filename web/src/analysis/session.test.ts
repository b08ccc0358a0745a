import { describe, expect, it } from "vitest";

import { Refused } from "../lib/api";
import type { AnalysisPosition, Explained, ExplainRequest, PositionRequest, PositionStart, Step } from "../lib/wire";
import { picture } from "../table/fixtures";
import { type Server, Session, Shelf } from "./session.svelte";
import { addStep, back, forward, goTo, newTree, nodeOf, stepsTo } from "./tree";

const START: PositionStart = { ruleset: "mill", options: {}, seed: 0, position: null, steps: [], view: null };

/** A server for a game in which every step but "bad" is legal; others do not see steps that begin with "s". */
class Fake implements Server {
  asked: PositionRequest[] = [];
  hold: Promise<void> | null = null;

  async position(request: PositionRequest): Promise<AnalysisPosition> {
    this.asked.push(request);
    await this.hold;
    const { steps: texts = [], view, since } = request;
    if (texts.includes("bad")) throw new Refused("illegal", "No.", "MIL-1", "/rules/mill#MIL-1", 400);
    const all = texts.map((text, place) => ({ turn: place, seat: 0, text, events: [], place: place + 1 }));
    const seen = all.filter(({ text }) => view === null || !text.startsWith("s"));
    const steps: Step[] = seen.map((step, index) => ({ ...step, number: index + 1 })).slice(since);
    const position = texts.join(" ");
    const rest = { position, outcome: null, hidden_information: true, seats: [] };
    return { ruleset: "mill", title: "Mill", steps, picture: picture({ viewer: -1, ground_key: "g", art: { [position]: "<g/>" } }), ...rest };
  }

  async explain(request: ExplainRequest): Promise<Explained> {
    const allowed = request.clicks[0] === "fine";
    return { id: 0, allowed, sentence: request.clicks.join(), clause: "MIL-2", page: "", rule: "", type: "explained" };
  }
}

async function opened(steps: string[] = []): Promise<[Session, Fake]> {
  const server = new Fake();
  const session = new Session(server, new Shelf("light", "en"));
  await session.open({ ...START, steps });
  await settled();
  return [session, server];
}

/** Let what was asked ahead come in. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

describe("a session at a free board", () => {
  it("shows the end of the start's steps, all of them in words, and nothing to animate", async () => {
    const [session] = await opened(["a", "b"]);
    expect(session.shown?.position.position).toBe("a b");
    expect(session.shown?.played).toEqual([]);
    expect([...session.steps.values()].map((step) => step.text)).toEqual(["a", "b"]);
  });

  it("takes steps, and animates what is new", async () => {
    const [session] = await opened(["a"]);
    await session.take("b");
    expect(session.shown?.position.position).toBe("a b");
    expect(session.shown?.played.map((step) => step.text)).toEqual(["b"]);
    await session.look(back(session.tree));
    expect(session.shown?.played).toEqual([]);
  });

  it("animates a step that it has seen before again", async () => {
    const [session] = await opened(["a", "b"]);
    await session.look(back(session.tree));
    await session.look(forward(session.tree));
    expect(session.shown?.played.map((step) => step.text)).toEqual(["b"]);
  });

  it("asks for each position once, and for the next one ahead", async () => {
    const [session, server] = await opened(["a", "b", "c"]);
    await session.look(goTo(session.tree, 1));
    await settled();
    const positions = server.asked.map(({ steps }) => steps?.join(" "));
    expect(positions).toEqual(["a b c", "a", "a b"]);
    await session.look(forward(session.tree));
    await settled();
    expect(server.asked).toHaveLength(3);
  });

  it("asks only for steps and looks that it has not got", async () => {
    const [session, server] = await opened(["a"]);
    await session.take("b");
    expect(server.asked.map((wanted) => wanted.since)).toEqual([0, 1]);
    expect(server.asked[1]?.known_looks).toEqual(["a"]);
    expect(server.asked[1]?.known_ground).toBe("g");
  });

  it("keeps no node of a step that is refused, and says why", async () => {
    const [session] = await opened(["a"]);
    await session.take("bad");
    expect(session.problem?.clause).toBe("MIL-1");
    expect(stepsTo(session.tree)).toEqual(["a"]);
    expect(nodeOf(session.tree, session.tree.at).children).toEqual([]);
    expect(session.shown?.position.position).toBe("a");
    await session.take("b");
    expect(session.problem).toBeNull();
  });

  it("shows where one went last, whatever comes in late", async () => {
    const [session, server] = await opened(["a", "b"]);
    let release = (): void => {};
    server.hold = new Promise((resolve) => (release = resolve));
    const slow = session.take("c");
    server.hold = null;
    await session.look(back(session.tree));
    release();
    await slow;
    expect(session.shown?.position.position).toBe("a b");
    expect(session.busy).toBe(false);
  });

  it("shows another seat's knowledge, counts as that seat does, and tells what it noticed", async () => {
    const [session, server] = await opened(["a", "s1", "b"]);
    await session.redraw(session.shelf, 1);
    expect(server.asked.at(-1)?.view).toBe(1);
    expect([...session.steps].map(([id, step]) => [id, step.text])).toEqual([
      [1, "a"],
      [3, "b"],
    ]);
    await session.look(back(back(session.tree)));
    await session.look(forward(session.tree));
    expect(session.shown?.played).toEqual([]);
    await session.look(forward(session.tree));
    expect(session.shown?.played.map((step) => step.text)).toEqual(["b"]);
  });

  it("has all branches told", async () => {
    const session = new Session(new Fake(), new Shelf("light", "en"));
    await session.open(START, addStep(goTo(newTree(["a", "b"]), 1), "x"));
    expect([...session.steps.values()].map((step) => step.text).sort()).toEqual(["a", "b", "x"]);
  });

  it("has the whole line told, wherever it begins to look", async () => {
    const session = new Session(new Fake(), new Shelf("light", "en"));
    await session.open(START, newTree(["a", "b", "c"]));
    expect(session.shown?.position.position).toBe("");
    expect([...session.steps.values()].map((step) => step.text)).toEqual(["a", "b", "c"]);
  });

  it("draws everything anew in another theme, and says everything anew in another language", async () => {
    const [session, server] = await opened(["a"]);
    await session.redraw(new Shelf("dark", "ja"));
    expect(server.asked.at(-1)).toMatchObject({ theme: "dark", locale: "ja", known_looks: [], known_ground: "", since: 0 });
    expect(session.steps.size).toBe(1);
  });

  it("tells why clicks make no step, until something else is looked at", async () => {
    const [session] = await opened(["a"]);
    await session.why(["x", "y"]);
    expect(session.refusal?.sentence).toBe("x,y");
    await session.why(["fine"]);
    expect(session.refusal).toBeNull();
    await session.why(["x"]);
    await session.take("b");
    expect(session.refusal).toBeNull();
  });

  it("opens a tree with branches where it says", async () => {
    const session = new Session(new Fake(), new Shelf("light", "en"));
    const tree = addStep(goTo(newTree(["a", "b"]), 1), "x");
    await session.open(START, tree);
    expect(session.shown?.position.position).toBe("a x");
  });
});
