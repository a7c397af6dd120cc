import { assertEquals, assertStringIncludes } from "@std/assert";
import type { ModelError } from "../../../src/errors.ts";
import { geminiWire } from "../../../src/wire/gemini/gemini.ts";
import { sseBody } from "../../support/bodies.ts";
import { usage } from "../../support/events.ts";
import { readTurn } from "../../support/reading.ts";
import { bodyOf } from "../cases.ts";
import { frameOf } from "../../../src/wire/frame.ts";
import { ends, OVERLOADED, said } from "./chunks.ts";

const WIRE = geminiWire();

Deno.test("GeminiDecoder tells an error as the provider says it, with the tokens so far", () => {
  const counts = { promptTokenCount: 3, candidatesTokenCount: 1 };
  const { error, code } = readTurn(
    WIRE,
    sseBody({ ...said("Hi"), usageMetadata: counts }, OVERLOADED),
  );
  assertEquals(code, "PROVIDER");
  assertStringIncludes((error as ModelError).message, "UNAVAILABLE: The model is overloaded");
  assertEquals((error as ModelError).usage, usage(3, 1));
});

Deno.test("GeminiDecoder keeps the tokens of a turn that was cut", () => {
  const counts = { promptTokenCount: 3, cachedContentTokenCount: 5 };
  const { error } = readTurn(WIRE, sseBody({ ...said("Hi"), usageMetadata: counts }));
  assertEquals((error as ModelError).usage, usage(0, 0, 5));
});

Deno.test("GeminiDecoder keeps the tokens of a turn with a chunk that cannot be read", () => {
  const first = { ...said("Hi"), usageMetadata: { promptTokenCount: 3 } };
  const second = { candidates: [{ index: 1, content: { parts: [{ text: "x" }] } }] };
  for (const broken of [second, "no JSON", [OVERLOADED]]) {
    const { error } = readTurn(WIRE, sseBody(first, broken));
    assertEquals((error as ModelError).usage, usage(3), JSON.stringify(broken));
  }
});

Deno.test("GeminiDecoder gives the word of a blocked prompt", () => {
  const body = [{ promptFeedback: { blockReason: "OTHER" } }, { promptFeedback: {} }];
  const finish = readTurn(WIRE, bodyOf(WIRE, body)).events.at(-1);
  assertEquals(finish?.type === "finish" && [finish.finish.reason, finish.finish.raw], [
    "filtered",
    "OTHER",
  ]);
});

Deno.test("GeminiDecoder is done when the body has ended, and not before", () => {
  const decoder = WIRE.decoder();
  const frame = frameOf(said("Hi", "STOP"));
  decoder.push(frame);
  assertEquals(decoder.done, false);
  assertEquals(decoder.end().length, 1);
  assertEquals(decoder.done, true);
  assertEquals([decoder.push(frame), decoder.end()], [[], []]);
});

/** The words of the SDK's own type, and what becomes of them. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  stop: ["STOP"],
  length: ["MAX_TOKENS", "CONTINUATION"],
  filtered: [
    "SAFETY",
    "RECITATION",
    "LANGUAGE",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "SPII",
    "IMAGE_SAFETY",
    "IMAGE_PROHIBITED_CONTENT",
    "IMAGE_RECITATION",
    "ESCALATION",
    "PUP_LIMITED_DISABLED",
    "MODEL_ARMOR",
  ],
  "": [
    "OTHER",
    "MALFORMED_FUNCTION_CALL",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
    "MALFORMED_RESPONSE",
    "MISSING_THOUGHT_SIGNATURE",
    "IMAGE_OTHER",
    "NO_IMAGE",
  ],
};

for (const [reason, words] of Object.entries(WORDS)) {
  Deno.test(`GeminiDecoder reads ${words.join(", ")} as ${reason || "the word itself"}`, () => {
    for (const word of words) {
      const { events, turn } = readTurn(WIRE, sseBody(said("Hi"), ends(word)));
      const end = events.at(-1);
      assertEquals(
        end?.type === "finish" && [end.finish.reason, end.finish.raw],
        [reason || word, word],
      );
      assertEquals(turn !== undefined, reason === "stop");
    }
  });
}

Deno.test("GeminiDecoder refuses arguments nested too deeply to be written again, or gives them", () => {
  const depth = 20_000;
  const args = `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const body =
    `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":${args}}}]},"finishReason":"STOP"}]}`;
  const { turn, code } = readTurn(WIRE, sseBody(body));
  assertEquals(turn?.toolCalls[0]?.arguments ?? code, turn ? args : "STREAM_PROTOCOL");
});
