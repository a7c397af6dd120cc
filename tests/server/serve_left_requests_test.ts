import { assertEquals, assertRejects } from "@std/assert";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ConnectionBreak } from "../../src/server/connection_break.ts";
import { serveAnswers } from "../../src/server/serve.ts";
import { serveOnNode } from "../../src/server/serve_node.ts";
import type { ServerPlan } from "../../src/server/serve_plan.ts";
import type { ServedRequest } from "../../src/server/served_request.ts";

/** Lets go of what nothing holds. */
function collect(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

Deno.test("a server keeps nothing of a request whose client left before its answer", async () => {
  const requests: WeakRef<ServedRequest>[] = [];
  const left = Promise.withResolvers<void>();
  const server = await serveAnswers(async (request) => {
    requests.push(new WeakRef(request));
    const { signal } = request;
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    setTimeout(left.resolve, 0);
    throw signal.reason;
  });
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  socket.destroy();
  await closed;
  await left.promise;
  // A turn of the event loop lets go of what is on the stack.
  await new Promise((resolve) => setTimeout(resolve, 10));
  collect();
  assertEquals(requests.map((request) => request.deref()), [undefined]);
  await server.close();
});

/** Sends a part of a request, and leaves. */
async function sendPart(url: string, head: string): Promise<void> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port) });
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n4\r\npart`);
  await new Promise((resolve) => setTimeout(resolve, 20));
  socket.destroy();
  await closed;
}

/** Starts a server; `Deno.serve` by way of `serveAnswers()`, `node:http` as Node and Bun use it. */
const STARTS = {
  "Deno.serve": serveAnswers,
  "node:http": async (handler: ServerPlan["handler"]) => {
    const { port, close } = await serveOnNode({ handler, hostname: "127.0.0.1", port: 0 });
    return { url: `http://127.0.0.1:${port}`, close };
  },
};

const PARTS = Object.entries(STARTS).flatMap(([name, start]) =>
  (["text", "bytes"] as const).flatMap((read) =>
    ["content-length: 100", "transfer-encoding: chunked"].map((head) => ({
      name,
      start,
      read,
      head,
    }))
  )
);

Deno.test.each(PARTS)(
  "a client that leaves within its request is no error of the server: $name, $read(), $head",
  async ({ start, read, head }) => {
    const ended = Promise.withResolvers<unknown>();
    const handler: ServerPlan["handler"] = async (request) => {
      await request[read](1000).then(ended.resolve, ended.reject);
      return new Response();
    };
    const told: unknown[] = [];
    const server = await start(handler, { onError: (error) => void told.push(error) });
    const failed = assertRejects(() => ended.promise, ConnectionBreak, "The client left");
    await sendPart(server.url, head);
    await failed;
    await server.close();
    assertEquals(told, []);
  },
);
