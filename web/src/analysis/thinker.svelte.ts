/** Asks the server what a computer thinks: of the position that is looked at, and of a whole game. */

import { Refused } from "../lib/api";
import { Socket, type Unnumbered } from "../lib/socket.svelte";
import type { AnalysisMessage, AnalysisRequest, CurveUpdate, Judgement, Locale, PositionRequest, Quality } from "../lib/wire";
import { type Judged, NOTHING_JUDGED, withUpdate } from "../review/curve";

type AnalysisSocket = Pick<Socket<AnalysisMessage, AnalysisRequest>, "connection" | "send" | "close">;
export type OpenSocket = (onmessage: (message: AnalysisMessage) => void) => AnalysisSocket;

const openSocket: OpenSocket = (onmessage) => new Socket({ path: () => "/ws/analysis", onmessage });
const FIRST_ID = 10_000; // so that our numbers and those of the socket's pings never meet

/** One connection, on which the server thinks about one thing at a time. It is made when it is first needed. */
class Channel {
  busy = $state(false);
  problem = $state.raw<Refused | null>(null);
  readonly #open: OpenSocket;
  readonly #found: (message: Judgement | CurveUpdate) => void;
  #socket: AnalysisSocket | null = null;
  #unwatch: (() => void) | null = null;
  #id = FIRST_ID;
  #request: AnalysisRequest | null = null;
  #sent = false;

  constructor(open: OpenSocket, found: (message: Judgement | CurveUpdate) => void) {
    this.#open = open;
    this.#found = found;
  }

  ask(request: Unnumbered<AnalysisRequest>): void {
    this.stop();
    this.problem = null;
    this.busy = true;
    this.#request = { ...request, id: this.#id++ } as AnalysisRequest;
    if (this.#socket) this.#send();
    else this.#connect();
  }

  stop(): void {
    if (this.#request && this.#sent) this.#socket?.send({ do: "stop", id: this.#request.id });
    this.#end();
  }

  close(): void {
    this.stop();
    this.#unwatch?.();
    this.#socket?.close();
    this.#socket = null;
  }

  #connect(): void {
    const socket = this.#open((message) => this.#receive(message));
    this.#socket = socket;
    this.#unwatch = $effect.root(() => {
      $effect(() => {
        if (socket.connection !== "open")
          this.#sent = false; // a connection that comes back has forgotten what was asked
        else this.#send();
      });
    });
  }

  #send(): void {
    if (this.#request && !this.#sent) this.#sent = this.#socket?.send(this.#request) ?? false;
  }

  #end(): void {
    this.#request = null;
    this.#sent = false;
    this.busy = false;
  }

  #receive(message: AnalysisMessage): void {
    if (message.id !== this.#request?.id && !(message.type === "problem" && message.id === 0)) return;
    if (message.type === "judgement" || message.type === "curve") this.#found(message);
    if (message.type === "done" || message.type === "problem") this.#end();
    if (message.type === "problem") this.problem = new Refused(message.code, message.sentence);
  }
}

export class Thinker {
  /** What is thought of the position so far. */
  judgement = $state.raw<Judgement | null>(null);
  /** What is thought of the game so far. */
  judged = $state.raw<Judged>(NOTHING_JUDGED);
  readonly #position: Channel;
  readonly #game: Channel;

  constructor(open: OpenSocket = openSocket) {
    this.#position = new Channel(open, (message) => {
      if (message.type === "judgement") this.judgement = message;
    });
    this.#game = new Channel(open, (message) => {
      if (message.type === "curve") this.judged = withUpdate(this.judged, message);
    });
  }

  get thinking(): boolean {
    return this.#position.busy;
  }
  get judging(): boolean {
    return this.#game.busy;
  }
  get problem(): Refused | null {
    return this.#position.problem;
  }
  get gameProblem(): Refused | null {
    return this.#game.problem;
  }

  /** Think about this position, and no longer about another one. */
  judge(position: PositionRequest, seconds: number): void {
    this.judgement = null;
    this.#position.ask({ do: "judge", position, seconds });
  }

  /** Stop thinking about the position; what was found stays. */
  rest(): void {
    this.#position.stop();
  }

  /** Stop thinking about the position, and forget what was found. */
  forget(): void {
    this.rest();
    this.judgement = null;
  }

  /** Judge every step of a game: a finished table's, or that of a position. */
  judgeGame(game: { table: string } | { position: PositionRequest }, quality: Quality, locale: Locale): void {
    this.judged = NOTHING_JUDGED;
    this.#game.ask({ do: "curve", ...game, quality, locale });
  }

  /** Stop judging the game; what was found stays. */
  restGame(): void {
    this.#game.stop();
  }

  close(): void {
    this.#position.close();
    this.#game.close();
  }
}
