import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Bytes, concatBytes } from "../../../src/bytes.ts";
import { decodedBody } from "../../../src/proxy/answer/decoded_body.ts";
import { rebuildFromChunks } from "../../../src/proxy/answer/rebuild_from_chunks.ts";
import { failureMessage } from "../../../src/proxy/failure/failure_message.ts";
import { logLine } from "../../../src/proxy/ops/log_line.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { coreLab } from "../routing/support/core_lab.ts";
import { chatRequest } from "../sockets/support/raw_client.ts";
import { saysAll, WHOLE_STREAM, withSocketLab } from "../sockets/support/socket_lab.ts";
import { lab } from "../support/lab.ts";
import { answer } from "../support/scripted_upstream.ts";

Deno.test("a head of thousands of fields is no answer, and the next upstream is asked", async () => {
  // A runtime may take seconds to go through that many of them.
  const fields = Array.from({ length: 8000 }, (_, index) => `a${index.toString(36)}:\r\n`).join("");
  const refusal = `HTTP/1.1 429 Slow down\r\n${fields}content-length: 0\r\n\r\n`;
  assert(refusal.length < 64 * 1024);
  await withSocketLab([saysAll(refusal), saysAll(WHOLE_STREAM)], {}, async (lab) => {
    const client = await lab.client();
    client.send(chatRequest());
    await client.got("[DONE]");
    const failed = lab.events.find((event) => event.event === "attempt_end");
    assertStringIncludes(JSON.stringify(failed), "more than 256 fields");
  });
});

Deno.test("an answer of 200 fields, more than upstreams send, is one", async () => {
  const fields = Array.from({ length: 200 }, (_, index) => `x-${index}: a\r\n`).join("");
  const many = WHOLE_STREAM.replace("\r\n", `\r\n${fields}`);
  await withSocketLab([saysAll(many)], {}, async (lab) => {
    const client = await lab.client();
    client.send(chatRequest());
    await client.got("[DONE]");
  });
});

// Each of these would not come to an end if what there is already were gone through for each chunk.

const MANY = 300_000;

function chunksOf(delta: (index: number) => Record<string, unknown>) {
  return Array.from({ length: MANY }, (_, index) => ({
    choices: [{ index: 0, delta: delta(index) }],
  }));
}

/** The message of the only choice of an answer. */
function messageOf(answer: ReturnType<typeof rebuildFromChunks>): Record<string, unknown[]> {
  const { choices } = answer as { choices: { message: Record<string, unknown[]> }[] };
  return choices[0]!.message;
}

Deno.test("a whole answer is made of lists that grow item by item", () => {
  const message = messageOf(rebuildFromChunks(chunksOf((index) => ({ parts: [index] }))));
  assertEquals(message.parts!.length, MANY);
  assertEquals(message.parts!.at(-1), MANY - 1);
});

Deno.test("a whole answer is made of calls at as many places", () => {
  const message = messageOf(rebuildFromChunks(chunksOf((index) => ({
    tool_calls: [{ index, id: `call_${index}`, function: { name: "f", arguments: "{}" } }],
  }))));
  assertEquals(message.tool_calls!.length, MANY);
});

Deno.test("a list of a chunk stays as it was", () => {
  const first = { choices: [{ index: 0, delta: { parts: [1] } }] };
  rebuildFromChunks([first, { choices: [{ index: 0, delta: { parts: [2] } }] }]);
  assertEquals(first, { choices: [{ index: 0, delta: { parts: [1] } }] });
});

async function gzipped(bytes: Bytes): Promise<Bytes> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

Deno.test("a body that is a thousand times as large decoded is never held in one piece", async () => {
  const bomb = await gzipped(new Uint8Array(64 * 1024 * 1024));
  assert(bomb.length < 100_000);
  const packets = [bomb];
  let isCancelled = false;
  const body = decodedBody({
    read: () => Promise.resolve(packets.shift() ?? null),
    cancel: () => void (isCancelled = true),
  }, "gzip")!;
  for (let bytes = 0; bytes < 8 * 1024 * 1024;) {
    const chunk = await body.read();
    assert(chunk !== null && chunk.length <= 2 * 1024 * 1024, `${chunk?.length}`);
    bytes += chunk.length;
  }
  body.cancel();
  assert(isCancelled);
});

Deno.test("a body that is cut into many pieces for its decoder is the same", async () => {
  const bytes = Uint8Array.from({ length: 50_000 }, (_, index) => (index * index) % 251);
  const packets = [await gzipped(bytes)];
  const body = decodedBody({
    read: () => Promise.resolve(packets.shift() ?? null),
    cancel() {},
  }, "gzip")!;
  const read: Bytes[] = [];
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) read.push(chunk);
  assertEquals(concatBytes(read), bytes);
});

Deno.test("of a sentence of megabytes the beginning is told", () => {
  const told = failureMessage("It failed", "word ".repeat(2_000_000), ["word word word"]);
  assert(told.length < 400);
  const key = "dk-0123456789abcdef";
  for (let before = 8192 - 30; before <= 8192; before++) {
    // White space is told as one, so that what stands far behind is told as well.
    const shown = failureMessage("It failed", " ".repeat(before) + key + " ".repeat(9000), [key]);
    assertEquals(
      shown.replace("[redacted]", "").trim(),
      shown.includes("[") ? "It failed:" : "It failed",
    );
  }
});

Deno.test("sessions of names of megabytes fill no memory, and are told apart", async () => {
  const names = ["a".repeat(1_000_000), "a".repeat(999_999) + "b", "short"];
  const config = {
    providers: { u: { url: "http://u.example/v1" } },
    models: { m: "u/m" },
    sessions: true,
  };
  const reply = { choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] };
  const clock = new ManualClock();
  const { ask, core } = coreLab(config, () => Promise.resolve(Response.json(reply)), clock);
  for (const user of names) await (await ask({ user, stream: false })).text();
  const kept = [...core.sessions!.all(clock.now())].map(({ session }) => session);
  assertEquals(kept.length, 3);
  assert(kept.every((name) => name.length < 300));
  assert(kept.includes("m\nshort"));
});

Deno.test("a request that says it is short, and is not, is too large", async () => {
  const { ask } = lab({ u1: [answer("1")] }, { limits: { max_body: 1000 } });
  for (const length of ["0", "5", "00", "1000"]) {
    const headers = { "content-length": length };
    const response = await ask({ padding: "x".repeat(2000), stream: false }, { headers });
    assertEquals(response.status, 413, length);
    await response.text();
  }
});

Deno.test("a model of a name of megabytes is not told back", async () => {
  const { ask, events } = lab({ u1: [answer("1")] });
  const response = await ask({ model: "x".repeat(1_000_000) });
  assertEquals(response.status, 404);
  assert((await response.text()).length < 1000);
  assert(JSON.stringify(events).length < 1000);
});

Deno.test("no line of a log has what a terminal obeys, and each of JSON is one", () => {
  const path = "/a\x1b[31m\u009b2J\u202e\u2066\x7f\n\r\u0085b";
  const event = { event: "refused", id: "i", path, status: 404, code: "unknown_path" } as const;
  for (const style of ["json", "text"] as const) {
    const line = logLine(event, style, 0)!;
    // deno-lint-ignore no-control-regex -- they are what is looked for
    assertEquals(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.exec(line), null);
    assertEquals(line.indexOf("\n"), line.length - 1);
  }
  assertEquals(JSON.parse(logLine(event, "json", 0)!).path, path);
});
