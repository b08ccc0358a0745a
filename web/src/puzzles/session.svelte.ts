/** Somebody at a puzzle: their steps, what came of them, and what is on the board. */

import { Shelf } from "../analysis/session.svelte";
import { announce } from "../lib/announce.svelte";
import { Refused } from "../lib/api";
import type {
  Explained, GuessRequest, Outcome, Puzzle, PuzzleClicks, PuzzleGuess, PuzzleRequest, PuzzleSolution, PuzzleSteps, PuzzleTry,
  RatingChange,
} from "../lib/wire";
import { t } from "../lib/words.svelte";
import { Reel } from "./reel.svelte";

export interface Server {
  try(request: PuzzleSteps): Promise<PuzzleTry>;
  explain(request: PuzzleClicks): Promise<Explained>;
  solution(request: PuzzleRequest): Promise<PuzzleSolution>;
  guess(request: GuessRequest): Promise<PuzzleGuess>;
}

/** Remembers what came of tries. */
export interface Memory {
  /** What the server is told of somebody without a name. */
  said(puzzle: Puzzle): { rating: number; tried: boolean };
  note(puzzle: Puzzle, right: boolean, change: RatingChange | null): void;
}

/**
 * doing: it is the solver's turn; watching: others act; wrong: a try is over; refuted: and one sees why; right: solved;
 * solution: it is shown to somebody who has given up, or wants to see it again.
 */
export type Phase = "doing" | "watching" | "wrong" | "refuted" | "right" | "solution";

const MOST_LOOKS = 600; // that the server takes

export class PuzzleSession {
  puzzle = $state.raw<Puzzle | null>(null);
  phase = $state<Phase>("watching");
  /** All own steps since the position of the puzzle. */
  steps = $state.raw<readonly string[]>([]);
  /** How many of them belong to turns that are over. */
  settled = $state(0);
  why = $state<PuzzleTry["why"]>("");
  outcome = $state.raw<Outcome | null>(null);
  /** What the first try did to the rating; of this visit. */
  change = $state.raw<RatingChange | null>(null);
  /** Whether it was solved in this visit, or its solution shown. */
  done = $state(false);
  guess = $state.raw<PuzzleGuess | null>(null);
  refusal = $state.raw<Explained | null>(null);
  problem = $state.raw<Refused | null>(null);
  shelf: Shelf;
  readonly reel: Reel;
  #asked = 0;

  constructor(
    readonly server: Server,
    readonly memory: Memory,
    shelf: Shelf,
    pause: () => number,
  ) {
    this.shelf = shelf;
    this.reel = new Reel(pause);
  }

  async open(puzzle: Puzzle): Promise<void> {
    [this.puzzle, this.change, this.done, this.settled] = [puzzle, null, false, 0];
    if (puzzle.kind === "guess") await this.#answer([]);
    else await this.#ask([]);
  }

  async take(step: string): Promise<void> {
    if (this.phase === "doing") await this.#ask([...this.steps, step]);
  }

  /** Take back the last step of a turn that is not over. */
  async undo(): Promise<void> {
    if (this.steps.length > this.settled) await this.#ask(this.steps.slice(0, -1), true);
  }

  async again(): Promise<void> {
    this.settled = 0;
    await this.#ask([], true);
  }

  /** See what is wrong with the last try. */
  async refute(): Promise<void> {
    if (this.phase !== "wrong") return;
    this.phase = "refuted";
    await this.reel.play();
  }

  async showSolution(still = false): Promise<void> {
    const found = await this.#first(() => this.server.solution(this.#request()));
    if (!found) return;
    for (const frame of found.frames) this.shelf.take(frame.picture);
    if (!this.done) this.#note(false, found.change);
    [this.done, this.phase, this.outcome] = [true, "solution", found.outcome];
    this.reel.begin(found.frames, true);
    if (still) this.reel.look(this.reel.last);
    else await this.reel.play();
  }

  /** Say what the piece can be. */
  async choose(kinds: readonly string[]): Promise<void> {
    if (kinds.length) await this.#answer(kinds);
  }

  /** In another language, or with another theme. */
  async redraw(puzzle: Puzzle, shelf: Shelf): Promise<void> {
    [this.puzzle, this.shelf] = [puzzle, shelf];
    const kinds = this.guess && this.guess.result !== "open" ? this.#chosen : [];
    if (puzzle.kind === "guess") await this.#answer(kinds);
    else if (this.phase === "solution") await this.showSolution(true);
    else await this.#ask(this.steps, true);
  }

  async explain(clicks: string[]): Promise<void> {
    const asked = this.#asked;
    try {
      const found = await this.server.explain({ ...this.#request(), steps: [...this.steps], clicks });
      if (asked === this.#asked) this.refusal = found.allowed ? null : found;
    } catch {
      return; // nobody need know
    }
  }

  #request(): PuzzleRequest {
    const { artCache, looks, theme, locale } = this.shelf;
    const known = { known_ground: artCache.newest, known_looks: [...looks].slice(0, MOST_LOOKS) };
    return { puzzle: this.puzzle!.id, ...this.memory.said(this.puzzle!), ...known, theme, locale };
  }

  /** Ask for something; nothing if it is refused, or something else was asked for meanwhile. */
  async #first<T>(ask: () => Promise<T>): Promise<T | null> {
    const asked = ++this.#asked;
    const before = this.phase;
    [this.problem, this.refusal, this.phase] = [null, null, "watching"];
    try {
      const found = await ask();
      return asked === this.#asked ? found : null;
    } catch (error) {
      if (asked !== this.#asked) return null;
      if (!(error instanceof Refused)) throw error;
      [this.phase, this.problem] = [before, error];
      return null;
    }
  }

  /** What comes of these steps; `still`: it is only shown, without what led to it. */
  async #ask(steps: readonly string[], still = false): Promise<void> {
    const found = await this.#first(() => this.server.try({ ...this.#request(), steps: [...steps] }));
    if (!found) return;
    const asked = this.#asked;
    const frames = [...found.frames, ...found.line];
    for (const frame of frames) this.shelf.take(frame.picture);
    [this.steps, this.why, this.outcome] = [steps, found.why, found.outcome];
    if (found.result === "right" || found.result === "wrong") {
      if (!this.done) this.#note(found.result === "right", found.change);
      this.done ||= found.result === "right";
    }
    this.reel.begin(frames, still);
    if (found.result === "wrong") {
      this.phase = "wrong";
      announce(t("puzzles.wrong"));
      return;
    }
    if (still) this.reel.look(this.reel.last);
    else await this.reel.play();
    if (asked !== this.#asked) return;
    if (found.result === "go_on") this.settled = steps.length;
    this.phase = found.result === "right" ? "right" : "doing";
    if (found.result !== "unfinished" && !still) announce(t(found.result === "right" ? "puzzles.right" : "puzzles.go_on"));
  }

  #note(right: boolean, change: RatingChange | null): void {
    this.memory.note(this.puzzle!, right, change);
    this.change ??= change;
  }

  // --- guesses --------------------------------------------------------------------------------------------------------
  #chosen: readonly string[] = [];

  async #answer(kinds: readonly string[]): Promise<void> {
    const found = await this.#first(() => this.server.guess({ ...this.#request(), kinds: [...kinds] }));
    if (!found) return;
    for (const frame of found.frames) this.shelf.take(frame.picture);
    this.shelf.artCache.add(found.art);
    for (const look of Object.keys(found.art)) this.shelf.looks.add(look);
    const first = this.guess === null;
    const at = this.reel.at;
    [this.guess, this.#chosen] = [found, kinds];
    this.reel.begin(found.frames, true);
    if (!first) this.reel.look(at);
    if (found.result === "open") {
      this.phase = "doing";
      return;
    }
    if (!this.done) this.#note(found.result === "right", found.change);
    [this.done, this.phase] = [true, found.result];
    announce(t(`puzzles.${found.result}`));
  }
}
