import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { toBytes } from "../../../../src/bytes.ts";
import { OPENAI_FINISH_MAP } from "../../../../src/wire/openai_chat/dialects.ts";
import { openAiChatWire } from "../../../../src/wire/openai_chat/openai_chat.ts";
import { MockGPT } from "../../../../mock.ts";
import type { Chunking, ModelResult } from "../../../../mock.ts";
import { modelResults } from "../../../support/model_results.ts";
import { readBody } from "../../../support/reading.ts";
import { assembleAll } from "../../../support/reading.ts";

const messages = [{ role: "user", content: "Hello" }];

async function bodyOf(result: ModelResult, more: object, chunking?: Chunking) {
  const mock = new MockGPT({ rules: [{ result }], delivery: { chunking } });
  const response = await mock.fetch("http://mock/v1/chat/completions", {
    method: "POST",
    body: JSON.stringify({ model: "gpt-4o", messages, ...more }),
  });
  assertEquals(response.status, 200);
  return await response.text();
}

function streamed(result: ModelResult, chunking: Chunking, more: object) {
  const options = { stream: true, stream_options: { include_usage: true }, ...more };
  return bodyOf(result, options, chunking);
}

const chunkings: fc.Arbitrary<Chunking> = fc.record({
  by: fc.constantFrom("token", "word", "character"),
  size: fc.integer({ min: 1, max: 4 }),
}, { noNullPrototype: true });

const reasons = fc.constantFrom(undefined, "stop", "length", "filtered");

/** One text of the blocks of a kind, as a reader of this wire gets it. */
function joined(result: ModelResult, type: "text" | "reasoning"): string {
  return (result.blocks ?? []).map((block) => block.type === type ? block.text : "").join("");
}

Deno.test("What the mock streams is read by our own decoder as the result that a rule gave", async () => {
  await fc.assert(
    fc.asyncProperty(
      modelResults({ special: false }),
      chunkings,
      reasons,
      fc.record({ logprobs: fc.boolean() }, { noNullPrototype: true }),
      async (given, chunking, finishReason, more) => {
        const result = { ...given, finishReason };
        const calls = given.blocks!.filter((block) => block.type === "tool_call");
        const body = await streamed(result, chunking, more);
        const { events, error, done } = readBody(openAiChatWire(), toBytes(body));
        assertEquals([error, done], [undefined, true]);
        const { message, usage, finish_reason: reason } = await wholeOf(result, more);
        const last = events.at(-1)!;
        assertEquals(last.type === "finish" && last.finish.raw, reason);
        const expected = finishReason ?? (calls.length > 0 ? "tool_use" : "stop");
        assertEquals(OPENAI_FINISH_MAP[reason], expected);
        assertEquals(last.type === "finish" && last.finish.usage.output, usage.completion_tokens);
        assertEquals(last.type === "finish" && last.finish.usage.input, usage.prompt_tokens);
        const turn = assembleAll(
          events.map((event) =>
            // Only whole turns are assembled; whether this one is was checked above.
            event.type === "finish"
              ? {
                ...event,
                finish: { ...event.finish, reason: calls.length > 0 ? "tool_use" : "stop" },
              }
              : event
          ),
        );
        assertEquals(turn.text, joined(result, "text"));
        assertEquals(turn.reasoning.map(({ text }) => text).join(""), joined(result, "reasoning"));
        assertEquals(
          turn.toolCalls.map(({ name, arguments: args }) => [name, args]),
          calls.map((call) => [call.name, call.arguments]),
        );
        assertEquals(
          turn.toolCalls.map(({ name, arguments: args }) => ({ name, arguments: args })),
          message.tool_calls?.map((call) => call.function) ?? [],
        );
        assertEquals(message.content ?? "", turn.text);
      },
    ),
    { numRuns: 150 },
  );
});

interface Whole {
  readonly message: {
    readonly content: string | null;
    readonly tool_calls?: readonly { readonly function: { name: string; arguments: string } }[];
  };
  readonly finish_reason: string;
  readonly usage: { readonly completion_tokens: number; readonly prompt_tokens: number };
}

async function wholeOf(result: ModelResult, more: object): Promise<Whole> {
  const { choices: [choice], usage } = JSON.parse(await bodyOf(result, more));
  return { ...choice, usage };
}

Deno.test("The chunks of every kind of result carry the same texts as the whole answer", async () => {
  await fc.assert(
    fc.asyncProperty(modelResults(), chunkings, async (result, chunking) => {
      const body = await streamed(result, chunking, { logprobs: true, top_logprobs: 2 });
      const payloads = body.split("\n\n").map((frame) => frame.slice("data: ".length));
      assertEquals(payloads.slice(-2), ["[DONE]", ""]);
      const chunks = payloads.slice(0, -2).map((payload) => JSON.parse(payload));
      const choices = chunks.flatMap((chunk) => chunk.choices);
      const { choices: [whole], usage } = JSON.parse(
        await bodyOf(result, { logprobs: true, top_logprobs: 2 }),
      );
      const text = (member: string) => choices.map(({ delta }) => delta[member] ?? "").join("");
      for (const member of ["content", "refusal", "reasoning_content"]) {
        assertEquals(text(member), whole.message[member] ?? "");
      }
      const pieces = choices.flatMap(({ delta }) => delta.tool_calls ?? []);
      const calls: { id: string; text: string }[] = [];
      for (const piece of pieces) {
        const call = calls[piece.index] ??= { id: "", text: "" };
        call.id += piece.id ?? "";
        call.text += piece.function?.arguments ?? piece.custom?.input ?? "";
      }
      assertEquals(
        calls.map((call) => call.text),
        (whole.message.tool_calls ?? []).map((call: Call) =>
          call.function?.arguments ?? call.custom?.input
        ),
      );
      const numbers = choices.flatMap(({ logprobs }) => logprobs?.content ?? []);
      assertEquals(numbers, whole.logprobs.content ?? []);
      assertEquals(chunks.at(-1).usage, usage);
    }),
    { numRuns: 150 },
  );
});

interface Call {
  readonly function?: { readonly arguments: string };
  readonly custom?: { readonly input: string };
}
