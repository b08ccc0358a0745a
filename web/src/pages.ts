/** The pages, each loaded when it is first wanted. */
import type { Component } from "svelte";
import type { PageName } from "./lib/router.svelte";

export type Page = Component<Record<string, string>>;

const FILES = import.meta.glob<{ default: Page }>("./pages/*.svelte");

export async function loadPage(name: PageName): Promise<Page> {
  return (await FILES[`./pages/${name}.svelte`]!()).default;
}
