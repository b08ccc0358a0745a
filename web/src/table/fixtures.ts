/** Small tables for tests. */

import type { Event, Picture, Piece, SeatInfo, Step, TableInfo } from "../lib/wire";

export function picture(given: Partial<Picture> = {}): Picture {
  return {
    viewer: 0,
    seat: 0,
    ground_key: "small",
    ground: null,
    over: "",
    pieces: [],
    stock: [],
    scores: [],
    paths: [],
    choices: {},
    last: [],
    forced: [],
    threatened: [],
    art: {},
    kinds: {},
    goal: "",
    prompts: {},
    cautions: {},
    board: "",
    ...given,
  };
}

export function seatInfo(seat: number, given: Partial<SeatInfo> = {}): SeatInfo {
  return {
    seat,
    label: ["Black", "White"][seat] ?? `Seat ${seat}`,
    look: `seat:${seat}`,
    occupant: "person",
    name: ["Ada", "Ben"][seat] ?? "",
    level: 0,
    person: `p${seat}`,
    page: "",
    yours: seat === 0,
    here: true,
    rating: null,
    provisional: false,
    vacation: 0,
    ...given,
  };
}

export function tableInfo(given: Partial<TableInfo> = {}): TableInfo {
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
    seats: [seatInfo(0), seatInfo(1)],
    seat: 0,
    viewer: 0,
    curtain: -1,
    hidden_information: false,
    clock: { kind: "none", base: 0, increment: 0, running: -1, left: [] },
    offers: [],
    agreement: null,
    claim: null,
    may: [],
    thinking: false,
    spectators: 0,
    outcome: null,
    unrated: "",
    series_score: null,
    rematch: "",
    kept: null,
    ...given,
  };
}

export function step(number: number, given: Partial<Step> = {}): Step {
  return { number, turn: number, seat: (number + 1) % 2, text: `s${number}`, events: [], place: number, ...given };
}

export function event(effect: string, data: Record<string, unknown>, sentence = ""): Event {
  return { kind: effect, effect, data, sentence };
}

export function piece(site: string, given: Partial<Piece> = {}): Piece {
  return { site, owner: 1, kind: "?", look: "block", label: "", signs: [], might: [], secret: true, ...given };
}
