import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as account from "../account/me.svelte";
import type { GameCard, ListForm, OptionsChecked } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import NewTable from "./NewTable.svelte";

const option = { clause: "R-1", rule: "a rule", choices: [], low: 0, high: 0, stride: 1, zero: false, lists: false, own: "", none: "", example: "" };
const game: GameCard = {
  name: "small", title: "Small", summary: "", hidden_information: false, seat_labels: ["Black", "White"],
  levels: [1, 2, 3].map((number) => ({ number, name: `Level ${number}` })),
  rulesets: [
    {
      name: "plain", label: "Plain: as usual", seats: [2], series: { games: 6, sets: 2, most: 100 },
      options: [{ ...option, name: "cap", label: "Last turn", sentence: "after so many turns", default: 40, low: 1, high: 99 }],
    },
    { name: "wild", label: "Wild: as you like", seats: [2], series: null, options: [] },
    {
      name: "lists", label: "Lists: as you write", seats: [2], series: null,
      options: [
        { ...option, name: "types", label: "Types", sentence: "the types", default: "", lists: true, none: "Leave empty for the base set.", example: "a, b" },
        {
          ...option, name: "land", label: "Land", sentence: "who makes it", default: "block", lists: true, own: "your own",
          choices: [{ value: "block", label: "a block" }], example: `[${"[0, 0], ".repeat(20)}[1, 1]]`,
        },
      ],
    },
  ],
};
const WRITTEN: ListForm = { needed: 0, items: [], usual: [], grid: null };
let sent: Record<string, unknown>[];
let refuse = "";
let checked: Record<string, unknown>[];
let answers: OptionsChecked;
let listForm: ListForm;

async function start(): Promise<void> {
  await fireEvent.submit(document.querySelector("form")!);
  for (let i = 0; i < 12; i++) await Promise.resolve();
  await tick();
}

beforeEach(async () => {
  await speak("en");
  localStorage.clear();
  sent = [];
  checked = [];
  refuse = "";
  listForm = WRITTEN;
  account.set({ id: "p1", name: "Ada", guest: true });
  answers = { sentence: "", option: "", values: {}, examples: { types: "a, b", land: "[[1, 1]]" } };
  vi.stubGlobal("fetch", async (url: URL, { body }: { body: string }) => {
    if (url.pathname === "/api/options") {
      checked.push(JSON.parse(body));
      return Response.json(answers);
    }
    if (url.pathname === "/api/lists") return Response.json(JSON.parse(body).option === "types" ? listForm : WRITTEN);
    sent.push(JSON.parse(body));
    return refuse
      ? Response.json({ code: "no", sentence: refuse, clause: "", page: "" }, { status: 422 })
      : Response.json({ id: "t9" });
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
  render(NewTable, { game, opponents: "friend" });
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
  render(NewTable, { game, opponents: "lobby" });
  expect((screen.getByLabelText("Rated") as HTMLInputElement).disabled).toBe(true);
  expect(screen.getByRole("link", { name: "Create account" })).toBeTruthy();
});

test("a ruleset without a series does not offer one", async () => {
  render(NewTable, { game });
  expect(screen.queryByLabelText("Play a series")).not.toBeNull();
  await fireEvent.click(screen.getByLabelText("Wild", { exact: false }));
  expect(screen.queryByLabelText("Play a series")).toBeNull();
});

async function lists(): Promise<void> {
  render(NewTable, { game });
  await fireEvent.click(screen.getByLabelText("Lists", { exact: false }));
  await fireEvent.click(screen.getByText("Clock and options"));
}
const soon = (ask: () => void): Promise<void> => vi.waitFor(ask, { timeout: 3000 });

test("a list is written as text, checked by the server, and sent as it was read", async () => {
  await lists();
  const field = screen.getByLabelText("Types") as HTMLTextAreaElement;
  expect(screen.getByText("Leave empty for the base set.", { exact: false })).toBeTruthy();
  expect(screen.getByText("Example: a, b")).toBeTruthy();
  await fireEvent.input(field, { target: { value: "a, x" } });
  answers = { ...answers, sentence: '"x" isn\'t a type.', option: "types" };
  await soon(() => expect(screen.getByText('"x" isn\'t a type.')).toBeTruthy());
  expect(checked.at(-1)).toEqual({ ruleset: "lists", options: {}, texts: { types: "a, x" } });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const said = field.getAttribute("aria-describedby")!.split(" ").map((id) => document.getElementById(id)!.textContent);
  expect(said.join(" ")).toContain('"x" isn\'t a type.');
  await start();
  expect(sent).toEqual([]);
  expect(document.activeElement).toBe(field);
  answers = { sentence: "", option: "", values: { types: ["a", "b"] }, examples: answers.examples };
  await fireEvent.click(screen.getAllByRole("button", { name: "Use example" })[0]!);
  expect(field.value).toBe("a, b");
  await start();
  expect(sent).toMatchObject([{ ruleset: "lists", options: { types: ["a", "b"] } }]);
});

test("where the other options need a list, the form says so before anything is written", async () => {
  answers = { ...answers, sentence: "Name 11 types.", option: "types" };
  await lists();
  await soon(() => expect(screen.getByText("Name 11 types.")).toBeTruthy());
  expect(screen.queryByText("Leave empty for the base set.", { exact: false })).toBeNull();
});

test("options that do not go together are said, and no table is made", async () => {
  answers = { ...answers, sentence: "That does not go together." };
  await lists();
  await soon(() => expect(screen.getByText("That does not go together.")).toBeTruthy());
  await start();
  expect(sent).toEqual([]);
});

test("a list that the other options leave no room for is not asked for", async () => {
  answers = { ...answers, examples: { land: "[[1, 1]]" } };
  await lists();
  await soon(() => expect(screen.queryByLabelText("Types")).toBeNull());
  expect(screen.getByLabelText("a block")).toBeTruthy();
});

test("a list of one's own is one of the choices, and a long example is shortened", async () => {
  await lists();
  expect(screen.queryByLabelText("Land: your own")).toBeNull();
  await fireEvent.click(screen.getByLabelText("your own"));
  const field = screen.getByLabelText("Land: your own") as HTMLTextAreaElement;
  await soon(() => expect(checked.at(-1)).toMatchObject({ texts: { land: "" } }));
  expect(screen.getByText("Example: [[1, 1]]")).toBeTruthy();
  expect(field.value).toBe("");
  await fireEvent.click(screen.getByLabelText("a block"));
  expect(screen.queryByLabelText("Land: your own")).toBeNull();
});

const PICKED: ListForm = {
  ...WRITTEN,
  needed: 2,
  usual: ["a", "b"],
  items: ["a", "b", "c", "d"].map((value) => ({ value, label: `${value}-1`, look: "<circle r='9' />" })),
};
const box = (name: string): HTMLInputElement => screen.getByRole("checkbox", { name }) as HTMLInputElement;

test("pieces are chosen from drawings: the default at first, then one's own, never too many", async () => {
  listForm = PICKED;
  await lists();
  await soon(() => expect(box("a-1").checked).toBe(true));
  expect(screen.getByText("2 chosen: the default")).toBeTruthy();
  expect(box("c-1").disabled).toBe(true);
  expect(box("c-1").closest("label")!.querySelector("svg circle")).not.toBeNull();
  await fireEvent.click(box("a-1"));
  expect(screen.getByText("1 of 2 chosen")).toBeTruthy();
  await soon(() => expect(checked.at(-1)).toMatchObject({ texts: { types: "b" } }));
  await fireEvent.click(box("d-1"));
  expect(screen.getByText("2 of 2 chosen")).toBeTruthy();
  expect(box("c-1").disabled).toBe(true);
  answers = { ...answers, values: { types: ["b", "d"] } };
  await start();
  expect(checked.at(-1)).toMatchObject({ texts: { types: "b, d" } });
  expect(sent).toMatchObject([{ options: { types: ["b", "d"] } }]);
});

test("nothing chosen is not the default, and the way back to that is one click", async () => {
  listForm = PICKED;
  await lists();
  await soon(() => expect(box("a-1").checked).toBe(true));
  await fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(screen.getByText("0 of 2 chosen")).toBeTruthy();
  await soon(() => expect(checked.at(-1)).toMatchObject({ texts: { types: "[]" } }));
  answers = { ...answers, sentence: "Nothing is chosen yet.", option: "types" };
  await start();
  expect(sent).toEqual([]);
  expect(screen.getAllByText("Nothing is chosen yet.").length).toBeGreaterThan(0);
  expect(document.activeElement).toBe(box("a-1"));
  await fireEvent.click(screen.getByRole("button", { name: "Back to the default" }));
  expect(box("b-1").checked).toBe(true);
  await soon(() => expect(checked.at(-1)).toMatchObject({ texts: {} }));
});

test("a series is as long as one likes, and its usual length need not be said", async () => {
  render(NewTable, { game });
  await fireEvent.click(screen.getByText("Clock and options"));
  await fireEvent.click(screen.getByLabelText("Play a series"));
  expect(screen.getByText("The official length is 2 sets of 6 games.")).toBeTruthy();
  await start();
  expect(sent.at(-1)).toMatchObject({ series: true, games: null, sets: null });
  await fireEvent.input(screen.getByLabelText("Sets"), { target: { value: "3" } });
  await fireEvent.input(screen.getByLabelText("Games in a set"), { target: { value: "101" } });
  expect(screen.getByText("A whole number from 1 to 100.")).toBeTruthy();
  await start();
  expect(sent).toHaveLength(1);
  await fireEvent.input(screen.getByLabelText("Games in a set"), { target: { value: "1" } });
  await start();
  expect(sent.at(-1)).toMatchObject({ series: true, games: 1, sets: 3 });
});

test("a rated game gets a clock, and the form offers none without", async () => {
  account.set({ id: "p1", name: "Ada", guest: false });
  render(NewTable, { game, opponents: "friend" });
  await fireEvent.click(screen.getByText("Clock and options"));
  expect(screen.getByLabelText("None")).toBeTruthy();
  await fireEvent.click(screen.getByLabelText("Rated"));
  expect((screen.getByLabelText("Increment") as HTMLInputElement).checked).toBe(true);
  expect(screen.queryByLabelText("None")).toBeNull();
  await start();
  expect(sent.at(-1)).toMatchObject({ rated: true, clock: { kind: "fischer", base: 600, increment: 5 } });
});
