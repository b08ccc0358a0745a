/** Steps as a list that is read: one row for each turn of a seat. */

import type { Step } from "../lib/wire";

export interface Move {
  number: number;
  notation: string; // empty where only what happened may be known
  said: string;
}

export interface Row {
  turn: number;
  seat: number;
  moves: Move[];
}

/** `gap` stands between sentences: a space, or nothing in Japanese. */
export function rows(steps: Step[], gap: string): Row[] {
  const found: Row[] = [];
  for (const step of steps) {
    const said = step.happenings.map((one) => one.said).filter(Boolean).join(gap);
    const move = { number: step.number, notation: step.text, said: said || step.text };
    const last = found.at(-1);
    if (last && last.turn === step.turn && last.seat === step.seat) last.moves.push(move);
    else found.push({ turn: step.turn, seat: step.seat, moves: [move] });
  }
  return found;
}
