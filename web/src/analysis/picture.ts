/** The picture of a position as a file. */

import { Refused } from "../lib/api";
import { t } from "../lib/words.svelte";
import type { PositionRequest } from "./session.svelte";

export async function savePicture(wanted: PositionRequest, kind: "svg" | "png"): Promise<void> {
  const answer = await fetch(`/api/analysis/picture.${kind}`, {
    method: "POST",
    headers: { "X-Ludarium": "1", "Content-Type": "application/json" },
    body: JSON.stringify(wanted),
  });
  if (!answer.ok) throw new Refused("status", t("common.failed", { status: String(answer.status) }));
  save(await answer.blob(), `${wanted.ruleset}-${wanted.steps.length}.${kind}`);
}

function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
