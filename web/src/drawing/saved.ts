/** Lists that somebody gave a name, kept in this browser. */

export interface Saved {
  name: string;
  text: string;
}

type Keeper = Pick<Storage, "getItem" | "setItem">;
const MOST = 50;
const LONGEST = 40; // characters of a name

const key = (what: string): string => `ludarium.lists.${what}`;

export function readSaved(keeper: Keeper, what: string): Saved[] {
  try {
    const found = JSON.parse(keeper.getItem(key(what)) ?? "[]") as Saved[];
    return found.filter((one) => typeof one?.name === "string" && typeof one.text === "string");
  } catch {
    return [];
  }
}

/** The list with this one in it, in place of another of the same name; not kept where there is no storage. */
export function save(keeper: Keeper, what: string, name: string, text: string): Saved[] {
  const short = name.trim().slice(0, LONGEST);
  const others = readSaved(keeper, what).filter((one) => one.name !== short);
  return keep(keeper, what, [{ name: short, text }, ...others].slice(0, MOST));
}

export function forget(keeper: Keeper, what: string, name: string): Saved[] {
  return keep(keeper, what, readSaved(keeper, what).filter((one) => one.name !== name));
}

function keep(keeper: Keeper, what: string, saved: Saved[]): Saved[] {
  try {
    keeper.setItem(key(what), JSON.stringify(saved));
  } catch {
    // Kept as long as this page is open.
  }
  return saved;
}
