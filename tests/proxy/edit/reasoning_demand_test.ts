/** What was measured of an upstream that demands reasoning, on one that refuses as it did. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import { MockGPT } from "../../../src/mock/mock_gpt.ts";
import { prepareBody } from "../../../src/proxy/edit/prepare_body.ts";
import { upstreamPlan } from "./upstream_plan.ts";

const REFUSAL = "The reasoning_content in the thinking mode must be passed back to the API.";

interface Told {
  readonly role: string;
  readonly tool_calls?: readonly unknown[];
  readonly reasoning_content?: unknown;
}

/** Answers as the measured upstream: a turn that called tools must have its `reasoning_content`, which may be empty. */
const mock = new MockGPT({
  rules: [{ result: { content: "It is sunny." } }],
  unknownMembers: "accept",
});
async function upstream(body: BodyInit): Promise<Response> {
  const { messages } = await new Response(body).json() as { messages: readonly Told[] };
  const isRefused = messages.some((message) =>
    message.role === "assistant" && (message.tool_calls?.length ?? 0) > 0 &&
    typeof message.reasoning_content !== "string"
  );
  if (isRefused) return Response.json({ error: { message: REFUSAL } }, { status: 400 });
  return await mock.fetch("https://p.test/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
}

const CALLS = [{ id: "c1", type: "function", function: { name: "weather", arguments: "{}" } }];
const REASONING = {
  reasoning: "hm",
  reasoning_details: [{ type: "reasoning.text", text: "hm" }],
};

function bodyOf(assistant: object, calls: boolean, stream: boolean) {
  const message = { role: "assistant", content: calls ? null : "Hi", ...assistant };
  const messages: object[] = [
    { role: "user", content: "How is the weather?" },
    calls ? { ...message, tool_calls: CALLS } : message,
    calls
      ? { role: "tool", tool_call_id: "c1", content: "sunny" }
      : { role: "user", content: "And now?" },
  ];
  return toBytes(JSON.stringify({ model: "m", messages, stream }));
}

const MEASURED = [
  { name: "no reasoning at all", assistant: {}, calls: true, status: 400, completed: 200 },
  {
    name: "reasoning and its details",
    assistant: REASONING,
    calls: true,
    status: 400,
    completed: 200,
  },
  {
    name: "details alone",
    assistant: { reasoning_details: REASONING.reasoning_details },
    calls: true,
    status: 400,
    completed: 200,
  },
  {
    name: "all three",
    assistant: { reasoning_content: "hm", ...REASONING },
    calls: true,
    status: 200,
    completed: 200,
  },
  {
    name: "an empty reasoning_content",
    assistant: { reasoning_content: "" },
    calls: true,
    status: 200,
    completed: 200,
  },
  { name: "no tool calls, no reasoning", assistant: {}, calls: false, status: 200, completed: 200 },
];

for (const { name, assistant, calls, status, completed } of MEASURED) {
  for (const stream of [false, true]) {
    Deno.test(`prepareBody() makes ${completed} of the ${status} for ${name}, stream=${stream}`, async () => {
      const body = bodyOf(assistant, calls, stream);
      const asSent = await upstream(prepareBody(body, upstreamPlan(), "chat"));
      const text = await asSent.text();
      assertEquals(asSent.status, status);
      if (status === 400) assertStringIncludes(text, REFUSAL);
      const demanding = upstreamPlan({
        request: { reasoningField: "reasoning_content", reasoningEmptyOk: true },
      });
      const prepared = prepareBody(body, demanding, "chat");
      const answer = await upstream(prepared);
      assertEquals(answer.status, completed, await answer.text());
      assertEquals(prepared === body, status === 200);
    });
  }
}
