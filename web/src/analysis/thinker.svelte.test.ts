import { flushSync } from "svelte";
import { describe, expect, it } from "vitest";

import type { Connection } from "../lib/socket.svelte";
import type { CurveUpdate, Judgement, PositionRequest } from "../lib/wire";
import { type OpenSocket, Thinker } from "./thinker.svelte";

const POSITION: PositionRequest = { ruleset: "mill", steps: ["a"] };
type Sent = Record<string, unknown>;

function withSocket(connection: Connection): { thinker: Thinker; socket: FakeSocket; hear: (message: object) => void } {
  let hear: (message: object) => void = () => {};
  const socket = new FakeSocket(connection);
  const open: OpenSocket = (onmessage) => {
    hear = onmessage as (message: object) => void;
    return socket;
  };
  const thinker = new Thinker(open);
  return { thinker, socket, hear: (message) => hear(message) };
}

class FakeSocket {
  sent: Sent[] = [];
  closed = false;
  #state = $state<{ connection: Connection }>({ connection: "closed" });

  constructor(connection: Connection) {
    this.#state.connection = connection;
  }
  get connection(): Connection {
    return this.#state.connection;
  }
  become(connection: Connection): void {
    this.#state.connection = connection;
    flushSync();
  }
  send(message: object): boolean {
    if (this.connection !== "open") return false;
    this.sent.push(message as Sent);
    return true;
  }
  close(): void {
    this.closed = true;
  }
}

function judgement(id: unknown, share: number): Judgement {
  return { shares: [share, 1 - share], lines: [], simulations: 1, final: false, proof: "", id: id as number, type: "judgement" };
}

describe("the thinker", () => {
  it("asks as soon as the connection is there, and listens until it is done", () => {
    const { thinker, socket, hear } = withSocket("connecting");
    thinker.judge(POSITION, 3);
    flushSync();
    expect(socket.sent).toEqual([]);
    socket.become("open");
    expect(socket.sent).toEqual([{ do: "judge", position: POSITION, seconds: 3, id: socket.sent[0]?.id }]);
    hear(judgement(socket.sent[0]?.id, 0.7));
    expect(thinker.judgement?.shares[0]).toBe(0.7);
    expect(thinker.thinking).toBe(true);
    hear({ type: "done", id: socket.sent[0]?.id });
    expect(thinker.thinking).toBe(false);
    expect(thinker.judgement?.shares[0]).toBe(0.7);
    thinker.close();
  });

  it("does not take an old position's judgement for the new one's", () => {
    const { thinker, socket, hear } = withSocket("open");
    thinker.judge(POSITION, 3);
    flushSync();
    const old = socket.sent[0]?.id;
    thinker.judge({ ...POSITION, steps: ["b"] }, 3);
    expect(socket.sent.map((one) => one.do)).toEqual(["judge", "stop", "judge"]);
    expect(socket.sent[1]?.id).toBe(old);
    hear(judgement(old, 0.9));
    hear({ type: "done", id: old });
    expect(thinker.judgement).toBeNull();
    expect(thinker.thinking).toBe(true);
    thinker.close();
  });

  it("asks again when the connection comes back", () => {
    const { thinker, socket } = withSocket("open");
    thinker.judge(POSITION, 3);
    flushSync();
    socket.become("lost");
    socket.become("open");
    expect(socket.sent).toHaveLength(2);
    expect(socket.sent[1]).toEqual(socket.sent[0]);
    thinker.close();
  });

  it("gathers a game's curve on a socket of its own, beside a position's judgement", () => {
    const sockets: [FakeSocket, (message: object) => void][] = [];
    const thinker = new Thinker((onmessage) => {
      sockets.push([new FakeSocket("open"), onmessage as (message: object) => void]);
      return sockets.at(-1)![0];
    });
    thinker.judgeGame({ table: "t1" }, "quick", "ja");
    thinker.judge(POSITION, 3);
    flushSync();
    const [[forGame, hearGame], [forPosition, hearPosition]] = sockets as [(typeof sockets)[0], (typeof sockets)[0]];
    expect(forGame.sent).toEqual([{ do: "curve", table: "t1", quality: "quick", locale: "ja", id: forGame.sent[0]?.id }]);
    expect(forPosition.sent).toHaveLength(1);
    const id = forGame.sent[0]?.id as number;
    const message: CurveUpdate = { done: 0, of: 2, start: [], steps: [], turning: [], losses: [], id, type: "curve" };
    hearGame(message);
    hearPosition(judgement(forPosition.sent[0]?.id, 0.6));
    expect(thinker.judged.of).toBe(2);
    expect(thinker.judgement?.shares[0]).toBe(0.6);
    hearGame({ type: "done", id });
    expect(thinker.judging).toBe(false);
    expect(thinker.thinking).toBe(true);
    thinker.close();
    expect(sockets.map(([socket]) => socket.closed)).toEqual([true, true]);
  });

  it("tells what the server says against it", () => {
    const { thinker, socket, hear } = withSocket("open");
    thinker.judge(POSITION, 3);
    flushSync();
    hear({ type: "problem", id: socket.sent[0]?.id, code: "busy", sentence: "Wait a moment.", clause: "", page: "" });
    expect(thinker.problem?.sentence).toBe("Wait a moment.");
    expect(thinker.thinking).toBe(false);
    thinker.judge(POSITION, 3);
    expect(thinker.problem).toBeNull();
    thinker.close();
  });

  it("rests when it is told to, and keeps what it found", () => {
    const { thinker, socket, hear } = withSocket("open");
    thinker.judge(POSITION, 3);
    flushSync();
    hear(judgement(socket.sent[0]?.id, 0.7));
    thinker.rest();
    expect(socket.sent.at(-1)).toEqual({ do: "stop", id: socket.sent[0]?.id });
    expect(thinker.thinking).toBe(false);
    expect(thinker.judgement?.shares[0]).toBe(0.7);
    thinker.rest();
    expect(socket.sent).toHaveLength(2);
    thinker.close();
  });
});
