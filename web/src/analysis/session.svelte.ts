/**
 * Somebody at a free board: a start, a tree of steps tried from there, and the picture of the node that is looked at.
 * The server keeps nothing of it; it is asked for one position at a time, and what it answered is remembered.
 */

import { ArtCache } from "../board/artCache.svelte";
import { Refused } from "../lib/api";
import type {
  AnalysisPosition, Explained, ExplainRequest, Locale, Picture, PositionRequest, PositionStart, Step, Theme,
} from "../lib/wire";
import { addStep, forward, goTo, leaves, newTree, nodeOf, path, stepsTo, toEnd, type Tree } from "./tree";

export interface Server {
  position(request: PositionRequest): Promise<AnalysisPosition>;
  explain(request: ExplainRequest): Promise<Explained>;
}

/** Grounds and looks that the browser has; boards of one page share them. */
export class Shelf {
  readonly artCache = new ArtCache();
  readonly looks = new Set<string>();

  constructor(
    readonly theme: Theme,
    readonly locale: Locale,
  ) {}

  take(picture: Picture): void {
    this.artCache.take(picture);
    for (const look of Object.keys(picture.art)) this.looks.add(look);
  }
}

const MOST_LOOKS = 600; // that the server takes
const MOST_LINES = 40; // whose steps are fetched at once

/** A node's position as the server answered. `seen`: how many steps the viewer has seen by then. */
interface Known {
  readonly position: AnalysisPosition;
  readonly seen: number;
}

export class Session {
  tree = $state.raw<Tree>(newTree());
  start = $state.raw<PositionStart>({ ruleset: "", options: {}, seed: 0, position: null, steps: [], view: null });
  /** What is on the board, perhaps still that of the node before. */
  shown = $state.raw<{ readonly position: AnalysisPosition; readonly node: number; readonly played: Step[] } | null>(null);
  /** The steps in words as the viewer may know them, by node; of steps that the viewer did not notice there are none. */
  steps = $state.raw<ReadonlyMap<number, Step>>(new Map());
  busy = $state(false);
  problem = $state.raw<Refused | null>(null);
  /** Why the last clicks made no step. */
  refusal = $state.raw<Explained | null>(null);

  shelf: Shelf;
  readonly #server: Server;
  #known = new Map<number, Known>();
  #asked = 0;

  constructor(server: Server, shelf: Shelf) {
    this.#server = server;
    this.shelf = shelf;
  }

  /** Begin anew; the start's steps are the main line. Looks at `at`, or else at the end of that line. */
  async open(start: PositionStart, tree: Tree = toEnd(newTree(start.steps))): Promise<void> {
    this.start = start;
    this.#forget();
    this.shown = null;
    await this.#arrive(tree);
  }

  /** See everything in another language, with another theme or as another seat knows it. */
  async redraw(shelf: Shelf, view: number | null = this.start.view): Promise<void> {
    this.shelf = shelf;
    this.start = { ...this.start, view };
    this.#forget();
    if (this.start.ruleset) await this.#arrive(this.tree);
  }

  /** Look at a tree of which nothing is known yet, and fetch its steps in words, those of its own line first. */
  async #arrive(tree: Tree): Promise<void> {
    await this.look(tree);
    const known = this.#known;
    const ends = [toEnd(tree).at, ...leaves(tree)].slice(0, MOST_LINES);
    for (const end of ends) if (!this.problem && known === this.#known) await this.#peek(goTo(tree, end));
  }

  #forget(): void {
    this.#known = new Map();
    this.steps = new Map();
    this.#asked += 1; // answers that are still on their way are no longer wanted
  }

  /** Take a step from what is on the board. */
  async take(step: string): Promise<void> {
    const before = this.tree;
    await this.look(addStep(this.tree, step));
    if (this.problem && this.problem.code !== "offline") this.tree = before; // not a step, so no node
  }

  async goTo(id: number): Promise<void> {
    await this.look(goTo(this.tree, id));
  }

  /** Look at the node of this tree that it says; until it is there, what was shown stays. */
  async look(tree: Tree): Promise<void> {
    this.tree = tree;
    this.problem = null;
    this.refusal = null;
    const asked = ++this.#asked;
    const node = tree.at;
    this.busy = true;
    try {
      const known = await this.#reach(tree, node);
      if (asked !== this.#asked) return;
      const isNext = this.shown !== null && nodeOf(tree, node).parent === this.shown.node;
      const seenBefore = isNext ? this.#known.get(this.shown!.node)?.seen : undefined;
      const fresh = seenBefore === undefined ? [] : known.position.steps.filter((step) => step.number > seenBefore);
      this.shown = { position: known.position, node, played: fresh };
    } catch (error) {
      if (asked === this.#asked) this.problem = asRefused(error);
    } finally {
      if (asked === this.#asked) this.busy = false;
    }
    if (asked === this.#asked && !this.problem) void this.#peek(forward(tree));
  }

  /** Have another position ready; it does not matter if that fails. */
  async #peek(tree: Tree): Promise<void> {
    try {
      await this.#reach(tree, tree.at);
    } catch {
      // It will be said when somebody goes there.
    }
  }

  async #reach(tree: Tree, node: number): Promise<Known> {
    const found = this.#known.get(node);
    if (found) return found;
    const known = this.#known;
    const shelf = this.shelf;
    const before = known.get(nodeOf(tree, node).parent);
    const position = await this.#server.position(this.#request(stepsTo(tree, node), before?.seen ?? 0));
    shelf.take(position.picture);
    const made = { position, seen: Math.max(before?.seen ?? 0, position.steps.at(-1)?.number ?? 0) };
    known.set(node, made);
    if (known === this.#known) this.#note(path(tree, node), position.steps);
    return made;
  }

  #note(ids: readonly number[], steps: readonly Step[]): void {
    const found = new Map(this.steps);
    for (const step of steps) {
      const id = ids[step.place - 1];
      if (id !== undefined) found.set(id, step);
    }
    this.steps = found;
  }

  /** Ask why these clicks make no step in what is on the board. */
  async why(clicks: string[]): Promise<void> {
    const asked = this.#asked;
    try {
      const answer = await this.#server.explain({ ...this.#request(stepsTo(this.tree), 0), clicks });
      if (asked === this.#asked) this.refusal = answer.allowed ? null : answer;
    } catch (error) {
      if (asked === this.#asked) this.problem = asRefused(error);
    }
  }

  /** What is looked at, for somebody else to think about. */
  get position(): PositionRequest {
    return { ...this.#request(stepsTo(this.tree), 0), known_ground: "", known_looks: [] };
  }

  #request(steps: string[], since: number): PositionRequest {
    const { artCache, looks, theme, locale } = this.shelf;
    const known_looks = [...looks].slice(0, MOST_LOOKS);
    return { ...this.start, steps, since, known_ground: artCache.newest, known_looks, theme, locale };
  }
}

function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  throw error;
}
