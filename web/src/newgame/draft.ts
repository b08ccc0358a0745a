/** A table that somebody is about to open: what the form holds, and what is sent. */

import type { ClockKind, GameCard, OptionForm, RulesetCard, Visibility } from "../lib/wire";

export type Who = "you" | "computer" | "open";
export type Company = "computer" | "friend" | "screen" | "lobby" | "mixed";
export type OptionValue = string | number | boolean;

export interface Seat {
  who: Who;
  level: number;
  name: string; // on a shared screen
}

export interface Draft {
  ruleset: string;
  seats: Seat[];
  listed: boolean; // open seats are for everybody, not only for whoever has the link
  options: Record<string, OptionValue>; // those that are not the usual ones
  texts: Record<string, string>; // lists as they were written; instead of a choice, even while nothing is written
  clock: ClockKind;
  minutes: number;
  increment: number; // seconds
  days: number;
  lots: boolean;
  rated: boolean;
  series: boolean;
  chat: boolean;
}

/** The body of POST /api/options. */
export interface OptionsGiven {
  ruleset: string;
  options: Record<string, OptionValue>;
  texts: Record<string, string>;
}

/** The body of POST /api/tables. */
export interface TableWanted {
  ruleset: string;
  options: Record<string, OptionValue | unknown[]>;
  seats: { who: Who; level: number; name: string }[];
  visibility: Visibility;
  clock: { kind: ClockKind; base: number; increment: number };
  lots: boolean;
  rated: boolean;
  series: boolean;
  chat: boolean;
}

const EASY = 2;
const PLAYERS = "players"; // the option that says how many seats there are

/** What works at once. */
export function usual(game: GameCard, company: Company = "computer"): Draft {
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
    chat: true,
  };
  return withCompany({ ...draft, seats: seatsOf(ruleset?.seats[0] ?? 2) }, company);
}

function seatsOf(count: number): Seat[] {
  return Array.from({ length: count }, (_, seat) => ({ who: seat ? "computer" : "you", level: EASY, name: "" }));
}

/** Seats for one of the usual kinds of company; who sits where stays. */
export function withCompany(draft: Draft, company: Company): Draft {
  if (company === "mixed") return draft;
  const others: Who = company === "computer" ? "computer" : company === "screen" ? "you" : "open";
  const mine = Math.max(0, draft.seats.findIndex((seat) => seat.who === "you"));
  const seats = draft.seats.map((seat, index) => ({ ...seat, who: index === mine ? "you" : others }) as Seat);
  return fitted({ ...draft, seats, listed: company === "lobby" });
}

/** Which of the usual kinds this is. */
export function companyOf(draft: Draft): Company {
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
  const series = draft.series && ruleset.series;
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
  return { ...draft, rated: draft.rated && canBeRated(draft), listed: draft.listed && open };
}

/** Ratings are for games between people who each sit at a screen of their own. */
export function canBeRated(draft: Draft): boolean {
  const mine = draft.seats.filter((seat) => seat.who === "you").length;
  return mine === 1 && draft.seats.every((seat) => seat.who !== "computer");
}

/** "English edition: two ports" as a name and what is to be said about it; a sentence without a name has only the latter. */
export function named(said: string): { label: string; what: string } {
  const [, label, what] = /^([^:：]{1,30})[:：]\s*(.+)$/s.exec(said) ?? [];
  return label && what ? { label, what } : { label: "", what: said };
}

/** Options that a form can show; how many play is asked for by the seats. */
export function formOptions(ruleset: RulesetCard): OptionForm[] {
  return ruleset.options.filter(
    (option) =>
      (option.choices.length > 0 || option.high > option.low || option.lists) && !(option.name === PLAYERS && manySeats(ruleset)),
  );
}

const manySeats = (ruleset: RulesetCard): boolean => ruleset.seats.length > 1;

export function allows(option: OptionForm, value: OptionValue): boolean {
  if (option.choices.length) return option.choices.some((choice) => choice.value === value);
  if (option.lists) return value === option.default; // what is written is the server's to check
  if (typeof value !== "number" || !Number.isInteger(value)) return false;
  if (value === 0 && option.zero) return true;
  return value >= option.low && value <= option.high && (value - option.low) % Math.max(1, option.stride) === 0;
}

export function withOption(draft: Draft, option: OptionForm, value: OptionValue): Draft {
  const { [option.name]: _, ...others } = draft.options;
  const { [option.name]: __, ...texts } = draft.texts;
  return { ...draft, options: value === option.default ? others : { ...others, [option.name]: value }, texts };
}

/** A list as it is written, instead of a choice. */
export function withText(draft: Draft, option: OptionForm, text: string): Draft {
  const usual = withOption(draft, option, option.default);
  return text || option.choices.length ? { ...usual, texts: { ...usual.texts, [option.name]: text } } : usual;
}

/** What the server is asked to check before a table is made. */
export function given(draft: Draft, ruleset: RulesetCard): OptionsGiven {
  return { ruleset: draft.ruleset, options: chosen(draft, ruleset), texts: draft.texts };
}

function chosen(draft: Draft, ruleset: RulesetCard): Record<string, OptionValue> {
  const players = manySeats(ruleset) && ruleset.options.some((option) => option.name === PLAYERS);
  return players ? { ...draft.options, [PLAYERS]: draft.seats.length } : draft.options;
}

/**
 * `called` is how the game calls the seats: on a shared screen whoever has no name is called so. `lists` are what the
 * server read in the texts.
 */
export function wanted(
  draft: Draft,
  ruleset: RulesetCard,
  called: string[] = [],
  lists: Record<string, unknown[]> = {},
): TableWanted {
  const own = draft.seats.filter((seat) => seat.who === "you").length;
  const open = draft.seats.some((seat) => seat.who === "open");
  const timed = draft.clock === "sudden" || draft.clock === "fischer";
  return {
    ruleset: draft.ruleset,
    options: { ...chosen(draft, ruleset), ...lists },
    seats: draft.seats.map(({ who, level, name }, seat) => ({
      who,
      level,
      name: who === "you" && own > 1 ? name.trim() || (called[seat] ?? "") : "",
    })),
    visibility: !open ? "screen" : draft.listed ? "lobby" : "private",
    clock: {
      kind: draft.clock,
      base: timed ? draft.minutes * 60 : draft.clock === "days" ? draft.days : 0,
      increment: draft.clock === "fischer" ? draft.increment : 0,
    },
    lots: draft.lots,
    rated: draft.rated && canBeRated(draft),
    series: draft.series && ruleset.series,
    chat: draft.chat,
  };
}

// --- the last choice --------------------------------------------------------------------------------------------------
type Keeper = Pick<Storage, "getItem" | "setItem">;

const key = (game: string): string => `ludarium.new.${game}`;

export function remember(keeper: Keeper, game: string, draft: Draft): void {
  try {
    keeper.setItem(key(game), JSON.stringify(draft));
  } catch {
    return; // no storage: the form begins as usual
  }
}

/** The last choice for this game as far as the game still knows it, or the usual one. */
export function recall(keeper: Keeper, game: GameCard): Draft {
  const fresh = usual(game);
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
