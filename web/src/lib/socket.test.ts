import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeWebSocket } from "./socket.fake";
import { Socket } from "./socket.svelte";
import type { TableMessage } from "./wire";

const latest = () => FakeWebSocket.made.at(-1)!;
let socket: Socket;
let messages: TableMessage[];
let asked = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeWebSocket);
  FakeWebSocket.made = [];
  messages = [];
  asked = 0;
  socket = new Socket({ path: () => `/ws/tables/x?again=${asked++}`, onmessage: (message) => messages.push(message) });
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it tells how it stands", () => {
  expect(socket.connection).toBe("connecting");
  latest().open();
  expect(socket.connection).toBe("open");
  latest().lose();
  expect(socket.connection).toBe("lost");
});

test("an answer finds the question with its id, whatever the order", async () => {
  latest().open();
  const step = socket.ask({ do: "step", seat: 0, step: "+a1", number: 0 });
  const why = socket.ask({ do: "explain", seat: 0, clicks: ["a1"] });
  const [first, second] = latest().sent as [{ id: number }, { id: number }];
  expect(first).toMatchObject({ do: "step", step: "+a1" });
  expect(first.id).not.toBe(second.id);
  latest().tell({ type: "explained", id: second.id, allowed: false, sentence: "because", clause: "X", page: "" });
  latest().tell({ type: "done", id: first.id });
  await expect(step).resolves.toBeUndefined();
  await expect(why).resolves.toMatchObject({ sentence: "because" });
  expect(messages).toEqual([]);
});

test("a problem with a question is thrown, a problem without one is a message", async () => {
  latest().open();
  const step = socket.ask({ do: "resign", seat: 0 });
  const id = latest().sent[0]!.id;
  latest().tell({ type: "problem", id, code: "late", sentence: "Too late.", clause: "", page: "" });
  await expect(step).rejects.toMatchObject({ code: "late", sentence: "Too late." });
  latest().tell({ type: "problem", id: 0, code: "flood", sentence: "Slow down.", clause: "", page: "" });
  expect(messages).toHaveLength(1);
});

test("what was not answered when the connection went is unsure, and nothing is sent again", async () => {
  latest().open();
  const step = socket.ask({ do: "step", seat: 0, step: "+a1", number: 0 });
  const outcome = expect(step).rejects.toMatchObject({ code: "unsure" });
  latest().lose();
  await outcome;
  vi.advanceTimersByTime(1000);
  expect(FakeWebSocket.made).toHaveLength(2);
  latest().open();
  expect(latest().sent).toEqual([]);
});

test("without a connection nothing is sent, and it says so", async () => {
  await expect(socket.ask({ do: "resign", seat: 0 })).rejects.toMatchObject({ code: "offline" });
});

test("it tries again after longer and longer waits, with the path made anew", () => {
  const gaps: number[] = [];
  let before = Date.now();
  for (let round = 0; round < 12; round++) {
    latest().lose();
    const made = FakeWebSocket.made.length;
    while (FakeWebSocket.made.length === made) vi.advanceTimersByTime(50);
    gaps.push(Date.now() - before);
    before = Date.now();
  }
  expect(gaps[0]).toBeLessThanOrEqual(200);
  expect(gaps.slice(0, 4).reduce((sum, gap) => sum + gap)).toBeLessThanOrEqual(1_600);
  expect(gaps[11]).toBeGreaterThanOrEqual(5_000);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(10_050);
  expect(latest().url).toMatch(/again=12$/);
});

test.each([
  ["the network returns", () => window.dispatchEvent(new Event("online"))],
  ["the page is looked at again", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["somebody asks for it", () => socket.reconnect()],
])("when %s it tries at once, and is lost until it is back", (_, wake) => {
  latest().open();
  for (let round = 0; round < 12; round++) {
    latest().lose();
    vi.advanceTimersByTime(10_000);
  }
  latest().lose();
  const made = FakeWebSocket.made.length;
  wake();
  expect(FakeWebSocket.made).toHaveLength(made + 1);
  expect(socket.connection).toBe("lost");
  latest().lose();
  vi.advanceTimersByTime(200); // and soon again, as if it had just been lost
  expect(FakeWebSocket.made).toHaveLength(made + 2);
  latest().open();
  expect(socket.connection).toBe("open");
});

test("a try that hangs is given up, or left for a new one when the network returns", () => {
  latest().open();
  latest().lose();
  vi.advanceTimersByTime(200);
  expect(FakeWebSocket.made).toHaveLength(2);
  window.dispatchEvent(new Event("online"));
  expect(FakeWebSocket.made).toHaveLength(2); // it has only just begun
  vi.advanceTimersByTime(1_500);
  window.dispatchEvent(new Event("online"));
  expect(FakeWebSocket.made).toHaveLength(3);
  vi.advanceTimersByTime(8_200);
  expect(FakeWebSocket.made).toHaveLength(4);
});

test.each([
  ["the network goes", () => window.dispatchEvent(new Event("offline")), 3_100],
  ["nothing answers a question", () => void socket.ask({ do: "resign", seat: 0 }).catch(() => {}), 10_100],
])("when %s, a dead connection is found out soon", (_, doubt, soon) => {
  latest().open();
  doubt();
  expect(socket.connection).toBe("open");
  vi.advanceTimersByTime(soon);
  expect(socket.connection).toBe("lost");
});

test("a silent server is asked, and left if it does not answer", () => {
  latest().open();
  vi.advanceTimersByTime(20_100);
  expect(latest().sent.at(-1)).toMatchObject({ do: "ping" });
  latest().tell({ type: "pong", id: 1 });
  expect(socket.connection).toBe("open");
  vi.advanceTimersByTime(20_100);
  vi.advanceTimersByTime(8_100);
  expect(socket.connection).toBe("lost");
});

test("a refusal for good is not tried again", () => {
  latest().open();
  latest().lose(4404);
  expect(socket.connection).toBe("closed");
  vi.advanceTimersByTime(60_000);
  expect(FakeWebSocket.made).toHaveLength(1);
});

test("a message of a connection that was given up is not heard", () => {
  latest().open();
  const old = latest();
  socket.reconnect();
  old.tell({ type: "chatted", message: {} });
  expect(messages).toEqual([]);
});

test("a connection that was begun before the scripts were there is taken over, with what it has heard", async () => {
  const early = new FakeWebSocket("ws://localhost:3000/ws/tables/y");
  early.readyState = FakeWebSocket.OPEN;
  const event = { data: JSON.stringify({ type: "declined", kind: "undo", by: 1 }) } as MessageEvent<string>;
  window.early = { socket: early as unknown as WebSocket, messages: [event] };
  const heard: TableMessage[] = [];
  const taken = new Socket({ path: () => "/ws/tables/y", onmessage: (message) => heard.push(message) });
  await Promise.resolve();
  expect(latest()).toBe(early); // none was made
  expect(taken.connection).toBe("open");
  expect(heard).toEqual([{ type: "declined", kind: "undo", by: 1 }]);
  taken.reconnect();
  expect(latest()).not.toBe(early);
  taken.close();
});

test("an early connection to somewhere else is closed", () => {
  const early = new FakeWebSocket("ws://localhost:3000/ws/tables/y");
  window.early = { socket: early as unknown as WebSocket, messages: [] };
  const other = new Socket({ path: () => "/ws/tables/z", onmessage: () => {} });
  expect(early.readyState).toBe(3);
  expect(latest().url).toBe("ws://localhost:3000/ws/tables/z");
  other.close();
});
