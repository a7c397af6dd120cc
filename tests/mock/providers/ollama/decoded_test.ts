import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { MockGPT } from "../../../../mock.ts";
import type { ModelResult, ResultBlock } from "../../../../mock.ts";
import { toBytes } from "../../../../src/bytes.ts";
import { ollamaWire } from "../../../../src/wire/ollama/ollama.ts";
import { readBody } from "../../../support/reading.ts";
import { argumentTexts, texts, usages } from "../../../support/turns.ts";
import { chunkings, joined } from "../../../support/told.ts";
import { CHAT, lines, text, whole } from "./asked.ts";

const name = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_-]{0,11}$/);

const block: fc.Arbitrary<ResultBlock> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: texts(0) }),
  fc.record({ type: fc.constant("refusal" as const), text: texts() }),
  fc.record({ type: fc.constant("reasoning" as const), text: texts() }),
  fc.record({ type: fc.constant("tool_call" as const), name, arguments: argumentTexts() }),
  fc.record({ type: fc.constant("tool_call" as const), name, input: texts(0) }),
);

const results: fc.Arbitrary<ModelResult> = fc.record({
  blocks: fc.array(block, { maxLength: 6 }),
  finishReason: fc.constantFrom(undefined, "length"),
  usage: usages("input-and-output"),
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

Deno.test("whatever the mock streams, our own decoder of Ollama's wire reads it as it was said", async () => {
  await fc.assert(
    fc.asyncProperty(results, deliveries, async (result, delivery) => {
      const mock = new MockGPT({ rules: [{ result, delivery }] });
      const body = toBytes(await text(mock, "chat", CHAT));
      const { events, error } = readBody(ollamaWire(), body);
      if (error !== undefined) throw error;
      const { blocks = [], usage, finishReason } = result;
      const said = (type: "text" | "reasoning") =>
        events.map((event) => event.type === type ? event.text : "").join("");
      assertEquals(said("text"), joined(blocks, "text", "refusal"));
      assertEquals(said("reasoning"), joined(blocks, "reasoning"));
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

Deno.test("the lines of Ollama's endpoints together say what their whole answers say", async () => {
  await fc.assert(
    fc.asyncProperty(results, async (result) => {
      const clock = { now: () => 1_700_000_000_000, sleep: () => Promise.resolve() };
      const mock = new MockGPT({ rules: [{ result }], clock });
      const generated = await lines(mock, "generate");
      const full = await whole(mock, "generate");
      const all = (member: string) => generated.map((line) => line[member] ?? "").join("");
      assertEquals(all("response"), full.response);
      assertEquals(all("thinking"), full.thinking ?? "");
      const { response: _, thinking: __, tool_calls: ___, ...end } = full;
      const { response: empty, ...last } = generated.at(-1)!;
      assertEquals([empty, last], ["", end]);
    }),
    { numRuns: 50 },
  );
});
