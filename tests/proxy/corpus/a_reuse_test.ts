/** Bug corpus 2A: a request is sent once, whatever becomes of the connection that it was sent by. */
import { assertEquals } from "@std/assert";
import { createServer, type Socket } from "node:net";
import { createProxy } from "../../../src/proxy/create_proxy.ts";
import type { ProxyConfig } from "../../../src/proxy/config/proxy_config.ts";

const BODY = JSON.stringify({
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
  usage: { completion_tokens: 1 },
});
const ANSWER = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n" +
  `content-length: ${BODY.length}\r\n\r\n${BODY}`;

/** Answers the first request of each connection, and breaks the connection at the second. */
async function breakingUpstream(breakOff: (socket: Socket) => void) {
  let hits = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let isFirst = true;
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      // Head and body may come apart.
      if (!String(bytes).includes('"messages"')) return;
      hits++;
      if (isFirst) socket.write(ANSWER);
      else breakOff(socket);
      isFirst = false;
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/v1`,
    hits: () => hits,
    connections: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

for (
  const [how, breakOff] of [
    ["reset", (socket: Socket) => socket.resetAndDestroy()],
    ["closed", (socket: Socket) => socket.end()],
  ] as const
) {
  Deno.test(`A32 a request on a reused connection that is ${how} once it was read arrives once`, async () => {
    const upstream = await breakingUpstream(breakOff);
    const config: ProxyConfig = {
      providers: { u1: { url: upstream.url } },
      models: { m: { upstreams: ["u1/m"] } },
    };
    const proxy = createProxy(config);
    try {
      const ask = () =>
        proxy.fetch(
          new Request("http://proxy/v1/chat/completions", {
            method: "POST",
            body: JSON.stringify({ model: "m", messages: [] }),
          }),
        );
      const first = await ask();
      assertEquals([first.status, await first.text()], [200, BODY]);
      const second = await ask();
      assertEquals(second.status, 502);
      await second.body?.cancel();
      assertEquals([upstream.hits(), upstream.connections()], [2, 1]);
    } finally {
      await proxy.close();
      await upstream.close();
    }
  });
}
