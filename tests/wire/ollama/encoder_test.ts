import { assertEquals, assertThrows } from "@std/assert";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { ollamaWire } from "../../../src/wire/ollama/ollama.ts";
import { framesOf } from "../../support/bodies.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";

const HEAD = { model: "m", created_at: "2026-11-30T00:00:00.000Z" };

function payloads(...events: readonly TurnEvent[]): unknown[] {
  const options = { model: "m", createdSeconds: Date.UTC(2026, 10, 30) / 1000 };
  return framesOf(ollamaWire(), events, options).map(({ data }) => JSON.parse(data));
}

function line(message: object): object {
  return { ...HEAD, message: { role: "assistant", ...message }, done: false };
}

function last(reason: string, input = 0, output = 0): object {
  return {
    ...HEAD,
    message: { role: "assistant", content: "" },
    done: true,
    done_reason: reason,
    total_duration: 0,
    load_duration: 0,
    prompt_eval_count: input,
    prompt_eval_duration: 0,
    eval_count: output,
    eval_duration: 0,
  };
}

Deno.test("OllamaEncoder writes a turn as Ollama streams it", () => {
  const frames = payloads(
    thought("Hm"),
    text("Hi"),
    call(0, '{"a":', { id: "x", name: "f" }),
    call(0, "1}"),
    call(1, "", { name: "g" }),
    finish("tool_use", { raw: "tool_use", usage: usage(10, 5, 3, 2) }),
  );
  assertEquals(frames, [
    line({ content: "", thinking: "Hm" }),
    line({ content: "Hi" }),
    line({
      content: "",
      tool_calls: [{ id: "x", function: { index: 0, name: "f", arguments: { a: 1 } } }],
    }),
    line({ content: "", tool_calls: [{ function: { index: 1, name: "g", arguments: {} } }] }),
    last("stop", 15, 5),
  ]);
});

Deno.test("OllamaEncoder leaves out what the wire has no form for", () => {
  assertEquals(payloads(thought("", { signature: "s" }), thought("", { redacted: "r" })), []);
});

Deno.test("OllamaEncoder writes the words of the wire, and passes others through", () => {
  assertEquals(payloads(finish("length", { raw: "MAX_TOKENS" })), [last("length")]);
  assertEquals(payloads(finish("stop", { raw: "" })), [last("stop")]);
  assertEquals(payloads(finish("load")), [last("load")]);
});

Deno.test("OllamaEncoder says what it is called by default", () => {
  const [frame] = framesOf(ollamaWire(), [text("a")]);
  const { model, created_at: created } = JSON.parse(frame!.data);
  assertEquals([model, created], ["model", "1970-01-01T00:00:00.000Z"]);
});

Deno.test("OllamaEncoder refuses arguments that are no JSON object", () => {
  assertThrows(
    () => payloads(call(0, '{"a":', { name: "f" }), finish()),
    TypeError,
    "must be a JSON object on this wire",
  );
});
