import { assert, assertEquals, assertRejects } from "@std/assert";
import { fetchModel } from "../../src/adapter/fetch_model.ts";
import { ModelError } from "../../src/errors.ts";
import { assemble } from "../../src/turn/assemble.ts";
import type { Wire } from "../../src/wire/wire.ts";
import { wireOf } from "../../src/wire/wires.ts";
import { encodeTurn } from "../support/bodies.ts";
import { ALL_WIRES, TURN } from "./fake_fetch.ts";
import { probeBody } from "./probe_body.ts";
import { PLAIN } from "./requests/sample_request.ts";

function ask(wire: Wire, response: Response) {
  const fetch = () => Promise.resolve(response);
  const model = fetchModel({ wire: wire.id, baseUrl: "http://api.example", model: "m", fetch });
  return assemble(model.stream(PLAIN));
}

const typed = (body: BodyInit, type: string, more: Record<string, string> = {}) =>
  new Response(body, { headers: { "content-type": type, ...more } });

Deno.test.each(
  [
    { id: "openai-chat", type: "text/event-stream" },
    { id: "openai-chat", type: "text/event-stream; charset=utf-8" },
    { id: "openai-chat", type: "Text/Event-Stream ;charset=UTF-8" },
    { id: "gemini", type: "text/event-stream" },
    { id: "ollama", type: "application/x-ndjson" },
    { id: "ollama", type: "application/ndjson" },
  ] as const,
)("fetchModel() takes $type on $id", async ({ id, type }) => {
  const wire = wireOf(id);
  assertEquals((await ask(wire, typed(encodeTurn(wire, TURN), type))).text, "Hello, world");
});

Deno.test("fetchModel() takes a whole turn of an answer that names no type", async () => {
  for (const wire of ALL_WIRES) {
    const { stream } = probeBody([encodeTurn(wire, TURN)]);
    assertEquals((await ask(wire, new Response(stream))).text, "Hello, world", wire.id);
  }
});

const PAGES = [
  {
    name: "a page",
    type: "text/html",
    body: "<h1>Sign in</h1>",
    code: "STREAM_PROTOCOL",
    says: "Sign in",
  },
  { name: "a text", type: "text/plain", body: "ok", code: "STREAM_PROTOCOL", says: "text/plain" },
  {
    name: "JSON that is no error",
    type: "application/json",
    body: '{"choices":[]}',
    code: "STREAM_PROTOCOL",
    says: "choices",
  },
  {
    name: "nothing, as JSON",
    type: "application/json",
    body: "",
    code: "STREAM_PROTOCOL",
    says: "application/json",
  },
  {
    name: "an error as JSON",
    type: "application/json; charset=utf-8",
    body: '{"error":{"message":"Overloaded","type":"server_error"},"request_id":"req_1"}',
    code: "PROVIDER",
    says: "Overloaded",
  },
  {
    name: "an error about money",
    type: "application/json",
    body: '{"error":{"message":"No money","code":"insufficient_quota"}}',
    code: "QUOTA",
    says: "No money",
  },
  {
    name: "an error about the quota of the day",
    type: "application/json",
    body: JSON.stringify({
      error: {
        message: "Exhausted",
        status: "RESOURCE_EXHAUSTED",
        details: [{
          "@type": "x/google.rpc.QuotaFailure",
          violations: [{ quotaId: "RequestsPerDay" }],
        }],
      },
    }),
    code: "QUOTA",
    says: "Exhausted",
  },
  {
    name: "an error about the rate",
    type: "application/json",
    body: '{"error":{"message":"Slow down","type":"rate_limit_error"}}',
    code: "RATE_LIMITED",
    says: "Slow down",
  },
  {
    name: "an error in an array",
    type: "application/json",
    body: '[{"error":{"message":"Bad","status":"INTERNAL"}}]',
    code: "PROVIDER",
    says: "Bad",
  },
] as const;

Deno.test.each(PAGES)("fetchModel() calls $name in a 200 a failure on every wire", async (page) => {
  for (const wire of ALL_WIRES) {
    const response = typed(page.body, page.type, { "x-request-id": "req_2" });
    const error = await assertRejects(() => ask(wire, response), ModelError);
    assertEquals([error.code, error.requestId, error.status], [page.code, "req_2", undefined]);
    assert(error.message.includes(page.says), error.message);
  }
});

Deno.test("fetchModel() takes the id of the request from the body of an error in a 200", async () => {
  const { body, type } = PAGES[4];
  const error = await assertRejects(() => ask(ALL_WIRES[0]!, typed(body, type)), ModelError);
  assertEquals(error.requestId, "req_1");
});

Deno.test("fetchModel() cancels an endless page", async () => {
  const body = probeBody(Array.from({ length: 100 }, () => "x".repeat(3000)));
  const error = await assertRejects(
    () => ask(ALL_WIRES[0]!, typed(body.stream, "text/html")),
    ModelError,
  );
  assertEquals([error.code, body.reads(), body.cancels.length], ["STREAM_PROTOCOL", 3, 1]);
});
