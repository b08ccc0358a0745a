/** What the board takes and gives: the whole interface between `Board.svelte` and the pages. */
import type { Snippet } from "svelte";
import type { Confirm } from "../lib/settings.svelte";
import type { Picture, Preview, Step } from "../lib/wire";
import type { ArtCache } from "./artCache.svelte";

/** A step drawn over the board: from site to site. `weight` 0 to 1 says how thick. */
export interface DrawnArrow {
  sites: string[];
  weight: number;
  label: string;
}

export interface BoardProps {
  picture: Picture;
  /** Where grounds and looks are kept. Whoever receives a picture calls `artCache.take(picture)` before showing it. */
  artCache: ArtCache;
  /** The steps that led from the picture before to this one, to be animated and announced; empty: just show it. */
  played?: Step[];
  /** Whether steps can be taken here now. Without it the board can only be looked at (and its sites be read). */
  active?: boolean;
  /** When a finished step must be confirmed; as the settings say unless given. */
  confirm?: Confirm;
  /** The seat that may click for its next turn while others act; -1: none. */
  planner?: number;
  /** The buttons may stand beside the board where there is room. */
  buttonsBeside?: boolean;
  /** Clicks draw arrows and circles. (The other button of a mouse always does.) */
  drawing?: boolean;
  /** A step was sent and is not acknowledged yet: shown as such, and nothing can be clicked. */
  unsure?: boolean;
  arrows?: DrawnArrow[];
  /** The steps of the last turn, to be shown as long as nobody has gone on. */
  lastTurn?: Step[];
  /** Steps that are to come, to be shown instead. */
  ahead?: Step[];
  /** Sites in danger; those of the picture unless given. */
  threatened?: string[];
  /** What the steps would do that can be taken with the next click. */
  previews?: readonly Preview[];
  /** Short texts at sites. */
  notes?: Record<string, string>;
  /** The name of the board for a screen reader. */
  label: string;
  /** Right under the board: what a step would do. */
  caption?: Snippet;
  /** Further buttons in the row under the board, beside the choices of the game ("end turn"). */
  beside?: Snippet;
  /** A whole step was clicked (and confirmed). */
  onstep?: (step: string) => void;
  /** Clicks that make no step: ask the server why not. */
  onattempt?: (clicks: string[]) => void;
  /** What is picked now, as clicks; empty: nothing. */
  onpick?: (clicks: string[]) => void;
  /** Somebody points at a step, or at none any more. `waiting`: one more tap takes it. */
  onpreview?: (preview: Preview | undefined, waiting: boolean) => void;
  /** What is planned for one's next turn, as clicks; empty: nothing. */
  onplan?: (clicks: string[]) => void;
  /** Somebody wants to do something about a site that is no step (right click, long press, the menu key). Says whether
   * there is anything to do. */
  onmenu?: (site: string) => boolean;
}
