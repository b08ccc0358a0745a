import { beforeEach, expect, it } from "vitest";
import { hear, heard } from "./coaching";

beforeEach(() => localStorage.clear());

it("remembers what was explained of each game", () => {
  hear("mur", "turn");
  hear("mur", "turn");
  hear("mur", "penalty");
  hear("realm", "bases");
  expect(heard("mur")).toEqual(["turn", "penalty"]);
  expect(heard("realm")).toEqual(["bases"]);
});

it("begins anew where what was kept cannot be read", () => {
  for (const broken of ["{", "[]", "null", '{"mur": 3}', '{"mur": [1, "turn"]}']) {
    localStorage.setItem("ludarium.coach", broken);
    expect(heard("mur")).toEqual(broken.includes("turn") ? ["turn"] : []);
  }
});
