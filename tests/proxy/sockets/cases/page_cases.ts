import { assertEquals, assertStringIncludes } from "@std/assert";
import { chatRequest } from "../support/raw_client.ts";
import {
  type LabConfig,
  saysAll,
  type SocketCase,
  type SocketLab,
  WHOLE_STREAM,
  withSocketLab,
} from "../support/socket_lab.ts";

type Names = Readonly<Record<string, string>>;

/** Asks, and gives the head of the answer and all that came. */
async function answerTo(lab: SocketLab, headers: Names): Promise<string> {
  const client = await lab.client();
  client.send(chatRequest({}, { "connection": "close", ...headers }));
  await client.closed();
  return client.text;
}

function statusOf(text: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}

function page(
  name: string,
  config: LabConfig,
  use: (lab: SocketLab) => Promise<void>,
): SocketCase {
  return { name, run: () => withSocketLab([saysAll(WHOLE_STREAM)], config, use) };
}

/** What browsers send for the pages of strangers, to a proxy on the same machine. */
export const PAGE_CASES: readonly SocketCase[] = [
  page(
    "pages of other origins may not use a proxy without keys, and are told what to do",
    {},
    async (lab) => {
      const strangers: readonly Names[] = [
        { "origin": "https://evil.example", "content-type": "text/plain" },
        { "origin": "http://localhost:5173" },
        { "origin": "null" },
        { "origin": "no address" },
        { "sec-fetch-site": "cross-site" },
      ];
      for (const headers of strangers) {
        const text = await answerTo(lab, headers);
        assertEquals(statusOf(text), 403);
        assertStringIncludes(text, '"code":"foreign_origin"');
        assertStringIncludes(text, "configure 'client_keys'");
        const isReadable = /\r\naccess-control-allow-origin: \*\r\n/i.test(text);
        assertEquals(isReadable, "origin" in headers);
      }
      assertEquals(lab.upstreams[0]!.requests, []);
    },
  ),
  page("a name of a stranger that is made to lead here leads nowhere", {}, async (lab) => {
    const { port } = new URL(lab.url);
    for (const host of [`evil.example:${port}`, `localhost.evil.example:${port}`, "10.0.0.1"]) {
      for (const origin of [{}, { origin: `http://${host}` }]) {
        const text = await answerTo(lab, { host, ...origin });
        assertEquals([host, statusOf(text)], [host, 403]);
        assertStringIncludes(text, '"code":"foreign_host"');
        assertStringIncludes(text, "configure 'client_keys'");
      }
    }
    assertEquals(lab.upstreams[0]!.requests, []);
  }),
  page("programs on the same machine are served by every name of it", {}, async (lab) => {
    const { port } = new URL(lab.url);
    const hosts = ["127.0.0.1", "localhost", "LOCALHOST", "api.localhost", "[::1]", "127.1.2.3"];
    for (const host of hosts) {
      assertEquals(statusOf(await answerTo(lab, { host: `${host}:${port}` })), 200);
    }
    // What undici sends, and a page that the proxy serves itself.
    assertEquals(statusOf(await answerTo(lab, { "sec-fetch-mode": "cors" })), 200);
    const host = `localhost:${port}`;
    const own = { host, "origin": `http://${host}`, "sec-fetch-site": "same-origin" };
    assertEquals(statusOf(await answerTo(lab, own)), 200);
  }),
  page("with client keys, any page that has one is served and can read it", {
    client_keys: ["key-of-1"],
  }, async (lab) => {
    const origin = "http://localhost:5173";
    const text = await answerTo(lab, { origin, authorization: "Bearer key-of-1" });
    assertEquals(statusOf(text), 200);
    assertStringIncludes(text.toLowerCase(), "\r\naccess-control-allow-origin: *\r\n");
    assertStringIncludes(text, "[DONE]");
    const strange = { host: "proxy.example", authorization: "Bearer key-of-1" };
    assertEquals(statusOf(await answerTo(lab, strange)), 200);
    const without = await answerTo(lab, { origin });
    assertEquals(statusOf(without), 401);
    assertStringIncludes(without.toLowerCase(), "\r\naccess-control-allow-origin: *\r\n");
  }),
  page("what a browser asks before it sends a request of a page is answered", {}, async (lab) => {
    const client = await lab.client();
    const headers = {
      "origin": "http://localhost:5173",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type,x-stainless-os",
      "connection": "close",
      "content-length": "0",
    };
    const asked = chatRequest({}, headers).replace("POST", "OPTIONS");
    client.send(asked.slice(0, asked.indexOf("\r\n\r\n") + 4));
    await client.closed();
    const text = client.text.toLowerCase();
    assertEquals(statusOf(client.text), 204);
    assertStringIncludes(text, "\r\naccess-control-allow-origin: *\r\n");
    assertStringIncludes(
      text,
      "access-control-allow-headers: authorization,content-type,x-stainless-os",
    );
    assertEquals(lab.upstreams[0]!.requests, []);
  }),
];
