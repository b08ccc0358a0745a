/** A move for one's next turn, chosen while others act: one's piece, then where it goes. */
export class PlannedMove {
  clicks = $state.raw<string[]>([]);
  #owns: (site: string) => boolean;
  #onchange: (clicks: string[]) => void;

  constructor(owns: (site: string) => boolean, onchange: (clicks: string[]) => void) {
    this.#owns = owns;
    this.#onchange = onchange;
  }

  get whole(): boolean {
    return this.clicks.length > 1;
  }

  /** A site was clicked: one's piece, its goal, or (with a plan already) that it shall not be. */
  press(site: string): void {
    const begun = this.clicks.length === 1 && this.clicks[0] !== site;
    if (begun) this.#set([this.clicks[0]!, site]);
    else this.#set(this.clicks.length || !this.#owns(site) ? [] : [site]);
  }

  clear(): void {
    this.#set([]);
  }

  /** It is one's turn: the clicks to be made now. */
  take(): string[] {
    const clicks = this.whole ? this.clicks : [];
    if (this.clicks.length) {
      this.clicks = [];
      this.#onchange([]);
    }
    return clicks;
  }

  #set(clicks: string[]): void {
    if (!clicks.length && !this.clicks.length) return;
    this.clicks = clicks;
    this.#onchange(clicks);
  }
}
