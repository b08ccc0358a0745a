/** What is picked on a board, and what can be clicked now, by the rules of `clicks.ts`. */
import type { Way } from "../lib/wire";
import { drop, isChoice, lift, liftable, next, type Outcome, press, release, whole } from "./clicks";

interface Options {
  ways: () => readonly Way[];
  confirm: () => boolean;
  /** A whole step, confirmed if that is wished. */
  step: (step: string) => void;
  attempt: (clicks: string[]) => void;
  /** The last click was followed: something is picked, or waits to be confirmed, or was let go. */
  told: (what: "picked" | "confirm" | "dropped", click: string) => void;
}

export class Picking {
  clicks = $state.raw<string[]>([]);
  /** A whole step that must be confirmed. */
  waiting = $state.raw<Way | undefined>();
  #options: Options;
  #ways = $derived.by(() => this.#options.ways());

  can = $derived(next(this.#ways, this.clicks));
  start = $derived(next(this.#ways, []));
  /** The sites that were clicked. */
  sites = $derived((this.waiting?.clicks ?? this.clicks).filter((click) => !isChoice(click)));
  targets = $derived(this.waiting || !this.clicks.length ? [] : this.can.sites);
  /** Sites where one click is a step. */
  hints = $derived(
    this.waiting || this.clicks.length
      ? []
      : this.start.sites.filter((site) => whole(this.#ways, [site]) !== undefined),
  );
  clickable = $derived(new Set([...this.can.sites, ...this.start.sites]));
  movable = $derived(liftable(this.#ways, this.clicks));

  constructor(options: Options) {
    this.#options = options;
  }

  /** A site or choice was clicked. Clicking the target again confirms. */
  press(click: string): void {
    const waiting = this.waiting;
    this.waiting = undefined;
    if (waiting && waiting.clicks.at(-1) === click && !isChoice(click)) this.#options.step(waiting.step);
    else this.#follow(press(this.#ways, this.clicks, click), click);
  }

  lift(site: string): void {
    const begun = lift(this.#ways, this.clicks, site);
    if (begun) this.clicks = begun;
  }

  /** Says whether that was a step. */
  drop(from: string, to: string | undefined): boolean {
    const outcome = drop(this.#ways, this.clicks, from, to);
    this.#follow(outcome, to ?? from);
    return outcome.step !== undefined;
  }

  confirm(): void {
    const step = this.waiting?.step;
    this.waiting = undefined;
    if (step !== undefined) this.#options.step(step);
  }

  /** Escape: says whether there was anything to let go. */
  release(): boolean {
    if (!this.waiting && !this.clicks.length) return false;
    if (this.waiting) this.waiting = undefined;
    else this.clicks = release(this.clicks, this.sites.length <= 1);
    this.#options.told("dropped", "");
    return true;
  }

  clear(): void {
    this.waiting = undefined;
    if (this.clicks.length) this.clicks = [];
  }

  /** There are other ways now: what is picked stays so if one of them begins like that. */
  renew(ways: readonly Way[]): void {
    this.waiting = undefined;
    if (!ways.some((way) => this.clicks.every((click, i) => way.clicks[i] === click))) this.clear();
  }

  #follow(outcome: Outcome, click: string): void {
    const before = this.clicks;
    if (before.length || outcome.clicks.length) this.clicks = outcome.clicks;
    if (outcome.step !== undefined && this.#options.confirm()) {
      this.waiting = this.#ways.find((way) => way.step === outcome.step);
      this.#options.told("confirm", click);
    } else if (outcome.step !== undefined) this.#options.step(outcome.step);
    else if (outcome.attempt) this.#options.attempt(outcome.attempt);
    else if (outcome.clicks.length < before.length) this.#options.told("dropped", click);
    else if (outcome.clicks.join(" ") !== before.join(" ")) this.#options.told("picked", click);
  }
}
