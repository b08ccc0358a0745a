import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, it } from "vitest";

import type { BestLine } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import type { Session } from "./session.svelte";
import type { Thinker } from "./thinker.svelte";
import Thoughts from "./Thoughts.svelte";

beforeAll(() => speak("en"));

function line(step: string, share: number | null): BestLine {
  return { steps: [step], sentences: [`Black plays ${step}`], arrows: [], share, proven: false };
}

it("says nothing about a step that was not tried yet, and 0 only about one that was", () => {
  const lines = [line("a", null), line("b", 0), line("c", 0.62)];
  const judgement = { shares: [0.5, 0.5], lines, simulations: 1, final: true, proof: "", id: 1 };
  const thinker = { judgement, thinking: false, problem: null, judge: () => {}, forget: () => {} } as unknown as Thinker;
  const session = { shown: null, tree: {}, shelf: { artCache: {} } } as unknown as Session;
  render(Thoughts, { session, thinker, seats: [], on: true });
  const told = screen.getAllByRole("listitem").map((one) => one.querySelector(".worth")?.textContent?.replaceAll(/\s/g, ""));
  expect(told).toEqual(["–", "0%", "62%"]);
});
