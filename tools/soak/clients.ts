/**
 * The clients of the soak: those who read, those who leave, those who are slow, and those who do not read at all.
 *
 * @module
 */
import { assemble, type WireId, wireReader } from "../../mod.ts";
import { TEXT, THOUGHT } from "./upstreams.ts";

/** What a client does; it gives how that ended. */
type Behaviour = (client: Client) => Promise<string>;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sends requests to a proxy. */
export class Client {
  readonly #url: string;
  readonly #http: Deno.HttpClient = Deno.createHttpClient({ poolIdleTimeout: 2000 });
  #count = 0;

  /** @param url The address of the proxy. */
  constructor(url: string) {
    this.#url = url;
  }

  /** Asks for a turn. */
  ask(path: string, body: Record<string, unknown>, signal?: AbortSignal): Promise<Response> {
    return this.send(path, JSON.stringify({ ...QUESTIONS[path]!, ...body }), signal);
  }

  /** Sends any text. */
  send(path: string, body: string, signal?: AbortSignal): Promise<Response> {
    return fetch(`${this.#url}/v1/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "anthropic-version": "2023-06-01",
        "x-session-id": `s${this.#count++ % 500}`,
      },
      body,
      client: this.#http,
      signal: signal ?? null,
    });
  }

  /** Looks at what those see who run the proxy. */
  look(path: string): Promise<Response> {
    return fetch(`${this.#url}${path}`, { client: this.#http });
  }

  /** Closes its connections. */
  close(): void {
    this.#http.close();
  }
}

const messages = [{ role: "user", content: "What is there to say?" }];

const QUESTIONS: Readonly<Record<string, Record<string, unknown>>> = {
  "chat/completions": { model: "chat", messages },
  // Without a limit it would be 16 tokens.
  completions: { model: "instruct", max_tokens: 1000, prompt: "What is there to say?" },
  responses: { model: "chat", input: "What is there to say?" },
  messages: { model: "claude", max_tokens: 1000, messages },
  embeddings: { model: "vectors", input: "What is there to say?" },
};

/** Reads a stream to its end: a turn that counts as whole must say all of it. */
function reader(path: string, wire: WireId, more: Record<string, unknown> = {}): Behaviour {
  return async (client) => {
    const response = await client.ask(path, { ...more, stream: true });
    if (!response.ok) return await refused(response);
    try {
      return verdictOn((await assemble(wireReader(wire)(response.body!))).text);
    } catch {
      return "broken";
    }
  };
}

/** What upstreams double is doubled; what they leave out must be told as an error. */
function verdictOn(text: string): string {
  if (text === TEXT || text === `<think>${THOUGHT}</think>${TEXT}`) return "whole";
  return text.endsWith("that is all.") ? "odd" : `CUT AS WHOLE: ${JSON.stringify(text)}`;
}

async function refused(response: Response): Promise<string> {
  await response.text();
  return `status ${response.status}`;
}

/** Asks for an answer in one piece. */
function whole(path: string, more: Record<string, unknown> = {}): Behaviour {
  return async (client) => {
    const response = await client.ask(path, more);
    if (!response.ok) return await refused(response);
    const text = await response.text();
    return path === "embeddings" || text.includes("that is all.")
      ? "whole"
      : `CUT AS WHOLE: ${text}`;
  };
}

/** Leaves after a while, wherever the answer is then. */
function leaver(maxMs: number): Behaviour {
  return async (client) => {
    const left = new AbortController();
    const timer = setTimeout(() => left.abort(), Math.random() * maxMs);
    try {
      const response = await client.ask("chat/completions", { stream: true }, left.signal);
      await response.text();
      return "ended before it was left";
    } catch {
      return "left";
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Reads a little, waits, and reads on; then leaves. */
const slowReader: Behaviour = async (client) => {
  const response = await client.ask("chat/completions", { model: "endless", stream: true });
  if (!response.ok) return await refused(response);
  const body = response.body!.getReader();
  try {
    for (let turn = 0; turn < 10; turn++) {
      await body.read();
      await sleep(100);
    }
    await body.cancel();
    return "left";
  } catch {
    return "broken";
  }
};

/** Reads nothing of an answer without an end: the proxy has to let go of it. */
const stalled: Behaviour = async (client) => {
  const response = await client.ask("chat/completions", { model: "endless", stream: true });
  if (!response.ok) return await refused(response);
  await sleep(3000);
  const body = response.body!.getReader();
  try {
    while (!(await body.read()).done);
    return "STALLED, AND CALLED WHOLE";
  } catch {
    return "dropped";
  }
};

/** Sends what is no request for a model. */
const nonsense: Behaviour = async (client) => {
  const bodies = ["{", "[]", '{"model":"nobody"}', `{"model":"chat","x":"${"x".repeat(300_000)}"}`];
  return await refused(
    await client.send("chat/completions", bodies[Math.floor(Math.random() * 4)]!),
  );
};

/** More at once than may run and wait. */
const crowd: Behaviour = async (client) => {
  const one = reader("chat/completions", "openai-chat", { model: "narrow" });
  const ends = await Promise.all(
    Array.from({ length: 8 }, () => one(client).catch(() => "broken")),
  );
  return ends.find((end) => /[A-Z]{3}/.test(end)) ?? "a crowd";
};

/** Follows the page for a while, and asks for the numbers. */
const watcher: Behaviour = async (client) => {
  const feed = (await client.look("/events")).body!.getReader();
  await feed.read();
  await Promise.race([feed.read(), sleep(1000)]);
  await feed.cancel();
  const metrics = await (await client.look("/metrics")).text();
  return metrics.includes("wholeturn_proxy_requests_total") ? "saw it" : "NO METRICS";
};

/** Each as often as its number says. */
export const BEHAVIOURS: readonly { readonly name: string; often: number; act: Behaviour }[] = [
  { name: "chat, streamed", often: 30, act: reader("chat/completions", "openai-chat") },
  {
    name: "chat, streamed, in order",
    often: 10,
    act: reader("chat/completions", "openai-chat", { model: "ordered" }),
  },
  {
    name: "thoughts, streamed",
    often: 12,
    act: reader("chat/completions", "openai-chat", { model: "thinking" }),
  },
  { name: "messages, streamed", often: 8, act: reader("messages", "anthropic-messages") },
  { name: "responses, streamed", often: 8, act: reader("responses", "openai-responses") },
  { name: "chat, in one piece", often: 10, act: whole("chat/completions") },
  {
    name: "thoughts, in one piece",
    often: 4,
    act: whole("chat/completions", { model: "thinking" }),
  },
  { name: "messages, in one piece", often: 2, act: whole("messages") },
  { name: "responses, in one piece", often: 2, act: whole("responses") },
  { name: "completions", often: 2, act: whole("completions") },
  { name: "embeddings", often: 3, act: whole("embeddings") },
  { name: "leaves before the answer", often: 4, act: leaver(30) },
  { name: "leaves within the answer", often: 6, act: leaver(250) },
  { name: "reads slowly", often: 1, act: slowReader },
  { name: "does not read", often: 0.5, act: stalled },
  { name: "sends nonsense", often: 3, act: nonsense },
  { name: "comes as a crowd", often: 1, act: crowd },
  { name: "watches", often: 0.5, act: watcher },
];
