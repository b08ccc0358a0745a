/** Boards one after the other, and which of them is looked at. */

import type { LessonFrame, Step } from "../lib/wire";
import { joined } from "../lib/words.svelte";

export class Reel {
  frames = $state.raw<readonly LessonFrame[]>([]);
  at = $state(0);
  /** The steps that led to what is shown from what was shown before. */
  played = $state.raw<Step[]>([]);
  #run = 0;

  constructor(/** How long to look at a step. */ readonly pause: () => number) {}

  get frame(): LessonFrame | undefined {
    return this.frames[this.at];
  }

  get last(): number {
    return this.frames.length - 1;
  }

  /** What has happened between the first board and the one that is shown, a sentence for each step. */
  get told(): string[] {
    const steps = this.frames.slice(1, this.at + 1).flatMap((frame) => frame.steps);
    return steps.map((step) => joined(step.events.map((event) => event.sentence))).filter(Boolean);
  }

  /** Other boards, from the first one on; `still`: it is only shown, without what led to it. */
  begin(frames: readonly LessonFrame[], still = false): void {
    this.#run += 1;
    [this.frames, this.at, this.played] = [frames, 0, still ? [] : (frames[0]?.steps ?? [])];
  }

  look(at: number): void {
    this.#run += 1;
    this.#show(at);
  }

  #show(at: number): void {
    this.played = at === this.at + 1 ? (this.frames[at]?.steps ?? []) : [];
    this.at = at;
  }

  /** Go on to the end, step by step. False if somebody looked elsewhere meanwhile. */
  async play(): Promise<boolean> {
    const run = ++this.#run;
    while (this.at < this.last) {
      await new Promise((done) => setTimeout(done, this.pause()));
      if (run !== this.#run) return false;
      this.#show(this.at + 1);
    }
    return true;
  }
}
