import { describe, expect, it } from "vitest";

import { type Linked, linkTo, PLAIN_START, readLink, writeLink } from "./link";
import { addStep, back, goTo, type Line, mainLine, newTree, nodeOf, path, stepsTo, toEnd, type Tree } from "./tree";

function written(tree: Tree): string {
  const line = (one: Line): string =>
    one.moves
      .map(({ id, instead }) => nodeOf(tree, id).step + instead.map((other) => `(${line(other)})`).join(""))
      .join(" ");
  return line(mainLine(tree));
}

async function read(text: string): Promise<Linked> {
  const found = await readLink(text);
  if (!found) throw new Error(`not read: ${text}`);
  return found;
}

describe("the link of an analysis", () => {
  it("is empty for the plain start", async () => {
    expect(await writeLink({ origin: PLAIN_START, tree: newTree() })).toBe("");
    expect((await read("")).tree.nodes.size).toBe(1);
  });

  it("can be read by people", async () => {
    let tree = newTree(["+c2", "+d2", "c2r"]);
    tree = addStep(goTo(tree, 1), "+e2");
    expect(await writeLink({ origin: PLAIN_START, tree })).toBe("s=+c2,+d2(+e2),c2r&at=3");
  });

  it("comes back with branches in branches and the place that was looked at", async () => {
    let tree = newTree(["a", "b", "c"]);
    tree = addStep(addStep(goTo(tree, 1), "x"), "y");
    tree = addStep(back(tree), "z");
    const back_ = await read(await writeLink({ origin: PLAIN_START, tree }));
    expect(written(back_.tree)).toBe("a b(x y(z)) c");
    expect(stepsTo(back_.tree)).toEqual(["a", "x", "z"]);
    const more = addStep(back_.tree, "new");
    expect(path(more)).toHaveLength(4);
    expect(more.nodes.size).toBe(8);
  });

  it("keeps every character of steps and positions", async () => {
    const steps = ["!ne", "b2:3", ".", "e4-e9", "=324", "#a_b", "(x),~y'*", "é 日本", "--", "100%"];
    const origin = { options: { kinds: ["324", "243"], cap: 0 }, seed: 7, position: "blue_lost 333; a1=111/3! & b?" };
    const found = await read(await linkTo(origin, steps, 3));
    expect(stepsTo(toEnd(found.tree))).toEqual(steps);
    expect(stepsTo(found.tree)).toEqual(["!ne", "b2:3", "."]);
    expect(found.origin).toEqual(origin);
  });

  it("has only characters that stay as they are in an address", async () => {
    const origin = { ...PLAIN_START, position: "black c2; white 日本 <\">; kraken x" };
    const link = await linkTo(origin, ["(a)", "b c", "d|e"]);
    expect(new URL(`https://house/analysis/mur#${link}`).hash).toBe(`#${link}`);
    expect(link).not.toMatch(/\s/);
  });

  it("is packed where it would be long", async () => {
    const steps = Array.from({ length: 400 }, (_, place) => `e${place % 9}-f${place % 7}`);
    const link = await linkTo(PLAIN_START, steps);
    expect(link).toMatch(/^z=[A-Za-z0-9_-]+$/);
    expect(link.length).toBeLessThan(steps.join(",").length / 3);
    expect(stepsTo((await read(link)).tree)).toEqual(steps);
  });

  it.each(["s=a)b", "s=(a)", "s=a(b", "o=[1]", "o=1", "o={", "seed=-1", "seed=x", "z=!!", "z=AAAA", "s=%E0%A4%A"])(
    "is refused when it is none: %s",
    async (text) => {
      expect(await readLink(text)).toBeNull();
    },
  );

  it("looks at the start where the place is not there", async () => {
    expect((await read("s=a,b&at=9")).tree.at).toBe(0);
  });
});
