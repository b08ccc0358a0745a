import type { JudgedStep } from "../lib/wire";

/** The sign of each mark, as chess has it. */
export const SIGNS: Record<JudgedStep["mark"], string> = { good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };
