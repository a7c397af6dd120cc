import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import type { ModelRequest, ModelResult, Rule } from "../../../../mock.ts";
import { isObject } from "../../../../src/wire/json.ts";
import type { JsonObject } from "../../../../src/wire/json.ts";

/** Where the messages are; the mock does not look at the host. */
export const MESSAGES = "http://mock/v1/messages";

/** What the official SDK sends. */
export const HEADERS: Readonly<Record<string, string>> = {
  "content-type": "application/json",
  "anthropic-version": "2023-06-01",
};

/** The least that a request must have. */
export const ASK = {
  model: "m",
  max_tokens: 1000,
  messages: [{ role: "user", content: "hi" }],
} as const;

/** Makes a mock that always answers the same. */
export function mockOf(result: NonNullable<Rule["result"]>): MockGPT {
  return new MockGPT({ rules: [{ result }] });
}

/** Makes a result that fits whatever a request asks for. */
export function fitting(
  { response_format: format, tool_choice: choice }: ModelRequest,
): ModelResult {
  if (format !== undefined) return { content: {} };
  const named = isObject(choice) && isObject(choice.function) ? choice.function.name : undefined;
  return typeof named === "string" ? { toolCalls: [{ name: named }] } : { content: "ok" };
}

/** What came back. */
export interface Reply {
  /** The HTTP status. */
  readonly status: number;
  /** The headers. */
  readonly headers: Headers;
  /** The body. */
  readonly body: JsonObject;
}

/** Sends a request to a mock; what is given stands in for the members of `ASK`. */
export async function send(
  mock: MockGPT,
  body: object = {},
  path = "",
  headers: Readonly<Record<string, string>> = HEADERS,
): Promise<Reply> {
  const init = { method: "POST", headers, body: JSON.stringify({ ...ASK, ...body }) };
  const response = await mock.fetch(MESSAGES + path, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Asks what is refused; gives the words. */
export async function refusal(
  body: object,
  path = "",
  headers: Readonly<Record<string, string>> = HEADERS,
): Promise<string> {
  const reply = await send(mockOf("ok"), body, path, headers);
  const { error } = reply.body as { readonly error?: JsonObject };
  assertEquals([reply.status, error?.type], [400, "invalid_request_error"]);
  return String(error?.message);
}

/** Streams an answer; checks that each event is named by its type. */
export async function streamed(mock: MockGPT, body: object = {}): Promise<readonly JsonObject[]> {
  const response = await mock.fetch(MESSAGES, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify({ ...ASK, ...body, stream: true }),
  });
  const blocks = (await response.text()).split("\n\n").slice(0, -1);
  return blocks.map((block) => {
    const [event, data] = block.split("\n");
    const parsed = JSON.parse(data!.slice("data: ".length));
    assertEquals(event, `event: ${parsed.type}`);
    return parsed;
  });
}

/** A tool. */
export const TOOL = { name: "f", input_schema: { type: "object" } };
/** A call of it. */
export const CALL = { type: "tool_use", id: "toolu_1", name: "f", input: {} };
/** What came of the call. */
export const RESULT = { type: "tool_result", tool_use_id: "toolu_1", content: "1" };
/** What a user says. */
export const USER = { role: "user", content: "hi" };

/** What the model said. */
export function said(...blocks: readonly object[]): object {
  return { role: "assistant", content: blocks };
}

/** What it was given. */
export function given(...blocks: readonly object[]): object {
  return { role: "user", content: blocks };
}

/** A conversation. */
export function messages(...list: readonly object[]): object {
  return { messages: list };
}

/** Thoughts are on. */
export const THINKING: object = {
  thinking: { type: "enabled", budget_tokens: 1024 },
  max_tokens: 2000,
};
