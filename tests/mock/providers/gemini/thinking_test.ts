import { assertEquals } from "@std/assert";
import type { JsonObject } from "../../../../src/wire/json.ts";
import { chunks, mockOf, parts, refusal, whole } from "./asked.ts";

function thinking(thinkingConfig: object): object {
  return { generationConfig: { thinkingConfig } };
}

Deno.test("thoughts are left out where a request wants none, and counted all the same", async () => {
  const mock = mockOf({ reasoning: "Hm", content: "a" });
  const body = await whole(mock, {
    generation_config: { thinking_config: { include_thoughts: false } },
  });
  assertEquals(parts(body), [{ text: "a" }]);
  assertEquals((body.usageMetadata as JsonObject).thoughtsTokenCount, 1);
});

Deno.test("where a request lets no thoughts be, there is no proof of any either", async () => {
  const mock = mockOf({ reasoning: [{ text: "Hm", signature: "c2ln" }], content: "a" });
  const off = thinking({ thinkingBudget: 0, includeThoughts: true });
  assertEquals(parts(await whole(mock, off, "gemini-2.5-flash")), [{ text: "a" }]);
  assertEquals((await chunks(mock, off, "gemini-2.5-flash")).map(parts), [
    [{ text: "a" }],
    [{ text: "" }],
  ]);
  const hidden = await whole(mock, thinking({ includeThoughts: false }));
  assertEquals(parts(hidden), [{ text: "a", thoughtSignature: "c2ln" }]);
  for (const config of [{}, { includeThoughts: true }, { thinkingBudget: -1 }]) {
    assertEquals(parts(await whole(mock, thinking(config))).length, 2);
  }
});

const RANGE = (budget: number, least: number, most: number) =>
  `The thinking budget ${budget} is invalid. Please choose a value between ${least} and ${most}.`;
const MUST_THINK = "Budget 0 is invalid. This model only works in thinking mode.";
const NO_LEVELS = "Thinking level is not supported for this model.";

/** A model, how it is to think, and what Gemini says to it; `undefined` if it does so. */
const ASKED: readonly (readonly [string, object, string | undefined])[] = [
  ["gemini-2.5-pro", { thinkingBudget: 0 }, MUST_THINK],
  ["gemini-2.5-pro", { thinkingBudget: 127 }, RANGE(127, 128, 32768)],
  ["gemini-2.5-pro", { thinkingBudget: 128 }, undefined],
  ["gemini-2.5-pro", { thinkingBudget: 32769 }, RANGE(32769, 128, 32768)],
  ["gemini-2.5-flash", { thinkingBudget: 0 }, undefined],
  ["gemini-2.5-flash", { thinkingBudget: -2 }, RANGE(-2, 0, 24576)],
  ["gemini-2.5-flash", { thinkingBudget: 24577 }, RANGE(24577, 0, 24576)],
  ["gemini-2.5-flash-lite", { thinkingBudget: 0 }, undefined],
  ["gemini-2.5-flash-lite", { thinkingBudget: 511 }, RANGE(511, 512, 24576)],
  ["gemini-2.5-flash-lite", { thinkingBudget: -1 }, undefined],
  ["gemini-2.5-flash", { thinkingLevel: "LOW" }, NO_LEVELS],
  ["gemini-3-pro-preview", { thinkingLevel: "low" }, undefined],
  ["gemini-3-pro-preview", { thinkingBudget: 99_999 }, undefined],
  [
    "gemini-3-pro-preview",
    { thinkingLevel: "LOW", thinkingBudget: 128 },
    "You can only set only one of thinking budget and thinking level.",
  ],
];

Deno.test("Gemini takes what its models can think", async () => {
  for (const [model, config, message] of ASKED) {
    const error = await refusal(thinking(config), model);
    assertEquals(error?.message, message, `${model} ${JSON.stringify(config)}`);
  }
});
