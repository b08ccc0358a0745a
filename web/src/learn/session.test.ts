import { expect, test, vi } from "vitest";
import { Shelf } from "../analysis/session.svelte";
import { Refused } from "../lib/api";
import type { Lesson, LessonClicks, LessonFrame, LessonTry, TryRequest } from "../lib/wire";
import { picture, step } from "../table/fixtures";
import { LessonSession } from "./session.svelte";

const frame = (number: number): LessonFrame => ({ picture: picture({ over: String(number) }), steps: number ? [step(number)] : [] });
const came = (verdict: LessonTry["verdict"], frames: LessonFrame[], sentences: string[] = [], solution: string[] = []): LessonTry => ({
  verdict, sentences, frames, seats: [], solution,
});
const task = (given = {}) => ({ say: "Do it.", hint: "", reads: false, begins: true, ...given });
const LESSON: Lesson = {
  id: "one",
  title: "One",
  tasks: [task(), task({ begins: false }), task({ reads: true })],
  path: { ruleset: "small", game: "small", title: "Small", label: "", taught: ["small"], puzzles: false, lessons: [] },
};

/** A session whose server answers these, in order. */
function sitting(...answers: (LessonTry | Refused)[]) {
  const asked: TryRequest[] = [];
  const server = {
    async try(request: TryRequest): Promise<LessonTry> {
      asked.push(request);
      const next = answers.shift()!;
      if (next instanceof Refused) throw next;
      return next;
    },
    clicks: vi.fn(async (): Promise<LessonClicks> => {
      const why = { id: 0, allowed: false, sentence: "No.", clause: "", page: "", rule: "", type: "explained" as const };
      return { why, previews: [], art: {} };
    }),
  };
  return { asked, session: new LessonSession(server, new Shelf("light", "en"), () => 0) };
}
const over = (session: LessonSession) => session.shown?.frame.picture.over;

test("a right step shows what the others do, and the next task goes on from there", async () => {
  const { asked, session } = sitting(came("more", [frame(0)]), came("right", [frame(1), frame(2)], ["Well done."]), came("more", [frame(2)]));
  await session.begin(LESSON);
  expect([session.phase, over(session)]).toEqual(["doing", "0"]);
  await session.take("ab");
  expect([session.phase, over(session), session.sentences]).toEqual(["right", "2", ["Well done."]]);
  await session.next();
  expect([session.task, session.phase, session.sentences]).toEqual([1, "doing", []]);
  expect(asked.map(({ task, tries }) => ({ task, tries }))).toEqual([
    { task: 0, tries: [] },
    { task: 0, tries: [["ab"]] },
    { task: 1, tries: [["ab"]] },
  ]);
});

test("after a wrong step the board comes back as it was before it", async () => {
  const { asked, session } = sitting(
    came("more", [frame(0)]), came("more", [frame(1)]), came("wrong", [frame(2), frame(3)], ["No."]), came("more", [frame(1)]),
  );
  await session.begin(LESSON);
  await session.take("a");
  await session.take("b");
  expect([session.phase, over(session)]).toEqual(["wrong", "3"]); // with what the others would answer
  await session.back();
  expect([session.phase, over(session), session.shown?.played]).toEqual(["doing", "1", []]);
  expect(asked.at(-1)!.tries).toEqual([["a"]]);
});

test("a step that is refused changes nothing", async () => {
  const { session } = sitting(came("more", [frame(0)]), new Refused("illegal", "Not there."));
  await session.begin(LESSON);
  await session.take("zz");
  expect([session.phase, session.own, session.problem?.sentence]).toEqual(["doing", [], "Not there."]);
});

test("what is to be done is shown from the beginning of the task", async () => {
  const { asked, session } = sitting(
    came("more", [frame(0)]), came("more", [frame(1)]), came("more", [frame(0)], [], ["a", "b"]),
    came("more", [frame(0)]), came("more", [frame(1)]), came("right", [frame(2)]),
  );
  await session.begin(LESSON);
  await session.take("x");
  await session.showMe();
  expect(session.phase).toBe("right");
  expect(asked.slice(2).map(({ tries, solve }) => [tries, solve ?? false])).toEqual([
    [[], true], [[], false], [[["a"]], false], [[["a", "b"]], false],
  ]);
});

test("a task that is only read is done by reading it, and the last one ends the lesson", async () => {
  const { asked, session } = sitting(came("more", [frame(0)]), came("right", [frame(0)]));
  await session.begin(LESSON, 2, [["a"], ["b"]]);
  await session.read();
  expect(asked.at(-1)!.tries).toEqual([["a"], ["b"], []]);
  expect(session.phase).toBe("over");
});

test("clicks that make no step are explained", async () => {
  const { session } = sitting(came("more", [frame(0)]));
  await session.begin(LESSON);
  await session.why(["a"]);
  expect(session.refusal?.sentence).toBe("No.");
});
