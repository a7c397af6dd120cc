import { assertEquals, assertStringIncludes } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import { serveOnNode } from "../../../src/server/serve_node.ts";
import { readServed } from "../../../src/mock/http/read_call.ts";

const MESSAGES = [{ role: "user", content: "x" }];
const BODY = JSON.stringify({ model: "m", messages: MESSAGES });

/** Sends a request by hand, as no client library lets such a host pass. */
async function send(port: number, host: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const head = `POST /v1/chat/completions?a=1 HTTP/1.1\r\nHost: ${host}\r\n` +
    `Connection: close\r\nContent-Length: ${BODY.length}\r\n\r\n`;
  await connection.write(new TextEncoder().encode(head + BODY));
  return await new Response(connection.readable).text().catch(() => "");
}

for (const host of ["h:abc", "a b", "[::1", "", "h:99999"]) {
  Deno.test(`a request whose host is ${JSON.stringify(host)} is answered as others are`, async () => {
    const mock = new MockGPT({ rules: [{ result: "Sunny." }] });
    await using server = await mock.serve();
    assertStringIncludes(await send(Number(new URL(server.url).port), host), '"Sunny."');
    assertEquals(mock.records.map(({ outcome }) => outcome), ["served"]);
  });

  Deno.test(`and on node:http: ${JSON.stringify(host)}`, async () => {
    const server = await serveOnNode({
      hostname: "127.0.0.1",
      port: 0,
      async handler(request) {
        const { path, query } = await readServed(request, 1000);
        return { status: 200, headers: {}, body: `${path} ${query.get("a")}` };
      },
    });
    try {
      assertStringIncludes(await send(server.port, host), "/v1/chat/completions 1");
    } finally {
      await server.close();
    }
  });
}
