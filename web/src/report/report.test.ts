import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { set } from "../account/me.svelte";
import { speak } from "../lib/words.svelte";
import { toasts } from "../ui/toasts.svelte";
import ReportButton from "./ReportButton.svelte";

let answer: Response;
let bodies: unknown[];
beforeEach(async () => {
  await speak("en");
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  set({ id: "p1", name: "Ada", guest: true });
  bodies = [];
  answer = Response.json({ left: 4 }, { status: 201 });
  vi.stubGlobal("fetch", vi.fn(async (_: URL, sent: RequestInit) => {
    bodies.push(JSON.parse(sent.body as string));
    return answer;
  }));
});
afterEach(() => vi.unstubAllGlobals());

const settle = () => new Promise((done) => setTimeout(done));

test("a player is reported with a reason and some words", async () => {
  render(ReportButton, { people: [{ id: "p2", name: "Ben" }], table: "t1" });
  await fireEvent.click(screen.getByText("Report…"));
  await fireEvent.click(screen.getByLabelText("Cheating"));
  await fireEvent.input(screen.getByLabelText("Tell us more (optional)"), { target: { value: " He knew everything. " } });
  expect(screen.getByText("479 characters left", { exact: false })).toBeTruthy();
  await fireEvent.click(screen.getByText("Send report"));
  await settle();
  expect(bodies).toEqual([{ reason: "cheating", text: "He knew everything.", table: "t1", message: 0, person: "p2" }]);
  expect(toasts.at(-1)?.text).toBe("Report sent. Thank you.");
});

test("it can be about the table itself, and a refusal is shown with what was written kept", async () => {
  answer = Response.json({ code: "reports_many", sentence: "You can send 5 reports a day." }, { status: 429 });
  render(ReportButton, { people: [{ id: "p2", name: "Ben" }], table: "t1" });
  await fireEvent.click(screen.getByText("Report…"));
  await fireEvent.change(screen.getByLabelText("Who is it about?"), { target: { value: "" } });
  await fireEvent.input(screen.getByLabelText("Tell us more (optional)"), { target: { value: "Odd." } });
  await fireEvent.click(screen.getByText("Send report"));
  await settle();
  expect(bodies).toEqual([{ reason: "insult", text: "Odd.", table: "t1", message: 0, person: "" }]);
  expect(screen.getByText("You can send 5 reports a day.")).toBeTruthy();
  expect((screen.getByLabelText("Tell us more (optional)") as HTMLTextAreaElement).value).toBe("Odd.");
});

test("a chat message names its author by its number alone", async () => {
  render(ReportButton, { table: "t1", message: 7, name: "Ben", label: "Report this message by Ben", brief: "⚑" });
  await fireEvent.click(screen.getByRole("button", { name: "Report this message by Ben" }));
  expect(screen.getByText("About: Ben")).toBeTruthy();
  await fireEvent.click(screen.getByText("Send report"));
  await settle();
  expect(bodies).toEqual([{ reason: "insult", text: "", table: "t1", message: 7, person: "" }]);
});
