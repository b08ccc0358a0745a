import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { speak } from "../lib/words.svelte";
import { picture, seatInfo, step } from "../table/fixtures";
import Embed from "./Embed.svelte";

const LAST = 3;
const ground = { key: "small", width: 4, height: 2, svg: "", sites: [] };
const outcome = { winners: [0], reason: "r", clause: "", sentence: "Black wins: three closes." };
let table: Record<string, unknown>;
let asked: URL[];

beforeEach(async () => {
  await speak("en");
  asked = [];
  const seats = [seatInfo(0, { yours: false }), seatInfo(1)];
  table = { id: "t1", title: "Small", phase: "over", visibility: "private", seats, changed: 1, outcome };
  vi.stubGlobal("fetch", vi.fn(async (url: URL) => {
    asked.push(url);
    const number = /frames\/(\d+)$/.exec(url.pathname)?.[1];
    if (number === undefined) return Response.json(table);
    return Response.json({ number: Number(number), last: LAST, step: Number(number) ? step(Number(number)) : null, picture: picture({ ground }) });
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (step: number | null = null) => render(Embed, { shows: { kind: "table", id: "t1", game: 0, step } });
const button = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;
const at = (text: string) => vi.waitFor(() => expect(screen.getByRole("status").textContent).toContain(text));

test("a finished game says who won, and is leafed through and played", async () => {
  show();
  await at("3 of 3");
  expect(screen.getByRole("heading").textContent).toBe("Small: Ada, Ben");
  expect(screen.getByRole("status").textContent).toContain("Black wins: three closes.");
  expect(screen.getByRole("link").getAttribute("href")).toBe("/t/t1/review");
  expect(screen.getByRole("link").getAttribute("target")).toBe("_blank");
  expect(button("Next move").disabled).toBe(true);
  await fireEvent.click(button("Previous move"));
  await at("2 of 3");
  await fireEvent.click(button("First position"));
  await at("0 of 3");
  await fireEvent.keyDown(window, { key: "End" });
  await at("3 of 3");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await fireEvent.click(button("Autoplay"));
  await at("0 of 3");
  await vi.advanceTimersByTimeAsync(6_000);
  await at("3 of 3");
  expect(button("Autoplay")).toBeTruthy(); // it has stopped
});

test("it begins where it should, and asks for nothing but its table", async () => {
  show(2);
  await at("2 of 3");
  expect(asked.every((url) => url.pathname.startsWith("/api/tables/t1"))).toBe(true);
});

test("a running game is shown if it is public, and followed", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  table = { ...table, phase: "playing", visibility: "lobby", outcome: null };
  show(1);
  await at("3 of 3");
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(5_100);
  expect(asked.length).toBe(before + 1); // nothing is new
  table = { ...table, changed: 2 };
  await vi.advanceTimersByTimeAsync(5_100);
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before + 3));
  expect(screen.getByRole("link").getAttribute("href")).toBe("/t/t1");
});

test.each([
  ["playing", "private", "This game is private. It can be shown here once it is over."],
  ["waiting", "lobby", "This game has not started yet."],
])("a %s table that is %s is not shown", async (phase, visibility, said) => {
  table = { ...table, phase, visibility, outcome: null };
  show();
  await vi.waitFor(() => expect(screen.getByRole("alert").textContent).toBe(said));
  expect(screen.queryByRole("application")).toBeNull();
});

test("what is no address of a board says so", () => {
  render(Embed, { shows: { kind: "nothing" } });
  expect(screen.getByRole("main").textContent?.trim()).not.toBe("");
});
