/**
 * An analysis as the part of an address behind `#`, short enough to be sent around, readable where it is short anyway:
 * `s=+c2,+d2(+e2,c2r),c2l&at=3`. Variations stand in brackets behind the step that they replace; `at` counts the steps
 * as they are written. What is long is packed: `z=…`.
 */

import { fromBase64, toBase64 } from "../lib/base64";
import type { OptionValue } from "../lib/wire";
import { below, type Line, mainLine, newTree, nodeOf, ROOT, type Tree, type TreeNode } from "./tree";

/** Where the steps begin: at the start of a ruleset with these options, or at a written position. */
export interface Origin {
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly seed: number;
  readonly position: string;
}

export interface Linked {
  readonly origin: Origin;
  readonly tree: Tree;
}

export const PLAIN_START: Origin = { options: {}, seed: 0, position: "" };

const PACK_FROM = 600; // characters
const MOST_UNPACKED = 400_000; // a link that would unpack to more is no analysis of ours
const MOST_STEPS = 20_000;

/** The text behind `#`; empty for the plain start. */
export async function writeLink(linked: Linked): Promise<string> {
  const plain = writePlain(linked);
  if (plain.length < PACK_FROM) return plain;
  const packed = `z=${toBase64(await through(new TextEncoder().encode(plain), new CompressionStream("deflate-raw")))}`;
  return packed.length < plain.length ? packed : plain;
}

/** The analysis behind `#`; nothing where the text is none. */
export async function readLink(text: string): Promise<Linked | null> {
  try {
    if (!text.startsWith("z=")) return readPlain(text);
    const bytes = await through(fromBase64(text.slice(2)), new DecompressionStream("deflate-raw"), MOST_UNPACKED);
    return readPlain(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

// --- plain text --------------------------------------------------------------------------------------------------------
function writePlain({ origin, tree }: Linked): string {
  const parts: string[] = [];
  if (origin.position) parts.push(`p=${escaped(origin.position)}`);
  if (Object.keys(origin.options).length > 0) parts.push(`o=${escaped(JSON.stringify(origin.options))}`);
  if (origin.seed) parts.push(`seed=${origin.seed}`);
  if (tree.nodes.size > 1) parts.push(`s=${writtenLine(tree, mainLine(tree))}`);
  if (tree.at !== ROOT) parts.push(`at=${writtenOrder(tree).indexOf(tree.at) + 1}`);
  return parts.join("&");
}

function writtenLine(tree: Tree, line: Line): string {
  return line.moves
    .map(({ id, instead }) => {
      const variations = instead.map((other) => `(${writtenLine(tree, other)})`).join("");
      return escaped(nodeOf(tree, id).step) + variations;
    })
    .join(",");
}

/** The nodes in the order in which the text names them. */
function writtenOrder(tree: Tree): number[] {
  const named = (line: Line): number[] => line.moves.flatMap(({ id, instead }) => [id, ...instead.flatMap(named)]);
  return named(mainLine(tree));
}

function readPlain(text: string): Linked | null {
  const parts = new Map(
    text
      .split("&")
      .filter((part) => part !== "")
      .map((part): [string, string] => {
        const equals = part.indexOf("=");
        return equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
      }),
  );
  const options: unknown = JSON.parse(unescaped(parts.get("o") ?? "") || "{}");
  const seed = Number(parts.get("seed") ?? "0");
  if (typeof options !== "object" || options === null || Array.isArray(options)) return null;
  if (!Number.isSafeInteger(seed) || seed < 0) return null;
  const [tree, order] = readTree(parts.get("s") ?? "");
  const at = order[Number(parts.get("at") ?? "0") - 1] ?? ROOT;
  const position = unescaped(parts.get("p") ?? "");
  return { origin: { options: options as Record<string, OptionValue>, seed, position }, tree: { ...tree, at } };
}

/** The tree, and its nodes in the order in which the text names them. */
function readTree(text: string): [Tree, number[]] {
  const nodes = new Map<number, { id: number; parent: number; step: string; children: number[] }>();
  nodes.set(ROOT, { id: ROOT, parent: -1, step: "", children: [] });
  const order: number[] = [];
  const opened: number[] = []; // the steps that the open brackets replace
  let at = ROOT;
  for (const [token] of text.matchAll(/[(),]|[^(),]+/g)) {
    if (token === "(") {
      opened.push(at);
      at = nodes.get(at)?.parent ?? -1;
    } else if (token === ")") {
      at = opened.pop() ?? -1;
    } else if (token !== ",") {
      if (order.length >= MOST_STEPS) throw new Error("too long");
      const id = ROOT + 1 + order.length;
      nodes.set(id, { id, parent: at, step: unescaped(token), children: [] });
      nodes.get(at)?.children.push(id);
      order.push(id);
      at = id;
    }
    if (!nodes.has(at)) throw new Error("brackets");
  }
  if (opened.length > 0) throw new Error("brackets");
  const tree: Tree = { nodes: nodes as ReadonlyMap<number, TreeNode>, at: ROOT, next: ROOT + 1 + order.length };
  if (below(tree, ROOT).length !== nodes.size) throw new Error("torn");
  return [tree, order];
}

/** Readable characters stay; a space becomes `_`. */
function escaped(text: string): string {
  const byNumber = (one: string): string => `%${one.charCodeAt(0).toString(16).toUpperCase()}`;
  const kept = encodeURIComponent(text).replaceAll(/[_~*'()]/g, byNumber);
  return kept.replaceAll("%20", "_").replaceAll(/%(2B|3A|3D|2F|3B|40|21)/g, (one) => decodeURIComponent(one));
}

function unescaped(text: string): string {
  return decodeURIComponent(text.replaceAll("_", "%20"));
}

// --- packed ------------------------------------------------------------------------------------------------------------
async function through(bytes: Uint8Array, by: GenericTransformStream, most = Infinity): Promise<Uint8Array> {
  const source = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const reader = source.pipeThrough(by as ReadableWritablePair<Uint8Array, Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let got = await reader.read(); !got.done; got = await reader.read()) {
    const part = got.value;
    size += part.length;
    if (size > most) throw new Error("too long");
    parts.push(part);
  }
  const whole = new Uint8Array(size);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

/** A line of steps from a start, as a link. */
export function linkTo(origin: Origin, steps: readonly string[], at = steps.length): Promise<string> {
  return writeLink({ origin, tree: { ...newTree(steps), at: ROOT + at } });
}
