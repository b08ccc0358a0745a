import { beforeEach, expect, test } from "vitest";
import { change, language, readSettings, settings, theme } from "./settings.svelte";

beforeEach(() => localStorage.clear());

test("what was remembered counts", () => {
  const read = readSettings('{"theme":"dark","sound":false,"language":"ja","speed":"slow"}');
  expect(read).toMatchObject({ theme: "dark", sound: false, language: "ja", speed: "slow", confirm: "touch" });
});

test("what is not understood is as usual", () => {
  const usual = readSettings(null);
  expect(readSettings("{")).toEqual(usual);
  expect(readSettings("null")).toEqual(usual);
  expect(readSettings('{"theme":"purple","sound":"yes","other":1,"speed":3,"confirm":true}')).toEqual(usual);
});

test("a change holds at once and is remembered", () => {
  change({ language: "ja", theme: "safe" });
  expect(settings.language).toBe("ja");
  expect(language()).toBe("ja");
  expect(theme()).toBe("safe");
  expect(readSettings(localStorage.getItem("ludarium.settings")).theme).toBe("safe");
});

test("without a choice the browser's language and the system's theme count", () => {
  change({ language: "", theme: "auto" });
  expect(language()).toBe("en"); // jsdom speaks English
  expect(theme()).toBe("light");
});

test("another tab's change arrives", () => {
  window.dispatchEvent(new StorageEvent("storage", { key: "ludarium.settings", newValue: '{"theme":"dark"}' }));
  expect(settings.theme).toBe("dark");
});
