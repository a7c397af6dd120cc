import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { concatBytes } from "../../src/bytes.ts";
import type { Bytes } from "../../src/bytes.ts";
import { bodyOf, framesOf, TOOL_TURN } from "../../src/checks/samples/turns.ts";
import { bodySource } from "../../src/checks/sse/body_source.ts";
import { ModelError } from "../../src/errors.ts";
import { guardTurn } from "../../src/proxy/guard_turn.ts";
import type { WireId } from "../../src/wire/wire.ts";
import { WIRES } from "../../src/wire/wires.ts";

/** Passes a body through the guard; gives what came through, and what it failed with. */
async function pass(wire: WireId, body: Bytes): Promise<{ bytes: Bytes; error: unknown }> {
  const chunks: Bytes[] = [];
  try {
    const guarded = bodySource(body, 16).stream.pipeThrough(guardTurn(wire));
    for await (const chunk of guarded) chunks.push(chunk);
    return { bytes: concatBytes(chunks), error: undefined };
  } catch (error) {
    return { bytes: concatBytes(chunks), error };
  }
}

for (const [id, wire] of Object.entries(WIRES)) {
  const body = bodyOf(wire, framesOf(wire, TOOL_TURN));

  Deno.test(`guardTurn() passes a whole turn on ${id} byte for byte`, async () => {
    const { bytes, error } = await pass(wire.id, body);
    assertEquals([bytes, error], [body, undefined]);
  });

  Deno.test(`guardTurn() breaks off a cut turn on ${id}, after every byte before the cut`, async () => {
    const cut = body.slice(0, Math.floor(body.length / 2));
    const { bytes, error } = await pass(wire.id, cut);
    assertEquals(bytes, cut);
    assertEquals((error as ModelError).code, "INCOMPLETE");
  });
}

Deno.test("guardTurn() breaks off at an error within the stream", async () => {
  const text = 'data: {"error":{"message":"Overloaded"}}\n\ndata: [DONE]\n\n';
  const guarded = new Response(text).body!.pipeThrough(guardTurn("openai-chat"));
  await assertRejects(() => new Response(guarded).text(), ModelError, "Overloaded");
});

Deno.test("guardTurn() refuses a wire that is not known", () => {
  assertThrows(() => guardTurn("smoke" as WireId), TypeError, "openai-chat");
});
