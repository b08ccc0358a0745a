import type { Ground, Picture } from "../lib/wire";

/** Keeps the grounds and looks of one connection: the server sends each of them once. */
export class ArtCache {
  #grounds = $state.raw<Record<string, Ground>>({});
  #art = $state.raw<Record<string, string>>({});
  #newest = $state.raw("");

  /** Take out of a picture what is new in it. */
  take(picture: Picture): void {
    if (picture.ground) this.#grounds = { ...this.#grounds, [picture.ground.key]: picture.ground };
    this.add(picture.art);
    this.#newest = picture.ground_key;
  }

  add(art: Record<string, string>): void {
    if (Object.keys(art).length) this.#art = { ...this.#art, ...art };
  }

  ground(key: string): Ground | undefined {
    return this.#grounds[key];
  }

  /** How wide a ground is for its height; 1 where it is not known. */
  aspect(key: string): number {
    const ground = this.#grounds[key];
    return ground ? ground.width / ground.height : 1;
  }

  /** The SVG fragment of a look; nothing where it is not known. */
  look(name: string): string {
    return this.#art[name] ?? "";
  }

  /** The key of the ground that was used last, to tell the server that it need not be sent again. */
  get newest(): string {
    return this.#newest;
  }
}
