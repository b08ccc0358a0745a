import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { compressed } from "./plugins/compressed.ts";
import { notices } from "./plugins/notices.ts";
import { preloads } from "./plugins/preloads.ts";
import { worker } from "./plugins/worker.ts";

const SERVER = "http://127.0.0.1:8765";
// What every page needs is one file: few requests, and it is there before a page asks for it.
const FRAME = /node_modules|src[\\/](lib|ui)[\\/]|src[\\/](words[\\/]gathered|account[\\/]me)\.|preload-helper/;
const BOARD = /src[\\/]board[\\/]/;
// What several pages with a board need is one file as well: browsers ask for six at a time.
const TABLE = /src[\\/]table[\\/]/;

export default defineConfig({
  plugins: [svelte(), svelteTesting(), notices("../LICENSE"), preloads(), worker(), compressed()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    cssCodeSplit: false, // all style sheets together are small, and browsers ask for six files at a time
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["index.html", "embed.html"],
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: "frame", test: FRAME },
            { name: "board", test: BOARD },
            { name: "board", test: TABLE, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts", "plugins/**/*.test.ts"],
    setupFiles: ["src/testing.ts"],
    // One jsdom for many files: to set one up takes longer than most tests. A test that needs a fresh module says so.
    pool: "threads",
    isolate: false,
  },
});
