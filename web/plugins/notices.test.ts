import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import { afterAll, expect, test, vi } from "vitest";
import config from "../vite.config.ts";
import { notices } from "./notices.ts";

const PATIENCE = 120_000; // milliseconds: all pages are built
const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true })));

/** What is built from these files; their paths are those below a folder of its own. */
async function built(files: Record<string, string>, ...plugins: Plugin[]): Promise<Rolldown.RolldownOutput> {
  const folder = mkdtempSync(join(tmpdir(), "notices-"));
  made.push(folder);
  for (const [path, text] of Object.entries({ LICENSE: "Our licence", ...PAGE, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const build = { modulePreload: { polyfill: false } };
  return bundled({ root: join(folder, "web"), build, plugins: [...plugins, notices("../LICENSE")] });
}

async function bundled(given: InlineConfig): Promise<Rolldown.RolldownOutput> {
  const kept = { configFile: false as const, logLevel: "silent" as const };
  return (await build({ ...given, ...kept, build: { ...given.build, write: false } })) as Rolldown.RolldownOutput;
}

function textOf({ output }: Rolldown.RolldownOutput): string {
  const file = output.find((one) => one.fileName === "notices.txt");
  return file?.type === "asset" ? String(file.source) : "";
}

function installed(name: string, files: Record<string, string>): Record<string, string> {
  const about = JSON.stringify({ name, version: "1.2.3", main: "index.js" });
  const folder = `web/node_modules/${name}`;
  const named = Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]);
  return { [`${folder}/package.json`]: about, ...Object.fromEntries(named) };
}

const PAGE = { "web/index.html": '<script type="module" src="/main.js"></script>' };

test("our licence and those of packages whose code, style or picture is used are told; others are not", async () => {
  const told = textOf(
    await built({
      "web/main.js": 'import { one } from "one"; import "@some/style/all.css"; console.log(one);',
      ...installed("one", { "index.js": "export const one = 1 + Math.random();", "LICENSE.md": "Licence of one" }),
      ...installed("@some/style", { "all.css": "p { color: red }", licence: "Licence of style", NOTICE: "By some" }),
      ...installed("unused", { "index.js": "export {};", LICENSE: "Licence of unused" }),
    }),
  );
  expect(told).toContain("Our licence");
  expect(told).toContain("The games belong to their designers and publishers");
  expect(told).toContain("one 1.2.3\n\nLicence of one\n");
  expect(told).toContain("@some/style 1.2.3\n\nBy some\n\nLicence of style\n");
  expect(told).not.toContain("unused");
});

test("a package without a licence text ends the build", async () => {
  const files = {
    "web/main.js": 'import { one } from "one"; console.log(one);',
    ...installed("one", { "index.js": "export const one = Math.random();", "README.md": "Free for all" }),
  };
  await expect(built(files)).rejects.toThrow("code of one, which comes without a licence text");
});

test("code that comes from nowhere ends the build", async () => {
  const nowhere = {
    name: "nowhere",
    resolveId: (id: string) => (id === "nowhere" ? "\0nowhere" : null),
    load: (id: string) => (id === "\0nowhere" ? "console.log(1)" : null),
  };
  await expect(built({ "web/main.js": 'import "nowhere";' }, nowhere)).rejects.toThrow("whose code");
});

test("the pages name every package in their source maps, and Vite", { timeout: PATIENCE }, async () => {
  vi.stubEnv("NODE_ENV", "production");
  const plugins = config.plugins!.filter((one) => (one as Plugin).name !== "compressed"); // which wants them on the disk
  const root = join(import.meta.dirname, "..");
  const pages = await bundled({ ...config, root, plugins, build: { ...config.build, sourcemap: true } });
  const chunks = pages.output.filter((one) => one.type === "chunk");
  const sources = chunks.flatMap((chunk) => chunk.map?.sources ?? []);
  const packages = sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
  expect(packages).toContain("svelte");
  const told = textOf(pages);
  for (const name of new Set([...packages, "vite"])) {
    expect(told).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+$`, "m"));
  }
  expect(told).toContain("the Ludarium authors");
  expect(told).toContain("VoidZero"); // Vite's licence, without those of what Vite itself is made of
  expect(told).not.toContain("bundled dependencies");
});
