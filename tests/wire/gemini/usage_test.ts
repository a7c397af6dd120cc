import { assertEquals } from "@std/assert";
import { geminiWire } from "../../../src/wire/gemini/gemini.ts";
import { geminiUsage } from "../../../src/wire/gemini/usage.ts";
import { sseBody } from "../../support/bodies.ts";
import { usage } from "../../support/events.ts";
import { readTurn } from "../../support/reading.ts";
import { ends, said } from "./chunks.ts";

function read(...payloads: readonly unknown[]): unknown {
  const { turn, code } = readTurn(geminiWire(), sseBody(...payloads));
  return turn?.finish.usage ?? code;
}

Deno.test("geminiUsage() gives four disjoint counts whose sum is what was processed", () => {
  // The counts of real traffic, with a server-side tool and a cache.
  const counts = {
    promptTokenCount: 12,
    candidatesTokenCount: 71,
    totalTokenCount: 237,
    cachedContentTokenCount: 4,
    toolUsePromptTokenCount: 65,
    thoughtsTokenCount: 89,
  };
  assertEquals(geminiUsage(counts), usage(73, 160, 4));
});

Deno.test("geminiUsage() gives none for what is no usage", () => {
  assertEquals([undefined, null, 3, []].map(geminiUsage), Array(4).fill(usage(0)));
  assertEquals(geminiUsage({ promptTokenCount: "3" }), usage(0));
});

Deno.test("GeminiDecoder takes the last usage, on whichever chunk it stands", () => {
  const first = { ...said("Hi"), usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1 } };
  const last = { promptTokenCount: 3, candidatesTokenCount: 7 };
  assertEquals(read(first, ends("STOP", last)), usage(3, 7));
  assertEquals(read(first, ends(), { usageMetadata: last }), usage(3, 7));
});

Deno.test("GeminiDecoder keeps the counts when a later chunk has none", () => {
  const first = { ...said("Hi"), usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1 } };
  assertEquals(read(first, ends()), usage(3, 1));
  assertEquals(read(first, ends("STOP", { trafficType: "ON_DEMAND" })), usage(3, 1));
});

Deno.test("GeminiDecoder gives counts that contradict one another to assembly, which refuses them", () => {
  const counts = { promptTokenCount: 3, cachedContentTokenCount: 5 };
  assertEquals(read(said("Hi"), ends("STOP", counts)), "STREAM_PROTOCOL");
});
