import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../mock.ts";

/** Requests that are answered, or refused, without a call of the model. */
const REQUESTS: readonly (readonly [path: string, body: object | undefined])[] = [
  ["/v1/models", undefined],
  ["/v1/models/any", undefined],
  ["/v1/chat/completions", {}],
  ["/v1/nothing", {}],
  ["/v1/embeddings", { model: "m", input: "hi" }],
];

async function idsOf(mock: MockGPT): Promise<readonly (string | null)[]> {
  const responses = await Promise.all(
    [...REQUESTS, ...REQUESTS].map(([path, body]) =>
      mock.fetch(`http://mock${path}`, {
        method: body === undefined ? "GET" : "POST",
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    ),
  );
  await Promise.all(responses.map((response) => response.body?.cancel()));
  return responses.map(({ headers }) => headers.get("x-request-id"));
}

Deno.test("each request has an id of its own, also one that is no call, and the same with each seed", async () => {
  const ids = await idsOf(new MockGPT());
  assertEquals(new Set(ids).size, 2 * REQUESTS.length);
  assertEquals(await idsOf(new MockGPT()), ids);
});
