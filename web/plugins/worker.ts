import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const TEMPLATE = join(import.meta.dirname, "worker.js");
const KEPT = /^assets\//; // their names have hashes of what is in them

/** Writes worker.js, which knows the files of this build: with every other build it is another one. */
export function worker(): Plugin {
  let open = "";
  return {
    name: "worker",
    apply: "build",
    configResolved(config) {
      open = config.publicDir;
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const names = Object.keys(bundle).filter((name) => KEPT.test(name)).sort();
        const hash = createHash("sha256").update(names.join(" "));
        for (const name of open ? readdirSync(open).sort() : []) hash.update(readFileSync(join(open, name)));
        const filled = readFileSync(TEMPLATE, "utf8")
          .replace("__VERSION__", hash.digest("hex").slice(0, 16))
          .replace("__ASSETS__", names.map((name) => `/${name}`).join(" "));
        this.emitFile({ type: "asset", fileName: "worker.js", source: filled });
      },
    },
  };
}
