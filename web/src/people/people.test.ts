import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { set } from "../account/me.svelte";
import { defaultDraft, newTableRequest, opponentsOf, withRival } from "../newgame/draft";
import type { Challenge, GameCard, Statistic, TableCard } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import { seatInfo, tableInfo } from "../table/fixtures";
import Invite from "../table/Invite.svelte";
import Challenges from "./Challenges.svelte";
import { challengePage, pageOf } from "./company";
import Statistics from "./Statistics.svelte";

const TABLE: TableCard = {
  id: "t1", game: "small", ruleset: "small", title: "Small", phase: "waiting", visibility: "private",
  seats: [seatInfo(0), seatInfo(1, { occupant: "open", name: "", person: "" })],
  clock: { kind: "none", base: 0, increment: 0, running: -1, left: [0, 0] },
  rated: false, your_turn: false, changed: 0, outcome: null,
};
const asked: Challenge = { table: TABLE, name: "Ada", yours: false, declined: false };

beforeEach(async () => {
  await speak("en");
  set({ id: "p9", name: "Zoe", guest: false });
});
afterEach(() => vi.unstubAllGlobals());

it("a name in an address is one part of it, whatever it has in it", () => {
  expect(pageOf("A/B c.")).toBe("/people/A%2FB%20c.");
  expect(challengePage("small", "A&B", "plain")).toBe("/play/small?challenge=A%26B&ruleset=plain");
});

it("a challenge is accepted by a link that takes the seat, and declined by a button", async () => {
  const left = vi.fn();
  const fetched = vi.fn().mockResolvedValue(Response.json([]));
  vi.stubGlobal("fetch", fetched);
  render(Challenges, { challenges: [asked], onchange: left });
  expect(screen.getByText("Ada challenges you")).toBeTruthy();
  const accept = screen.getByRole("link", { name: "Accept the challenge of Ada: Small" });
  expect(accept.getAttribute("href")).toBe("/t/t1?sit");
  await fireEvent.click(screen.getByRole("button", { name: "Decline the challenge of Ada: Small" }));
  await vi.waitFor(() => expect(left).toHaveBeenCalledWith([]));
  expect(JSON.parse(fetched.mock.calls[0]![1].body)).toEqual({ table: "t1" });
});

it("the challenger is told that it was declined", () => {
  render(Challenges, { challenges: [{ ...asked, name: "Ben", yours: true, declined: true }], onchange: () => {} });
  expect(screen.getByText("Ben declined.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /Accept/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Remove" })).toBeTruthy();
});

it("results stand by game, against people and each level", () => {
  const row = (game: string, level: number, won: number): Statistic => ({
    game, title: game.toUpperCase(), level, opponent: level ? "Calm" : "", played: won + 3, won, drawn: 1, lost: 2,
  });
  render(Statistics, { statistics: [row("a", 0, 4), row("a", 3, 0), row("b", 0, 7)] });
  expect(screen.getAllByRole("table").map((table) => table.querySelector("caption")?.textContent)).toEqual(["A", "B"]);
  const cells = screen.getByRole("row", { name: /Level 3: Calm/ }).querySelectorAll("td");
  expect([...cells].map((cell) => cell.textContent)).toEqual(["3", "0", "1", "2"]);
});

it("whoever is challenged can accept or decline at the table, others cannot take the seat", () => {
  const seats = [seatInfo(0, { yours: false }), seatInfo(1, { occupant: "open", name: "", person: "", yours: false })];
  const kept = { seat: 1, person: "p9", name: "Zoe", declined: false };
  const props = { onsit: () => {}, onstand: () => {}, onfill: () => {}, onremove: () => {}, onclose: () => {} };
  const waiting = { phase: "waiting" as const, owner: false, seats, kept };
  const mine = render(Invite, { table: tableInfo({ ...waiting, may: ["sit"] }), ...props });
  expect(screen.getByText("Ada challenges you")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Accept" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Decline" })).toBeTruthy();
  mine.unmount();
  set({ id: "p8", name: "Yan", guest: true });
  render(Invite, { table: tableInfo({ ...waiting, may: [] }), ...props });
  expect(screen.getByText("A seat is kept for Zoe.")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it("a challenge is for two at a private table, whatever was played last", () => {
  const ruleset = { name: "many", label: "", options: [], seats: [2, 3, 4], series: null };
  const game: GameCard = {
    name: "many", title: "Many", summary: "", hidden_information: false, seat_labels: [], rulesets: [ruleset], levels: [], picture: "",
  };
  const last = { ...defaultDraft(game, "lobby"), seats: [0, 1, 2].map((seat) => ({ who: seat ? "computer" : "you", level: 2, name: "" }) as const) };
  const draft = withRival(last);
  expect(opponentsOf(draft)).toBe("friend");
  expect(newTableRequest(draft, ruleset).visibility).toBe("private");
  expect(draft.seats.map((seat) => seat.who)).toEqual(["you", "open"]);
});
