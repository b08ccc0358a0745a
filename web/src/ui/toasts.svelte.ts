/** Short news at the edge of the page: `toast(t("me.saved"))`. */
import { announce } from "../lib/announce.svelte";

export interface Toast {
  id: number;
  text: string;
  kind: "news" | "problem";
  page: string; // where more is said
}

export const toasts = $state<Toast[]>([]);
let next = 1;

export function toast(
  text: string,
  { kind = "news", page = "", stay = 6000 }: Partial<Omit<Toast, "id" | "text">> & { stay?: number } = {},
): void {
  const id = next++;
  toasts.push({ id, text, kind, page });
  if (toasts.length > 3) toasts.shift();
  announce(text, { urgent: kind === "problem" });
  setTimeout(() => dismiss(id), stay);
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((one) => one.id === id);
  if (at >= 0) toasts.splice(at, 1);
}
