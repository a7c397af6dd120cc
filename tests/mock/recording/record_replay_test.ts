import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { MockGPT, turnResponse } from "../../../mock.ts";
import type { Rule, WireId } from "../../../mock.ts";
import { serve } from "../../../src/server/serve.ts";
import { WIRES } from "../../../src/wire/wires.ts";
import { ManualClock } from "../../../testing.ts";
import { readBody } from "../../support/reading.ts";
import { received } from "../delivery/bodies.ts";
import { ask, ASKS, bytesOf, cassetteOf, exchange, refiled, SECRET, TURN } from "./exchanges.ts";

const WIRE_IDS = Object.keys(ASKS) as WireId[];
const [CHAT_PATH, CHAT] = ASKS["openai-chat"];

/** A `fetch` that must not be used. */
const NO_NETWORK: typeof fetch = () => Promise.reject(new Error("Something calls out"));

/** Gives a `fetch` that answers with these chunks, then ends or fails. */
function chunked(chunks: readonly Uint8Array[], init: ResponseInit = {}, error?: unknown) {
  return (): Promise<Response> => {
    const left = [...chunks];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = left.shift();
        if (next !== undefined) controller.enqueue(next);
        else if (error === undefined) controller.close();
        else controller.error(error);
      },
    });
    return Promise.resolve(new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, init));
  };
}

function recording(fetch: typeof globalThis.fetch, more: object = {}): MockGPT {
  return new MockGPT({ forward: { to: "https://real.example/base", fetch, ...more } });
}

for (const wire of WIRE_IDS) {
  Deno.test(`a recorded turn on ${wire} is replayed byte by byte, and our decoder reads it`, async () => {
    const [path, body] = ASKS[wire];
    await using upstream = await serve(() => turnResponse(wire, TURN));
    const recorder = new MockGPT({ forward: { to: upstream.url } });
    const came = await bytesOf(await ask(recorder, path, body));
    const player = new MockGPT({ replay: refiled(recorder.cassette()) });
    const played = await ask(player, path, body, {});
    assertEquals(played.headers.get("content-type"), WIRES[wire].contentType);
    const bytes = await bytesOf(played);
    assertEquals(bytes, came);
    const { events, error } = readBody(WIRES[wire], bytes);
    assertEquals(error, undefined);
    const text = events.map((event) => event.type === "text" ? event.text : "").join("");
    assertEquals(text, "Hello 世界 🙂");
  });

  Deno.test(`a second mock on a port is recorded on ${wire}, whole and streamed`, async () => {
    const real = new MockGPT({ rules: [{ result: { content: "Hello 世界" } }] });
    await using upstream = await real.serve();
    const [path, body] = ASKS[wire];
    const recorder = new MockGPT({ forward: { to: upstream.url } });
    const wholePath = path.replace("streamGenerateContent?alt=sse", "generateContent");
    const whole = wire === "gemini" ? body : { ...body, stream: false };
    const came = [
      await bytesOf(await ask(recorder, path, body)),
      await bytesOf(await ask(recorder, wholePath, whole)),
    ];
    const player = new MockGPT({ replay: refiled(recorder.cassette()) });
    assertEquals(await bytesOf(await ask(player, path, body)), came[0]);
    assertEquals(await bytesOf(await ask(player, wholePath, whole)), came[1]);
    assertEquals(recorder.records.map(({ source }) => source), ["forward", "forward"]);
    assertEquals(player.records.map(({ source }) => source), ["replay", "replay"]);
    const { bytes, outcome, status } = player.records[0]!;
    assertEquals([bytes, outcome, status], [came[0]!.length, "served", 200]);
    assertEquals(readBody(WIRES[wire], came[0]!).error, undefined);
  });
}

Deno.test("rules answer first, then recordings, then the real endpoint", async () => {
  const rules: Rule[] = [{ prompt: "rule", result: "by the rule" }];
  const asked = (content: string) => ({ model: "m", messages: [{ role: "user", content }] });
  const replay = cassetteOf(exchange(asked("replay"), [{ afterMs: 0, text: '"replayed"' }]));
  const forward = { to: "https://real.example", fetch: chunked([new TextEncoder().encode("{}")]) };
  const mock = new MockGPT({ rules, replay, forward });
  const texts: string[] = [];
  for (const content of ["rule", "replay", "forward", "replay"]) {
    texts.push(await (await ask(mock, CHAT_PATH, asked(content))).text());
  }
  assertStringIncludes(texts[0]!, "by the rule");
  assertEquals(texts.slice(1), ['"replayed"', "{}", "{}"]);
  const sources = mock.records.map(({ source }) => source);
  assertEquals(sources, ["rule", "replay", "forward", "forward"]);
  assertEquals(mock.cassette().exchanges.length, 2);
});

Deno.test("what the mock does not serve, or would refuse, is recorded and replayed all the same", async () => {
  const fetch = chunked([new TextEncoder().encode("real")], { status: 418 });
  const recorder = recording(fetch);
  const asks = [["/v1/audio/speech", { x: 1 }], [CHAT_PATH, { model: 7 }], ["/v1/embeddings", {
    model: "text-embedding-3-small",
    input: "x",
  }]] as const;
  for (const [path, body] of asks) await bytesOf(await ask(recorder, path, body));
  const player = new MockGPT({ replay: recorder.cassette() });
  for (const [path, body] of asks) {
    const response = await ask(player, path, body);
    assertEquals([response.status, await response.text()], [418, "real"]);
  }
  const refused = await ask(player, CHAT_PATH, { model: 8 });
  assertEquals(refused.status, 400);
  await refused.body?.cancel();
});

Deno.test("rules for vectors stand before recordings of vectors", async () => {
  const mock = new MockGPT({
    rules: [{ embedding: [1, 0] }],
    forward: { to: "https://real.example", fetch: NO_NETWORK },
  });
  const body = { model: "text-embedding-3-small", input: "x" };
  const { data } = await (await ask(mock, "/v1/embeddings", body)).json();
  assertEquals(data[0].embedding, [1, 0]);
});

Deno.test("whatever bytes come in whatever chunks, they are replayed in the same ones", async () => {
  const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 8 }), { maxLength: 8 });
  const utf8 = fc.array(fc.string({ minLength: 1, unit: "binary", maxLength: 3 }), { maxLength: 5 })
    .map((texts) => texts.map((text) => new TextEncoder().encode(text)));
  const endings = fc.constantFrom(undefined, new Error("reset"));
  await fc.assert(
    fc.asyncProperty(fc.oneof(chunks, utf8), endings, async (chunks, error) => {
      const recorder = recording(chunked(chunks, {}, error));
      const came = await received((await ask(recorder, CHAT_PATH, CHAT)).body! as never);
      const replay = refiled(recorder.cassette());
      const player = new MockGPT({ replay });
      const played = await received((await ask(player, CHAT_PATH, CHAT)).body! as never);
      assertEquals(came.sizes, chunks.map(({ length }) => length));
      assertEquals([played.bytes, played.sizes], [came.bytes, came.sizes]);
      assertEquals(came.bytes, new Uint8Array(chunks.flatMap((chunk) => [...chunk])));
      assertEquals([came.error instanceof TypeError, played.error instanceof TypeError], [
        error !== undefined,
        error !== undefined,
      ]);
      assertEquals(replay.exchanges[0]?.response.end.how, error ? "reset" : "close");
    }),
    { examples: [[[new Uint8Array([0xef, 0xbb, 0xbf, 0x61])], undefined]] },
  );
});

Deno.test("a packed body is recorded unpacked, without the headers that spoke of the packing", async () => {
  const { createServer } = await import("node:http");
  const { gzipSync } = await import("node:zlib");
  const server = createServer((_request, response) => {
    const packed = gzipSync("data: unpacked\n\n");
    response.writeHead(200, { "content-encoding": "gzip", "content-length": packed.length });
    response.end(packed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const recorder = new MockGPT({ forward: { to: `http://127.0.0.1:${port}` } });
  const came = await ask(recorder, CHAT_PATH, CHAT);
  assertEquals(await came.text(), "data: unpacked\n\n");
  const { headers, pieces } = recorder.cassette().exchanges[0]!.response;
  for (const name of ["content-encoding", "content-length"]) {
    assertEquals([came.headers.get(name), headers[name]], [null, undefined]);
  }
  assertEquals(pieces.map((piece) => "text" in piece && piece.text), ["data: unpacked\n\n"]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

Deno.test("a redirection is the client's to follow", async () => {
  await using upstream = await serve(() =>
    new Response(null, { status: 307, headers: { location: "http://127.0.0.1:9/x" } })
  );
  const recorder = new MockGPT({ forward: { to: upstream.url } });
  const response = await ask(recorder, CHAT_PATH, CHAT);
  await bytesOf(response);
  const { status, headers } = response;
  assertEquals([status, headers.get("location")], [307, "http://127.0.0.1:9/x"]);
  assertEquals(recorder.cassette().exchanges[0]?.response.status, 307);
});

Deno.test("a client that leaves a mock on a port leaves the real endpoint on another", async () => {
  const real = new MockGPT({ rules: [{ result: "Hello", delivery: { timing: { frameMs: 20 } } }] });
  await using upstream = await real.serve();
  const recorder = new MockGPT({ forward: { to: upstream.url } });
  await using server = await recorder.serve();
  const reader = (await ask(server.url, CHAT_PATH, CHAT)).body!.getReader();
  await reader.read();
  await reader.cancel();
  while (real.records[0]?.outcome === "pending") {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const outcomes = [real, recorder].map(({ records }) => records[0]?.outcome);
  assertEquals(outcomes, ["aborted", "aborted"]);
  assertEquals(recorder.cassette().exchanges[0]?.response.end.how, "abort");
});

for (const kind of ["close", "reset"] as const) {
  Deno.test(`an endpoint that ends by a ${kind} within a frame is replayed so`, async () => {
    const real = new MockGPT({
      rules: [{ result: "Hello 世界", delivery: { faults: [{ kind, afterBytes: 300 }] } }],
    });
    await using upstream = await real.serve();
    const recorder = new MockGPT({ forward: { to: upstream.url } });
    const came = await received((await ask(recorder, CHAT_PATH, CHAT)).body! as never);
    assertEquals([came.bytes.length, came.error !== undefined], [300, kind === "reset"]);
    const replay = refiled(recorder.cassette());
    assertEquals(replay.exchanges[0]?.response.end.how, kind);
    const player = new MockGPT({ replay });
    const played = await received((await ask(player, CHAT_PATH, CHAT)).body! as never);
    assertEquals(played.bytes, came.bytes);
    assertEquals(played.error !== undefined, kind === "reset");
    const outcomes = [recorder, player].map(({ records }) => records[0]?.outcome);
    assertEquals(outcomes, kind === "reset" ? ["failed", "fault"] : ["served", "served"]);
    await using server = await new MockGPT({ replay }).serve();
    const overPort = await received((await ask(server.url, CHAT_PATH, CHAT)).body! as never);
    assertEquals(overPort.bytes, came.bytes);
    assertEquals(overPort.error !== undefined, kind === "reset");
  });
}

Deno.test("times are recorded from the request on, and replayed at the speed asked for", async () => {
  const clock = new ManualClock(5000);
  const chunks = ["a", "b"].map((text) => new TextEncoder().encode(text));
  const fetch = async () => {
    await clock.sleep(100);
    let count = 0;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        await clock.sleep(40);
        const chunk = chunks[count++];
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    }, { highWaterMark: 0 });
    return new Response(body);
  };
  const recorder = new MockGPT({ clock, forward: { to: "https://real.example", fetch } });
  const text = ask(recorder, CHAT_PATH, CHAT).then((response) => response.text());
  await clock.advance(1000);
  assertEquals(await text, "ab");
  const cassette = refiled(recorder.cassette());
  const { response } = cassette.exchanges[0]!;
  assertEquals([response.afterMs, response.end], [100, { afterMs: 220, how: "close" }]);
  assertEquals(response.pieces, [{ afterMs: 140, text: "a" }, { afterMs: 180, text: "b" }]);
  for (const speed of [1, 2]) {
    const player = new MockGPT({ clock, replay: { cassettes: [cassette], speed } });
    const before = clock.now();
    const at: number[] = [];
    const reading = (async () => {
      const played = await ask(player, CHAT_PATH, CHAT);
      at.push(clock.now() - before);
      for await (const _ of played.body!) at.push(clock.now() - before);
      at.push(clock.now() - before);
    })();
    await clock.advance(1000);
    await reading;
    assertEquals(at, [100, 140, 180, 220].map((ms) => ms / speed));
  }
});

Deno.test("pieces pass as they come, and a client that leaves leaves the real endpoint", async () => {
  let cancelled: unknown;
  const fetch = () =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode("first")),
          cancel: (reason) => void (cancelled = reason),
        }),
      ),
    );
  const recorder = recording(fetch);
  const reader = (await ask(recorder, CHAT_PATH, CHAT)).body!.getReader();
  assertEquals(new TextDecoder().decode((await reader.read()).value), "first");
  await reader.cancel("enough");
  assertEquals(cancelled, "enough");
  assertEquals(recorder.records[0]?.outcome, "aborted");
  const player = new MockGPT({ replay: refiled(recorder.cassette()) });
  const played = await received((await ask(player, CHAT_PATH, CHAT)).body! as never);
  assertEquals(played.text, "first");
  assertStringIncludes(String(played.error), "the client had left when it was made");
});

Deno.test("a signal ends a forwarded call before its answer and within it", async () => {
  const reason = new Error("gone");
  for (const isBefore of [true, false]) {
    const abort = new AbortController();
    const fetch: typeof globalThis.fetch = (_url, init) =>
      isBefore
        ? new Promise((_, reject) =>
          init!.signal!.addEventListener("abort", () => reject(init!.signal!.reason))
        )
        : Promise.resolve(new Response(new ReadableStream()));
    const mock = recording(fetch);
    const response = ask(mock, CHAT_PATH, CHAT, { signal: abort.signal });
    const reading = isBefore ? response : response.then((given) => given.text());
    setTimeout(() => abort.abort(reason), 1);
    assertEquals(await assertRejects(() => reading), reason);
    assertEquals(mock.records[0]?.outcome, "aborted");
  }
});

Deno.test("an endpoint that cannot be reached is a failure of the provider, and no recording", async () => {
  const mock = recording(() => Promise.reject(new TypeError(`no route for ${SECRET}`)));
  const response = await ask(mock, CHAT_PATH, CHAT);
  const text = await response.text();
  assertEquals(response.status, 502);
  assertStringIncludes(text, "cannot forward the request to https://real.example");
  assert(!text.includes(SECRET));
  assertEquals(mock.cassette().exchanges, []);
  assertEquals(mock.records.map(({ outcome, status }) => [outcome, status]), [["failed", 502]]);
});

Deno.test("a forwarded request has the address of the option alone, and no header of the hop", async () => {
  let seen: Request | undefined;
  const mock = recording((url, init) => {
    seen = new Request(url as string, init);
    return Promise.resolve(
      new Response("{}", {
        headers: { "content-encoding": "gzip", "x-request-id": "r", "te": "x" },
      }),
    );
  });
  const response = await mock.fetch("http://evil.example//other.example/v1/x?a=1&testId=t", {
    method: "POST",
    headers: { "connection": "x-hop, keep-alive", "x-hop": "1", "x-test-id": "t", "x-own": "2" },
    body: "{}",
  });
  await response.body?.cancel();
  assertEquals(seen?.url, "https://real.example/base//other.example/v1/x?a=1");
  const names = [...seen?.headers.keys() ?? []];
  assertEquals(names.filter((name) => name.startsWith("x-")), ["x-own"]);
  assert(!names.includes("connection"));
  assertEquals(response.headers.get("content-encoding"), null);
  assertEquals([response.headers.get("te"), response.headers.get("x-request-id")], [null, "r"]);
});

Deno.test("each provider's requests go to its own address, and others nowhere", async () => {
  const urls: string[] = [];
  const fetch: typeof globalThis.fetch = (url) => {
    urls.push(String(url));
    return Promise.resolve(new Response("{}"));
  };
  const to = { anthropic: "https://a.example/", openai: "https://o.example" };
  const mock = new MockGPT({ forward: { to, fetch, record: false } });
  await bytesOf(await ask(mock, ...ASKS["anthropic-messages"]));
  await bytesOf(await ask(mock, CHAT_PATH, CHAT));
  assertEquals(urls, ["https://a.example/v1/messages", "https://o.example/v1/chat/completions"]);
  assertEquals(mock.cassette(), cassetteOf());
  const other = new MockGPT({ forward: { to: { ollama: "https://x.example" }, fetch } });
  const refusal = await ask(other, CHAT_PATH, CHAT);
  assertEquals([refusal.status, refusal.headers.get("x-should-retry")], [400, "false"]);
  assertStringIncludes(await refusal.text(), "There is no address for 'openai' in 'forward.to'");
});

Deno.test("a body that is no text is not forwarded", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const mock = recording(NO_NETWORK);
  const response = await ask(mock, "/v1/audio/transcriptions", "x", { headers });
  assertStringIncludes(await response.text(), "it forwards text alone");
});

Deno.test("a fault is not placed in a stream that no rule made", async () => {
  const mock = recording(NO_NETWORK);
  mock.injectNext({ delivery: { faults: [{ kind: "reset", afterFrames: 1 }] } });
  const response = await ask(mock, CHAT_PATH, CHAT);
  assertEquals(response.status, 400);
  assertStringIncludes(await response.text(), "A fault was to happen to this call");
  assertEquals(mock.records[0]?.outcome, "failed");
});
