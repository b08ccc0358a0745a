import { describe, expect, it } from "vitest";
import type { GameCard, OptionForm } from "../lib/wire";
import * as draft from "./draft";

const number = (name: string, given: Partial<OptionForm> = {}): OptionForm => ({
  name, label: name, sentence: "", clause: "", rule: "", default: 3, choices: [], low: 1, high: 9, stride: 1, zero: false,
  lists: false, own: "", none: "", example: "", ...given,
});
const choices = [{ value: "own", label: "own" }, { value: "any", label: "any" }];
const walls = number("walls", { default: "own", choices, low: 0, high: 0 });
const list = number("types", { default: "", low: 0, high: 0, lists: true, example: "a, b" });
const land = number("land", { default: "own", choices, low: 0, high: 0, lists: true, own: "yours", example: "[[0, 0]]" });
const players = number("players", { default: 2, low: 2, high: 6 });
const game: GameCard = {
  name: "small", title: "Small", summary: "", hidden_information: false, seat_labels: ["Black", "White"], levels: [],
  rulesets: [
    { name: "one", label: "", options: [walls, list, number("cap", { zero: true })], seats: [2], series: { games: 6, sets: 2, most: 100 } },
    { name: "many", label: "", options: [players, number("cap", { default: 5 })], seats: [2, 3, 4, 5, 6], series: null },
  ],
};
const [one, many] = game.rulesets as [GameCard["rulesets"][0], GameCard["rulesets"][0]];
const who = (given: draft.Draft): string => given.seats.map((seat) => seat.who).join(" ");

describe("opponents", () => {
  it("are a computer of level 2 to begin with", () => {
    const sent = draft.newTableRequest(draft.defaultDraft(game), one);
    expect(sent.seats).toEqual([{ who: "you", level: 2, name: "" }, { who: "computer", level: 2, name: "" }]);
    expect([sent.visibility, sent.clock.kind, sent.rated]).toEqual(["screen", "none", false]);
  });

  it("fill the seats, and are recognised from them", () => {
    for (const opponents of draft.OPPONENTS) {
      expect(draft.opponentsOf(draft.defaultDraft(game, opponents))).toBe(opponents);
    }
    const mixed = draft.withCount(draft.defaultDraft(game, "friend"), 3);
    mixed.seats[2]!.who = "computer";
    expect(draft.opponentsOf(mixed)).toBe("mixed");
  });

  it("decide who may come", () => {
    expect(draft.newTableRequest(draft.defaultDraft(game, "friend"), one).visibility).toBe("private");
    expect(draft.newTableRequest(draft.defaultDraft(game, "lobby"), one).visibility).toBe("lobby");
    expect(draft.newTableRequest(draft.defaultDraft(game, "screen"), one).visibility).toBe("screen");
  });

  it("changes around you, wherever you sit", () => {
    const second = draft.sitAt(draft.defaultDraft(game), 1);
    expect(who(second)).toBe("computer you");
    expect(who(draft.withOpponents(second, "friend"))).toBe("open you");
  });

  it("allows ratings only between people at screens of their own", () => {
    const friend = draft.withRated(draft.defaultDraft(game, "friend"), true);
    expect([friend.clock, draft.withRated({ ...friend, clock: "days" }, true).clock]).toEqual(["fischer", "days"]);
    expect(draft.fitted({ ...friend, clock: "none" }).clock).toBe("fischer"); // remembered from before
    expect(draft.newTableRequest(friend, one).rated).toBe(true);
    expect(draft.withOpponents(friend, "computer").rated).toBe(false);
    expect(draft.canBeRated(draft.defaultDraft(game, "screen"))).toBe(false);
  });
});

describe("seats", () => {
  it("can be more, like those there are, and fewer, but never without you", () => {
    const five = draft.withCount(draft.defaultDraft(game, "friend"), 4);
    expect(who(five)).toBe("you open open open");
    expect(who(draft.withCount(draft.sitAt(five, 3), 2))).toBe("you open");
  });

  it("are told by the option that counts them, which the form does not show", () => {
    const four = draft.withCount(draft.withRuleset(draft.defaultDraft(game), many), 4);
    expect(draft.newTableRequest(four, many).options).toEqual({ players: 4 });
    expect(draft.formOptions(many).map((option) => option.name)).toEqual(["cap"]);
  });

  it("fit the ruleset", () => {
    const four = draft.withCount(draft.withRuleset(draft.defaultDraft(game), many), 4);
    expect(draft.withRuleset(four, one).seats).toHaveLength(2);
  });

  it("have names only where several people share a screen", () => {
    const shared = draft.defaultDraft(game, "screen");
    shared.seats[1]!.name = " Ben ";
    const names = draft.newTableRequest(shared, one, ["Black", "White"]).seats.map((seat) => seat.name);
    expect(names).toEqual(["Black", "Ben"]);
    expect(draft.newTableRequest(draft.withOpponents(shared, "computer"), one).seats[1]!.name).toBe("");
  });
});

describe("options", () => {
  it("are sent only where they differ from the default", () => {
    const changed = draft.withOption(draft.defaultDraft(game), walls, "any");
    expect(changed.options).toEqual({ walls: "any" });
    expect(draft.withOption(changed, walls, "own").options).toEqual({});
  });

  it("go with the ruleset as far as it has them", () => {
    const changed = draft.withOption(draft.withOption(draft.defaultDraft(game), walls, "any"), one.options[2]!, 7);
    expect(draft.withRuleset(changed, many).options).toEqual({ cap: 7 });
    const unset = draft.withOption(draft.defaultDraft(game), one.options[2]!, 5);
    expect(draft.withRuleset(unset, many).options).toEqual({});
  });

  it("that a form cannot show are left out", () => {
    const strange = { ...one, options: [...one.options, number("odd", { low: 0, high: 0 })] };
    expect(draft.formOptions(strange).map((option) => option.name)).toEqual(["walls", "types", "cap"]);
  });

  it("that are lists are written, and sent as the server read them", () => {
    const written = draft.withText(draft.defaultDraft(game), list, "a, c");
    expect(draft.optionsRequest(written, one)).toEqual({ ruleset: "one", options: {}, texts: { types: "a, c" } });
    expect(draft.newTableRequest(written, one, [], { types: ["a", "c"] }).options).toEqual({ types: ["a", "c"] });
    expect(draft.withText(written, list, "").texts).toEqual({});
    expect(draft.withRuleset(written, many).texts).toEqual({});
  });

  it("take a list instead of a choice, even before it is written", () => {
    const own = draft.withText(draft.withOption(draft.defaultDraft(game), land, "any"), land, "");
    expect([own.options, own.texts]).toEqual([{}, { land: "" }]);
    const chosen = draft.withOption(own, land, "any");
    expect([chosen.options, chosen.texts]).toEqual([{ land: "any" }, {}]);
  });

  it("are checked as the server does", () => {
    const even = number("size", { low: 6, high: 12, stride: 6 });
    expect([5, 6, 7, 12, 18, 0, 6.5].map((value) => draft.allows(even, value))).toEqual(
      [false, true, false, true, false, false, false],
    );
    expect(draft.allows({ ...even, zero: true }, 0)).toBe(true);
    expect(draft.allows(walls, "none")).toBe(false);
  });
});

it("clocks are sent in seconds, days as days", () => {
  const given = { ...draft.defaultDraft(game), minutes: 5, increment: 3, days: 2 };
  const sent = (clock: draft.Draft["clock"]) => draft.newTableRequest({ ...given, clock }, one).clock;
  expect(sent("none")).toEqual({ kind: "none", base: 0, increment: 0 });
  expect(sent("sudden")).toEqual({ kind: "sudden", base: 300, increment: 0 });
  expect(sent("fischer")).toEqual({ kind: "fischer", base: 300, increment: 3 });
  expect(sent("days")).toEqual({ kind: "days", base: 2, increment: 0 });
});

it("a series is only where the ruleset has one", () => {
  const series = { ...draft.defaultDraft(game), series: true };
  expect(draft.newTableRequest(series, one).series).toBe(true);
  expect(draft.withRuleset(series, many).series).toBe(false);
});

describe("the last choice", () => {
  const kept = new Map<string, string>();
  const keeper = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };

  it("comes back for the same game", () => {
    const given = draft.withOption(draft.defaultDraft(game, "screen"), walls, "any");
    draft.remember(keeper, "small", given);
    expect(draft.recall(keeper, game)).toEqual(given);
    expect(draft.recall(keeper, { ...game, name: "other" })).toEqual(draft.defaultDraft(game));
  });

  it("is forgotten where the game does not know it any more, or it cannot be read", () => {
    draft.remember(keeper, "small", { ...draft.defaultDraft(game, "screen"), ruleset: "gone" });
    expect(draft.recall(keeper, game)).toEqual(draft.defaultDraft(game));
    kept.set("ludarium.new.small", "{");
    expect(draft.recall(keeper, game)).toEqual(draft.defaultDraft(game));
  });
});

it("an edition's sentence begins with its name, if it has one", () => {
  expect(draft.splitLabel("English edition: two ports")).toEqual({ label: "English edition", what: "two ports" });
  expect(draft.splitLabel("日本語版：連鎖トラップ")).toEqual({ label: "日本語版", what: "連鎖トラップ" });
  expect(draft.splitLabel("every marble may move")).toEqual({ label: "", what: "every marble may move" });
});
