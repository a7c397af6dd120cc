import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { toResponse } from "../../../src/server/http_answer.ts";
import { answerRequest } from "../../../src/proxy/request/answer_request.ts";
import type { ServedRequest } from "../../../src/server/served_request.ts";
import { coreLab } from "../routing/support/core_lab.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";

const PATHS = ["/chat/completions", "/completions", "/embeddings", "/responses", "/messages"];

/** A request with an address and headers that no `Request` would take. */
function served(url: string, headers: readonly (readonly [string, string])[]): ServedRequest {
  const body = new TextEncoder().encode(
    '{"model":"m","messages":[],"base_url":"http://evil.example"}',
  );
  const fields = new Headers(headers.map(([name, value]) => [name, value] as [string, string]));
  return {
    method: "POST",
    url,
    headers: fields,
    header: (name) => fields.get(name),
    remoteAddress: "127.0.0.1",
    signal: new AbortController().signal,
    text: () => Promise.reject(new Error("Nobody asks for it")),
    bytes: () => Promise.resolve(body),
    toRequest: () => Promise.reject(new Error("Nobody asks for it")),
  };
}

const host = fc.constantFrom(
  "127.0.0.1",
  "localhost:4000",
  "evil.example",
  "evil.example/v1/chat/completions?",
  "user@evil.example",
  "127.0.0.1#@evil.example",
  "[::1]",
  "",
);
const piece = fc.constantFrom(
  ...PATHS,
  ...["/v1", "//evil.example", "/..", "/.", "/%2e%2e", "%2f", "\\", "@evil.example", ":80", ";x"],
  ...["http://evil.example", "/../../admin", " ", "\t", "é", "", "#", "/healthz"],
);
const path = fc.oneof(
  fc.constantFrom(...PATHS.map((one) => `/v1${one}`)),
  fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join("")),
);
const query = fc.oneof(
  fc.constant(""),
  fc.constantFrom(
    "?",
    "?a=b",
    "?@evil.example",
    "?/../../x",
    "?http://evil.example",
    "?a#b",
    "?a?b",
  ),
  fc.string({ maxLength: 12 }).map((text) => `?${text}`),
);
const header = fc.tuple(
  fc.constantFrom(
    ...["x-forwarded-host", "x-forwarded-proto", "x-original-url", "x-rewrite-url", "forwarded"],
    ...["x-proxy-upstream", "x-base-url", "x-portkey-custom-host", "cf-aig-target", "x-http-host"],
  ),
  fc.constantFrom("evil.example", "http://evil.example/v1", "host=evil.example", "u2/m", "/v1/x"),
);

Deno.test("whatever its address and headers are, a request goes to an address of the configuration, or nowhere", async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(host, path, query, fc.array(header), async (at, where, asks, headers) => {
      const urls: string[] = [];
      const { core } = coreLab(
        { providers: { u1: { url: "http://u1.example/base/v1" } }, models: { m: "u1/m" } },
        (url, init) => {
          urls.push(url.href);
          const named = new Headers(init.headers).get("host");
          assert(named === null || named === "u1.example");
          return Promise.resolve(Response.json({ choices: [{ message: { content: "ok" } }] }));
        },
        new ManualClock(),
      );
      const named = /^[\x21-\x7e]+$/.test(at) ? [["host", at] as const] : [];
      const request = served(`http://${at}${where}${asks}`, [...named, ...headers]);
      const response = toResponse(await answerRequest(request, core));
      assert(response.status !== 500);
      for (const href of urls) {
        const { origin, pathname, username, hash } = new URL(href);
        assertEquals([origin, username, hash], ["http://u1.example", "", ""]);
        assert(PATHS.includes(pathname.replace("/base/v1", "")), `It went to ${pathname}`);
        sent++;
      }
    }),
    { numRuns: 2000, seed: 7 },
  );
  assert(sent > 100, `Only ${sent} were sent at all`);
});
