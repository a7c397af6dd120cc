/** Readers that hang, never stop or give nonsense: each is told, none hangs or breaks the check. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { ContractViolation, ModelError, pushReader, readSse, wireReader } from "../../mod.ts";
import type { Bytes, SseReader, TurnEvent } from "../../mod.ts";

const BODY = "data: x\n\n";
type Body = ReadableStream<Bytes>;

/** A reader with an iterator of its own, which may be none. */
function raw(open: (body: Body) => unknown): SseReader {
  return (body) => ({ [Symbol.asyncIterator]: () => open(body) as AsyncIterator<TurnEvent> });
}

/** A reader that lets go of the body and gives one value. */
function giving(value: unknown): SseReader {
  return async function* (body) {
    await body.cancel();
    yield value as TurnEvent;
  };
}

const circular: { self?: unknown } = {};
circular.self = circular;

const text = { done: false, value: { type: "text", text: "x" } };

const ROWS: readonly (readonly [string, SseReader, string])[] = [
  [
    "never ends, and never waits",
    raw(() => ({ next: () => Promise.resolve(text) })),
    "sse-settles",
  ],
  ["gives a big integer", giving(1n), "sse-event"],
  ["gives a circle", giving(circular), "sse-event"],
  ["gives a text of a big integer", giving({ type: "text", text: 1n }), "sse-event"],
  ["gives a text without one", giving({ type: "text" }), "sse-event"],
  ["gives a finish of null", giving({ type: "finish", finish: null }), "sse-event"],
  [
    "gives a call at no place",
    giving({ type: "tool_call", index: NaN, arguments: "" }),
    "sse-event",
  ],
  [
    "has steps that are none",
    raw((body) => ({ next: () => void body.cancel().catch(() => {}) })),
    "sse-event",
  ],
  [
    "throws nothing",
    // deno-lint-ignore require-yield -- it throws before it could
    async function* (body) {
      await body.cancel();
      throw undefined;
    },
    "sse-error-class",
  ],
  [
    "throws at once",
    (body) => {
      void body.cancel();
      throw new Error("no");
    },
    "sse-error-class",
  ],
  ["rejects when it is left", leaving(() => Promise.reject(new Error("no"))), "sse-release"],
  [
    "throws when it is left",
    leaving(() => {
      throw new Error("no");
    }),
    "sse-release",
  ],
];

for (const [name, reader, rule] of ROWS) {
  Deno.test(`readSse() finds that a reader ${name}`, async () => {
    const error = await assertRejects(() => readSse(reader, BODY), ContractViolation);
    assertEquals(error.rule, rule);
    assert(error.excerpt?.includes("data: x"));
  });
}

Deno.test("readSse() takes a failure that is thrown at once as one of the taxonomy", async () => {
  const { error } = await readSse((body) => {
    void body.cancel();
    throw new ModelError("INCOMPLETE", "cut");
  }, BODY);
  assert(error instanceof ModelError);
});

Deno.test("readSse() asks for a reader whose iterator can be read", async () => {
  for (const iterator of [undefined, null, 5, {}]) {
    await assertRejects(() => readSse(raw(() => iterator), BODY), TypeError, "function next()");
  }
});

Deno.test("pushReader() asks for a function", () => {
  for (const push of [undefined, null, 5, {}, wireReader("ollama")(new Response("").body!)]) {
    let error: unknown;
    try {
      pushReader(push as never);
    } catch (thrown) {
      error = thrown;
    }
    assert(error instanceof TypeError && error.message.includes("must be a function"));
  }
});

/** A reader of two events that fails when it is left after the first. */
function leaving(leave: () => Promise<IteratorResult<TurnEvent>>): SseReader {
  return raw((body) => {
    let left = 2;
    return {
      async next() {
        if (left-- > 0) return text;
        await body.cancel();
        return { done: true };
      },
      return() {
        void body.cancel();
        return leave();
      },
    };
  });
}
