import { describe, expect, it } from "vitest";

import {
  addStep,
  back,
  below,
  forward,
  goTo,
  isMain,
  leaves,
  type Line,
  lineThrough,
  mainLine,
  newTree,
  nodeOf,
  path,
  promote,
  remove,
  ROOT,
  sideways,
  stepsTo,
  toEnd,
  type Tree,
} from "./tree";

/** A tree as text: variations in brackets behind the step that they replace. */
function written(tree: Tree): string {
  const line = (one: Line): string =>
    one.moves
      .map(({ id, instead }) => [nodeOf(tree, id).step, ...instead.map((other) => `(${line(other)})`)].join(" "))
      .join(" ");
  return line(mainLine(tree));
}

/** a b c, with x y instead of b and z instead of y. */
function example(): Tree {
  let tree = newTree(["a", "b", "c"]);
  tree = addStep(addStep(forward(tree), "x"), "y");
  return addStep(back(tree), "z");
}

describe("a tree", () => {
  it("begins at the start of its line", () => {
    const tree = newTree(["a", "b"]);
    expect(tree.at).toBe(ROOT);
    expect(stepsTo(toEnd(tree))).toEqual(["a", "b"]);
    expect(stepsTo(tree)).toEqual([]);
  });

  it("grows a variation where a step differs, and follows one that is there", () => {
    const tree = example();
    expect(written(tree)).toBe("a b (x y (z)) c");
    expect(stepsTo(tree)).toEqual(["a", "x", "z"]);
    const again = addStep(goTo(tree, path(tree)[0] ?? -1), "b");
    expect(again.nodes).toBe(tree.nodes);
    expect(stepsTo(again)).toEqual(["a", "b"]);
  });

  it("stays as it was when a new one is made of it", () => {
    const old = newTree(["a"]);
    addStep(toEnd(old), "b");
    remove(old, 1);
    expect(written(old)).toBe("a");
  });

  it("keeps deep lines apart from equal steps elsewhere", () => {
    let tree = newTree(["a", "a", "a"]);
    tree = addStep(tree, "a");
    expect(tree.nodes.size).toBe(4);
    expect(path(tree)).toHaveLength(1);
  });

  it("walks back and forth and stops at both ends", () => {
    let tree = newTree(["a", "b"]);
    tree = back(tree);
    expect(tree.at).toBe(ROOT);
    tree = forward(forward(forward(tree)));
    expect(stepsTo(tree)).toEqual(["a", "b"]);
    expect(stepsTo(back(tree))).toEqual(["a"]);
  });

  it("walks sideways round its variations", () => {
    const tree = example(); // at z, whose only sister is y
    expect(stepsTo(sideways(tree, 1))).toEqual(["a", "x", "y"]);
    expect(stepsTo(sideways(sideways(tree, 1), 1))).toEqual(["a", "x", "z"]);
    expect(stepsTo(sideways(back(tree), -1))).toEqual(["a", "b"]);
    const alone = goTo(tree, path(tree)[0] ?? -1);
    expect(sideways(alone, 1).at).toBe(alone.at);
    expect(sideways(newTree(), 1).at).toBe(ROOT);
  });

  it("does not go to a node that is not there", () => {
    const tree = example();
    expect(goTo(tree, 99)).toBe(tree);
  });

  it("knows its main line and the line through a node", () => {
    const tree = example();
    const [, x] = path(tree);
    expect(isMain(tree, tree.at)).toBe(false);
    expect(isMain(tree, path(tree)[0] ?? -1)).toBe(true);
    expect(lineThrough(tree, x).map((id) => nodeOf(tree, id).step)).toEqual(["a", "x", "y"]);
  });

  it("promotes a branch one fork at a time", () => {
    let tree = example();
    tree = promote(tree, tree.at);
    expect(written(tree)).toBe("a b (x z (y)) c");
    tree = promote(tree, tree.at);
    expect(written(tree)).toBe("a x (b c) z (y)");
    expect(promote(tree, tree.at)).toBe(tree);
    expect(stepsTo(tree)).toEqual(["a", "x", "z"]);
  });

  it("removes a branch with all that follows, and steps back out of it", () => {
    const tree = example();
    const [, x] = path(tree) as [number, number];
    const pruned = remove(tree, x);
    expect(written(pruned)).toBe("a b c");
    expect(stepsTo(pruned)).toEqual(["a"]);
    expect(pruned.nodes.size).toBe(4);
    expect(remove(tree, ROOT)).toBe(tree);
  });

  it("stays where it is when another branch is removed", () => {
    const tree = example();
    const [b] = nodeOf(tree, 1).children as [number];
    const pruned = remove(tree, b);
    expect(written(pruned)).toBe("a x y (z)");
    expect(stepsTo(pruned)).toEqual(["a", "x", "z"]);
  });

  it("never gives the same id twice", () => {
    let tree = newTree(["a"]);
    tree = addStep(remove(tree, 1), "b");
    expect(tree.at).toBe(2);
  });

  it("lists what follows a node, the line before its variations", () => {
    const tree = example();
    expect(below(tree, ROOT).map((id) => nodeOf(tree, id).step)).toEqual(["", "a", "b", "c", "x", "y", "z"]);
  });

  it("knows the ends of its lines", () => {
    const tree = example();
    expect(leaves(tree).map((id) => nodeOf(tree, id).step)).toEqual(["c", "y", "z"]);
    expect(leaves(newTree())).toEqual([ROOT]);
  });

  it("bears long games", () => {
    const tree = newTree(Array.from({ length: 3000 }, (_, place) => `s${place}`));
    expect(mainLine(tree).moves).toHaveLength(3000);
    expect(stepsTo(toEnd(tree))).toHaveLength(3000);
    expect(isMain(tree, toEnd(tree).at)).toBe(true);
  });
});
