import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { fetchModel } from "../../src/adapter/fetch_model.ts";
import type { FetchModelOptions } from "../../src/adapter/fetch_model_options.ts";
import { ConfigError, ModelError } from "../../src/errors.ts";
import { assemble } from "../../src/turn/assemble.ts";
import type { Model, StreamOptions, TurnRequest } from "../../src/turn/request.ts";
import type { Turn, TurnEvent } from "../../src/turn/turn.ts";
import type { Wire } from "../../src/wire/wire.ts";
import { wireOf } from "../../src/wire/wires.ts";
import { encodeTurn } from "../support/bodies.ts";
import { call, finish, text, thought } from "../support/events.ts";
import { ALL_WIRES, fakeFetch, streamed, TURN } from "./fake_fetch.ts";
import type { FakeFetch } from "./fake_fetch.ts";
import { probeBody } from "./probe_body.ts";
import { PLAIN } from "./requests/sample_request.ts";

const OPENAI = wireOf("openai-chat");

function modelOf(
  wire: Wire,
  { fetch }: FakeFetch,
  options: Partial<FetchModelOptions> = {},
): Model {
  return fetchModel({
    wire: wire.id,
    baseUrl: "http://api.example",
    model: "m",
    fetch,
    ...options,
  });
}

function first(model: Model, request: TurnRequest = PLAIN): Promise<unknown> {
  return model.stream(request)[Symbol.asyncIterator]().next();
}

Deno.test.each(ALL_WIRES.map((wire) => ({ id: wire.id, wire })))(
  "fetchModel() reads a whole turn on $id",
  async ({ wire }) => {
    const fake = fakeFetch(() => streamed(wire));
    const events: TurnEvent[] = [];
    for await (const event of modelOf(wire, fake).stream(PLAIN)) events.push(event);
    const pieces = events.map((event) => event.type === "text" ? event.text : "");
    assertEquals(pieces.join(""), "Hello, world");
    assertEquals(events.map(({ type }) => type).filter((type) => type === "finish").length, 1);
    assertEquals(events.at(-1)?.type, "finish");
    assertEquals(fake.requests.length, 1);
    const [{ method, redirect, headers }] = fake.requests as [Request];
    assertEquals([method, redirect], ["POST", "manual"]);
    assertEquals(headers.get("content-type"), "application/json");
  },
);

Deno.test("fetchModel() sends nothing before the first next()", async () => {
  const fake = fakeFetch(() => streamed(OPENAI));
  const events = modelOf(OPENAI, fake).stream(PLAIN)[Symbol.asyncIterator]();
  await Promise.resolve();
  assertEquals(fake.requests.length, 0);
  await events.return?.();
  assertEquals(await events.next(), { done: true, value: undefined });
  assertEquals(fake.requests.length, 0);
});

Deno.test("fetchModel() sends what the request was when stream() was called", async () => {
  const fake = fakeFetch(() => streamed(OPENAI));
  const request = { messages: [{ role: "user" as const, content: "before" }] };
  const stream = modelOf(OPENAI, fake).stream(request);
  request.messages[0]!.content = "after";
  await assemble(stream);
  const sent = await fake.requests[0]!.json();
  assertEquals(sent.messages[0].content, "before");
});

Deno.test("fetchModel() sends nothing twice: a stream is read once", async () => {
  const fake = fakeFetch(() => streamed(OPENAI));
  const stream = modelOf(OPENAI, fake).stream(PLAIN);
  await assemble(stream);
  await assertRejects(() => assemble(stream), ModelError);
  assertEquals(fake.requests.length, 1);
});

Deno.test("fetchModel() keeps streams of one model apart", async () => {
  const fake = fakeFetch(async (request) => {
    const { messages } = await request.json();
    return streamed(OPENAI, encodeTurn(OPENAI, [text(messages[0].content), finish()]));
  });
  const model = modelOf(OPENAI, fake);
  const asked = ["a", "b", "c"];
  const turns = await Promise.all(
    asked.map((content) => assemble(model.stream({ messages: [{ role: "user", content }] }))),
  );
  assertEquals(turns.map((turn) => turn.text), asked);
});

Deno.test.each(ALL_WIRES.map((wire) => ({ id: wire.id, wire })))(
  "fetchModel() refuses a bad request on $id before anything is sent",
  async ({ wire }) => {
    const fake = fakeFetch(() => streamed(wire));
    const model = modelOf(wire, fake);
    const bad: TurnRequest = { ...PLAIN, tools: [{ name: "get weather", parameters: {} }] };
    const stream = model.stream(bad);
    const error = await assertRejects(() => assemble(stream), ConfigError);
    assert(error.message.includes('"get weather"'), error.message);
    await assertRejects(() => first(model, { messages: [] }), ConfigError);
    assertEquals(fake.requests.length, 0);
  },
);

Deno.test("fetchModel() uses the fetch of the moment if it is given none", async () => {
  const { fetch } = globalThis;
  const fake = fakeFetch(() => streamed(OPENAI));
  const model = fetchModel({ wire: "openai-chat", baseUrl: "http://api.example", model: "m" });
  globalThis.fetch = fake.fetch;
  try {
    await assemble(model.stream(PLAIN));
  } finally {
    globalThis.fetch = fetch;
  }
  assertEquals(fake.requests.length, 1);
});

Deno.test("fetchModel() gives the limit and the terminator to the reader", async () => {
  const cut = encodeTurn(OPENAI, TURN);
  const withoutDone = cut.subarray(0, cut.length - "data: [DONE]\n\n".length);
  const fake = fakeFetch(() => streamed(OPENAI, withoutDone));
  const strict = modelOf(OPENAI, fake);
  assertEquals(
    (await assertRejects(() => assemble(strict.stream(PLAIN)), ModelError)).code,
    "INCOMPLETE",
  );
  const lenient = modelOf(OPENAI, fake, { terminator: "optional" });
  assertEquals((await assemble(lenient.stream(PLAIN))).text, "Hello, world");
  const server = modelOf(OPENAI, fake, { dialect: "llama.cpp" });
  assertEquals((await assemble(server.stream(PLAIN))).text, "Hello, world");
  const small = modelOf(OPENAI, fake, { maxBytes: 10 });
  assertEquals(
    (await assertRejects(() => assemble(small.stream(PLAIN)), ModelError)).code,
    "TOO_LARGE",
  );
});

Deno.test("fetchModel() puts the id of the request on a failure within the stream", async () => {
  const { stream } = probeBody([{ error: new TypeError("reset") }]);
  const fake = fakeFetch(() => streamed(OPENAI, stream, { "x-request-id": "req_1" }));
  const error = await assertRejects(() => first(modelOf(OPENAI, fake)), ModelError);
  assertEquals([error.code, error.requestId], ["NETWORK", "req_1"]);
});

Deno.test.each([
  { name: "an empty body", body: new Uint8Array() },
  { name: "comments alone", body: new TextEncoder().encode(": wait\n\n: wait\n\n") },
  { name: "no body", body: null },
])("fetchModel() takes $name for an incomplete turn", async ({ body }) => {
  for (const wire of ALL_WIRES.filter(({ framing }) => framing === "sse")) {
    const fake = fakeFetch(() => streamed(wire, body));
    const error = await assertRejects(() => first(modelOf(wire, fake)), ModelError);
    assertEquals(error.code, "INCOMPLETE", wire.id);
  }
});

/** What a conversation needs to go on, as an application keeps it. */
function answerTo(turn: Turn): TurnRequest {
  const { text: content, reasoning, toolCalls } = turn;
  return {
    messages: [
      { role: "user", content: "Weather in Oslo?" },
      { role: "assistant", content, reasoning, toolCalls },
      ...toolCalls.map(({ id }) => ({ role: "tool", toolCallId: id, content: "Rain" } as const)),
    ],
    tools: [{ name: "get_weather", parameters: { type: "object" } }],
  };
}

const CALLING: readonly TurnEvent[] = [
  thought("Look it up.", { signature: "cHJvb2Y=" }),
  text("Let me see."),
  call(0, '{"city":', { id: "id-1", name: "get_weather" }),
  call(0, '"Oslo"}'),
  finish("tool_use"),
];

Deno.test.each(ALL_WIRES.map((wire) => ({ id: wire.id, wire })))(
  "fetchModel() carries a conversation with a tool over two turns on $id",
  async ({ wire }) => {
    const turns = [CALLING, TURN];
    const fake = fakeFetch(() => streamed(wire, encodeTurn(wire, turns.shift()!)));
    const model = modelOf(wire, fake);
    const turn = await assemble(model.stream(PLAIN));
    assertEquals(turn.toolCalls.map(({ name }) => name), ["get_weather"]);
    const end = await assemble(model.stream(answerTo(turn)));
    assertEquals(end.text, "Hello, world");
    const sent = await fake.requests[1]!.text();
    for (const part of ["Let me see.", "get_weather", "Oslo", "Rain"]) {
      assert(sent.includes(part), `${part} in ${sent}`);
    }
    const provesReasoning = ["anthropic-messages", "openai-responses", "gemini"].includes(wire.id);
    assertEquals(sent.includes("cHJvb2Y="), provesReasoning, sent);
  },
);

Deno.test.each([{ given: 5, says: "got 5" }, { given: "x", says: 'got "x"' }])(
  "fetchModel() refuses $given for the options of a stream",
  ({ given, says }) => {
    const model = fetchModel({ wire: "openai-chat", baseUrl: "http://api.example", model: "m" });
    const options = given as unknown as StreamOptions;
    assertThrows(() => model.stream(PLAIN, options), TypeError, says);
  },
);

Deno.test("fetchModel() takes null for the options of a stream as none", async () => {
  const { fetch } = fakeFetch(() => streamed(ALL_WIRES[0]!));
  const model = fetchModel({
    wire: "openai-chat",
    baseUrl: "http://api.example",
    model: "m",
    fetch,
  });
  const turn = await assemble(model.stream(PLAIN, null as unknown as StreamOptions));
  assertEquals(turn.text, "Hello, world");
});
