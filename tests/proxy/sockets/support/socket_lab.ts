import type { ProxyConfig } from "../../../../src/proxy/config/proxy_config.ts";
import { startProxy } from "../../../../src/proxy/start_proxy.ts";
import type { ProxyEvent } from "../../../../src/proxy/ops/proxy_event.ts";
import {
  type RawConnection,
  type RawServer,
  rawServer,
} from "../../transport/support/raw_server.ts";
import { type RawClient, rawClient, soon } from "./raw_client.ts";

/** What is tested over sockets. */
export interface SocketCase {
  /** What, as a sentence. */
  readonly name: string;
  /** Fails if it does not hold. */
  run(): Promise<void>;
}

/** What an upstream does with each request. */
export type Answer = (connection: RawConnection) => void;

/** A proxy on a port, in front of upstreams on ports. */
export interface SocketLab {
  /** Its address. */
  readonly url: string;
  /** The upstreams, in order. */
  readonly upstreams: readonly RawServer[];
  /** What the proxy told. */
  readonly events: readonly ProxyEvent[];
  /** What went wrong in the proxy itself. */
  readonly errors: readonly string[];
  /** Connects a client. */
  client(): Promise<RawClient>;
  /** Waits until the proxy has told something. */
  told(isIt: (event: ProxyEvent) => boolean): Promise<void>;
}

/** What is configured besides the upstreams. */
export type LabConfig = Partial<ProxyConfig> & {
  readonly provider?: Record<string, unknown>;
  readonly model?: Record<string, unknown>;
};

/** Sets one up, uses it, and closes all of it. */
export async function withSocketLab(
  answers: readonly Answer[],
  config: LabConfig,
  use: (lab: SocketLab) => Promise<void>,
): Promise<void> {
  const upstreams = await Promise.all(answers.map((answer) => rawServer(answer)));
  const { provider, model, ...rest } = config;
  const events: ProxyEvent[] = [];
  const listeners = new Set<() => void>();
  const errors: string[] = [];
  const clients: RawClient[] = [];
  const proxy = await startProxy({
    listen: "127.0.0.1:0",
    providers: Object.fromEntries(
      upstreams.map(({ url }, index) => [`u${index + 1}`, {
        url: `${url}/v1`,
        backoff: "PT15M",
        ...provider,
      }]),
    ),
    models: { m: { upstreams: upstreams.map((_, index) => `u${index + 1}/m`), ...model } },
    backoff_defaults: { jitter: 0 },
    ...rest,
  } as ProxyConfig, {
    log(event) {
      events.push(event);
      if (event.event === "error") errors.push(event.message);
      listeners.forEach((listener) => listener());
    },
  });
  try {
    await use({
      url: proxy.url,
      upstreams,
      events,
      errors,
      async client() {
        const client = await rawClient(proxy.url);
        clients.push(client);
        return client;
      },
      told: (isIt) =>
        soon(
          new Promise((resolve) => {
            const look = () => {
              if (!events.some(isIt)) return;
              listeners.delete(look);
              resolve();
            };
            listeners.add(look);
            look();
          }),
          () => `Was not told; the last is ${JSON.stringify(events.at(-1))}`,
        ),
    });
  } finally {
    for (const client of clients) client.leave();
    await proxy.close();
    for (const upstream of upstreams) await upstream.close();
  }
}

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";

/** The head of a stream that ends with its connection. */
export const STREAM_HEAD: string = `${HEAD}connection: close\r\n\r\n`;

/** The head of a stream in chunks. */
export const CHUNKED_HEAD: string = `${HEAD}transfer-encoding: chunked\r\n\r\n`;

/** An event with a part of an answer. */
export function part(delta: unknown, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices })}\n\n`;
}

/** A stream that is whole. */
export const WHOLE_STREAM: string = STREAM_HEAD + part({ role: "assistant", content: "" }) +
  part({ content: "whole" }) + part({}, "stop") + "data: [DONE]\n\n";

/** Answers with a text and leaves the connection open. */
export function says(text: string): Answer {
  return ({ socket }) => void socket.write(text);
}

/** Answers with a text, and closes. */
export function saysAll(text: string): Answer {
  return ({ socket }) => void socket.end(text);
}
