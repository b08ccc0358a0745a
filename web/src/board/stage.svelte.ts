import type { Site } from "../lib/wire";
import { play as ring } from "../lib/sound";
import { faster, type Plan, type Pose, poses } from "./animate";
import { type Mover, movers } from "./movers";

const FLASH = 900; // milliseconds

/** Plays a plan. What is told about it changes only when something begins or ends to move. */
export class Stage {
  plan = $state.raw<Plan | undefined>();
  /** When that was. */
  time = $state.raw(0);
  /** The pieces that stand still meanwhile, and what moves. */
  still = $state.raw<Pose[]>([]);
  moving = $state.raw<Mover[]>([]);
  /** Sites that light up where nothing may move. */
  flashed = $state.raw<string[]>([]);
  #frame = 0;
  #safety: ReturnType<typeof setTimeout> | undefined;

  /** Begin; what was being played before is over at once. `sites` are those of the picture after. */
  play(plan: Plan, sites: readonly Site[], speed: number): void {
    this.finish();
    if (!plan.length || document.hidden) return;
    const timed = faster(plan, speed);
    const all = movers(timed, sites);
    const changes = [...new Set(all.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
    const sounds = [...timed.sounds].sort((a, b) => a.at - b.at);
    this.plan = timed;
    this.#show(timed, all, 0);
    let started = 0;
    const tick = (now: number) => {
      started ||= now; // drawing the first moment may take a while
      const time = now - started;
      while (sounds.length && sounds[0]!.at <= time) ring(sounds.shift()!.sound);
      if (changes.length && changes[0]! <= time) {
        while (changes.length && changes[0]! <= time) changes.shift();
        this.#show(timed, all, time);
      }
      if (time >= timed.length) this.finish();
      else this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
    // Frames stop while a page is hidden; the end must come all the same.
    this.#safety = setTimeout(() => this.finish(), timed.length + 1000);
  }

  #show(plan: Plan, all: Mover[], time: number): void {
    this.time = time;
    this.still = poses(plan, time).filter((pose) => !pose.lifted);
    this.moving = all.filter(({ start, end }) => start <= time && time < end);
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
    if (this.plan) {
      this.plan = undefined;
      this.still = [];
      this.moving = [];
    }
    if (this.flashed.length) this.flashed = [];
  }
}
