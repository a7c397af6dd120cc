import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { MockGPT } from "../../../../mock.ts";
import type { ModelResult, ResultBlock } from "../../../../mock.ts";
import { cohereWire } from "../../../../src/wire/cohere/cohere.ts";
import { readBody } from "../../../support/reading.ts";
import { argumentTexts, texts, usages } from "../../../support/turns.ts";
import { callsOf, chunkings, joined, textOf } from "../../../support/told.ts";
import { withinText } from "../../../support/cited_text.ts";
import { ASK, CHAT } from "./asked.ts";

const name = fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/);
const citations = fc.array(fc.record({ title: texts(0), start: fc.nat(9), end: fc.nat(12) }), {
  maxLength: 2,
});

const block: fc.Arbitrary<ResultBlock> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: texts(0), citations }).map(withinText),
  fc.record({ type: fc.constant("refusal" as const), text: texts() }),
  fc.record({ type: fc.constant("reasoning" as const), text: texts(0) }),
  fc.record({ type: fc.constant("tool_call" as const), name, arguments: argumentTexts() }),
  fc.record({ type: fc.constant("tool_call" as const), name, input: texts(0) }),
);

const results: fc.Arbitrary<ModelResult> = fc.record({
  blocks: fc.array(block, { maxLength: 6 }),
  finishReason: fc.constantFrom(undefined, "length", "SOMETHING_NEW"),
  usage: usages("no-cache-write"),
});

/** A custom call's free text is the one member of the arguments. */
function said(call: ResultBlock & { readonly type: "tool_call" }): readonly [string, string] {
  const { input, arguments: args } = call;
  return [call.name, input === undefined ? String(args) : JSON.stringify({ input })];
}

function reasonOf({ blocks = [], finishReason }: ModelResult): string {
  if (finishReason !== undefined) return finishReason;
  return blocks.some(({ type }) => type === "tool_call") ? "tool_use" : "stop";
}

Deno.test("whatever the mock streams as Cohere, our own decoder reads it as it was said", async () => {
  await fc.assert(
    fc.asyncProperty(results, chunkings, fc.boolean(), async (result, chunking, logprobs) => {
      const mock = new MockGPT({ rules: [{ result, delivery: { chunking } }] });
      const response = await mock.fetch(CHAT, {
        method: "POST",
        body: JSON.stringify({ ...ASK, stream: true, logprobs }),
      });
      const body = new Uint8Array(await response.arrayBuffer());
      const { events, error } = readBody(cohereWire(), body);
      assertEquals(error, undefined);
      const { blocks = [], usage } = result;
      assertEquals(textOf(events, "text"), joined(blocks, "text", "refusal"));
      assertEquals(textOf(events, "reasoning"), joined(blocks, "reasoning"));
      assertEquals(callsOf(events), blocks.filter((one) => one.type === "tool_call").map(said));
      const last = events.at(-1);
      const finish = last?.type === "finish" ? last.finish : undefined;
      assertEquals(finish?.reason, reasonOf(result));
      assertEquals<unknown>(finish?.usage, usage);
    }),
  );
});
