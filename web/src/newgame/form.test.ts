import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as account from "../account/me.svelte";
import type { GameCard } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import NewTable from "./NewTable.svelte";

const option = { clause: "R-1", choices: [], low: 0, high: 0, stride: 1, zero: false };
const game: GameCard = {
  name: "small", title: "Small", summary: "", hides: false, seat_names: ["Black", "White"], picture: "",
  levels: [1, 2, 3].map((number) => ({ number, name: `Level ${number}` })),
  rulesets: [
    {
      name: "plain", said: "Plain: as usual", seats: [2], series: true,
      options: [{ ...option, name: "cap", called: "Last turn", said: "after so many turns", usual: 40, low: 1, high: 99 }],
    },
    { name: "wild", said: "Wild: as you like", seats: [2], series: false, options: [] },
  ],
};
let sent: Record<string, unknown>[];
let refuse = "";

async function start(): Promise<void> {
  await fireEvent.submit(document.querySelector("form")!);
  for (let i = 0; i < 12; i++) await Promise.resolve();
  await tick();
}

beforeEach(async () => {
  await speak("en");
  localStorage.clear();
  sent = [];
  refuse = "";
  account.set({ id: "p1", name: "Ada", guest: true });
  vi.stubGlobal("fetch", async (_url: URL, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return refuse
      ? new Response(JSON.stringify({ code: "no", said: refuse, clause: "", page: "" }), { status: 422 })
      : new Response(JSON.stringify({ id: "t9" }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

test("starts at once against the computer, and remembers what was chosen", async () => {
  render(NewTable, { game });
  await fireEvent.click(screen.getByLabelText("3. Level 3"));
  await fireEvent.click(screen.getByLabelText("White"));
  await start();
  expect(sent).toMatchObject([{ ruleset: "plain", seats: [{ who: "computer", level: 3 }, { who: "you" }], visibility: "screen" }]);
  expect(location.pathname).toBe("/t/t9");
  expect(localStorage.getItem("ludarium.new.small")).toContain('"level":3');
});

test("what the server refuses stands beside the form", async () => {
  refuse = "That cannot be.";
  render(NewTable, { game, company: "friend" });
  await start();
  expect(sent).toMatchObject([{ visibility: "private", seats: [{ who: "you" }, { who: "open" }] }]);
  expect(screen.getByRole("alert").textContent).toBe("That cannot be.");
  expect(location.pathname).toBe("/");
});

test("a number that the option does not take is said at once, and nothing is sent", async () => {
  render(NewTable, { game });
  const field = screen.getByLabelText("Last turn");
  await fireEvent.input(field, { target: { value: "100" } });
  expect(screen.getByText("A whole number from 1 to 99.")).toBeTruthy();
  await start();
  expect(sent).toEqual([]);
  await fireEvent.input(field, { target: { value: "12" } });
  await start();
  expect(sent).toMatchObject([{ options: { cap: 12 } }]);
});

test("a guest is told why a game does not count", async () => {
  render(NewTable, { game, company: "lobby" });
  expect((screen.getByLabelText("The game counts for ratings") as HTMLInputElement).disabled).toBe(true);
  expect(screen.getByRole("link", { name: "Make an account" })).toBeTruthy();
});

test("a ruleset without a series does not offer one", async () => {
  render(NewTable, { game });
  expect(screen.queryByLabelText("A series of games")).not.toBeNull();
  await fireEvent.click(screen.getByLabelText("Wild", { exact: false }));
  expect(screen.queryByLabelText("A series of games")).toBeNull();
});
