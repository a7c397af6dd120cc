/** How a stream ends, with and without thoughts in it: the marker is added after a finish and a clean end only. */
import { assertEquals } from "@std/assert";
import { type Bytes, concatBytes, toBytes } from "../../../src/bytes.ts";
import { chat } from "../../../src/proxy/stream/dialects/chat.ts";
import { EventFlow } from "../../../src/proxy/stream/event_flow.ts";
import { ThinkStream } from "../../../src/proxy/think/think_stream.ts";
import { chunkEvent } from "./run_think_stream.ts";
import { thinkPlan } from "./think_plan.ts";

const DONE = "data: [DONE]\n\n";
const STOP = chunkEvent({}, { finish_reason: "stop" });
const THOUGHT = chunkEvent({ content: "<think>a</think>b" });
const PARTED = chunkEvent({ content: "b", reasoning_content: "a" });
const HELD = chunkEvent({ content: "c<th" });

/** What a client gets of a body that ends cleanly, or is cut at its end. */
function passed(
  chunks: readonly Bytes[],
  { thinks, isCut }: { thinks: boolean; isCut?: boolean },
): string {
  const think = thinks ? new ThinkStream(thinkPlan()) : undefined;
  const flow = new EventFlow({ dialect: chat, choices: 1, maxEventBytes: 10_000, think });
  const out = chunks.flatMap((chunk) => flow.push(chunk));
  return new TextDecoder().decode(concatBytes([...out, ...(isCut ? flow.flush() : flow.end())]));
}

function passedText(body: string, options: { thinks: boolean; isCut?: boolean }): string {
  return passed([toBytes(body)], options);
}

Deno.test("A raw stream is byte for byte the same, and the marker is added where the upstream closed without it", () => {
  const body = `: hi\r\n\r\n${THOUGHT}id: 1\n${STOP}`;
  assertEquals(passedText(body, { thinks: false }), body + DONE);
});

Deno.test("A stream with thoughts gets the marker where the upstream closed without it", () => {
  assertEquals(passedText(THOUGHT + STOP, { thinks: true }), PARTED + STOP + DONE);
});

for (const thinks of [false, true]) {
  const kind = thinks ? "with thoughts" : "that is raw";
  const said = thinks ? PARTED : THOUGHT;
  Deno.test(`A stream ${kind} that ends without a finish gets no marker`, () => {
    assertEquals(passedText(THOUGHT, { thinks }), said);
    assertEquals(
      passedText(THOUGHT + chunkEvent({}, { finish_reason: "" }), { thinks }),
      said + chunkEvent({}, { finish_reason: "" }),
    );
  });
  Deno.test(`A stream ${kind} that breaks off gets no marker, whether or not it had a finish`, () => {
    assertEquals(passedText(THOUGHT, { thinks, isCut: true }), said);
    assertEquals(passedText(THOUGHT + STOP, { thinks, isCut: true }), said + STOP);
  });
  Deno.test(`A stream ${kind} never gets a second marker, wherever reads cut it`, () => {
    const bytes = toBytes(THOUGHT + STOP + DONE);
    for (let at = 0; at <= bytes.length; at++) {
      const chunks = [bytes.slice(0, at), bytes.slice(at)];
      assertEquals(passed(chunks, { thinks }), said + STOP + DONE);
    }
  });
  Deno.test(`A stream ${kind} gets its marker wherever reads cut the finish`, () => {
    const bytes = toBytes(THOUGHT + STOP);
    for (let at = 0; at <= bytes.length; at++) {
      const chunks = [bytes.slice(0, at), bytes.slice(at)];
      assertEquals(passed(chunks, { thinks }), said + STOP + DONE);
    }
  });
  Deno.test(`A stream ${kind} in which the words of an end are a part of the text gets no marker`, () => {
    const body = chunkEvent({ content: 'data: [DONE]\n\n"finish_reason":"stop"' });
    assertEquals(passedText(body, { thinks }), body);
  });
}

Deno.test("A stream that breaks off with half a tag held back gives it, and no marker", () => {
  const held = chunkEvent({ content: "<th" }, { finish_reason: null });
  const given = chunkEvent({ content: "c" }) + held;
  assertEquals(passedText(HELD, { thinks: true, isCut: true }), given);
  assertEquals(passedText(HELD, { thinks: true }), given);
});

Deno.test("A stream is whole only after its marker, or after a finish that no error follows", () => {
  const error = 'data: {"error":{"message":"x"}}\n\n';
  const bodies = ["", THOUGHT, THOUGHT + STOP, THOUGHT + DONE, THOUGHT + STOP + error, error];
  const whole = bodies.map((body) => {
    const flow = new EventFlow({
      dialect: chat,
      choices: 1,
      maxEventBytes: 10_000,
      think: undefined,
    });
    flow.push(toBytes(body));
    return flow.isWhole;
  });
  assertEquals(whole, [false, false, true, true, false, false]);
});
