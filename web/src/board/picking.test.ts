import { beforeEach, expect, test, vi } from "vitest";
import type { Path } from "../lib/wire";
import { Picking } from "./picking.svelte";

const PATHS: Path[] = [
  { step: "a-b", clicks: ["a", "b"] },
  { step: "a-c left", clicks: ["a", "c", "#left"] },
  { step: "a-c right", clicks: ["a", "c", "#right"] },
  { step: "+d", clicks: ["d"] },
];
const heard = { step: vi.fn(), attempt: vi.fn(), onchange: vi.fn() };
let confirm = false;
let picking: Picking;

beforeEach(() => {
  Object.values(heard).forEach((one) => one.mockReset());
  confirm = false;
  picking = new Picking({ paths: () => PATHS, confirm: () => confirm, ...heard });
});

test("it knows what can be clicked, dragged and taken at once", () => {
  expect(picking.starts).toEqual(["a", "d"]);
  expect(picking.clickable).toEqual(new Set(["a", "d"]));
  expect(picking.movable).toEqual(new Set(["a"]));
  picking.press("a");
  expect(heard.onchange).toHaveBeenCalledExactlyOnceWith("picked", "a");
  expect(picking.targets).toEqual(["b", "c"]);
  expect(picking.sites).toEqual(["a"]);
});

test("a step is taken, and nothing is picked then", () => {
  picking.press("a");
  picking.press("b");
  expect(heard.step).toHaveBeenCalledExactlyOnceWith("a-b");
  expect(picking.clicks).toEqual([]);
});

test("to be confirmed: shown with its clicks, taken by ✓ or by clicking the target again", () => {
  confirm = true;
  picking.press("a");
  picking.press("b");
  expect(heard.step).not.toHaveBeenCalled();
  expect(picking.waiting).toEqual(PATHS[0]);
  expect(picking.sites).toEqual(["a"]);
  expect(picking.targets).toEqual(["b", "c"]);
  expect(heard.onchange).toHaveBeenLastCalledWith("confirm", "b");
  picking.press("b");
  expect(heard.step).toHaveBeenLastCalledWith("a-b");
  picking.press("d");
  picking.confirm();
  expect(heard.step).toHaveBeenLastCalledWith("+d");
  expect(picking.waiting).toBeUndefined();
});

test("to be confirmed: a click elsewhere starts anew, Escape lets go", () => {
  confirm = true;
  picking.press("d");
  picking.press("a");
  expect(picking.waiting).toBeUndefined();
  expect(picking.clicks).toEqual(["a"]);
  picking.press("b");
  expect(picking.release()).toBe(true);
  expect(picking.waiting).toBeUndefined();
  expect(picking.clicks).toEqual(["a"]);
  expect(picking.release()).toBe(true);
  expect(picking.release()).toBe(false);
  picking.confirm();
  expect(heard.step).not.toHaveBeenCalled();
});

test("to be confirmed: another target is looked at with one click", () => {
  confirm = true;
  picking.press("a");
  picking.press("b");
  picking.press("c");
  expect(picking.waiting).toBeUndefined();
  expect(picking.clicks).toEqual(["a", "c"]);
  picking.press("#left");
  expect(picking.waiting).toEqual(PATHS[1]);
  expect(heard.step).not.toHaveBeenCalled();
});

test("clicks from before one's turn are followed as far as they lead", () => {
  expect(picking.begin(["a", "z"])).toBe(false);
  expect(picking.begin(["a", "c"])).toBe(true);
  expect(picking.clicks).toEqual(["a", "c"]);
  expect(heard.step).not.toHaveBeenCalled();
  expect(picking.begin(["a", "b"])).toBe(true);
  expect(heard.step).toHaveBeenCalledExactlyOnceWith("a-b");
});

test("Escape goes back one site, then lets go", () => {
  picking.press("a");
  picking.press("c");
  expect(picking.sites).toEqual(["a", "c"]);
  picking.release();
  expect(picking.clicks).toEqual(["a"]);
  picking.release();
  expect(picking.clicks).toEqual([]);
  expect(heard.onchange).toHaveBeenLastCalledWith("dropped", "");
});

test("a drag tells whether it was a step", () => {
  picking.lift("a");
  expect(picking.clicks).toEqual(["a"]);
  expect(picking.drop("a", "z")).toBe(false);
  expect(heard.attempt).toHaveBeenCalledExactlyOnceWith(["a", "z"]);
  expect(picking.drop("a", "b")).toBe(true);
  expect(heard.step).toHaveBeenCalledExactlyOnceWith("a-b");
});

test("with other paths, what is picked stays if it still leads somewhere", () => {
  picking.press("a");
  picking.renew([{ step: "a-z", clicks: ["a", "z"] }]);
  expect(picking.clicks).toEqual(["a"]);
  picking.renew([{ step: "+a", clicks: ["q"] }]);
  expect(picking.clicks).toEqual([]);
});
