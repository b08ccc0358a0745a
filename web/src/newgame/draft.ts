/** A table that somebody is about to open: what the form holds, and what is sent. */

import type {
  ClockKind, GameCard, NewTableRequest, OptionForm, OptionList, OptionsRequest, RulesetCard, SeatRequest, SeriesForm,
} from "../lib/wire";
import { t } from "../lib/words.svelte";

/** Whom you play with; `screen`: people at this screen, `mixed`: several of these. */
export type Opponents = "computer" | "friend" | "screen" | "lobby" | "mixed";
export const OPPONENTS = ["computer", "friend", "screen", "lobby"] as const;
export type OptionChoice = OptionForm["default"]; // lists are written as texts
export type Seat = Required<SeatRequest>;

export interface Draft {
  ruleset: string;
  seats: Seat[];
  listed: boolean; // open seats are for everybody, not only for whoever has the link
  options: Record<string, OptionChoice>; // those that are not the default
  texts: Record<string, string>; // lists as they were written; instead of a choice, even while nothing is written
  clock: ClockKind;
  minutes: number;
  increment: number; // seconds
  days: number;
  lots: boolean;
  rated: boolean;
  series: boolean;
  games: number; // in a set of a series; 0: as many as usual
  sets: number;
  chat: boolean;
}

const EASY = 2;
const LONGEST = 4000; // characters of a list
const PLAYERS = "players"; // the option that says how many seats there are

/** What works at once. */
export function defaultDraft(game: GameCard, opponents: Opponents = "computer"): Draft {
  const ruleset = game.rulesets[0];
  const draft: Draft = {
    ruleset: ruleset?.name ?? "",
    seats: [],
    listed: false,
    options: {},
    texts: {},
    clock: "none",
    minutes: 10,
    increment: 5,
    days: 3,
    lots: false,
    rated: false,
    series: false,
    games: 0,
    sets: 0,
    chat: true,
  };
  return withOpponents({ ...draft, seats: seatsOf(ruleset?.seats[0] ?? 2) }, opponents);
}

function seatsOf(count: number): Seat[] {
  return Array.from({ length: count }, (_, seat) => ({ who: seat ? "computer" : "you", level: EASY, name: "" }));
}

/** Seats for such opponents; your own seat stays. */
export function withOpponents(draft: Draft, opponents: Opponents): Draft {
  if (opponents === "mixed") return draft;
  const others: Seat["who"] = opponents === "computer" ? "computer" : opponents === "screen" ? "you" : "open";
  const mine = Math.max(0, draft.seats.findIndex((seat) => seat.who === "you"));
  const seats = draft.seats.map((seat, index) => ({ ...seat, who: index === mine ? "you" : others }) as Seat);
  return fitted({ ...draft, seats, listed: opponents === "lobby" });
}

/** You and one other person, by private link: somebody is challenged. */
export function withRival(draft: Draft): Draft {
  return withOpponents(withCount(draft, 2), "friend");
}

export function opponentsOf(draft: Draft): Opponents {
  const kinds = new Set(draft.seats.map((seat) => seat.who));
  const mine = draft.seats.filter((seat) => seat.who === "you").length;
  if (mine === draft.seats.length) return "screen";
  if (mine !== 1 || kinds.size !== 2) return "mixed";
  if (kinds.has("computer")) return "computer";
  return draft.listed ? "lobby" : "friend";
}

export function withCount(draft: Draft, count: number): Draft {
  const like = draft.seats.find((seat) => seat.who !== "you") ?? draft.seats.at(-1);
  const more = Array.from({ length: Math.max(0, count - draft.seats.length) }, () => ({ ...like!, name: "" }));
  const kept = draft.seats.slice(0, count);
  if (!kept.some((seat) => seat.who === "you")) kept[0] = { who: "you", level: EASY, name: "" };
  return fitted({ ...draft, seats: [...kept, ...more] });
}

export function withRuleset(draft: Draft, ruleset: RulesetCard): Draft {
  const names = new Map(ruleset.options.map((option) => [option.name, option]));
  const kept = Object.entries(draft.options).filter(([name, value]) => {
    const option = names.get(name);
    return option !== undefined && allows(option, value) && value !== option.default;
  });
  const texts = Object.entries(draft.texts).filter(([name, text]) => names.get(name)?.lists && typeof text === "string");
  const series = draft.series && ruleset.series !== null;
  const next = {
    ...draft,
    ruleset: ruleset.name,
    options: Object.fromEntries(kept),
    texts: Object.fromEntries(texts),
    series,
  };
  const fits = ruleset.seats.includes(draft.seats.length);
  return fits ? next : withCount(next, ruleset.seats[0] ?? draft.seats.length);
}

/** The person who sits at this place is you; who sat there takes your old one. */
export function sitAt(draft: Draft, place: number): Draft {
  const mine = draft.seats.findIndex((seat) => seat.who === "you");
  const seats = [...draft.seats];
  [seats[place], seats[mine]] = [seats[mine]!, seats[place]!];
  return { ...draft, seats, lots: false };
}

/** What depends on who plays: only strangers and friends can be rated against, only open seats are listed. */
export function fitted(draft: Draft): Draft {
  const open = draft.seats.some((seat) => seat.who === "open");
  return withRated({ ...draft, listed: draft.listed && open }, draft.rated && canBeRated(draft));
}

/** A rated game needs a clock: one is proposed where none was chosen. */
export function withRated(draft: Draft, rated: boolean): Draft {
  return { ...draft, rated, clock: rated && draft.clock === "none" ? "fischer" : draft.clock };
}

/** Ratings are for games between people who each sit at a screen of their own. */
export function canBeRated(draft: Draft): boolean {
  const mine = draft.seats.filter((seat) => seat.who === "you").length;
  return mine === 1 && draft.seats.every((seat) => seat.who !== "computer");
}

/** "English edition: two ports" as a short label and what it means; a text without a colon has only the latter. */
export function splitLabel(text: string): { label: string; what: string } {
  const [, label, what] = /^([^:：]{1,30})[:：]\s*(.+)$/s.exec(text) ?? [];
  return label && what ? { label, what } : { label: "", what: text };
}

/** Options that a form can show; how many play is asked for by the seats. */
export function formOptions(ruleset: RulesetCard): OptionForm[] {
  return ruleset.options.filter(
    (option) =>
      (option.choices.length > 0 || option.high > option.low || option.lists) && !(option.name === PLAYERS && manySeats(ruleset)),
  );
}

const manySeats = (ruleset: RulesetCard): boolean => ruleset.seats.length > 1;

export function allows(option: OptionForm, value: OptionChoice): boolean {
  if (option.choices.length) return option.choices.some((choice) => choice.value === value);
  if (option.lists) return value === option.default; // what is written is the server's to check
  if (typeof value !== "number" || !Number.isInteger(value)) return false;
  if (value === 0 && option.zero) return true;
  return value >= option.low && value <= option.high && (value - option.low) % Math.max(1, option.stride) === 0;
}

export function withOption(draft: Draft, option: OptionForm, value: OptionChoice): Draft {
  const { [option.name]: _, ...others } = draft.options;
  const { [option.name]: __, ...texts } = draft.texts;
  return { ...draft, options: value === option.default ? others : { ...others, [option.name]: value }, texts };
}

/** A list as it is written, instead of a choice. */
export function withText(draft: Draft, option: OptionForm, text: string): Draft {
  const unset = withOption(draft, option, option.default);
  return text || option.choices.length ? { ...unset, texts: { ...unset.texts, [option.name]: text } } : unset;
}

/** Whether a series can be so long. */
export function allowsLength({ series, games, sets }: Draft, form: SeriesForm | null): boolean {
  const fits = (length: number): boolean => Number.isInteger(length) && length >= 0 && length <= (form?.most ?? 0);
  return !series || !form || (fits(games) && fits(sets));
}

/** What a link brings: `?ruleset=plain&types=a, b`; whatever the game does not know is left out. */
export function withGiven(draft: Draft, game: GameCard, given: URLSearchParams): Draft {
  const ruleset = game.rulesets.find((one) => one.name === given.get("ruleset"));
  let next = ruleset ? withRuleset(draft, ruleset) : draft;
  for (const option of game.rulesets.find((one) => one.name === next.ruleset)?.options ?? []) {
    const text = option.lists ? given.get(option.name) : null;
    if (text) next = withText(next, option, text.slice(0, LONGEST));
  }
  return next;
}

/** What the server is asked to check before a table is made. */
export function optionsRequest(draft: Draft, ruleset: RulesetCard): OptionsRequest {
  return { ruleset: draft.ruleset, options: chosen(draft, ruleset), texts: draft.texts };
}

function chosen(draft: Draft, ruleset: RulesetCard): Record<string, OptionChoice> {
  const players = manySeats(ruleset) && ruleset.options.some((option) => option.name === PLAYERS);
  return players ? { ...draft.options, [PLAYERS]: draft.seats.length } : draft.options;
}

/** The game's name of a seat. */
export function seatLabel(game: GameCard, seat: number): string {
  return game.seat_labels[seat] ?? t("newgame.seat", { number: seat + 1 });
}

/** On a shared screen whoever has no name gets the seat's label; `lists` are what the server read in the texts. */
export function newTableRequest(
  draft: Draft,
  ruleset: RulesetCard,
  labels: string[] = [],
  lists: Record<string, OptionList> = {},
): Required<NewTableRequest> {
  const own = draft.seats.filter((seat) => seat.who === "you").length;
  const open = draft.seats.some((seat) => seat.who === "open");
  const timed = draft.clock === "sudden" || draft.clock === "fischer";
  return {
    ruleset: draft.ruleset,
    options: { ...chosen(draft, ruleset), ...lists },
    seats: draft.seats.map(({ who, level, name }, seat) => ({
      who,
      level,
      name: who === "you" && own > 1 ? name.trim() || (labels[seat] ?? "") : "",
    })),
    visibility: !open ? "screen" : draft.listed ? "lobby" : "private",
    clock: {
      kind: draft.clock,
      base: timed ? draft.minutes * 60 : draft.clock === "days" ? draft.days : 0,
      increment: draft.clock === "fischer" ? draft.increment : 0,
    },
    lots: draft.lots,
    rated: draft.rated && canBeRated(draft),
    series: draft.series && ruleset.series !== null,
    games: (draft.series && ruleset.series && draft.games) || null,
    sets: (draft.series && ruleset.series && draft.sets) || null,
    chat: draft.chat,
    challenge: "",
  };
}

// --- the last choice --------------------------------------------------------------------------------------------------
type Keeper = Pick<Storage, "getItem" | "setItem">;

const key = (game: string): string => `ludarium.new.${game}`;

export function remember(keeper: Keeper, game: string, draft: Draft): void {
  try {
    keeper.setItem(key(game), JSON.stringify(draft));
  } catch {
    return; // no storage: the form begins with the default
  }
}

/** The last choice for this game as far as the game still knows it, or the default. */
export function recall(keeper: Keeper, game: GameCard): Draft {
  const fresh = defaultDraft(game);
  try {
    const found = JSON.parse(keeper.getItem(key(game.name)) ?? "null") as Partial<Draft> | null;
    const ruleset = game.rulesets.find((one) => one.name === found?.ruleset);
    if (!found || !ruleset || !Array.isArray(found.seats) || !found.seats.every(isSeat)) return fresh;
    const known = Object.fromEntries(Object.entries(found).filter(([name]) => name in fresh));
    if (typeof found.texts !== "object" || !found.texts) delete known.texts;
    return fitted(withRuleset({ ...fresh, ...known } as Draft, ruleset));
  } catch {
    return fresh;
  }
}

function isSeat(found: unknown): found is Seat {
  const seat = found as Seat | null;
  return ["you", "computer", "open"].includes(seat?.who ?? "") && typeof seat?.level === "number";
}
