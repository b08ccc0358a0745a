/** Asks the server what a computer thinks: of the position that is looked at, and of a whole game. */

import { Refused } from "../lib/api";
import { Socket } from "../lib/socket.svelte";
import type { CurveUpdate, Done, Judgement, Pong, Problem } from "../lib/wire";
import { NOTHING_JUDGED, withUpdate, type Judged } from "../review/curve";
import type { PositionRequest } from "./session.svelte";

type News = Judgement | CurveUpdate | Done | Problem | Pong;

export type Quality = "quick" | "normal" | "deep";

/** What is needed of a socket. */
export interface Line {
  readonly connection: string;
  tell(message: object): boolean;
  close(): void;
}

export type OpenLine = (onmessage: (news: News) => void) => Line;

const openSocket: OpenLine = (onmessage) => new Socket<News>({ path: () => "/ws/analysis", onmessage });
const FIRST_ID = 10_000; // so that our numbers and those of the socket's pings never meet

/** One connection, on which the server thinks about one thing at a time. It is made when it is first needed. */
class Asking {
  busy = $state(false);
  problem = $state.raw<Refused | null>(null);
  readonly #open: OpenLine;
  readonly #hear: (news: Judgement | CurveUpdate) => void;
  #line: Line | null = null;
  #unwatch: (() => void) | null = null;
  #id = FIRST_ID;
  #wish: { id: number } | null = null;
  #sent = false;

  constructor(open: OpenLine, hear: (news: Judgement | CurveUpdate) => void) {
    this.#open = open;
    this.#hear = hear;
  }

  ask(message: object): void {
    this.stop();
    this.problem = null;
    this.busy = true;
    this.#wish = { ...message, id: this.#id++ };
    if (this.#line) this.#send();
    else this.#connect();
  }

  stop(): void {
    if (this.#wish && this.#sent) this.#line?.tell({ do: "stop", id: this.#wish.id });
    this.#end();
  }

  close(): void {
    this.stop();
    this.#unwatch?.();
    this.#line?.close();
    this.#line = null;
  }

  #connect(): void {
    const line = this.#open((news) => this.#receive(news));
    this.#line = line;
    this.#unwatch = $effect.root(() => {
      $effect(() => {
        if (line.connection !== "open")
          this.#sent = false; // a connection that comes back has forgotten what was asked
        else this.#send();
      });
    });
  }

  #send(): void {
    if (this.#wish && !this.#sent) this.#sent = this.#line?.tell(this.#wish) ?? false;
  }

  #end(): void {
    this.#wish = null;
    this.#sent = false;
    this.busy = false;
  }

  #receive(news: News): void {
    if (news.id !== this.#wish?.id && !(news.type === "problem" && news.id === 0)) return;
    if (news.type === "judgement" || news.type === "curve") this.#hear(news);
    if (news.type === "done" || news.type === "problem") this.#end();
    if (news.type === "problem") this.problem = new Refused(news.code, news.sentence, news.clause, news.page);
  }
}

export class Thinker {
  /** What is thought of the position so far. */
  judgement = $state.raw<Judgement | null>(null);
  /** What is thought of the game so far. */
  judged = $state.raw<Judged>(NOTHING_JUDGED);
  readonly #position: Asking;
  readonly #game: Asking;

  constructor(open: OpenLine = openSocket) {
    this.#position = new Asking(open, (news) => {
      if (news.type === "judgement") this.judgement = news;
    });
    this.#game = new Asking(open, (news) => {
      if (news.type === "curve") this.judged = withUpdate(this.judged, news);
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
  judgeGame(game: { table: string } | { position: PositionRequest }, quality: Quality, locale: string): void {
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
