import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, expect, test } from "vitest";
import type { ListForm } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import { HEXAGONS } from "./fixtures";
import { PlaceDrawing } from "./placeDrawing.svelte";
import PlaceEditor from "./PlaceEditor.svelte";
import { nameOf } from "./places";
import { forget, readSaved, save } from "./saved";
import SavedLists from "./SavedLists.svelte";

const form: ListForm = { needed: 4, items: [], usual: [], grid: HEXAGONS };
let written: string[];

function show(text = "", problem = ""): ReturnType<typeof render> {
  written = [];
  return render(PlaceEditor, {
    label: "Land", form, grid: HEXAGONS, text, problem,
    onwrite: (text: string) => void written.push(text),
    onagain: async () => form,
  });
}
const place = (name: string): Element => document.querySelector(`[data-place="${name}"]`)!;

beforeEach(async () => {
  await speak("en");
  localStorage.clear();
});

test("keys go from place to place, draw, and take it back", async () => {
  show();
  expect(screen.getByRole("status").textContent).toBe("0 of 4");
  const start = place("0:0");
  expect(start.getAttribute("tabindex")).toBe("0");
  await fireEvent.keyDown(start, { key: " " });
  expect(start.getAttribute("aria-checked")).toBe("true");
  await fireEvent.keyDown(start, { key: "ArrowRight" });
  await tick();
  expect(document.activeElement).toBe(place("1:0"));
  await fireEvent.keyDown(place("1:0"), { key: "Enter" });
  expect(written.at(-1)).toBe("0:0..1:0");
  expect(screen.getByRole("status").textContent).toBe("2 of 4");
  await fireEvent.keyDown(place("1:0"), { key: "ArrowDown" });
  await tick();
  await fireEvent.keyDown(document.activeElement!, { key: "ArrowDown" });
  await tick();
  expect(place("0:2")).toBe(document.activeElement); // straight down, two rows
  await fireEvent.keyDown(place("0:0"), { key: "z", ctrlKey: true });
  expect(written.at(-1)).toBe("0:0");
});

test("what is apart is named and marked, and what is too many said", async () => {
  const shown = show("0:0..2:0 5:5");
  expect(screen.getByText("It is in 2 parts: 5:5 is apart from the rest (red).")).toBeTruthy();
  expect(place("5:5").getAttribute("aria-label")).toBe("5:5, apart from the rest");
  await shown.rerender({ text: "0:0..4:0" });
  expect(screen.getByRole("status").textContent).toBe("5 of 4");
  expect(screen.getByText("Remove 1.")).toBeTruthy();
  expect(screen.queryByText("apart", { exact: false })).toBeNull();
});

test("a start, all of it turned, and nothing again", async () => {
  show();
  await fireEvent.click(screen.getByRole("button", { name: "a row" }));
  await tick();
  expect(written.at(-1)).toBe("0:0..2:0");
  await fireEvent.click(screen.getByRole("button", { name: "Turn 60°" }));
  expect(written.at(-1)).toBe("1:-1 1:0 1:1");
  await fireEvent.click(screen.getByRole("button", { name: "nothing" }));
  expect(written.at(-1)).toBe("");
  await fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(written.at(-1)).toBe("1:-1 1:0 1:1");
});

test("a hand draws in symmetry, erases, and fills", () => {
  const drawing = new PlaceDrawing(HEXAGONS, []);
  drawing.symmetry = "turn";
  drawing.begin([1, 0]);
  drawing.lift();
  expect(drawing.places.map(nameOf).sort()).toEqual(["-1:0", "-1:1", "0:-1", "0:1", "1:-1", "1:0"]);
  drawing.tool = "fill";
  drawing.begin([0, 0]);
  expect(drawing.places).toHaveLength(7);
  drawing.symmetry = "half";
  drawing.tool = "erase";
  drawing.begin([0, 0]);
  drawing.drag([1, 0]);
  drawing.lift();
  expect(drawing.places.map(nameOf).sort()).toEqual(["-1:1", "0:-1", "0:1", "1:-1"]);
  drawing.undo();
  expect(drawing.places).toHaveLength(7);
  drawing.begin([9, 9]); // there is nothing to erase: nothing to take back either
  drawing.lift();
  drawing.undo();
  expect(drawing.places).toHaveLength(6);
});

test("lists are saved under a name, loaded and deleted", async () => {
  const loaded: string[] = [];
  render(SavedLists, { what: "g.land", text: "0:0 1:0", link: "http://x/", onload: (text: string) => void loaded.push(text) });
  await fireEvent.input(screen.getByLabelText("Name"), { target: { value: " Atoll " } });
  await fireEvent.click(screen.getByRole("button", { name: "Save in this browser" }));
  expect(readSaved(localStorage, "g.land")).toEqual([{ name: "Atoll", text: "0:0 1:0" }]);
  await fireEvent.click(screen.getByRole("button", { name: "Load “Atoll”" }));
  expect(loaded).toEqual(["0:0 1:0"]);
  await fireEvent.click(screen.getByRole("button", { name: "Delete “Atoll”" }));
  expect(screen.queryByText("Atoll")).toBeNull();
  expect(readSaved(localStorage, "g.land")).toEqual([]);
});

test("a name is kept once, and broken storage does no harm", () => {
  save(localStorage, "w", "a", "1:1");
  expect(save(localStorage, "w", "a", "2:2")).toEqual([{ name: "a", text: "2:2" }]);
  expect(forget(localStorage, "w", "a")).toEqual([]);
  localStorage.setItem("ludarium.lists.w", "{");
  expect(readSaved(localStorage, "w")).toEqual([]);
});
