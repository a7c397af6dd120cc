import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import { serveOnNode } from "../../../src/server/serve_node.ts";

for (const length of ["1", "500"]) {
  Deno.test(`a described content-length of ${length} does not change how long the body is`, async () => {
    const headers = { "Content-Length": length, "x-more": "1" };
    const mock = new MockGPT({ rules: [{ response: { body: "four", headers } }] });
    const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "x" }] });
    const init = { method: "POST", body };
    const path = "/v1/chat/completions";
    const server = await serveOnNode({
      hostname: "127.0.0.1",
      port: 0,
      handler: () => mock.fetch(`http://mock${path}`, init),
    });
    try {
      for (const ask of [mock.fetch, fetch]) {
        const response = await ask(`http://127.0.0.1:${server.port}${path}`, init);
        assertEquals([await response.text(), response.headers.get("x-more")], ["four", "1"]);
      }
    } finally {
      await server.close();
    }
  });
}
