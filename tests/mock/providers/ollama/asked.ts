import { MockGPT } from "../../../../mock.ts";
import type { ModelRequest, ModelResult } from "../../../../mock.ts";
import type { JsonObject } from "../../../../src/wire/json.ts";

/** A conversation. */
export const CHAT = { model: "m", messages: [{ role: "user", content: "hi" }] } as const;

/** A prompt. */
export const GENERATE = { model: "m", prompt: "hi" } as const;

/** What came back. */
export interface Reply {
  /** The HTTP status. */
  readonly status: number;
  /** The body. */
  readonly body: JsonObject;
}

/** Makes a mock that always answers the same. */
export function mockOf(result: ModelResult | string, init: object = {}): MockGPT {
  return new MockGPT({ rules: [{ result, ...init }] });
}

/** Sends a request to a mock; gives the text of the answer. */
export async function text(mock: MockGPT, path: string, body: unknown): Promise<string> {
  const init = { method: "POST", body: JSON.stringify(body) };
  return await (await mock.fetch(`http://mock/api/${path}`, init)).text();
}

/** Sends a request to a mock whose answer is one object. */
export async function send(mock: MockGPT, path: string, body: unknown): Promise<Reply> {
  const init = { method: "POST", body: JSON.stringify(body) };
  const response = await mock.fetch(`http://mock/api/${path}`, init);
  return { status: response.status, body: await response.json() };
}

/** Asks for an answer that is not streamed. */
export async function whole(
  mock: MockGPT,
  path: "chat" | "generate",
  members: object = {},
): Promise<JsonObject> {
  const body = { ...(path === "chat" ? CHAT : GENERATE), stream: false, ...members };
  return (await send(mock, path, body)).body;
}

/** Asks for an answer that is streamed; gives its lines. */
export async function lines(
  mock: MockGPT,
  path: "chat" | "generate",
  members: object = {},
): Promise<readonly JsonObject[]> {
  const body = { ...(path === "chat" ? CHAT : GENERATE), ...members };
  return (await text(mock, path, body)).split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

/** Gives a request as rules see it. */
export async function neutral(path: "chat" | "generate", members: object): Promise<ModelRequest> {
  const mock = mockOf("ok");
  await whole(mock, path, members);
  return mock.records[0]!.request;
}
