/** Whoever sits at this browser. Nobody needs a name before the first table: then one is made up. */

import { get, post } from "../lib/api";
import type { Person } from "../lib/wire";
import { t } from "../lib/words.svelte";

const NOBODY: Person = { id: "", name: "", guest: true };

let person = $state.raw<Person | null>(null);

export const me = {
  /** Nothing while it is not known yet. */
  get person(): Person | null {
    return person;
  },
  get account(): boolean {
    return !!person?.id && !person.guest;
  },
};

export function set(found: Person | null): void {
  person = found ?? NOBODY;
}

export async function load(): Promise<Person> {
  set(await get("/api/me"));
  return person!;
}

/** A kind name for somebody who has not told one: "Guest 1234". */
export function guestName(random: () => number = Math.random): string {
  return t("account.guest_name", { number: String(1000 + Math.floor(random() * 9000)) });
}

/** Somebody with a name: as they are, or a new guest. */
export async function ensureNamed(): Promise<Person> {
  const found = person ?? (await load());
  if (found.id) return found;
  set(await post("/api/me", { name: guestName() }));
  return person!;
}
