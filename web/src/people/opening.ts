/** Where a page shows a small card about somebody, names open that; elsewhere they lead to the page of the account. */

import { getContext, setContext } from "svelte";

const CARD = Symbol("card");
type Open = (name: string) => void;

/** Called while a page is made. */
export function openCards(open: Open): void {
  setContext(CARD, open);
}

export function cardOpener(): Open | undefined {
  return getContext<Open | undefined>(CARD);
}
