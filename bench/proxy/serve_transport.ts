/**
 * Serves one of our transports and nothing else: what a proxy on it costs at least. Prints its address.
 *
 * Usage: deno run -A serve_transport.mjs <upstream> <socket|fetch>
 *
 * @module
 */
import process from "node:process";
import type { Bytes } from "../../src/bytes.ts";
import { fetchTransport } from "../../src/proxy/transport/fetch_transport.ts";
import { socketTransport } from "../../src/proxy/transport/socket_transport.ts";
import type { UpstreamBody } from "../../src/proxy/transport/transport.ts";
import { serve } from "../../src/server/serve.ts";

const [upstream, name] = process.argv.slice(2);
const transport = name === "fetch" ? fetchTransport(fetch) : socketTransport();
const headers = new Map([["content-type", "application/json"], ["authorization", "Bearer key"]]);

function streamOf(body: UpstreamBody): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>({
    async pull(controller) {
      const part = await body.read();
      if (part === null) controller.close();
      else controller.enqueue(part);
    },
    cancel: () => body.cancel(),
  }, { highWaterMark: 0 });
}

const server = await serve(async (request) => {
  const answer = await transport.send({
    method: "POST",
    url: new URL(upstream + new URL(request.url).pathname),
    headers,
    body: new Uint8Array(await request.arrayBuffer()),
    connectMs: 10_000,
  }, new AbortController().signal);
  const type = answer.headers.get("content-type")!;
  const init = { status: answer.status, headers: { "content-type": type } };
  if (type.startsWith("text/event-stream")) return new Response(streamOf(answer.body), init);
  let whole = await answer.body.read();
  for (let part = whole; part !== null;) {
    part = await answer.body.read();
    if (part !== null) whole = new Uint8Array([...whole!, ...part]);
  }
  return new Response(whole, init);
});
console.log(server.url);
