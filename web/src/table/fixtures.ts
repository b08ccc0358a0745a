/** Small tables for tests. */

import type { Chair, Figure, Happening, Picture, Step, TableNews } from "../lib/wire";

export function picture(given: Partial<Picture> = {}): Picture {
  return {
    viewer: 0,
    seat: 0,
    ground_key: "small",
    ground: null,
    over: "",
    figures: [],
    heaps: [],
    tallies: [],
    ways: [],
    choices: {},
    last: [],
    forced: [],
    threatened: [],
    art: {},
    kinds: {},
    ...given,
  };
}

export function chair(seat: number, given: Partial<Chair> = {}): Chair {
  return {
    seat,
    called: ["Black", "White"][seat] ?? `Seat ${seat}`,
    look: `seat:${seat}`,
    company: "person",
    name: ["Ada", "Ben"][seat] ?? "",
    level: 0,
    person: `p${seat}`,
    yours: seat === 0,
    here: true,
    rating: null,
    ...given,
  };
}

export function news(given: Partial<TableNews> = {}): TableNews {
  return {
    id: "t1",
    ruleset: "small",
    game: "small",
    title: "Small",
    settings: [],
    phase: "playing",
    visibility: "private",
    owner: true,
    rated: false,
    chairs: [chair(0), chair(1)],
    seat: 0,
    viewer: 0,
    curtain: -1,
    hidden_information: false,
    clock: { kind: "none", base: 0, increment: 0, running: -1, left: [] },
    offers: [],
    agreement: null,
    may: [],
    thinking: false,
    spectators: 0,
    ending: null,
    score: null,
    rematch: "",
    ...given,
  };
}

export function step(number: number, given: Partial<Step> = {}): Step {
  return { number, turn: number, seat: (number + 1) % 2, text: `s${number}`, happenings: [], place: number, ...given };
}

export function happening(effect: string, data: Record<string, unknown>, said = ""): Happening {
  return { kind: effect, effect, data, said };
}

export function figure(site: string, given: Partial<Figure> = {}): Figure {
  return { site, owner: 1, kind: "?", look: "block", said: "", signs: [], might: [], secret: true, ...given };
}
