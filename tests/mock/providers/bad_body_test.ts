import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../mock.ts";

const HINT =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)";
const GEMINI = "/v1beta/models/m:generateContent";
const ROOT = 'Invalid JSON payload received. Unknown name "": Root element must be a message.';

/** What each provider says of bodies that are no JSON objects. */
const CASES: readonly (readonly [path: string, body: string, words: string, status?: number])[] = [
  ["/v1/chat/completions", "{no", HINT],
  ["/v1/responses", "", "Missing required parameter: 'model'."],
  ["/v1/responses", "[]", "Invalid body: expected an object, but got an empty array instead."],
  ["/v1/embeddings", "null", "Invalid body: expected an object, but got null instead."],
  [
    "/v1/messages",
    '{"a":1,\n "é": no}',
    "The request body is not valid JSON: unexpected character: line 2 column 8 (char 15)",
  ],
  [
    "/v1/messages",
    '{"a"',
    "The request body is not valid JSON: unexpected end of data: line 1 column 5 (char 4)",
  ],
  [
    "/v1/messages",
    "{} {}",
    "The request body is not valid JSON: unexpected content after document: line 1 column 4 (char 3)",
  ],
  ["/v1/messages", "[1]", "Input should be an object"],
  [GEMINI, '{"a":x}', 'Invalid JSON payload received. Unexpected token.\n{"a":x}\n     ^'],
  [
    GEMINI,
    '{"a":1',
    'Invalid JSON payload received. Unexpected end of string. Expected , or } after key:value pair.\n{"a":1\n      ^',
  ],
  [GEMINI, '"text"', ROOT],
  ["/api/chat", "", "missing request body"],
  ["/api/chat", "{no", "invalid character 'n' looking for beginning of object key string"],
  ["/api/chat", '{"a": nil}', "invalid character 'i' in literal null (expecting 'u')"],
  ["/api/chat", '{"a":', "unexpected EOF"],
  ["/api/chat", "é", "invalid character 'Ã' looking for beginning of value"],
  ["/api/chat", "[]", "json: cannot unmarshal array into Go value of type api.ChatRequest"],
  ["/api/embed", '"x"', "json: cannot unmarshal string into Go value of type api.EmbedRequest"],
  ["/api/generate", "null", "model '' not found", 404],
  [
    "/v2/chat",
    "{'a'}",
    "invalid request: invalid character '\\'' looking for beginning of object key string",
  ],
  ["/v2/chat", "7", "invalid request: the body must be a JSON object"],
];

for (const [path, body, words, status = 400] of CASES) {
  Deno.test(`${path} refuses the body ${JSON.stringify(body)} in its provider's words`, async () => {
    const mock = new MockGPT({ rules: [{ result: "ok" }] });
    const response = await mock.fetch(`http://mock${path}`, {
      method: "POST",
      headers: { "anthropic-version": "2023-06-01" },
      body,
    });
    const told = await response.json();
    const message = told.message ?? told.error.message ?? told.error;
    assertEquals([message, response.status], [words, status]);
  });
}

Deno.test("Gemini tells of a root that is no object among its details", async () => {
  const response = await new MockGPT().fetch(`http://mock${GEMINI}`, {
    method: "POST",
    body: "[]",
  });
  assertEquals((await response.json()).error, {
    code: 400,
    message: ROOT,
    status: "INVALID_ARGUMENT",
    details: [{
      "@type": "type.googleapis.com/google.rpc.BadRequest",
      fieldViolations: [{ description: ROOT }],
    }],
  });
});

Deno.test("a body that is nested too deeply is refused, whatever becomes of unknown members", async () => {
  const mock = new MockGPT({ rules: [{ result: "never" }], unknownMembers: "accept" });
  for (const path of ["/v1/chat/completions", "/v1/responses", "/api/chat", "/v2/chat", GEMINI]) {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const body = `{"model":"m","messages":[{"role":"user","content":"hi","x":${deep}}]}`;
    const response = await mock.fetch(`http://mock${path}`, { method: "POST", body });
    const text = await response.text();
    assertEquals([response.status, text.includes("nested too deeply")], [400, true], path);
  }
});
