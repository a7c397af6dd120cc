import { assemble, type Turn, wireReader } from "../../../../mod.ts";
import type { ManualClock } from "../../../../testing.ts";
import type { ProxyWire } from "./through_proxy.ts";

const messages = [{ role: "user", content: "How is the weather?" }];

/** Where a wire is asked for a turn, below the address, and how. */
export const ASKED: Readonly<
  Record<ProxyWire, { readonly path: string; readonly body: Record<string, unknown> }>
> = {
  "openai-chat": {
    path: "/chat/completions",
    body: { model: "gpt-5", stream: true, stream_options: { include_usage: true }, messages },
  },
  "openai-responses": {
    path: "/responses",
    body: { model: "gpt-5", stream: true, input: "How is the weather?" },
  },
  "anthropic-messages": {
    path: "/v1/messages",
    body: { model: "claude-sonnet-4-5", stream: true, max_tokens: 1000, messages },
  },
};

/** A request for a turn, as a stream. */
export function askedBody(wire: ProxyWire): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
    body: JSON.stringify(ASKED[wire].body),
  };
}

/** Whom to ask. */
export interface Asked {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
}

/**
 * Asks for a turn, as a stream.
 *
 * @returns The turn; `undefined` if it failed in any way.
 */
export async function askedTurn(wire: ProxyWire, asked: Asked): Promise<Turn | undefined> {
  try {
    const response = await asked.fetch(`${asked.baseUrl}${ASKED[wire].path}`, askedBody(wire));
    if (!response.ok) return void await response.text();
    return await assemble(wireReader(wire)(response.body!));
  } catch {
    return undefined;
  }
}

/** Lets time go on until something is settled. */
export async function inTime<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let isOver = false;
  const settled = work.finally(() => isOver = true);
  while (!isOver) await clock.advance(10_000);
  return await settled;
}
