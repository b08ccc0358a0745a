import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { get, post, Refused, remove, sentenceOf } from "./api";
import { speak } from "./words.svelte";

beforeAll(() => speak("ja"));
afterEach(() => vi.unstubAllGlobals());

function answering(body: string, status = 200) {
  const fetched = vi.fn(async (_url: URL, _asked: RequestInit) => new Response(body || null, { status }));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

test("every request says that it is ours, and in which language", async () => {
  const fetched = answering('{"id":"x"}');
  await expect(post("/api/tables", { ruleset: "r" }, { view: -1, missing: undefined })).resolves.toEqual({ id: "x" });
  const [url, asked] = fetched.mock.calls[0]!;
  expect(url.origin).toBe(location.origin);
  expect(`${url.pathname}?${url.searchParams}`).toBe("/api/tables?lang=ja&view=-1");
  expect(asked).toMatchObject({ method: "POST", body: '{"ruleset":"r"}' });
  expect(asked.headers).toMatchObject({ "X-Ludarium": "1", "Content-Type": "application/json" });
});

test("an empty answer is nothing", async () => {
  answering("", 204);
  await expect(remove("/api/account")).resolves.toBeUndefined();
});

test("the server's reason is thrown as it is", async () => {
  answering('{"code":"name_taken","sentence":"この名前は使われています。","clause":"","page":""}', 409);
  const refused = await get("/api/me").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ code: "name_taken", status: 409 });
  expect(sentenceOf(refused)).toBe("この名前は使われています。");
});

test("an answer that is no sentence of ours is still something to read", async () => {
  answering("<html>Bad gateway</html>", 502);
  await expect(get("/api/me")).rejects.toMatchObject({
    code: "status",
    status: 502,
    sentence: expect.stringContaining("502"),
  });
});

test("no answer at all says so; leaving is no failure", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
  await expect(get("/api/me")).rejects.toMatchObject({ code: "offline" });
  const gone = AbortSignal.abort();
  await expect(get("/api/me", {}, gone)).rejects.toBeInstanceOf(TypeError);
});

test("whatever else was thrown has a sentence, too", () => {
  expect(sentenceOf(new Error("x is undefined"))).toContain("読み込み直して");
});
