/** Somebody at a lesson: the task, what was tried in it, what came of that, and what is on the board. */

import { Shelf } from "../analysis/session.svelte";
import { announce } from "../lib/announce.svelte";
import { Refused } from "../lib/api";
import type {
  Explained, Lesson, LessonClicks, LessonFrame, LessonTask, LessonTry, Preview, SeatMark, Step, TryClicks, TryRequest,
} from "../lib/wire";
import { joined } from "../lib/words.svelte";

export interface Server {
  try(request: TryRequest): Promise<LessonTry>;
  clicks(request: TryClicks): Promise<LessonClicks>;
}

/** doing: it is the learner's turn; watching: others act; then what came of it; over: all tasks are done. */
export type Phase = "doing" | "watching" | "wrong" | "right" | "over";

const MOST_LOOKS = 600; // that the server takes

export class LessonSession {
  lesson = $state.raw<Lesson | null>(null);
  task = $state(0);
  phase = $state<Phase>("watching");
  /** What is on the board, and the steps that led to it from what was there before. */
  shown = $state.raw<{ readonly frame: LessonFrame; readonly played: Step[] } | null>(null);
  seats = $state.raw<readonly SeatMark[]>([]);
  /** What happened, and what there is to say about it. */
  sentences = $state.raw<readonly string[]>([]);
  /** The learner's own steps in each task so far. */
  tries = $state.raw<readonly (readonly string[])[]>([]);
  hinted = $state(false);
  previewed = $state.raw<{ readonly clicks: string; readonly previews: readonly Preview[] }>({ clicks: "", previews: [] });
  refusal = $state.raw<Explained | null>(null);
  problem = $state.raw<Refused | null>(null);
  shelf: Shelf;
  #asked = 0;

  constructor(
    readonly server: Server,
    shelf: Shelf,
    /** How long to look at what others did; nothing where nothing moves. */
    readonly pause: () => number,
  ) {
    this.shelf = shelf;
  }

  get said(): LessonTask | undefined {
    return this.lesson?.tasks[this.task];
  }

  /** The learner's own steps in this task. */
  get own(): readonly string[] {
    return this.tries[this.task] ?? [];
  }

  /** Begin a task; those before it were solved by what was tried. */
  async begin(lesson: Lesson, task = 0, tries: readonly (readonly string[])[] = []): Promise<void> {
    [this.lesson, this.task, this.tries, this.hinted, this.sentences] = [lesson, task, tries.slice(0, task), false, []];
    await this.#ask(this.tries);
    announce(this.said?.say ?? "");
  }

  async take(step: string): Promise<void> {
    if (this.phase === "doing") await this.#ask([...this.#before, [...this.own, step]]);
  }

  /** Somebody has read a task in which there is nothing to do. */
  async read(): Promise<void> {
    await this.#ask([...this.#before, []]);
    if (this.phase === "right") await this.next();
  }

  /** Take back the last step: a wrong one, or one of a turn that goes on. */
  async back(): Promise<void> {
    await this.#ask([...this.#before, this.own.slice(0, -1)], true);
  }

  async again(): Promise<void> {
    await this.#ask(this.#before, true);
  }

  /** The task as it is solved, step by step. */
  async showMe(): Promise<void> {
    const asked = this.#asked;
    try {
      const { solution } = await this.server.try({ ...this.#request([...this.#before]), solve: true });
      if (asked !== this.#asked) return;
      if (!this.own.every((step, place) => step === solution[place])) await this.again();
      for (const step of solution.slice(this.own.length)) {
        if (this.phase !== "doing") return;
        await this.take(step);
      }
    } catch (error) {
      if (asked === this.#asked) this.#refuse(error);
    }
  }

  async next(): Promise<void> {
    if (!this.lesson) return;
    if (this.task + 1 < this.lesson.tasks.length) await this.begin(this.lesson, this.task + 1, this.tries);
    else this.phase = "over";
  }

  /** In another language, or with another theme. */
  async redraw(lesson: Lesson, shelf: Shelf): Promise<void> {
    [this.lesson, this.shelf] = [lesson, shelf];
    if (this.phase !== "over") await this.#ask(this.tries, true);
  }

  get #before(): readonly (readonly string[])[] {
    return this.tries.slice(0, this.task);
  }

  #request(tries: readonly (readonly string[])[]): TryRequest {
    const { artCache, looks, theme, locale } = this.shelf;
    const where = { ruleset: this.lesson!.path.ruleset, lesson: this.lesson!.id, task: this.task };
    const known_looks = [...looks].slice(0, MOST_LOOKS);
    return { ...where, tries: tries.map((one) => [...one]), known_ground: artCache.newest, known_looks, theme, locale };
  }

  /** Ask what comes of these tries; `still`: it is only shown, without what led to it. */
  async #ask(tries: readonly (readonly string[])[], still = false): Promise<void> {
    const asked = ++this.#asked;
    const before = this.phase;
    const shelf = this.shelf;
    [this.problem, this.refusal, this.phase] = [null, null, "watching"];
    let found: LessonTry;
    try {
      found = await this.server.try(this.#request(tries));
    } catch (error) {
      if (asked !== this.#asked) return;
      this.phase = before;
      this.#refuse(error);
      return;
    }
    if (asked !== this.#asked) return;
    for (const frame of found.frames) shelf.take(frame.picture);
    this.tries = tries;
    this.seats = found.seats;
    this.previewed = { clicks: "", previews: [] };
    const frames = still ? found.frames.slice(-1) : found.frames;
    for (const [place, frame] of frames.entries()) {
      if (place > 0) await new Promise((done) => setTimeout(done, this.pause()));
      if (asked !== this.#asked) return;
      this.shown = { frame, played: still ? [] : frame.steps };
      if (place === 0) {
        this.sentences = found.sentences;
        announce(joined(found.sentences as string[]));
      }
    }
    this.phase = found.verdict === "more" ? "doing" : found.verdict;
  }

  #refuse(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    this.problem = error;
  }

  // --- clicks ---------------------------------------------------------------------------------------------------------
  async why(clicks: string[]): Promise<void> {
    const found = await this.#clicks(clicks);
    if (found) this.refusal = found.why.allowed ? null : found.why;
  }

  async preview(clicks: string[]): Promise<void> {
    const found = await this.#clicks(clicks);
    if (!found) return;
    this.shelf.artCache.add(found.art);
    this.previewed = { clicks: clicks.join(" "), previews: found.previews };
  }

  /** Nobody need know if there is no answer. */
  async #clicks(clicks: string[]): Promise<LessonClicks | null> {
    const asked = this.#asked;
    try {
      const found = await this.server.clicks({ ...this.#request(this.tries), clicks });
      return asked === this.#asked ? found : null;
    } catch {
      return null;
    }
  }
}
