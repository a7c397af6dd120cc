import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { MockGPT } from "../../../mock.ts";
import type { RedactOptions } from "../../../mock.ts";
import { redactedPieces } from "../../../src/mock/recording/redacted_pieces.ts";
import { ask, ASKS, bytesOf, refiled, SECRET } from "./exchanges.ts";

const [CHAT_PATH, CHAT] = ASKS["openai-chat"];

/** Records one call whose request and response carry secrets all over. */
async function recorded(
  body: string,
  redact?: RedactOptions,
  responseBody: readonly string[] = [`{"error":"no such key ${SECRET}"}`],
) {
  let sent = "";
  const fetch = (url: unknown, init?: RequestInit) => {
    sent = `${url} ${JSON.stringify([...new Headers(init?.headers)])} ${init?.body}`;
    const left = responseBody.map((text) => new TextEncoder().encode(text));
    const stream = new ReadableStream({
      pull: (controller) => left.length ? controller.enqueue(left.shift()) : controller.close(),
    });
    return Promise.resolve(
      new Response(stream, {
        headers: [
          ["set-cookie", "session=cookie-in-response; HttpOnly; Path=/v1"],
          ["openai-organization", "org-0123456789"],
          ["x-echo", `you sent ${SECRET}`],
          ["x-own", "own-secret-value"],
        ],
      }),
    );
  };
  const mock = new MockGPT({
    forward: { to: "https://real.example", fetch, ...(redact && { redact }) },
  });
  const path = `${CHAT_PATH}?key=key-in-query-1&x=${SECRET}&own=own-query-value`;
  const response = await ask(mock, path, body, {
    headers: {
      "authorization": `Bearer ${SECRET}`,
      "api-key": "azure-0123456789",
      "x-api-key": "anthropic-0123456789",
      "x-goog-api-key": "google-0123456789",
      "cookie": "a=cookie-in-request",
      "openai-project": "proj_0123456789",
      "x-plain": "plain",
    },
  });
  const came = await bytesOf(response);
  return { cassette: mock.cassette(), text: JSON.stringify(mock.cassette()), sent, came };
}

const NO_NAMES = { headers: new Set<string>(), query: new Set<string>() };

const SECRETS = [
  SECRET,
  "azure-0123456789",
  "anthropic-0123456789",
  "google-0123456789",
  "cookie-in-request",
  "cookie-in-response",
  "org-0123456789",
  "proj_0123456789",
  "key-in-query-1",
];

Deno.test("a recording has no secret, wherever it stood, and the endpoint gets all", async () => {
  const { text, sent, came } = await recorded(JSON.stringify({ ...CHAT, user: SECRET }));
  for (const secret of SECRETS) assert(!text.includes(secret), `${secret} in ${text}`);
  assert(text.includes('"x-plain":"plain"'));
  assert(text.includes('"x-own":"own-secret-value"'));
  assert(text.includes("own=own-query-value"));
  for (const secret of [SECRET, "azure-0123456789", "cookie-in-request", "key-in-query-1"]) {
    assert(sent.includes(secret), secret);
  }
  assert(new TextDecoder().decode(came).includes(SECRET));
});

Deno.test("a recording has no secret that the options name, nor what the hook leaves out", async () => {
  const body = JSON.stringify({ ...CHAT, ssn: "123-45-6789" });
  const sides: string[] = [];
  const { cassette, text } = await recorded(body, {
    headers: ["X-Own"],
    query: ["OWN"],
    body(text, side) {
      sides.push(side);
      return text.replaceAll(/\d{3}-\d\d-\d{4}/g, "<ssn>");
    },
  }, ["first ", "123-", "45-67", "89 then ", "last"]);
  for (const secret of ["own-secret-value", "own-query-value", "123-45-6789"]) {
    assert(!text.includes(secret), `${secret} in ${text}`);
  }
  assertEquals(sides, ["request", "response"]);
  const pieces = cassette.exchanges[0]!.response.pieces.map((piece) =>
    "text" in piece ? piece.text : piece.base64
  );
  assertEquals(pieces, ["first ", "<ssn>", " then ", "last"]);
});

Deno.test("a recording without its secrets answers a request that has others", async () => {
  const body = JSON.stringify({ ...CHAT, user: SECRET });
  const { cassette } = await recorded(body, { query: ["own"] });
  const mock = new MockGPT({ replay: refiled(cassette) });
  const other = "sk-some-other-key";
  const path = `${CHAT_PATH}?own=another&x=${other}&key=k`;
  const response = await ask(mock, path, { ...CHAT, user: other }, {
    headers: { authorization: `Bearer ${other}` },
  });
  const stars = "*".repeat(SECRET.length);
  assertEquals([response.status, await response.text()], [200, `{"error":"no such key ${stars}"}`]);
});

Deno.test("redactedPieces() keeps every piece as long as it was, and no secret that pieces share", () => {
  const cuts = fc.array(fc.uint8Array({ maxLength: 6 }), { maxLength: 6 });
  const secret = "0123456789";
  fc.assert(
    fc.property(cuts, cuts, fc.integer({ min: 1, max: 9 }), (before, after, at) => {
      const parts = [secret.slice(0, at), secret.slice(at)].map((text) =>
        new TextEncoder().encode(text)
      );
      const pieces = [...before, ...parts, ...after].map((bytes, afterMs) => ({
        afterMs,
        bytes: new Uint8Array(bytes),
      }));
      const clean = redactedPieces(pieces, { secrets: [secret], names: NO_NAMES, hook: undefined });
      const filled = pieces.filter(({ bytes }) => bytes.length > 0);
      assertEquals(
        clean.map(({ afterMs, bytes }) => [afterMs, bytes.length]),
        filled.map(({ afterMs, bytes }) => [afterMs, bytes.length]),
      );
      const text = String.fromCharCode(...clean.flatMap(({ bytes }) => [...bytes]));
      assert(!text.includes(secret));
      assert(text.includes("**********"));
    }),
  );
});

Deno.test("redactedPieces() gives a hook the bytes of what is no UTF-8 one by one", () => {
  const bytes = new Uint8Array([0xff, 0x61, 0x62, 0xe4]);
  const hook = (text: string) => text.replace("ab", "世x");
  const [piece] = redactedPieces([{ afterMs: 0, bytes }], { secrets: [], names: NO_NAMES, hook });
  assertEquals([...piece!.bytes], [0xff, 0xe4, 0xb8, 0x96, 0x78, 0xe4]);
  const same = [{ afterMs: 0, bytes }];
  assertEquals(
    redactedPieces(same, { secrets: ["secret-value"], names: NO_NAMES, hook: (text) => text }),
    same,
  );
});

const BODY_SECRETS = [
  "mcp-authorization-1",
  "mcp-header-token-2",
  "own-auth-header-3",
  "url-password-4",
  "url-token-5",
  "camel-key-6",
  "client-secret-7",
  "short",
  "p%40ss-word-8",
  "p@ss-word-8",
  "echo-pass-9",
  "sig-in-image-10",
];

const SECRET_BODY = {
  ...CHAT,
  tools: [{
    type: "mcp",
    authorization: "mcp-authorization-1",
    headers: { Authorization: "Bearer mcp-header-token-2", "X-Own-Auth": "own-auth-header-3" },
    server_url: "https://user:url-password-4@mcp.example/sse?token=url-token-5&page=7",
  }],
  metadata: {
    apiKey: "camel-key-6",
    deep: [{ client_secret: "client-secret-7", password: "short" }],
  },
  link:
    "see ftp://me:p%40ss-word-8@files.example/x and https://img.example/i?sig=sig-in-image-10#top",
};

Deno.test("a recording has no secret that members of bodies, addresses and a Basic header carry", async () => {
  const answer = `{"error": {"message": "no p@ss-word-8, no echo-pass-9, no mcp-authorization-1",
    "token": "token-of-answer-1", "details": [{"api_key": "key-of-\\"answer-2"}],
    "next": "https:\\/\\/a:pass-of-answer-3@x.example\\/?key=key-of-answer-4&page=8"}}`;
  const pieces = [answer.slice(0, 100), answer.slice(100, 113), answer.slice(113)];
  const fetch = () =>
    Promise.resolve(
      new Response(new Blob(pieces).stream(), {
        headers: { location: "/v1/next?key=key-of-location&page=9" },
      }),
    );
  const mock = new MockGPT({ forward: { to: "https://real.example", fetch } });
  const headers = { authorization: `Basic ${btoa("user:echo-pass-9")}` };
  await bytesOf(await ask(mock, CHAT_PATH, SECRET_BODY, { headers }));
  const cassette = mock.cassette();
  const text = JSON.stringify(cassette);
  const own = [
    "token-of-answer-1",
    "answer-2",
    "pass-of-answer-3",
    "key-of-answer-4",
    "key-of-location",
  ];
  for (const secret of [...BODY_SECRETS, ...own]) {
    assert(!text.includes(secret), `${secret} in ${text}`);
  }
  for (const kept of ["page=7", "page=8", "page=9", "mcp.example", "no "]) {
    assert(text.includes(kept), kept);
  }
  const { request, response } = cassette.exchanges[0]!;
  const said = response.pieces.map((piece) => "text" in piece ? piece.text : "").join("");
  assertEquals(said.length, answer.length);
  JSON.parse(said);
  assertEquals((request.body as { tools: unknown[] }).tools[0], {
    type: "mcp",
    authorization: "REDACTED",
    headers: { Authorization: "REDACTED", "X-Own-Auth": "REDACTED" },
    server_url: "https://REDACTED@mcp.example/sse?token=REDACTED&page=7",
  });
});

Deno.test("a recording keeps members that are called as secrets are, and are none", async () => {
  const logprobs =
    `{"token":"Hello there","logprob":-0.1},{ "logprob": -1, "token": "second one" }`;
  const gemini = `{"token": "third one", "tokenId": 5, "logProbability": -0.2}`;
  const body =
    `data: [${logprobs},${gemini}]\n\ndata: {"nextPageToken":"page-token","signature":"thought"}`;
  const schema = {
    type: "object",
    properties: { password: { type: "string" } },
    required: ["password"],
  };
  const asked = {
    ...CHAT,
    prompt_cache_key: "cache-key-1",
    tools: [{ type: "function", function: { name: "log_in", parameters: schema } }],
    user: 'say "api_key": "not-a-member" and https://en.example/?author=shakespeare',
  };
  const fetch = () => Promise.resolve(new Response(body));
  const mock = new MockGPT({ forward: { to: "https://real.example", fetch } });
  await bytesOf(await ask(mock, CHAT_PATH, asked));
  const [exchange] = mock.cassette().exchanges;
  assertEquals(exchange!.request.body, asked as unknown);
  assertEquals(exchange!.response.pieces.map((piece) => "text" in piece && piece.text), [body]);
});

Deno.test("a recording without secrets of its body answers a request that has others, an older one with them too", async () => {
  const fetch = () => Promise.resolve(new Response("{}"));
  const recorder = new MockGPT({ forward: { to: "https://real.example", fetch } });
  await bytesOf(await ask(recorder, CHAT_PATH, SECRET_BODY));
  const cassette = refiled(recorder.cassette());
  const [exchange] = cassette.exchanges;
  const older = {
    ...cassette,
    exchanges: [{ ...exchange!, request: { ...exchange!.request, body: SECRET_BODY } }],
  };
  const other = JSON.stringify(SECRET_BODY).replaceAll(/-([1-7])\b/g, "-x$1");
  for (const replay of [cassette, refiled(older)]) {
    const response = await ask(new MockGPT({ replay }), CHAT_PATH, other);
    assertEquals([response.status, await response.text()], [200, "{}"]);
  }
});
