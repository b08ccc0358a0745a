import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import { afterAll, expect, test } from "vitest";
import { preloads } from "./preloads.ts";

const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true })));

// Pages need not be Svelte to be files that others ask for.
const plain: Plugin = {
  name: "plain",
  enforce: "pre",
  transform: (code, id) => (id.endsWith(".svelte") ? { code, moduleType: "js" } : undefined),
};
const FILES = {
  "index.html": '<script type="module" src="/main.js"></script>',
  "main.js": `import { all } from "./all.js";
    export const pages = [() => import("./src/pages/Table.svelte"), () => import("./src/pages/Me.svelte")];
    export const words = { en: () => import("./src/words/en.ts"), ja: () => import("./src/words/ja.ts") };
    console.log(all, pages, words);`,
  "all.js": "export const all = Math.random();",
  "board.js": 'import "./board.css"; export const board = Math.random() + 1;',
  "board.css": "p { color: red }",
  "src/pages/Table.svelte": 'import { all } from "../../all.js"; import { board } from "../../board.js"; console.log(all, board);',
  "src/pages/Me.svelte": 'import { board } from "../../board.js"; import "./me.css"; console.log(board, 2);',
  "src/pages/me.css": "b { color: blue }",
  "src/words/en.ts": 'export default "hello";',
  "src/words/ja.ts": 'export default "こんにちは";',
};

test("it names the files of each page and language, but not those that the first page names itself", async () => {
  const root = mkdtempSync(join(tmpdir(), "preloads-"));
  made.push(root);
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const options = { write: false, modulePreload: { polyfill: false } };
  const config = { root, plugins: [plain, preloads()], build: options, configFile: false as const };
  const { output } = (await build({ ...config, logLevel: "silent" })) as Rolldown.RolldownOutput;
  const file = output.find((one) => one.fileName === "preloads.json");
  const told = JSON.parse(file?.type === "asset" ? String(file.source) : "{}");
  const names = (files: string[]): string[] => files.map((name) => name.replace(/-[^.]*/, "")).sort();

  const board = ["assets/board.css", "assets/board.js"];
  expect(names(told.paths["/t/:id"])).toEqual(["assets/Table.js", ...board]);
  expect(names(told.paths["/me"])).toEqual(["assets/Me.css", "assets/Me.js", ...board]);
  expect(told.paths["/lobby"]).toEqual([]);
  expect(names(told.words.en)).toEqual(["assets/en.js"]);
  expect(names(told.words.ja)).toEqual(["assets/ja.js"]);
  expect(Object.keys(told.words).sort()).toEqual(["en", "ja"]);
});
