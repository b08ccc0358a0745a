import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { speak } from "../lib/words.svelte";
import { guestName, me, set } from "./me.svelte";

const answers = (...bodies: unknown[]) => {
  const fetched = vi.fn();
  for (const body of bodies) fetched.mockResolvedValueOnce(Response.json(body));
  vi.stubGlobal("fetch", fetched);
  return fetched;
};

beforeEach(() => speak("en"));
afterEach(() => vi.unstubAllGlobals());

it("a made-up name has four digits", () => {
  expect(guestName(() => 0)).toBe("Guest 1000");
  expect(guestName(() => 0.99999)).toBe("Guest 9999");
});

it("somebody without a name becomes a guest once", async () => {
  vi.resetModules(); // nobody has asked yet who sits here
  const [{ ensureNamed, me }, words] = await Promise.all([import("./me.svelte"), import("../lib/words.svelte")]);
  await words.speak("en");
  const fetched = answers({ id: "", name: "", guest: true }, { id: "p1", name: "Guest 1234", guest: true });
  expect((await ensureNamed()).id).toBe("p1");
  expect(JSON.parse(fetched.mock.calls[1]![1].body).name).toMatch(/^Guest \d{4}$/);
  expect((await ensureNamed()).id).toBe("p1");
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(me.account).toBe(false);
});

it("an account is somebody who is no guest", () => {
  set({ id: "p1", name: "Ada", guest: false });
  expect(me.account).toBe(true);
  set({ id: "", name: "", guest: false });
  expect(me.account).toBe(false);
});
