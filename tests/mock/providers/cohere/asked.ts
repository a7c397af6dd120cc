import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import type { Rule } from "../../../../mock.ts";
import type { JsonObject } from "../../../../src/wire/json.ts";

/** Where the chat is; the mock does not look at the host. */
export const CHAT = "http://mock/v2/chat";

/** The least that a request must have. */
export const ASK = { model: "m", messages: [{ role: "user", content: "hi" }] } as const;

/** Makes a mock that always answers the same. */
export function mockOf(result: NonNullable<Rule["result"]>): MockGPT {
  return new MockGPT({ rules: [{ result }] });
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

/** Sends a request to a mock. */
export async function send(mock: MockGPT, body: object = {}, url: string = CHAT): Promise<Reply> {
  const sent = url === CHAT ? { ...ASK, ...body } : body;
  const response = await mock.fetch(url, { method: "POST", body: JSON.stringify(sent) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Streams an answer; checks that each event is named by its type, and the end. */
export async function streamed(mock: MockGPT, body: object = {}): Promise<readonly JsonObject[]> {
  const sent = JSON.stringify({ ...ASK, ...body, stream: true });
  const response = await mock.fetch(CHAT, { method: "POST", body: sent });
  const blocks = (await response.text()).split("\n\n");
  assertEquals(blocks.slice(-2), ["data: [DONE]", ""]);
  return blocks.slice(0, -2).map((block) => {
    const [event, data] = block.split("\n");
    const parsed = JSON.parse(data!.slice("data: ".length));
    assertEquals(event, `event: ${parsed.type}`);
    return parsed;
  });
}
