import { assertEquals, assertStrictEquals } from "@std/assert";
import type { SseEvent } from "../../../src/sse/sse_event.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { openAiChatWire } from "../../../src/wire/openai_chat/openai_chat.ts";
import type { EncodeOptions } from "../../../src/wire/wire.ts";
import { framesOf } from "../../support/bodies.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";
import { assembleAll } from "../../support/reading.ts";
import { read } from "./chunks.ts";

function chunks(events: readonly TurnEvent[], options?: EncodeOptions): unknown[] {
  return framesOf(openAiChatWire(), events, options).map(({ data }) =>
    data === "[DONE]" ? data : JSON.parse(data)
  );
}

function deltas(events: readonly TurnEvent[]): unknown[] {
  return chunks(events).map((chunk) =>
    (chunk as { choices?: [{ delta: unknown }] }).choices?.[0]?.delta
  );
}

const HEAD = { id: "turn-1", object: "chat.completion.chunk", created: 0, model: "model" };

function frame(delta: object, reason: string | null = null): object {
  const choice = { index: 0, delta, logprobs: null, finish_reason: reason };
  return { ...HEAD, choices: [choice], usage: null };
}

Deno.test("openai-chat encodes text as OpenAI streams it with include_usage", () => {
  const end = finish("stop", { raw: "", usage: usage(5, 2, 4, 1) });
  assertEquals(chunks([text("Hi"), end]), [
    frame({ role: "assistant", content: "" }),
    frame({ content: "Hi" }),
    frame({}, "stop"),
    {
      ...HEAD,
      choices: [],
      usage: {
        prompt_tokens: 10,
        completion_tokens: 2,
        total_tokens: 12,
        prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 1 },
      },
    },
    "[DONE]",
  ]);
});

Deno.test("openai-chat encodes no usage chunk for a turn without usage", () => {
  assertEquals(chunks([text("Hi"), finish("stop", { raw: "" })]).length, 4);
});

Deno.test("openai-chat encodes what the response says of itself", () => {
  const options = { id: "chatcmpl-7", createdSeconds: 1700, model: "gpt" };
  const [first] = chunks([text("Hi")], options) as [Record<string, unknown>];
  assertEquals([first.id, first.created, first.model], ["chatcmpl-7", 1700, "gpt"]);
});

Deno.test("openai-chat encodes calls: id, type and name on the first piece, then arguments", () => {
  const events = [call(0, "", { id: "a", name: "f" }), call(0, "{}"), call(1, "[]", { name: "g" })];
  assertEquals(deltas(events).slice(1), [
    {
      tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "f", arguments: "" } }],
    },
    { tool_calls: [{ index: 0, function: { arguments: "{}" } }] },
    {
      tool_calls: [{
        index: 1,
        id: "call_1",
        type: "function",
        function: { name: "g", arguments: "[]" },
      }],
    },
  ]);
});

Deno.test("openai-chat encodes a name that comes late", () => {
  const events = [call(0, "{"), call(0, "}", { name: "f" }), finish("tool_use", { raw: "" })];
  const { turn } = read(chunks(events));
  assertEquals(turn?.toolCalls, [{ id: "call_0", name: "f", arguments: "{}" }]);
});

Deno.test("openai-chat encodes reasoning as text, and leaves out what it has no place for", () => {
  const events = [
    thought("Hm"),
    thought("", { signature: "s" }),
    thought("", { redacted: "enc" }),
    text("Hi"),
  ];
  assertEquals(deltas(events).slice(1), [{ reasoning_content: "Hm" }, { content: "Hi" }]);
});

for (
  const [reason, raw, word] of [
    ["stop", "stop", "stop"],
    ["stop", "", "stop"],
    ["stop", "end_turn", "stop"],
    ["tool_use", "tool_calls", "tool_calls"],
    ["tool_use", "function_call", "function_call"],
    ["tool_use", "tool_use", "tool_calls"],
    ["length", "MAX_TOKENS", "length"],
    ["filtered", "stop", "content_filter"],
    ["filtered", "refusal", "content_filter"],
    ["pause_turn", "pause_turn", "pause_turn"],
  ] as const
) {
  Deno.test(`openai-chat encodes a finish ${reason} ("${raw}") as "${word}"`, () => {
    const [, last] = chunks([finish(reason, { raw })]) as [
      unknown,
      { choices: [{ finish_reason: string }] },
    ];
    assertEquals(last.choices[0].finish_reason, word);
  });
}

Deno.test("openai-chat encodes no marker for a turn without a finish", () => {
  assertEquals(chunks([text("Hi")]).includes("[DONE]"), false);
  assertEquals(chunks([]), []);
});

Deno.test("openai-chat encodes a turn of nothing but its finish", () => {
  const end = finish("stop", { raw: "stop", usage: usage(3) });
  assertEquals(read(chunks([end])).turn, assembleAll([end]));
});

Deno.test("openai-chat encodes into the array it is given, and returns it", () => {
  const encoder = openAiChatWire().encoder();
  const out: SseEvent[] = [];
  assertStrictEquals(encoder.push(text("Hi"), out), out);
  assertStrictEquals(encoder.end(out), out);
  assertEquals(out.length, 2);
});
