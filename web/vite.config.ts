import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { compressed } from "./plugins/compressed.ts";

const SERVER = "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [svelte(), svelteTesting(), compressed()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, rolldownOptions: { checks: { pluginTimings: false } } },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
  test: { environment: "jsdom", include: ["src/**/*.test.ts"], setupFiles: ["src/testing.ts"] },
});
