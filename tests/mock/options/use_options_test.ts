import { assertEquals, assertRejects } from "@std/assert";
import { generators, MockGPT, snapshotRequest } from "../../../mock.ts";
import type { ModelRequestInit } from "../../../mock.ts";

const REQUEST = { model: "m", messages: [{ role: "user", content: "hi" }] };

/** What is called with an option that there is not, or that is of the wrong kind. */
const CALLS: readonly {
  readonly name: string;
  readonly call: (mock: MockGPT, given: never) => unknown;
  readonly given: readonly (readonly [given: unknown, message: string])[];
}[] = [
  {
    name: "verdict()",
    call: (mock, given) => mock.verdict(given),
    given: [
      [{ maxAttempts: NaN }, "'options.maxAttempts' as it must be a whole number"],
      [{ maxAttempts: 0 }, "'options.maxAttempts' as it must be at least 1"],
      [{ minBackoffMs: -1 }, "'options.minBackoffMs' as it must be at least 0"],
      [{ minBackoffMs: Infinity }, "'options.minBackoffMs'"],
      [{ testId: 5 }, "'options.testId' as it must be a text"],
      [{ maxAttempt: 1 }, "no such member, did you mean 'maxAttempts'"],
      [5, "'options' as it must be an object"],
    ],
  },
  {
    name: "reset()",
    call: (mock, given) => mock.reset(given),
    given: [[5, "'testId' as it must be a text"], [null, "'testId' as it must be a text"]],
  },
  {
    name: "assertDone()",
    call: (mock, given) => mock.assertDone(given),
    given: [[{ testId: "x" }, "'testId' as it must be a text"]],
  },
  {
    name: "unfinished()",
    call: (mock, given) => mock.unfinished(given),
    given: [[5, "'testId' as it must be a text"]],
  },
  {
    name: "generate()",
    call: (mock, given) => mock.generate(REQUEST, given),
    given: [
      [{ signal: 5 }, "'options.signal' as it must be an AbortSignal"],
      [{ headers: { a: 5 } }, "'options.headers.a' as it must be a text"],
      [{ headers: 5 }, "'options.headers' as it must be an object"],
      [{ sgnal: undefined }, 'did you mean "signal"'],
    ],
  },
  {
    name: "stream()",
    call: (mock, given) => mock.stream(REQUEST, given),
    given: [
      [{ signal: 5 }, "'options.signal' as it must be an AbortSignal"],
      [{ headers: {} }, "'options.headers' as there is no such member"],
    ],
  },
  {
    name: "explain()",
    call: (mock, given) => mock.explain(REQUEST, given),
    given: [
      [{ surface: "chat" }, "'options.surface' as it must be one of"],
      [{ signal: 5 }, "'options.signal' as it must be an AbortSignal"],
    ],
  },
  {
    name: "serve()",
    call: (mock, given) => mock.serve(given),
    given: [
      [{ foo: 1 }, "'options.foo' as there is no such member"],
      [{ port: 65_536 }, "'options.port' as it must be from 0 to 65535"],
      [{ hostname: 1 }, "'options.hostname' as it must be a text"],
      [{ onError: 1 }, "'options.onError' as it must be a function"],
    ],
  },
  {
    name: "generators.summary()",
    call: (_, given) => generators.summary(given),
    given: [
      [{ cnt: 1 }, "'options.cnt' as there is no such member, did you mean 'count'"],
      [5, "'options' as it must be an object"],
    ],
  },
  {
    name: "generators.fromSchema()",
    call: (_, given) => generators.fromSchema(given),
    given: [
      [5, "'schema' as it must be an object"],
      [null, "'schema' as it must be an object"],
      [[], "'schema' as it must be an object"],
    ],
  },
  {
    name: "generators.echo()",
    call: (_, given) => (generators.echo as (given: never) => unknown)(given),
    given: [[{ x: 1 }, "'generators.echo()' as it has none"]],
  },
  {
    name: "generators.callAllTools()",
    call: (_, given) => (generators.callAllTools as (given: never) => unknown)(given),
    given: [[{}, "'generators.callAllTools()' as it has none"]],
  },
  {
    name: "snapshotRequest()",
    call: (_, given) => snapshotRequest({ ...REQUEST, ...given as object } as ModelRequestInit),
    given: [
      [
        { stream_options: { include_usage: "yes" } },
        "'request.stream_options.include_usage' as it must be a boolean",
      ],
    ],
  },
];

for (const { name, call, given } of CALLS) {
  Deno.test(`${name} refuses options that are none, and says which`, async () => {
    for (const [options, message] of given) {
      const mock = new MockGPT({ rules: [{ result: "x", optional: true }] });
      await assertRejects(async () => await call(mock, options as never), Error, message);
    }
  });
}

Deno.test("options that are undefined are none, and Headers are headers", async () => {
  const mock = new MockGPT({ rules: [{ headers: { a: "b" }, result: "x" }] });
  const headers = new Headers({ a: "b" });
  assertEquals((await mock.generate(REQUEST, { headers, signal: undefined })).content, "x");
  mock.reset(undefined);
  assertEquals(mock.verdict({ testId: undefined, maxAttempts: undefined }).ok, true);
  const nobody = undefined;
  assertEquals(
    snapshotRequest({ ...REQUEST, stream_options: { include_usage: nobody } }).stream,
    false,
  );
  assertEquals(mock.unfinished(undefined), ["'rules[0]' was never used"]);
});
