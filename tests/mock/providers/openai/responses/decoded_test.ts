import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { assemble, fetchModel } from "../../../../../mod.ts";
import { MockGPT } from "../../../../../mock.ts";
import type { ModelResult, ResultBlock } from "../../../../../mock.ts";
import { openAiResponsesWire } from "../../../../../src/wire/openai_responses/openai_responses.ts";
import type { TurnEvent } from "../../../../../src/turn/turn.ts";
import { readBody } from "../../../../support/reading.ts";
import { argumentTexts, texts, usages } from "../../../../support/turns.ts";
import { callsOf, chunkings, joined, textOf } from "../../../../support/told.ts";
import { RESPONSES } from "./asked.ts";

const name = fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/);
const proof = fc.string({ minLength: 1, maxLength: 8, unit: "grapheme-ascii" });

const block: fc.Arbitrary<ResultBlock> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: texts(0) }),
  fc.record({ type: fc.constant("refusal" as const), text: texts() }),
  fc.record({ type: fc.constant("reasoning" as const), text: texts(0) }),
  fc.record({ type: fc.constant("reasoning" as const), text: texts(), signature: proof }),
  fc.record({ type: fc.constant("reasoning" as const), redacted: proof }),
  fc.record({ type: fc.constant("tool_call" as const), name, arguments: argumentTexts() }),
  fc.record({ type: fc.constant("tool_call" as const), name, input: texts(0) }),
);

const results: fc.Arbitrary<ModelResult> = fc.record({
  blocks: fc.array(block, { maxLength: 6 }),
  finishReason: fc.constantFrom(undefined, "length", "filtered", "steered"),
  usage: usages(),
});

/** A custom call's free text is a JSON string for the decoder. */
function said(call: ResultBlock & { readonly type: "tool_call" }): readonly [string, string] {
  const text = call.input === undefined ? String(call.arguments) : JSON.stringify(call.input);
  return [call.name, text];
}

function proofsOf(events: readonly TurnEvent[]): readonly TurnEvent[] {
  return events.filter((event) =>
    event.type === "reasoning" && (event.signature ?? event.redacted) !== undefined
  );
}

/** How many items of reasoning the blocks make: a proof ends one, and so does anything else. */
function proofs(blocks: readonly ResultBlock[]): number {
  let count = 0;
  let isOpen = false;
  for (const block of blocks) {
    const isThought = block.type === "reasoning";
    if (isThought && (!isOpen || block.redacted !== undefined)) count++;
    isOpen = isThought && block.signature === undefined && block.redacted === undefined;
  }
  return count;
}

function reasonOf({ blocks = [], finishReason }: ModelResult): string {
  if (finishReason !== undefined) return finishReason;
  if (blocks.some(({ type }) => type === "refusal")) return "filtered";
  return blocks.some(({ type }) => type === "tool_call") ? "tool_use" : "stop";
}

Deno.test("whatever the mock streams, our own decoder reads it as it was said", async () => {
  await fc.assert(
    fc.asyncProperty(results, chunkings, fc.boolean(), async (result, chunking, encrypted) => {
      const mock = new MockGPT({ rules: [{ result, delivery: { chunking } }] });
      const include = encrypted ? ["reasoning.encrypted_content"] : [];
      const response = await mock.fetch(RESPONSES, {
        method: "POST",
        body: JSON.stringify({ model: "m", input: "hi", stream: true, include }),
      });
      const body = new Uint8Array(await response.arrayBuffer());
      const { events, error } = readBody(openAiResponsesWire(), body);
      assertEquals(error, undefined);
      const { blocks = [], usage } = result;
      assertEquals(textOf(events, "text"), joined(blocks, "text", "refusal"));
      assertEquals(textOf(events, "reasoning"), joined(blocks, "reasoning"));
      assertEquals(callsOf(events), blocks.filter((block) => block.type === "tool_call").map(said));
      const last = events.at(-1);
      const finish = last?.type === "finish" ? last.finish : undefined;
      assertEquals(finish?.reason, reasonOf(result));
      assertEquals<unknown>(finish?.usage, usage);
      assertEquals(proofsOf(events).length, encrypted ? proofs(blocks) : 0);
    }),
  );
});

Deno.test("the reference adapter makes a whole turn of what the mock streams", async () => {
  const toolCalls = [{ name: "find", arguments: { q: "状态" } }];
  const mock = new MockGPT({ rules: [{ result: { reasoning: "Hm.", content: "Ok", toolCalls } }] });
  const model = fetchModel({
    wire: "openai-responses",
    baseUrl: "http://mock/v1",
    fetch: mock.fetch,
  });
  const messages = [{ role: "user" as const, content: "状态" }];
  const turn = await assemble(model.stream({ model: "m", messages }));
  assertEquals([turn.text, turn.finish.reason], ["Ok", "tool_use"]);
  assertEquals(turn.toolCalls.map((call) => call.arguments), ['{"q":"状态"}']);
  assertEquals(mock.records.map(({ outcome, streamed }) => [outcome, streamed]), [[
    "served",
    true,
  ]]);
});

for (
  const [kind, code, done] of [
    ["missing-marker", "INCOMPLETE", false],
    ["double-marker", undefined, true],
    ["content-after-finish", undefined, true],
    // The event states the whole response, so that our decoder makes up for what did not come.
    ["early-marker", undefined, true],
  ] as const
) {
  Deno.test(`the event that ends a response can suffer the fault ${kind}`, async () => {
    const faults = [kind === "early-marker" ? { kind, afterFrames: 5 } : { kind }];
    const mock = new MockGPT({ rules: [{ result: "one two three", delivery: { faults } }] });
    const response = await mock.fetch(RESPONSES, {
      method: "POST",
      body: JSON.stringify({ model: "m", input: "hi", stream: true }),
    });
    const body = new Uint8Array(await response.arrayBuffer());
    const reading = readBody(openAiResponsesWire(), body);
    assertEquals([reading.code, reading.done], [code, done]);
  });
}
