/** How many events with text a stream has. */
export const EVENTS = 60;

/** How many events a paced stream has, and how far apart they are. */
export const PACED = { events: 50, everyMs: 20 };

/** What is asked for. */
export type Kind = "plain" | "burst" | "paced";

/** The body of a request. */
export function askFor(kind: Kind): string {
  const messages = [
    { role: "system", content: "You are a helpful assistant. ".repeat(8) },
    { role: "user", content: `Tell me something, ${kind}` },
  ];
  return JSON.stringify({ model: "model", messages, stream: kind !== "plain" });
}

/** Which kind a request asks for. */
export function kindOf(request: string): Kind {
  const found = /, (plain|burst|paced)"/.exec(request);
  if (found === null) throw new Error(`Nobody asks for this: ${request.slice(0, 1000)}`);
  return found[1] as Kind;
}

/** An answer that is no stream, about 1 KB. */
export function plainBody(): string {
  return JSON.stringify({
    id: "chatcmpl-9f2c41d07ab84e6c",
    object: "chat.completion",
    created: 1_760_000_000,
    model: "model",
    choices: [{
      index: 0,
      message: { role: "assistant", content: "lorem ipsum ".repeat(64) },
      finish_reason: "stop",
    }],
    usage: { prompt_tokens: 60, completion_tokens: 130, total_tokens: 190 },
  });
}

/** An event of a stream. */
export function eventOf(delta: object, finishReason: string | null = null): string {
  const payload = {
    id: "chatcmpl-9f2c41d07ab84e6c",
    object: "chat.completion.chunk",
    created: 1_760_000_000,
    model: "model",
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
  return `data: ${JSON.stringify(payload)}\n\n`;
}
