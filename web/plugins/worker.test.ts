import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { worker } from "./worker.ts";

const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true })));

/** The worker of a page with this script. */
async function built(script: string): Promise<{ source: string; names: string[] }> {
  const root = mkdtempSync(join(tmpdir(), "worker-"));
  made.push(root);
  mkdirSync(join(root, "public"));
  writeFileSync(join(root, "public", "offline.html"), "offline");
  writeFileSync(join(root, "index.html"), '<script type="module" src="/main.js"></script>');
  writeFileSync(join(root, "main.js"), script);
  const options = { write: false, modulePreload: { polyfill: false } };
  const config = { root, plugins: [worker()], build: options, configFile: false as const, logLevel: "silent" as const };
  const { output } = (await build(config)) as Rolldown.RolldownOutput;
  const file = output.find((one) => one.fileName === "worker.js");
  const names = output.map((one) => `/${one.fileName}`).filter((name) => name.startsWith("/assets/"));
  return { source: file?.type === "asset" ? String(file.source) : "", names };
}

test("it knows the files of its build, and is another one for another build", async () => {
  const [one, same, other] = [await built("console.log(1)"), await built("console.log(1)"), await built("console.log(2)")];
  expect(one.names).toHaveLength(1);
  expect(one.source).toContain(`"${one.names[0]}".split`);
  expect(one.source).not.toContain("__");
  expect(one.source).toBe(same.source);
  expect(one.source).not.toBe(other.source);
});

// --- what it does --------------------------------------------------------------------------------------------------------
const HERE = "https://games.example";
const ASSET = "/assets/main-Ab12.js";
type Handler = (event: Record<string, unknown>) => void;
let handlers: Record<string, Handler>;
let stored: Map<string, Map<string, unknown>>;
let fetched: ReturnType<typeof vi.fn>;
let shown: unknown[];
let opened: string[];
let windows: { url: string; focus: () => void }[];

const answer = (text: string, ok = true) => ({ text, ok, clone: () => ({ text, ok }) });

beforeEach(async () => {
  handlers = {};
  [shown, opened, windows] = [[], [], []];
  stored = new Map([["ludarium-before", new Map([["/assets/old.js", answer("old")]])]]);
  fetched = vi.fn(async (request: { url: string }) => answer(`from the server: ${new URL(request.url).pathname}`));
  const source = readFileSync(join(import.meta.dirname, "worker.js"), "utf8").replace("__VERSION__", "now").replace("__ASSETS__", ASSET);
  const open = (name: string) => {
    if (!stored.has(name)) stored.set(name, new Map());
    const inside = stored.get(name)!;
    return {
      addAll: async (all: { url: string }[]) => all.forEach((one) => inside.set(one.url, answer(`kept ${one.url}`))),
      match: async (path: string) => inside.get(path),
      put: async (path: string, what: unknown) => void inside.set(path, what),
    };
  };
  const caches = {
    open: async (name: string) => open(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  };
  const self = {
    addEventListener: (kind: string, handler: Handler) => (handlers[kind] = handler),
    skipWaiting: vi.fn(),
    registration: {
      navigationPreload: { enable: vi.fn() },
      showNotification: async (title: string, options: unknown) => void shown.push([title, options]),
      pushManager: { subscribe: async (options: unknown) => ({ toJSON: () => ({ endpoint: `new for ${options}`, keys: { p256dh: "p", auth: "a" } }) }) },
    },
    clients: { claim: vi.fn(), matchAll: async () => windows, openWindow: async (path: string) => void opened.push(path) },
    location: { origin: HERE },
  };
  const request = class {
    constructor(readonly url: string) {}
  };
  new Function("self", "caches", "fetch", "Request", "Response", source)(self, caches, fetched, request, { error: () => "error" });
  for (const kind of ["install", "activate"]) await new Promise((done) => handlers[kind]!({ waitUntil: (work: Promise<void>) => void work.then(done) }));
});

/** What is answered; nothing where the browser is left alone. */
async function ask(path: string, given: Record<string, unknown> = {}): Promise<{ text: string } | undefined> {
  let found: Promise<{ text: string }> | undefined;
  const { preloadResponse, ...more } = given;
  const request = { url: path.startsWith("http") ? path : HERE + path, method: "GET", mode: "cors", ...more };
  handlers["fetch"]!({ request, preloadResponse, respondWith: (given: Promise<{ text: string }>) => (found = given) });
  return found;
}

test("it takes over from the one before", () => {
  expect([...stored.keys()]).toEqual(["ludarium-now"]);
  expect([...stored.get("ludarium-now")!.keys()]).toEqual(["/offline.html", "/offline.css", "/icon.svg"]);
});

test("a built file is asked for once", async () => {
  expect((await ask(ASSET))?.text).toBe(`from the server: ${ASSET}`);
  expect((await ask(ASSET))?.text).toBe(`from the server: ${ASSET}`);
  expect(fetched).toHaveBeenCalledTimes(1);
  fetched.mockResolvedValue(answer("missing", false));
  stored.get("ludarium-now")!.delete(ASSET);
  await ask(ASSET);
  expect(stored.get("ludarium-now")!.has(ASSET)).toBe(false);
});

test("pages come from the server and are not kept; without it, there is a page that says so", async () => {
  expect((await ask("/t/abc", { mode: "navigate" }))?.text).toBe("from the server: /t/abc");
  expect((await ask("/me", { mode: "navigate", preloadResponse: Promise.resolve(answer("preloaded")) }))?.text).toBe("preloaded");
  expect(stored.get("ludarium-now")!.size).toBe(3);
  fetched.mockRejectedValue(new TypeError("offline"));
  expect((await ask("/t/abc", { mode: "navigate" }))?.text).toBe("kept /offline.html");
  expect((await ask("/icon.svg"))?.text).toBe("kept /icon.svg");
});

test.each(["/api/me", "/api/tables/x/record", "/assets/unknown-Xy12.js", "/early.js", "https://elsewhere.example/assets/main-Ab12.js"])(
  "%s is none of its business",
  async (path) => {
    expect(await ask(path)).toBeUndefined();
    expect(await ask(path, { method: "POST" })).toBeUndefined();
    expect(fetched).not.toHaveBeenCalled();
  },
);

// --- notices -------------------------------------------------------------------------------------------------------------
/** Let it do something, to the end. */
async function happen(kind: string, event: Record<string, unknown>): Promise<void> {
  let work: Promise<void> | undefined;
  handlers[kind]!({ ...event, waitUntil: (given: Promise<void>) => (work = given) });
  await work;
}

const NOTICE = { title: "マー：あなたの番です", body: "Benとの対局", path: "/t/abc", tag: "abc", lang: "ja" };

test("a notice is shown in its language, one for each table", async () => {
  await happen("push", { data: { json: () => NOTICE } });
  expect(shown).toEqual([
    [NOTICE.title, { body: NOTICE.body, tag: "abc", lang: "ja", icon: "/icon-192.png", data: { path: "/t/abc" }, renotify: true }],
  ]);
});

test("a click opens the table, or brings it to the front where it is open", async () => {
  const close = vi.fn();
  const click = { notification: { close, data: { path: "/t/abc" } } };
  const [other, table] = [vi.fn(), vi.fn()];
  windows = [{ url: `${HERE}/t/other`, focus: other }];
  await happen("notificationclick", click);
  expect(opened).toEqual(["/t/abc"]);
  windows.push({ url: `${HERE}/t/abc?sit#x`, focus: table });
  await happen("notificationclick", click);
  expect([opened.length, other.mock.calls.length, table.mock.calls.length, close.mock.calls.length]).toEqual([1, 0, 1, 2]);
});

test("a browser with another address tells the server", async () => {
  fetched.mockResolvedValue(answer("well"));
  await happen("pushsubscriptionchange", { oldSubscription: { options: "us" } });
  const [path, { method, headers, body }] = fetched.mock.calls[0] as unknown as [string, Record<string, string>];
  expect([path, method, JSON.parse(body!)]).toEqual(["/api/notices/push", "POST", { endpoint: "new for us", p256dh: "p", auth: "a" }]);
  expect(headers).toMatchObject({ "X-Ludarium": "1" });
});
