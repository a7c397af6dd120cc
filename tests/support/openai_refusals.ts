import { assertEquals } from "@std/assert";
import { MockGPT } from "../../mock.ts";

/** A message of the user. */
export const USER: object = { role: "user", content: "hi" };

/** A tool on offer. */
export const TOOL: object = { type: "function", function: { name: "find", parameters: {} } };

/** A request that is taken. */
export const CHAT: object = { model: "gpt-4o", messages: [USER] };

/** What OpenAI has as the code of a fault. */
export const MISSING = "missing_required_parameter";
/** What OpenAI has as the code of a fault. */
export const TYPE = "invalid_type";
/** What OpenAI has as the code of a fault. */
export const VALUE = "invalid_value";

/** What is wrong, the members that make a request wrong, and OpenAI's message, param and code. */
export type Refusal = readonly [string, object, string, string | null, string | null];

/** Sends a request to a mock that answers everything with a JSON text. */
export async function post(
  body: unknown,
  path = "/v1/chat/completions",
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const mock = new MockGPT({ rules: [{ result: '{"a":"b"}' }] });
  const response = await mock.fetch(`http://localhost${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** Gives the members of a request with more messages after the user's. */
export function withMessages(...messages: readonly unknown[]): object {
  return { messages: [USER, ...messages] };
}

/** Registers a test for each refusal. */
export function testRefusals(refusals: readonly Refusal[]): void {
  for (const [name, members, message, param, code] of refusals) {
    Deno.test(`Chat completions refuse ${name} as OpenAI does`, async () => {
      const { status, body } = await post({ ...CHAT, ...members });
      assertEquals(body, { error: { message, type: "invalid_request_error", param, code } });
      assertEquals(status, 400);
    });
  }
}

/** Registers a test for each request that is taken. */
export function testAccepted(accepted: readonly (readonly [string, object])[]): void {
  for (const [name, members] of accepted) {
    Deno.test(`Chat completions take ${name}`, async () => {
      assertEquals((await post({ ...CHAT, ...members })).status, 200);
    });
  }
}
