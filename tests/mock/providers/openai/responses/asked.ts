import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../../../mock.ts";
import type { MockGptOptions } from "../../../../../mock.ts";
import type { JsonObject } from "../../../../../src/wire/json.ts";

/** Where the responses are; the mock does not look at the host. */
export const RESPONSES = "http://mock/v1/responses";

/** What came back. */
export interface Reply {
  /** The HTTP status. */
  readonly status: number;
  /** The body. */
  readonly body: JsonObject;
}

/** Sends a request to a mock. */
export async function send(
  mock: MockGPT,
  body: unknown,
  path = "",
  method = "POST",
): Promise<Reply> {
  const init = method === "POST" ? { method, body: JSON.stringify(body) } : { method };
  const response = await mock.fetch(RESPONSES + path, init);
  return { status: response.status, body: await response.json() };
}

/** Gets something from a mock. */
export function get(mock: MockGPT, path: string): Promise<Reply> {
  return send(mock, undefined, path, "GET");
}

/** Makes a mock that always answers the same. */
export function mockOf(result: NonNullable<MockGptOptions["rules"]>[number]["result"]): MockGPT {
  return new MockGPT({ rules: [{ result }] });
}

/** An event of a stream, parsed. */
export type StreamEvent = JsonObject & { readonly type: string };

/** Streams an answer; checks that each event is named by its type and numbered in its turn. */
export async function streamed(mock: MockGPT, body: object): Promise<readonly StreamEvent[]> {
  const response = await mock.fetch(RESPONSES, {
    method: "POST",
    body: JSON.stringify({ ...body, stream: true }),
  });
  const events = eventsIn(await response.text());
  assertEquals(events.map(({ sequence_number: number }) => number), [...events.keys()]);
  return events;
}

/** Reads a stream; checks that each event is named by its type. */
export function eventsIn(text: string): readonly StreamEvent[] {
  return text.split("\n\n").slice(0, -1).map((block) => {
    const [event, data] = block.split("\n");
    const parsed: StreamEvent = JSON.parse(data!.slice("data: ".length));
    assertEquals(event, `event: ${parsed.type}`);
    return parsed;
  });
}

/** Asks what is refused; gives the error. */
export async function refusal(body: object): Promise<JsonObject & { readonly status: number }> {
  const reply = await send(mockOf("ok"), { model: "m", input: "hi", ...body });
  return { status: reply.status, ...(reply.body.error as JsonObject) };
}
