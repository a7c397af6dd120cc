import { assertEquals, assertRejects } from "@std/assert";
import { type Bytes, toBytes } from "../../src/bytes.ts";
import { TIMED_OUT, withDeadline } from "../../src/clock.ts";
import type { HttpAnswer } from "../../src/server/http_answer.ts";
import { serveAnswers } from "../../src/server/serve.ts";
import type { ServedRequest } from "../../src/server/served_request.ts";
import { serveOnNode } from "../../src/server/serve_node.ts";

interface DrainedServer {
  readonly url: string;
  drain(): Promise<void>;
  close(): Promise<void>;
}

type AnswerHandler = (request: ServedRequest) => Promise<HttpAnswer>;

async function startOnNode(handler: AnswerHandler): Promise<DrainedServer> {
  const { port, drain, close } = await serveOnNode({ handler, hostname: "127.0.0.1", port: 0 });
  return { url: `http://127.0.0.1:${port}`, drain, close };
}

const STARTS: readonly (readonly [string, (handler: AnswerHandler) => Promise<DrainedServer>])[] = [
  ["serveAnswers()", serveAnswers],
  ["serveOnNode()", startOnNode],
];

/** Waits, but not for ever. */
async function soon<T>(promise: Promise<T>): Promise<T> {
  const result = await withDeadline(10_000, promise);
  if (result === TIMED_OUT) throw new Error("It took too long");
  return result;
}

/** A body that says something, and ends when it is told to. */
function heldBody(): { readonly body: ReadableStream<Bytes>; end(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const body = new ReadableStream<Bytes>({
    start: (controller) => controller.enqueue(toBytes("begin ")),
    async pull(controller) {
      await promise;
      controller.enqueue(toBytes("end"));
      controller.close();
    },
  });
  return { body, end: resolve };
}

for (const [name, start] of STARTS) {
  Deno.test(`${name} drains: takes no more connections, and lets what runs end`, async () => {
    const held = heldBody();
    const server = await start(() => Promise.resolve(new Response(held.body)));
    const response = await soon(fetch(server.url));
    let isDrained = false;
    const drained = server.drain().then(() => isDrained = true);
    await soon(refused(server.url));
    assertEquals(isDrained, false);
    held.end();
    assertEquals(await soon(response.text()), "begin end");
    await soon(drained);
    await soon(server.close());
  });

  Deno.test(`${name} gives up what has no answer when it is closed while it drains`, async () => {
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
    const server = await start(({ signal }) => {
      onAsked();
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    });
    // Refused at once, or later while its body is read.
    const answered = assertRejects(async () => await (await fetch(server.url)).text());
    await soon(asked);
    const drained = server.drain();
    await soon(refused(server.url));
    await soon(server.close());
    await soon(drained);
    await soon(answered);
  });

  Deno.test(`${name} drains at once where a client left before its answer`, async () => {
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const server = await start(({ signal }) => {
      asked.resolve();
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          left.resolve();
          reject(signal.reason);
        }, { once: true });
      });
    });
    const { hostname, port } = new URL(server.url);
    const client = await Deno.connect({ hostname, port: Number(port) });
    await client.write(new TextEncoder().encode("GET / HTTP/1.1\r\nhost: x\r\n\r\n"));
    await soon(asked.promise);
    client.close();
    await soon(left.promise);
    await soon(server.drain());
    await soon(server.close());
  });
}

/** Resolves when nobody listens any more; a client may still have an idle connection to reuse. */
async function refused(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (;;) {
    try {
      (await Deno.connect({ hostname, port: Number(port) })).close();
    } catch (error) {
      const { ConnectionRefused, ConnectionReset } = Deno.errors;
      if (error instanceof ConnectionRefused || error instanceof ConnectionReset) return;
      throw error;
    }
  }
}
