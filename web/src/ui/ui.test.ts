import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { speak } from "../lib/words.svelte";
import Toasts from "./Toasts.svelte";
import { toast, toasts } from "./toasts.svelte";

beforeAll(() => speak("en"));

test("news stay a while, or until they are closed; no more than three are there", async () => {
  vi.useFakeTimers();
  render(Toasts);
  for (const text of ["one", "two", "three", "four"]) toast(text);
  await tick();
  expect(screen.queryByText("one")).toBeNull();
  expect(screen.getByText("four")).toBeTruthy();
  await fireEvent.click(screen.getAllByRole("button", { name: "Close" })[0]!);
  expect(screen.queryByText("two")).toBeNull();
  vi.advanceTimersByTime(7000);
  expect(toasts).toHaveLength(0);
  vi.useRealTimers();
});
