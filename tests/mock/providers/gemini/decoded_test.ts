import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { MockGPT } from "../../../../mock.ts";
import type { ModelResult, ResultBlock } from "../../../../mock.ts";
import { geminiWire } from "../../../../src/wire/gemini/gemini.ts";
import { toBytes } from "../../../../src/bytes.ts";
import { readBody } from "../../../support/reading.ts";
import { argumentTexts, texts, usages } from "../../../support/turns.ts";
import { chunkings, joined } from "../../../support/told.ts";
import { candidate, chunks, eventsText, HI, MODEL, MODELS, VERTEX, whole } from "./asked.ts";

const name = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_-]{0,11}$/);
const proof = fc.stringMatching(/^[a-zA-Z0-9+/]{4}$/);

const block: fc.Arbitrary<ResultBlock> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: texts(0) }),
  fc.record({ type: fc.constant("refusal" as const), text: texts() }),
  fc.record({ type: fc.constant("reasoning" as const), text: texts() }),
  fc.record({ type: fc.constant("reasoning" as const), text: texts(0), signature: proof }),
  fc.record({ type: fc.constant("reasoning" as const), redacted: proof }),
  fc.record({ type: fc.constant("tool_call" as const), name, arguments: argumentTexts() }),
  fc.record({ type: fc.constant("tool_call" as const), name, input: texts(0) }),
);

const results: fc.Arbitrary<ModelResult> = fc.record({
  blocks: fc.array(block, { minLength: 1, maxLength: 6 }),
  finishReason: fc.constantFrom(undefined, "length", "filtered"),
  usage: usages("no-cache-write"),
});

const deliveries = fc.record({
  chunking: chunkings,
  spelling: fc.record({
    lineEnd: fc.constantFrom("\n" as const, "\r\n" as const),
    packetBytes: fc.constantFrom(undefined, 1, 7),
  }),
});

/** The free text of a custom call is its only argument. */
function argumentsOf(call: ResultBlock & { readonly type: "tool_call" }): unknown {
  return call.input === undefined ? JSON.parse(call.arguments as string) : { input: call.input };
}

/** Signatures that no other one takes the place of stand somewhere in the turn, in their order. */
function proofsOf(blocks: readonly ResultBlock[]): readonly string[] {
  return blocks.flatMap((one) =>
    one.type === "reasoning"
      ? [one.signature ?? one.redacted].filter((text) => text !== undefined)
      : []
  );
}

Deno.test("whatever the mock streams, our own decoder of Gemini's wire reads it as it was said", async () => {
  await fc.assert(
    fc.asyncProperty(results, deliveries, fc.boolean(), async (result, delivery, pieces) => {
      const mock = new MockGPT({ rules: [{ result, delivery }] });
      const calling = { functionCallingConfig: { streamFunctionCallArguments: pieces } };
      const body = await eventsText(mock, { toolConfig: calling }, MODEL, VERTEX);
      const { events, error } = readBody(geminiWire(), toBytes(body));
      if (error !== undefined) throw error;
      const { blocks = [], usage, finishReason } = result;
      assertEquals(
        events.map((event) => event.type === "text" ? event.text : "").join(""),
        joined(blocks, "text", "refusal"),
      );
      const thoughts = events.filter((event) => event.type === "reasoning");
      assertEquals(thoughts.map(({ text }) => text).join(""), joined(blocks, "reasoning"));
      assertEquals(thoughts.flatMap(({ signature }) => signature ?? []), proofsOf(blocks));
      const calls = blocks.filter((one) => one.type === "tool_call");
      assertEquals(
        events.flatMap((event) =>
          event.type === "tool_call" ? [[event.name, JSON.parse(event.arguments)]] : []
        ),
        calls.map((call) => [call.name, argumentsOf(call)]),
      );
      const finish = events.at(-1);
      if (finish?.type !== "finish") throw new TypeError("The turn has no end");
      assertEquals(finish.finish.reason, finishReason ?? "stop");
      assertEquals<unknown>(finish.finish.usage, usage);
    }),
  );
});

Deno.test("a stream as a JSON array has the chunks of a stream of events", async () => {
  await fc.assert(
    fc.asyncProperty(results, async (result) => {
      const mock = new MockGPT({ rules: [{ result: { ...result, id: "r" } }] });
      const events = await chunks(mock);
      const url = `${MODELS}/gemini-2.5-pro:streamGenerateContent`;
      const body = JSON.stringify({ contents: HI });
      const response = await mock.fetch(url, { method: "POST", body });
      assertEquals(response.headers.get("content-type"), "application/json; charset=UTF-8");
      assertEquals(await response.json(), events);
    }),
    { numRuns: 30 },
  );
});

Deno.test("a stream of Gemini ends with the usage and the reason of the whole answer", async () => {
  await fc.assert(
    fc.asyncProperty(results, async (result) => {
      const mock = new MockGPT({ rules: [{ result }] });
      const body = await whole(mock);
      const events = await chunks(mock);
      const last = events.at(-1)!;
      assertEquals(last.usageMetadata, body.usageMetadata);
      assertEquals(candidate(last).finishReason, candidate(body).finishReason);
      for (const event of events) assertEquals(event.responseId, "mock-2");
    }),
    { numRuns: 50 },
  );
});

Deno.test("our own decoder sees a failure within the mock's stream, in an event or on lines of its own", async () => {
  const types = fc.constantFrom(undefined, "data");
  await fc.assert(
    fc.asyncProperty(types, fc.nat(3), deliveries, async (type, afterFrames, delivery) => {
      const problem = { kind: "overloaded", message: "Too busy.", type } as const;
      const faults = [{ kind: "error-frame" as const, afterFrames, problem }];
      const rule = { result: "a b c", delivery: { spelling: delivery.spelling, faults } };
      const body = await eventsText(new MockGPT({ rules: [rule] }));
      const { code, error } = readBody(geminiWire(), toBytes(body));
      assertEquals([code, String(error).includes("Too busy.")], ["PROVIDER", true]);
    }),
    { numRuns: 50 },
  );
});
