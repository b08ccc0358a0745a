import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { set } from "../account/me.svelte";
import { defaultDraft, newTableRequest, opponentsOf, withRival } from "../newgame/draft";
import type { Challenge, GameCard, PublicProfile, Statistic, TableCard } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import TableList from "../lobby/TableList.svelte";
import { seatInfo, tableInfo } from "../table/fixtures";
import Invite from "../table/Invite.svelte";
import Card from "./Card.svelte";
import Challenges from "./Challenges.svelte";
import { challengePage, pageOf } from "./company";
import Names from "./Names.svelte";
import Statistics from "./Statistics.svelte";

const TABLE: TableCard = {
  id: "t1", game: "small", ruleset: "small", title: "Small", phase: "waiting", hidden_information: false, visibility: "private",
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
    name: "many", title: "Many", summary: "", hidden_information: false, seat_labels: [], rulesets: [ruleset], levels: [],
  };
  const last = { ...defaultDraft(game, "lobby"), seats: [0, 1, 2].map((seat) => ({ who: seat ? "computer" : "you", level: 2, name: "" }) as const) };
  const draft = withRival(last);
  expect(opponentsOf(draft)).toBe("friend");
  expect(newTableRequest(draft, ruleset).visibility).toBe("private");
  expect(draft.seats.map((seat) => seat.who)).toEqual(["you", "open"]);
});

it("an account's name leads to its page, a guest's nowhere", () => {
  render(Names, { seats: [seatInfo(0, { page: "Ada L." }), seatInfo(1)] });
  const link = screen.getByRole("link", { name: "Ada, profile" });
  expect(link.getAttribute("href")).toBe("/people/Ada%20L.");
  expect(link.textContent).toBe("Ada");
  expect(document.body.textContent).toContain("Ada, Ben");
  expect(screen.getAllByRole("link")).toHaveLength(1);
});

it("a finished game is one link, and its opponents are others beside it", () => {
  const seats = [seatInfo(0), seatInfo(1, { yours: false, page: "Ben" })];
  render(TableList, { title: "Games", tables: [{ ...TABLE, phase: "over", seats }], review: true });
  expect(screen.getByRole("link", { name: "Small" }).getAttribute("href")).toBe("/t/t1/review");
  expect(screen.getByRole("link", { name: "Ben, profile" }).getAttribute("href")).toBe("/people/Ben");
});

const PROFILE: PublicProfile = {
  id: "p1", name: "Ben", since: 0, yours: false, followed: false, blocked: false, here: true, table: "",
  ratings: [{ ruleset: "small", title: "Small", value: 1612.4, deviation: 80, games: 3, provisional: true }],
  statistics: [{ game: "small", title: "Small", level: 0, opponent: "", played: 9, won: 5, drawn: 1, lost: 3 }],
};

it("a card tells how good somebody is, and lets whoever plays keep the board", async () => {
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(Response.json(PROFILE)));
  render(Card, { name: "Ben", table: tableInfo() });
  const profile = await screen.findByRole("link", { name: /^Profile ?\(opens in a new tab\)$/ });
  expect([profile.getAttribute("href"), profile.getAttribute("target")]).toEqual(["/people/Ben", "_blank"]);
  expect([...document.querySelectorAll("dd")].map((one) => one.textContent)).toEqual(["1612?", "5", "1", "3"]);
  expect(screen.queryByRole("link", { name: "Challenge" })).toBeNull();
  for (const name of ["Follow", "Block", "Report…"]) expect(screen.getByRole("button", { name })).toBeTruthy();
});

it("after the game, the card offers another one; one's own has nothing to report", async () => {
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(Response.json(PROFILE)));
  const card = render(Card, { name: "Ben", table: tableInfo({ phase: "over" }) });
  const challenge = await screen.findByRole("link", { name: "Challenge" });
  expect(challenge.getAttribute("href")).toBe("/play/small?challenge=Ben&ruleset=small");
  expect(screen.getByRole("link", { name: "Profile" }).hasAttribute("target")).toBe(false);
  card.unmount();
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(Response.json({ ...PROFILE, yours: true })));
  render(Card, { name: "Ben", table: tableInfo() });
  await screen.findByRole("link", { name: /Profile/ });
  expect(screen.queryByRole("button")).toBeNull();
});
