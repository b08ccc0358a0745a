/** What somebody draws on the board for themselves: circles around sites, arrows from one to another. */
export class Drawings {
  /** One site: a circle; two: an arrow. */
  shapes = $state.raw<string[][]>([]);
  /** Where an arrow begins that is not finished. */
  start = $state("");

  /** Draw it, or rub it out if it is there. */
  toggle(sites: string[]): "drawn" | "erased" {
    const name = sites.join(" ");
    const kept = this.shapes.filter((one) => one.join(" ") !== name);
    const drawn = kept.length === this.shapes.length;
    this.shapes = drawn ? [...kept, sites] : kept;
    this.start = "";
    return drawn ? "drawn" : "erased";
  }

  /** A site was chosen: the first of an arrow, or its end; the same once more makes a circle. The shape, once it is one. */
  press(site: string): string[] | undefined {
    if (this.start) return this.start === site ? [site] : [this.start, site];
    this.start = site;
    return undefined;
  }

  /** Says whether there was anything. */
  clear(): boolean {
    const any = this.shapes.length > 0 || this.start !== "";
    if (any) [this.shapes, this.start] = [[], ""];
    return any;
  }
}
