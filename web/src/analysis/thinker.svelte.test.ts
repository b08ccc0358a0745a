import { flushSync } from "svelte";
import { describe, expect, it } from "vitest";

import type { CurveUpdate, Judgement } from "../lib/wire";
import type { PositionRequest } from "./session.svelte";
import { Thinker, type Line, type OpenLine } from "./thinker.svelte";

const POSITION = { ruleset: "mill", steps: ["a"] } as unknown as PositionRequest;
type Told = Record<string, unknown>;

function withLine(connection: string): { thinker: Thinker; line: FakeLine; hear: (news: object) => void } {
  let hear: (news: object) => void = () => {};
  const line = new FakeLine(connection);
  const open: OpenLine = (onmessage) => {
    hear = onmessage as (news: object) => void;
    return line;
  };
  const thinker = new Thinker(open);
  return { thinker, line, hear: (news) => hear(news) };
}

class FakeLine implements Line {
  told: Told[] = [];
  closed = false;
  #state = $state({ connection: "" });

  constructor(connection: string) {
    this.#state.connection = connection;
  }
  get connection(): string {
    return this.#state.connection;
  }
  become(connection: string): void {
    this.#state.connection = connection;
    flushSync();
  }
  tell(message: object): boolean {
    if (this.connection !== "open") return false;
    this.told.push(message as Told);
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
    const { thinker, line, hear } = withLine("connecting");
    thinker.judge(POSITION, 3);
    flushSync();
    expect(line.told).toEqual([]);
    line.become("open");
    expect(line.told).toEqual([{ do: "judge", position: POSITION, seconds: 3, id: line.told[0]?.id }]);
    hear(judgement(line.told[0]?.id, 0.7));
    expect(thinker.judgement?.shares[0]).toBe(0.7);
    expect(thinker.thinking).toBe(true);
    hear({ type: "done", id: line.told[0]?.id });
    expect(thinker.thinking).toBe(false);
    expect(thinker.judgement?.shares[0]).toBe(0.7);
    thinker.close();
  });

  it("does not take an old position's judgement for the new one's", () => {
    const { thinker, line, hear } = withLine("open");
    thinker.judge(POSITION, 3);
    flushSync();
    const old = line.told[0]?.id;
    thinker.judge({ ...POSITION, steps: ["b"] }, 3);
    expect(line.told.map((one) => one.do)).toEqual(["judge", "stop", "judge"]);
    expect(line.told[1]?.id).toBe(old);
    hear(judgement(old, 0.9));
    hear({ type: "done", id: old });
    expect(thinker.judgement).toBeNull();
    expect(thinker.thinking).toBe(true);
    thinker.close();
  });

  it("asks again when the connection comes back", () => {
    const { thinker, line } = withLine("open");
    thinker.judge(POSITION, 3);
    flushSync();
    line.become("lost");
    line.become("open");
    expect(line.told).toHaveLength(2);
    expect(line.told[1]).toEqual(line.told[0]);
    thinker.close();
  });

  it("gathers a game's curve on a line of its own, beside a position's judgement", () => {
    const lines: [FakeLine, (news: object) => void][] = [];
    const thinker = new Thinker((onmessage) => {
      lines.push([new FakeLine("open"), onmessage as (news: object) => void]);
      return lines.at(-1)![0];
    });
    thinker.judgeGame({ table: "t1" }, "quick", "ja");
    thinker.judge(POSITION, 3);
    flushSync();
    const [[forGame, hearGame], [forPosition, hearPosition]] = lines as [(typeof lines)[0], (typeof lines)[0]];
    expect(forGame.told).toEqual([{ do: "curve", table: "t1", quality: "quick", locale: "ja", id: forGame.told[0]?.id }]);
    expect(forPosition.told).toHaveLength(1);
    const id = forGame.told[0]?.id as number;
    const news: CurveUpdate = { done: 0, of: 2, start: [], steps: [], turning: [], losses: [], id, type: "curve" };
    hearGame(news);
    hearPosition(judgement(forPosition.told[0]?.id, 0.6));
    expect(thinker.judged.of).toBe(2);
    expect(thinker.judgement?.shares[0]).toBe(0.6);
    hearGame({ type: "done", id });
    expect(thinker.judging).toBe(false);
    expect(thinker.thinking).toBe(true);
    thinker.close();
    expect(lines.map(([line]) => line.closed)).toEqual([true, true]);
  });

  it("tells what the server says against it", () => {
    const { thinker, line, hear } = withLine("open");
    thinker.judge(POSITION, 3);
    flushSync();
    hear({ type: "problem", id: line.told[0]?.id, code: "busy", sentence: "Wait a moment.", clause: "", page: "" });
    expect(thinker.problem?.sentence).toBe("Wait a moment.");
    expect(thinker.thinking).toBe(false);
    thinker.judge(POSITION, 3);
    expect(thinker.problem).toBeNull();
    thinker.close();
  });

  it("rests when it is told to, and keeps what it found", () => {
    const { thinker, line, hear } = withLine("open");
    thinker.judge(POSITION, 3);
    flushSync();
    hear(judgement(line.told[0]?.id, 0.7));
    thinker.rest();
    expect(line.told.at(-1)).toEqual({ do: "stop", id: line.told[0]?.id });
    expect(thinker.thinking).toBe(false);
    expect(thinker.judgement?.shares[0]).toBe(0.7);
    thinker.rest();
    expect(line.told).toHaveLength(2);
    thinker.close();
  });
});
