/** What is picked on a board, and what can be clicked now, by the rules of `clicks.ts`. */
import type { Path } from "../lib/wire";
import { type ClickResult, drop, isChoice, lift, liftable, next, press, release } from "./clicks";

interface Options {
  paths: () => readonly Path[];
  /** Whether the step that this click makes must be confirmed. */
  confirm: (click: string) => boolean;
  /** A whole step, confirmed if that is wished. */
  step: (step: string) => void;
  attempt: (clicks: string[]) => void;
  /** The last click was followed: something is picked, or waits to be confirmed, or was let go. */
  onchange: (what: "picked" | "confirm" | "dropped", click: string) => void;
}

export class Picking {
  clicks = $state.raw<string[]>([]);
  /** A whole step that must be confirmed; the clicks before its last one stay picked, so that another can be taken. */
  waiting = $state.raw<Path | undefined>();
  #options: Options;
  #paths = $derived.by(() => this.#options.paths());

  can = $derived(next(this.#paths, this.clicks));
  start = $derived(next(this.#paths, []));
  /** The sites that were clicked. */
  sites = $derived(this.clicks.filter((click) => !isChoice(click)));
  targets = $derived(this.clicks.length ? this.can.sites : []);
  /** Sites where a step can begin. */
  starts = $derived(this.start.sites);
  clickable = $derived(new Set([...this.can.sites, ...this.start.sites]));
  movable = $derived(liftable(this.#paths, this.clicks));

  constructor(options: Options) {
    this.#options = options;
  }

  /** A site or choice was clicked. Clicking the target again confirms. */
  press(click: string): void {
    const waiting = this.waiting;
    this.waiting = undefined;
    if (waiting && waiting.clicks.at(-1) === click && !isChoice(click)) this.#take(waiting.step);
    else this.#follow(press(this.#paths, this.clicks, click), click);
  }

  lift(site: string): void {
    const begun = lift(this.#paths, this.clicks, site);
    if (begun) this.clicks = begun;
  }

  /** Says whether that was a step. */
  drop(from: string, to: string | undefined): boolean {
    const result = drop(this.#paths, this.clicks, from, to);
    this.#follow(result, to ?? from);
    return result.step !== undefined;
  }

  confirm(): void {
    if (this.waiting) this.#take(this.waiting.step);
  }

  #take(step: string): void {
    this.clear();
    this.#options.step(step);
  }

  /** Escape: says whether there was anything to let go. */
  release(): boolean {
    if (!this.waiting && !this.clicks.length) return false;
    if (this.waiting) this.waiting = undefined;
    else this.clicks = release(this.clicks, this.sites.length <= 1);
    this.#options.onchange("dropped", "");
    return true;
  }

  clear(): void {
    this.waiting = undefined;
    if (this.clicks.length) this.clicks = [];
  }

  /** There are other paths now: what is picked stays so if one of them begins like that. */
  renew(paths: readonly Path[]): void {
    this.waiting = undefined;
    if (!paths.some((path) => this.clicks.every((click, i) => path.clicks[i] === click))) this.clear();
  }

  /** Clicks that were made before it was one's turn: they are followed as far as they lead. Says whether they do. */
  begin(clicks: readonly string[]): boolean {
    const possible = this.#paths.filter((path) => clicks.every((click, i) => path.clicks[i] === click));
    if (!possible.length) return false;
    const only = possible.length === 1 ? possible[0] : undefined;
    this.#follow(only ? { clicks: [], step: only.step } : { clicks: [...clicks] }, clicks.at(-1) ?? "");
    return true;
  }

  #follow(result: ClickResult, click: string): void {
    const before = this.clicks;
    if (before.length || result.clicks.length) this.clicks = result.clicks;
    if (result.step !== undefined && this.#options.confirm(click)) {
      this.waiting = this.#paths.find((path) => path.step === result.step);
      this.clicks = this.waiting?.clicks.slice(0, -1) ?? [];
      this.#options.onchange("confirm", click);
    } else if (result.step !== undefined) this.#options.step(result.step);
    else if (result.attempt) this.#options.attempt(result.attempt);
    else if (result.clicks.length < before.length) this.#options.onchange("dropped", click);
    else if (result.clicks.join(" ") !== before.join(" ")) this.#options.onchange("picked", click);
  }
}
