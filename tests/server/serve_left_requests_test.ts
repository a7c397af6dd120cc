import { assertEquals } from "@std/assert";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { serveAnswers } from "../../src/server/serve.ts";
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
