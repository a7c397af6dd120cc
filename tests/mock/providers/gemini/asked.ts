import { MockGPT } from "../../../../mock.ts";
import type { ModelRequest, ModelResult } from "../../../../mock.ts";
import type { JsonObject } from "../../../../src/wire/json.ts";

/** Where the models are; the mock does not look at the host. */
export const MODELS = "http://mock/v1beta/models";

/** Where Vertex AI has them. */
export const VERTEX = "http://mock/v1/projects/p/locations/l/publishers/google/models";

/** A model that signs no calls. */
export const MODEL: string = "gemini-2.5-pro";

/** What a user says. */
export const HI: readonly JsonObject[] = [{ role: "user", parts: [{ text: "hi" }] }];

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

/** Sends a request to a mock. */
export async function send(mock: MockGPT, body: unknown, url: string): Promise<Reply> {
  const response = await mock.fetch(url, { method: "POST", body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

/** Asks for an answer that is not streamed. */
export async function whole(
  mock: MockGPT,
  members: object = {},
  model: string = MODEL,
  models: string = MODELS,
): Promise<JsonObject> {
  const url = `${models}/${model}:generateContent`;
  return (await send(mock, { contents: HI, ...members }, url)).body;
}

/** Asks for an answer that is streamed as events; gives its chunks. */
export async function chunks(
  mock: MockGPT,
  members: object = {},
  model: string = MODEL,
  models: string = MODELS,
): Promise<readonly JsonObject[]> {
  const text = await eventsText(mock, members, model, models);
  return text.split("\r\n\r\n").slice(0, -1).map((event) =>
    JSON.parse(event.slice("data: ".length))
  );
}

/** Asks for an answer that is streamed as events; gives its body. */
export async function eventsText(
  mock: MockGPT,
  members: object = {},
  model: string = MODEL,
  models: string = MODELS,
): Promise<string> {
  const response = await mock.fetch(`${models}/${model}:streamGenerateContent?alt=sse`, {
    method: "POST",
    body: JSON.stringify({ contents: HI, ...members }),
  });
  return await response.text();
}

/** Gives the first candidate of a chunk or a whole answer. */
export function candidate(chunk: JsonObject | undefined): JsonObject {
  return (chunk?.candidates as readonly JsonObject[])[0]!;
}

/** Gives the parts of its first candidate. */
export function parts(chunk: JsonObject | undefined): readonly JsonObject[] {
  return (candidate(chunk).content as JsonObject).parts as readonly JsonObject[];
}

/** Gives a request as rules see it. */
export async function neutral(body: object, model: string = MODEL): Promise<ModelRequest> {
  const mock = mockOf("ok");
  await whole(mock, body, model);
  return mock.records[0]!.request;
}

/** Asks what is refused; gives the error. */
export async function refusal(
  body: object,
  model: string = MODEL,
  models: string = MODELS,
): Promise<JsonObject> {
  return (await whole(mockOf("ok"), body, model, models)).error as JsonObject;
}
