import { expect, test } from "vitest";
import { find, go, ours, router } from "./router.svelte";

test("every path has its page", () => {
  const pages = [
    "/",
    "/play/any",
    "/lobby",
    "/t/x1",
    "/t/x1/review",
    "/rules/any",
    "/analysis",
    "/analysis/any-en",
    "/study/any-en",
    "/me",
    "/settings",
  ];
  expect(pages.map((path) => find(path).page)).toEqual([
    "Home",
    "NewGame",
    "Lobby",
    "Table",
    "Review",
    "Rules",
    "Boards",
    "Analysis",
    "Analysis",
    "Me",
    "Settings",
  ]);
});

test("variable parts are told, decoded; what is not known is missing", () => {
  expect(find("/t/a%20b").params).toEqual({ id: "a b" });
  expect(find("/t/%zz").params).toEqual({ id: "%zz" });
  expect(find("/lobby/").page).toBe("Lobby");
  expect(find("/t").page).toBe("Missing");
  expect(find("/t/x/review/more").page).toBe("Missing");
});

test("going somewhere changes path, query and hash", () => {
  go("/t/abc?number=3#here");
  expect(router.route).toMatchObject({ page: "Table", params: { id: "abc" } });
  expect(router.query.get("number")).toBe("3");
  expect(router.hash).toBe("here");
});

function link(href: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const made = document.createElement("a");
  made.href = href;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

test("plain clicks on own pages are ours; files, other sites and new tabs are the browser's", () => {
  const plain = new MouseEvent("click", { button: 0 });
  expect(ours(plain, link("/lobby"))).toBe(true);
  expect(ours(plain, link("/api/tables/x/record"))).toBe(false);
  expect(ours(plain, link("/notices.txt"))).toBe(false);
  expect(ours(plain, link("/docs/ja/"))).toBe(false);
  expect(ours(plain, link("https://elsewhere.example/"))).toBe(false);
  expect(ours(plain, link("/lobby", { target: "_blank" }))).toBe(false);
  expect(ours(plain, link("/lobby", { download: "" }))).toBe(false);
  expect(ours(new MouseEvent("click", { ctrlKey: true }), link("/lobby"))).toBe(false);
});
