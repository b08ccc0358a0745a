/** What a mouse, finger or pen does on the board: taps, drags from site to site, long presses. */
import type { Point } from "./sites";

export interface Grip {
  site: string;
  x: number; // where the pointer is, in the board's units
  y: number;
  large: boolean; // so that a finger does not hide it
}

interface Options {
  siteAt: (event: PointerEvent) => { site: string | undefined; at: Point };
  /** Whether what stands there can be dragged. */
  liftable: (site: string) => boolean;
  tap: (site: string | undefined, at: Point, touch: boolean) => void;
  lift: (site: string) => void;
  drop: (from: string, to: string | undefined) => void;
  /** A long press, or a click with the other button. */
  menu: (site: string, touch: boolean) => void;
  /** Drawn with the other button from site to site. */
  draw: (from: string, to: string) => void;
}

const STILL = 7; // pixels that a tap may tremble
const LONG = 550; // milliseconds of a long press

export class Hand {
  /** The piece that is being dragged. */
  grip = $state<Grip | undefined>();
  /** The site under the pointer. */
  over = $state<string | undefined>();
  #options: Options;
  #down: { pointer: number; site: string | undefined; x: number; y: number; other: boolean } | undefined;
  #long: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  down = (event: PointerEvent): void => {
    if ((event.button !== 0 && event.button !== 2) || this.#down) return;
    const { site } = this.#options.siteAt(event);
    this.#down = { pointer: event.pointerId, site, x: event.clientX, y: event.clientY, other: event.button === 2 };
    if (event.pointerType !== "mouse" && site) this.#long = setTimeout(() => this.#pressedLong(site), LONG);
  };

  move = (event: PointerEvent): void => {
    const { site, at } = this.#options.siteAt(event);
    this.over = event.pointerType === "touch" && !this.#down ? undefined : site;
    const down = this.#down;
    if (!down || down.pointer !== event.pointerId || down.other) return;
    const far = Math.hypot(event.clientX - down.x, event.clientY - down.y);
    if (far < STILL && !this.grip) return;
    clearTimeout(this.#long);
    if (!this.grip) {
      if (!down.site || !this.#options.liftable(down.site)) return;
      (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
      this.#options.lift(down.site);
      this.grip = { site: down.site, ...at, large: event.pointerType !== "mouse" };
    }
    Object.assign(this.grip, at);
  };

  up = (event: PointerEvent): void => {
    const down = this.#down;
    const held = this.grip;
    if (!down || down.pointer !== event.pointerId) return;
    this.cancel();
    const { site, at } = this.#options.siteAt(event);
    if (down.other) {
      if (down.site && site === down.site) this.#options.menu(site, false);
      else if (down.site && site) this.#options.draw(down.site, site);
    } else if (held) this.#options.drop(held.site, site);
    else if (Math.hypot(event.clientX - down.x, event.clientY - down.y) < 3 * STILL)
      this.#options.tap(down.site, at, event.pointerType === "touch");
  };

  /** The browser takes over (scrolling), or Escape was pressed. */
  cancel = (): void => {
    clearTimeout(this.#long);
    this.#down = undefined;
    this.grip = undefined;
  };

  leave = (): void => {
    this.over = undefined;
  };

  #pressedLong(site: string): void {
    this.cancel();
    this.#options.menu(site, true);
  }
}
