/** What one does with other people. Where it fails, a toast says why. */

import { post, sentenceOf } from "../lib/api";
import { t } from "../lib/words.svelte";
import { toast } from "../ui/toasts.svelte";

/** The page of an account. */
export function pageOf(name: string): string {
  return `/people/${encodeURIComponent(name)}`;
}

/** The form for a new game against somebody. */
export function challengePage(game: string, name: string, ruleset = ""): string {
  const query = new URLSearchParams({ challenge: name, ...(ruleset && { ruleset }) });
  return `/play/${game}?${query}`;
}

interface Named {
  id: string;
  name: string;
}

/** Whether it was done. */
export async function change(what: "follow" | "block", { id, name }: Named, yes: boolean): Promise<boolean> {
  try {
    await post(`/api/me/${what}s`, { person: id, yes });
  } catch (error) {
    toast(sentenceOf(error), { kind: "problem" });
    return false;
  }
  toast(t(`people.${yes ? "" : "un"}${what}ed`, { name }));
  return true;
}
