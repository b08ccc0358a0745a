import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Hand } from "./hand.svelte";

// Sites lie side by side, 50 pixels each: a, b, c.
const heard = { tap: vi.fn(), lift: vi.fn(), drop: vi.fn(), menu: vi.fn(), draw: vi.fn() };
let hand: Hand;

beforeEach(() => {
  vi.useFakeTimers();
  Object.values(heard).forEach((one) => one.mockReset());
  hand = new Hand({
    siteAt: (event) => ({
      site: ["a", "b", "c"][Math.floor(event.clientX / 50)],
      at: { x: event.clientX, y: event.clientY },
    }),
    liftable: (site) => site === "a",
    ...heard,
  });
});
afterEach(() => vi.useRealTimers());

function pointer(x: number, pointerType = "mouse", pointerId = 1, button = 0): PointerEvent {
  const event = new PointerEvent("pointer", { clientX: x, clientY: 0, pointerId, pointerType, button });
  Object.defineProperty(event, "currentTarget", { value: document.createElement("div") });
  return event;
}

test("down and up at one place is a tap, even if it trembles", () => {
  hand.down(pointer(60));
  hand.move(pointer(63));
  hand.up(pointer(64));
  expect(heard.tap).toHaveBeenCalledExactlyOnceWith("b", { x: 64, y: 0 }, false);
  expect(heard.lift).not.toHaveBeenCalled();
});

test("a piece that can be lifted follows the pointer and is dropped where it is let go", () => {
  hand.down(pointer(20));
  hand.move(pointer(60));
  expect(heard.lift).toHaveBeenCalledExactlyOnceWith("a");
  expect(hand.grip).toMatchObject({ site: "a", x: 60, large: false });
  hand.move(pointer(120));
  expect(hand.grip).toMatchObject({ x: 120 });
  hand.up(pointer(120));
  expect(heard.drop).toHaveBeenCalledExactlyOnceWith("a", "c");
  expect(hand.grip).toBeUndefined();
  expect(heard.tap).not.toHaveBeenCalled();
});

test("under a finger the piece is drawn larger", () => {
  hand.down(pointer(20, "touch"));
  hand.move(pointer(60, "touch"));
  expect(hand.grip!.large).toBe(true);
});

test("dragging from anywhere else does nothing, and is no tap", () => {
  hand.down(pointer(60));
  hand.move(pointer(130));
  hand.up(pointer(130));
  expect(heard.lift).not.toHaveBeenCalled();
  expect(heard.drop).not.toHaveBeenCalled();
  expect(heard.tap).not.toHaveBeenCalled();
});

test("a long press asks for the menu and is no tap", () => {
  hand.down(pointer(60, "touch"));
  vi.advanceTimersByTime(600);
  hand.up(pointer(60, "touch"));
  expect(heard.menu).toHaveBeenCalledExactlyOnceWith("b", true);
  expect(heard.tap).not.toHaveBeenCalled();
});

test("a mouse that rests is no long press, nor is a finger that moves", () => {
  hand.down(pointer(60));
  vi.advanceTimersByTime(600);
  hand.up(pointer(60));
  hand.down(pointer(20, "touch"));
  hand.move(pointer(60, "touch"));
  vi.advanceTimersByTime(600);
  expect(heard.menu).not.toHaveBeenCalled();
});

test("when the browser takes over, everything is as before", () => {
  hand.down(pointer(20, "touch"));
  hand.move(pointer(60, "touch"));
  hand.cancel();
  expect(hand.grip).toBeUndefined();
  hand.up(pointer(60, "touch"));
  expect(heard.drop).not.toHaveBeenCalled();
});

test("a second finger is not heard", () => {
  hand.down(pointer(20, "touch", 1));
  hand.down(pointer(60, "touch", 2));
  hand.up(pointer(60, "touch", 2));
  expect(heard.tap).not.toHaveBeenCalled();
  hand.up(pointer(20, "touch", 1));
  expect(heard.tap).toHaveBeenCalledExactlyOnceWith("a", { x: 20, y: 0 }, true);
});

test("the other button draws from site to site, or asks for the menu of one", () => {
  hand.down(pointer(20, "mouse", 1, 2));
  hand.move(pointer(60));
  expect(hand.grip).toBeUndefined();
  hand.up(pointer(60, "mouse", 1, 2));
  expect(heard.draw).toHaveBeenCalledExactlyOnceWith("a", "b");
  hand.down(pointer(60, "mouse", 1, 2));
  hand.up(pointer(62, "mouse", 1, 2));
  expect(heard.menu).toHaveBeenCalledExactlyOnceWith("b", false);
  expect(heard.tap).not.toHaveBeenCalled();
});

test("buttons beyond these two are not heard", () => {
  hand.down(pointer(60, "mouse", 1, 1));
  hand.up(pointer(60, "mouse", 1, 1));
  expect(heard.tap).not.toHaveBeenCalled();
  expect(heard.menu).not.toHaveBeenCalled();
});
