import { assertEquals, assertRejects } from "@std/assert";
import { serveOnNode } from "../../src/server/serve_node.ts";
import type { ServedRequest } from "../../src/server/served_request.ts";

Deno.test("serveOnNode() tells requests that have no answer yet that it closes", async () => {
  const asked = Promise.withResolvers<ServedRequest>();
  const answered = Promise.withResolvers<Response>();
  const handler = (request: ServedRequest) => {
    asked.resolve(request);
    return answered.promise;
  };
  const { port, close } = await serveOnNode({ handler, hostname: "127.0.0.1", port: 0 });
  const failed = assertRejects(() => fetch(`http://127.0.0.1:${port}`));
  const { signal } = await asked.promise;
  await close();
  assertEquals((signal.reason as Error | undefined)?.message, "The server closed");
  answered.resolve(new Response(null));
  await failed;
});
