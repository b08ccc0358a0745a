import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { speak } from "../lib/words.svelte";
import VacationCard from "./VacationCard.svelte";

const UNTIL = Date.UTC(2030, 0, 15, 12);
let standing: { until: number; left: number };
let sent: string[];

beforeEach(async () => {
  await speak("en");
  standing = { until: 0, left: 30 };
  sent = [];
  vi.stubGlobal("fetch", async (url: URL, { method, body }: { method: string; body: string | null }) => {
    sent.push(`${method} ${url.pathname} ${body ?? ""}`.trim());
    if (method === "POST") standing = { until: UNTIL, left: standing.left - JSON.parse(body!).days };
    if (method === "DELETE") standing = { ...standing, until: 0 };
    return Response.json(standing);
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a vacation is started for some days, and ended early", async () => {
  render(VacationCard);
  const days = (await screen.findByLabelText("Days")) as HTMLInputElement;
  expect([days.value, days.max]).toEqual(["7", "30"]);
  await fireEvent.input(days, { target: { value: "12" } });
  await fireEvent.click(screen.getByRole("button", { name: "Start vacation" }));
  expect(await screen.findByText(/On vacation until .*2030/)).toBeTruthy();
  expect(screen.queryByLabelText("Days")).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "End vacation" }));
  expect(((await screen.findByLabelText("Days")) as HTMLInputElement).max).toBe("18");
  expect(sent).toEqual(["GET /api/me/vacation", 'POST /api/me/vacation {"days":12}', "DELETE /api/me/vacation"]);
});

test("where no days are left, none can be chosen", async () => {
  standing = { until: 0, left: 0 };
  render(VacationCard);
  expect(await screen.findByText("You have no days left this year.")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
