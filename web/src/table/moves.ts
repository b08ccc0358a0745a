/** Steps as a list that is read: one row for each turn of a seat. */

import { stepSentence } from "../lib/steps";
import type { Step } from "../lib/wire";

export interface Move {
  number: number;
  last: number; // of steps without a sentence that are shown with this one
  notation: string; // empty where only what happened may be known
  sentence: string;
}

export interface Row {
  turn: number;
  seat: number;
  moves: Move[];
}

export function rows(steps: Step[]): Row[] {
  const found: Row[] = [];
  for (const step of steps) {
    const sentence = stepSentence(step);
    const row = found.at(-1);
    const before = row?.moves.at(-1);
    if (!row || !before || row.turn !== step.turn || row.seat !== step.seat)
      found.push({ turn: step.turn, seat: step.seat, moves: [moveOf(step, sentence || step.text)] });
    else if (sentence) row.moves.push(moveOf(step, sentence));
    else {
      before.last = step.number;
      before.notation = [before.notation, step.text].filter(Boolean).join(" ");
    }
  }
  return found;
}

/** The steps of the last turn, or of the one that goes on. */
export function lastTurnOf(steps: Step[]): Step[] {
  const last = steps.at(-1);
  const first = last ? steps.findLastIndex((step) => step.turn !== last.turn || step.seat !== last.seat) + 1 : 0;
  return steps.slice(first);
}

function moveOf(step: Step, sentence: string): Move {
  return { number: step.number, last: step.number, notation: step.text, sentence };
}
