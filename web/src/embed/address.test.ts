import { expect, test } from "vitest";
import { embedCode, readAddress, readWishes } from "./address";

test("an address says what the frame shows", () => {
  expect(readAddress("/embed/t/a_b-1", "")).toEqual({ kind: "table", id: "a_b-1", game: 0, step: null });
  expect(readAddress("/embed/t/x", "?game=2&step=17")).toEqual({ kind: "table", id: "x", game: 2, step: 17 });
  expect(readAddress("/embed/t/x", "?game=-1&step=1e3")).toEqual({ kind: "table", id: "x", game: 0, step: null });
  expect(readAddress("/embed/analysis/small-en", "?position=black+c2")).toEqual({
    kind: "position", ruleset: "small-en", origin: { position: "black c2", options: {}, seed: 0 },
  });
  for (const path of ["/embed/", "/embed/t", "/embed/settings/x"]) expect(readAddress(path, "")).toEqual({ kind: "nothing" });
});

test("language and theme can be wished for, if there are such", () => {
  expect(readWishes(new URLSearchParams("lang=ja&theme=dark"))).toEqual({ language: "ja", theme: "dark" });
  expect(readWishes(new URLSearchParams("lang=xx&theme=pink"))).toEqual({ language: "", theme: "auto" });
});

test("the code holds whatever somebody is called, as text", () => {
  const code = embedCode("/embed/analysis/x?position=a&options=%7B%7D", `Small: <script>alert("1")</script> & Bo'b`);
  const holder = document.createElement("div");
  holder.innerHTML = code;
  expect(holder.children).toHaveLength(1);
  const frame = holder.firstElementChild as HTMLIFrameElement;
  expect(frame.tagName).toBe("IFRAME");
  expect(frame.title).toBe(`Small: <script>alert("1")</script> & Bo'b`);
  expect(frame.src).toBe(`${location.origin}/embed/analysis/x?position=a&options=%7B%7D`);
});
