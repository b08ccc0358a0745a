import { play as ring } from "../lib/sound";
import { faster, type Plan, type Pose, poses } from "./animate";

const FLASH = 900; // milliseconds

/** Plays a plan. While it does, `time` runs; whoever draws asks `poses`. */
export class Stage {
  plan = $state.raw<Plan | undefined>();
  time = $state(0);
  /** Sites that light up where nothing may move. */
  flashed = $state.raw<string[]>([]);
  #frame = 0;
  #safety: ReturnType<typeof setTimeout> | undefined;
  #rung = 0;

  /** Begin; what was being played before is over at once. */
  play(plan: Plan, speed: number): void {
    this.finish();
    if (!plan.length || document.hidden) return;
    const timed = faster(plan, speed);
    this.plan = timed;
    this.time = 0;
    this.#rung = 0;
    const started = performance.now();
    const tick = (now: number) => {
      this.time = Math.max(0, now - started);
      for (const { at, sound } of timed.sounds.slice(this.#rung)) {
        if (at > this.time) break;
        ring(sound);
        this.#rung += 1;
      }
      if (this.time >= timed.length) this.finish();
      else this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
    // Frames stop while a page is hidden; the end must come all the same.
    this.#safety = setTimeout(() => this.finish(), timed.length + 300);
  }

  /** Instead of moving: show where something happened. */
  flash(sites: string[]): void {
    this.finish();
    this.flashed = sites;
    ring("move");
    this.#safety = setTimeout(() => this.finish(), FLASH);
  }

  finish(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#safety);
    this.plan = undefined;
    if (this.flashed.length) this.flashed = [];
  }

  get poses(): Pose[] | undefined {
    return this.plan && poses(this.plan, this.time);
  }
}
