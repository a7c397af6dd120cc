import { assertEquals } from "@std/assert";
import { openAiResponsesWire } from "../../../src/wire/openai_responses/openai_responses.ts";
import { sseBody } from "../../support/bodies.ts";
import { readBody, readTurn } from "../../support/reading.ts";
import { testCases } from "../cases.ts";
import { added, completes, CREATED, done, stopsAt } from "./frames.ts";

const WIRE = openAiResponsesWire();

/** A custom tool call item. */
function custom(input: string, more: object = {}): object {
  return { id: "ctc_0", type: "custom_tool_call", call_id: "a", name: "f", input, ...more };
}

/** A piece of the input of a custom tool, or the whole of it. */
function input(moment: "delta" | "done", text: string): object {
  const field = moment === "delta" ? "delta" : "input";
  const type = `response.custom_tool_call_input.${moment}`;
  return { type, item_id: "ctc_0", output_index: 0, [field]: text };
}

testCases(WIRE, "custom tools, whose input becomes a JSON string", [
  {
    name: "input in pieces",
    ref: "vercel/ai fixture openai-custom-text-tool",
    body: [
      CREATED,
      added(0, custom("")),
      input("delta", 'say "hi"'),
      input("delta", "\n\\ \ud83c"),
      input("delta", "\udf88"),
      input("done", 'say "hi"\n\\ 🎈'),
      done(0, custom('say "hi"\n\\ 🎈')),
      completes([custom('say "hi"\n\\ 🎈')]),
    ],
    expected: String.raw`f("say \"hi\"\n\\ \ud83c\udf88")|#tool_use`,
  },
  {
    name: "input only with the whole item",
    body: [CREATED, done(0, custom("ls")), completes()],
    expected: 'f("ls")|#tool_use',
  },
  {
    name: "input only when it is whole",
    body: [CREATED, added(0, custom("")), input("done", "ls"), completes()],
    expected: 'f("ls")|#tool_use',
  },
  {
    name: "no input",
    body: [CREATED, added(0, custom("")), done(0, custom("")), completes()],
    expected: 'f("")|#tool_use',
  },
  {
    name: "input before the item is told of",
    body: [CREATED, input("delta", "l"), done(0, custom("ls")), completes()],
    expected: 'f("ls")|#tool_use',
  },
  {
    name: "input cut by max_output_tokens",
    body: [
      CREATED,
      added(0, custom("")),
      input("delta", "rm -rf /tmp"),
      done(0, custom("rm -rf /tmp", { status: "incomplete" })),
      stopsAt("max_output_tokens"),
    ],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "input that never ends",
    body: [CREATED, added(0, custom("")), input("delta", "rm -rf /tmp"), completes()],
    expected: "STREAM_PROTOCOL",
  },
]);

Deno.test("openai-responses decoder gives the input of a custom tool as it comes, and once", () => {
  const body = sseBody(
    CREATED,
    added(0, custom("")),
    input("delta", "l"),
    input("delta", "s"),
    input("done", "ls"),
    done(0, custom("ls")),
    completes([custom("ls")]),
  );
  assertEquals(readBody(WIRE, body).events.slice(0, -1), [
    { type: "tool_call", index: 0, id: "a", name: "f", arguments: '"' },
    { type: "tool_call", index: 0, arguments: "l" },
    { type: "tool_call", index: 0, arguments: "s" },
    { type: "tool_call", index: 0, arguments: '"' },
  ]);
});

Deno.test("openai-responses decoder makes the input of a custom tool readable again", () => {
  const text = 'a "b"\n\\ \u2028 🎈 \ud800';
  const { turn } = readTurn(WIRE, sseBody(CREATED, done(0, custom(text)), completes()));
  assertEquals(JSON.parse(turn!.toolCalls[0]!.arguments), text);
});
