import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { NotAnAdapterError } from "../../src/checks/consumer/open_stream.ts";
import {
  describeError,
  describeOutcome,
  isFailure,
  readOutcome,
} from "../../src/checks/outcome.ts";
import type { Outcome } from "../../src/checks/outcome.ts";
import type { Model } from "../../src/turn/request.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";
import { call, finish, text } from "../support/events.ts";

const NEVER = new Promise<never>(() => {});

/** Reads a stream that gives these events and then does something else. */
function read(events: readonly TurnEvent[], last?: () => Promise<never>): Promise<Outcome> {
  const model: Model = {
    async *stream() {
      yield* events;
      await last?.();
    },
  };
  return readOutcome(model, 50);
}

const failing = () => Promise.reject(new TypeError("Broken\nin two"));

const CASES:
  readonly (readonly [string, Outcome["kind"], boolean, string, () => Promise<Outcome>])[] = [
    [
      "a turn",
      "turn",
      false,
      'it gave a whole turn: text "Hi", no tool call, reason "stop", usage { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }',
      () => read([text("H"), text("i"), finish()]),
    ],
    [
      "a turn at its length limit",
      "unusable",
      false,
      'it finished with reason "length" after 2 events with the text "Hi" and a finish',
      () => read([text("Hi"), finish("length")]),
    ],
    [
      "events after the finish",
      "unusable",
      false,
      'it finished with reason "stop" after 2 events with the text "Hi" and a finish',
      () => read([finish(), text("Hi")]),
    ],
    [
      "cut arguments",
      "unusable",
      true,
      'it finished with reason "tool_use" after 2 events with a finish',
      () => read([call(0, '{"ci', { id: "a", name: "one" }), finish("tool_use")]),
    ],
    [
      "an error",
      "error",
      true,
      'it threw TypeError "Broken" after 1 event with the text "Hi"',
      () => read([text("Hi")], failing),
    ],
    [
      "an error after the finish",
      "error",
      true,
      'it threw TypeError "Broken" after 1 event with a finish',
      () => read([finish()], failing),
    ],
    [
      "an end without a finish",
      "silent",
      false,
      "it ended normally, without a finish or an error, after no event",
      () => read([]),
    ],
    [
      "no end",
      "hung",
      false,
      'it did not end in time; it gave 1 event with the text "Hi"',
      () => read([text("Hi")], () => NEVER),
    ],
  ];

for (const [name, kind, failed, said, run] of CASES) {
  Deno.test(`readOutcome() tells ${name}`, async () => {
    const got = await run();
    assertEquals([got.kind, isFailure(got), describeOutcome(got)], [kind, failed, said]);
  });
}

Deno.test("readOutcome() aborts the signal of a stream that does not end in time", async () => {
  let seen: AbortSignal | undefined;
  const model: Model = {
    async *stream(_, options) {
      seen = options?.signal;
      yield text("a");
      await NEVER;
    },
  };
  await readOutcome(model, 10);
  assertEquals(seen?.aborted, true);
});

Deno.test("readOutcome() gives up a stream that gives events for ever", async () => {
  let isLeft = false;
  const model: Model = {
    async *stream() {
      try {
        for (;;) yield text("again");
      } finally {
        isLeft = true;
      }
    },
  };
  assertEquals((await readOutcome(model, 20)).kind, "hung");
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(isLeft, true);
});

Deno.test("readOutcome() throws when what it reads is no stream of events", async () => {
  for (
    const stream of [() => 1, async function* () {
      yield 1;
    }]
  ) {
    const model = { stream } as unknown as Model;
    await assertRejects(() => readOutcome(model, 50), NotAnAdapterError);
  }
});

Deno.test("describeError() says what was thrown, whatever it is", () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  assertEquals(describeError(new RangeError("Too long\nand more")), 'RangeError "Too long"');
  assertEquals(describeError("text"), '"text"');
  assertEquals(describeError(undefined), "undefined");
  assertEquals(describeError(circle), "object");
  assertStringIncludes(describeError({ long: "x".repeat(200) }), "...");
});
