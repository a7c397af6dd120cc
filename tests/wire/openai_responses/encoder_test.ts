import { assertEquals, assertObjectMatch } from "@std/assert";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { openAiResponsesWire } from "../../../src/wire/openai_responses/openai_responses.ts";
import type { EncodeOptions } from "../../../src/wire/wire.ts";
import { encodeTurn, framesOf } from "../../support/bodies.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";
import { assembleAll, readTurn } from "../../support/reading.ts";

const WIRE = openAiResponsesWire();

// deno-lint-ignore no-explicit-any -- the payloads are looked into freely
type Payload = any;

function payloads(events: readonly TurnEvent[], options?: EncodeOptions): Payload[] {
  return framesOf(WIRE, events, options).map(({ data }) => JSON.parse(data));
}

const TURN = [
  thought("Hm"),
  thought("m", { signature: "sig" }),
  thought("", { redacted: "secret" }),
  text("Hel"),
  text("lo"),
  call(0, '{"n":', { id: "a", name: "f" }),
  call(0, "1}"),
  call(1, "", { id: "b", name: "g" }),
  finish("tool_use", { raw: "", usage: usage(10, 5, 3, 2) }),
];

Deno.test("openai-responses encoder writes the provider's own sequence of events", () => {
  assertEquals(payloads(TURN).map(({ type }) => type.replace("response.", "")), [
    "created",
    "in_progress",
    "output_item.added",
    "reasoning_summary_part.added",
    "reasoning_summary_text.delta",
    "reasoning_summary_text.delta",
    "reasoning_summary_text.done",
    "reasoning_summary_part.done",
    "output_item.done",
    "output_item.added",
    "output_item.done",
    "output_item.added",
    "content_part.added",
    "output_text.delta",
    "output_text.delta",
    "output_text.done",
    "content_part.done",
    "output_item.done",
    "output_item.added",
    "function_call_arguments.delta",
    "function_call_arguments.delta",
    "function_call_arguments.done",
    "output_item.done",
    "output_item.added",
    "function_call_arguments.delta",
    "function_call_arguments.done",
    "output_item.done",
    "completed",
  ]);
});

Deno.test("openai-responses encoder numbers every event from 0 and names it by its type", () => {
  for (const [index, { event, data }] of framesOf(WIRE, TURN).entries()) {
    const { type, sequence_number: number } = JSON.parse(data);
    assertEquals([event, number], [type, index]);
  }
});

Deno.test("openai-responses encoder places each piece by item, output and part", () => {
  const all = payloads(TURN);
  const of = (type: string) => all.filter((payload) => payload.type === `response.${type}`);
  assertObjectMatch(of("output_text.delta")[1], {
    item_id: "msg_2",
    output_index: 2,
    content_index: 0,
    delta: "lo",
    logprobs: [],
  });
  assertObjectMatch(of("output_text.done")[0], { item_id: "msg_2", text: "Hello" });
  assertObjectMatch(of("reasoning_summary_text.delta")[0], {
    item_id: "rs_0",
    output_index: 0,
    summary_index: 0,
    delta: "Hm",
  });
  assertObjectMatch(of("function_call_arguments.delta")[0], {
    item_id: "fc_3",
    output_index: 3,
    delta: '{"n":',
  });
  assertObjectMatch(of("output_item.added")[3], {
    output_index: 3,
    item: { status: "in_progress", arguments: "", call_id: "a", name: "f" },
  });
});

Deno.test("openai-responses encoder states the whole output and the usage at the end", () => {
  const last = payloads(TURN, { id: "resp_1", createdSeconds: 7, model: "gpt" }).at(-1);
  assertObjectMatch(last.response, {
    id: "resp_1",
    created_at: 7,
    model: "gpt",
    status: "completed",
    error: null,
    incomplete_details: null,
    usage: {
      input_tokens: 15,
      input_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 20,
    },
  });
  assertEquals(last.response.output, [
    {
      id: "rs_0",
      type: "reasoning",
      summary: [{ type: "summary_text", text: "Hmm" }],
      encrypted_content: "sig",
    },
    { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "secret" },
    {
      id: "msg_2",
      type: "message",
      status: "completed",
      content: [{ type: "output_text", annotations: [], logprobs: [], text: "Hello" }],
      role: "assistant",
    },
    {
      id: "fc_3",
      type: "function_call",
      status: "completed",
      arguments: '{"n":1}',
      call_id: "a",
      name: "f",
    },
    {
      id: "fc_4",
      type: "function_call",
      status: "completed",
      arguments: "{}",
      call_id: "b",
      name: "g",
    },
  ]);
});

Deno.test("openai-responses encoder begins with a response in progress", () => {
  const [created, progress] = payloads([finish()]);
  assertObjectMatch(created, {
    type: "response.created",
    response: { id: "turn-1", created_at: 0, model: "model", status: "in_progress", usage: null },
  });
  assertEquals(progress.response, created.response);
});

Deno.test("openai-responses encoder says the finish in OpenAI's words", () => {
  const cases: [string, string, string, unknown][] = [
    ["stop", "end_turn", "completed", null],
    ["tool_use", "tool_calls", "completed", null],
    ["length", "max_tokens", "incomplete", { reason: "max_output_tokens" }],
    ["filtered", "", "incomplete", { reason: "content_filter" }],
    ["filtered", "completed", "incomplete", { reason: "content_filter" }],
    ["steered", "steered", "incomplete", { reason: "steered" }],
  ];
  for (const [reason, raw, status, details] of cases) {
    const { type, response } = payloads([finish(reason, { raw })]).at(-1);
    assertEquals([type, response.status, response.incomplete_details], [
      `response.${status}`,
      status,
      details,
    ]);
  }
});

Deno.test("openai-responses encoder marks what a length limit cut, and adds nothing to it", () => {
  const all = payloads([
    text("Hi"),
    call(0, "", { id: "a", name: "f" }),
    finish("length", { raw: "max_output_tokens" }),
  ]);
  const { output } = all.at(-1).response;
  assertObjectMatch(output[0], { status: "completed" });
  assertObjectMatch(output[1], { status: "incomplete", arguments: "" });
});

Deno.test("openai-responses encoder writes items one after the other", () => {
  const events = [
    call(0, '{"n"', { id: "a", name: "f" }),
    call(1, "{", { id: "b", name: "g" }),
    text("Hi"),
    call(0, ":1}"),
    call(1, "}"),
    finish("tool_use", { raw: "completed" }),
  ];
  const { output } = payloads(events).at(-1).response;
  assertEquals(output.map(({ type }: Payload) => type), [
    "function_call",
    "function_call",
    "message",
  ]);
  assertEquals(readTurn(WIRE, encodeTurn(WIRE, events)).turn, assembleAll(events));
});

Deno.test("openai-responses encoder gives a call without an id the one a reader would", () => {
  const events = [call(0, "{}", { name: "f" }), finish("tool_use")];
  const { turn } = readTurn(WIRE, encodeTurn(WIRE, events));
  assertEquals(turn?.toolCalls, [{ id: "call_0", name: "f", arguments: "{}" }]);
});

Deno.test("openai-responses encoder writes no item for reasoning that says nothing", () => {
  const nothing = [thought(""), thought("", { signature: "" }), thought("", { redacted: "" })];
  assertEquals(payloads([...nothing, finish()]).length, 3);
});

Deno.test("openai-responses encoder keeps the blocks of reasoning apart as they were", () => {
  const events = [
    thought("unsigned "),
    text("Hi"),
    thought("and more"),
    thought("", { redacted: "x" }),
    thought("again"),
    finish("stop", { raw: "completed" }),
  ];
  assertEquals(readTurn(WIRE, encodeTurn(WIRE, events)).turn, assembleAll(events));
});

Deno.test("openai-responses encoder ends no turn that does not finish", () => {
  const all = payloads([call(0, "{", { id: "a", name: "f" }), text("held back")]);
  assertEquals(all.at(-1), {
    type: "response.output_text.delta",
    sequence_number: all.length - 1,
    item_id: "msg_1",
    output_index: 1,
    content_index: 0,
    delta: "held back",
    logprobs: [],
  });
  assertEquals(payloads([]), []);
});
