import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { words as english } from "../words/en";
import { words as japanese } from "../words/ja";
import { fill, joined, list, speak, speaks, t } from "./words.svelte";

const SOURCE = join(import.meta.dirname, "..");

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(entry.name) && !entry.name.endsWith(".test.ts") ? [readFileSync(path, "utf-8")] : [];
  });
}

const areas = new Set(Object.keys(english).map((key) => key.split(".")[0]!));
const code = sources(SOURCE).join("\n");
// "area.key" in any quotes, or `area.key_${…}`: a key whose end is decided while running.
const written = [...code.matchAll(/["'`]([a-z]+)\.([a-z0-9_]+)(?:["'`]|(\$\{))/g)].filter((found) =>
  areas.has(found[1]!),
);
const whole = new Set(written.filter((found) => !found[3]).map((found) => `${found[1]}.${found[2]}`));
const begun = written.filter((found) => found[3]).map((found) => `${found[1]}.${found[2]}`);
const wholeAreas = new Set([...code.matchAll(/`([a-z]+)\.\$\{/g)].map((found) => found[1]!));

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]!))].sort();
}

test("both languages have the same keys and placeholders", () => {
  expect(Object.keys(japanese).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    expect([key, placeholders(japanese[key]!)]).toEqual([key, placeholders(text)]);
    expect(text.trim(), key).not.toBe("");
    expect(japanese[key]!.trim(), key).not.toBe("");
  }
});

test("every key that is used exists", () => {
  const missing = [...whole].filter((key) => !(key in english));
  const hollow = begun.filter((start) => !Object.keys(english).some((key) => key.startsWith(start)));
  expect([...missing, ...hollow]).toEqual([]);
});

test("every key that exists is used", () => {
  const unused = Object.keys(english).filter(
    (key) => !whole.has(key) && !begun.some((start) => key.startsWith(start)) && !wholeAreas.has(key.split(".")[0]!),
  );
  expect(unused).toEqual([]);
});

test("placeholders are filled, and plurals follow the language", () => {
  expect(fill("{name} made {count} {count:move|moves}", { name: "A", count: 1 }, "en")).toBe("A made 1 move");
  expect(fill("{name} made {count} {count:move|moves}", { name: "A", count: 2 }, "en")).toBe("A made 2 moves");
  expect(fill("{count}手", { count: 1200 }, "ja")).toBe("1,200手");
  expect(fill("{name}", { name: "{count}", count: 3 }, "en")).toBe("{count}");
  expect(fill("{nothing} stays", {}, "en")).toBe("{nothing} stays");
});

test("the page speaks the language that is asked for", async () => {
  await speak("ja");
  expect(t("common.lobby")).toBe("ロビー");
  expect(document.documentElement.lang).toBe("ja");
  expect(speaks()).toBe("ja");
  expect(list(["a1", "b2"])).toBe("a1、b2");
  expect(joined(["黒が船を置く", "白がパスする"])).toBe("黒が船を置く。白がパスする");
  await speak("en");
  expect(t("common.lobby")).toBe("Lobby");
  expect(list(["a1", "b2"])).toBe("a1, b2");
  expect(joined(["Black passes.", "White passes."])).toBe("Black passes. White passes.");
});
