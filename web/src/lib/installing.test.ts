import { afterEach, expect, test, vi } from "vitest";
import { registerWorker } from "./installing";

const register = vi.fn(async () => {});
const able = () => Object.defineProperty(navigator, "serviceWorker", { value: { register }, configurable: true });

afterEach(() => {
  register.mockClear();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("built pages have a worker, once they are loaded; pages that are being developed have none", () => {
  able();
  registerWorker(false);
  expect(register).not.toHaveBeenCalled();
  vi.spyOn(document, "readyState", "get").mockReturnValue("loading");
  registerWorker(true);
  expect(register).not.toHaveBeenCalled();
  window.dispatchEvent(new Event("load"));
  expect(register.mock.calls).toEqual([["/worker.js"]]);
  vi.restoreAllMocks();
});

test("a browser without workers shows the pages all the same", () => {
  expect(() => registerWorker(true)).not.toThrow();
});
