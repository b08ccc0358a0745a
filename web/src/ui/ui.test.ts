import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { speak } from "../lib/words.svelte";
import Menu from "./Menu.svelte";
import Tabs from "./Tabs.svelte";
import Toasts from "./Toasts.svelte";
import { toast, toasts } from "./toasts.svelte";

beforeAll(() => speak("en"));

test("a menu opens, goes by arrow keys, does what was chosen and gives the focus back", async () => {
  const run = vi.fn();
  render(Menu, {
    label: "More",
    items: [
      { label: "One", run: () => {} },
      { label: "Two", run },
    ],
  });
  const opener = screen.getByRole("button", { name: "More" });
  await fireEvent.click(opener);
  await tick();
  expect(document.activeElement).toBe(screen.getByRole("menuitem", { name: "One" }));
  await fireEvent.keyDown(document.activeElement!, { key: "ArrowDown" });
  expect(document.activeElement).toBe(screen.getByRole("menuitem", { name: "Two" }));
  await fireEvent.click(document.activeElement!);
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(opener);
  await fireEvent.click(opener);
  await tick();
  await fireEvent.keyDown(document.activeElement!, { key: "Escape" });
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test("tabs: one is chosen, arrow keys go round", async () => {
  const children = createRawSnippet((name: () => string) => ({ render: () => `<p>${name()}</p>` }));
  const tabs = ["a", "b", "c"].map((name) => ({ name, label: name.toUpperCase() }));
  render(Tabs, { tabs, chosen: "a", label: "Views", children });
  expect(screen.getByRole("tab", { name: "A" }).getAttribute("aria-selected")).toBe("true");
  await fireEvent.keyDown(screen.getByRole("tab", { name: "A" }), { key: "ArrowLeft" });
  const last = screen.getByRole("tab", { name: "C" });
  expect(last.getAttribute("aria-selected")).toBe("true");
  expect(document.activeElement).toBe(last);
  expect(screen.getByRole("tabpanel").getAttribute("aria-labelledby")).toBe(last.id);
});

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
