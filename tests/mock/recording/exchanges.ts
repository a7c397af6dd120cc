import type {
  Cassette,
  Exchange,
  MockGPT,
  RecordedPiece,
  TurnEvent,
  WireId,
} from "../../../mock.ts";
import { ZERO_USAGE } from "../../../mod.ts";
import type { Bytes } from "../../../src/bytes.ts";

/** A key that must not be found anywhere. */
export const SECRET = "sk-very-secret-0123456789";

/** A request to each wire. */
export const ASKS: Readonly<Record<WireId, readonly [path: string, body: object]>> = {
  "openai-chat": ["/v1/chat/completions", { model: "gpt-4o", messages: hello(), stream: true }],
  "openai-responses": ["/v1/responses", { model: "gpt-4o", input: "Hi", stream: true }],
  "anthropic-messages": [
    "/v1/messages",
    { model: "claude-sonnet-4-5", max_tokens: 99, messages: hello(), stream: true },
  ],
  "gemini": [
    "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
    { contents: [{ role: "user", parts: [{ text: "Hi" }] }] },
  ],
  "ollama": ["/api/chat", { model: "llama3", messages: hello() }],
  "cohere": ["/v2/chat", { model: "command-a-03-2025", messages: hello(), stream: true }],
};

function hello() {
  return [{ role: "user", content: "Hi" }];
}

/** A turn that every wire can say. */
export const TURN: readonly TurnEvent[] = [
  { type: "text", text: "Hello 世" },
  { type: "text", text: "界 🙂" },
  {
    type: "finish",
    finish: { reason: "stop", raw: "", usage: ZERO_USAGE, discarded: ZERO_USAGE },
  },
];

/** Asks a mock, or what is served at an address. */
export function ask(
  target: MockGPT | string,
  path: string,
  body: object | string,
  more: RequestInit = {},
): Promise<Response> {
  const [send, address] = typeof target === "string"
    ? [fetch, target] as const
    : [target.fetch, "http://mock"] as const;
  return send(address + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "authorization": `Bearer ${SECRET}`,
      "x-goog-api-key": SECRET,
      ...(path.startsWith("/v1/messages") && {
        "x-api-key": SECRET,
        "anthropic-version": "2023-06-01",
      }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...more,
  });
}

/** Reads a body whole. */
export async function bytesOf(response: Response): Promise<Bytes> {
  return new Uint8Array(await response.arrayBuffer());
}

/** Says a cassette as a file would. */
export function refiled(cassette: Cassette): Cassette {
  return JSON.parse(JSON.stringify(cassette));
}

/** Makes a recorded exchange of a chat completion. */
export function exchange(
  body: object | string,
  pieces: readonly RecordedPiece[] = [{ afterMs: 0, text: "{}" }],
  more: Partial<Exchange["response"]> = {},
): Exchange {
  return {
    request: {
      method: "POST",
      path: "/v1/chat/completions",
      query: "",
      headers: {},
      body,
    } as Exchange["request"],
    response: {
      status: 200,
      headers: { "content-type": "application/json" },
      afterMs: 0,
      pieces,
      end: { afterMs: 0, how: "close" },
      ...more,
    },
  };
}

/** Makes a cassette. */
export function cassetteOf(...exchanges: readonly Exchange[]): Cassette {
  return { version: 1, exchanges };
}
