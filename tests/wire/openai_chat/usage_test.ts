import { assertEquals } from "@std/assert";
import { ZERO_USAGE } from "../../../src/turn/usage.ts";
import { openAiUsage } from "../../../src/wire/openai_chat/usage.ts";
import { usage } from "../../support/events.ts";
import { chunk, DONE, ends, read, said, summary, used } from "./chunks.ts";

const FULL = { prompt_tokens: 9, completion_tokens: 2 };

for (
  const [name, reported, counts] of [
    ["OpenAI's", { ...FULL, prompt_tokens_details: { cached_tokens: 4 } }, usage(5, 2, 4)],
    [
      "OpenAI's with a written cache",
      { ...FULL, prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 3 } },
      usage(2, 2, 4, 3),
    ],
    [
      "DeepSeek's",
      { ...FULL, prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 5 },
      usage(5, 2, 4),
    ],
    ["Mistral's", { ...FULL, num_cached_tokens: 4 }, usage(5, 2, 4)],
    [
      "both OpenAI's and DeepSeek's",
      { ...FULL, prompt_tokens_details: { cached_tokens: 0 }, prompt_cache_hit_tokens: 4 },
      usage(9, 2),
    ],
    ["null for the details", { ...FULL, prompt_tokens_details: null }, usage(9, 2)],
    [
      "null for the cached",
      { ...FULL, prompt_tokens_details: { cached_tokens: null } },
      usage(9, 2),
    ],
    [
      "reasoning, which is part of the output",
      { ...FULL, completion_tokens_details: { reasoning_tokens: 1 } },
      usage(9, 2),
    ],
    ["one count only", { completion_tokens: 2 }, usage(0, 2)],
    [
      "more cached than read",
      { ...FULL, prompt_tokens_details: { cached_tokens: 12 } },
      usage(-3, 2, 12),
    ],
    ["texts for counts", { prompt_tokens: "9", completion_tokens: "2" }, ZERO_USAGE],
    ["no object", 5, ZERO_USAGE],
    ["nothing", undefined, ZERO_USAGE],
  ] as const
) {
  Deno.test(`openAiUsage() maps ${name} onto disjoint counts`, () => {
    assertEquals(openAiUsage(reported), counts);
  });
}

for (
  const [name, body, counts] of [
    ["none", [said("Hi", "stop")], ZERO_USAGE],
    ["the last of several (vLLM)", [
      chunk({ content: "H" }, null, { usage: { prompt_tokens: 9, completion_tokens: 1 } }),
      chunk({ content: "i" }, "stop", { usage: { prompt_tokens: 9, completion_tokens: 2 } }),
    ], usage(9, 2)],
    [
      "the one before the finish reason",
      [chunk({ content: "Hi" }, null, { usage: FULL }), ends()],
      usage(9, 2),
    ],
    [
      "the one behind the finish reason (maximhq/bifrost#191)",
      [said("Hi", "stop"), used(FULL)],
      usage(9, 2),
    ],
    ["the last before chunks without (openai 7.59 `usage: null`)", [
      chunk({ content: "Hi" }, "stop", { usage: FULL }),
      chunk({}, null, { usage: null }),
      chunk({}),
    ], usage(9, 2)],
    ["the last before an empty one (BerriAI/litellm#1571)", [
      chunk({ content: "Hi" }, "stop", { usage: FULL }),
      chunk({}, null, { usage: {} }),
    ], usage(9, 2)],
    ["Groq's, beside its cache's figures (groq-sdk 1.6 XGroq.Usage)", [
      chunk({ content: "Hi" }, "stop", { usage: FULL }),
      chunk({}, null, { x_groq: { usage: { dram_cached_tokens: 1, sram_cached_tokens: 1 } } }),
    ], usage(9, 2)],
    ["the chunk's own rather than Groq's", [
      chunk({ content: "Hi" }, "stop", {
        usage: FULL,
        x_groq: { usage: { prompt_tokens: 1, completion_tokens: 1 } },
      }),
    ], usage(9, 2)],
  ] as const
) {
  Deno.test(`openai-chat reports the usage of a turn: ${name}`, () => {
    const { turn } = read([...body, DONE]);
    assertEquals([turn?.text, turn?.finish.usage], ["Hi", counts]);
  });
}

Deno.test("openai-chat refuses a usage whose parts are more than the whole", () => {
  const more = { ...FULL, prompt_tokens_details: { cached_tokens: 12 } };
  assertEquals(summary(read([said("Hi", "stop"), used(more), DONE])), "STREAM_PROTOCOL");
});
