import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { Loaded } from "./loaded.svelte";

async function settle(): Promise<void> {
  flushSync();
  for (let i = 0; i < 5; i++) await Promise.resolve();
}

test("is asked for again when something changes, and a late answer does not count", async () => {
  let name = $state("a");
  const answers = new Map<string, (value: string) => void>();
  let loaded!: Loaded<string>;
  const leave = $effect.root(() => {
    loaded = new Loaded(() => {
      const asked = name;
      return new Promise<string>((resolve) => answers.set(asked, resolve));
    });
  });
  await settle();
  expect(loaded.value).toBeNull();
  name = "b";
  await settle();
  answers.get("b")!("of b");
  await settle();
  answers.get("a")!("of a");
  await settle();
  expect(loaded.value).toBe("of b");
  leave();
});

test("a problem is told until it is tried again", async () => {
  let fails = true;
  let loaded!: Loaded<string>;
  const leave = $effect.root(() => {
    loaded = new Loaded(async () => {
      if (fails) throw new Error("away");
      return "here";
    });
  });
  await settle();
  expect(loaded.problem).not.toBe("");
  fails = false;
  await loaded.again();
  expect([loaded.value, loaded.problem]).toEqual(["here", ""]);
  leave();
});
