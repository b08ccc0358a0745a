import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it } from "vitest";

import type { AnalysisPosition, JudgedStep, Picture, PositionRequest, Step } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import Branches from "./Branches.svelte";
import { Session, Shelf } from "./session.svelte";
import { addStep, goTo, newTree } from "./tree";

beforeAll(() => speak("en"));

const NO_PICTURE = { ground_key: "", ground: null, art: {} } as unknown as Picture;

/** Others notice nothing of a step that begins with "s". */
async function position({ steps: texts = [], view, since }: PositionRequest): Promise<AnalysisPosition> {
  const all = texts.map((text, place) => ({ text, place: place + 1 }));
  const seen = all.filter(({ text }) => view === null || !text.startsWith("s"));
  const event = (text: string) => ({ kind: "", effect: "", data: {}, sentence: `Black plays ${text}.` });
  const steps: Step[] = seen.map(({ text, place }, index) => ({
    number: index + 1,
    turn: place,
    seat: 0,
    text,
    place,
    events: text === "end" ? [] : [event(text)],
  }));
  const rest = { picture: NO_PICTURE, position: "", outcome: null, hidden_information: true, seats: [] };
  return { ruleset: "mill", title: "Mill", steps: steps.slice(since), ...rest };
}

async function opened(view: number | null): Promise<Session> {
  const server = { position, explain: () => Promise.reject(new Error("not asked")) };
  const session = new Session(server, new Shelf("light", "en"));
  const tree = addStep(goTo(newTree(["a", "s1", "end"]), 1), "x");
  await session.open({ ruleset: "mill", options: {}, seed: 0, position: null, steps: [], view }, tree);
  return session;
}

function texts(): string[] {
  return screen.getAllByRole("button").map((button) => button.textContent!.replaceAll(/\s+/g, " ").trim());
}

describe("the list of steps", () => {
  it("tells the line and its variations in words, and in the notation what did nothing", async () => {
    render(Branches, { session: await opened(null), seats: [], label: "Moves" });
    expect(texts()).toEqual(["Start", "1 Black plays a.", "2 Black plays s1.", "2 Black plays x.", "3 end"]);
    expect(screen.getByRole("group", { name: "Variation at move 2" }).textContent).toContain("Black plays x.");
    expect(screen.getByRole("button", { current: "step" }).textContent).toContain("Black plays x.");
  });

  it("does not tell what the viewer did not notice", async () => {
    render(Branches, { session: await opened(1), seats: [], label: "Moves" });
    expect(texts()[2]).toBe("2 No visible change.");
  });

  it("leads to the step that is pressed", async () => {
    const session = await opened(null);
    render(Branches, { session, seats: [], label: "Moves" });
    await fireEvent.click(screen.getByText("Black plays a."));
    expect(session.tree.at).toBe(1);
  });

  it("marks the costly steps of the main line, and only those", async () => {
    const marks = new Map([[2, { number: 2, mark: "mistake" } as JudgedStep]]);
    render(Branches, { session: await opened(null), seats: [], marks, label: "Moves" });
    expect(texts().filter((text) => text.includes("mistake"))).toEqual(["2 Black plays s1. ? mistake"]);
  });
});
