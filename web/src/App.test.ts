import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import App from "./App.svelte";
import { go, start } from "./lib/router.svelte";
import { change } from "./lib/settings.svelte";
import { speak } from "./lib/words.svelte";

beforeAll(async () => {
  window.scrollTo = vi.fn() as typeof window.scrollTo;
  await speak("en");
  start();
});
beforeEach(() => {
  change({ language: "en", theme: "light" });
  go("/settings");
});

test("a page is shown, its link is marked, and links change the page without loading it anew", async () => {
  render(App);
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  expect(screen.getByRole("link", { name: "Settings" }).getAttribute("aria-current")).toBe("page");
  go("/nowhere/at/all");
  await screen.findByRole("heading", { level: 1, name: "Page not found" });
  expect(screen.getByRole("link", { name: "Settings" }).getAttribute("aria-current")).toBeNull();
  expect(document.activeElement).toBe(document.querySelector("main"));
  await fireEvent.click(screen.getByRole("link", { name: "Settings" }));
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  expect(location.pathname).toBe("/settings");
});

test("the first link skips to the content", () => {
  const { container } = render(App);
  const link = container.querySelector("a")!;
  expect(link.getAttribute("href")).toBe("#main");
  expect(container.querySelector("#main")).not.toBeNull();
});

test("the language is switched at once, everywhere, and the theme is on the page", async () => {
  render(App);
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  await fireEvent.click(screen.getByRole("button", { name: "日本語" }));
  await screen.findByRole("heading", { level: 1, name: "設定" });
  expect(document.documentElement.lang).toBe("ja");
  await fireEvent.change(screen.getByLabelText("テーマ"), { target: { value: "dark" } });
  expect(document.documentElement.dataset.theme).toBe("dark");
});

test("the settings lead to the licences of what the pages contain, in both languages", async () => {
  render(App);
  const link = await screen.findByRole("link", { name: "Open-source licences" });
  expect(link.getAttribute("href")).toBe("/notices.txt"); // where plugins/notices.ts puts them
  await fireEvent.click(screen.getByRole("button", { name: "日本語" }));
  await screen.findByRole("link", { name: "オープンソースライセンス" });
});

test("the analysis board is in the navigation, and marked there whichever board is open", async () => {
  const board = { name: "small", title: "Small", rulesets: [{ name: "small-en" }] };
  vi.stubGlobal("fetch", vi.fn(async () => Response.json([board])));
  render(App);
  const link = await screen.findByRole("link", { name: "Analysis board" });
  await fireEvent.click(link);
  await screen.findByRole("heading", { level: 1, name: "Analysis board" });
  expect(link.getAttribute("aria-current")).toBe("page");
  expect((await screen.findByRole("link", { name: "Small" })).getAttribute("href")).toBe("/analysis/small-en");
  go("/analysis/small-en");
  await vi.waitFor(() => expect(link.getAttribute("aria-current")).toBe("page"));
  vi.unstubAllGlobals();
});
