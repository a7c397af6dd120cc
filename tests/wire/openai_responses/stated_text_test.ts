import { assertEquals } from "@std/assert";
import type { ModelError } from "../../../src/errors.ts";
import { openAiResponsesWire } from "../../../src/wire/openai_responses/openai_responses.ts";
import { sseBody } from "../../support/bodies.ts";
import { usage } from "../../support/events.ts";
import { readBody, readTurn } from "../../support/reading.ts";
import { testCases } from "../cases.ts";
import { added, completes, CREATED, done, message, said, says, states, stopsAt } from "./frames.ts";

const WIRE = openAiResponsesWire();

testCases(WIRE, "text that is stated whole", [
  { name: "only pieces", body: [says("H"), says("i"), completes()], expected: "Hi" },
  { name: "only the whole text", body: [states("Hi"), completes()], expected: "Hi" },
  { name: "only the whole item", body: [done(0, message(0, "Hi")), completes()], expected: "Hi" },
  {
    name: "only the whole response",
    ref: "agentjido/req_llm#638",
    body: [completes([message(0, "Hi")])],
    expected: "Hi",
  },
  { name: "the tail lost", body: [says("H"), states("Hi"), completes()], expected: "Hi" },
  {
    name: "the tail lost, and only the response tells",
    body: [added(0, message(0)), says("H"), completes([message(0, "Hi")])],
    expected: "Hi",
  },
  {
    name: "a piece lost in the middle",
    body: [says("H"), says("llo"), states("Hello"), completes()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a piece doubled",
    body: [says("H"), says("H"), says("i"), done(0, message(0, "Hi")), completes()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a piece lost, and only the response tells",
    body: [says("H"), says("llo"), completes([message(0, "Hello")])],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "less text in the response than arrived",
    body: [says("Hello"), completes([message(0, "Hell")])],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "no text in the response although some arrived",
    body: [says("Hello"), completes([{ id: "rs", type: "reasoning", summary: [] }])],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a first message lost",
    body: [...said("two", 1), completes([message(0, "one "), message(1, "two")])],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a last message lost",
    body: [...said("one "), completes([message(0, "one "), message(1, "two")])],
    expected: "one two",
  },
  {
    name: "a piece after the whole text",
    body: [...said("Hi"), says("!"), completes()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "more text stated with the item than at its end",
    body: [states("Hi"), done(0, message(0, "Hi!")), completes()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "two whole messages at one place",
    body: [done(0, message(0, "one ")), done(0, message(1, "two")), completes()],
    expected: "one two",
  },
  {
    name: "a message that never ends",
    body: [added(0, message(0)), says("Hi"), completes()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a message with several parts",
    body: [
      says("Hel", 0, 0),
      says("lo ", 0, 0),
      says("you", 0, 1),
      done(0, message(0, "Hello ", "you")),
      completes([message(0, "Hello ", "you")]),
    ],
    expected: "Hello you",
  },
  {
    name: "messages in another order than the response has them",
    body: [
      ...said("two", 1),
      ...said("one", 0),
      completes([message(0, "one"), message(1, "two")]),
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "two parts whose pieces interleave",
    body: [
      says("one", 0, 0),
      says("two", 0, 1),
      says("!", 0, 0),
      done(0, message(0, "one!", "two")),
      completes(),
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "the tail of a message lost, and the next one begun",
    body: [
      added(0, message(0)),
      says("on", 0),
      ...said("two", 1),
      done(0, message(0, "one")),
      completes(),
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "two messages whose pieces interleave",
    body: [
      says("one", 0),
      says("two", 1),
      says("!", 0),
      completes([message(0, "one!"), message(1, "two")]),
    ],
    expected: "STREAM_PROTOCOL",
  },
]);

/** A piece of reasoning, or the whole of it. */
function thinks(kind: "reasoning_summary_text" | "reasoning_text", text: string, part = 0): object {
  const count = kind === "reasoning_text" ? "content_index" : "summary_index";
  const type = `response.${kind}.delta`;
  return { type, item_id: "rs_0", output_index: 0, [count]: part, delta: text };
}

function reasoning(summary: string[], more: object = {}): object {
  return {
    id: "rs_0",
    type: "reasoning",
    summary: summary.map((text) => ({ type: "summary_text", text })),
    ...more,
  };
}

testCases(WIRE, "reasoning", [
  {
    name: "a summary",
    ref: "vercel/ai fixture openai-reasoning-encrypted-content",
    body: [
      CREATED,
      added(0, reasoning([], { encrypted_content: "not yet" })),
      thinks("reasoning_summary_text", "Hm"),
      thinks("reasoning_summary_text", "m"),
      done(0, reasoning(["Hmm"], { encrypted_content: "proof" })),
      ...said("Hi", 1),
      completes([reasoning(["Hmm"], { encrypted_content: "proof" }), message(1, "Hi")]),
    ],
    expected: "Hi|~Hmm^proof",
  },
  {
    name: "a summary of several parts",
    body: [
      thinks("reasoning_summary_text", "one ", 0),
      thinks("reasoning_summary_text", "two", 1),
      done(0, reasoning(["one ", "two"])),
      completes(),
    ],
    expected: "~one two",
  },
  {
    name: "the reasoning itself",
    body: [
      thinks("reasoning_text", "Hm"),
      {
        type: "response.reasoning_text.done",
        item_id: "rs_0",
        output_index: 0,
        content_index: 0,
        text: "Hmm",
      },
      done(0, reasoning([], { content: [{ type: "reasoning_text", text: "Hmm" }] })),
      completes(),
    ],
    expected: "~Hmm",
  },
  {
    name: "the reasoning itself, told only when it is whole",
    body: [
      done(0, reasoning([], { content: [{ type: "reasoning_text", text: "Hmm" }] })),
      completes(),
    ],
    expected: "~Hmm",
  },
  {
    name: "reasoning told only when it is whole",
    body: [done(0, reasoning(["Hmm"], { encrypted_content: "proof" })), completes()],
    expected: "~Hmm^proof",
  },
  {
    name: "reasoning told only by the response",
    body: [completes([reasoning(["Hmm"], { encrypted_content: "proof" })])],
    expected: "~Hmm^proof",
  },
  {
    name: "reasoning whose end only the response tells",
    body: [
      added(0, reasoning([])),
      thinks("reasoning_summary_text", "Hm"),
      completes([reasoning(["Hmm"], { encrypted_content: "proof" })]),
    ],
    expected: "~Hmm^proof",
  },
  {
    name: "reasoning ended twice",
    body: [
      ...[1, 2].map(() => done(0, reasoning(["Hmm"], { encrypted_content: "proof" }))),
      completes(),
    ],
    expected: "~Hmm^proof",
  },
  {
    name: "reasoning that never ends",
    body: [added(0, reasoning([])), thinks("reasoning_summary_text", "Hm"), completes()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a piece of reasoning lost",
    body: [thinks("reasoning_summary_text", "m"), done(0, reasoning(["Hmm"])), completes()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "the end of the first of two lost",
    body: [
      done(0, reasoning(["one"], { encrypted_content: "1" })),
      added(1, { ...reasoning([]), id: "rs_1" }),
      done(2, { ...reasoning(["three"], { encrypted_content: "3" }), id: "rs_2" }),
      completes(
        ["one", "two", "three"].map((text, index) => ({
          ...reasoning([text], { encrypted_content: `${index + 1}` }),
          id: `rs_${index}`,
        })),
      ),
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "encrypted content that comes after the next item",
    body: [
      added(0, reasoning([])),
      thinks("reasoning_summary_text", "Hm"),
      done(1, { ...reasoning([], { encrypted_content: "2" }), id: "rs_1" }),
      done(0, reasoning(["Hm"], { encrypted_content: "1" })),
      completes(),
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "parts that are no text",
    body: [done(0, { id: "rs_0", type: "reasoning", summary: [null, {}] }), completes()],
    expected: "",
  },
]);

Deno.test("openai-responses decoder gives encrypted reasoning alone as a redacted block", () => {
  const body = sseBody(done(0, reasoning([], { encrypted_content: "secret" })), completes());
  assertEquals(readTurn(WIRE, body).turn?.reasoning, [{ text: "", redacted: "secret" }]);
});

Deno.test("openai-responses decoder carries the usage of a response that contradicts itself", () => {
  const told = { usage: { input_tokens: 3, output_tokens: 1 } };
  const { error } = readBody(WIRE, sseBody(says("Hi"), completes([message(0, "Ho")], told)));
  assertEquals((error as ModelError).usage, usage(3, 1));
});

Deno.test("openai-responses decoder says where a text is not what is stated", () => {
  const { error } = readBody(WIRE, sseBody(says("Hello wrld"), states("Hello world")));
  assertEquals(
    (error as ModelError).message,
    "The text is not what is stated at its end: " +
      'from character 7 on, "rld" arrived but "orld" is stated',
  );
});

Deno.test("openai-responses decoder asks nothing of the output of an incomplete response", () => {
  const body = sseBody(added(0, message(0)), says("Hel"), stopsAt("content_filter"));
  const { events } = readBody(WIRE, body);
  const last = events.at(-1);
  assertEquals(last?.type === "finish" && last.finish.reason, "filtered");
});
