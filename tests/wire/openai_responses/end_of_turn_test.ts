import { assertEquals } from "@std/assert";
import { ModelError } from "../../../src/errors.ts";
import { openAiResponsesWire } from "../../../src/wire/openai_responses/openai_responses.ts";
import { sseBody } from "../../support/bodies.ts";
import { usage } from "../../support/events.ts";
import { readBody, readTurn } from "../../support/reading.ts";
import { testCases } from "../cases.ts";
import { frameOf } from "../../../src/wire/frame.ts";
import {
  added,
  args,
  call,
  called,
  completes,
  CREATED,
  created,
  done,
  FAILED,
  message,
  place,
  said,
  says,
  states,
  stopsAt,
} from "./frames.ts";

const WIRE = openAiResponsesWire();

/** A piece of a refusal, or the whole of one. */
function refuses(moment: "delta" | "done", text: string): object {
  const field = moment === "delta" ? "delta" : "refusal";
  return { type: `response.refusal.${moment}`, ...place("msg_0", 0), [field]: text };
}

const REFUSAL = {
  id: "msg_0",
  type: "message",
  content: [{ type: "refusal", refusal: "I cannot" }],
};

testCases(WIRE, "a truncated stream", [
  { name: "nothing at all", ref: "langgraphjs#2718", body: "", expected: "INCOMPLETE" },
  { name: "comments only", ref: "9router#3051", body: ": x\n\n: y\n\n", expected: "INCOMPLETE" },
  { name: "the start alone", ref: "coder/fantasy#33", body: [CREATED], expected: "INCOMPLETE" },
  {
    name: "text and a clean end",
    ref: "vercel/ai#19165, anomalyco/opencode#26170, coder/xum#3415",
    body: [CREATED, says("Hi")],
    expected: "INCOMPLETE",
  },
  {
    name: "a whole item and a clean end",
    ref: "earendil-works/pi#8460",
    body: [CREATED, ...said("Hi")],
    expected: "INCOMPLETE",
  },
  {
    name: "half the arguments and a clean end",
    ref: "CommandCodeAI/command-code#785",
    body: [CREATED, added(0, call(0, "a", "f")), args('{"city":"fa')],
    expected: "INCOMPLETE",
  },
  {
    name: "a whole call and a clean end",
    ref: "xiaoyu-work/claw-os#11",
    body: [CREATED, ...called(0, "a", "f", "{}")],
    expected: "INCOMPLETE",
  },
  {
    name: "a gateway's [DONE] in place of the end",
    ref: "bigduu/Bamboo-agent#383, can1357/oh-my-pi#9433",
    body: [CREATED, ...said("Hi"), "[DONE]"],
    expected: "INCOMPLETE",
  },
  {
    name: "a terminal event cut within its frame",
    ref: "tashfeenahmed/freellmapi#1288",
    body: `data: ${JSON.stringify(says("Hi"))}\n\nevent: response.completed\n` +
      `data: ${JSON.stringify(completes([message(0, "Hi")])).slice(0, -1)}`,
    expected: "INCOMPLETE",
  },
  {
    name: "a terminal event that is only named",
    body: `data: ${JSON.stringify(says("Hi"))}\n\nevent: response.completed\n`,
    expected: "INCOMPLETE",
  },
]);

testCases(WIRE, "the end of a turn", [
  {
    name: "the terminal event, although the connection stays open",
    ref: "earendil-works/pi#5592",
    body: [CREATED, ...said("Hi"), completes([message(0, "Hi")])],
    expected: "Hi",
  },
  {
    name: "the whole terminal event without its blank line",
    ref: "openai/openai-node#2725",
    body: `data: ${JSON.stringify(says("Hi"))}\n\ndata: ${JSON.stringify(completes())}`,
    expected: "Hi",
  },
  {
    name: "[DONE] after it",
    ref: "nyroway/nyro#162",
    body: [CREATED, ...said("Hi"), completes(), "[DONE]"],
    expected: "Hi",
  },
  {
    name: "[DONE] before it",
    body: [CREATED, ...said("Hi"), " [DONE] ", completes()],
    expected: "Hi",
  },
  {
    name: "text and a failure after it",
    ref: "ai-dynamo/dynamo#4154",
    body: [CREATED, ...said("Hi"), completes(), says("more"), FAILED],
    expected: "Hi",
  },
  {
    name: "a terminal event without a response",
    body: [CREATED, ...said("Hi"), { type: "response.completed" }],
    expected: "Hi",
  },
  {
    name: "a second response within the turn",
    body: [
      CREATED,
      says("Hi"),
      created("resp_2"),
      says("Hi"),
      completes(),
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "the same response created twice",
    body: [CREATED, CREATED, ...said("Hi"), completes()],
    expected: "Hi",
  },
]);

testCases(WIRE, "the words for the end", [
  {
    name: "completed, with a call",
    body: [CREATED, ...called(0, "a", "f", "{}"), completes()],
    expected: "f({})|#tool_use",
  },
  {
    name: "max_output_tokens",
    ref: "0xPlaygrounds/rig#2248",
    body: [CREATED, ...said("Hi"), stopsAt("max_output_tokens")],
    expected: "LENGTH",
  },
  {
    name: "content_filter",
    ref: "librefang/librefang#3450",
    body: [CREATED, ...said("Hi"), stopsAt("content_filter")],
    expected: "FILTERED",
  },
  {
    name: "content_filter without any text",
    ref: "openai/openai-agents-python#3769, agents-js#1580",
    body: [CREATED, stopsAt("content_filter")],
    expected: "FILTERED",
  },
  {
    name: "an incomplete response within an event that says it completed",
    ref: "theopenco/llmgateway#2974",
    body: [
      CREATED,
      ...said("Hi"),
      completes([], { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }),
    ],
    expected: "LENGTH",
  },
  ...["max_messages", "steered", "novel", "", null, "completed", "stop", "tool_use"].map(
    (reason) => ({
      name: `incomplete for ${JSON.stringify(reason)}`,
      ref: "apache/maka#2297",
      body: [CREATED, ...said("Hi"), ...called(1, "a", "f", "{}"), stopsAt(reason)],
      expected: "STREAM_PROTOCOL",
    }),
  ),
  {
    name: "a refusal in pieces",
    ref: "lobehub/lobehub#17700, CherryHQ/cherry-studio#16079",
    body: [CREATED, refuses("delta", "I can"), refuses("delta", "not"), completes()],
    expected: "FILTERED",
  },
  {
    name: "a refusal told only when it is whole",
    body: [CREATED, refuses("done", "I cannot"), completes()],
    expected: "FILTERED",
  },
  {
    name: "a refusal told only by its item",
    body: [CREATED, done(0, REFUSAL), completes()],
    expected: "FILTERED",
  },
  {
    name: "a refusal told only by the response",
    body: [CREATED, completes([REFUSAL])],
    expected: "FILTERED",
  },
]);

Deno.test("openai-responses decoder gives a refusal as text, and the status as it is", () => {
  const { events } = readBody(WIRE, sseBody(CREATED, refuses("delta", "No"), completes()));
  const zero = usage(0);
  assertEquals(events, [
    { type: "text", text: "No" },
    {
      type: "finish",
      finish: { reason: "filtered", raw: "completed", usage: zero, discarded: zero },
    },
  ]);
});

Deno.test("openai-responses decoder passes a reason it does not know through as it is", () => {
  for (const reason of ["max_messages", "steered", "novel"]) {
    const last = readBody(WIRE, sseBody(CREATED, stopsAt(reason))).events.at(-1);
    assertEquals(last?.type === "finish" && [last.finish.reason, last.finish.raw], [
      reason,
      reason,
    ]);
  }
});

Deno.test("openai-responses decoder needs its terminal event even if it is told otherwise", () => {
  const { code } = readTurn(WIRE, sseBody(CREATED, ...said("Hi")), { terminator: "optional" });
  assertEquals(code, "INCOMPLETE");
});

Deno.test("openai-responses decoder is done at the terminal event and not before", () => {
  const decoder = WIRE.decoder();
  const states = [CREATED, says("Hi"), "[DONE]", completes(), says("!")].map((payload) => {
    const data = typeof payload === "string" ? payload : JSON.stringify(payload);
    decoder.push(frameOf(data));
    return decoder.done;
  });
  assertEquals(states, [false, false, false, true, true]);
});

Deno.test("openai-responses decoder takes the cached tokens out of the input", () => {
  const told = (details: unknown) => ({
    input_tokens: 20,
    input_tokens_details: details,
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 2 },
    total_tokens: 27,
  });
  const cases: [unknown, ReturnType<typeof usage>][] = [
    [told({ cached_tokens: 5 }), usage(15, 7, 5)],
    [told({ cached_tokens: 5, cache_write_tokens: 4 }), usage(11, 7, 5, 4)],
    [told(null), usage(20, 7)],
    [told(undefined), usage(20, 7)],
    [null, usage(0)],
    [undefined, usage(0)],
  ];
  for (const [told, expected] of cases) {
    const whole = readTurn(WIRE, sseBody(CREATED, says("Hi"), completes([], { usage: told })));
    assertEquals(whole.turn?.finish.usage, expected);
    const cut = readTurn(WIRE, sseBody(CREATED, stopsAt("max_output_tokens", { usage: told })));
    assertEquals((cut.error as ModelError).usage, expected);
  }
});

Deno.test("openai-responses decoder does not hide a negative count", () => {
  const told = { input_tokens: 1, input_tokens_details: { cached_tokens: 2 } };
  const { code } = readTurn(WIRE, sseBody(CREATED, says("Hi"), completes([], { usage: told })));
  assertEquals(code, "STREAM_PROTOCOL");
});

Deno.test("openai-responses decoder gives what came before a cut, and says what is missing", () => {
  const { events, error } = readBody(WIRE, sseBody(CREATED, says("Hi"), states("Hi")));
  assertEquals(events, [{ type: "text", text: "Hi" }]);
  assertEquals(
    error instanceof ModelError && error.message,
    "The body ended before the turn did: no response.completed, response.incomplete or " +
      "response.failed",
  );
});
