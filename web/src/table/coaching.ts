/** What a coach has explained on this device already, so that it says it only once. */

const KEY = "ludarium.coach";
const MOST = 60; // that the server takes for one game

type Heard = Record<string, string[]>;

function remembered(): Heard {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found !== null && typeof found === "object" && !Array.isArray(found) ? (found as Heard) : {};
  } catch {
    return {};
  }
}

/** The keys of what was explained of a game. */
export function heard(game: string): string[] {
  const found = remembered()[game];
  return Array.isArray(found) ? found.filter((one) => typeof one === "string").slice(-MOST) : [];
}

/** Remember what was explained. */
export function hear(game: string, key: string): void {
  const keys = heard(game);
  if (keys.includes(key)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...remembered(), [game]: [...keys, key].slice(-MOST) }));
  } catch {
    // Then it is explained again next time.
  }
}
