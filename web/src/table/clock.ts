/** Clocks that run on between two messages. */

import type { Clock } from "../lib/wire";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const LOW = 30 * SECOND;

/** What a seat has left; `receivedAt` is when the clock came, `now` the time, both by this machine's clock. For `rest`
 * milliseconds from then on, it stands still.
 */
export function left(clock: Clock, seat: number, receivedAt: number, now: number, rest = 0): number {
  const then = clock.left[seat] ?? 0;
  return clock.running === seat ? Math.max(0, then - Math.max(0, now - receivedAt - rest)) : then;
}

/** How long somebody was still on vacation when this was told at `receivedAt`; `until` is milliseconds since 1970. */
export function restLeft(until: number, receivedAt: number): number {
  return Math.max(0, until - (Date.now() - (performance.now() - receivedAt)));
}

/** Whether it is time to hurry. */
export function isLow(clock: Clock, ms: number): boolean {
  return clock.kind !== "none" && ms < LOW;
}

export type Face = { days: number; hours: number } | { text: string };

/** As a clock shows it: days and hours, or 1:02:03, 4:05, and tenths in the last ten seconds. */
export function face(ms: number): Face {
  if (ms >= DAY) return { days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) };
  if (ms < 10 * SECOND) return { text: (Math.floor(ms / 100) / 10).toFixed(1) };
  const seconds = Math.floor(ms / SECOND);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  return { text: h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}` };
}

/** How long until the face changes. */
export function untilChange(ms: number): number {
  return ms >= DAY ? 60 * SECOND : ms < 10 * SECOND + 100 ? 100 : Math.max(50, ms % SECOND);
}
