import { normalizePath, type Plugin, type Rolldown } from "vite";
import { PATHS } from "../src/lib/paths.ts";

const WORDS = /\/src\/words\/(?<language>[a-z]+)\.ts$/;

/** Writes preloads.json: the files that each page, and each language, needs beside those that the first page names
 * itself. The server tells browsers of them at once, so that they need not wait for one file to ask for the next.
 */
export function preloads(): Plugin {
  return {
    name: "preloads",
    apply: "build",
    generateBundle: {
      order: "post", // style sheets are known
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((made) => made.type === "chunk");
        const first = chunks.find((chunk) => chunk.facadeModuleId?.endsWith("/index.html"));
        const there = new Set(first && needed(first, bundle));
        const filesOf = (chunk: Rolldown.OutputChunk | undefined): string[] =>
          chunk ? [...needed(chunk, bundle)].filter((file) => !there.has(file)) : [];
        const paths = PATHS.map(([path, page]) => {
          const end = `/src/pages/${page}.svelte`;
          return [path, filesOf(chunks.find((chunk) => modulesOf(chunk).some((id) => id.endsWith(end))))];
        });
        const words = chunks.flatMap((chunk) =>
          modulesOf(chunk).flatMap((id) => {
            const language = WORDS.exec(id)?.groups?.language;
            return language && language !== "gathered" ? [[language, filesOf(chunk)]] : [];
          }),
        );
        const told = { paths: Object.fromEntries(paths), words: Object.fromEntries(words) };
        this.emitFile({ type: "asset", fileName: "preloads.json", source: JSON.stringify(told) });
      },
    },
  };
}

function modulesOf(chunk: Rolldown.OutputChunk): string[] {
  return Object.keys(chunk.modules).map(normalizePath);
}

/** The file of a chunk, of all that it imports, and their style sheets. */
function needed(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const name of chunk.imports) {
    const other = bundle[name];
    if (other?.type === "chunk") needed(other, bundle, found);
  }
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
  return found;
}
