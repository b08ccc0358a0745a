import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { voice } from "../lib/announce.svelte";
import { change } from "../lib/settings.svelte";
import type { Path, Picture, Step } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import { ArtCache } from "./artCache.svelte";
import Board from "./Board.svelte";
import columns from "./fixtures/columns.json";
import points from "./fixtures/points.json";
import regions from "./fixtures/regions.json";
import squares from "./fixtures/squares.json";

interface Fixture {
  before: Picture;
  steps: Step[];
  after: Picture;
}
const FIXTURES = { points, squares, columns, regions } as unknown as Record<string, Fixture>;
const POINTS = FIXTURES.points!;

beforeAll(() => speak("en"));
beforeEach(() => change({ speed: "off", confirm: "never" }));
afterEach(() => vi.restoreAllMocks());

function shown(picture: Picture, props: Record<string, unknown> = {}) {
  const artCache = new ArtCache();
  artCache.take(picture);
  const heard = { onstep: vi.fn(), onattempt: vi.fn(), onpick: vi.fn(), onmenu: vi.fn() };
  const { container, rerender } = render(Board, {
    picture,
    artCache,
    active: true,
    label: "The board",
    ...heard,
    ...props,
  });
  const site = (name: string) => container.querySelector<SVGElement>(`[data-site="${name}"]`)!;
  return { container, rerender, artCache, site, ...heard };
}

/** The picture with other paths to go. */
function withPaths(picture: Picture, paths: Path[], choices: Record<string, string> = {}): Picture {
  return { ...picture, paths, choices };
}

const press = (element: Element, key: string) => fireEvent.keyDown(element, { key });

test.each(Object.entries(FIXTURES))(
  "%s: every site is there to be heard, with what stands on it",
  (_name, { before }) => {
    const { container, site } = shown(before);
    expect(container.querySelectorAll("[data-site]")).toHaveLength(before.ground!.sites.length);
    const piece = before.pieces[0]!;
    const label = site(piece.site).getAttribute("aria-label")!;
    expect(label).toContain(piece.label);
    expect(label).toContain(before.ground!.sites.find((site) => site.name === piece.site)!.label);
    expect(container.querySelectorAll('[data-site][tabindex="0"]')).toHaveLength(1);
  },
);

test.each(Object.entries(FIXTURES))(
  "%s: all drawings that are needed are in the pictures",
  (_name, { before, after, steps }) => {
    const artCache = new ArtCache();
    artCache.take(before);
    artCache.take(after);
    for (const picture of [before, after])
      for (const piece of picture.pieces) expect(artCache.look(piece.look), piece.look).not.toBe("");
    expect(artCache.ground(after.ground_key)).toBeDefined();
    expect(steps[0]!.events.length).toBeGreaterThan(0);
  },
);

test("keys alone take a step: type the piece, Enter, type the target, Enter", async () => {
  const path = POINTS.before.paths.find((one) => one.clicks.length === 2)!;
  const { container, site, onstep } = shown(POINTS.before);
  let now: Element = container.querySelector('[tabindex="0"]')!;
  for (const click of path.clicks) {
    for (const letter of click) {
      await press(now, letter);
      now = document.activeElement!;
    }
    expect(now).toBe(site(click));
    await press(now, "Enter");
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 5000); // the next name is typed later
  }
  expect(onstep).toHaveBeenCalledExactlyOnceWith(path.step);
});

test("arrow keys go from site to site, Home and End to the first and last", async () => {
  const { site } = shown(FIXTURES.squares!.before);
  site("c3").focus();
  await press(site("c3"), "ArrowRight");
  expect(document.activeElement).toBe(site("d3"));
  await press(site("d3"), "ArrowUp");
  expect(document.activeElement).toBe(site("d4"));
  expect(site("d4").getAttribute("tabindex")).toBe("0");
  expect(site("c3").getAttribute("tabindex")).toBe("-1");
  await press(site("d4"), "End");
  const last = FIXTURES.squares!.before.ground!.sites.at(-1)!.name;
  expect(document.activeElement).toBe(site(last));
  await press(site(last), "Home");
  expect(document.activeElement).toBe(site(FIXTURES.squares!.before.ground!.sites[0]!.name));
});

test("Page Down goes to what can be clicked, then to the targets", async () => {
  const picture = withPaths(POINTS.before, [
    { step: "x", clicks: ["b2", "d2"] },
    { step: "y", clicks: ["f3", "d2"] },
  ]);
  const { site } = shown(picture);
  site("x").focus();
  await press(site("x"), "PageDown");
  expect(["b2", "f3"]).toContain((document.activeElement as SVGElement).dataset.site);
  await press(document.activeElement!, "Enter");
  await press(document.activeElement!, "PageDown");
  expect(document.activeElement).toBe(site("d2"));
  expect(site("d2").getAttribute("aria-label")).toContain("can move here");
});

test("picking is told, with its targets; Escape lets go", async () => {
  const picture = withPaths(POINTS.before, [
    { step: "x", clicks: ["b2", "d2"] },
    { step: "y", clicks: ["b2", "f3"] },
  ]);
  const { site, onpick, onstep } = shown(picture);
  await press(site("b2"), "End");
  site("b2").focus();
  await press(site("b2"), " ");
  expect(voice.polite).toContain("2 targets: d2, f3.");
  expect(site("b2").getAttribute("aria-pressed")).toBe("true");
  await press(site("b2"), "Escape");
  expect(site("b2").getAttribute("aria-pressed")).toBeNull();
  expect(voice.polite).toContain("Selection cleared");
  expect(onpick.mock.lastCall).toEqual([[]]);
  expect(onstep).not.toHaveBeenCalled();
});

test("an impossible target asks why not", async () => {
  const { site, onattempt } = shown(withPaths(POINTS.before, [{ step: "x", clicks: ["b2", "d2"] }]));
  site("b2").focus();
  await press(site("b2"), "Enter");
  site("h3").focus();
  await press(site("h3"), "Enter");
  expect(onattempt).toHaveBeenCalledExactlyOnceWith(["b2", "h3"]);
});

test("choices alone are buttons under the board", async () => {
  const { onstep } = shown(withPaths(POINTS.before, [{ step: "end", clicks: ["#end"] }], { "#end": "End turn" }));
  await fireEvent.click(screen.getByRole("button", { name: "End turn" }));
  expect(onstep).toHaveBeenCalledExactlyOnceWith("end");
});

test("where two steps share their clicks, it asks, and the keyboard is led there", async () => {
  const paths = [
    { step: "left", clicks: ["b2", "d2", "#left"] },
    { step: "right", clicks: ["b2", "d2", "#right"] },
  ];
  const { site, onstep } = shown(withPaths(POINTS.before, paths, { "#left": "to the left", "#right": "to the right" }));
  expect(screen.queryByRole("button", { name: "to the left" })).toBeNull();
  site("b2").focus();
  await press(site("b2"), "Enter");
  site("d2").focus();
  await press(site("d2"), "Enter");
  await tick();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "to the left" }));
  await fireEvent.click(screen.getByRole("button", { name: "to the right" }));
  expect(onstep).toHaveBeenCalledExactlyOnceWith("right");
});

test("a step that must be confirmed waits for it", async () => {
  const { site, onstep } = shown(withPaths(POINTS.before, [{ step: "+x", clicks: ["h3"] }]), { confirm: "always" });
  site("h3").focus();
  await press(site("h3"), "Enter");
  expect(onstep).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("button", { name: /Confirm move/ })).toBeNull();
  site("h3").focus();
  await press(site("h3"), "Enter");
  await fireEvent.click(screen.getByRole("button", { name: /Confirm move/ }));
  expect(onstep).toHaveBeenCalledExactlyOnceWith("+x");
});

test("a board that is not active, or not sure, takes no step", async () => {
  const picture = withPaths(POINTS.before, [{ step: "+x", clicks: ["h3"] }]);
  for (const props of [{ active: false }, { unsure: true }]) {
    const { site, onstep, onattempt } = shown(picture, props);
    await press(site("h3"), "Enter");
    expect(onstep).not.toHaveBeenCalled();
    expect(onattempt).not.toHaveBeenCalled();
    document.body.replaceChildren();
  }
});

test("a screen reader's click counts, the click after a pointer does not count twice", async () => {
  const { site, onstep } = shown(withPaths(POINTS.before, [{ step: "+x", clicks: ["h3"] }]));
  await fireEvent.click(site("h3"), { detail: 1 });
  expect(onstep).not.toHaveBeenCalled();
  await fireEvent.click(site("h3"), { detail: 0 });
  expect(onstep).toHaveBeenCalledExactlyOnceWith("+x");
});

test("what happened is told, and the new picture is drawn", async () => {
  const { before, after, steps } = POINTS;
  const { rerender, artCache, site } = shown(before);
  artCache.take(after);
  await rerender({ picture: after, played: steps });
  for (const event of steps[0]!.events) expect(voice.polite).toContain(event.sentence);
  const moved = after.pieces.find(
    (piece) => !before.pieces.some((one) => one.site === piece.site && one.look === piece.look),
  )!;
  expect(site(moved.site).getAttribute("aria-label")).toContain(moved.label);
});

test("without movement, the sites where something happened light up instead", async () => {
  const { before, after, steps } = POINTS;
  const { rerender, artCache, container, site } = shown(before);
  artCache.take(after);
  await rerender({ picture: after, played: steps });
  const data = steps[0]!.events.map((event) => event.data as { from: string; to: string });
  const touched = new Set(data.flatMap(({ from, to }) => [from, to]));
  expect(container.querySelectorAll(".flashed")).toHaveLength(touched.size);
  for (const name of touched) expect(site(name).classList).toContain("flashed");
});

test("a picture without steps is just shown", async () => {
  change({ speed: "slow" });
  const { before, after } = POINTS;
  const { rerender, artCache, container } = shown(before);
  artCache.take(after);
  await rerender({ picture: after, played: [] });
  const sites = after.ground?.sites ?? before.ground!.sites;
  const piece = after.pieces[0]!;
  const { x, y } = sites.find((one) => one.name === piece.site)!;
  const drawn = [...container.querySelectorAll(".drawing g")].map((one) => one.getAttribute("transform") ?? "");
  expect(drawn.some((transform) => transform.startsWith(`translate(${x} ${y})`))).toBe(true);
  expect(container.querySelectorAll(".flashed")).toHaveLength(0);
});

test("what is picked stays picked when a new picture still allows it, and is dropped when not", async () => {
  const picture = withPaths(POINTS.before, [{ step: "x", clicks: ["b2", "d2"] }]);
  const { rerender, site } = shown(picture);
  site("b2").focus();
  await press(site("b2"), "Enter");
  await rerender({ picture: { ...picture } });
  expect(site("b2").getAttribute("aria-pressed")).toBe("true");
  await rerender({ picture: withPaths(picture, [{ step: "y", clicks: ["f3", "d2"] }]) });
  expect(site("b2").getAttribute("aria-pressed")).toBeNull();
});

test.each(Object.entries(FIXTURES))("%s: it is animated, and a click ends that at once", async (_name, fixture) => {
  const { before, after, steps } = fixture;
  change({ speed: "slow" });
  const { rerender, artCache, container } = shown(before);
  const count = container.querySelectorAll(".drawing > g").length;
  artCache.take(after);
  await rerender({ picture: after, played: steps });
  expect(container.querySelectorAll(".mover").length).toBeGreaterThan(0);
  await press(container.querySelector('[tabindex="0"]')!, "Enter");
  await tick();
  expect(container.querySelectorAll(".mover")).toHaveLength(0);
  expect(container.querySelectorAll(".drawing > g").length).toBeGreaterThan(count / 2);
});

test("a tap clicks, a drag from piece to target takes the step, beside the board nothing is picked", async () => {
  const picture = withPaths(POINTS.before, [{ step: "go", clicks: [POINTS.before.pieces[0]!.site, "h3"] }]);
  const from = POINTS.before.pieces[0]!.site;
  const { container, onstep, onpick } = shown(picture);
  const svg = container.querySelector(".board svg")!;
  const { width, height, sites } = picture.ground!;
  // The box has no size here, so the middle of the ground lies at 0, 0 in pixels of its own units.
  const at = (name: string) => {
    const { x, y } = sites.find((one) => one.name === name)!;
    return { clientX: x - width / 2, clientY: y - height / 2 };
  };
  const send = (type: string, where: { clientX: number; clientY: number }) =>
    fireEvent(svg, new PointerEvent(type, { ...where, pointerId: 1, pointerType: "mouse", button: 0, bubbles: true }));
  await send("pointerdown", at(from));
  await send("pointerup", at(from));
  expect(onpick.mock.lastCall).toEqual([[from]]);
  await send("pointerdown", { clientX: 5000, clientY: 0 });
  await send("pointerup", { clientX: 5000, clientY: 0 });
  expect(onpick.mock.lastCall).toEqual([[]]);
  await send("pointerdown", at(from));
  await send("pointermove", { clientX: 0, clientY: 0 });
  expect(container.querySelector(".board svg > g:last-child[transform]")).not.toBeNull();
  await send("pointermove", at("h3"));
  await send("pointerup", at("h3"));
  expect(onstep).toHaveBeenCalledExactlyOnceWith("go");
});

test("notes are text, never markup", () => {
  const { container } = shown(POINTS.before, { notes: { h3: "<b>hi</b>" } });
  expect(container.querySelector(".notes text")!.textContent).toBe("<b>hi</b>");
  expect(container.querySelector(".notes b")).toBeNull();
});

test("arrows are drawn from site to site, a ring where there is one site only", () => {
  const arrows = [
    { sites: ["a1", "#left", "c2"], weight: 1, label: "1" },
    { sites: ["h3"], weight: 0.5, label: "" },
    { sites: ["nowhere"], weight: 0.5, label: "" },
  ];
  const { container } = shown(POINTS.before, { arrows });
  expect(container.querySelectorAll(".arrows .line")).toHaveLength(1);
  expect(container.querySelectorAll(".arrows circle")).toHaveLength(1);
  expect(container.querySelector(".arrows text")!.textContent).toBe("1");
});

test("what the signs say is said to those who cannot see them", () => {
  const picture = { ...withPaths(POINTS.before, []), threatened: ["h3"], forced: ["b2"] };
  const { site } = shown(picture);
  expect(site("h3").getAttribute("aria-label")).toContain("In danger");
  expect(site("b2").getAttribute("aria-label")).toContain("You must act here");
});
