import * as openai from "npm:openai@7.59.0";
import { MockGPT } from "../../../../mock.ts";
import type { Clock, Rule } from "../../../../mock.ts";

const clock: Clock = { now: () => 1_700_000_000_000, sleep: () => Promise.resolve() };

/** Gives OpenAI's own client on a mock with some rules, at a time that stands still. */
export function clientOf(...rules: readonly Rule[]): openai.OpenAI {
  const { fetch } = new MockGPT({ rules, clock });
  return new openai.OpenAI({ apiKey: "sk-test", fetch, maxRetries: 0 });
}

/** Collects a stream. */
export async function all<T>(stream: Promise<AsyncIterable<T>>): Promise<T[]> {
  const chunks: T[] = [];
  for await (const chunk of await stream) chunks.push(chunk);
  return chunks;
}

/** A request of chat completions. */
export const ASK: { readonly model: string; readonly messages: UserMessage[] } = {
  model: "gpt-4o",
  messages: [{ role: "user", content: "Hello" }],
};

interface UserMessage {
  readonly role: "user";
  readonly content: string;
}
