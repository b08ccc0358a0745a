import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const WORTH_IT = 1000; // bytes: below that, a compressed copy saves nothing
const TEXT = /\.(js|css|html|svg|json|webmanifest|txt)$/;

/** Writes NAME.br and NAME.gz beside every text of the build, so that the server need not compress while it serves. */
export function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const file of filesIn(folder)) {
        if (!TEXT.test(file) || statSync(file).size <= WORTH_IT) continue;
        const text = readFileSync(file);
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
        writeFileSync(`${file}.br`, brotliCompressSync(text, quality));
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
