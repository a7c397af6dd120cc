import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { createProxy } from "../../../src/proxy/create_proxy.ts";
import { logLine } from "../../../src/proxy/ops/log_line.ts";

const KEY = "dk-upstreamKEY0123456789abc+/f";
const HEADER = "headerSECRETvalue99887766";
const PATCH = "patchSECRETtext44556677";
const CLIENT = "clientKEYsecret55667788";
const ADMIN = "adminKEYsecret11223344";
const SECRETS = { KEY, HEADER, PATCH, CLIENT, ADMIN };

/** Ways to write a text that a reader could undo at once. */
const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.slice(0, 12),
  (text) => text.slice(-12),
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  encodeURIComponent,
  (text) => hexOf(text),
  (text) => btoa(text).slice(0, -4),
  (text) => btoa(`Bearer ${text}`).slice(12, -4),
  (text) => escaped(text),
];

function hexOf(text: string): string {
  return [...text].map((char) => char.charCodeAt(0).toString(16)).join("");
}

function escaped(text: string): string {
  return [...text].map((char) => `\\u00${char.charCodeAt(0).toString(16)}`).join("");
}

/** The secrets that a text has in it, by name. */
function leaked(text: string): readonly string[] {
  return Object.entries(SECRETS)
    .filter(([, secret]) => SPELLINGS.some((spell) => text.includes(spell(secret))))
    .map(([name]) => name);
}

/** What an upstream was sent. */
interface Sent {
  readonly key: string;
  readonly header: string;
  readonly all: string;
}

const TEXT = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n';
const ANSWER = '{"choices":[{"index":0,"message":{"content":"x"},"finish_reason":"stop"}]}';

function stream(text: string, packetChars = Infinity): Response {
  const packets = packetChars === Infinity ? [text] : text.match(/[^]{1,7}/g) ?? [];
  const body = ReadableStream.from(packets.map((packet) => new TextEncoder().encode(packet)));
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function failed(text: string, status = 500, type = "application/json"): Response {
  return new Response(text, { status, headers: { "content-type": type } });
}

function error(message: string): string {
  return JSON.stringify({ error: { message } });
}

/** Upstreams that give back what they were sent. */
const ECHOES: Readonly<Record<string, (sent: Sent) => Response>> = {
  "a refusal's sentence": ({ all }) => failed(error(`You sent ${all}`), 400),
  "a refusal that is no JSON": ({ all }) => failed(all, 400, "text/html"),
  "a refusal of the key": ({ key }) => failed(error(`Incorrect API key: ${key}`), 401),
  "a code": ({ key, header }) => failed(JSON.stringify({ error: { code: key, type: header } })),
  "capitals": ({ all }) => failed(error(all.toUpperCase())),
  "an address": ({ all }) => failed(error(encodeURIComponent(all))),
  "base64": ({ key, header }) => failed(error(`${btoa(key)} ${btoa(`Bearer ${header}`)}`)),
  "base64 of all": ({ all }) => failed(error(btoa(all))),
  "hexadecimal": ({ key, header }) => failed(error(hexOf(key) + hexOf(header))),
  "escapes of JSON": ({ key, header }) => failed(`{"error":"${escaped(key + header)}"}`),
  "the type of a refusal": ({ key }) => failed("{}", 500, `application/json; k=${key}`),
  "headers of an answer": ({ key, header }) =>
    new Response(ANSWER, {
      headers: { "content-type": `application/json; k=${key}`, "x-request-id": key + header },
    }),
  "the type of an answer": ({ key }) => failed("x", 200, `text/x-${key}`),
  "the coding of an answer": ({ key }) =>
    new Response("x", { headers: { "content-encoding": `x${key}` } }),
  "an error of status 200": ({ all }) => failed(error(all), 200),
  "an error in a stream": ({ all }) => stream(`${TEXT}data: ${error(all)}\n\n`),
  "an error in a stream that comes in pieces": ({ all }) => stream(`data: ${error(all)}\n\n`, 7),
  "an error in a stream that is a text": ({ key }) =>
    stream(`${TEXT}event: error\ndata: ${key}\n\n`),
  "an error behind much else": ({ all }) => failed(error("x ".repeat(20_000) + all)),
  "a key where a sentence is cut": ({ key }) => failed(error("\t".repeat(8192 - 7) + key)),
  "a redirect": ({ key }) => Response.redirect(`http://x.example/?key=${key}`),
  "an error of fetch": ({ all }) => {
    throw new TypeError(`Cannot fetch with ${all}`);
  },
};

/** All that anybody can see of two requests. */
async function seen(echo: (sent: Sent) => Response): Promise<string> {
  let all = "";
  const proxy = createProxy({
    client_keys: [CLIENT],
    admin_key: ADMIN,
    providers: {
      u: {
        url: "http://u.example/v1",
        key: KEY,
        headers: { set: { "x-gateway-auth": `Token ${HEADER}` } },
        patch: { metadata: { api_token: PATCH } },
      },
    },
    models: { m: "u/m" },
  }, {
    fetch: (_, init) => {
      const headers = new Headers(init.headers);
      const body = new TextDecoder().decode(init.body as Uint8Array);
      const [key, header] = ["authorization", "x-gateway-auth"].map((name) => {
        return headers.get(name)?.replace(/^\w+ /, "") ?? "";
      }) as [string, string];
      assertEquals([key, header], [KEY, HEADER]);
      assertStringIncludes(body, PATCH);
      return Promise.resolve().then(() =>
        echo({ key, header, all: JSON.stringify([...headers]) + body })
      );
    },
    log: (event) => all += logLine(event, "json", 0) + (logLine(event, "text", 0) ?? ""),
  });
  const ask = async (path: string, key: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await proxy.fetch(new Request(`http://p${path}`, { headers, ...init }));
    all += JSON.stringify([...response.headers]);
    const decoder = new TextDecoder();
    try {
      for await (const bytes of response.body ?? []) all += decoder.decode(bytes, { stream: true });
    } catch (error) {
      all += `${error}`;
    }
  };
  for (const stream of [false, true]) {
    const body = JSON.stringify({ model: "m", stream, messages: [] });
    await ask("/v1/chat/completions", CLIENT, { method: "POST", body });
  }
  for (const path of ["/state", "/metrics", "/", "/none"]) await ask(path, ADMIN);
  await proxy.close();
  return all;
}

Deno.test.each(Object.entries(ECHOES).map(([where, echo]) => ({ where, echo })))(
  "what an upstream gives back in $where reaches nobody: no key, no header that is set, no patch",
  async ({ echo }) => assertEquals(leaked(await seen(echo)), []),
);

Deno.test("what is looked for in these tests would be found", () => {
  for (const spell of SPELLINGS) {
    assert(leaked(`x${spell(KEY)}x`).includes("KEY"), spell(KEY));
  }
});
