import { assertEquals } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import { collectAnswer } from "../../../src/proxy/answer/collect_answer.ts";
import { cutFailure } from "../../../src/proxy/failure/own_failures.ts";
import type { StreamStep } from "../../../src/proxy/stream/answer_stream.ts";

/** A stream of these steps. */
function streamOf(...steps: readonly StreamStep[]) {
  const left = [...steps];
  const stream = {
    isCancelled: false,
    next: () => Promise.resolve(left.shift()!),
    cancel: () => void (stream.isCancelled = true),
  };
  return stream;
}

function bytes(text: string): StreamStep {
  return { type: "bytes", bytes: toBytes(text) };
}

const END: StreamStep = { type: "end" };
const HELLO = 'data: {"id":"c","choices":[{"delta":{"content":"Hel"}}]}\n\n' +
  'data: {"id":"c","choices":[{"delta":{"content":"lo"},"finish_reason":"stop"}]}\n\n: hi\n\n' +
  'data: {"id":"c","choices":[],"usage":{"total_tokens":2}}\n\ndata: [DONE]\n\n';

Deno.test("collectAnswer() makes a whole answer of a stream, wherever its bytes are cut", async () => {
  for (let at = 0; at <= HELLO.length; at++) {
    const stream = streamOf(bytes(HELLO.slice(0, at)), bytes(HELLO.slice(at)), END);
    const { body } = await collectAnswer(stream, 1000);
    assertEquals(JSON.parse(new TextDecoder().decode(body)), {
      id: "c",
      object: "chat.completion",
      choices: [{
        index: 0,
        message: { role: "assistant", content: "Hello" },
        finish_reason: "stop",
      }],
      usage: { total_tokens: 2 },
    });
  }
});

Deno.test("collectAnswer() gives the failure of a stream that breaks off", async () => {
  const failure = cutFailure();
  const stream = streamOf(bytes(HELLO), { type: "failed", failure });
  assertEquals(await collectAnswer(stream, 1000), { failure });
});

Deno.test("collectAnswer() reads no more of a stream that is too large", async () => {
  const stream = streamOf(bytes("a".repeat(600)), bytes("a".repeat(401)), END);
  const { failure } = await collectAnswer(stream, 1000);
  assertEquals([failure?.kind, stream.isCancelled], ["too_large", true]);
});
