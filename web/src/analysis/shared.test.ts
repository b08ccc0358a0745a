import { expect, test } from "vitest";
import { readShared, sharedQuery } from "./shared";

const back = (query: string) => readShared(new URLSearchParams(query));

test("a position and its options survive the way through an address", () => {
  const position = "black c2 +d1; white x&y=z #1";
  const query = sharedQuery(position, { players: 4, land: ["a", 1] });
  expect(query).toMatch(/^\?position=/);
  expect(query).not.toContain("#");
  expect(back(query)).toEqual({ position, options: { players: 4, land: ["a", 1] }, seed: 0 });
  expect(sharedQuery("black c2", {})).toBe("?position=black+c2");
});

test("what is too long for an address is left out, what is no object are no options", () => {
  expect(sharedQuery("x".repeat(2_000), {})).toBe("");
  for (const wrong of ["", "?options=[1]", "?options={", "?options=7", "?options=null"])
    expect(back(wrong)).toEqual({ position: "", options: {}, seed: 0 });
});
