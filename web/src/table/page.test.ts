import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeWebSocket } from "../lib/socket.fake";
import type { Picture, TableInfo } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import Table from "../pages/Table.svelte";
import { toasts } from "../ui/toasts.svelte";
import { picture, piece, seatInfo, step, tableInfo } from "./fixtures";

const site = (name: string, x: number) => ({
  name, x, y: 1, shape: "point", size: 0.4, body: 0.4, reach: 0.4, look: "", label: name, aside: 0, down: 0, plate: "", behind: false,
});
const ground = { key: "small", width: 4, height: 2, svg: "", sites: [site("a", 1), site("b", 2), site("c", 3)] };
const board = (given: Partial<Picture> = {}): Picture =>
  picture({ ground, pieces: [piece("a", { owner: 0, secret: false })], paths: [{ step: "ab", clicks: ["a", "b"] }], ...given });

const socket = () => FakeWebSocket.made.at(-1)!;
const asked = (what: string) => socket().sent.filter((one) => one.do === what);

async function press(name: string): Promise<void> {
  const site = document.querySelector<SVGElement>(`[data-site="${name}"]`)!;
  site.focus();
  await fireEvent.keyDown(site, { key: "Enter" });
  await settle();
}

async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    await Promise.resolve();
    await tick();
  }
}

async function arrive(table: Partial<TableInfo> = {}, shown: Partial<Picture> = {}, steps = 0): Promise<void> {
  socket().open();
  socket().tell({
    type: "welcome",
    table: tableInfo({ may: ["step", "resign", "end"], ...table }),
    steps: Array.from({ length: steps }, (_, index) => step(index + 1)),
    picture: board(shown),
    chat: [],
  });
  await settle();
}

beforeEach(async () => {
  await speak("en");
  vi.stubGlobal("WebSocket", FakeWebSocket);
  vi.stubGlobal("fetch", vi.fn(async () => Response.json({ id: "p0", name: "Ada", guest: true })));
  FakeWebSocket.made = [];
  render(Table, { id: "t1" });
});
afterEach(() => vi.unstubAllGlobals());

test("shows who plays, whose turn it is and what to do", async () => {
  await arrive();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Small");
  expect(screen.getByText("Your turn").parentElement?.textContent).toBe("Your turn Choose one of your pieces.");
  expect(within(screen.getByRole("region", { name: "Black: Ada" })).getByText("to move")).toBeTruthy();
  expect(document.title).toBe("● Your turn – Small");
  expect(socket().url).toContain("/ws/tables/t1?lang=en&theme=light");
});

test("a step is sent with what was seen, is pending, and then counts", async () => {
  await arrive({}, {}, 4);
  await press("a");
  await press("b");
  expect(asked("step")).toMatchObject([{ seat: 0, step: "ab", number: 4 }]);
  await vi.waitFor(() => expect(screen.getByText("Sending move…")).toBeTruthy());
  socket().tell({ type: "done", id: asked("step")[0]!.id });
  socket().tell({
    type: "stepped", steps: [step(5, { text: "ab" })], picture: board({ paths: [], seat: 1 }), table: tableInfo({ seat: 1 }),
  });
  await settle();
  expect(screen.getByText("Waiting for Ben.")).toBeTruthy();
  expect(document.title).toBe("Small · Ludarium");
});

test("clicks that make no step are explained, with the rule", async () => {
  await arrive();
  await press("a");
  await press("c");
  expect(asked("explain")).toMatchObject([{ seat: 0, clicks: ["a", "c"] }]);
  const why = { allowed: false, sentence: "Too far.", clause: "R-1", page: "/rules/small#R-1", rule: "how far" };
  socket().tell({ type: "explained", id: asked("explain")[0]!.id, ...why });
  await settle();
  const shown = screen.getByText("Too far.").closest('[role="alert"]') as HTMLElement;
  expect(within(shown).getByRole("link", { name: "Rule: how far" }).getAttribute("href")).toBe("/rules/small#R-1");
});

test("what a step would do is asked for, and told when somebody points at it", async () => {
  await arrive();
  expect(asked("preview")).toMatchObject([{ seat: 0, clicks: [] }]);
  await press("a");
  expect(asked("preview")[1]).toMatchObject({ seat: 0, clicks: ["a"] });
  const moved = { kind: "moved", effect: "move", data: { from: "a", to: "b" }, sentence: "" };
  const previews = [{ step: "ab", odds: "", consequences: [{ events: [moved], sentence: "The ship goes to b.", looks: {} }] }];
  socket().tell({ type: "previewed", id: asked("preview")[1]!.id, clicks: ["a"], previews, art: {} });
  await settle();
  expect(screen.queryByText("The ship goes to b.")).toBeNull();
  const target = document.querySelector<SVGElement>('[data-site="b"]')!;
  await fireEvent.keyDown(target, { key: "PageDown" });
  target.focus();
  await settle();
  expect(screen.getByText("The ship goes to b.")).toBeTruthy();
  expect(document.querySelector('[data-preview="ab"]')).not.toBeNull();
});

test("a coach names a danger while somebody chooses, and what was picked stays picked", async () => {
  await arrive({ may: ["step", "hint"] });
  await press("a");
  const remark = { kind: "threat", key: "threat", sentence: "White can take your ship on a.", sites: ["a"] };
  socket().tell({ type: "coached", id: asked("coach")[0]!.id, ...remark });
  await settle();
  expect(screen.getByText("White can take your ship on a.", { exact: false })).toBeTruthy();
  expect(document.querySelector('[data-site="a"]')!.getAttribute("aria-label")).toMatch(/selected, In danger/);
  await press("b");
  expect(asked("step")).toMatchObject([{ step: "ab" }]);
});

test("a button that may lose the game asks first", async () => {
  const cautions = { pass: "Then White can end the game. White wins." };
  await arrive({}, board({ paths: [{ step: "pass", clicks: ["#pass"] }], choices: { "#pass": "Pass" }, cautions }));
  await fireEvent.click(screen.getByRole("button", { name: "Pass" }));
  expect(asked("step")).toEqual([]);
  expect(screen.getByText(cautions.pass)).toBeTruthy();
  await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Pass" }));
  expect(asked("step")).toMatchObject([{ step: "pass" }]);
});

test("an offer is answered for the seat that was asked", async () => {
  await arrive({ offers: [{ kind: "pause", by: 1, waiting: [0] }] });
  expect(screen.getByText("Ben asks for a pause.")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Accept" }));
  expect(asked("answer")).toMatchObject([{ seat: 0, kind: "pause", yes: true }]);
});

const agreement = {
  offer: "End now and count",
  offered: "{name} offers to end now and count.",
  asked: "You offered to end now and count.",
  sure_offer: "Offer to end now and count?",
  sure_accept: "End now and count?",
  now: "Points: you 4, White 3. You would win.",
};

test("what ends the game by agreement is the game's to say, and says first what would come of it", async () => {
  await arrive({ agreement });
  await fireEvent.click(screen.getByRole("button", { name: "More" }));
  await fireEvent.click(screen.getByRole("button", { name: "End now and count" }));
  expect(asked("offer")).toEqual([]);
  const dialog = within(document.querySelector("dialog[open]") as HTMLElement);
  expect(dialog.getByRole("heading").textContent).toBe("Offer to end now and count?");
  expect(dialog.getByText("Points: you 4, White 3. You would win.")).toBeTruthy();
  await fireEvent.click(dialog.getByRole("button", { name: "End now and count" }));
  expect(asked("offer")).toMatchObject([{ seat: 0, kind: "end" }]);
});

test("whoever is asked sees the count as it stands, and is asked once more", async () => {
  await arrive({ agreement, offers: [{ kind: "end", by: 1, waiting: [0] }] });
  expect(screen.getByText("Ben offers to end now and count.")).toBeTruthy();
  expect(screen.getByText("Points: you 4, White 3. You would win.")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Accept" }));
  expect(asked("answer")).toEqual([]);
  const dialog = within(document.querySelector("dialog[open]") as HTMLElement);
  expect(dialog.getByRole("heading").textContent).toBe("End now and count?");
  const changed = { ...agreement, now: "Points: you 3, White 3. The game would be a draw." };
  socket().tell({ type: "changed", table: tableInfo({ agreement: changed, offers: [{ kind: "end", by: 1, waiting: [0] }] }) });
  await settle();
  expect(dialog.getByText(changed.now)).toBeTruthy();
  await fireEvent.click(dialog.getByRole("button", { name: "Accept" }));
  expect(asked("answer")).toMatchObject([{ seat: 0, kind: "end", yes: true }]);
});

test("the question goes away with the offer", async () => {
  await arrive({ agreement, may: ["step"], offers: [{ kind: "end", by: 1, waiting: [0] }] });
  await fireEvent.click(screen.getByRole("button", { name: "Accept" }));
  expect(document.querySelector("dialog[open]")).not.toBeNull();
  socket().tell({ type: "changed", table: tableInfo({ agreement, may: ["step"] }) });
  await settle();
  expect(document.querySelector("dialog[open]")).toBeNull();
});

test("where a game has no such end, none is offered", async () => {
  await arrive({ may: ["step", "resign"] });
  expect(screen.getByRole("button", { name: "Resign" })).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "More" }));
  expect(screen.queryByRole("button", { name: /\bend|draw/i })).toBeNull();
});

test("whoever offered something is told who declined it; an offer that is gone says nothing", async () => {
  await arrive({ agreement, offers: [{ kind: "undo", by: 0, waiting: [1] }], may: ["step"] });
  socket().tell({ type: "changed", table: tableInfo({ agreement, may: ["step"] }) });
  await settle();
  expect(toasts).toEqual([]);
  const said = ["end", "undo", "pause", "resume", "rematch", "play_on"].map((kind) => {
    socket().tell({ type: "declined", kind, seat: 1 });
    return toasts.pop()?.text;
  });
  expect(said).toEqual([
    "Ben declined your offer.",
    "Ben declined your takeback.",
    "Ben declined to pause.",
    "Ben declined to resume.",
    "Ben declined a rematch.",
    "Ben declined to play on from this board.",
  ]);
});

test("the chat is there for company only", async () => {
  const chat = () => screen.queryByRole("button", { name: "Chat" });
  const computer = [seatInfo(0), seatInfo(1, { occupant: "computer", name: "Deckhand", person: "", level: 1 })];
  await arrive({ seats: computer, spectators: 0 });
  expect(chat()).toBeNull();
  socket().tell({ type: "changed", table: tableInfo({ seats: computer, spectators: 1 }) });
  await settle();
  await fireEvent.click(chat()!);
  expect(screen.getByRole("region", { name: "Chat" })).toBeTruthy();
  socket().tell({ type: "changed", table: tableInfo({ seats: computer, spectators: 0 }) });
  await settle();
  expect(screen.queryByRole("region", { name: "Chat" })).toBeNull();
  socket().tell({ type: "changed", table: tableInfo() });
  await settle();
  expect(chat()).not.toBeNull();
});

test("one's own offer can be taken back", async () => {
  await arrive({ agreement, offers: [{ kind: "end", by: 0, waiting: [1] }] });
  expect(screen.getByText("You offered to end now and count. Waiting for Ben.")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Cancel offer" }));
  expect(asked("answer")).toMatchObject([{ seat: 0, kind: "end", yes: false }]);
});

test("resigning asks first", async () => {
  await arrive();
  await fireEvent.click(screen.getByRole("button", { name: "Resign" }));
  expect(asked("resign")).toEqual([]);
  await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Resign" }));
  expect(asked("resign")).toMatchObject([{ seat: 0 }]);
});

test("a curtain covers the board until the right one has the screen", async () => {
  const seats = [seatInfo(0, { name: "Black" }), seatInfo(1, { yours: true, name: "Ben" })];
  await arrive({ hidden_information: true, viewer: -1, curtain: 1, seat: 1, seats });
  const cover = document.querySelector("dialog[open]") as HTMLElement;
  expect(within(cover).getByRole("heading").textContent).toBe("Pass the device to White (Ben)");
  await fireEvent.click(within(cover).getByRole("button", { name: "I'm White. Show my pieces" }));
  expect(asked("uncover")).toMatchObject([{ seat: 1 }]);
});

test("the end says who won and why, and offers what comes next", async () => {
  const outcome = { winners: [0], reason: "three", clause: "R-9", rule: "the end", sentence: "Black wins: three closes." };
  await arrive({ phase: "over", seat: -1, outcome, may: ["play_on", "rematch"] }, { paths: [], seat: -1 });
  expect(screen.getByRole("heading", { name: "You win!" })).toBeTruthy();
  expect(screen.getByText("Black wins: three closes.", { exact: false })).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Rematch" }));
  await fireEvent.click(screen.getByRole("button", { name: "Play on from this board" }));
  expect(asked("offer")).toMatchObject([{ kind: "rematch" }, { kind: "play_on" }]);
});

test("a lost connection is said, and steps that were missed", async () => {
  await arrive({}, {}, 2);
  vi.useFakeTimers();
  socket().lose();
  await settle();
  expect(screen.getByText("Reconnecting…")).toBeTruthy();
  expect(screen.queryByText("Your turn")).toBeNull();
  expect(screen.getByText("You can move again once you are reconnected.")).toBeTruthy();
  await press("a");
  await press("b");
  expect(asked("step")).toEqual([]);
  await fireEvent.click(screen.getByRole("button", { name: "Reconnect now" }));
  expect(FakeWebSocket.made).toHaveLength(2);
  vi.useRealTimers();
  await arrive({}, {}, 4);
  expect(screen.getByText("2 moves played while you were offline.")).toBeTruthy();
});

test("a hidden piece of another takes notes instead of an explanation", async () => {
  const hidden = piece("c", { owner: 1, might: ["324", "111"] });
  const own = piece("a", { owner: 0, secret: false });
  await arrive({ hidden_information: true }, { pieces: [own, hidden], kinds: { "324": "3-2-4", "111": "commander" } });
  await press("c");
  expect(asked("explain")).toEqual([]);
  await fireEvent.click(screen.getByRole("button", { name: "commander" }));
  expect((screen.getByRole("textbox") as HTMLInputElement).value).toBe("commander");
  expect(localStorage.getItem("ludarium.notes.t1.0")).toContain("commander");
  localStorage.clear();
});

test("whoever waits in a game over days finds the way to their planned answers, and how many there are", async () => {
  await arrive({ may: ["plan", "resign"], seat: 1 });
  socket().tell({ type: "planned", lines: [{ number: 1, place: 0, steps: ["ab", "ba"] }] });
  await settle();
  await fireEvent.click(screen.getByRole("button", { name: "More" }));
  expect(screen.getByRole("link", { name: "Plan answers" }).getAttribute("href")).toBe("/t/t1/plan");
  expect(screen.getByText("1 planned line")).toBeTruthy();
  socket().tell({ type: "answered", seat: 0 });
  await settle();
  expect(toasts.pop()?.text).toBe("Planned answer played.");
});

test("before everybody has moved one aborts, which asks first, too", async () => {
  await arrive({ may: ["step", "resign", "abort"] });
  expect(screen.queryByRole("button", { name: "Resign" })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Abort" }));
  const dialog = screen.getByRole("dialog");
  expect(within(dialog).getByText("The game ends without a result. Ratings do not change.")).toBeTruthy();
  await fireEvent.click(within(dialog).getByRole("button", { name: "Abort" }));
  expect(asked("abort")).toMatchObject([{ seat: 0 }]);
  expect(asked("resign")).toEqual([]);
});

test("a question about aborting is gone when aborting is", async () => {
  await arrive({ may: ["step", "resign", "abort"] });
  await fireEvent.click(screen.getByRole("button", { name: "Abort" }));
  socket().tell({ type: "changed", table: tableInfo({ may: ["step", "resign"] }) });
  await settle();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an aborted game is neither won nor drawn", async () => {
  const outcome = { winners: [], reason: "aborted", clause: "", rule: "", sentence: "The game was aborted. There is no result." };
  await arrive({ phase: "over", seat: -1, may: ["rematch"], outcome });
  expect(screen.getByRole("heading", { name: "Game aborted" })).toBeTruthy();
  expect(screen.getByText("The game was aborted. There is no result.")).toBeTruthy();
});

test("whoever waits for somebody who left is told when they may claim the game, and claims it", async () => {
  await arrive({ claim: { seat: 1, left: 45_000 } });
  expect(screen.queryByText("Ben left.")).toBeNull();
  socket().tell({ type: "changed", table: tableInfo({ claim: { seat: 1, left: 29_500 } }) });
  await settle();
  expect(screen.getByText("Ben left.")).toBeTruthy();
  expect(screen.getByText("You can claim the win in 30 s.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Claim win" })).toBeNull();
  socket().tell({ type: "changed", table: tableInfo({ claim: { seat: 1, left: 0 } }) });
  await settle();
  await fireEvent.click(screen.getByRole("button", { name: "Claim win" }));
  await fireEvent.click(screen.getByRole("button", { name: "Abort game" }));
  expect(asked("claim")).toMatchObject([{ seat: 0, win: true }, { seat: 0, win: false }]);
  socket().tell({ type: "changed", table: tableInfo() });
  await settle();
  expect(screen.queryByText(/Ben has not returned/)).toBeNull();
});

test("after a move in a correspondence game, the next one that waits is a click away", async () => {
  const card = { ...tableInfo(), your_turn: true, changed: 0 };
  const tables = [{ ...card, id: "t1" }, { ...card, id: "later", changed: 2 }, { ...card, id: "sooner", changed: 1 }];
  vi.stubGlobal("fetch", vi.fn(async (url: URL) => Response.json(url.pathname === "/api/me/tables" ? tables : {})));
  const clock = { kind: "days" as const, base: 1e8, increment: 0, running: 0, left: [1e8, 1e8] };
  await arrive({ clock });
  expect(screen.queryByRole("link", { name: /Next game/ })).toBeNull(); // it is one's own turn here
  socket().tell({ type: "changed", table: tableInfo({ clock: { ...clock, running: 1 }, seat: 1 }) });
  await vi.waitFor(() => expect(screen.getByRole("link", { name: "Next game (2 wait for you)" }).getAttribute("href")).toBe("/t/sooner"));
});

test("who is on vacation, whose rating is provisional and why a game does not count are said", async () => {
  const seats = [seatInfo(0, { rating: 1502, provisional: true }), seatInfo(1, { rating: 1600, vacation: Date.now() + 86_400_000 })];
  const unrated = "Not rated: you have played each other 3 times today.";
  await arrive({ seats, rated: true, unrated, may: ["step", "resign", "abort"] });
  expect(screen.getByText(unrated)).toBeTruthy(); // as long as nothing is lost by leaving
  socket().tell({ type: "changed", table: tableInfo({ seats, rated: true, unrated, may: ["step", "resign"] }) });
  await settle();
  expect(screen.queryByText(unrated)).toBeNull();
  const [ada, ben] = ["Black: Ada", "White: Ben"].map((name) => screen.getByRole("region", { name }).textContent);
  expect(ada).toContain("Rating 1502?");
  expect(ada).not.toContain("vacation");
  expect(ben).toContain("Rating 1600");
  expect(ben).not.toContain("1600?");
  expect(ben).toContain("on vacation until");
  await fireEvent.click(screen.getByRole("button", { name: "More" }));
  expect(screen.getByText(unrated)).toBeTruthy();
});

test("the owner of a table that waits removes a player, and closes the table", async () => {
  const seats = [seatInfo(0, { yours: true }), seatInfo(1, { yours: false, name: "Ben", person: "p1" }), seatInfo(2, { occupant: "open", name: "" })];
  await arrive({ phase: "waiting", seat: -1, owner: true, seats, may: ["close", "remove", "stand"] });
  await fireEvent.click(screen.getByText("Remove Ben"));
  expect(asked("remove")).toEqual([]);
  await fireEvent.click(screen.getByText("Remove"));
  expect(asked("remove")).toMatchObject([{ seat: 1 }]);
  await fireEvent.click(screen.getByText("Close table"));
  expect(asked("close")).toEqual([]);
  await fireEvent.click(screen.getAllByText("Close table").at(-1)!);
  expect(asked("close").length).toBe(1);
});

test("whoever is sent away reads why", async () => {
  await arrive();
  socket().tell({ type: "problem", id: 0, code: "banned", sentence: "You are banned from this server.", clause: "", page: "", rule: "" });
  socket().lose(4410);
  await settle();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Disconnected from this table.");
  expect(screen.getByText("You are banned from this server.")).toBeTruthy();
});

test("a game that is closed while it is played can be looked at, a table that waited cannot", async () => {
  const closes = async (phase: TableInfo["phase"]): Promise<void> => {
    await arrive({ phase });
    socket().tell({ type: "problem", id: 0, code: "table_closed", sentence: "This table is closed.", clause: "", page: "", rule: "" });
    socket().lose(4410);
    await settle();
  };
  await closes("playing");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("This table is closed");
  expect(screen.getByRole("alert").textContent).toBe("This game was closed before it ended. It has no result.");
  expect(screen.getByRole("link", { name: "Review" }).getAttribute("href")).toBe("/t/t1/review");
  cleanup();
  render(Table, { id: "t1" });
  await closes("waiting");
  expect(screen.getByRole("alert").textContent).toBe("This table is closed.");
  expect(screen.queryByRole("link", { name: "Review" })).toBeNull();
});
