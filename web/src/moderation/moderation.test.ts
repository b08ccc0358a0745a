import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ModerationDesk, Report } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import Moderation from "../pages/Moderation.svelte";

const person = (name: string, given = {}) => ({ id: name.toLowerCase(), name, guest: true, moderator: false, banned: -1, muted: -1, ...given });
const report = (given: Partial<Report> = {}): Report => ({
  id: 3,
  made: 1,
  reason: "insult",
  label: "Insult or harassment",
  text: "Look at this.",
  reporter: person("Ada"),
  reported: person("Ben"),
  table: "t1",
  title: "Small",
  open: true,
  position: 4,
  chat: [{ name: "Ben", text: "Bad words", at: 1, reported: true }],
  ...given,
});

let asked: [string, unknown][];
let desk: ModerationDesk;
beforeEach(async () => {
  await speak("en");
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  asked = [];
  desk = { reports: [report()], log: [] };
  vi.stubGlobal("fetch", vi.fn(async (url: URL, sent: RequestInit) => {
    if (sent.method === "POST") {
      asked.push([url.pathname, JSON.parse(sent.body as string)]);
      desk = { reports: [], log: [{ id: 1, at: 1, by: "Mia", label: "banned", whom: "ben", name: "Ben", detail: "", why: "Insults." }] };
    }
    return Response.json(desk);
  }));
});
afterEach(() => vi.unstubAllGlobals());
const settle = () => new Promise((done) => setTimeout(done));

test("a report shows who, where and what was said", async () => {
  render(Moderation);
  await settle();
  expect(screen.getByRole("heading", { level: 3 }).textContent).toBe("Report 3: Insult or harassment");
  expect(screen.getByText("Look at this.")).toBeTruthy();
  expect(screen.getByText("Reported after 4 moves")).toBeTruthy();
  expect(screen.getByText("Table: Small").getAttribute("href")).toBe("/t/t1");
  expect(screen.getByText("Bad words", { exact: false }).className).toContain("reported");
});

test("a ban is asked about once more and says why", async () => {
  render(Moderation);
  await settle();
  await fireEvent.input(screen.getByLabelText("Reason (the player reads it)"), { target: { value: "Insults. " } });
  await fireEvent.click(screen.getByText("Ban for a week"));
  expect(asked).toEqual([]);
  expect(screen.getByText("Ban for a week: Ben?")).toBeTruthy();
  await fireEvent.click(screen.getAllByText("Ban for a week").at(-1)!);
  await settle();
  expect(asked).toEqual([["/api/moderation/3", { do: "ban", days: 7, why: "Insults." }]]);
  expect(screen.getByText("No open reports.")).toBeTruthy();
  expect(screen.getByText("Insults.")).toBeTruthy();
});

test("closing a report and giving another name need no second question", async () => {
  render(Moderation);
  await settle();
  await fireEvent.input(screen.getByLabelText("New name"), { target: { value: "Player 7" } });
  await fireEvent.click(screen.getByText("Rename"));
  await settle();
  expect(asked).toEqual([["/api/moderation/3", { do: "rename", name: "Player 7", why: "" }]]);
});

test("nothing can be done to a moderator or to a table that is over", async () => {
  desk = { reports: [report({ reported: person("Moe", { moderator: true }), open: false })], log: [] };
  render(Moderation);
  await settle();
  expect(screen.queryByText("Ban for good")).toBeNull();
  expect(screen.queryByText("Close table")).toBeNull();
  expect(screen.getByText("Close report")).toBeTruthy();
});

test("for everybody else there is no such page", async () => {
  vi.stubGlobal("fetch", vi.fn(async () => Response.json({ code: "path_unknown", sentence: "Nothing found." }, { status: 404 })));
  render(Moderation);
  await settle();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Page not found");
});
