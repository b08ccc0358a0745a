/**
 * A game with branches: what was played, and what might have been.
 *
 * A tree is a value: every function gives a new one and leaves the old one as it was. The first child of a node goes on
 * with its line, the others are variations. The root is the start; every other node is a step.
 */

export const ROOT = 0;

export interface TreeNode {
  readonly id: number;
  readonly parent: number; // of the root: -1
  readonly step: string; // of the root: empty
  readonly children: readonly number[];
}

export interface Tree {
  readonly nodes: ReadonlyMap<number, TreeNode>;
  readonly at: number; // the node that is looked at
  readonly next: number; // the id of the next new node
}

/** A line as it is shown: its nodes, each with the lines that might have been played instead of it. */
export interface Line {
  readonly moves: readonly { readonly id: number; readonly instead: readonly Line[] }[];
}

/** A line of steps, looked at from its start. */
export function newTree(steps: readonly string[] = []): Tree {
  const nodes = new Map<number, TreeNode>();
  nodes.set(ROOT, { id: ROOT, parent: -1, step: "", children: steps.length > 0 ? [ROOT + 1] : [] });
  steps.forEach((step, place) => {
    const id = ROOT + 1 + place;
    nodes.set(id, { id, parent: id - 1, step, children: place + 1 < steps.length ? [id + 1] : [] });
  });
  return { nodes, at: ROOT, next: ROOT + 1 + steps.length };
}

export function nodeOf(tree: Tree, id: number): TreeNode {
  const found = tree.nodes.get(id);
  if (!found) throw new Error(`no node ${id}`);
  return found;
}

/** Take a step from where we are: along the branch that has it already, or into a new one. */
export function addStep(tree: Tree, step: string): Tree {
  const here = nodeOf(tree, tree.at);
  const known = here.children.find((child) => nodeOf(tree, child).step === step);
  if (known !== undefined) return { ...tree, at: known };
  const id = tree.next;
  const nodes = new Map(tree.nodes);
  nodes.set(id, { id, parent: here.id, step, children: [] });
  nodes.set(here.id, { ...here, children: [...here.children, id] });
  return { nodes, at: id, next: id + 1 };
}

/** Look at another node; one that is not there changes nothing. */
export function goTo(tree: Tree, id: number): Tree {
  return tree.nodes.has(id) ? { ...tree, at: id } : tree;
}

export function back(tree: Tree): Tree {
  return goTo(tree, nodeOf(tree, tree.at).parent);
}

/** On along the line. */
export function forward(tree: Tree): Tree {
  const [first] = nodeOf(tree, tree.at).children;
  return first === undefined ? tree : { ...tree, at: first };
}

/** To the end of the line. */
export function toEnd(tree: Tree): Tree {
  let at = tree.at;
  for (let [next] = nodeOf(tree, at).children; next !== undefined; [next] = nodeOf(tree, at).children) at = next;
  return { ...tree, at };
}

/** To the variation before (-1) or after (1) this one; from the first before comes the last. */
export function sideways(tree: Tree, by: 1 | -1): Tree {
  const { parent } = nodeOf(tree, tree.at);
  if (parent < 0) return tree;
  const { children } = nodeOf(tree, parent);
  const place = children.indexOf(tree.at);
  const other = children[(place + by + children.length) % children.length];
  return other === undefined ? tree : { ...tree, at: other };
}

/** The nodes from the first step to this one. */
export function path(tree: Tree, id: number = tree.at): number[] {
  const found: number[] = [];
  for (let node = nodeOf(tree, id); node.parent >= 0; node = nodeOf(tree, node.parent)) found.push(node.id);
  return found.reverse();
}

/** The steps that lead to a node. */
export function stepsTo(tree: Tree, id: number = tree.at): string[] {
  return path(tree, id).map((one) => nodeOf(tree, one).step);
}

/** The nodes of the line that runs through a node, to its end. */
export function lineThrough(tree: Tree, id: number = tree.at): number[] {
  return path(tree, toEnd(goTo(tree, id)).at);
}

/** Whether a node lies on the main line. */
export function isMain(tree: Tree, id: number): boolean {
  let node = nodeOf(tree, id);
  while (node.parent >= 0) {
    const above = nodeOf(tree, node.parent);
    if (above.children[0] !== node.id) return false;
    node = above;
  }
  return true;
}

/** Make the branch through a node the line where it first leaves it, seen from the node. */
export function promote(tree: Tree, id: number): Tree {
  const { parent } = nodeOf(tree, id);
  if (parent < 0) return tree;
  const above = nodeOf(tree, parent);
  if (above.children[0] === id) return promote(tree, parent);
  const nodes = new Map(tree.nodes);
  nodes.set(parent, { ...above, children: [id, ...above.children.filter((child) => child !== id)] });
  return { ...tree, nodes };
}

/** Remove a node and all that follows it; whoever looks at one of them looks at the node before it then. */
export function remove(tree: Tree, id: number): Tree {
  const { parent } = nodeOf(tree, id);
  if (parent < 0) return tree;
  const above = nodeOf(tree, parent);
  const nodes = new Map(tree.nodes);
  for (const gone of below(tree, id)) nodes.delete(gone);
  nodes.set(parent, { ...above, children: above.children.filter((child) => child !== id) });
  return { ...tree, nodes, at: nodes.has(tree.at) ? tree.at : parent };
}

/** A node and all that follows it, in the order in which they are shown. */
export function below(tree: Tree, id: number): number[] {
  const found = [];
  const waiting = [id];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node);
    waiting.push(...[...nodeOf(tree, node).children].reverse());
  }
  return found;
}

/** The ends of all lines. */
export function leaves(tree: Tree): number[] {
  return below(tree, ROOT).filter((id) => nodeOf(tree, id).children.length === 0);
}

/** The whole tree as lines within lines, from the first step on. */
export function mainLine(tree: Tree): Line {
  return lineFrom(tree, nodeOf(tree, ROOT).children);
}

function lineFrom(tree: Tree, choices: readonly number[]): Line {
  const moves = [];
  for (let these = choices; these.length > 0; ) {
    const [first, ...others] = these as [number, ...number[]];
    const instead = others.map((other) => {
      const rest = lineFrom(tree, nodeOf(tree, other).children);
      return { moves: [{ id: other, instead: [] }, ...rest.moves] };
    });
    moves.push({ id: first, instead });
    these = nodeOf(tree, first).children;
  }
  return { moves };
}
