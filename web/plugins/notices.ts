import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const INSTALLED = /^(?<folder>.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;
const ADDED = /^\0(?<name>vite|rolldown)\//; // code that the tools put in themselves
const LICENCE = /^(licen[cs]e|copying|notice)(\.|$)/i;
// A tool's file goes on with the licences of what the tool is made of. None of that is in the pages.
const OF_THE_TOOL = /^# Licenses of bundled dependencies[^]*/m;
const RULE = "-".repeat(80);

/** Writes notices.txt: our licence, and that of every package with code in the pages. Without one, there is no build. */
export function notices(ours: string): Plugin {
  let root = "";
  return {
    name: "notices",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_, bundle) {
      const folders = new Set<string>();
      for (const made of Object.values(bundle)) {
        // A style sheet is a module of the chunk that asks for it; a font or a picture is an asset by itself.
        const from = made.type === "chunk" ? Object.keys(made.modules) : made.originalFileNames;
        for (const id of from) {
          const folder = folderOf(id, root);
          if (folder) folders.add(folder);
        }
      }
      const parts = [heading(resolve(root, ours)), ...[...folders].map(noticeOf).sort()];
      this.emitFile({ type: "asset", fileName: "notices.txt", source: parts.join(`\n${RULE}\n\n`) });
    },
  };
}

function heading(ours: string): string {
  return [
    "Ludarium is free software; its licence comes first. Its pages contain the packages named after it.",
    "The games belong to their designers and publishers; the end of each guide names them.",
    "Ludariumのライセンスに続いて、ページに含まれるパッケージとそのライセンスを示します。",
    "ゲームの権利は、それぞれの作者と出版社にあります。各ゲームの遊び方の最後に記しています。",
    "",
    readFileSync(ours, "utf8"),
  ].join("\n");
}

/** The folder of the package that a module belongs to; none if it is ours. */
function folderOf(id: string, root: string): string | undefined {
  const tool = ADDED.exec(id)?.groups?.name;
  if (tool) return join(root, "node_modules", tool);
  if (id.startsWith("\0")) throw new Error(`It cannot be told whose code ${JSON.stringify(id)} is: see plugins/notices.ts`);
  return INSTALLED.exec(id)?.groups?.folder;
}

function noticeOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder)
    .filter((file) => LICENCE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").replace(OF_THE_TOOL, "").trim());
  if (!texts.some(Boolean)) throw new Error(`The pages contain code of ${name}, which comes without a licence text.`);
  return `${name} ${version}\n\n${texts.join("\n\n")}\n`;
}
