import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { MockGPT } from "../../../../mock.ts";
import type { ModelResult, ResultBlock } from "../../../../mock.ts";
import { anthropicMessagesWire } from "../../../../src/wire/anthropic_messages/anthropic_messages.ts";
import type { TurnEvent } from "../../../../src/turn/turn.ts";
import { readBody } from "../../../support/reading.ts";
import { argumentTexts, texts, usages } from "../../../support/turns.ts";
import { callsOf, chunkings, joined, textOf } from "../../../support/told.ts";
import { withinText } from "../../../support/cited_text.ts";
import { ASK, HEADERS, MESSAGES } from "./asked.ts";

const name = fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/);
const proof = fc.string({ minLength: 1, maxLength: 8, unit: "grapheme-ascii" });
const citations = fc.array(
  fc.record({ url: fc.constant("https://a.example"), start: fc.nat(9), end: fc.nat(12) }),
  { maxLength: 3 },
);

const block: fc.Arbitrary<ResultBlock> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: texts(0), citations }).map(withinText),
  fc.record({ type: fc.constant("refusal" as const), text: texts() }),
  fc.record({ type: fc.constant("reasoning" as const), text: texts(0) }),
  fc.record({ type: fc.constant("reasoning" as const), text: texts(), signature: proof }),
  fc.record({ type: fc.constant("reasoning" as const), redacted: proof }),
  fc.record({ type: fc.constant("tool_call" as const), name, arguments: argumentTexts() }),
  fc.record({ type: fc.constant("tool_call" as const), name, input: texts(0) }),
);

const results: fc.Arbitrary<ModelResult> = fc.record({
  blocks: fc.array(block, { maxLength: 6 }),
  finishReason: fc.constantFrom(undefined, "length", "filtered", "pause_turn"),
  usage: usages(),
});

/** A custom call's free text is the one member of the input. */
function said(call: ResultBlock & { readonly type: "tool_call" }): readonly [string, string] {
  const { input, arguments: args } = call;
  return [call.name, input === undefined ? String(args) : JSON.stringify({ input })];
}

/** The proofs of the blocks of thinking; one that the mock made is `undefined`. */
function proofsSaid(blocks: readonly ResultBlock[]): readonly (string | undefined)[] {
  return blocks.flatMap((one) => one.type === "reasoning" ? [one.redacted ?? one.signature] : []);
}

function proofsOf(events: readonly TurnEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type !== "reasoning") return [];
    return event.redacted ?? event.signature ?? [];
  });
}

function reasonOf({ blocks = [], finishReason }: ModelResult): string {
  if (finishReason !== undefined) return finishReason;
  if (blocks.some(({ type }) => type === "tool_call")) return "tool_use";
  return blocks.some(({ type }) => type === "refusal") ? "filtered" : "stop";
}

Deno.test("whatever the mock streams as Anthropic, our own decoder reads it as it was said", async () => {
  await fc.assert(
    fc.asyncProperty(results, chunkings, async (result, chunking) => {
      const mock = new MockGPT({ rules: [{ result, delivery: { chunking } }] });
      const response = await mock.fetch(MESSAGES, {
        method: "POST",
        headers: HEADERS,
        body: JSON.stringify({ ...ASK, stream: true }),
      });
      const body = new Uint8Array(await response.arrayBuffer());
      const { events, error } = readBody(anthropicMessagesWire(), body);
      assertEquals(error, undefined);
      const { blocks = [], usage } = result;
      assertEquals(textOf(events, "text"), joined(blocks, "text"));
      assertEquals(textOf(events, "reasoning"), joined(blocks, "reasoning"));
      assertEquals(callsOf(events), blocks.filter((one) => one.type === "tool_call").map(said));
      const proofs = proofsOf(events);
      assertEquals<unknown>(
        proofsSaid(blocks).map((told, index) => told ?? proofs[index]),
        proofs,
      );
      const last = events.at(-1);
      const finish = last?.type === "finish" ? last.finish : undefined;
      assertEquals(finish?.reason, reasonOf(result));
      assertEquals<unknown>(finish?.usage, usage);
    }),
  );
});
