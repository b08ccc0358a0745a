/** Somebody who plans answers: their place at the table, and a board on which both sides are played from there. */

import { newShelf, server } from "../analysis/server.svelte";
import { Session as Board } from "../analysis/session.svelte";
import { back, goTo, path, ROOT, type Tree } from "../analysis/tree";
import { get, sentenceOf } from "../lib/api";
import type { PlannedLine, PositionStart, Step } from "../lib/wire";
import { t } from "../lib/words.svelte";
import type { Session as Place } from "../table/session.svelte";
import { may } from "../table/state";
import { toast } from "../ui/toasts.svelte";
import { carried, grown, isSaved, stepsOf, toLastOwn, tried } from "./lines";

/** A saved line: its nodes from the turn on that is being played. */
export interface ShownLine {
  readonly number: number;
  readonly ids: readonly number[];
  readonly steps: readonly Step[]; // in words, as far as they are known
}

export class Planning {
  /** The same server as that of analysis, but it says what can be done. */
  readonly board = new Board({ ...server, position: (request) => server.position({ ...request, guided: true }) }, newShelf());
  /** Why there is nothing to plan here. */
  refused = $state("");
  /** The node at which the game stands. */
  now = $state(ROOT);
  saving = $state(false);
  readonly #place: Place;
  #played = $state.raw<string[]>([]);
  #start: PositionStart | null = null;
  #asked = false;

  constructor(place: Place) {
    this.#place = place;
  }

  get seat(): number {
    return this.#place.seat;
  }

  /** Whether somebody else is to act, so that an answer can be planned. */
  get waits(): boolean {
    return may(this.#place.state, "plan");
  }

  /** The nodes that are tried from the present on. */
  get draft(): number[] {
    return tried(this.board.tree, this.now);
  }

  /** The part of them that ends with an own move. */
  get answer(): number[] {
    const { draft } = this;
    return toLastOwn(draft, draft.map((id) => this.board.steps.get(id)?.seat), this.seat);
  }

  get isSaved(): boolean {
    return isSaved(this.#played, stepsOf(this.board.tree, this.answer), this.#place.state.planned);
  }

  /** The saved lines, in the order in which they were made. */
  get lines(): ShownLine[] {
    return this.#place.state.planned.map((line) => {
      const ids = path(this.board.tree, this.#endOf(line)).slice(line.place);
      return { number: line.number, ids, steps: ids.flatMap((id) => this.board.steps.get(id) ?? []) };
    });
  }

  #endOf({ place, steps }: PlannedLine): number {
    return grown(this.board.tree, [...this.#played.slice(0, place), ...steps]).end;
  }

  /** The game or the saved lines have changed. */
  async follow(): Promise<void> {
    if (!this.#place.state.table) return;
    const first = !this.#asked;
    this.#asked = true;
    if (first) await this.#open();
    if (!this.#start) return;
    const { steps, planned } = this.#place.state;
    const played = steps.map((step) => step.text);
    const draft = carried(this.#played, played, stepsOf(this.board.tree, this.draft));
    const lost = this.draft.length > 0 && draft.length === 0;
    const moved = played.join() !== this.#played.join();
    this.#played = played;
    const { tree, now, at } = this.#planted(played, planned, draft);
    this.now = now;
    if (first) await this.board.open(this.#start, goTo(tree, at));
    else if (moved) await this.board.look(goTo(tree, at));
    else this.board.tree = tree;
    if (lost) toast(t("plan.moved"));
    // Lines that this page has not seen on the board are fetched in words.
    if (!first && this.lines.some((line) => line.steps.length < line.ids.length)) await this.board.redraw(this.board.shelf);
  }

  #planted(played: string[], planned: PlannedLine[], draft: string[]): { tree: Tree; now: number; at: number } {
    let { tree, end: now } = grown(this.board.tree, played);
    for (const { place, steps } of planned) ({ tree } = grown(tree, [...played.slice(0, place), ...steps]));
    const tip = grown(tree, [...played, ...draft]);
    return { tree: tip.tree, now, at: tip.end };
  }

  async #open(): Promise<void> {
    try {
      this.#start = await get("/api/tables/{id}/plan", { id: this.#place.id });
    } catch (error) {
      this.refused = sentenceOf(error);
    }
  }

  async undo(): Promise<void> {
    if (this.draft.length) await this.board.look(back(this.board.tree));
  }

  async restart(): Promise<void> {
    await this.board.goTo(this.now);
  }

  /** Whether a saved line goes on from the present. */
  canShow({ ids }: ShownLine): boolean {
    const last = ids.at(-1);
    return last !== undefined && (this.now === ROOT || path(this.board.tree, last).includes(this.now));
  }

  async show({ ids }: ShownLine): Promise<void> {
    await this.board.goTo(ids.at(-1) ?? this.now);
  }

  async save(): Promise<void> {
    this.saving = true;
    const steps = stepsOf(this.board.tree, this.answer);
    const done = await this.#place.ask({ do: "plan", seat: this.seat, number: this.#played.length, steps });
    this.saving = false;
    if (done) toast(t("plan.saved"));
  }

  async remove(line: ShownLine): Promise<void> {
    const done = await this.#place.ask({ do: "unplan", seat: this.seat, line: line.number });
    if (done) toast(t("plan.removed"));
  }

  /** Who is to act on the board; -1: nobody. */
  get acts(): number {
    return this.board.shown?.position.outcome ? -1 : (this.board.shown?.position.picture.seat ?? -1);
  }

  /** Whether a turn of one's own has begun on the board and is not over. */
  get unfinished(): boolean {
    const last = this.board.steps.get(this.board.tree.at);
    return this.draft.length > 0 && last?.seat === this.seat && this.acts === this.seat;
  }
}
