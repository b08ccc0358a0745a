import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { get, post, Refused, remove, sentenceOf } from "./api";
import { speak } from "./words.svelte";

beforeAll(() => speak("ja"));
afterEach(() => vi.unstubAllGlobals());

function answering(body: string, status = 200, type = "application/json") {
  const fetched = vi.fn(async (_url: URL, _asked: RequestInit) => new Response(body, { status, headers: { "Content-Type": type } }));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

test("every request says that it is ours, and in which language", async () => {
  const fetched = answering('{"id":"x"}');
  await expect(post("/api/tables", { ruleset: "r", seats: [] })).resolves.toEqual({ id: "x" });
  const [url, asked] = fetched.mock.calls[0]!;
  expect(url.origin).toBe(location.origin);
  expect(`${url.pathname}?${url.searchParams}`).toBe("/api/tables?lang=ja");
  expect(asked).toMatchObject({ method: "POST", body: '{"ruleset":"r","seats":[]}' });
  expect(asked.headers).toMatchObject({ "X-Ludarium": "1", "Content-Type": "application/json" });
});

test("what the path names goes there, and the rest into the query", async () => {
  const fetched = answering("[]");
  await remove("/api/passkeys/{key}", { key: "a/b" });
  await get("/api/tables/{id}/frames/{number}", { id: "t1", number: 3, view: -1, theme: undefined });
  expect(fetched.mock.calls.map(([url]) => url.pathname + url.search)).toEqual([
    "/api/passkeys/a%2Fb?lang=ja",
    "/api/tables/t1/frames/3?lang=ja&view=-1",
  ]);
});

test("an answer that is no JSON is a file", async () => {
  answering("Game: mur\n", 200, "text/plain; charset=utf-8");
  const record = await get("/api/tables/{id}/record", { id: "t1" });
  await expect(record.text()).resolves.toBe("Game: mur\n");
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
  expect(sentenceOf(new Error("x is undefined"))).toContain("再読み込みして");
});

test("whoever stays nobody sends no cookie", async () => {
  const fetched = answering("[]");
  await get("/api/games");
  vi.resetModules();
  const fresh = await import("./api"); // that others here stay who they are
  fresh.stayNobody();
  await fresh.get("/api/games");
  expect(fetched.mock.calls.map(([, asked]) => asked.credentials)).toEqual(["same-origin", "omit"]);
});
