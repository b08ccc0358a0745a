/** The picture of a position as a file. */

import { post } from "../lib/api";
import type { PositionRequest } from "../lib/wire";

export async function savePicture(position: PositionRequest, kind: "svg" | "png"): Promise<void> {
  const picture = await post(`/api/analysis/picture.${kind}`, position);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = `${position.ruleset}-${position.steps?.length ?? 0}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
