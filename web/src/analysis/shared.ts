/**
 * A position in the query of an address. What stands behind `#` never reaches a server, so a link that others are to see
 * a preview of says there, too, what is on the board: `?position=black c2; white d2`.
 */

import type { OptionValue } from "../lib/wire";
import { type Origin, PLAIN_START } from "./link";

const LONGEST = 1_800; // characters of a query: longer links are cut off on their way

/** The query for a position; empty where it would be too long. */
export function sharedQuery(position: string, options: Origin["options"]): string {
  const query = new URLSearchParams({ position });
  if (Object.keys(options).length > 0) query.set("options", JSON.stringify(options));
  const written = `?${query}`;
  return written.length <= LONGEST ? written : "";
}

/** Where an analysis begins by the query of its address; at the plain start if that says nothing. */
export function readShared(query: URLSearchParams): Origin {
  const position = query.get("position") ?? "";
  let options: unknown = {};
  try {
    options = JSON.parse(query.get("options") || "{}");
  } catch {
    // As if there were none; the server says what is wrong with the position then.
  }
  const fits = typeof options === "object" && options !== null && !Array.isArray(options);
  return { ...PLAIN_START, position, options: fits ? (options as Record<string, OptionValue>) : {} };
}
