import { assertEquals } from "@std/assert";
import { lab } from "./support/lab.ts";

/** Posts nothing to a path of a proxy, and gives what it says of it. */
async function refusalAt(
  path: string,
  init?: RequestInit,
): Promise<{ status: number; type: unknown; message: string }> {
  const { proxy } = lab({ u1: [] }, { client_keys: ["right"] });
  const headers = { authorization: "Bearer right" };
  const request = new Request(`http://proxy${path}`, { method: "POST", headers, ...init });
  const response = await proxy.fetch(request);
  const { type, error } = await response.json();
  await proxy.close();
  return { status: response.status, type, message: error.message };
}

const PATHS = [
  "/v1/chat/completions",
  "/v1/completions",
  "/v1/embeddings",
  "/v1/responses",
  "/v1/messages",
  "/v1/models",
].join(", ");

Deno.test.each([
  { path: "/v1/audio/speech", type: undefined },
  { path: "/audio/speech", type: undefined },
  { path: "/v1/messages/count_tokens", type: "error" },
])("A path that there is not is told as it was asked for: $path", async ({ path, type }) => {
  const message = `There is nothing at "${path}": the paths are ${PATHS}`;
  assertEquals(await refusalAt(path), { status: 404, type, message });
});

Deno.test.each([
  { path: "/v1/v1/messages", type: "error" },
  { path: "/v1/v1/chat/completions", type: undefined },
])("A base URL with one /v1 too many is told so: $path", async ({ path, type }) => {
  const message = `There is nothing at "${path}": take one /v1 off the base URL of the client`;
  assertEquals(await refusalAt(path), { status: 404, type, message });
});

Deno.test("A wrong key is told both ways to send one", async () => {
  const { status, message } = await refusalAt("/v1/messages", { headers: { "x-api-key": "no" } });
  assertEquals(status, 401);
  assertEquals(
    message,
    "The key is missing or wrong: send one of the proxy's client keys as a bearer or as x-api-key",
  );
});
