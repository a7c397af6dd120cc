/** What a `fetch` may give that is no proper answer, and what a body may hold that is no bytes. */
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { assemble, ConfigError, fetchModel, ModelError, wireReader } from "../../mod.ts";
import type { FetchModelOptions, ModelErrorCode, ReadTurnOptions, Turn } from "../../mod.ts";
import { guardTurn } from "../../proxy.ts";

const WHOLE =
  'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
const SSE = { headers: { "content-type": "text/event-stream" } };
const bytes = (text: string) => new TextEncoder().encode(text);

function ask(answer: () => unknown, options: object = {}): Promise<Turn> {
  const fetch = answer as typeof globalThis.fetch;
  const model = fetchModel({
    wire: "openai-chat",
    baseUrl: "http://localhost",
    model: "m",
    fetch,
    ...options,
  });
  return assemble(model.stream({ messages: [{ role: "user", content: "hi" }] }));
}

Deno.test("fetchModel() says what its 'fetch' gave in place of a response", async () => {
  const rows: readonly (readonly [unknown, string])[] = [
    [undefined, "got undefined"],
    [null, "got null"],
    ["text", "got a string"],
    [{}, "got an object"],
    [{ ok: true, status: 200, body: new Response(WHOLE).body }, "got an object"],
    [{ ok: true, status: 200, headers: new Headers(), body: "text" }, "got an object"],
  ];
  for (const [answer, said] of rows) {
    const error = await assertRejects(() => ask(() => Promise.resolve(answer)), ConfigError);
    assertEquals(error.message, `Cannot use what 'fetch' gave as it must be a Response: ${said}`);
  }
});

Deno.test("fetchModel() says that a response was read before", async () => {
  const used = new Response(WHOLE, SSE);
  await used.text();
  const locked = new Response(WHOLE, SSE);
  locked.body!.getReader();
  for (const response of [used, locked]) {
    const error = await assertRejects(() => ask(() => Promise.resolve(response)), ConfigError);
    assertEquals(
      error.message,
      "Cannot read the response of 'fetch' as its body is already in use",
    );
  }
});

Deno.test("fetchModel() reports a fetch that throws at once as one that rejects", async () => {
  const answers = [
    () => {
      throw new Error("no");
    },
    () => Promise.reject(new Error("no")),
    () => Promise.reject(undefined),
  ];
  for (const answer of answers) await failsWith("NETWORK", () => ask(answer));
});

Deno.test("wireReader() refuses chunks that are no bytes, and loses none", async () => {
  const { buffer } = bytes('data: {"choices":[{"delta":{"content":"lost"}}]}\n\n');
  const chunks: readonly unknown[] = [
    "text",
    buffer,
    new DataView(buffer),
    new Uint16Array(buffer.slice(0, 8)),
    [100, 97],
    { length: 3 },
    null,
  ];
  for (const chunk of chunks) {
    const body = ReadableStream.from([bytes(WHOLE.slice(0, 9)), chunk, bytes(WHOLE.slice(9))]);
    const reading = () => assemble(wireReader("openai-chat")(body as ReadableStream));
    const error = await assertRejects(reading, TypeError);
    assert(error.message.includes("as its chunks must be of Uint8Array"), error.message);
  }
});

Deno.test("guardTurn() refuses chunks that are no bytes", async () => {
  const body = ReadableStream.from([new DataView(new ArrayBuffer(2))]) as unknown;
  const guarded = (body as ReadableStream).pipeThrough(guardTurn("openai-chat"));
  await assertRejects(() => new Response(guarded).text(), TypeError, "must be of Uint8Array");
});

Deno.test("fetchModel() and wireReader() refuse options of a wrong kind before any harm", () => {
  const options = { wire: "openai-chat", baseUrl: "http://localhost" };
  const create = (more: object) => () => fetchModel({ ...options, ...more } as FetchModelOptions);
  assertThrows(create({ clock: {} }), TypeError, "'clock'");
  assertThrows(create({ terminator: "strict" }), TypeError, "'terminator'");
  const model = create({})();
  for (const signal of [5, "x", {}, () => {}]) {
    const request = { messages: [{ role: "user" as const, content: "hi" }] };
    const stream = () => model.stream(request, { signal: signal as unknown as AbortSignal });
    assertThrows(stream, TypeError, "Cannot stream a turn as 'signal' must be an AbortSignal");
    const read = () => wireReader("openai-chat", { signal: signal as unknown as AbortSignal });
    assertThrows(read, TypeError, "Cannot read a turn as 'signal'");
  }
  const reader = (more: object) => () => wireReader("ollama", more as ReadTurnOptions);
  assertThrows(reader({ maxBytes: 0 }), RangeError, "'maxBytes'");
  assertThrows(reader({ terminator: 5 }), TypeError, "'terminator'");
  assertThrows(() => guardTurn("ollama", { terminator: "x" } as never), TypeError, "'terminator'");
  for (const body of [undefined, null, 5, "text", {}, new Response("x")]) {
    const read = () => wireReader("ollama")(body as ReadableStream);
    assertThrows(read, TypeError, "Cannot read a body that is no ReadableStream");
  }
});

Deno.test("errors show control characters of a provider, and never send them on", async () => {
  const evil = "\u001b[2J\u009b31m\u202e\u0007";
  const said = JSON.stringify({ error: { message: evil, type: evil } });
  const answers = [
    () => new Response(`data: ${said}\n\n`, SSE),
    () => new Response(said, { status: 500 }),
    () => new Response(evil, { status: 429 }),
    () => new Response(said, { headers: { "content-type": "application/json" } }),
    () => new Response(evil, { headers: { "content-type": "text/plain" } }),
    () => new Response(`data: ${evil}\n\n`, SSE),
  ];
  for (const answer of answers) {
    const error = await assertRejects(() => ask(() => Promise.resolve(answer())), ModelError);
    // deno-lint-ignore no-control-regex -- they are what is looked for
    assert(!/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/.test(error.message), error.message);
    assert(error.message.includes("\\u001b[2J"), error.message);
  }
});

async function failsWith(code: ModelErrorCode, run: () => Promise<unknown>): Promise<void> {
  const error = await assertRejects(run, ModelError);
  assertEquals(error.code, code);
}
