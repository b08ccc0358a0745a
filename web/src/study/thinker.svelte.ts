/** Asks the server what a computer thinks: of the position that is looked at, and of a whole game. */

import { Refused } from "../lib/api";
import { Socket } from "../lib/socket.svelte";
import type { CurveNews, Done, Judgement, Pong, Problem } from "../lib/wire";
import { NOTHING_JUDGED, withNews, type Judged } from "../review/curve";
import type { StudyWanted } from "./session.svelte";

type News = Judgement | CurveNews | Done | Problem | Pong;

export type Quality = "quick" | "normal" | "deep";

/** What the thinker needs of a socket. */
export interface Line {
  readonly connection: string;
  tell(message: object): boolean;
  close(): void;
}

export type OpenLine = (onmessage: (news: News) => void) => Line;

const openSocket: OpenLine = (onmessage) => new Socket<News>({ path: () => "/ws/study", onmessage });
const FIRST_ID = 10_000; // so that our numbers and those of the socket's pings never meet

/** Something that was asked for and has not ended. */
interface Wish {
  readonly id: number;
  readonly message: object;
  sent: boolean;
}

export class Thinker {
  /** What is thought of the position so far. */
  judgement = $state.raw<Judgement | null>(null);
  thinking = $state(false);
  /** What is thought of the game so far. */
  judged = $state.raw<Judged>(NOTHING_JUDGED);
  judging = $state(false);
  problem = $state.raw<Refused | null>(null);

  readonly #open: OpenLine;
  #line: Line | null = null;
  #ends: (() => void) | null = null;
  #next = FIRST_ID;
  #position: Wish | null = null;
  #game: Wish | null = null;

  constructor(open: OpenLine = openSocket) {
    this.#open = open;
  }

  /** Think about this position, and no longer about another one. */
  judge(study: StudyWanted, seconds: number): void {
    this.rest();
    this.judgement = null;
    this.problem = null;
    this.thinking = true;
    this.#position = this.#wish({ do: "judge", study, seconds });
  }

  /** Stop thinking about the position, and forget what was found. */
  forget(): void {
    this.rest();
    this.judgement = null;
  }

  /** Stop thinking about the position; what was found stays. */
  rest(): void {
    this.#stop(this.#position);
    this.#position = null;
    this.thinking = false;
  }

  /** Judge every step of a game: a finished table's, or that of a study. */
  judgeGame(game: { table: string } | { study: StudyWanted }, quality: Quality, locale: string): void {
    this.restGame();
    this.judged = NOTHING_JUDGED;
    this.problem = null;
    this.judging = true;
    this.#game = this.#wish({ do: "curve", ...game, quality, locale });
  }

  restGame(): void {
    this.#stop(this.#game);
    this.#game = null;
    this.judging = false;
  }

  close(): void {
    this.rest();
    this.restGame();
    this.#ends?.();
    this.#line?.close();
    this.#line = null;
  }

  #wish(message: object): Wish {
    const wish = { id: this.#next++, message, sent: false };
    if (!this.#line) {
      const line = this.#open((news) => this.#hear(news));
      this.#line = line;
      // A connection that comes back has forgotten what was asked.
      this.#ends = $effect.root(() => {
        $effect(() => {
          const open = line.connection === "open";
          for (const one of [this.#position, this.#game]) if (one) one.sent = open && (one.sent || this.#send(one));
        });
      });
    } else {
      wish.sent = this.#send(wish);
    }
    return wish;
  }

  #send(wish: Wish): boolean {
    return this.#line?.tell({ ...wish.message, id: wish.id }) ?? false;
  }

  #stop(wish: Wish | null): void {
    if (wish?.sent) this.#line?.tell({ do: "stop", id: wish.id });
  }

  #hear(news: News): void {
    if (news.type === "judgement" && news.id === this.#position?.id) this.judgement = news;
    else if (news.type === "curve" && news.id === this.#game?.id) this.judged = withNews(this.judged, news);
    else if (news.type === "done" || news.type === "problem") this.#end(news);
  }

  #end(news: Done | Problem): void {
    if (news.id === this.#position?.id) {
      this.#position = null;
      this.thinking = false;
    } else if (news.id === this.#game?.id) {
      this.#game = null;
      this.judging = false;
    } else if (news.id !== 0) return;
    if (news.type === "problem") this.problem = new Refused(news.code, news.said, news.clause, news.page);
  }
}
