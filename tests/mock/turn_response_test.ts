import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { PARALLEL_TURN, TEXT_TURN, TOOL_TURN } from "../../src/checks/samples/turns.ts";
import { turnResponse } from "../../src/mock/turn_response.ts";
import { assemble } from "../../src/turn/assemble.ts";
import type { WireId } from "../../src/wire/wire.ts";
import type { Turn, TurnEvent } from "../../src/turn/turn.ts";
import { wireReader } from "../../src/wire/wire_reader.ts";
import { WIRES } from "../../src/wire/wires.ts";

function total({ finish: { usage } }: Turn): number {
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
}

for (const wire of Object.keys(WIRES) as WireId[]) {
  Deno.test(`turnResponse() gives turns on ${wire} that its reader reads as they are`, async () => {
    for (const events of [TEXT_TURN, TOOL_TURN, PARALLEL_TURN]) {
      const response = turnResponse(wire, events);
      assertEquals(response.headers.get("content-type"), WIRES[wire]!.contentType);
      const turn = await assemble(wireReader(wire)(response.body!));
      const expected = await assemble(events);
      assertEquals(turn.text, expected.text);
      assertEquals(
        turn.toolCalls.map((call) => call.name),
        expected.toolCalls.map((call) => call.name),
      );
      // Not every wire tells cached tokens apart, but none loses any.
      assertEquals(total(turn), total(expected));
    }
  });
}

Deno.test("turnResponse() says of itself what it is told", async () => {
  const options = { id: "chatcmpl-7", createdSeconds: 1700000000, model: "gpt-x" };
  const text = await turnResponse("openai-chat", TEXT_TURN, options).text();
  assertStringIncludes(
    text,
    '"id":"chatcmpl-7","object":"chat.completion.chunk","created":1700000000,"model":"gpt-x"',
  );
});

Deno.test("turnResponse() writes nothing that is not read", async () => {
  let asked = 0;
  let left = false;
  function* events() {
    try {
      for (;; asked++) yield { type: "text", text: "word " } as const;
    } finally {
      left = true;
    }
  }
  const reader = turnResponse("openai-chat", events()).body!.getReader();
  await reader.read();
  await reader.cancel();
  assertEquals([asked < 3, left], [true, true]);
});

Deno.test("turnResponse() refuses a wire that is not known", () => {
  assertThrows(() => turnResponse("smoke" as WireId, []), TypeError, "openai-chat");
});

Deno.test("turnResponse() refuses at once what is no list of events", () => {
  for (const [events, says] of [[null, "got null"], [undefined, "got undefined"], [7, "got 7"]]) {
    const given = events as unknown as TurnEvent[];
    assertThrows(() => turnResponse("openai-chat", given), TypeError, `of events: ${says}`);
  }
});

Deno.test("turnResponse() fails at a finish without usage, with its name", async () => {
  const finish = { type: "finish", finish: { reason: "stop", raw: "" } } as unknown as TurnEvent;
  const response = turnResponse("anthropic-messages", [finish]);
  await assertRejects(
    () => response.text(),
    TypeError,
    "The 'usage' of a finish must be an object",
  );
});
