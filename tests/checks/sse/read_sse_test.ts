import {
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { readSse } from "../../../src/checks/sse/read_sse.ts";
import type { SseReader } from "../../../src/checks/sse/emit.ts";
import { ContractViolation } from "../../../src/checks/violation.ts";
import { ModelError } from "../../../src/errors.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { ZERO_USAGE } from "../../../src/turn/usage.ts";
import { BODY, changed, FINISH, RIGHT } from "./readers.ts";

Deno.test("readSse() gives what a consumer gets: the events, the turn and its usage", async () => {
  const { emits, turn, usage, error } = await readSse(RIGHT, BODY);
  assertEquals(emits, [{ type: "text", text: "Hi" }, FINISH]);
  assertEquals([turn?.text, usage, error], ["Hi", ZERO_USAGE, undefined]);
});

Deno.test("readSse() gives the error of a failed body, which is no violation", async () => {
  const { emits, turn, error } = await readSse(RIGHT, BODY.slice(0, 60));
  assertEquals(emits.map(({ type }) => type), ["text", "error"]);
  assertEquals(turn, undefined);
  assertInstanceOf(error, ModelError);
  assertEquals(error.code, "INCOMPLETE");
});

Deno.test("readSse() gives the error of the assembly, and the usage that was billed", async () => {
  const body = 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"length"}],' +
    '"usage":{"prompt_tokens":3,"completion_tokens":1}}\n\ndata: [DONE]\n\n';
  const { error, usage } = await readSse(RIGHT, body);
  assertEquals((error as ModelError).code, "LENGTH");
  assertEquals([usage.input, usage.output], [3, 1]);
});

Deno.test("readSse() takes an empty body: an incomplete response", async () => {
  const { error } = await readSse(RIGHT, "");
  assertEquals((error as ModelError).code, "INCOMPLETE");
});

async function* withFirst(
  events: AsyncIterable<TurnEvent>,
  first: TurnEvent,
): AsyncGenerator<TurnEvent> {
  yield first;
  yield* events;
}

/** An iterator that goes on after it has thrown. */
function throwsThenGoesOn(events: AsyncIterable<TurnEvent>): AsyncIterable<TurnEvent> {
  const iterator = events[Symbol.asyncIterator]();
  let calls = 0;
  return {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        calls++ === 0 ? Promise.reject(new ModelError("PROVIDER", "Failed")) : iterator.next(),
      return: () => iterator.return!(),
    }),
  };
}

async function* renamed(events: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent> {
  for await (const event of events) {
    yield event.type === "finish"
      ? { ...event, finish: { ...event.finish, reason: "END", raw: "end" } }
      : event;
  }
}

async function* foreignError(events: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent> {
  yield* events;
  throw new SyntaxError("Unexpected end of JSON input");
}

const FAULTS: readonly {
  readonly rule: string;
  readonly name: string;
  readonly reader: SseReader;
}[] = [
  {
    rule: "sse-finish-last",
    name: "gives two finishes",
    reader: changed((events) => withFirst(events, FINISH)),
  },
  {
    rule: "sse-finish-last",
    name: "throws after the finish",
    reader: changed((events) => foreignError(events)),
  },
  { rule: "finish", name: "gives a reason of its own making", reader: changed(renamed) },
  { rule: "sse-error-last", name: "goes on after an error", reader: changed(throwsThenGoesOn) },
  {
    rule: "sse-error-class",
    name: "fails with an error of another class",
    // deno-lint-ignore require-yield -- a reader is an async generator, also one that only throws
    reader: async function* (body) {
      await body.cancel();
      throw new SyntaxError("Unexpected end of JSON input");
    },
  },
  {
    rule: "sse-event",
    name: "gives an event of no known type",
    reader: changed((events) => withFirst(events, { type: "delta" } as unknown as TurnEvent)),
  },
  {
    rule: "sse-chunking",
    name: "depends on how the body is cut into chunks",
    reader: async function* (body) {
      for await (const chunk of body) yield { type: "text", text: `${chunk.length} ` };
      yield FINISH;
    },
  },
  {
    rule: "sse-release",
    name: "holds the body when it is done",
    reader: async function* (body) {
      await body.getReader().read();
      yield FINISH;
    },
  },
  {
    rule: "sse-release",
    name: "holds the body when the consumer leaves",
    reader: (body) => {
      const iterator = RIGHT(body)[Symbol.asyncIterator]();
      return { [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) };
    },
  },
];

for (const { rule, name, reader } of FAULTS) {
  Deno.test(`readSse() finds by "${rule}" that a reader ${name}`, async () => {
    const error = await assertRejects(() => readSse(reader, BODY), ContractViolation);
    assertEquals(error.rule, rule);
    assertStringIncludes(error.message, "body: data: ");
  });
}

Deno.test("readSse() judges a reader with errors of its own by the function it is given", async () => {
  class OwnError extends Error {}
  // deno-lint-ignore require-yield -- a reader is an async generator, also one that only throws
  const reader: SseReader = async function* (body) {
    await body.cancel();
    throw new OwnError("cut");
  };
  const isModelFailure = (error: unknown) => error instanceof OwnError;
  const { error } = await readSse(reader, BODY, { isModelFailure });
  assertInstanceOf(error, OwnError);
});

Deno.test("readSse() says what it wants when its arguments are wrong", async () => {
  const noReader = undefined as unknown as SseReader;
  await assertRejects(() => readSse(noReader, BODY), TypeError, "a function of a body");
  await assertRejects(() => readSse(RIGHT, 7 as unknown as string), TypeError, "Uint8Array");
  const promise = (() => Promise.resolve()) as unknown as SseReader;
  const error = await assertRejects(() => readSse(promise, BODY), TypeError);
  assertStringIncludes(error.message, "pushReader()");
  assertStrictEquals(error instanceof ContractViolation, false);
});
